package main

// proposedColumns are the calls that the table of proposals counts.
var proposedColumns = []string{
	"live writes", "wishes", "overlays", "differences", "decisions", "applied", "refused", "mine", "theirs", "reverts",
}

// proposedColumn returns the column that counts a call, if any.
func proposedColumn(in *input, out *output) string {
	switch {
	case out.Code == proposalConflict:
		return "refused"
	case out.Status != ok:
		return ""
	case in.Kind == "apply":
		return map[string]string{"refuse": "applied", "mine": "mine", "theirs": "theirs"}[in.OnConflict]
	case in.Kind == "upsert" || in.isRewrite():
		if in.Proposal == "" {
			return "live writes"
		}
		return "wishes"
	case in.Kind == "list" && in.Proposal != "":
		return "overlays"
	}
	return map[string]string{
		"diff": "differences", "submit": "decisions", "approve": "decisions", "reject": "decisions",
		"withdraw": "decisions", "revert": "reverts",
	}[in.Kind]
}

const proposedExplained = `
## Proposals

Clients write and list the planned hours of two users on a few days of a project, live and in proposals, with upserts of one and of many
rows, windows and deletions, as the manager and an admin. They make proposals, submit, approve, reject, withdraw, apply and revert them,
and read the planned hours as a proposal would make them (*overlays*) and what it would change (*differences*), over REST and gRPC. The
history of a project is one model: its live rows, and the wishes of its proposals, each with the live row as it was when it was wished.
So a proposal may be applied only while it is approved, and exactly once; it is refused with ~proposal_conflict~ if and only if a
live row is neither as it was nor as it is wished, and then nothing of it is written; ~mine~ and ~theirs~ decide each such row. An overlay
always has the wishes over the live rows of one moment, and a difference shows each conflict. What a proposal has changed is what
reverting it undoes. At the end of the history, every proposal is read once more.

*With skew* counts projects, and also has this exception here: a write in a proposal, or an ~apply~ or ~revert~, may not see a live
write that commits between its look at the live rows and its own commit, and another call may read that row and not yet the change of the
proposal. Rows and wishes that it writes must be as it has seen them.

The columns from *live writes* to *reverts* count calls that succeeded, and *refused* those with ~proposal_conflict~. *Applied* are with
~refuse~, and count the repetitions of a call, too.

`

// proposalsTable returns the section about proposals of a report.
func (p *page) proposalsTable() string {
	return p.callTable(proposedExplained, "projects", proposedColumns,
		func(o outcome) callFigures { return o.proposed })
}
