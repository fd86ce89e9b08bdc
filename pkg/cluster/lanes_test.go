package cluster

import (
	"encoding/pem"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// busyServer speaks HTTP/2 as an API server does, and counts.
type busyServer struct {
	*Cluster
	connections, under, most atomic.Int32
}

func serveHTTP2(t *testing.T, answer func(s *busyServer, w http.ResponseWriter, r *http.Request)) *busyServer {
	t.Helper()
	s := &busyServer{}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		now := s.under.Add(1)
		defer s.under.Add(-1)
		for old := s.most.Load(); now > old && !s.most.CompareAndSwap(old, now); old = s.most.Load() {
		}
		answer(s, w, r)
	}))
	server.EnableHTTP2 = true
	server.Config.HTTP2 = &http.HTTP2Config{MaxConcurrentStreams: 100}
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			s.connections.Add(1)
		}
	}
	server.StartTLS()
	t.Cleanup(server.Close)
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	c, err := ForConfig(&rest.Config{Host: server.URL, TLSClientConfig: rest.TLSClientConfig{CAData: authority}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Cluster = c
	return s
}

func manyScopes(n int) []trace.Scope {
	scopes := make([]trace.Scope, n)
	for i := range scopes {
		scopes[i] = trace.Scope{Kind: pods, Namespace: fmt.Sprint("n", i)}
	}
	return scopes
}

// TestLanes reads many lists over two connections, as many at a time as these take, and
// opens none for each that is too many.
func TestLanes(t *testing.T) {
	s := serveHTTP2(t, func(_ *busyServer, w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api" || r.URL.Path == "/apis" {
			time.Sleep(20 * time.Millisecond)
			writeJSON(t, w, 200, map[string]string{"kind": "APIGroupDiscoveryList"})
			return
		}
		time.Sleep(100 * time.Millisecond)
		writeProtobuf(t, w, page("", "a"))
	})
	if _, _, err := s.Kinds(t.Context()); err != nil {
		t.Fatal(err)
	}
	var visited atomic.Int32
	problems := s.Scan(t.Context(), manyScopes(400), trace.Want{}, func(trace.Kind, *trace.Row) { visited.Add(1) })
	if problems != nil || visited.Load() != 400 {
		t.Errorf("%d visited, problems %v", visited.Load(), problems)
	}
	if n := s.connections.Load(); n > lanesMost {
		t.Errorf("%d connections were opened", n)
	}
	if most := s.most.Load(); most <= modest || most > lanesMost*laneStreams {
		t.Errorf("%d requests were made at a time", most)
	}
	if d := s.Distance(); d <= 0 || d > 100*time.Millisecond {
		t.Errorf("the server is %s away", d)
	}
}

// TestLanesCold opens no more connections where everything is asked at once.
func TestLanesCold(t *testing.T) {
	s := serveHTTP2(t, func(_ *busyServer, w http.ResponseWriter, _ *http.Request) {
		time.Sleep(20 * time.Millisecond)
		writeProtobuf(t, w, page("", "a"))
	})
	problems := s.Scan(t.Context(), manyScopes(300), trace.Want{}, func(trace.Kind, *trace.Row) {})
	if n := s.connections.Load(); problems != nil || n > lanesMost {
		t.Errorf("%d connections, problems %v", n, problems)
	}
}

// turnAway is how an API server refuses what is too much: in plain text.
func turnAway(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "1")
	http.Error(w, "Too many requests, please try again later.", http.StatusTooManyRequests)
}

