package main

import (
	"net/http"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/openapi"
	"github.com/workplan-api/workplan/internal/protoconv"
)

// readCodes reads what each error code is answered with.
func (b *builder) readCodes(ed protoreflect.EnumDescriptor) {
	for i := range ed.Values().Len() {
		v := ed.Values().Get(i)
		if status := option[*pb.ErrorStatus](v, pb.E_AnsweredWith); status != nil {
			name, _ := protoconv.WordsOf(ed).Word(v.Number())
			http := int(status.GetHttp())
			b.codes[http] = append(b.codes[http], errorCode{name, text(v), status})
		}
	}
}

// httpStatus is the status over REST of the name of a gRPC status code.
func (b *builder) httpStatus(grpc string) int {
	for _, status := range documented {
		for _, code := range b.codes[status] {
			if code.status.GetGrpc() == grpc {
				return status
			}
		}
	}
	b.fail("no error is answered with %s", grpc)
	return 0
}

// documented are the statuses of errors that operations have. 405 is of paths.
var documented = []int{
	http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusConflict,
	http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusTooManyRequests,
	http.StatusInternalServerError, http.StatusServiceUnavailable,
}

func responseName(status int) string { return strings.ReplaceAll(http.StatusText(status), " ", "") }

// errorResponses adds the answers of the statuses, each with an example of every code.
func (b *builder) errorResponses() {
	for _, status := range documented {
		names := slices.Clone(always)
		switch status {
		case http.StatusUnauthorized:
			names = []string{"X-Request-Id", "WWW-Authenticate"}
		case http.StatusTooManyRequests, http.StatusServiceUnavailable:
			names = append(names, "Retry-After")
		}
		media := openapi.Media{Schema: b.reference(b.errorBody, answer)}
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

// errorExample is the body of an error with the code.
func (b *builder) errorExample(c errorCode) any {
	details := []any{}
	if field := c.status.GetField(); field != "" {
		details = append(details, object("field", field, "message", strings.TrimPrefix(c.status.GetMessage(), field+" ")))
	}
	body := exampleMessage(b.errorBody, answer)
	told := body.Get("error").(*openapi.Map[any])
	told.Set("message", c.status.GetMessage())
	told.Set("code", c.name)
	told.Set("details", details)
	return body
}
