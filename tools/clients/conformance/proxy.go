package main

import (
	"net/http"
	"net/http/httputil"
	"net/url"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
)

// proxy is a service that forwards calls to the server at an address without decoding them.
type proxy struct {
	http.Handler
	conn *grpc.ClientConn
}

func newProxy(to address) (*proxy, error) {
	target, err := url.Parse(to.url)
	if err != nil {
		return nil, err
	}
	conn, err := grpc.NewClient(to.grpc,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodec(bytesCodec{})),
	)
	if err != nil {
		return nil, err
	}
	return &proxy{&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }}, conn}, nil
}

func (p *proxy) serveGRPC(_ any, stream grpc.ServerStream) error {
	ctx := stream.Context()
	method, _ := grpc.Method(ctx)
	sent, _ := metadata.FromIncomingContext(ctx)
	var request, response []byte
	if err := stream.RecvMsg(&request); err != nil {
		return err
	}
	var header, trailer metadata.MD
	err := p.conn.Invoke(metadata.NewOutgoingContext(ctx, sent), method, &request, &response,
		grpc.Header(&header), grpc.Trailer(&trailer))
	stream.SetTrailer(trailer)
	if headerErr := stream.SetHeader(header); headerErr != nil {
		return headerErr
	}
	if err != nil {
		return err // with its details
	}
	return stream.SendMsg(&response)
}

// bytesCodec does not encode messages: they are *[]byte.
type bytesCodec struct{}

func (bytesCodec) Marshal(v any) ([]byte, error) { return *v.(*[]byte), nil }

func (bytesCodec) Unmarshal(data []byte, v any) error {
	*v.(*[]byte) = data
	return nil
}

// Name returns the name of the codec that the other side uses.
func (bytesCodec) Name() string { return "proto" }
