package inproc_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services/internal/inproc"
)

// echo responds with the id of the request and with its metadata.
type echo struct {
	pb.UnimplementedClientServiceServer
	err error
}

func (e echo) UpdateClient(ctx context.Context, req *pb.UpdateClientRequest) (*pb.UpdateClientResponse, error) {
	if e.err != nil {
		return nil, e.err
	}
	website := ""
	if values := metadata.ValueFromIncomingContext(ctx, "if-match"); len(values) == 1 {
		website = values[0]
	}
	return &pb.UpdateClientResponse{Data: &pb.Client{Id: req.GetClientId(), Website: &website}}, nil
}

func link(name string, passed *[]string) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		*passed = append(*passed, name, info.FullMethod)
		return next(ctx, req)
	}
}

func TestConn(t *testing.T) {
	var passed []string
	conn := inproc.New(inproc.Chain(link("first", &passed), link("second", &passed)))
	pb.RegisterClientServiceServer(conn, echo{})
	client := pb.NewClientServiceClient(conn)

	t.Run("a call passes the chain in its order and reaches the method, with its metadata", func(t *testing.T) {
		ctx := metadata.AppendToOutgoingContext(t.Context(), "if-match", "7")
		resp, err := client.UpdateClient(ctx, &pb.UpdateClientRequest{ClientId: "x"})
		if err != nil || resp.GetData().GetId() != "x" || resp.GetData().GetWebsite() != "7" {
			t.Errorf("%v, %v", resp, err)
		}
		method := "/workplan.v1.ClientService/UpdateClient"
		if !slices.Equal(passed, []string{"first", method, "second", method}) {
			t.Errorf("passed %q", passed)
		}
	})
	t.Run("a request in the context replaces the given one", func(t *testing.T) {
		ctx := inproc.WithRequest(t.Context(), &pb.UpdateClientRequest{ClientId: "decoded"})
		resp, err := client.UpdateClient(ctx, &pb.UpdateClientRequest{ClientId: "given"})
		if err != nil || resp.GetData().GetId() != "decoded" {
			t.Errorf("%v, %v", resp, err)
		}
	})
	t.Run("an error is returned as it is", func(t *testing.T) {
		cause := errors.New("x")
		conn := inproc.New(inproc.Chain())
		pb.RegisterClientServiceServer(conn, echo{err: cause})
		if _, err := pb.NewClientServiceClient(conn).UpdateClient(t.Context(), &pb.UpdateClientRequest{}); err != cause {
			t.Error(err)
		}
	})
	t.Run("an unknown method is unimplemented, and so is a stream", func(t *testing.T) {
		if err := conn.Invoke(t.Context(), "/x/Y", &pb.GetMeRequest{}, &pb.GetMeResponse{}); status.Code(err) != codes.Unimplemented {
			t.Error(err)
		}
		if _, err := conn.NewStream(t.Context(), nil, "/x/Y"); status.Code(err) != codes.Unimplemented {
			t.Error(err)
		}
	})
	t.Run("an interceptor that fails stops the call", func(t *testing.T) {
		refused := errors.New("refused")
		conn := inproc.New(func(context.Context, any, *grpc.UnaryServerInfo, grpc.UnaryHandler) (any, error) { return nil, refused })
		pb.RegisterClientServiceServer(conn, echo{err: errors.New("called")})
		if _, err := pb.NewClientServiceClient(conn).UpdateClient(t.Context(), &pb.UpdateClientRequest{}); err != refused {
			t.Error(err)
		}
	})
}
