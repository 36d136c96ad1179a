package main

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"
)

// check fails if contestants of the report do not return the same rows. A contestant of another kind is left out then.
func (r *study) check(ctx context.Context) error {
	r.progress("comparing the responses")
	for _, s := range r.sets[r.opts.Rows] {
		var want []string
		for _, c := range r.in(r.opts.Rows, nameBench, nameRaw) {
			call := s.requests[0].calls[0]
			if c.name == namePocket && call.pocketBase == nil {
				continue
			}
			got, err := facts(ctx, c, call)
			switch {
			case err != nil:
			case want == nil:
				want = got
			case !slices.Equal(got, want):
				err = fmt.Errorf("the response of %s has other rows", s.name)
			}
			if err == nil && len(got) == 0 {
				err = fmt.Errorf("the response of %s has no rows", s.name)
			}
			if err != nil {
				if err := r.drop(c.name, err); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// fact is what all contestants return of a row. PocketBase has another order of fields, and ids of its own.
var fact = regexp.MustCompile(`"(date|hours|website)":"?(https?:[^"]*|\d{4}-\d\d-\d\d|[\d.]+)`)

// facts sends a request and returns what the response says, sorted.
func facts(ctx context.Context, c contestant, request *call) (list []string, err error) {
	client, err := c.dial()
	if err != nil {
		return nil, err
	}
	defer client.Close()
	var response bytes.Buffer
	if err := client.send(ctx, request, &response); err != nil {
		return nil, err
	}
	for _, m := range fact.FindAllSubmatch(response.Bytes(), -1) {
		list = append(list, string(m[1])+"="+string(m[2]))
	}
	slices.Sort(list)
	return list, nil
}
