package workplangrpc

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/workplan-api/workplan/clients/go/workplan"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

const key = "wpk_secret"

// server responds to calls with an error or a long message, and counts them.
type server struct {
	pb.UnimplementedMeServiceServer
	pb.UnimplementedClientServiceServer
	err     error
	calls   int
	keys    []string // the idempotency keys of the updates
	journal pb.EventServiceServer
}

func (s *server) GetMe(context.Context, *pb.GetMeRequest) (*pb.GetMeResponse, error) {
	s.calls++
	return &pb.GetMeResponse{Data: &pb.KeyIdentity{KeyName: strings.Repeat("long", 100)}}, s.err
}

func (s *server) CreateClient(context.Context, *pb.CreateClientRequest) (*pb.CreateClientResponse, error) {
	s.calls++
	return &pb.CreateClientResponse{Data: &pb.Client{Id: strings.Repeat("long", 100)}}, s.err
}

func (s *server) UpdateClient(ctx context.Context, _ *pb.UpdateClientRequest) (*pb.UpdateClientResponse, error) {
	s.keys = append(s.keys, strings.Join(metadata.ValueFromIncomingContext(ctx, idempotencyKey), ","))
	return &pb.UpdateClientResponse{}, s.err
}

func serve(t *testing.T, s *server, opts ...grpc.DialOption) *grpc.ClientConn {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := grpc.NewServer()
	pb.RegisterMeServiceServer(srv, s)
	pb.RegisterClientServiceServer(srv, s)
	if s.journal != nil {
		pb.RegisterEventServiceServer(srv, s.journal)
	}
	go func() { _ = srv.Serve(l) }() // until it is stopped
	t.Cleanup(srv.Stop)
	return mustDial(t, l.Addr().String(), append(opts, grpc.WithTransportCredentials(insecure.NewCredentials()))...)
}

func mustDial(t *testing.T, address string, opts ...grpc.DialOption) *grpc.ClientConn {
	t.Helper()
	conn, err := Dial(address, key, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func mustError(t *testing.T, err error) *workplan.Error {
	t.Helper()
	var e *workplan.Error
	if !errors.As(err, &e) {
		t.Fatalf("want a *workplan.Error, got %v", err)
	}
	return e
}

// refusal returns an error as Workplan sends it.
func refusal(t *testing.T, code codes.Code, reason workplan.ErrorCode, details ...protoadapt.MessageV1) error {
	t.Helper()
	details = append(details, &errdetails.ErrorInfo{Reason: string(reason), Domain: domain})
	st, err := status.New(code, "refused").WithDetails(details...)
	if err != nil {
		t.Fatal(err)
	}
	return st.Err()
}

func TestCallsThatNeedAnIdempotencyKey(t *testing.T) {
	var once []string
	protoregistry.GlobalFiles.RangeFilesByPackage("workplan.v1", func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			service := file.Services().Get(i)
			for j := range service.Methods().Len() {
				method := service.Methods().Get(j)
				if !isIdempotent("/" + string(service.FullName()) + "/" + string(method.Name())) {
					once = append(once, string(method.Name()))
				}
			}
		}
		return true
	})
	slices.Sort(once)
	want := []string{
		"CopyAssignments", "CreateCalendarFeed", "CreateCapability", "CreateClient", "CreateKey", "CreateLock", "CreateLockException",
		"CreateProject", "CreateProposal", "CreateTimeOff",
		"CreateTimeOffType", "CreateTimesheet", "CreateUser", "CreateWebhook",
		"RevertProposal", "RotateKey", "RotateWebhookSecret", "SuggestProposal", "TestWebhook",
	}
	if !slices.Equal(once, want) {
		t.Errorf("got %v, want %v", once, want)
	}
	if isIdempotent("/some.Other/Method") {
		t.Error("an unknown method may be sent twice without an idempotency key")
	}
}

// TestAnUpdateWithAVersionHasAnIdempotencyKey: else, after a lost response, it conflicts with its own first try.
func TestAnUpdateWithAVersionHasAnIdempotencyKey(t *testing.T) {
	s := &server{err: refusal(t, codes.Unavailable, workplan.ErrUnavailable,
		&errdetails.RetryInfo{RetryDelay: durationpb.New(time.Millisecond)})}
	clients := pb.NewClientServiceClient(serve(t, s, WithTries(2)))
	for _, ctx := range []context.Context{
		t.Context(), metadata.AppendToOutgoingContext(t.Context(), "if-match", `"1"`),
	} {
		s.keys = nil
		_, _ = clients.UpdateClient(ctx, &pb.UpdateClientRequest{})
		sent, _ := metadata.FromOutgoingContext(ctx)
		if hasVersion := len(sent.Get("if-match")) > 0; len(s.keys) != 2 || s.keys[0] != s.keys[1] ||
			hasVersion != (s.keys[0] != "") {
			t.Errorf("with %v: the keys %q", sent, s.keys)
		}
	}
}

