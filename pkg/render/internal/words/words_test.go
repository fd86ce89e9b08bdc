package words

import (
	"strings"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func TestStateText(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name  string
		state trace.State
		since time.Time
		want  string
	}{
		{"deleting", trace.Deleting, at.Add(-14 * time.Minute), "deleting 14m"},
		{"deleting without a time", trace.Deleting, time.Time{}, "deleting"},
		{"deleting, by a clock ahead", trace.Deleting, at.Add(time.Hour), "deleting 0s"},
		{"grace", trace.Grace, at.Add(12 * time.Second), "in grace, 12s left"},
		{"grace without a time", trace.Grace, time.Time{}, "in grace"},
		{"grace, by a clock behind", trace.Grace, at.Add(-time.Hour), "in grace, 0s left"},
		{"live", trace.Live, time.Time{}, "live"},
		{"a state of later", "New\nOne", time.Time{}, `New\x0aOne`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := StateText(&trace.Node{State: tt.state, Since: tt.since}, trace.Clock{At: at}); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestIncomplete tells a file of which nobody knows what it was made of from a snapshot that
// lacks one answer.
func TestIncomplete(t *testing.T) {
	rest := trace.Problem{About: trace.OutsideDump(), Reason: trace.NotInDump}
	rights := trace.Problem{About: trace.Part{Words: "the rights of shop:web"}, Reason: trace.NotInDump}
	said := trace.Problem{About: trace.Part{Words: rest.About.Words}, Reason: trace.NotInDump} // a file may say what it likes
	pods := trace.Problem{About: trace.Part{Resource: "pods"}, Reason: trace.NotInDump}
	for want, ps := range map[string][]trace.Problem{
		"incomplete: only what the file holds was read; a snapshot would show who holds it and what else is said of it": {rest, rights, pods},
		"incomplete: could not read the rights of shop:web":                                                             {rights},
		"incomplete: could not read the rights of shop:web, pods":                                                       {rights, pods},
		"incomplete: could not read objects outside the dump":                                                           {said},
	} {
		if got := Incomplete(ps); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Every warning names the cluster that it is about, where many were asked.
func TestProblemsOfCluster(t *testing.T) {
	var ps []trace.Problem
	for _, reason := range []string{trace.Forbidden, trace.TimedOut, trace.Unavailable, trace.Undecodable, trace.ReadFailed, trace.LimitReached} {
		ps = append(ps, trace.Problem{About: trace.Part{Resource: "pods"}, Reason: reason})
	}
	for cluster, begin := range map[string]string{"": "warning: could not read pods (", "a\x1b": `warning: a\x1b: could not read pods (`} {
		lines := strings.Split(strings.TrimSuffix(Problems(ps, cluster, paper.Look{}), "\n"), "\n")
		last := lines[len(lines)-1]
		for _, line := range lines[:len(lines)-1] {
			if !strings.HasPrefix(line, begin) {
				t.Errorf("got %q, want it to begin with %q", line, begin)
			}
		}
		if want := strings.TrimSuffix(begin, " could not read pods (") + " and 1 more; see -o json"; last != want {
			t.Errorf("got %q, want %q", last, want)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 4980: "4,980", 1234567: "1,234,567", -999: "-999", -1000: "-1,000"} {
		if got := Thousands(n); got != want {
			t.Errorf("Thousands(%d) = %q, want %q", n, got, want)
		}
	}
}

// A name that stands for none that was copied is not shown as one.
func TestFinalizer(t *testing.T) {
	for name, want := range map[string]string{explain.NotCopied: "finalizers that were not copied", "example.com/FINALIZER": "example.com/FINALIZER"} {
		if got := Finalizer(name).Text; got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
