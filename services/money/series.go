package money

// series is one of the lists of figures.
type series int

// The series of revenues, and those of costs, are in the order of kinds of hours. After these is that of the forecast.
const (
	plannedRevenue series = iota
	tentativeRevenue
	unfilledRevenue
	actualRevenue
	forecastRevenue
	plannedCost
	tentativeCost
	unfilledCost
	actualCost
	forecastCost
	margin
	unpricedHours
	unbilledHours
	uncostedHours
	seriesCount
)

var seriesNames = [seriesCount]string{
	"plannedRevenue", "tentativeRevenue", "unfilledRevenue", "actualRevenue", "forecastRevenue",
	"plannedCost", "tentativeCost", "unfilledCost", "actualCost", "forecastCost", "margin",
	"unpricedHours", "unbilledHours", "uncostedHours",
}

// isHours reports whether the figures are hours, and not amounts.
func (s series) isHours() bool { return s >= unpricedHours }

// ofCosts reports whether only those who read costs have the series.
func (s series) ofCosts() bool { return plannedCost <= s && s <= margin || s == uncostedHours }