func TestKeyIsNotPrinted(t *testing.T) {
	echo := status.Error(codes.Unknown, "you sent Bearer "+key)
	conn := serve(t, &server{err: echo})
	_, err := pb.NewMeServiceClient(conn).GetMe(t.Context(), &pb.GetMeRequest{})
	if e := mustError(t, err); e.Code != workplan.ErrUnexpectedResponse ||
		!strings.Contains(e.Message, "you sent Bearer [key]") || status.Code(err) != codes.Unknown {
		t.Errorf("the error does not show the response: %v", err)
	}
	if err := conn.Close(); err != nil { // so that nothing changes it while it is printed
		t.Fatal(err)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		for _, value := range []any{conn, err, errors.Unwrap(err)} {
			if text := fmt.Sprintf(verb, value); strings.Contains(text, key) {
				t.Errorf("%s of a %T has the key: %s", verb, value, text)
			}
		}
	}
}

func TestNoWaitBeyondAMinute(t *testing.T) {
	s := &server{err: refusal(t, codes.ResourceExhausted, workplan.ErrRateLimited,
		&errdetails.RetryInfo{RetryDelay: durationpb.New(61 * time.Second)})}
	_, err := pb.NewMeServiceClient(serve(t, s, WithTimeout(time.Hour))).GetMe(t.Context(), &pb.GetMeRequest{})
	if e := mustError(t, err); e.Code != workplan.ErrRateLimited ||
		e.GRPCStatus != "RESOURCE_EXHAUSTED" || s.calls != 1 {
		t.Errorf("%d calls: %#v", s.calls, e)
	}
}

func TestCancelEndsAWait(t *testing.T) {
	s := &server{err: refusal(t, codes.Unavailable, workplan.ErrUnavailable,
		&errdetails.RetryInfo{RetryDelay: durationpb.New(20 * time.Second)})}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	_, err := pb.NewMeServiceClient(serve(t, s)).GetMe(ctx, &pb.GetMeRequest{})
	if e := mustError(t, err); e.Code != workplan.ErrUnreachable || e.GRPCStatus != "CANCELLED" || s.calls != 1 {
		t.Errorf("%d calls: %v", s.calls, err)
	}
}

// grpc-go reports a response that is too large as RESOURCE_EXHAUSTED, after the server has
// created the record.
func TestTooLargeResponse(t *testing.T) {
	s := &server{}
	conn := serve(t, s, grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(100)))
	_, err := pb.NewClientServiceClient(conn).CreateClient(t.Context(), &pb.CreateClientRequest{})
	if e := mustError(t, err); e.Code != workplan.ErrUnexpectedResponse ||
		e.GRPCStatus != "RESOURCE_EXHAUSTED" || s.calls != 1 {
		t.Errorf("%d calls: %v", s.calls, err)
	}
}

func TestWrongAddressOrKey(t *testing.T) {
	if _, err := Dial("http://127.0.0.1:9090", key); err == nil || !strings.Contains(err.Error(), "without http://") {
		t.Errorf("a URL: %v", err)
	}
	if _, err := Dial("127.0.0.1:9090", ""); err == nil || !strings.Contains(err.Error(), "the API key is empty") {
		t.Errorf("an empty key: %v", err)
	}
}

func TestDetails(t *testing.T) {
	s := &server{err: refusal(t, codes.InvalidArgument, workplan.ErrValidationFailed,
		&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
			{Field: "batch.items[12].hours", Description: "must be at most 24"},
			{Field: "batch.items", Description: "is required"},
		}})}
	_, err := pb.NewMeServiceClient(serve(t, s)).GetMe(t.Context(), &pb.GetMeRequest{})
	details := mustError(t, err).Details
	if len(details) != 2 || details[0].Index == nil || *details[0].Index != 12 ||
		details[0].Message != "must be at most 24" || details[1].Index != nil {
		t.Errorf("%#v", details)
	}
}

func TestTLSIsTheDefault(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	hello := make(chan byte, 1)
	go func() {
		if conn, err := l.Accept(); err == nil {
			first := make([]byte, 1)
			_, _ = conn.Read(first) // After an error, first is 0.
			hello <- first[0]
			conn.Close()
		}
	}()
	conn := mustDial(t, l.Addr().String(), WithTries(1), WithTimeout(time.Second))
	_, err = pb.NewMeServiceClient(conn).GetMe(t.Context(), &pb.GetMeRequest{})
	if e := mustError(t, err); e.Code != workplan.ErrUnreachable {
		t.Error(err)
	}
	if first := <-hello; first != 22 { // a TLS handshake
		t.Errorf("the connection begins with %d", first)
	}
}
