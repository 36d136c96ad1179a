package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// refusal is the response to a message. If the SDK has not accepted the message, it is in JSON-RPC: the SDK responds
// with plain text, which a client of the protocol cannot show.
type refusal struct {
	http.ResponseWriter
	body   []byte // of the request
	status int    // of a refusal, else 0
	text   bytes.Buffer
	// ready is called before the response is sent: a client that reads slowly must not keep the turn of its request.
	ready func()
	sent  bool
}

// unhandled is what the SDK's text begins with if it does not have the method.
const unhandled = "JSON RPC not handled"

const noMethod = "the server does not have this method"

// WriteHeader holds back the header of a refusal.
func (r *refusal) WriteHeader(status int) {
	if status >= 400 && strings.HasPrefix(r.Header().Get("Content-Type"), "text/plain") {
		r.status = status
		return
	}
	r.send()
	r.ResponseWriter.WriteHeader(status)
}

// Write writes a part of the response, or keeps it if it is a refusal.
func (r *refusal) Write(p []byte) (int, error) {
	if r.status > 0 {
		return r.text.Write(p)
	}
	r.send()
	return r.ResponseWriter.Write(p)
}

func (r *refusal) send() {
	r.sent = true
	r.ready()
}

// Unwrap returns the writer below, for http.ResponseController.
func (r *refusal) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// writeRefusal writes the response if it is a refusal. It returns the error of ctx if the SDK has sent nothing because
// ctx has ended.
func (r *refusal) writeRefusal(ctx context.Context) error {
	switch {
	case r.status > 0:
	case r.sent:
		return nil
	default:
		return ctx.Err()
	}
	fault := jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: strings.TrimSpace(r.text.String())}
	if strings.HasPrefix(fault.Message, unhandled) {
		fault.Code, fault.Message = jsonrpc.CodeMethodNotFound, noMethod
	}
	return writeFault(r.ResponseWriter, r.status, r.body, fault)
}

// malformed returns what is wrong with a message that the SDK would not refuse, or not with the code of JSON-RPC.
// The SDK accepts batches in the older versions of the protocol. A batch is one request for the quota, however many
// calls it has, so none is accepted.
func malformed(body []byte) *jsonrpc.Error {
	if !json.Valid(body) {
		return &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "the message is not valid JSON"}
	}
	if bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("[")) {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest,
			Message: "the server takes no batches: send each message in a request of its own"}
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil { // no object, which the SDK refuses
		return nil
	}
	for _, name := range []string{"method", "result", "error"} {
		if _, is := members[name]; is {
			return nil
		}
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the message has no method"}
}

// idOf returns the id of a request, or null if it is not one.
func idOf(body []byte) json.RawMessage {
	var message struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(body, &message) == nil && len(message.ID) > 0 {
		if _, err := strconv.ParseFloat(string(message.ID), 64); err == nil || message.ID[0] == '"' {
			return message.ID
		}
	}
	return json.RawMessage("null")
}

// writeFault writes the response to a message that is refused.
func writeFault(w http.ResponseWriter, status int, message []byte, fault jsonrpc.Error) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Del("Content-Length")
	w.WriteHeader(status)
	return json.NewEncoder(w).Encode(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   jsonrpc.Error   `json:"error"`
	}{"2.0", idOf(message), fault})
}
