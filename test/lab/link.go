//go:build unix

package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// Link is the way to a server. The zero value is no way at all: what is sent is there.
type Link struct {
	// RoundTrip is how long the shortest question takes to be answered: half of it there,
	// half of it back. To open a connection takes one.
	RoundTrip time.Duration
	// Rate is how many bytes a second each direction carries, of all connections
	// together; zero for any number.
	Rate int
}

const (
	// pieceSize bounds what is sent on at once.
	pieceSize = 32 << 10
	// inFlight bounds how many pieces of one connection are on their way.
	inFlight = 1024
)

// wire is one direction of a link.
type wire struct {
	rate int

	mu   sync.Mutex
	free time.Time // when it can take the next byte
}

// take says when n bytes that are sent now, or later if that is when they can be, have
// left.
func (w *wire) take(from time.Time, n int) time.Time {
	if w.rate <= 0 {
		return from
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.free.After(from) {
		from = w.free
	}
	w.free = from.Add(time.Duration(n) * time.Second / time.Duration(w.rate))
	return w.free
}

// carrier takes connections over a link to an address.
type carrier struct {
	link        Link
	target      string
	listener    net.Listener
	there, back wire

	mu     sync.Mutex
	open   map[net.Conn]bool
	closed bool
	work   sync.WaitGroup
}

// carry begins to take connections to the target.
func carry(ctx context.Context, link Link, target string) (*carrier, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening: %w", err)
	}
	c := &carrier{link: link, target: target, listener: listener, there: wire{rate: link.Rate}, back: wire{rate: link.Rate}, open: map[net.Conn]bool{}}
	c.work.Go(c.accept)
	return c, nil
}

func (c *carrier) address() string { return c.listener.Addr().String() }

func (c *carrier) accept() {
	for {
		near, err := c.listener.Accept()
		if err != nil {
			return // it was closed
		}
		opened := time.Now().Add(c.link.RoundTrip)
		far, err := net.Dial("tcp", c.target)
		if err != nil {
			_ = near.Close() // that is how it shows
			continue
		}
		if !c.keep(near, far) {
			return
		}
		c.work.Go(func() { c.pump(far, near, &c.there, opened) })
		c.work.Go(func() { c.pump(near, far, &c.back, opened) })
	}
}

// keep remembers connections, which end with the carrier. It is false where that has ended.
func (c *carrier) keep(both ...net.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range both {
		if c.closed {
			_ = conn.Close() // nothing was said on it yet
			continue
		}
		c.open[conn] = true
	}
	return !c.closed
}

func (c *carrier) drop(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, conn)
	_ = conn.Close() // it may have been closed from the other side
}

// piece is what was sent at once, and when it is to arrive.
type piece struct {
	bytes []byte
	due   time.Time
}

// pump carries one direction of a connection, and ends it when its source does.
func (c *carrier) pump(to, from net.Conn, w *wire, opened time.Time) {
	pieces := make(chan piece, inFlight)
	c.work.Go(func() {
		defer c.drop(to)
		for p := range pieces {
			time.Sleep(time.Until(p.due))
			if _, err := to.Write(p.bytes); err != nil {
				c.drop(from) // nobody is left to tell
			}
		}
	})
	defer close(pieces)
	buf := make([]byte, pieceSize)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			sent := time.Now()
			if opened.After(sent) {
				sent = opened
			}
			pieces <- piece{append([]byte(nil), buf[:n]...), w.take(sent, n).Add(c.link.RoundTrip / 2)}
		}
		if err != nil {
			return
		}
	}
}

func (c *carrier) close() error {
	err := c.listener.Close()
	c.mu.Lock()
	c.closed = true
	for conn := range c.open {
		_ = conn.Close() // the other side may have been faster
	}
	c.mu.Unlock()
	c.work.Wait()
	if errors.Is(err, net.ErrClosed) || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
