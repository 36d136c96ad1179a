package call

import (
	"slices"
	"strconv"
	"strings"

	"github.com/workplan-api/workplan/internal/problem"
)

// IfMatch is the header with the optional precondition of a write, and the metadata of a gRPC call. It lists the
// versions that the record may have, such as "3". If the record has another version, the write fails with
// version_conflict and changes nothing.
const IfMatch = "If-Match"

// TagSeparator separates the version in an ETag from a digest of the rest of the response. If-Match ignores the digest:
// it is about the record alone.
const TagSeparator = "-"

// Versions are the versions that a record may have. Nil is any version.
type Versions []int64

// Check returns VersionConflict if there is a precondition, and it does not list a version.
func (v Versions) Check(version int64) error {
	if v == nil || slices.Contains(v, version) {
		return nil
	}
	return VersionConflict()
}

// parseIfMatch returns the versions that the values of If-Match list. It fails with validation_failed if a value is
// neither * nor an entity tag with a version.
func parseIfMatch(values []string) (versions Versions, err error) {
	if len(values) == 0 {
		return nil, nil
	}
	for tag := range strings.SplitSeq(strings.Join(values, ","), ",") {
		tag = strings.Trim(tag, " \t")
		if tag == "*" {
			return nil, nil // any version matches
		}
		text, _, _ := strings.Cut(unquoted(tag), TagSeparator)
		version, err := strconv.ParseUint(text, 10, 63)
		if err != nil {
			return nil, problem.Field(problem.ValidationFailed, IfMatch,
				`must be a version as in the ETag, such as "3"`)
		}
		versions = append(versions, int64(version))
	}
	return versions, nil
}

// unquoted returns the tag without its quotation marks, which are optional. It also removes
// the W/ of a weak tag, because compressed responses have weak ETags.
func unquoted(tag string) string {
	if strings.HasPrefix(tag, `W/"`) {
		tag = tag[2:]
	}
	if len(tag) > 1 && tag[0] == '"' && tag[len(tag)-1] == '"' {
		return tag[1 : len(tag)-1]
	}
	return tag
}

// VersionConflict returns the error for a record that no longer has a version that the request
// lists.
func VersionConflict() error {
	return problem.Conflict(problem.VersionConflict, "the record has changed since that version")
}
