package auth

// Private is what of a person an organization can hide from other people, one bit for each. GET /organization/privacy
// shows the choices; package permit knows whom they are about.
type Private uint8

// LeaveTypes are the types of time off, PendingRequests the requests that are not approved, WorkedHours the actual
// hours, and Utilization how planned hours compare with availability.
const (
	LeaveTypes Private = 1 << iota
	PendingRequests
	WorkedHours
	Utilization
)

// ofOrganization are the tables in which a look-up reads organizationColumns. The organization is $1.
const ofOrganization = `
JOIN organizations o ON o.id = $1
LEFT JOIN organization_privacy p ON p.organization_id = $1
LEFT JOIN closed_days d ON d.organization_id = $1`

// organizationColumns are the columns that a look-up reads of the organization o, its closed days d and its privacy
// p: the last one is what it hides.
const organizationColumns = `o.suspended_at, o.closed_at, o.moved_to, coalesce(d.version, 0),
       coalesce((p.leave_types = 'managers')::int + (p.pending_requests = 'managers')::int * 2 +
                (p.worked_hours = 'managers')::int * 4 + (p.utilization = 'managers')::int * 8, 0)`

// Hidden returns what of this the organization hides from the caller when it is about people whom the caller does not
// manage. It hides nothing from admins.
func (c *Caller) Hidden(what Private) Private {
	if c.IsAdmin() {
		return 0
	}
	return c.private & what
}

// Hides reports whether something of this is hidden.
func (c *Caller) Hides(what Private) bool { return c.Hidden(what) != 0 }