// TestLanesNarrow makes fewer requests at a time as soon as the server refuses some, also
// where all of these come back, and reads all of them in the end.
func TestLanesNarrow(t *testing.T) {
	const takes = 40
	var mu sync.Mutex
	refused := map[string]bool{} // by path
	var late int32               // the most at a time when one came back
	crowded := false             // some were refused
	s := serveHTTP2(t, func(s *busyServer, w http.ResponseWriter, r *http.Request) {
		now := s.under.Load()
		mu.Lock()
		if refused[r.URL.Path] {
			late = max(late, now)
		}
		refused[r.URL.Path] = refused[r.URL.Path] || now > takes
		crowded = crowded || now > takes
		pause := 20 * time.Millisecond
		if !crowded { // however slowly the machine asks, so many come together
			pause = 200 * time.Millisecond
		}
		mu.Unlock()
		time.Sleep(pause)
		if now > takes {
			turnAway(w)
			return
		}
		writeProtobuf(t, w, page("", "a"))
	})
	visited := 0
	problems := s.Scan(t.Context(), manyScopes(400), trace.Want{}, func(trace.Kind, *trace.Row) { visited++ })
	if problems != nil || visited != 400 {
		t.Errorf("%d visited, problems %v", visited, problems)
	}
	if late == 0 || late > 2*takes {
		t.Errorf("when the refused ones came back, %d were made at a time", late)
	}
}

// TestLanesOneByOne makes few requests at a time where each takes a connection.
func TestLanesOneByOne(t *testing.T) {
	var under, most atomic.Int32
	s := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v1/namespaces/n0/pods" {
			now := under.Add(1)
			defer under.Add(-1)
			for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
			}
		}
		time.Sleep(10 * time.Millisecond)
		writeProtobuf(t, w, page("", "a"))
	})
	s.Scan(t.Context(), manyScopes(1), trace.Want{}, func(trace.Kind, *trace.Row) {})
	if problems := s.Scan(t.Context(), manyScopes(200), trace.Want{}, func(trace.Kind, *trace.Row) {}); problems != nil || most.Load() > modest {
		t.Errorf("%d at a time, problems %v", most.Load(), problems)
	}
}

// crowd asks n questions at once over lanes, of a server that answers after 20 ms and
// takes so many at a time, as said by now. A question that is refused is asked again after
// a second. It returns how often the one that was refused most was, and the most that were
// asked at a time from a moment after the first refusal on.
func crowd(t *testing.T, l *lanes, n int, takes func(since time.Duration) int) (refused, late int) {
	t.Helper()
	const answer, refuse = 20 * time.Millisecond, 10 * time.Millisecond
	var mu sync.Mutex
	var first time.Time // when one was refused
	under, began := 0, time.Now()
	ask := func() bool {
		_, v, err := l.begin(t.Context())
		if err != nil {
			t.Error(err)
			return true
		}
		defer v.leave()
		time.Sleep(time.Millisecond)
		mu.Lock()
		under++
		full := under > takes(time.Since(began))
		if full && first.IsZero() {
			first = time.Now()
		}
		if !first.IsZero() && time.Since(first) > 100*time.Millisecond {
			late = max(late, under)
		}
		mu.Unlock()
		resp := &http.Response{StatusCode: http.StatusOK, ProtoMajor: 2, Header: http.Header{}}
		if full {
			resp.StatusCode = http.StatusTooManyRequests
			resp.Header.Set("Content-Type", "text/plain; charset=utf-8")
			time.Sleep(refuse)
		} else {
			time.Sleep(answer)
		}
		mu.Lock()
		under--
		mu.Unlock()
		v.answered(resp)
		return !full
	}
	var asking sync.WaitGroup
	for range n {
		asking.Go(func() {
			times := 0
			for ; !ask(); times++ {
				time.Sleep(time.Second)
			}
			mu.Lock()
			refused = max(refused, times)
			mu.Unlock()
		})
	}
	asking.Wait()
	return refused, late
}

// TestLanesFit makes as many requests at a time as the server was seen to take, at once.
func TestLanesFit(t *testing.T) {
	for _, takes := range []int{10, 40, 100, 180} {
		synctest.Test(t, func(t *testing.T) {
			l := newLanes(nil, nil)
			began := time.Now()
			refused, late := crowd(t, l, 600, func(time.Duration) int { return takes })
			if refused > retries || late > takes+takes/4 || l.width < takes*3/4 {
				t.Errorf("of a server that takes %d at a time: one was refused %d times, %d were made at a time, and in the end %d", takes, refused, late, l.width)
			}
			if took, most := time.Since(began), 2*time.Second+600/time.Duration(takes)*40*time.Millisecond; took > most {
				t.Errorf("of a server that takes %d at a time: it took %s, more than %s", takes, took, most)
			}
		})
	}
}

