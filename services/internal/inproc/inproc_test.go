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

// echo answers with what it was asked and how.
type echo struct {
	pb.UnimplementedClientServiceServer
	err error
}

func (e echo) UpdateClient(ctx context.Context, req *pb.UpdateClientRequest) (*pb.UpdateClientResponse, error) {
	if e.err != nil {
		return nil, e.err
	}
	_ = grpc.SetHeader(ctx, metadata.Pairs("seen", req.GetClientId()))
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
	conn := inproc.New(link("first", &passed), link("second", &passed))
	pb.RegisterClientServiceServer(conn, echo{})
	client := pb.NewClientServiceClient(conn)

	t.Run("a call passes the chain in its order and reaches the method", func(t *testing.T) {
		var header metadata.MD
		ctx := metadata.AppendToOutgoingContext(t.Context(), "if-match", "7")
		resp, err := client.UpdateClient(ctx, &pb.UpdateClientRequest{ClientId: "x"}, grpc.Header(&header))
		if err != nil || resp.GetData().GetId() != "x" || resp.GetData().GetWebsite() != "7" {
			t.Errorf("%v, %v", resp, err)
		}
		if !slices.Equal(header.Get("seen"), []string{"x"}) {
			t.Errorf("header %v", header)
		}
		method := "/workplan.v1.ClientService/UpdateClient"
		if !slices.Equal(passed, []string{"first", method, "second", method}) {
			t.Errorf("passed %q", passed)
		}
	})
	t.Run("a request in the context takes the place of the one that is given", func(t *testing.T) {
		ctx := inproc.WithRequest(t.Context(), &pb.UpdateClientRequest{ClientId: "decoded"})
		resp, err := client.UpdateClient(ctx, &pb.UpdateClientRequest{ClientId: "given"})
		if err != nil || resp.GetData().GetId() != "decoded" {
			t.Errorf("%v, %v", resp, err)
		}
	})
	t.Run("an error comes as it is", func(t *testing.T) {
		cause := errors.New("x")
		conn := inproc.New()
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
	t.Run("a link that refuses keeps the method from being called", func(t *testing.T) {
		refused := errors.New("refused")
		conn := inproc.New(func(context.Context, any, *grpc.UnaryServerInfo, grpc.UnaryHandler) (any, error) { return nil, refused })
		pb.RegisterClientServiceServer(conn, echo{err: errors.New("called")})
		if _, err := pb.NewClientServiceClient(conn).UpdateClient(t.Context(), &pb.UpdateClientRequest{}); err != refused {
			t.Error(err)
		}
	})
}
