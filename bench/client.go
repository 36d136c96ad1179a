package main

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/lib/pq"
)

// The two statements of a change: read, and write what has still the version read.
const (
	selectClient = `SELECT "clients"."id", "clients"."organization_id", "clients"."version", "clients"."created_at", "clients"."updated_at",` +
		` "clients"."company_name", "clients"."email", "clients"."image", "clients"."country_code", "clients"."website", "clients"."is_active",` +
		` "clients"."client_priority", "clients"."categories", "clients"."account_manager_id"` +
		` FROM "clients" WHERE "clients"."id" = $1 AND "clients"."organization_id" = $2 LIMIT 2`
	updateClient = `UPDATE "clients" SET "version" = $1, "updated_at" = $2, "website" = $3` +
		` WHERE ("clients"."id" = $4 AND "clients"."version" = $5) AND "clients"."organization_id" = $6`
)

// client is a row of clients.
type client struct {
	id, organization, name, priority        string
	version                                 int64
	created, updated                        time.Time
	email, image, country, website, manager sql.NullString
	active                                  bool
	categories                              pq.StringArray
}

var errRaced = errors.New("a client changes faster than it can be written")

// patch gives a client another website. Where somebody else was faster, it tries again.
func (s *session) patch(ctx context.Context, organization, id, website string) (*client, error) {
	read, err := s.statement(ctx, selectClient)
	if err != nil {
		return nil, err
	}
	write, err := s.statement(ctx, updateClient)
	if err != nil {
		return nil, err
	}
	for range 10 {
		c := &client{}
		err := read.QueryRowContext(ctx, id, organization).Scan(&c.id, &c.organization, &c.version, &c.created, &c.updated, &c.name,
			&c.email, &c.image, &c.country, &c.website, &c.active, &c.priority, &c.categories, &c.manager)
		if err != nil {
			return nil, err
		}
		old := c.version
		c.version, c.updated, c.website = c.version+1, time.Now().UTC().Truncate(time.Microsecond), sql.NullString{String: website, Valid: true}
		result, err := write.ExecContext(ctx, c.version, c.updated, website, id, old, organization)
		if err != nil {
			return nil, err
		}
		if n, err := result.RowsAffected(); err != nil || n > 0 {
			return c, err
		}
	}
	return nil, errRaced
}
