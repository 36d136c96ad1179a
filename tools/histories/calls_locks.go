package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

const locksPath, locksService = "/api/v1/locks", "LockService/"

// randomLock makes a lock or an exception of one, or deletes it.
func (w *worker) randomLock(ctx context.Context, n int) error {
	known := &w.settlings[n]
	l, e := known.locks.pick(w.random), known.exceptions.pick(w.random)
	switch kind := w.random.IntN(6); {
	case l.id == "" || kind < 1:
		if !known.locks.room(locksOfUser) {
			return nil
		}
		return w.lock(ctx, n)
	case kind < 4:
		return w.unlock(ctx, n, l)
	case e.id == "" || kind < 5:
		return w.except(ctx, n, l)
	default:
		return w.unexcept(ctx, n, e)
	}
}

// lock locks random days of a user or of all, and reads the hours of the user.
func (w *worker) lock(ctx context.Context, n int) error {
	in := w.randomDays(&input{Kind: "lock", Value: w.name("lock")})
	made := closing{name: in.Value, ofAll: w.random.IntN(4) == 0}
	body := object{
		"startDate": w.settledDay(in.First), "endDate": w.settledDay(in.Last), "kinds": []string{"actual_hours"},
		"userIds": []string{w.userID(n)}, "reason": in.Value,
	}
	if made.ofAll {
		body["userIds"] = []string{}
	}
	r := request{
		method: "POST", path: locksPath, body: body, rpc: locksService + "CreateLock", message: object{"lock": body},
	}
	w.once(&r)
	out, err := w.do(ctx, made.about(n), in, r, func(a *answer, _ *output) error {
		var l entry
		err := a.data(&l)
		made.id = l.ID
		return err
	})
	if err != nil || out == nil || out.Unknown {
		return err
	}
	w.learnLock(n, made)
	return w.actual(ctx, n, &input{Kind: "list"})
}

// about is what the calls that make and delete a lock are about.
func (c closing) about(n int) string {
	if !c.ofAll {
		return fmt.Sprint("settled ", n)
	}
	all := ""
	for n := range usersSettled {
		all += fmt.Sprint(", settled ", n)
	}
	return strings.TrimPrefix(all, ", ")
}

func (w *worker) learnLock(n int, l closing) {
	for user := range w.settlings {
		if l.ofAll || user == n {
			w.settlings[user].locks.learn(l)
		}
	}
}

// unlock deletes a lock.
func (w *worker) unlock(ctx context.Context, n int, l closing) error {
	r := request{
		method: "DELETE", path: locksPath + "/" + l.id, rpc: locksService + "DeleteLock", message: object{"lockId": l.id},
	}
	w.once(&r)
	out, err := w.do(ctx, l.about(n), &input{Kind: "unlock", Value: l.name}, r, nil)
	if out != nil && !out.Unknown {
		l.isOver = true
		w.learnLock(n, l)
	}
	return err
}

// except makes an exception of a lock for the user.
func (w *worker) except(ctx context.Context, n int, l closing) error {
	in := &input{Kind: "except", Value: l.name, Exception: w.name("exception")}
	body := object{
		"userId": w.userID(n), "until": time.Now().Add(time.Hour).UTC().Format(time.RFC3339), "reason": in.Exception,
	}
	r := request{
		method: "POST", path: locksPath + "/" + l.id + "/exceptions", body: body,
		rpc: locksService + "CreateLockException", message: object{"lockId": l.id, "exception": body},
	}
	w.once(&r)
	var made entry
	out, err := w.ofSettled(ctx, n, in, r, func(a *answer, _ *output) error { return a.data(&made) })
	if out != nil && out.Status == ok {
		w.settlings[n].exceptions.learn(closing{name: in.Exception, id: made.ID, lock: l.name, of: l.id})
	}
	return err
}

// unexcept deletes an exception.
func (w *worker) unexcept(ctx context.Context, n int, e closing) error {
	r := request{
		method: "DELETE", path: locksPath + "/" + e.of + "/exceptions/" + e.id, rpc: locksService + "DeleteLockException",
		message: object{"lockId": e.of, "exceptionId": e.id},
	}
	w.once(&r)
	out, err := w.ofSettled(ctx, n, &input{Kind: "unexcept", Value: e.lock, Exception: e.name}, r, nil)
	if out != nil && !out.Unknown {
		e.isOver = true
		w.settlings[n].exceptions.learn(e)
	}
	return err
}

// listSheets lists the timesheets of the user in the history.
func (w *worker) listSheets(ctx context.Context, n int) error {
	filter, query := w.filter(n, w.settledDay(0), w.settledDay(cells-1))
	filter["limit"] = 200
	r := request{
		method: "GET", path: sheetsPath + query + "&limit=200", rpc: sheetsService + "ListTimesheets", message: filter,
	}
	_, err := w.ofSettled(ctx, n, &input{Kind: "sheets"}, r, func(a *answer, out *output) error {
		var list struct{ Items []timesheet }
		err := a.data(&list)
		out.Records = map[string]record{}
		for _, t := range list.Items {
			out.Records[t.Note] = t.record()
			w.settlings[n].sheets.learn(t.closing())
		}
		return err
	})
	return err
}

// listLocks lists the locks of the history that are about the user.
func (w *worker) listLocks(ctx context.Context, n int) error {
	r := request{
		method: "GET", path: locksPath + "?limit=200", rpc: locksService + "ListLocks", message: object{"limit": 200},
	}
	_, err := w.ofSettled(ctx, n, &input{Kind: "locks"}, r, func(a *answer, out *output) error {
		var list struct {
			Items []struct {
				ID, Reason string
				UserIDs    []string
				Exceptions []struct{ ID, UserID, Reason string }
			}
		}
		err := a.data(&list)
		out.Records = map[string]record{}
		for _, l := range list.Items {
			ofAll := len(l.UserIDs) == 0
			if !strings.HasPrefix(l.Reason, fmt.Sprintf("lock-%d-", w.number)) ||
				!ofAll && !slices.Contains(l.UserIDs, w.userID(n)) {
				continue
			}
			w.learnLock(n, closing{name: l.Reason, id: l.ID, ofAll: ofAll})
			var names []string
			for _, e := range l.Exceptions {
				if e.UserID == w.userID(n) {
					names = append(names, e.Reason)
					w.settlings[n].exceptions.learn(closing{name: e.Reason, id: e.ID, lock: l.Reason, of: l.ID})
				}
			}
			out.Records[l.Reason] = record{Value: namesOf(names)}
		}
		return err
	})
	return err
}