// TestLanesSlowToOpen waits for a connection that takes its time, and opens no other for each
// request meanwhile; where it cannot be opened at all, each finds out by itself.
func TestLanesSlowToOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLanes(nil)
		_, first, err := l.begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var entered atomic.Int32
		for range 20 {
			go func() {
				_, v, err := l.begin(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				entered.Add(1)
				time.Sleep(time.Second)
				v.leave()
			}()
		}
		time.Sleep(3 * l.patience)
		if n := entered.Load(); n > 0 {
			t.Errorf("%d are under way beside the one that opens the connection", n)
		}
		first.answered(nil) // it could not be
		first.leave()
		synctest.Wait()
		if n := entered.Load(); n != 20 {
			t.Errorf("%d are under way", n)
		}
		time.Sleep(time.Minute)
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.busy != 0 || l.each[0].busy != 0 {
			t.Errorf("%d places stay taken, %d of the connection", l.busy, l.each[0].busy)
		}
	})
}

// TestLanesWide makes as many as ever where all are taken.
func TestLanesWide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLanes(nil, nil)
		if refused, _ := crowd(t, l, 600, func(time.Duration) int { return 200 }); refused > 0 || l.width != lanesMost*laneStreams {
			t.Errorf("%d were refused, and in the end %d made at a time", refused, l.width)
		}
	})
}

// TestLanesFitAnew follows a server that takes fewer and fewer, and later more.
func TestLanesFitAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLanes(nil, nil)
		takes := 80
		crowd(t, l, 300, func(time.Duration) int { return takes })
		takes = 20
		if refused, _ := crowd(t, l, 300, func(time.Duration) int { return takes }); refused > retries || l.width > takes {
			t.Errorf("one was refused %d times, and in the end %d were made at a time", refused, l.width)
		}
		takes = 1000
		narrow := l.width
		if crowd(t, l, 100, func(time.Duration) int { return takes }); l.width != narrow {
			t.Errorf("at once again %d were made at a time, not %d", l.width, narrow)
		}
		time.Sleep(maxWait)
		if crowd(t, l, 1000, func(time.Duration) int { return takes }); l.width < 100 {
			t.Errorf("after a while only %d were made at a time", l.width)
		}
	})
}

// TestLanesOneThing goes on as before where what is refused is one thing only: a kind whose
// cache cannot be filled.
func TestLanesOneThing(t *testing.T) {
	s := serveHTTP2(t, func(_ *busyServer, w http.ResponseWriter, r *http.Request) {
		time.Sleep(20 * time.Millisecond)
		if r.URL.Path == "/api/v1/namespaces/n7/pods" {
			w.Header().Set("Retry-After", "0")
			writeStatus(t, w, 429, metav1.StatusReasonTooManyRequests, "storage is (re)initializing")
			return
		}
		writeProtobuf(t, w, page("", "a"))
	})
	problems := s.Scan(t.Context(), manyScopes(300), trace.Want{}, func(trace.Kind, *trace.Row) {})
	if width := s.lanes.width; len(problems) != 1 || width < modest {
		t.Errorf("in the end %d were made at a time, problems %v", width, problems)
	}
}

// TestUncompressed asks for answers as they are where the server is beside, and else lets
// it compress them.
func TestUncompressed(t *testing.T) {
	for _, tt := range []struct {
		away time.Duration
		want string
	}{
		{0, "gzip"}, // it is not known yet
		{time.Millisecond, "identity"},
		{20 * time.Millisecond, "gzip"},
	} {
		var asked string
		s := serveHTTP2(t, func(_ *busyServer, w http.ResponseWriter, r *http.Request) {
			asked = r.Header.Get("Accept-Encoding")
			writeProtobuf(t, w, page("", "a"))
		})
		s.lanes.distance = tt.away
		s.Scan(t.Context(), manyScopes(1), trace.Want{}, func(trace.Kind, *trace.Row) {})
		if asked != tt.want {
			t.Errorf("at %s the encoding asked for is %q", tt.away, asked)
		}
	}
}
