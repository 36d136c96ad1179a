package main

import (
	"log/slog"
	"net"
	"os"
)

// notifier returns a function that tells systemd the state of the process, such as READY=1, as a
// service of Type=notify does. Without NOTIFY_SOCKET the function does nothing.
func notifier(log *slog.Logger, state string) func() {
	return func() {
		path := os.Getenv("NOTIFY_SOCKET")
		if path == "" {
			return
		}
		if err := notify(path, state); err != nil {
			log.Warn("cannot tell systemd the state of the service", "state", state, "error", err)
		}
	}
}

// notify sends a datagram to a socket. A path that begins with @ is in the abstract namespace.
func notify(path, state string) error {
	socket, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		return err
	}
	defer socket.Close()
	_, err = socket.Write([]byte(state))
	return err
}
