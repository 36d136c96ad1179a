package call

import "context"

// Condition is the If-None-Match of a REST call that reads. The header lists ETags, each with a tag: the version of a
// record, or the last event that figures include. If a response has more or less than its record, its tag is the
// version with a digest of the content. If the condition is nil, the call writes.
type Condition struct {
	lists   func(tag string) bool
	tag     string
	matches bool
	byBody  bool
}

// NewCondition returns a condition. lists reports whether the header has the ETag of a tag.
func NewCondition(lists func(tag string) bool) *Condition { return &Condition{lists: lists} }

// Check reports whether the client has the response with a tag. Then REST sends 304.
func (c *Condition) Check(tag string) bool {
	if c != nil {
		c.tag, c.matches = tag, c.lists(tag)
	}
	return c.Matches()
}

// Tag returns the tag of the response, or "" if nobody has set it.
func (c *Condition) Tag() string {
	if c == nil {
		return ""
	}
	return c.tag
}

// Matches returns the result of the last Check.
func (c *Condition) Matches() bool { return c != nil && c.matches }

// ByBody reports whether the rpc has called TagByBody.
func (c *Condition) ByBody() bool { return c != nil && c.byBody }

// CheckTag sets the tag of the response of an rpc. If it returns true, the client has the response
// already, and the rpc may skip the work: REST sends 304. It returns false over gRPC, and if the
// tag is not final, that is, if the response may change while its tag stays the same.
func CheckTag(ctx context.Context, tag string, final bool) bool {
	c := FromContext(ctx).Condition
	if c == nil {
		return false
	}
	if !final {
		c.tag = tag
		return false
	}
	return c.Check(tag)
}

// TagByBody lets the tag of the response depend on all of its content, not only on the version of its
// record. Rpcs call it if the content may change while the version stays the same.
func (c *Condition) TagByBody() {
	if c != nil {
		c.byBody = true
	}
}
