//go:build unix

package lab

import (
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
)

// Outgoing connections take their ports from above these, so that none takes one
// between its choice and the start of the program that is to listen on it.
const (
	firstPort = 20000
	lastPort  = 32000
)

// FreePorts returns so many loopback ports that nobody listens on.
func FreePorts(n int) ([]int, error) {
	ports := make([]int, 0, n)
	var last error
	for range 50 * n {
		if len(ports) == n {
			break
		}
		port := firstPort + rand.IntN(lastPort-firstPort)
		l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err != nil {
			last = err
			continue
		}
		defer l.Close() // held until all are found, so that each is another one
		ports = append(ports, port)
	}
	if len(ports) < n {
		return nil, fmt.Errorf("finding a free port: %w", last)
	}
	return ports, nil
}
