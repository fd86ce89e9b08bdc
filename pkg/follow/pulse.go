package follow

import (
	"context"
	"time"
)

const (
	// between is the time between two pings, and pingFor how long an answer may take,
	// so that a server that is gone is noticed within two seconds.
	between = 700 * time.Millisecond
	pingFor = time.Second
	// slower is how many times as long as the slowest answer the next may take: a link
	// that is slow is not one that is down. mostPing bounds that.
	slower   = 3
	mostPing = 5 * time.Second
)

// ping asks for signs of life until the context ends. What comes of each is on the
// channel, which is nil where nothing is asked.
func (f *Follower) ping(ctx context.Context) <-chan error {
	if f.Ping == nil {
		return nil
	}
	answers := make(chan error)
	go func() {
		bound := pingFor
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(between):
			}
			began := f.Now()
			within, cancel := context.WithTimeout(ctx, bound)
			err := f.Ping(within)
			cancel()
			if err == nil {
				bound = min(max(bound, slower*f.Now().Sub(began)), mostPing)
			}
			select {
			case <-ctx.Done():
				return
			case answers <- err:
			}
		}
	}()
	return answers
}

// pulse takes up what came of a ping. It reports whether the server is back of which
// pings said that it was gone: then it is time for a reading. What a reading says counts
// for more than a ping that is answered.
func (f *Follower) pulse(err error) (back bool, _ error) {
	switch {
	case err != nil && f.silent != "":
		f.missed = true // then an answer to a ping is news
	case err != nil:
		f.silent, f.missed = err.Error(), true
		return false, f.repaint([]Event{{Type: Silent, Message: f.silent}})
	case f.missed:
		f.silent, f.missed = "", false
		return true, f.repaint([]Event{{Type: Answers}})
	}
	return false, nil
}
