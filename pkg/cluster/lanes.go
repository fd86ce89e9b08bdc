package cluster

import (
	"context"
	"mime"
	"net/http"
	"net/http/httptrace"
	"slices"
	"sync"
	"time"
)

const (
	// lanesMost is how many connections are used at a time. Two take the lists of most
	// clusters at once; the server lets one person wait with no more than some three
	// hundred requests before it refuses the next.
	lanesMost = 2
	// laneStreams is how many requests one connection takes at a time. An API server
	// allows a hundred; for each beyond that another connection would be opened.
	laneStreams = 96
	// narrowest is what lanes become at the least where the server is too busy.
	narrowest = 4
	// modest is how many requests are made at a time where each needs a connection of
	// its own, and at the least where the server has become slow and does not say more.
	modest = 32
	// near is from how far on more requests at a time than modest save time: they wait
	// for the way. Nearer, they would only take memory.
	near = 5 * time.Millisecond
	// beside is from how far on it takes less time to compress an answer than to carry it
	// as it is. Nearer, the server would only work more.
	beside = 2 * time.Millisecond
	// slowFrom is from how long on, and slowTimes from how many times the shortest
	// answer on, a server is slow.
	slowFrom  = time.Second
	slowTimes = 8
	// widenAfter is how many answers it takes to make one more request at a time again, once
	// all that were refused have come back.
	widenAfter = 4
)

// lanes are the connections to a server, and how many requests they carry at a time:
// as many as the server is glad to take.
type lanes struct {
	patience time.Duration // after which a request without an answer counts no more

	mu       sync.Mutex
	each     []*lane
	width    int // requests at a time
	busy     int
	answers  int // since the width was last changed
	narrowed time.Time
	reckoned reckoning
	waiting  []chan *visit
	distance time.Duration // the shortest answer so far, zero before there is one
}

// lane is one connection.
type lane struct {
	client  func() (*http.Client, error)
	busy    int
	opening bool // its first request is on the way, and the others wait for it
	open    bool
}

func newLanes(clients ...func() (*http.Client, error)) *lanes {
	l := &lanes{patience: defaultPatience, width: len(clients) * laneStreams}
	for _, client := range clients {
		l.each = append(l.each, &lane{client: client})
	}
	return l
}

// visit is one request that is under way.
type visit struct {
	*lanes
	lane  *lane
	opens bool // the lane: it is the first on it
	freed bool // its place is
	sent  time.Time
	taken int // how many were answered well before it was begun
	leave func()
}

