package services

import (
	"cmp"
	"strings"

	"google.golang.org/grpc"

	"github.com/workplan-api/workplan/ent"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/calendar"
	"github.com/workplan-api/workplan/services/capacity"
	"github.com/workplan-api/workplan/services/catalog"
	"github.com/workplan-api/workplan/services/chain/permit"
	"github.com/workplan-api/workplan/services/clients"
	"github.com/workplan-api/workplan/services/doors/feeds"
	"github.com/workplan-api/workplan/services/hours"
	"github.com/workplan-api/workplan/services/journal"
	"github.com/workplan-api/workplan/services/keys"
	"github.com/workplan-api/workplan/services/me"
	"github.com/workplan-api/workplan/services/projects"
	"github.com/workplan-api/workplan/services/sessions"
	"github.com/workplan-api/workplan/services/timeoff"
	"github.com/workplan-api/workplan/services/users"
	"github.com/workplan-api/workplan/services/webhooks"
)

// register registers the services with the methods of the API. Add a new one here.
func (s *Server) register(r grpc.ServiceRegistrar, db *ent.Client, marks *journal.HighWaterMarks) {
	cfg, permits, inactive := s.cfg, permit.New(db), hours.NewInactive(db)
	address := strings.TrimRight(cmp.Or(cfg.PublicURL, cfg.Console.URL), "/")
	events := journal.NewService(s.streams, db, permits, marks) // one, since it counts the readers of all protocols
	sender, background := webhooks.NewSender(cfg.Webhooks, cfg.Traces), tenant.Open(cfg.Background)
	s.deliverer = webhooks.NewDeliverer(cfg.Webhooks, background,
		journal.NewService(s.streams, background, permit.New(background), marks), sender, cfg.Log, cfg.Metrics)
	s.sequencer.Notify(s.deliverer.Wake)

	pb.RegisterMeServiceServer(r, me.New(db, &pb.OrganizationLimits{
		Keys: int32(cfg.MaxKeys), RequestsPerMinute: int32(cfg.Quota.OrganizationPerMinute),
		KeyRequestsPerMinute:     int32(cfg.Quota.MaxPerMinute),
		StoredResponsesMibPerDay: int32(cfg.StoredResponses >> 20),
	}))
	pb.RegisterUserServiceServer(r, users.New(db))
	pb.RegisterClientServiceServer(r, clients.New(db, permits))
	pb.RegisterProjectServiceServer(r, projects.New(db, permits))
	pb.RegisterAssignmentServiceServer(r, hours.NewAssignments(db, inactive, capacity.Overloads, s.sequencer))
	pb.RegisterActualHoursServiceServer(r, hours.NewActualHours(db, inactive, s.sequencer))
	pb.RegisterTimeOffServiceServer(r, timeoff.New(db, permits))
	pb.RegisterCapabilityServiceServer(r, catalog.NewCapabilities(db, permits, inactive.Forget))
	pb.RegisterTimeOffTypeServiceServer(r, catalog.NewTimeOffTypes(db, permits))
	pb.RegisterWorkingPatternServiceServer(r, calendar.NewWorkingPatterns(db, permits))
	pb.RegisterHolidayServiceServer(r, calendar.NewHolidays(db, permits))
	pb.RegisterCalendarFeedServiceServer(r, feeds.New(db, permits, address))
	pb.RegisterSessionServiceServer(r, sessions.NewService(db, permits))
	pb.RegisterKeyServiceServer(r, keys.New(db, permits, s.quota.Granted, webhooks.Disable(db, permits), cfg.MaxKeys))
	pb.RegisterEventServiceServer(r, events)
	pb.RegisterWebhookServiceServer(r, webhooks.New(db, permits, events, sender))
	pb.RegisterCapacityServiceServer(r, capacity.New(db, s.sequencer))
}
