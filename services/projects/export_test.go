package projects

// BillingType and Pattern are the unexported functions of these names.
var (
	BillingType = billingType
	Pattern     = pattern
)
