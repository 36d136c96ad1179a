package apitest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/workplan-api/workplan/internal/strictjson"
)

// Answer is the response of a call, over either protocol.
type Answer struct {
	// Status is the HTTP status; 0 over gRPC.
	Status int
	// GRPC is the status code; OK over REST.
	GRPC codes.Code
	// Code, Message and Fields describe the error. Fields has the paths of the bad fields
	// in the order of the response.
	Code    string
	Message string
	Fields  []string
	// Body is the decoded JSON of the response. Over gRPC it is the response message as
	// the REST API would write it.
	Body any
	// Raw is the body of a REST response.
	Raw []byte
	// Header is the header of a REST response.
	Header http.Header
	// Metadata is the header of a gRPC response.
	Metadata metadata.MD
	// RetryAfter is the time to wait: Retry-After over REST, RetryInfo over gRPC, else 0.
	RetryAfter time.Duration
}

// REST calls the API with the key named as, or without a key if as is empty. call is a
// method and a path. If body is empty, the request has no body. The test fails if the
// response differs from the OpenAPI document. Unless header asks for it, the response is
// not compressed.
func (a *API) REST(t testing.TB, as, call, body string, header map[string]string) *Answer {
	t.Helper()
	verb, path, _ := strings.Cut(a.Expand(call), " ")
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(a.Expand(body))
	}
	req, err := http.NewRequestWithContext(t.Context(), verb, a.URL+path, reader)
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if as != "" {
		req.Header.Set("Authorization", "Bearer "+a.Secret(as))
	}
	req.Header.Set("Accept-Encoding", "identity")
	for name, value := range header {
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if err := Undescribed(verb, a.URL+path, resp.StatusCode, resp.Header, raw); err != nil {
		t.Errorf("%s: %v\n%s", call, err, raw)
	}
	ans := &Answer{Status: resp.StatusCode, Raw: raw, Header: resp.Header}
	if after := resp.Header.Get("Retry-After"); after != "" {
		if ans.RetryAfter, err = time.ParseDuration(after + "s"); err != nil {
			t.Errorf("%s: Retry-After is %q", call, after)
		}
	}
	if verb == http.MethodHead || resp.StatusCode == http.StatusNotModified {
		return ans
	}
	if err := json.Unmarshal(raw, &ans.Body); err != nil {
		t.Fatalf("%s: the response is not JSON: %v\n%s", call, err, raw)
	}
	var failure struct {
		Error struct {
			Message, Code, RequestID string
			Details                  []struct{ Field, Message string }
		}
	}
	if resp.StatusCode != http.StatusOK {
		if err := json.Unmarshal(raw, &failure); err != nil {
			t.Fatalf("%s: the error is not in its envelope: %v\n%s", call, err, raw)
		}
		ans.Code, ans.Message = failure.Error.Code, failure.Error.Message
		for _, d := range failure.Error.Details {
			ans.Fields = append(ans.Fields, d.Field)
		}
		if ans.Message == "" || failure.Error.RequestID == "" {
			t.Errorf("%s: an error without message or requestId: %s", call, raw)
		}
	}
	return ans
}

// Call calls an rpc, such as "ClientService/CreateClient", with a request in protojson.
func (a *API) Call(t testing.TB, as, rpc, request string, header map[string]string) *Answer {
	t.Helper()
	service, method, _ := strings.Cut(rpc, "/")
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName("workplan.v1." + service))
	if err != nil {
		t.Fatal(err)
	}
	md := d.(protoreflect.ServiceDescriptor).Methods().ByName(protoreflect.Name(method))
	if md == nil {
		t.Fatalf("there is no rpc %s", rpc)
	}
	req, resp := newMessage(t, md.Input()), newMessage(t, md.Output())
	if request != "" {
		if err := protojson.Unmarshal([]byte(a.Expand(request)), req); err != nil {
			t.Fatalf("%s: the request of the test: %v", rpc, err)
		}
	}
	return a.Invoke(t, as, "/workplan.v1."+rpc, req, resp, header)
}

// NewResponse returns an empty response of a method.
func NewResponse(t testing.TB, service protoreflect.FullName, method protoreflect.Name) proto.Message {
	t.Helper()
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(service.Append(method))
	if err != nil {
		t.Fatal(err)
	}
	return newMessage(t, d.(protoreflect.MethodDescriptor).Output())
}

func newMessage(t testing.TB, md protoreflect.MessageDescriptor) proto.Message {
	mt, err := protoregistry.GlobalTypes.FindMessageByName(md.FullName())
	if err != nil {
		t.Fatal(err)
	}
	return mt.New().Interface()
}

// Invoke calls the method with that full name. The test fails if an error of the service
// lacks the id of its request.
func (a *API) Invoke(t testing.TB, as, method string, req, resp proto.Message, header map[string]string) *Answer {
	t.Helper()
	ctx := a.Context(t.Context(), as)
	for name, value := range header {
		ctx = metadata.AppendToOutgoingContext(ctx, name, value)
	}
	var headers metadata.MD
	err := a.Conn.Invoke(ctx, method, req, resp, grpc.WaitForReady(true), grpc.Header(&headers))
	st := status.Convert(err)
	ans := &Answer{GRPC: st.Code(), Message: st.Message(), Metadata: headers}
	var ids []string
	for _, detail := range st.Details() {
		switch d := detail.(type) {
		case *errdetails.ErrorInfo:
			ans.Code = d.GetReason()
		case *errdetails.RequestInfo:
			ids = append(ids, d.GetRequestId())
		case *errdetails.RetryInfo:
			ans.RetryAfter = d.GetRetryDelay().AsDuration()
		case *errdetails.BadRequest:
			for _, v := range d.GetFieldViolations() {
				ans.Fields = append(ans.Fields, v.GetField())
			}
		}
	}
	if ans.Code != "" && (len(ids) != 1 || !slices.Equal(ids, headers.Get("x-request-id"))) {
		t.Errorf("%s: the error is of request %q, the headers of %q", method, ids, headers.Get("x-request-id"))
	}
	if err == nil {
		raw, err := strictjson.Append(nil, resp)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.NewDecoder(bytes.NewReader(raw)).Decode(&ans.Body); err != nil {
			t.Fatal(err)
		}
	}
	return ans
}

// Context returns a context that calls gRPC with the key of that name.
func (a *API) Context(ctx context.Context, as string) context.Context {
	if as == "" {
		return ctx
	}
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+a.Secret(as))
}
