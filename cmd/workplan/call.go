package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/workplan-api/workplan/internal/nearest"
	"github.com/workplan-api/workplan/internal/rpc"
)

type callCmd struct {
	Method  string `arg:"" optional:"" help:"The rpc, such as UserService/ListUsers, or only ListUsers. Without it all rpcs are listed."`
	Request string `arg:"" optional:"" default:"{}" help:"The request in the JSON of protobuf; - is standard input."`
	server
}

// server has the flags of the commands that call a running server.
type server struct {
	Addr string `env:"WORKPLAN_GRPC" default:"127.0.0.1:9090" help:"The gRPC address of the server: HOST:PORT, or https://HOST:PORT for TLS."`
	Key  string `env:"WORKPLAN_KEY" secret:"" placeholder:"KEY" help:"The API key. The variable keeps it out of the list of processes."`
	clientTLS
}

// dial returns a connection, without connecting, and a context with the key.
func (s server) dial(ctx context.Context) (*grpc.ClientConn, context.Context, error) {
	addr, secure, err := s.target(s.Addr)
	if err != nil {
		return nil, ctx, err
	}
	creds := insecure.NewCredentials()
	if secure != nil {
		creds = credentials.NewTLS(secure)
	}
	if s.Key != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+s.Key)
	}
	conn, err := grpc.NewClient(addr, grpc.WithTransportCredentials(creds))
	return conn, ctx, err
}

// Help is the rest of the help text.
func (callCmd) Help() string {
	return `The response is printed as JSON. If the server refuses the call, the error and the fields that it is about
are printed, and the exit code is 1.

Examples:

    workplan call
    workplan call MeService/GetMe --key wpk_…
    WORKPLAN_KEY=wpk_… workplan call UserService/ListUsers '{"limit": 2, "count": true}'`
}

// callWithin is how long a call may take.
const callWithin = 30 * time.Second

