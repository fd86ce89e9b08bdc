package progress

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/fleet"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func listOf(resource string) trace.Scope { return trace.Scope{Kind: trace.Kind{Resource: resource}} }

// On a terminal it shows at once, goes on, and leaves no trace.
func TestProgressIsPainted(t *testing.T) {
	var b bytes.Buffer
	synctest.Test(t, func(*testing.T) {
		reading := NewTally(time.Now)
		p := &line{w: &b, doing: "reading…", tally: reading, now: time.Now, paint: true, fit: func(s string) string { return s }}
		stop := p.show()
		synctest.Wait()
		reading.Planned([]trace.Scope{listOf("pods"), listOf("pods"), listOf("secrets")})
		reading.Begun(listOf("secrets"))
		reading.Ended(listOf("pods"))
		time.Sleep(repaint + time.Millisecond)
		reading.Ended(listOf("pods"))
		time.Sleep(6 * time.Second)
		stop()
		stop() // may be called again
	})
	shown := strings.Split(strings.TrimPrefix(b.String(), "\r\x1b[K"), "\r\x1b[K")
	if first := shown[0]; first != "reading…" {
		t.Errorf("at first %q", first)
	}
	if second := shown[1]; second != "reading… 0 of 2 kinds" {
		t.Errorf("then %q", second)
	}
	if last, want := shown[len(shown)-2], "reading… 1 of 2 kinds, 6s, waiting for secrets"; last != want {
		t.Errorf("in the end %q, want %q", last, want)
	}
	if shown[len(shown)-1] != "" {
		t.Errorf("%q is left", shown[len(shown)-1])
	}
}

// Of many clusters it says how many have answered, and for whom it waits.
func TestProgressOfClusters(t *testing.T) {
	var b bytes.Buffer
	synctest.Test(t, func(*testing.T) {
		count := fleet.NewCount([]fleet.Cluster{{Contexts: []fleet.Context{{Name: "prod-eu"}}}, {Contexts: []fleet.Context{{Name: "dev"}}}})
		stop := (&line{w: &b, far: count.String, now: time.Now, wait: logPatience}).show()
		count.Ended(1, true)
		time.Sleep(logPatience + time.Second)
		stop()
	})
	if want := "1 of 2 clusters answered, still waiting for prod-eu (30s)\n"; b.String() != want {
		t.Errorf("got %q, want %q", &b, want)
	}
}

// What is known so far stands above it, and goes with it.
func TestProgressShowsWhatIsKnown(t *testing.T) {
	var b guarded
	synctest.Test(t, func(*testing.T) {
		known := &SoFar{}
		p := &line{
			w: &b, doing: "reading…", tally: NewTally(time.Now), now: time.Now, paint: true, known: known,
			fit: func(s string) string { return s[:min(len(s), 12)] }, size: func() (int, int) { return 12, 24 },
		}
		stop := p.show()
		time.Sleep(repaint / 2)
		known.mu.Lock()
		known.lines = []string{"so far: pvc/data", "  held by x"}
		known.mu.Unlock()
		time.Sleep(repaint)
		_ = b.taken()
		time.Sleep(repaint)
		stop()
	})
	want := "\r\x1b[2Aso far: pvc/\x1b[K\n  held by x\x1b[K\nreading…\x1b[J" + "\r\x1b[2A\x1b[J"
	if got := b.taken(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// guarded is a writer that one may look at while somebody writes.
type guarded struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (g *guarded) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.b.Write(p)
}

// taken is what was written since it was last taken.
func (g *guarded) taken() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	defer g.b.Reset()
	return g.b.String()
}

// Elsewhere nothing is said of quick work, and of slow work less and less often.
func TestProgressIsLogged(t *testing.T) {
	for _, tt := range []struct {
		lasts time.Duration
		want  string
	}{
		{29 * time.Second, ""},
		{31 * time.Second, "reading… 30s\n"},
		{5 * time.Minute, "reading… 30s\nreading… 90s\nreading… 3m30s\n"},
	} {
		var b bytes.Buffer
		synctest.Test(t, func(*testing.T) {
			stop := (&line{w: &b, doing: "reading…", tally: NewTally(time.Now), now: time.Now, wait: logPatience}).show()
			time.Sleep(tt.lasts)
			stop()
		})
		if b.String() != tt.want {
			t.Errorf("after %s: %q, want %q", tt.lasts, &b, tt.want)
		}
	}
}
