package demo

import pb "github.com/workplan-api/workplan/gen/go/workplan/v1"

const (
	high   = pb.ClientPriority_CLIENT_PRIORITY_HIGH
	medium = pb.ClientPriority_CLIENT_PRIORITY_MEDIUM
	low    = pb.ClientPriority_CLIENT_PRIORITY_LOW
)

const (
	harbourline = "Harbourline Logistics"
	meridian    = "Meridian Health Group"
	solvane     = "Solvane Energy"
	tejo        = "Tejo Mutual"
	kestrel     = "Kestrel Aviation Services"
	nordhaven   = "Nordhaven Museum"
	copperleaf  = "Copperleaf Coffee"
	aurelia     = "Aurelia Hotels"
	sakura      = "Sakura Mobility"
	greenbarn   = "Greenbarn Foods"
	brightwater = "Brightwater Schools Trust"
	petrel      = "Petrel Insurance"
)

// client is a client of the studio. domain is the part of its addresses before
// .example.com. A past client is inactive.
type client struct {
	name, domain, country string
	priority              pb.ClientPriority
	categories            []string
	accountManager        string
	past                  bool
}

var clients = []client{
	{Name, "larkfield", "PT", low, []string{"internal"}, "marcus", false},
	{harbourline, "harbourline", "NL", high, []string{"logistics", "key account"}, "callum", false},
	{meridian, "meridian-health", "GB", high, []string{"healthcare", "key account", "retainer"}, "callum", false},
	{solvane, "solvane", "NO", high, []string{"energy", "key account"}, "priya", false},
	{tejo, "tejo-mutual", "PT", high, []string{"finance"}, "ines", false},
	{kestrel, "kestrel-aviation", "IE", medium, []string{"aviation"}, "callum", false},
	{nordhaven, "nordhaven-museum", "DK", medium, []string{"culture", "public sector"}, "hanna", false},
	{copperleaf, "copperleaf", "US", medium, []string{"retail", "loyalty"}, "lucie", false},
	{aurelia, "aurelia-hotels", "IT", medium, []string{"hospitality", "retainer"}, "lucie", false},
	{sakura, "sakura-mobility", "JP", high, []string{"mobility", "start-up"}, "priya", false},
	{greenbarn, "greenbarn", "FR", medium, []string{"food", "retail", "retainer"}, "lucie", false},
	{brightwater, "brightwater-schools", "GB", low, []string{"education", "pro bono"}, "hanna", false},
	{petrel, "petrel-insurance", "DE", low, []string{"finance", "insurance"}, "", true},
}
