package workplangrpc

import (
	"context"
	"iter"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/clients/go/workplan"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// FindUserByEmail returns the user with an e-mail address, in any case. The error is
// [workplan.ErrNotFound] if there is none.
func FindUserByEmail(
	ctx context.Context, conn grpc.ClientConnInterface, email string, opts ...grpc.CallOption,
) (*pb.User, error) {
	resp, err := pb.NewUserServiceClient(conn).ListUsers(ctx, &pb.ListUsersRequest{Email: &email}, opts...)
	if err != nil {
		return nil, err
	}
	users := resp.GetData().GetItems()
	if len(users) == 0 {
		return nil, &workplan.Error{Code: workplan.ErrNotFound, Message: "no user has this e-mail address"}
	}
	return users[0], nil
}

// All returns all rows of a list. It fetches a page when its first row is read. An error
// is the last element:
//
//	for user, err := range workplangrpc.All(ctx, users.ListUsers, &pb.ListUsersRequest{}) {
func All[Row any, Page page[Row], Response response[Page], Request proto.Message](
	ctx context.Context,
	list func(context.Context, Request, ...grpc.CallOption) (Response, error),
	req Request,
	opts ...grpc.CallOption,
) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		next := proto.Clone(req)
		fields := next.ProtoReflect()
		offset, cursor := fields.Descriptor().Fields().ByName("offset"), fields.Descriptor().Fields().ByName("cursor")
		for {
			resp, err := list(ctx, next.(Request), opts...)
			if err != nil {
				yield(*new(Row), err)
				return
			}
			for _, item := range resp.GetData().GetItems() {
				if !yield(item, nil) {
					return
				}
			}
			if resp.GetData().GetNextCursor() == "" {
				return
			}
			fields.Clear(offset) // The server refuses both together.
			fields.Set(cursor, protoreflect.ValueOfString(resp.GetData().GetNextCursor()))
		}
	}
}

// page is a page of a list.
type page[Row any] interface {
	GetItems() []Row
	GetNextCursor() string
}

// response is the response of a list.
type response[Page any] interface{ GetData() Page }
