package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"

	"example/scenario"
	"github.com/workplan-api/workplan/clients/go/workplan"
)

func (p *program) readWhole(ctx context.Context, in struct{ From, To string }) (any, error) {
	p.whole = workplan.ListAssignmentsParams{UserID: p.workerID, StartDate: in.From, EndDate: in.To}
	list := p.admin.WholeAssignments(p.whole)
	var rows []scenario.Row
	for assignment, err := range list.Rows(ctx) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, toRow(assignment))
	}
	sum := scenario.Sum(rows)
	latest, err := p.isLatest(ctx, list)
	return map[string]any{
		"rows": sum.Rows, "withCapability": sum.WithCapability, "hours": sum.Hours, "seq": latest,
	}, err
}

func (p *program) isLatest(ctx context.Context, list *workplan.WholeList[workplan.Assignment]) (bool, error) {
	now, err := p.admin.ListEvents(ctx, workplan.ListEventsParams{After: "head"})
	if err != nil {
		return false, err
	}
	return list.Seq() == now.Head, nil
}

func (p *program) saveWhole(ctx context.Context) (any, error) {
	dir, err := os.MkdirTemp("", "whole-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	list := p.admin.WholeAssignments(p.whole)
	saved := map[workplan.Format][]byte{}
	for _, format := range []workplan.Format{workplan.CSV, workplan.Parquet} {
		path := filepath.Join(dir, filepath.Base(string(format)))
		if err := list.Save(ctx, path, format); err != nil {
			return nil, err
		}
		if saved[format], err = os.ReadFile(path); err != nil {
			return nil, err
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	table := saved[workplan.Parquet]
	latest, err := p.isLatest(ctx, list)
	return map[string]any{
		"lines":   bytes.Count(saved[workplan.CSV], []byte("\n")),
		"parquet": []string{string(table[:4]), string(table[len(table)-4:])},
		"files":   len(files),
		"seq":     latest,
	}, err
}

func (p *program) cutWhole(ctx context.Context) (any, error) {
	dir, err := os.MkdirTemp("", "whole-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	list := api("WORKPLAN_CUT_URL", "WORKPLAN_KEY").WholeAssignments(p.whole)
	rows, failures := 0, make([]error, 3)
	for _, err := range list.Rows(ctx) {
		if failures[0] = err; err == nil {
			rows++
		}
	}
	failures[1] = list.Save(ctx, filepath.Join(dir, "csv"), workplan.CSV)
	failures[2] = list.Save(ctx, filepath.Join(dir, "parquet"), workplan.Parquet)
	outcome, err := scenario.Codes(failures...)
	if err != nil {
		return nil, err
	}
	files, err := os.ReadDir(dir)
	outcome["some"], outcome["files"] = rows > 0, len(files)
	return outcome, err
}

func (p *program) wholePage(ctx context.Context, in workplan.ListUsersParams) (any, error) {
	return scenario.Rows(p.admin.WholeUsers(in).Rows(ctx))
}
