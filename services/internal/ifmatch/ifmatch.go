// Package ifmatch implements the optional precondition of a write: the header If-Match in
// REST, and the metadata if-match in gRPC. The precondition lists the versions that the
// record may have, such as "3". If the record has another version, the write fails with
// version_conflict and changes nothing.
package ifmatch

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/workplan-api/workplan/internal/problem"
)

// The name of the precondition as an HTTP header and as gRPC metadata.
const (
	Header   = "If-Match"
	Metadata = "if-match"
)

// Separator separates the version in an ETag from a digest of the rest of the response. If-Match
// ignores the digest: it is about the record alone.
const Separator = "-"

type key struct{}

// Interceptor parses the precondition of a call. It fails with validation_failed if a value
// is neither * nor an entity tag with a version.
func Interceptor(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	ctx, err := Parse(ctx)
	if err != nil {
		return nil, err
	}
	return next(ctx, req)
}

// Parse reads the precondition from the incoming metadata and returns a context with it. It
// fails as Interceptor does.
func Parse(ctx context.Context) (context.Context, error) {
	values := metadata.ValueFromIncomingContext(ctx, Metadata)
	if len(values) == 0 {
		return ctx, nil
	}
	var versions []int64
	for tag := range strings.SplitSeq(strings.Join(values, ","), ",") {
		tag = strings.Trim(tag, " \t")
		if tag == "*" {
			return ctx, nil // any version matches
		}
		text, _, _ := strings.Cut(unquoted(tag), Separator)
		version, err := strconv.ParseUint(text, 10, 63)
		if err != nil {
			return nil, problem.Field(problem.ValidationFailed, Header, `must be a version as in the ETag, such as "3"`)
		}
		versions = append(versions, int64(version))
	}
	return context.WithValue(ctx, key{}, versions), nil
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

// Check returns Conflict if the request has a precondition that does not list version.
func Check(ctx context.Context, version int64) error {
	versions, ok := ctx.Value(key{}).([]int64)
	if !ok || slices.Contains(versions, version) {
		return nil
	}
	return Conflict()
}

// Given reports whether the request lists a version.
func Given(ctx context.Context) bool {
	return ctx.Value(key{}) != nil
}

// Without returns a context without the precondition, for changes of other records.
func Without(ctx context.Context) context.Context {
	return context.WithValue(ctx, key{}, nil)
}

// Conflict returns the error for a record that no longer has a version that the request
// lists.
func Conflict() error {
	return problem.Conflict(problem.VersionConflict, "the record has changed since that version")
}
