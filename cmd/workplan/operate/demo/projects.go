package demo

import pb "github.com/workplan-api/workplan/gen/go/workplan/v1"

const (
	draft     = pb.ProjectStatus_PROJECT_STATUS_DRAFT
	planned   = pb.ProjectStatus_PROJECT_STATUS_PLANNED
	active    = pb.ProjectStatus_PROJECT_STATUS_ACTIVE
	completed = pb.ProjectStatus_PROJECT_STATUS_COMPLETED
	cancelled = pb.ProjectStatus_PROJECT_STATUS_CANCELLED
)

const (
	indigo  = pb.ProjectColor_PROJECT_COLOR_INDIGO
	teal    = pb.ProjectColor_PROJECT_COLOR_TEAL
	orange  = pb.ProjectColor_PROJECT_COLOR_ORANGE
	pink    = pb.ProjectColor_PROJECT_COLOR_PINK
	blue    = pb.ProjectColor_PROJECT_COLOR_BLUE
	lime    = pb.ProjectColor_PROJECT_COLOR_LIME
	purple  = pb.ProjectColor_PROJECT_COLOR_PURPLE
	brown   = pb.ProjectColor_PROJECT_COLOR_BROWN
	cyan    = pb.ProjectColor_PROJECT_COLOR_CYAN
	green   = pb.ProjectColor_PROJECT_COLOR_GREEN
	magenta = pb.ProjectColor_PROJECT_COLOR_MAGENTA
	gray    = pb.ProjectColor_PROJECT_COLOR_GRAY
)

type billing struct {
	kind               pb.BillingType
	amount, hourlyRate *float64
}

func fixedPrice(amount float64) billing {
	return billing{kind: pb.BillingType_BILLING_TYPE_FIXED_PRICE, amount: &amount}
}

func retainer(amount float64) billing {
	return billing{kind: pb.BillingType_BILLING_TYPE_RETAINER, amount: &amount}
}

func timeMaterials(hourlyRate float64) billing {
	return billing{kind: pb.BillingType_BILLING_TYPE_TIME_MATERIALS, hourlyRate: &hourlyRate}
}

func nonBillable() billing {
	return billing{kind: pb.BillingType_BILLING_TYPE_NON_BILLABLE}
}

// project is a project of a client. It starts on the Monday of the week in from and ends
// on the Friday of the week in to. Week 0 is the current week.
type project struct {
	name, client string
	from, to     int
	status       pb.ProjectStatus
	billing      billing
	manager      string
	// Projects that somebody works for at the same time have different colours.
	color pb.ProjectColor
	// team has the handles of the people who work for the project. Nobody works for more
	// than three projects in a week.
	team      string
	objective string
}

// studioOperations is the project for weeks without another project, and for unplanned
// meetings.
const studioOperations = "Studio Operations"

