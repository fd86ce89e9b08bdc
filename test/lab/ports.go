//go:build unix

package lab

import (
	"fmt"
	"net"
	"os"
	"strconv"
	"sync/atomic"
)

// Outgoing connections take their ports from above these, so that none takes one
// between its choice and the start of the program that is to listen on it.
const (
	firstPort = 20000
	lastPort  = 32000
)

// apart is by how many ports the first choices of two processes lie apart that were
// started one after the other: each would find the same ports free as long as nobody
// listens there yet.
const apart = 8

// chosen is how many ports this process has tried.
var chosen atomic.Int64

// FreePorts returns so many loopback ports that nobody listens on.
func FreePorts(n int) ([]int, error) {
	ports := make([]int, 0, n)
	var last error
	for range lastPort - firstPort {
		if len(ports) == n {
			return ports, nil
		}
		port := firstPort + (os.Getpid()*apart+int(chosen.Add(1)))%(lastPort-firstPort)
		l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err != nil {
			last = err
			continue
		}
		if err := l.Close(); err != nil {
			return nil, fmt.Errorf("finding a free port: %w", err)
		}
		ports = append(ports, port)
	}
	return nil, fmt.Errorf("finding a free port: %w", last)
}
