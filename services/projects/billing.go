package projects

import (
	"github.com/workplan-api/workplan/ent/project"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/protoconv"
)

// billingType returns the billing type of a new project. If the request has no billing
// type, an amount means fixed_price, an hourly rate means time_materials, and neither means
// that the project is not billable. It returns an error if the amount or the hourly rate
// does not fit the billing type, or if both are given without one.
func billingType(in *pb.Project) (project.BillingType, error) {
	switch {
	case in.BillingType == nil && in.Amount != nil && in.HourlyRate != nil:
		return "", problem.Field(problem.ValidationFailed, "project.hourly_rate",
			"must not be given together with an amount")
	case in.BillingType == nil && in.Amount != nil:
		return project.BillingTypeFixedPrice, nil
	case in.BillingType == nil && in.HourlyRate != nil:
		return project.BillingTypeTimeMaterials, nil
	case in.BillingType == nil:
		return project.BillingTypeNonBillable, nil
	}
	t := protoconv.Word[project.BillingType](in.GetBillingType())
	if in.Amount != nil && t != project.BillingTypeFixedPrice && t != project.BillingTypeRetainer {
		return "", problem.Field(problem.ValidationFailed, "project.amount",
			"goes only with the billing types fixed_price and retainer")
	}
	if in.HourlyRate != nil && t != project.BillingTypeTimeMaterials {
		return "", problem.Field(problem.ValidationFailed, "project.hourly_rate",
			"goes only with the billing type time_materials")
	}
	return t, nil
}
