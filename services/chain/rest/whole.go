package rest

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/workplan-api/workplan/internal/parquet"
	"github.com/workplan-api/workplan/internal/problem"
	"github.com/workplan-api/workplan/internal/strictjson"
	"github.com/workplan-api/workplan/services/chain/call"
)

// whole is a response with all rows of a list. Its rows follow each other as the pages are read: nothing keeps more
// than one page in memory.
type whole struct {
	columns strictjson.Columns // of CSV and Parquet
	table   *parquet.Writer    // of Parquet. It writes to written
	written bytes.Buffer       // what of Parquet can be sent: nothing after most pages
	gzip    *gzipped           // nil if the response is not compressed
	rows    int
}

// rowCount is the trailer with the number of rows. A response without it is not complete.
const rowCount = "X-Total-Count"

// seqHeader is the header with the number of the last event that the response includes. A Parquet table has it in its
// metadata, too.
const seqHeader = "Workplan-Seq"

func (x *exchange) setSeq(seq int64) { x.Header().Set(seqHeader, strconv.FormatInt(seq, 10)) }

// pageParams are the parameters of a page. They have no meaning in a response with all rows.
var pageParams = []protoreflect.Name{"limit", "offset", "cursor", "count"}

// isWhole reports whether the request asks for all rows of a list.
func (x *exchange) isWhole() bool { return x.input != nil && x.input.method.Pages && x.form != inJSON }

// checkWhole returns an error if a request for all rows has parameters of a page.
func (x *exchange) checkWhole(req protoreflect.Message) error {
	var bad []problem.Detail
	for _, name := range pageParams {
		if fd := req.Descriptor().Fields().ByName(name); fd != nil && req.Has(fd) {
			bad = append(bad, problem.Invalid(string(name),
				"is not for a response with all rows: leave it out, or ask for application/json"))
		}
	}
	return problem.List(bad)
}

// sendRows sends the rows of a page, with the headers before the first one and the trailer after the last one.
func (x *exchange) sendRows(ctx context.Context, resp proto.Message) error {
	list, _ := call.ListOf(resp.ProtoReflect())
	if x.expanded != nil {
		x.setMissing(resp.ProtoReflect())
	}
	body := buffer()
	if x.whole == nil {
		body = x.beginRows(body, list)
	}
	w, last := x.whole, call.NextCursor(resp) == ""
	w.rows += list.Len()
	body, err := x.appendRows(body, list, last, call.FromContext(ctx).Seq)
	if err != nil {
		return err
	}
	content := body
	if x.form == inParquet {
		content = w.written.Bytes()
	}
	if w.gzip != nil {
		w.gzip.out.Reset()
		_, _ = w.gzip.writer.Write(body) // writes to a bytes.Buffer do not fail
		if last {
			_ = w.gzip.writer.Close()
		}
		content = w.gzip.out.Bytes()
	}
	x.slot.Pause() // a client that reads slowly must not keep its place
	if err := x.write(ctx, content); err != nil {
		return err
	}
	w.written.Reset()
	if cap(body) <= maxKept {
		bodies.Put(&body)
	}
	if last {
		x.Header().Set(rowCount, strconv.Itoa(w.rows))
		if w.gzip != nil {
			gzips.Put(w.gzip)
		}
	}
	return nil
}

// beginRows begins a response. Of CSV it appends the names of the columns to body.
func (x *exchange) beginRows(body []byte, list protoreflect.List) []byte {
	x.whole = &whole{}
	// The pages of a Parquet table are compressed in it.
	if x.form != inParquet && acceptsGzip(x.request.Header["Accept-Encoding"]) {
		x.whole.gzip = gzips.Get().(*gzipped)
		x.whole.gzip.writer.Reset(&x.whole.gzip.out)
	}
	if x.form == inNDJSON {
		return body
	}
	x.whole.columns = strictjson.ColumnsOf(list.NewElement().Message().Descriptor(), x.expanded)
	if x.form == inParquet {
		x.whole.table = parquet.NewWriter(&x.whole.written, x.whole.columns.Parquet())
		return body
	}
	return x.whole.columns.AppendNames(body)
}

// appendRows appends the rows of a page to body, or to the table of Parquet. That ends with the footer, which has the
// number of the last event that the rows include.
func (x *exchange) appendRows(body []byte, list protoreflect.List, last bool, seq int64) (_ []byte, err error) {
	w := x.whole
	for i := range list.Len() {
		record := list.Get(i).Message().Interface()
		switch x.form {
		case inCSV:
			body, err = w.columns.AppendLine(body, record)
		case inParquet:
			err = w.columns.AppendRow(w.table, record)
		default:
			if body, err = strictjson.AppendAsked(body, record, x.expanded); err == nil {
				body = append(body, '\n')
			}
		}
		if err != nil {
			return nil, err
		}
	}
	if x.form == inParquet && last {
		err = w.table.Close([][2]string{{seqHeader, strconv.FormatInt(seq, 10)}})
	}
	return body, err
}

// write sends a part of the response. The client has sendTimeout to accept it, and less if the context ends before.
func (x *exchange) write(ctx context.Context, content []byte) error {
	if !x.streaming {
		x.Header().Set("Trailer", rowCount)
		x.setSeq(call.FromContext(ctx).Seq)
		if x.whole.gzip != nil {
			x.Header().Set("Content-Encoding", "gzip")
		}
		x.beginStream(x.form.mediaType)
	}
	if x.isHead {
		return errHeaders
	}
	conn := http.NewResponseController(x.ResponseWriter)
	_ = conn.SetWriteDeadline(time.Now().Add(sendTimeout))
	defer context.AfterFunc(ctx, func() { _ = conn.SetWriteDeadline(time.Now()) })()
	if _, err := x.ResponseWriter.Write(content); err != nil {
		if ctx.Err() == nil {
			call.Leave(ctx, err)
		}
		return err
	}
	return nil
}

// failRows breaks the response, so that the client sees that rows are missing.
func (x *exchange) failRows(ctx context.Context, err error) {
	if !errors.Is(err, errHeaders) {
		call.Break(ctx, err)
	}
}
