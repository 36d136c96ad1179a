package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"slices"
	"time"

	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/timestamppb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// journalScenario is not a comparison: it measures how the journal is read.
const journalScenario = "journal"

// The writes for each second of a round, so that reading takes some seconds.
const (
	visibleWrites = 400
	followWrites  = 20_000
)

// measureJournal measures how soon an event shows after the response to its write, how many
// events a reader follows, what a row of a batch needs, and how long the journal takes to
// find changed hours.
func (e *environment) measureJournal(ctx context.Context, out io.Writer) error {
	at := slices.IndexFunc(e.contestants, func(c contestant) bool { return c.name == "grpc" })
	c := e.contestants[at]
	// An older build, which made the database, may not know the scope.
	if err := e.execute(
		ctx, c.database,
		`UPDATE api_keys SET scopes = array_append(scopes, 'read:events') WHERE NOT 'read:events' = ANY (scopes)`,
	); err != nil {
		return err
	}
	opened, err := c.dial()
	if err != nil {
		return err
	}
	defer opened.Close()
	client := opened.(grpcClient)
	reading := metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+c.key)

	patches, turn := patch(e.organization, nil), 0
	write := func() error { // it always changes something, because the turns of a client alternate
		turn++
		return client.send(ctx, patches[turn%len(patches)].next(c.database), io.Discard)
	}
	for range 2 * len(patches) { // an earlier scenario may have written the same
		if err := write(); err != nil {
			return err
		}
	}
	log.Print("journal: an event shows …")
	took, err := visible(reading, client, write, max(10, int(visibleWrites*e.Seconds)))
	if err != nil {
		return err
	}
	fmt.Fprintf(out,
		"\njournal: an event shows %.1f ms after the response to its write (median; p99 %.1f ms, longest %.1f "+
			"ms of %d)\n", milliseconds(took[len(took)/2]), milliseconds(took[len(took)*99/100]),
		milliseconds(took[len(took)-1]), len(took))

	log.Print("journal: a reader follows …")
	for range max(200, int(followWrites*e.Seconds)) {
		if err := write(); err != nil {
			return err
		}
	}
	for _, read := range []struct {
		how  string
		read func(context.Context, grpcClient) (int, error)
	}{{"in a stream", followStream}, {"in pages of 200", followPages}} {
		began := time.Now()
		n, err := read.read(reading, client)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "journal: a reader follows %.0f events a second %s (%d events)\n",
			float64(n)/time.Since(began).Seconds(), read.how, n)
	}

	for range 20 {
		if err := client.send(ctx,
			e.organization.upsert(0, 1000, float64(time.Now().UnixNano()%1000)/100), io.Discard); err != nil {
			return err
		}
	}
	bytes, err := e.bytesOfRow(ctx, c.database)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "journal: a row of a batch of 1,000 needs %.1f bytes\n", bytes)

	log.Print("journal: hours that were changed since a time …")
	since := time.Now()
	for at := range changedBatches {
		if err := client.send(
			ctx, e.organization.upsert(e.Rows-(at+1)*1000, 1000, float64(time.Now().UnixNano()%1000)/100), io.Discard,
		); err != nil {
			return err
		}
	}
	time.Sleep(time.Second) // so that all events have their numbers
	report := func(from string) error {
		took, err := changedSince(reading, client, since)
		if err != nil {
			return err
		}
		fmt.Fprintf(out,
			"journal: a page of the hours that were changed since a time takes %.1f ms out of %s (median; the last "+
				"%d of %d rows were changed)\n",
			milliseconds(took), from, changedBatches*1000, e.Rows)
		return nil
	}
	if err := report("the table"); err != nil {
		return err
	}
	// A list reads the journal only if it begins long before the time.
	if err := e.execute(ctx, c.database,
		`UPDATE events SET written_at = written_at - interval '3 hours' WHERE seq = 1`); err != nil {
		return err
	}
	return report("the journal")
}

// changedBatches is the number of batches of 1,000 rows that are changed before a list of the
// changed rows.
const changedBatches = 10

// changedSince returns how long the first page of the hours takes that were changed since a
// time.
func changedSince(ctx context.Context, client grpcClient, since time.Time) (median time.Duration, err error) {
	var took []time.Duration
	for range 21 {
		began := time.Now()
		if _, err := pb.NewAssignmentServiceClient(client).
			ListAssignments(ctx, &pb.ListAssignmentsRequest{UpdatedSince: timestamppb.New(since)}); err != nil {
			return 0, err
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	return took[len(took)/2], nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// visible writes n times, 20 times a second, and returns how long each event took to arrive in
// a stream after the response to its write, in ascending order.
func visible(ctx context.Context, client grpcClient, write func() error, n int) (took []time.Duration, err error) {
	streaming, cancel := context.WithCancel(ctx)
	defer cancel()
	time.Sleep(time.Second) // so that all events before have their numbers
	stream, err := pb.NewEventServiceClient(client).WatchEvents(streaming, &pb.WatchEventsRequest{After: new("head")})
	if err != nil {
		return nil, err
	}
	if _, err := stream.Recv(); err != nil { // a checkpoint
		return nil, err
	}
	arrived := make(chan time.Time, 1)
	go func() {
		for {
			m, err := stream.Recv()
			if err != nil {
				close(arrived)
				return
			}
			if m.Event != nil {
				arrived <- time.Now()
			}
		}
	}()
	for range n {
		if err := write(); err != nil {
			return nil, err
		}
		responded := time.Now()
		at, ok := <-arrived
		if !ok {
			return nil, fmt.Errorf("the stream has ended")
		}
		took = append(took, max(0, at.Sub(responded)))
		time.Sleep(50 * time.Millisecond)
	}
	slices.Sort(took)
	return took, nil
}

func followStream(ctx context.Context, client grpcClient) (n int, err error) {
	head, err := pb.NewEventServiceClient(client).ListEvents(ctx, &pb.ListEventsRequest{After: new("head")})
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := pb.NewEventServiceClient(client).WatchEvents(ctx, &pb.WatchEventsRequest{After: new("0")})
	if err != nil {
		return 0, err
	}
	for {
		m, err := stream.Recv()
		if err != nil {
			return 0, err
		}
		if m.Event != nil {
			n++
		}
		if m.Seq >= head.Data.Head {
			return n, nil
		}
	}
}

func followPages(ctx context.Context, client grpcClient) (n int, err error) {
	for after := "0"; ; {
		resp, err := pb.NewEventServiceClient(client).ListEvents(ctx,
			&pb.ListEventsRequest{After: &after, Limit: new(int32(200))})
		if err != nil {
			return 0, err
		}
		n += len(resp.Data.Items)
		if resp.Data.UpToDate {
			return n, nil
		}
		after = fmt.Sprint(resp.Data.NextAfter)
	}
}

// bytesOfRow returns what an event of 1,000 rows needs for each row: its data, and its own
// row in the table. Indexes are not counted.
func (e *environment) bytesOfRow(ctx context.Context, database string) (bytes float64, err error) {
	db, err := e.open(database)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	err = db.QueryRowContext(ctx,
		`SELECT avg(pg_column_size(events.*)) / 1000 FROM events WHERE row_count = 1000`).Scan(&bytes)
	return bytes, err
}
