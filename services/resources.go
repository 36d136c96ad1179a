package services

import (
	"cmp"
	"strings"

	"google.golang.org/grpc"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/calendar"
	"github.com/workplan-api/workplan/services/capacity"
	"github.com/workplan-api/workplan/services/catalog"
	"github.com/workplan-api/workplan/services/clients"
	"github.com/workplan-api/workplan/services/doors/feeds"
	"github.com/workplan-api/workplan/services/hours"
	"github.com/workplan-api/workplan/services/internal/settled"
	"github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/services/keys"
	"github.com/workplan-api/workplan/services/locks"
	"github.com/workplan-api/workplan/services/me"
	"github.com/workplan-api/workplan/services/money"
	"github.com/workplan-api/workplan/services/organization"
	"github.com/workplan-api/workplan/services/projects"
	"github.com/workplan-api/workplan/services/proposals"
	"github.com/workplan-api/workplan/services/sessions"
	"github.com/workplan-api/workplan/services/timeoff"
	"github.com/workplan-api/workplan/services/timesheets"
	"github.com/workplan-api/workplan/services/users"
	"github.com/workplan-api/workplan/services/webhooks"
)

// register registers the services with the methods of the API. Add a new one here.
func (s *Server) register(r grpc.ServiceRegistrar, marks *journal.HighWaterMarks) {
	cfg, inactive, closed := s.cfg, hours.NewInactive(), settled.NewChecker()
	address := strings.TrimRight(cmp.Or(cfg.PublicURL, cfg.Console.URL), "/")
	events := journal.NewService(s.streams, marks) // one, since it counts the readers of all protocols
	sender, background := webhooks.NewSender(cfg.Webhooks, cfg.Traces), tenant.Open(cfg.Background)
	s.deliverer = webhooks.NewDeliverer(cfg.Webhooks, background,
		journal.NewService(s.streams, marks), sender, cfg.Log, cfg.Metrics)
	s.sequencer.Notify(s.deliverer.Wake)
	s.alerts = money.NewAlerts(background, cfg.BudgetAlerts, cfg.Log, cfg.Metrics)

	pb.RegisterMeServiceServer(r, me.New(&pb.OrganizationLimits{
		Keys: int32(cfg.MaxKeys), RequestsPerMinute: int32(cfg.Quota.OrganizationPerMinute),
		KeyRequestsPerMinute:     int32(cfg.Quota.MaxPerMinute),
		StoredResponsesMibPerDay: int32(cfg.StoredResponses >> 20),
	}))
	pb.RegisterOrganizationServiceServer(r, organization.New(closed))
	pb.RegisterUserServiceServer(r, users.New())
	pb.RegisterClientServiceServer(r, clients.New())
	pb.RegisterProjectServiceServer(r, projects.New(closed))
	planned := hours.NewAssignments(inactive, closed, capacity.Overloads, s.sequencer)
	pb.RegisterAssignmentServiceServer(r, planned)
	pb.RegisterProposalServiceServer(r, proposals.New(planned))
	actual := hours.NewActualHours(planned, inactive, closed, capacity.FullDaysOff, s.sequencer)
	pb.RegisterActualHoursServiceServer(r, actual)
	pb.RegisterActualHoursEntryServiceServer(r, hours.NewEntries(actual))
	pb.RegisterTimeOffServiceServer(r, timeoff.New(closed, capacity.WorkingTimes))
	pb.RegisterLockServiceServer(r, locks.New(closed))
	prices := money.New(closed, s.sequencer)
	pb.RegisterRateServiceServer(r, prices)
	pb.RegisterMoneyServiceServer(r, prices)
	pb.RegisterTimesheetServiceServer(r, timesheets.New(closed, capacity.ExpectedHours, s.sequencer))
	pb.RegisterCapabilityServiceServer(r, catalog.NewCapabilities(inactive.Forget))
	pb.RegisterTimeOffTypeServiceServer(r, catalog.NewTimeOffTypes())
	pb.RegisterWorkingPatternServiceServer(r, calendar.NewWorkingPatterns())
	pb.RegisterHolidayServiceServer(r, calendar.NewHolidays())
	pb.RegisterCalendarFeedServiceServer(r, feeds.New(address))
	pb.RegisterSessionServiceServer(r, sessions.NewService())
	pb.RegisterKeyServiceServer(r, keys.New(s.quota.Granted, webhooks.Disable, cfg.MaxKeys))
	pb.RegisterEventServiceServer(r, events)
	pb.RegisterWebhookServiceServer(r, webhooks.New(events, sender))
	pb.RegisterCapacityServiceServer(r, capacity.New(s.sequencer))
}
