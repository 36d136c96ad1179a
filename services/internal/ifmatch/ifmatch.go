// Package ifmatch is the optional precondition of a write: If-Match: "<version>"
// over REST, the metadata if-match over gRPC. Section 3 of decisions.md.
package ifmatch

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/workplan-api/workplan/internal/problem"
)

// Header is the name of the precondition.
const Header = "If-Match"

type key struct{}

// Parse reads the precondition of a request into its context. Anything but entity
// tags that hold a version, or *, is a validation_failed that names the header.
func Parse(ctx context.Context) (context.Context, error) {
	values := metadata.ValueFromIncomingContext(ctx, Header)
	if len(values) == 0 {
		return ctx, nil
	}
	var versions []int64
	for tag := range strings.SplitSeq(strings.Join(values, ","), ",") {
		tag = strings.TrimSpace(tag)
		if tag == "*" {
			return ctx, nil // every record that is there matches
		}
		version, err := strconv.ParseUint(unquoted(tag), 10, 63)
		if err != nil || version < 1 {
			return nil, malformed()
		}
		versions = append(versions, int64(version))
	}
	return context.WithValue(ctx, key{}, versions), nil
}

// Interceptor reads the precondition of a call, see Parse.
func Interceptor(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	ctx, err := Parse(ctx)
	if err != nil {
		return nil, err
	}
	return next(ctx, req)
}

func malformed() error {
	return problem.Field(problem.ValidationFailed, Header, `must be a version as it stands in the ETag, such as "3"`)
}

// Readable makes the precondition of a REST call one that the gateway passes on: that
// drops a value with anything but printable ASCII, and a precondition that is dropped is
// a change that overwrites another. A tab is white space and becomes a space; anything
// else is refused as Parse does.
func Readable(h http.Header) error {
	for i, value := range h[Header] {
		value = strings.ReplaceAll(value, "\t", " ")
		if strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r > '~' }) {
			return malformed()
		}
		h[Header][i] = value
	}
	return nil
}

// unquoted is the tag without its quotation marks, which may be missing, and without the
// mark of a weak tag: a proxy that compresses an answer makes its ETag weak.
func unquoted(tag string) string {
	if strings.HasPrefix(tag, `W/"`) {
		tag = tag[2:]
	}
	if len(tag) > 1 && tag[0] == '"' && tag[len(tag)-1] == '"' {
		return tag[1 : len(tag)-1]
	}
	return tag
}

// Check returns a version_conflict where the request asks for another version than
// the one that the record has.
func Check(ctx context.Context, version int64) error {
	versions, ok := ctx.Value(key{}).([]int64)
	if !ok || slices.Contains(versions, version) {
		return nil
	}
	return Conflict()
}

// Given tells whether the request names a version.
func Given(ctx context.Context) bool {
	return ctx.Value(key{}) != nil
}

// Conflict is the answer where a record has changed.
func Conflict() error {
	return problem.Conflict(problem.VersionConflict, "the record has changed since that version")
}
