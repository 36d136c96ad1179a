package grpc

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/tap"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/services/chain/call"
)

// grpc.Server reads the message of a call before its interceptors run, and does not say how large it is before. Here
// the caller is admitted first, as over REST: a call without a valid key ends before its message is read, so it holds
// no memory. Memory for a message is reserved before the message is read, and the message must arrive in time. The
// package grpc has no interface for that, so this file reads the messages from the stream below, with the methods that
// grpc.Server itself uses.

// limits are the limits of a message.
type limits struct {
	// size is the maximum size in bytes.
	size int
	// timeout is how long the message may take to arrive, and how long a client of a stream may take to accept the next
	// message.
	timeout time.Duration
}

// limitedStream is a stream whose messages have limits.
type limitedStream struct {
	grpc.ServerStream
	ctx      context.Context
	limits   limits
	received int
}

func (s *limitedStream) Context() context.Context { return s.ctx }

// RecvMsg implements grpc.ServerStream.
func (s *limitedStream) RecvMsg(req any) error {
	if s.received++; s.received > maxKeylessMessages {
		return errTooManyMessages
	}
	return s.limits.inTime(s.ctx, func(r reader) error {
		data, err := s.limits.read(s.ctx, r, nil)
		if err != nil {
			return err
		}
		return decode(data, req)
	})
}

type endKey struct{}

// tapped is the tap handle of the server. It lets end end a call.
func tapped(ctx context.Context, _ *tap.Info) (context.Context, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	return context.WithValue(ctx, endKey{}, cancel), nil
}

// end ends a call, also if it is waiting for a message. A call that waits for a message fails with err.
func end(ctx context.Context, err *problem.Error) {
	ctx.Value(endKey{}).(context.CancelCauseFunc)(err)
}

// ended returns err, or the error of end if that is why the call failed with err.
func ended(ctx context.Context, err error) error {
	var why *problem.Error
	if err != nil && errors.As(context.Cause(ctx), &why) {
		return why
	}
	return err
}

// reader is what grpc.Server reads a message with. Its streams have these methods, although
// the interface grpc.ServerTransportStream does not have them.
type reader interface {
	ReadMessageHeader(header []byte) error
	Read(n int) (mem.BufferSlice, error)
}

// whole reads the only message of a call. reserve may be nil: then messages need no reservation. The data must be given
// to decode, or freed.
func (l limits) whole(ctx context.Context, reserve func(context.Context, int) error) (data mem.BufferSlice, err error) {
	err = l.inTime(ctx, func(r reader) (err error) {
		switch data, err = l.read(ctx, r, reserve); {
		case errors.Is(err, io.EOF):
			return problem.New(problem.ValidationFailed, "the call has no message")
		case err != nil:
			return err
		}
		var more [1]byte
		switch err := r.ReadMessageHeader(more[:]); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		return problem.New(problem.ValidationFailed, "the call has more than one message")
	})
	if err != nil {
		data.Free()
		return nil, err
	}
	return data, nil
}

// inTime calls read, which fails after the timeout.
func (l limits) inTime(ctx context.Context, read func(reader) error) error {
	timer := time.AfterFunc(l.timeout, func() { end(ctx, l.late()) })
	err := read(grpc.ServerTransportStreamFromContext(ctx).(reader))
	if !timer.Stop() {
		return l.late()
	}
	return ended(ctx, err)
}

func (l limits) late() *problem.Error {
	return problem.New(problem.RequestTimeout,
		"the message did not arrive within %s: send it faster, or in smaller parts", l.timeout)
}

// read reads a message: a byte that is 0 if the message is not compressed, the size of the message in four bytes, and
// the message. It returns io.EOF if there is none.
func (l limits) read(ctx context.Context, r reader, reserve func(context.Context, int) error) (mem.BufferSlice, error) {
	var header [5]byte
	if err := r.ReadMessageHeader(header[:]); err != nil {
		return nil, tooEarly(err)
	}
	size := int(binary.BigEndian.Uint32(header[1:]))
	switch {
	case header[0] != 0:
		return nil, problem.New(problem.UnsupportedMediaType, "the message is compressed: send it as it is")
	case size > l.size:
		return nil, problem.New(problem.BodyTooLarge, "the message is larger than %s", sizeText(l.size))
	}
	if reserve != nil {
		if err := reserve(ctx, size); err != nil {
			return nil, err
		}
	}
	data, err := r.Read(size)
	if err != nil {
		return nil, tooEarly(err)
	}
	call.FromContext(ctx).Received(size)
	return data, nil
}

// maxValues is how many values the lists of a message have at most, in all. A value of two bytes takes up to a hundred
// times as many in memory once it is decoded, so a message of the maximum size could take some hundred MiB.
const maxValues = 100_000

// decode decodes a message, and frees its data.
func decode(data mem.BufferSlice, req any) error {
	whole := data.MaterializeToBuffer(mem.DefaultBufferPool())
	data.Free()
	defer whole.Free()
	message := req.(proto.Message)
	if b := whole.ReadOnlyData(); len(b) > 2*maxValues && values(b, message.ProtoReflect().Descriptor()) > maxValues {
		return problem.New(problem.TooManyItems, "the lists of the message have more than %d values in all", maxValues)
	}
	if err := proto.Unmarshal(whole.ReadOnlyData(), message); err != nil {
		return problem.New(problem.ValidationFailed, "the message does not match its definition in the protos")
	}
	return nil
}

// values counts the values in the lists of an encoded message, until something is not encoded well.
func values(b []byte, md protoreflect.MessageDescriptor) (n int) {
	for len(b) > 0 {
		number, encoding, tag := protowire.ConsumeTag(b)
		if tag < 0 {
			break
		}
		value := b[tag:]
		size := protowire.ConsumeFieldValue(number, encoding, value)
		if size < 0 {
			break
		}
		b = value[size:]
		fd := md.Fields().ByNumber(number)
		if fd == nil || encoding != protowire.BytesType {
			continue
		}
		if fd.IsList() {
			n++
		}
		if fd.Message() != nil && hasLists(fd.Message()) {
			inner, _ := protowire.ConsumeBytes(value)
			n += values(inner, fd.Message())
		}
	}
	return n
}

var listed sync.Map // protoreflect.MessageDescriptor to whether it has lists

// hasLists reports whether a message has lists, itself or in its messages.
func hasLists(md protoreflect.MessageDescriptor) bool {
	if known, ok := listed.Load(md); ok {
		return known.(bool)
	}
	listed.Store(md, true) // for a message that contains itself
	has := false
	for i := range md.Fields().Len() {
		fd := md.Fields().Get(i)
		has = has || fd.IsList() || fd.Message() != nil && hasLists(fd.Message())
	}
	listed.Store(md, has)
	return has
}

// tooEarly returns the error for a stream that ended inside a message.
func tooEarly(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return problem.New(problem.ValidationFailed, "the message ends too early")
	}
	return err
}

// sizeText returns a size of whole KiB or MiB.
func sizeText(bytes int) string {
	if bytes >= 1<<20 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d KiB", bytes>>10)
}
