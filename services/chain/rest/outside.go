package rest

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/strictjson"
	"github.com/workplan-api/workplan/services/chain/call"
)

// Handler returns a handler of requests outside of the API, those of calendar feeds and of the console. It responds
// with the error of serve in the format of the API.
func Handler(
	chain *call.Chain, serve func(context.Context, http.ResponseWriter, *http.Request) error,
) http.Handler {
	return chain.Observer.HTTP(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := call.WithTimeout(r.Context())
		defer cancel()
		if err := serve(ctx, w, r); err != nil {
			writeError(ctx, w, err)
		}
	}), writeError)
}

// NotAllowed returns the error for a path that takes only these verbs, and sets Allow.
func NotAllowed(w http.ResponseWriter, verbs ...string) error {
	allowed := strings.Join(verbs, ", ")
	w.Header().Set("Allow", allowed)
	return problem.New(problem.MethodNotAllowed, "this path takes only %s", allowed)
}

// maxForm is the maximum size of the body of a request of the console, in bytes.
const maxForm = 4 << 10

// ReadBody reads the body of a request of the console into m, as strictly as that of a call of the API.
func ReadBody(w http.ResponseWriter, r *http.Request, m proto.Message) error {
	body, err := readJSON(w, r, maxForm)
	if err != nil {
		return err
	}
	if _, err := strictjson.Decode(body, m, strictjson.Create); err != nil {
		_, err = (&input{method: &rpc.Method{}}).unreadable(err, nil)
		return err
	}
	return nil
}

// ReadMessage reads the JSON body of a request outside of the API, at most limit bytes. It waits until there is memory
// for it. mediaTypes are the media types that the body may have besides application/json.
func ReadMessage(
	ctx context.Context, w http.ResponseWriter, r *http.Request, slot *call.Slot, limit int64, mediaTypes ...string,
) ([]byte, error) {
	size := limit
	if r.ContentLength >= 0 {
		size = min(size, r.ContentLength)
	}
	if err := slot.Reserve(ctx, int(size)); err != nil {
		return nil, err
	}
	return readJSON(w, r, limit, mediaTypes...)
}

func readJSON(w http.ResponseWriter, r *http.Request, limit int64, mediaTypes ...string) ([]byte, error) {
	if err := checkMediaType(r.Header, mediaTypes...); err != nil {
		return nil, err
	}
	if err := checkLength(w, r, limit); err != nil {
		return nil, err
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var beyond *http.MaxBytesError
	switch {
	case errors.As(err, &beyond):
		return nil, tooLarge(limit)
	case err != nil:
		return nil, errUnreadableBody
	}
	return body, nil
}

// Send sends a successful response to a request outside of the API, compressed if the client
// accepts that. slot is the place of the request.
func Send(w http.ResponseWriter, r *http.Request, slot *call.Slot, body []byte) {
	(&exchange{ResponseWriter: w, request: r, slot: slot}).send(r.Context(), http.StatusOK, body)
}
