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
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// busyServer speaks HTTP/2 as an API server does, and counts.
type busyServer struct {
	*Cluster
	connections, under, most, refused atomic.Int32
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

// TestLanesNarrow makes fewer requests at a time as soon as the server refuses some, and
// reads all of them in the end.
func TestLanesNarrow(t *testing.T) {
	const takes = 40
	var mu sync.Mutex
	var late int32         // the most at a time a while after the first was refused
	var refusing time.Time // when that was
	s := serveHTTP2(t, func(s *busyServer, w http.ResponseWriter, _ *http.Request) {
		now := s.under.Load()
		mu.Lock()
		switch {
		case refusing.IsZero() && now > takes:
			refusing = time.Now()
		case !refusing.IsZero() && time.Since(refusing) > 900*time.Millisecond:
			late = max(late, now)
		}
		mu.Unlock()
		time.Sleep(20 * time.Millisecond)
		if now > takes {
			s.refused.Add(1)
			w.Header().Set("Retry-After", "1")
			writeStatus(t, w, 429, metav1.StatusReasonTooManyRequests, "too many requests")
			return
		}
		writeProtobuf(t, w, page("", "a"))
	})
	visited := 0
	problems := s.Scan(t.Context(), manyScopes(400), trace.Want{}, func(trace.Kind, *trace.Row) { visited++ })
	if problems != nil || visited != 400 {
		t.Errorf("%d visited, problems %v", visited, problems)
	}
	if s.refused.Load() == 0 || late > laneStreams { // half of what it began with
		t.Errorf("%d were refused, and then still %d made at a time", s.refused.Load(), late)
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
