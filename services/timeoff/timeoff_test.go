package timeoff_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/call"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/services/internal/settled"
	"github.com/workplan-api/workplan/services/timeoff"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

// TestTheDayInUTCDecidesWhetherTimeOffHasBegun lets the owner delete an approved
// request until the first second of its first day, wherever the server stands.
func TestTheDayInUTCDecidesWhetherTimeOffHasBegun(t *testing.T) {
	a := apitest.NewIsolated(t)
	db := tenant.Open(apitest.Open(t, a.DSN))
	service := timeoff.New(settled.NewChecker(), nil)
	log := slog.New(slog.DiscardHandler)
	unlimited, err := quota.New(quota.Config{}, log, metrics.Refusals.Counter(prometheus.NewRegistry()), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	admission := auth.NewAdmission(db, a.DB, log, time.Now, unlimited)
	as := func(key string) context.Context {
		admitted, _, err := admission.Admit(t.Context(), &rpc.Method{},
			auth.Credentials{Authorization: []string{"Bearer " + a.Secret(key)}})
		if err != nil {
			t.Fatal(err)
		}
		return call.As(t.Context(), admitted.Caller, db)
	}
	east, west := time.FixedZone("east", 14*3600), time.FixedZone("west", -12*3600)
	for _, tt := range []struct {
		now    time.Time
		begun  bool
		reason string
	}{
		{time.Date(2026, 7, 1, 23, 59, 59, 999_999_999, time.UTC), false, "the last moment before"},
		{time.Date(2026, 7, 2, 0, 0, 0, 0, time.UTC), true, "the first moment"},
		{time.Date(2026, 7, 2, 13, 59, 59, 0, east), false, "the day before in UTC, though not on the server"},
		{time.Date(2026, 7, 1, 12, 0, 0, 0, west), true, "the day in UTC, though not on the server"},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			service.SetNow(func() time.Time { return tt.now })
			status, day, availability := pb.TimeOffStatus_TIME_OFF_STATUS_APPROVED, "2026-07-02", 0.0
			kind := a.ID("vacation")
			created, err := service.CreateTimeOff(as("lead"), &pb.CreateTimeOffRequest{TimeOff: &pb.TimeOff{
				UserId: a.ID("worker"), TimeOffTypeId: &kind, StartDate: &day, EndDate: &day,
				Availability: &availability, Reason: &tt.reason, Status: &status,
			}})
			if err != nil {
				t.Fatal(err)
			}
			_, err = service.DeleteTimeOff(as("worker"), &pb.DeleteTimeOffRequest{RequestId: created.GetData().GetId()})
			var p *problem.Error
			if denied := errors.As(err, &p) && p.Code == problem.PermissionDenied; denied != tt.begun ||
				(err != nil && !denied) {
				t.Errorf("deleting answers %v, want a refusal: %t", err, tt.begun)
			}
		})
	}
}
