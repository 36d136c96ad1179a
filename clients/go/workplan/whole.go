package workplan

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/workplan-api/workplan/clients/go/workplan/internal/retry"
)

// Format is a form of all rows of a list.
type Format string

const (
	// CSV is text for spreadsheets. The first line has the names of the columns.
	CSV Format = "text/csv"
	// NDJSON has a JSON object in each line.
	NDJSON Format = "application/x-ndjson"
	// Parquet is a table for warehouses, DuckDB, pandas and Spark.
	Parquet Format = "application/vnd.apache.parquet"
)

// wholeTime is how long the server takes at most for a response with all rows.
const wholeTime = 5 * time.Minute

// parquetMark ends every table.
const parquetMark = "PAR1"

// WholeList is all rows of a list in one response. They are those of one moment, however long you read, and only a few
// are in memory at a time. Each method sends a request of its own. A request has no Limit, Offset, Cursor and Count.
//
// A request is repeated as any other call is, until the response begins. The time of the API is for that. The response
// then has the 5 minutes that the server gives it, or less if the context has a deadline. If it ends early, the error
// is [ErrUnexpectedResponse]. A goroutine has a WholeList of its own.
type WholeList[T any] struct {
	api  *API
	op   operation
	opts []CallOption
	seq  int64
}

// Seq returns the number of the latest event whose write the rows have, from the latest response. To keep a copy up to
// date, follow the journal after it. It is 0 before the first row is read.
func (l *WholeList[T]) Seq() int64 { return l.seq }

// Rows returns the rows. It sends the request when the first row is read. An error is the last element.
func (l *WholeList[T]) Rows(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		body, err := l.open(ctx, NDJSON)
		if err != nil {
			yield(*new(T), err)
			return
		}
		defer body.Close()
		for rows := json.NewDecoder(body); ; {
			var row T
			err := rows.Decode(&row)
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(*new(T), body.cut(err))
				return
			}
			if !yield(row, nil) {
				return
			}
		}
	}
}

// Write writes the rows to w. If it fails, w may have got some of them.
func (l *WholeList[T]) Write(ctx context.Context, w io.Writer, format Format) error {
	body, err := l.open(ctx, format)
	if err != nil {
		return err
	}
	defer body.Close()
	out := &sink{Writer: w}
	if _, err := io.Copy(out, body); err != nil {
		if out.err != nil {
			return out.err
		}
		return body.cut(err)
	}
	if format == Parquet && string(out.end) != parquetMark {
		return body.cut(io.ErrUnexpectedEOF)
	}
	return nil
}

// Save writes the rows to a file. The file is complete, or stays as it was: the rows go to another file beside it,
// which then gets its name.
func (l *WholeList[T]) Save(ctx context.Context, path string, format Format) (err error) {
	part := path + "." + rand.Text() + ".part"
	file, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(part)
		}
	}()
	if err := errors.Join(l.Write(ctx, file, format), file.Close()); err != nil {
		return err
	}
	return os.Rename(part, path)
}

// sink keeps the error of a writer, and the last bytes.
type sink struct {
	io.Writer
	err error
	end []byte
}

func (s *sink) Write(p []byte) (n int, err error) {
	n, s.err = s.Writer.Write(p)
	s.end = append(s.end, p[max(0, len(p)-len(parquetMark)):]...)
	s.end = s.end[max(0, len(s.end)-len(parquetMark)):]
	return n, s.err
}

// body is that of a response with all rows.
type body struct {
	io.ReadCloser
	ctx     context.Context // of the request
	cancel  context.CancelFunc
	failure func(cause error) error
}

func (b *body) Close() error {
	b.cancel()
	return b.ReadCloser.Close()
}

// cut returns the error of a response that does not end as it should.
func (b *body) cut(cause error) error {
	if err := b.ctx.Err(); err != nil {
		return failed(err)
	}
	return b.failure(cause)
}

// open sends the request, with retries, until a response begins.
func (l *WholeList[T]) open(ctx context.Context, format Format) (opened *body, err error) {
	if err := l.api.check(); err != nil {
		return nil, err
	}
	opts := append(slices.Clip(l.opts), func(req *http.Request) { req.Header.Set("Accept", string(format)) })
	err = l.api.policy.Do(ctx, func(limited context.Context) retry.Outcome {
		whole, cancel := context.WithTimeout(ctx, wholeTime)
		stop := context.AfterFunc(limited, cancel) // unless the response begins before
		resp, out := l.api.exchange(whole, l.op, nil, opts)
		if out.Err == nil && !stop() {
			_ = resp.Body.Close()
			out.Err = limited.Err()
		}
		if out.Err != nil {
			cancel()
			out.Again = out.Again && limited.Err() == nil
			return out
		}
		opened = &body{resp.Body, whole, cancel, func(cause error) error {
			return l.api.unexpected(resp, []byte("rows are missing: "+cause.Error()), cause)
		}}
		kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
		l.seq, err = strconv.ParseInt(resp.Header.Get("Workplan-Seq"), 10, 64)
		if kind != string(format) || err != nil {
			text, err := io.ReadAll(io.LimitReader(resp.Body, 1000))
			_ = opened.Close()
			return retry.Outcome{Err: l.api.unexpected(resp, text, err)}
		}
		return retry.Outcome{}
	})
	if err != nil {
		return nil, failed(err)
	}
	return opened, nil
}
