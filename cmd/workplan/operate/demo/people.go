package demo

import (
	"slices"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

const (
	admin   = pb.Role_ROLE_ADMIN
	manager = pb.Role_ROLE_MANAGER
	member  = pb.Role_ROLE_MEMBER
)

// The capabilities of the people.
const (
	productDesign     = "Product Design"
	userResearch      = "User Research"
	brandDesign       = "Brand Design"
	frontend          = "Frontend Development"
	backend           = "Backend Development"
	mobile            = "Mobile Development"
	dataEngineering   = "Data Engineering"
	cloudOperations   = "Cloud Operations"
	qualityAssurance  = "Quality Assurance"
	projectManagement = "Project Management"
)

var capabilities = []string{
	productDesign, userResearch, brandDesign, frontend, backend, mobile, dataEngineering, cloudOperations,
	qualityAssurance, projectManagement,
}

// person is a user. The other tables refer to the person by handle, which is also the
// part of the e-mail address before the @.
type person struct {
	handle, name, country string
	// availability is in hours a week, see workdays.
	availability float64
	role         pb.Role
	// reportsTo is the handle of the manager.
	reportsTo string
	// capability is "" if the hours of the person have none.
	capability string
}

// people are in the order of their level, managers first.
var people = []person{
	{"ines", "Inês Carvalho", "PT", 40, admin, "", ""},

	{"marcus", "Marcus Oyelaran", "GB", 40, admin, "ines", ""},
	{"hanna", "Hanna Lindqvist", "SE", 40, manager, "ines", productDesign},
	{"rafael", "Rafael Ortega", "ES", 40, manager, "ines", backend},
	{"priya", "Priya Raman", "IN", 40, manager, "ines", projectManagement},

	{"noor", "Noor van Dijk", "NL", 32, member, "marcus", ""},
	{"sofia", "Sofia Marchetti", "IT", 40, manager, "hanna", productDesign},
	{"leila", "Leila Haddad", "LB", 36, member, "hanna", userResearch},
	{"tomasz", "Tomasz Wójcik", "PL", 40, manager, "hanna", brandDesign},
	{"kenji", "Kenji Morita", "JP", 40, manager, "rafael", frontend},
	{"amara", "Amara Okafor", "NG", 40, manager, "rafael", backend},
	{"lukas", "Lukas Brandt", "DE", 40, manager, "rafael", mobile},
	{"elif", "Elif Yıldız", "TR", 40, manager, "rafael", cloudOperations},
	{"joana", "Joana Figueiredo", "BR", 40, manager, "priya", projectManagement},
	{"callum", "Callum Reid", "GB", 40, manager, "priya", projectManagement},

	{"mei", "Mei Chen", "SG", 40, member, "sofia", productDesign},
	{"oliver", "Oliver Grant", "US", 40, member, "sofia", productDesign},
	{"camille", "Camille Dubois", "FR", 32, member, "sofia", productDesign},
	{"aditya", "Aditya Nair", "IN", 40, member, "sofia", productDesign},
	{"hyejin", "Park Hye-jin", "KR", 40, member, "leila", userResearch},
	{"zanele", "Zanele Dlamini", "ZA", 24, member, "leila", userResearch},
	{"freja", "Freja Nørgaard", "DK", 30, member, "tomasz", brandDesign},
	{"diego", "Diego Salazar", "MX", 40, member, "tomasz", brandDesign},
	{"bram", "Bram de Vries", "NL", 40, member, "kenji", frontend},
	{"yara", "Yara Mansour", "EG", 40, member, "kenji", frontend},
	{"nikolai", "Nikolai Petrov", "BG", 40, member, "kenji", frontend},
	{"chloe", "Chloé Martin", "CA", 36, member, "kenji", frontend},
	{"jonas", "Jonas Keller", "CH", 40, member, "amara", backend},
	{"thandiwe", "Thandiwe Moyo", "ZW", 40, member, "amara", backend},
	{"pedro", "Pedro Almeida", "PT", 40, member, "amara", backend},
	{"sanjay", "Sanjay Gupta", "IN", 40, member, "amara", backend},
	{"aoife", "Aoife Byrne", "IE", 40, member, "lukas", mobile},
	{"mateo", "Mateo Rossi", "AR", 40, member, "lukas", mobile},
	{"linh", "Trần Thùy Linh", "VN", 40, member, "lukas", mobile},
	{"viktor", "Viktor Horváth", "HU", 40, member, "elif", cloudOperations},
	{"ayesha", "Ayesha Khan", "PK", 32, member, "elif", dataEngineering},
	{"marta", "Marta Kowalska", "PL", 40, member, "joana", qualityAssurance},
	{"ibrahim", "Ibrahim Diallo", "SN", 40, member, "joana", qualityAssurance},
	{"emma", "Emma Virtanen", "FI", 40, member, "joana", projectManagement},
	{"samuel", "Samuel Adjei", "GH", 40, member, "joana", projectManagement},
	{"lucie", "Lucie Nováková", "CZ", 20, member, "callum", projectManagement},
}

// workdays has the hours from Monday to Friday for each availability. If the days differ,
// each person has them in a different order.
var workdays = map[float64][5]float64{
	40: {8, 8, 8, 8, 8},
	36: {8, 8, 8, 8, 4},
	32: {8, 8, 8, 8, 0},
	30: {6, 6, 6, 6, 6},
	24: {8, 8, 8, 0, 0},
	20: {4, 4, 4, 4, 4},
}

func email(handle string) string { return handle + "@larkfield.example.com" }

// approver returns the handle of the user who decides on the time off of a person: the
// manager, or the other admin for the head of the studio.
func approver(handle string) string {
	i := slices.IndexFunc(people, func(p person) bool { return p.handle == handle })
	if people[i].reportsTo == "" {
		return "marcus"
	}
	return people[i].reportsTo
}