var projects = []project{
	{studioOperations, Name, -52, 26, active, nonBillable(), "marcus", gray,
		"ines marcus noor hanna rafael lucie",
		"Keep the studio running: hiring, finance, the office and the weekly review."},
	{"New Business", Name, -39, 26, active, nonBillable(), "ines", indigo,
		"ines callum hanna priya tomasz",
		"Win work worth 4 million euros a year, half of it from clients we have."},
	{"Engineering Playbook", Name, -12, 12, active, nonBillable(), "rafael", teal,
		"rafael kenji elif",
		"Write down how we build: reviews, releases, incidents, accessibility."},
	{"Customer Portal", harbourline, -10, 16, active, timeMaterials(135), "emma", orange,
		"emma sofia mei kenji bram jonas marta",
		"Let shippers book, track and pay without calling. Half of all bookings online by the end of the project."},
	{"Warehouse Scanner App", harbourline, -26, -4, completed, fixedPrice(264_000), "samuel", pink,
		"samuel lukas aoife thandiwe diego ibrahim",
		"Replace the handheld scanners of three warehouses with an app on rugged phones."},
	{"Tracking API", harbourline, 3, 20, planned, timeMaterials(142.5), "emma", blue,
		"emma amara thandiwe viktor",
		"Give carriers one public API for the position of a parcel, with webhooks."},
	{"Patient Booking", meridian, -16, 8, active, fixedPrice(480_000), "joana", lime,
		"joana oliver leila yara nikolai pedro marta",
		"Online booking for 34 clinics, usable by people who have never used one."},
	{"Design System", meridian, -20, 24, active, retainer(18_000), "sofia", purple,
		"sofia camille chloe",
		"One library of components for all the products of the group, kept up month by month."},
	{"Accessibility Audit", meridian, -14, -7, completed, fixedPrice(38_500), "leila", brown,
		"leila zanele camille",
		"Audit seven public sites against WCAG 2.2 AA and teach the teams to repair what is found."},
	{"Grid Dashboard", solvane, -6, 22, active, timeMaterials(148), "samuel", cyan,
		"samuel aditya chloe elif ayesha viktor sanjay",
		"Show the load of 1,900 substations as it changes, and warn before a limit is reached."},
	{"Field Service App", solvane, 4, 26, planned, fixedPrice(310_000), "samuel", green,
		"samuel lukas mateo hyejin",
		"Work orders for technicians who are out of reach of a network for most of the day."},
	{"Data Platform Discovery", solvane, -13, -5, completed, timeMaterials(155), "elif", magenta,
		"elif ayesha hyejin sanjay viktor",
		"Find out which of eleven data sources can feed a common platform, and at what cost."},
	{"Mobile Banking", tejo, -22, 10, active, fixedPrice(620_000), "joana", indigo,
		"joana lukas linh mateo amara aditya ibrahim",
		"A new app for members: accounts, transfers and cards, approved by the regulator."},
	{"Brand Refresh", tejo, -20, -6, completed, fixedPrice(92_000), "tomasz", teal,
		"tomasz freja diego",
		"A mark, a typeface and guidelines that work on a card, a phone and a branch."},
	{"Crew Rostering", kestrel, -8, 12, active, timeMaterials(138), "emma", purple,
		"emma kenji nikolai thandiwe hyejin",
		"Plan crews within the limits on duty time, and swap shifts without a phone call."},
	{"Maintenance Records", kestrel, 4, 26, draft, fixedPrice(195_000), "samuel", orange,
		"diego ibrahim zanele",
		"Paperless records of line maintenance. Scope and price are still being discussed."},
	{"Online Collection", nordhaven, -4, 9, active, fixedPrice(118_000), "tomasz", blue,
		"tomasz freja diego bram zanele",
		"Bring 80,000 objects online, with a search that forgives spelling."},
	{"Loyalty App", copperleaf, -14, 6, active, timeMaterials(128), "callum", lime,
		"callum aoife mei sanjay mateo",
		"Ordering ahead and a stamp card for 210 coffee bars."},
	{"Store Kiosk", copperleaf, -15, -8, cancelled, fixedPrice(76_000), "callum", pink,
		"callum yara oliver",
		"Self-service ordering in the shop. Stopped after the pilot, for lack of floor space."},
	{"Booking Engine", aurelia, 2, 18, planned, fixedPrice(275_000), "joana", brown,
		"joana oliver pedro jonas yara",
		"Direct booking for 46 hotels, to pay less commission."},
	{"Website Care", aurelia, -30, 20, active, retainer(6_500), "lucie", cyan,
		"lucie bram freja",
		"Small changes, monitoring and security updates, 60 hours a month."},
	{"Rider App", sakura, -9, 15, active, timeMaterials(145), "priya", green,
		"priya linh aoife mei thandiwe ibrahim",
		"Find, unlock and pay for an electric scooter in under 20 seconds."},
	{"Charging Map", sakura, 2, 16, draft, timeMaterials(145), "priya", magenta,
		"priya linh aoife",
		"A map of charging points with live availability. Waiting for the data contract."},
	{"Supplier Portal", greenbarn, 1, 14, planned, timeMaterials(130), "samuel", teal,
		"samuel hanna camille nikolai sanjay marta",
		"Let 400 farms announce deliveries and see what was paid."},
	{"Shop Support", greenbarn, -20, 26, active, retainer(9_800), "lucie", indigo,
		"lucie chloe pedro",
		"Keep the web shop fast and correct, with an answer within four hours."},
	{"Learning Hub", brightwater, 3, 12, cancelled, nonBillable(), "hanna", magenta,
		"",
		"A pro bono site for teaching material. Called off before it began: the grant was not given."},
	{"Claims Prototype", petrel, -20, -9, completed, fixedPrice(54_000), "hanna", pink,
		"hanna camille jonas hyejin",
		"Test with 24 customers whether a claim can be made in a chat."},
}