// enter waits for a place for one request.
func (l *lanes) enter(ctx context.Context) (*visit, error) {
	l.mu.Lock()
	if got := l.place(); got != nil {
		l.mu.Unlock()
		return got, nil
	}
	turn := make(chan *visit, 1)
	l.waiting = append(l.waiting, turn)
	l.mu.Unlock()
	select {
	case got := <-turn:
		return got, nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if at := slices.Index(l.waiting, turn); at >= 0 {
		l.waiting = slices.Delete(l.waiting, at, at+1)
		return nil, ctx.Err()
	}
	l.end(<-turn) // it came at the same moment
	return nil, ctx.Err()
}

// place takes a place, if there is one: on a connection that is open or, where all of
// these are full, on one that this request opens.
func (l *lanes) place() *visit {
	if l.busy >= l.width || l.busy >= modest && 0 < l.distance && l.distance < near {
		return nil
	}
	for _, one := range l.each {
		if one.opening || one.busy >= laneStreams {
			continue
		}
		v := &visit{lanes: l, lane: one, opens: !one.open}
		l.reckoned.begin(v)
		one.opening = !one.open
		one.busy++
		l.busy++
		return v
	}
	return nil
}

// admit gives free places to those who wait.
func (l *lanes) admit() {
	for len(l.waiting) > 0 {
		got := l.place()
		if got == nil {
			return
		}
		l.waiting[0] <- got
		l.waiting = l.waiting[1:]
	}
}

// free gives a place back, once.
func (l *lanes) free(v *visit) {
	if v.freed {
		return
	}
	v.freed = true
	v.lane.busy--
	l.busy--
	l.reckoned.end(v)
	l.admit()
}

// end is the end of a request, which may have opened no connection.
func (l *lanes) end(v *visit) {
	l.free(v)
	if v.opens && v.lane.opening {
		l.opened(v.lane)
	}
}

// opened lets others use the connection. One that could not be opened is not waited for
// again: then each request finds out by itself, and at once.
func (l *lanes) opened(one *lane) {
	one.opening, one.open = false, true
	l.admit()
}

// begin is enter, with what has to be known of the request afterwards. Its place becomes
// free when it leaves or, at the latest, when the patience with it ends; those that wait for the
// connection that it opens wait on, as each would else open one.
func (l *lanes) begin(ctx context.Context) (context.Context, *visit, error) {
	v, err := l.enter(ctx)
	if err != nil {
		return ctx, nil, err
	}
	one := v.lane
	v.sent = time.Now()
	timer := time.AfterFunc(l.patience, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.free(v)
	})
	v.leave = func() {
		timer.Stop()
		l.mu.Lock()
		defer l.mu.Unlock()
		l.end(v)
	}
	l.mu.Lock()
	opening := one.opening
	l.mu.Unlock()
	if opening {
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) {
			v.sent = time.Now()
			l.mu.Lock()
			defer l.mu.Unlock()
			l.opened(one)
		}})
	}
	return ctx, v, nil
}

// answered learns from an answer how far away the server is, and how busy.
func (v *visit) answered(resp *http.Response) {
	took := time.Since(v.sent)
	v.mu.Lock()
	defer v.mu.Unlock()
	tooMany := resp != nil && resp.StatusCode == http.StatusTooManyRequests
	if !tooMany {
		v.reckoned.end(v)
	}
	if v.opens && v.lane.opening {
		v.opened(v.lane)
	}
	if resp == nil {
		return
	}
	slow := took > slowFrom && took > slowTimes*v.distance
	if v.distance == 0 || took < v.distance {
		v.distance = max(took, 1)
	}
	switch {
	case tooMany && !hasStatus(resp):
		v.refused()
	case resp.ProtoMajor < 2:
		v.width = min(v.width, modest)
	case slow, tooMany:
		v.slowed()
	case v.width < len(v.each)*laneStreams && time.Since(v.narrowed) > maxWait:
		if v.answers++; v.answers >= widenAfter {
			v.answers = 0
			v.width++
		}
	}
}

// news reports whether the request was sent since lanes were last made narrower, and so
// tells that they are still too wide.
func (v *visit) news() bool {
	v.answers = 0
	if !v.sent.After(v.narrowed) {
		return false
	}
	v.narrowed = time.Now()
	return true
}

// refused makes as many requests at a time as the server was seen to take.
func (v *visit) refused() {
	if v.news() {
		v.reckoned.anew(v)
	}
	v.reckoned.refused(v)
	v.width = min(v.width, max(v.reckoned.carried, narrowest))
}

// slowed halves how many requests are made at a time.
func (v *visit) slowed() {
	if v.news() {
		v.width = min(v.width, max(v.width/2, modest))
	}
}

// hasStatus reports whether an answer was written by whoever serves the thing that was
// asked for, and speaks of that thing: its cache is not filled, say. A server that turns
// requests away because they are too many does so in plain text, before it looks at them.
func hasStatus(resp *http.Response) bool {
	media, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return err == nil && (media == "application/json" || media == "application/vnd.kubernetes.protobuf")
}

// Distance is how long the shortest answer has taken so far, zero before there was one.
func (c *Cluster) Distance() time.Duration {
	c.lanes.mu.Lock()
	defer c.lanes.mu.Unlock()
	return c.lanes.distance
}
