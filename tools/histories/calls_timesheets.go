package main

import (
	"context"
	"fmt"
	"strings"
)

// timesheet is a timesheet in JSON.
type timesheet struct {
	ID, Note, Status   string
	StartDate, EndDate string
	Hours              float64
	Version            number
	ApprovedSeq        *number
}

// record is the timesheet as its history has it.
func (t timesheet) record() record {
	return sheet{
		Status: strings.ToLower(strings.TrimPrefix(t.Status, "TIMESHEET_STATUS_")), Hours: int(t.Hours),
		Version: int64(t.Version),
	}.record()
}

// closing is the timesheet as clients remember it.
func (t timesheet) closing() closing {
	status := t.record().Value
	return closing{
		name: t.Note, id: t.ID, first: t.StartDate, last: t.EndDate, approvedSeq: t.ApprovedSeq,
		isOver: !strings.HasPrefix(status, "pending") && !strings.HasPrefix(status, "approved"),
	}
}

const sheetsPath, sheetsService = "/api/v1/timesheets", "TimesheetService/"

// randomSheet makes a timesheet, changes one, or reads what was approved.
func (w *worker) randomSheet(ctx context.Context, n int) error {
	sheets := &w.settlings[n].sheets
	kind := []string{
		"submit", "submit", "submit", "approve", "approve", "approve", "reject", "withdraw", "reopen", "reopen", "proof",
		"past",
	}[w.random.IntN(12)]
	t := sheets.pick(w.random)
	if kind == "submit" || t.id == "" {
		if !sheets.room(sheetsOfUser) {
			return nil
		}
		return w.submit(ctx, n)
	}
	if kind == "proof" || kind == "past" {
		return w.approved(ctx, n, t, kind)
	}
	return w.decide(ctx, n, t, kind)
}

// submit submits random days.
func (w *worker) submit(ctx context.Context, n int) error {
	in := w.randomDays(&input{Kind: "submit", Value: w.name("sheet")})
	body := object{
		"userId": w.userID(n), "startDate": w.settledDay(in.First), "endDate": w.settledDay(in.Last), "note": in.Value,
	}
	r := request{
		method: "POST", path: sheetsPath, body: body, rpc: sheetsService + "CreateTimesheet",
		message: object{"timesheet": body},
	}
	return w.change(ctx, n, in, r)
}

// change makes or changes a timesheet.
func (w *worker) change(ctx context.Context, n int, in *input, r request) error {
	if r.key == "" {
		r.key, in.Own = w.caller(n)
	}
	if w.random.IntN(2) == 0 { // the response to an approval then has no number
		w.once(&r)
	}
	var t timesheet
	out, err := w.ofSettled(ctx, n, in, r, func(a *answer, out *output) error {
		err := a.data(&t)
		now := t.record()
		out.Value, out.Version = now.Value, now.Version
		return err
	})
	if err != nil || out == nil || out.Status != ok {
		return err
	}
	w.settlings[n].sheets.learn(t.closing())
	if in.Kind != "approve" {
		return nil
	}
	for _, kind := range []string{"proof", "past"} {
		if err := w.approved(ctx, n, t.closing(), kind); err != nil {
			return err
		}
	}
	return nil
}

// decide approves, rejects, withdraws or reopens a timesheet.
func (w *worker) decide(ctx context.Context, n int, t closing, kind string) error {
	in := &input{Kind: kind, Value: t.name}
	r := request{
		method: "POST", path: sheetsPath + "/" + t.id + "/" + kind,
		rpc:     sheetsService + strings.ToUpper(kind[:1]) + kind[1:] + "Timesheet",
		message: object{"timesheetId": t.id},
	}
	switch kind {
	case "reject":
		r.body = object{"rejectionReason": "Again"}
		r.message["rejection"] = r.body
	case "reopen":
		r.body = object{"reason": "Again"}
		r.message["reopening"] = r.body
	}
	if kind != "withdraw" { // nobody decides the own timesheet
		r.key = w.organization.Keys[w.random.IntN(2)].Secret
	}
	return w.change(ctx, n, in, r)
}

// approved reads what was approved: with the kind proof from the timesheet, and past as of the event of the approval.
func (w *worker) approved(ctx context.Context, n int, t closing, kind string) error {
	in := &input{Kind: kind, Value: t.name}
	r := request{
		method: "GET", path: sheetsPath + "/" + t.id + "/hours", rpc: sheetsService + "GetTimesheetHours",
		message: object{"timesheetId": t.id},
	}
	if kind == "past" {
		if t.approvedSeq == nil {
			return nil
		}
		filter, query := w.filter(n, t.first, t.last)
		filter["asOf"] = fmt.Sprint(*t.approvedSeq)
		r = request{
			method: "GET", path: fmt.Sprint("/api/v1/actual-hours", query, "&asOf=", *t.approvedSeq),
			rpc: "ActualHoursService/ListActualHours", message: filter,
		}
	}
	_, err := w.ofSettled(ctx, n, in, r, w.readRows)
	return err
}
