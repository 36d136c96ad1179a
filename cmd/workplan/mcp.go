package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/google/uuid"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/doors/mcp"
)

type mcpCmd struct {
	server
}

// Help is the rest of the help text.
func (mcpCmd) Help() string {
	return `An assistant on this machine starts the command, and speaks the Model Context Protocol with it over standard
input and output. The command calls the server over gRPC with the key. The assistant gets the tools whose rpcs the key
may call: with read scopes and write:proposals it can propose changes, which a person approves and applies. The command
ends when its input ends.

Example of the settings of an assistant:

    {"mcpServers": {"workplan": {
      "command": "workplan", "args": ["mcp", "--addr", "https://plan.example.com:9090"],
      "env": {"WORKPLAN_KEY": "wpk_…"}}}}`
}

// Run serves the protocol until the input or ctx ends.
func (c *mcpCmd) Run(ctx context.Context, std streams) error {
	if c.Key == "" {
		return errors.New("an API key is required: set WORKPLAN_KEY")
	}
	if _, ok := auth.ParseKey(c.Key); !ok {
		return errors.New("WORKPLAN_KEY is not a whole API key: " + auth.FormOfKey)
	}
	conn, ctx, err := c.dial(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	first, cancel := context.WithTimeout(ctx, callWithin)
	defer cancel()
	resp, err := pb.NewMeServiceClient(conn).GetMe(first, &pb.GetMeRequest{})
	if err != nil {
		return c.explain(err)
	}
	me := resp.GetData()
	actorID, err := uuid.Parse(me.GetActorUserId())
	if err != nil {
		return err
	}
	protocol, err := mcp.NewServer(mcp.Config{
		Conn: conn, Caller: &auth.Caller{ActorID: actorID, Scopes: me.GetScopes()}, Version: thisBuild().Version,
		Log: slog.New(slog.NewTextHandler(std.err, nil)), Now: time.Now,
	})
	if err != nil {
		return err
	}
	err = protocol.Run(ctx, &sdk.IOTransport{Reader: io.NopCloser(std.in), Writer: unclosed{std.out}})
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("standard input must have messages of JSON-RPC 2.0, one on each line: %w", err)
	}
	return err
}

// unclosed is a writer that somebody else closes.
type unclosed struct{ io.Writer }

// Close implements io.Closer.
func (unclosed) Close() error { return nil }
