package main

import (
	"context"
	"fmt"
	"time"

	"github.com/workplan-api/workplan/internal/wait"
)

// post makes a record before a history.
func (w *worker) post(ctx context.Context, path string, body object) (made entry, err error) {
	for range 20 {
		a := w.call(ctx, w.any(w.random), request{method: "POST", path: "/api/v1/" + path, body: body}, false)
		if a.status == ok {
			return made, a.data(&made)
		}
		err = fmt.Errorf("POST %s: status %d: %.300s", path, a.status, a.body)
		_ = wait.For(ctx, 100*time.Millisecond) // a server starts
	}
	return made, err
}

// prepare makes the records of a history.
func (w *worker) prepare(ctx context.Context) error {
	for n := range recordsOfHistory {
		made, err := w.post(ctx, kindOf(n).path, kindOf(n).body(fmt.Sprintf("%s record %d", w.Name, n)))
		if err != nil {
			return err
		}
		w.records = append(w.records, made.ID)
	}
	for n := range decisionsOfHistory {
		day := time.Date(2060, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0,
			w.number*decisionsOfHistory+n).Format(time.DateOnly)
		made, err := w.post(ctx, "time-off", object{
			"userId": w.organization.Users[1].ID, "timeOffTypeId": w.organization.TimeOffTypes[0].ID,
			"startDate": day, "endDate": day, "availability": 0, "reason": "Rest",
		})
		if err != nil {
			return err
		}
		w.decisions = append(w.decisions, made.ID)
	}
	for n := range keysOfHistory {
		made, err := w.post(ctx, "keys", object{
			"name": fmt.Sprintf("%s key %d", w.Name, n), "actorUserId": w.organization.Users[0].ID,
			"scopes":    []string{"read:clients"},
			"rateLimit": 0,
		})
		if err != nil {
			return err
		}
		w.run.keys = append(w.run.keys, made)
	}
	return nil
}

// readAll reads everything that the history is about, so that an effect that was lost is seen.
func (w *worker) readAll(ctx context.Context) error {
	for n := range grids {
		if err := w.surely(ctx, func() error { return w.hours(ctx, n, &input{Kind: "list"}) }); err != nil {
			return err
		}
	}
	for n := range usersSettled {
		if err := w.readSettled(ctx, n); err != nil {
			return err
		}
	}
	for n := range projectsProposed {
		if err := w.readProposals(ctx, n); err != nil {
			return err
		}
	}
	for n := range recordsOfHistory {
		if err := w.surely(ctx, func() error { return w.record(ctx, n, true) }); err != nil {
			return err
		}
	}
	for n := range decisionsOfHistory {
		if err := w.surely(ctx, func() error { return w.decision(ctx, n, "get") }); err != nil {
			return err
		}
	}
	for n := int64(1); n <= w.creates.Load(); n++ {
		if err := w.surely(ctx,
			func() error { return w.find(ctx, n, fmt.Sprintf("%s no. %d", w.Name, n)) }); err != nil {
			return err
		}
	}
	return nil
}

// surely makes a read until it is recorded, because its outcome is known.
func (w *worker) surely(ctx context.Context, read func() error) error {
	before, _ := w.tally()
	for deadline := time.Now().Add(10 * time.Second); ; {
		if err := read(); err != nil {
			return err
		}
		if after, _ := w.tally(); after > before {
			return ctx.Err()
		}
		if time.Now().After(deadline) {
			return broken("%s: no read has a response 10 s after the last fault", w.Name)
		}
	}
}
