package quota

import (
	"cmp"
	"context"
	"errors"
	"net"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/gomodule/redigo/redis"

	"github.com/workplan-api/workplan/internal/secreturl"
)

const (
	redisPort = "6379"
	// connsPerProcessor is how many connections to Redis a process may have for each of its processors.
	connsPerProcessor = 10
	maxIdleTime       = 5 * time.Minute
)

// redisServer is the address of a Redis.
type redisServer struct {
	network, address string
	options          []redis.DialOption
	// late are connections that were made after their call had stopped waiting.
	late chan redis.Conn
}

// errMalformed does not quote the address, because it may contain a password.
var errMalformed = errors.New("REDIS_URL is malformed: write redis://USER:PASSWORD@HOST:PORT/DATABASE, or rediss:// " +
	"for TLS, the PASSWORD percent-encoded (@ is %40, / is %2F, # is %23, ? is %3F, % is %25)")

// parseRedis parses redis://, rediss:// and unix:// addresses. The last one has a path instead of a host.
func parseRedis(text string) (redisServer, error) {
	u, ok := secreturl.Parse(text)
	if !ok || u.RawQuery != "" {
		return redisServer{}, errMalformed
	}
	s := redisServer{network: "tcp", late: make(chan redis.Conn, 1)}
	database := strings.Trim(u.Path, "/")
	switch u.Scheme {
	case "redis", "rediss":
		if port := u.Port(); port != "" {
			if _, err := strconv.ParseUint(port, 10, 16); err != nil {
				return redisServer{}, errMalformed
			}
		}
		s.address = net.JoinHostPort(cmp.Or(u.Hostname(), "localhost"), cmp.Or(u.Port(), redisPort))
		s.options = append(s.options, redis.DialUseTLS(u.Scheme == "rediss"))
	case "unix":
		s.network, s.address, database = "unix", u.Path, ""
	default:
		return redisServer{}, errMalformed
	}
	if database != "" {
		n, err := strconv.Atoi(database)
		if err != nil || n < 0 {
			return redisServer{}, errMalformed
		}
		s.options = append(s.options, redis.DialDatabase(n))
	}
	if u.User != nil {
		password, _ := u.User.Password()
		s.options = append(s.options, redis.DialUsername(u.User.Username()), redis.DialPassword(password))
	}
	s.options = append(s.options, redis.DialReadTimeout(dialTimeout), redis.DialWriteTimeout(dialTimeout))
	return s, nil
}

// pool returns a pool without connecting.
func (s redisServer) pool() *redis.Pool {
	most := connsPerProcessor * runtime.GOMAXPROCS(0)
	return &redis.Pool{DialContext: s.dial, MaxIdle: most, MaxActive: most, IdleTimeout: maxIdleTime, Wait: true}
}

// dial returns a new connection. Making one may take longer than a call waits for Redis, such as with TLS. Then the
// connection is kept for the next call.
func (s redisServer) dial(ctx context.Context) (redis.Conn, error) {
	select {
	case conn := <-s.late:
		return conn, nil
	default:
	}
	var conn redis.Conn
	var err error
	dialed := make(chan struct{})
	go func() {
		defer close(dialed)
		dialing, cancel := context.WithTimeout(context.WithoutCancel(ctx), dialTimeout)
		defer cancel()
		conn, err = redis.DialContext(dialing, s.network, s.address, s.options...)
	}()
	select {
	case <-dialed:
		return conn, err
	case <-ctx.Done():
	}
	go func() {
		<-dialed
		if err != nil {
			return
		}
		select {
		case s.late <- conn:
		default:
			_ = conn.Close()
		}
	}()
	return nil, ctx.Err()
}

// Ping asks the Redis at an address that New accepts whether it responds, and returns its address without the password.
func Ping(ctx context.Context, url string) (address string, err error) {
	s, err := parseRedis(url)
	if err != nil {
		return "", err
	}
	conn, err := redis.DialContext(ctx, s.network, s.address, s.options...)
	if err != nil {
		return s.address, err
	}
	_, err = redis.DoContext(conn, ctx, "PING")
	return s.address, errors.Join(err, conn.Close())
}
