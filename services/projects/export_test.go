package projects

// BillingType is billingType.
var BillingType = billingType
