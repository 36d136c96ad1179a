package validate

import (
	"context"
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
)

// ItemChecker is a service that takes batches. Where a batch has bad items, so that its
// rpc is not called, it says which of the others are bad too.
type ItemChecker interface {
	// CheckItems returns what is wrong with the items of the request for which bad is
	// false, in their order.
	CheckItems(ctx context.Context, req proto.Message, bad func(index int) bool) ([]problem.Detail, error)
}

type unreadKey struct{}

// WithUnread returns a context for a batch of which some items could not be read: the
// rpc will not be called, and its error lists them among all bad items.
func WithUnread(ctx context.Context, unread []problem.Detail) context.Context {
	return context.WithValue(ctx, unreadKey{}, unread)
}

// Interceptor refuses requests that Check finds fault with. Of a batch it lists
// every bad item.
func (v *Validator) Interceptor(table *rpc.Table) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		found, err := v.find(table.ByName(info.FullMethod), req.(proto.Message))
		if err != nil {
			return nil, err
		}
		if unread, _ := ctx.Value(unreadKey{}).([]problem.Detail); len(unread)+len(found) > 0 {
			return nil, refuse(ctx, info.Server, req.(proto.Message), unread, found)
		}
		return next(ctx, req)
	}
}

func refuse(ctx context.Context, service any, req proto.Message, unread, found []problem.Detail) error {
	bad := map[int]bool{}
	for _, d := range unread {
		bad[d.Index] = true
	}
	// An item that could not be read whole has nothing more to say.
	found = slices.DeleteFunc(found, func(d problem.Detail) bool { return bad[d.Index] })
	for _, d := range found {
		bad[d.Index] = true
	}
	if checker, ok := service.(ItemChecker); ok && !bad[-1] {
		unknown, err := checker.CheckItems(ctx, req, func(i int) bool { return bad[i] })
		if err != nil {
			return err
		}
		found = append(found, unknown...)
	}
	return problem.List(append(unread, found...))
}
