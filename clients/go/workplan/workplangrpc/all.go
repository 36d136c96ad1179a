package workplangrpc

import (
	"context"
	"iter"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// All goes through the rows of a list page by page, from the offset of the request on.
// An error is the last element:
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
		offset := fields.Descriptor().Fields().ByName("offset")
		for {
			resp, err := list(ctx, next.(Request), opts...)
			if err != nil {
				yield(*new(Row), err)
				return
			}
			items := resp.GetData().GetItems()
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if !resp.GetData().GetHasMore() || len(items) == 0 {
				return
			}
			fields.Set(offset, protoreflect.ValueOfInt64(fields.Get(offset).Int()+int64(len(items))))
		}
	}
}

// page is a part of a list.
type page[Row any] interface {
	GetItems() []Row
	GetHasMore() bool
}

// response is the answer of a list.
type response[Page any] interface{ GetData() Page }
