package main

import (
	"net/http"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
	"github.com/workplan-api/workplan/test/openapi"
)

// readCodes reads the status of each error code.
func (b *builder) readCodes(ed protoreflect.EnumDescriptor) {
	for i := range ed.Values().Len() {
		v := ed.Values().Get(i)
		if status := option[*pb.ErrorStatus](v, pb.E_RespondsWith); status != nil {
			name, _ := protoconv.WordsOf(ed).Word(v.Number())
			http := int(status.GetHttp())
			b.codes[http] = append(b.codes[http], errorCode{name, text(v), status})
		}
	}
}

// httpStatus is the HTTP status of a gRPC status code, given by name.
func (b *builder) httpStatus(grpc string) int {
	for _, status := range documented {
		for _, code := range b.codes[status] {
			if code.status.GetGrpc() == grpc {
				return status
			}
		}
	}
	b.fail("no error code has the status %s", grpc)
	return 0
}

// documented are the error statuses of operations. 405 is not one: it belongs to a path.
var documented = []int{
	http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusNotAcceptable,
	http.StatusConflict, http.StatusGone,
	http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusTooManyRequests,
	http.StatusInternalServerError, http.StatusServiceUnavailable,
}

func responseName(status int) string { return strings.ReplaceAll(http.StatusText(status), " ", "") }

// errorResponses adds a response for each status, with an example of each code.
func (b *builder) errorResponses() {
	b.doc.Components.Responses.Set(responseName(http.StatusNotModified), &openapi.Response{
		Description: "Not Modified\n\nThe record has the version in `If-None-Match`. There is no body.",
		Headers:     headersNamed(slices.Concat([]string{"X-Request-Id"}, quotaHeaders, []string{"ETag"})...),
	})
	for _, status := range documented {
		names := []string{"X-Request-Id"}
		if status != http.StatusUnauthorized {
			names = append(names, quotaHeaders...)
		}
		switch status {
		case http.StatusUnauthorized:
			names = append(names, "WWW-Authenticate")
		case http.StatusConflict, http.StatusTooManyRequests, http.StatusServiceUnavailable:
			names = append(names, "Retry-After")
		}
		media := openapi.Media{Schema: b.reference(b.errorBody, response)}
		var meanings []string
		for _, code := range b.codes[status] {
			media.Examples.Set(code.name, &openapi.Example{Summary: code.meaning, Value: b.errorExample(code)})
			meanings = append(meanings, "- `"+code.name+"`: "+code.meaning)
		}
		b.doc.Components.Responses.Set(responseName(status), &openapi.Response{
			Description: http.StatusText(status) + "\n\n" + strings.Join(meanings, "\n"),
			Headers:     headersNamed(names...),
			Content:     map[string]openapi.Media{mediaType: media},
		})
	}
}

// errorExample is an error body with the code.
func (b *builder) errorExample(c errorCode) any {
	details := []any{}
	if field := c.status.GetField(); field != "" {
		details = append(details,
			object("field", field, "message", strings.TrimPrefix(c.status.GetMessage(), field+" ")))
	}
	body := exampleMessage(b.errorBody, response)
	told := body.Get("error").(*openapi.Map[any])
	told.Set("message", c.status.GetMessage())
	told.Set("code", c.name)
	told.Set("details", details)
	return body
}
