// Package ifmatch is the optional precondition of a write: the header If-Match over
// REST, the metadata if-match over gRPC. It names the versions that the record may
// have, such as "3". If the record has another version, the write fails with
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

// The name of the precondition, as a header of HTTP and as metadata of gRPC.
const (
	Header   = "If-Match"
	Metadata = "if-match"
)

type key struct{}

// Interceptor parses the precondition of a call. It fails with validation_failed if
// the values are neither a list of entity tags that hold a version nor *.
func Interceptor(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	ctx, err := Parse(ctx)
	if err != nil {
		return nil, err
	}
	return next(ctx, req)
}

// Parse returns a context that knows the precondition in the metadata of a request,
// if there is one. Its error is that of Interceptor.
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
		version, err := strconv.ParseUint(unquoted(tag), 10, 63)
		if err != nil || version < 1 {
			return nil, problem.Field(problem.ValidationFailed, Header, `must be a version as in the ETag, such as "3"`)
		}
		versions = append(versions, int64(version))
	}
	return context.WithValue(ctx, key{}, versions), nil
}

// unquoted returns the tag without its quotation marks, which may be missing, and
// without the W/ of a weak tag: a compressed response has a weak ETag.
func unquoted(tag string) string {
	if strings.HasPrefix(tag, `W/"`) {
		tag = tag[2:]
	}
	if len(tag) > 1 && tag[0] == '"' && tag[len(tag)-1] == '"' {
		return tag[1 : len(tag)-1]
	}
	return tag
}

// Check returns Conflict if the request names versions and version is none of them.
func Check(ctx context.Context, version int64) error {
	versions, ok := ctx.Value(key{}).([]int64)
	if !ok || slices.Contains(versions, version) {
		return nil
	}
	return Conflict()
}

// Given reports whether the request names a version.
func Given(ctx context.Context) bool {
	return ctx.Value(key{}) != nil
}

// Conflict is the error of a write whose record has changed since the version that the
// request names.
func Conflict() error {
	return problem.Conflict(problem.VersionConflict, "the record has changed since that version")
}