// Run makes the call. It reads the rpcs from the descriptors in the program, so the
// server does not need to allow reflection.
func (c *callCmd) Run(ctx context.Context, std streams) error {
	table, err := rpc.NewTable()
	if err != nil {
		return err
	}
	var names []string
	for _, m := range table.Methods() {
		names = append(names, strings.TrimPrefix(m.Name, "/workplan.v1."))
	}
	if c.Method == "" {
		_, err := fmt.Fprintln(std.out, strings.Join(names, "\n"))
		return err
	}
	name := strings.TrimPrefix(strings.TrimPrefix(c.Method, "/"), "workplan.v1.")
	method, err := find(table, names, name)
	if err != nil {
		return fmt.Errorf("there is no rpc %s%w; `workplan call` lists all", c.Method, err)
	}
	if method.Streams {
		return fmt.Errorf("%s sends a stream, and this command prints one response: see `workplan events tail`, or "+
			"GET /api/v1/events/stream", strings.TrimPrefix(method.Name, "/workplan.v1."))
	}
	req := method.Input.New().Interface()
	data := []byte(c.Request)
	if c.Request == "-" {
		if data, err = io.ReadAll(std.in); err != nil {
			return err
		}
	}
	if err := protojson.Unmarshal(data, req); err != nil {
		input := method.Input.Descriptor()
		var fields []string
		for i := range input.Fields().Len() {
			fields = append(fields, input.Fields().Get(i).JSONName())
		}
		return fmt.Errorf("the request is not a %s in JSON, which has %s: %w", input.Name(),
			cmp.Or(strings.Join(fields, ", "), "no members"), err)
	}
	resp, err := newResponse(method.Name)
	if err != nil {
		return err
	}
	conn, ctx, err := c.dial(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(ctx, callWithin)
	defer cancel()
	defer std.meanwhile("Waiting for %s …", c.Addr)()
	if err := conn.Invoke(ctx, method.Name, req, resp.Interface()); err != nil {
		return c.explain(err)
	}
	return printProto(std, resp)
}

// find returns the rpc with a name such as UserService/ListUsers, or ListUsers if no other service has an rpc of that
// name. The error is a hint.
func find(table *rpc.Table, names []string, name string) (*rpc.Method, error) {
	candidates := names
	if !strings.Contains(name, "/") {
		candidates = nil
		for _, full := range names {
			_, short, _ := strings.Cut(full, "/")
			if short == name {
				return table.ByName("/workplan.v1." + full), nil
			}
			candidates = append(candidates, short)
		}
	}
	if method := table.ByName("/workplan.v1." + name); method != nil {
		return method, nil
	}
	return nil, errors.New(nearest.Hint(name, candidates))
}

// newResponse returns an empty response of the rpc with that full name.
func newResponse(name string) (protoreflect.Message, error) {
	full := protoreflect.FullName(strings.ReplaceAll(strings.TrimPrefix(name, "/"), "/", "."))
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(full)
	if err != nil {
		return nil, err
	}
	output, err := protoregistry.GlobalTypes.FindMessageByName(d.(protoreflect.MethodDescriptor).Output().FullName())
	if err != nil {
		return nil, err
	}
	return output.New(), nil
}

// printProto prints a message as JSON. Indent replaces protojson's white space, which
// varies on purpose.
func printProto(std streams, m protoreflect.Message) error {
	out, err := protojson.MarshalOptions{EmitUnpopulated: true}.Marshal(m.Interface())
	if err != nil {
		return err
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, out, "", "  "); err != nil {
		return err
	}
	_, err = fmt.Fprintln(std.out, indented.String())
	return err
}

// explain returns an error with the status and the details of err.
func (s server) explain(err error) error {
	st := status.Convert(err)
	if overREST.MatchString(st.Message()) {
		return fmt.Errorf("cannot call %s: %s", s.Addr, s.advice(st.Message()))
	}
	if st.Code() == codes.Unavailable && len(st.Details()) == 0 {
		return fmt.Errorf("cannot reach %s: %s: %s", s.Addr, st.Message(), s.advice(st.Message()))
	}
	text := st.Code().String() + ": " + st.Message()
	for _, detail := range st.Details() {
		switch d := detail.(type) {
		case *errdetails.ErrorInfo:
			text += "\n  code: " + d.GetReason()
		case *errdetails.BadRequest:
			for _, v := range d.GetFieldViolations() {
				text += fmt.Sprintf("\n  %s: %s", v.GetField(), v.GetDescription())
			}
		case *errdetails.RequestInfo:
			text += "\n  request id: " + d.GetRequestId()
		case *errdetails.RetryInfo:
			text += fmt.Sprintf("\n  try again in %s", d.GetRetryDelay().AsDuration())
		}
	}
	return fmt.Errorf("%s", text)
}

// overREST matches the error of a client that got a response of REST, which speaks HTTP/2 with TLS as gRPC does.
var overREST = regexp.MustCompile(`unexpected content-type "application/json"`)

// closedByServer matches the error of a client that was still writing when the server closed the connection, and
// did not read why.
var closedByServer = regexp.MustCompile(`broken pipe|connection reset|\bEOF\b`)

// advice says what to do about a server that cannot be reached. gRPC has the cause only in the
// text of its error.
func (s server) advice(cause string) string {
	const certificate = "set --cert-file and --cert-key-file"
	switch _, secure, _ := s.target(s.Addr); {
	case strings.Contains(cause, "certificate required"):
		return "the server needs a certificate of the client: " + certificate
	case secure != nil && len(secure.Certificates) == 0 && closedByServer.MatchString(cause):
		return "if the server needs a certificate of the client, " + certificate
	case strings.Contains(cause, "signed by unknown authority"):
		return "if the authority is your own, name it with --ca-file"
	case strings.Contains(cause, "first record does not look like a TLS handshake"):
		return "the server speaks no TLS: leave --tls and https:// out"
	case strings.Contains(cause, "looked like an HTTP/1.1 header"), overREST.MatchString(cause):
		return "this is the port of REST: give that of gRPC, 9090 if it was not changed"
	case secure == nil && strings.Contains(cause, "server preface"):
		return "if the server speaks TLS, add --tls"
	}
	return "is the server running there? `workplan dev` starts one"
}
