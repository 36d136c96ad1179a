package projects_test

import (
	"errors"
	"testing"

	"github.com/workplan-api/workplan/ent/project"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/projects"
)

func TestBillingType(t *testing.T) {
	zero := 0.0
	for _, tt := range []struct {
		name         string
		given        pb.BillingType
		amount, rate *float64
		want         project.BillingType
		wrong        string
	}{
		{name: "nothing given", want: "non_billable"},
		{name: "an amount means a fixed price, 0 also", amount: &zero, want: "fixed_price"},
		{name: "a rate means time and materials, 0 also", rate: &zero, want: "time_materials"},
		{name: "both mean nothing", amount: &zero, rate: &zero, wrong: "project.hourly_rate"},

		{name: "fixed price", given: pb.BillingType_BILLING_TYPE_FIXED_PRICE, want: "fixed_price"},
		{name: "fixed price, amount", given: pb.BillingType_BILLING_TYPE_FIXED_PRICE,
			amount: &zero, want: "fixed_price"},
		{name: "fixed price, rate", given: pb.BillingType_BILLING_TYPE_FIXED_PRICE, rate: &zero,
			wrong: "project.hourly_rate"},
		{name: "fixed price, both", given: pb.BillingType_BILLING_TYPE_FIXED_PRICE, amount: &zero, rate: &zero,
			wrong: "project.hourly_rate"},

		{name: "retainer", given: pb.BillingType_BILLING_TYPE_RETAINER, want: "retainer"},
		{name: "retainer, amount", given: pb.BillingType_BILLING_TYPE_RETAINER, amount: &zero, want: "retainer"},
		{name: "retainer, rate", given: pb.BillingType_BILLING_TYPE_RETAINER, rate: &zero,
			wrong: "project.hourly_rate"},

		{name: "time and materials", given: pb.BillingType_BILLING_TYPE_TIME_MATERIALS, want: "time_materials"},
		{name: "time and materials, amount", given: pb.BillingType_BILLING_TYPE_TIME_MATERIALS,
			amount: &zero, wrong: "project.amount"},
		{name: "time and materials, rate", given: pb.BillingType_BILLING_TYPE_TIME_MATERIALS,
			rate: &zero, want: "time_materials"},
		{name: "time and materials, both", given: pb.BillingType_BILLING_TYPE_TIME_MATERIALS, amount: &zero,
			rate: &zero, wrong: "project.amount"},

		{name: "not billable", given: pb.BillingType_BILLING_TYPE_NON_BILLABLE, want: "non_billable"},
		{name: "not billable, amount", given: pb.BillingType_BILLING_TYPE_NON_BILLABLE,
			amount: &zero, wrong: "project.amount"},
		{name: "not billable, rate", given: pb.BillingType_BILLING_TYPE_NON_BILLABLE, rate: &zero,
			wrong: "project.hourly_rate"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := &pb.Project{Amount: tt.amount, HourlyRate: tt.rate}
			if tt.given != 0 {
				in.BillingType = &tt.given
			}
			got, err := projects.BillingType(in)
			wrong := ""
			var p *problem.Error
			if errors.As(err, &p) && p.Code == problem.ValidationFailed {
				wrong = p.Details[0].Field
			} else if err != nil {
				t.Fatal(err)
			}
			if got != tt.want || wrong != tt.wrong {
				t.Errorf("got %q and wrong field %q, want %q and %q", got, wrong, tt.want, tt.wrong)
			}
		})
	}
}
