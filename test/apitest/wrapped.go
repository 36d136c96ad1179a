package apitest

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/workplan-api/workplan/internal/postgres"
)

// wrapped returns a function for postgres.Options that opens a pool whose connections are what wrap makes of those of
// the driver.
func wrapped(wrap func(postgres.DriverConn) driver.Conn) func(driver.Connector) *sql.DB {
	return func(c driver.Connector) *sql.DB { return sql.OpenDB(wrappedConnector{c, wrap}) }
}

type wrappedConnector struct {
	driver.Connector
	wrap func(postgres.DriverConn) driver.Conn
}

func (c wrappedConnector) Connect(ctx context.Context) (driver.Conn, error) {
	cn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	complete, ok := cn.(postgres.DriverConn)
	if !ok {
		return nil, errors.Join(fmt.Errorf("apitest: unexpected driver connection %T", cn), cn.Close())
	}
	return c.wrap(complete), nil
}
