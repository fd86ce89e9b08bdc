package diagnose_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// What BenchmarkAnswers printed before words of every place were heard and acts came
// first: of 408 archived answers 195 were undecided, of 374 that need somebody 27 began
// with an act; of 108 answers of scripts 24 were undecided.
const (
	undecidedBefore        = 100 * 195.0 / 408
	actsFirstBefore        = 100 * 27.0 / 374
	scriptsUndecidedBefore = 100 * 24.0 / 108
	scripts                = "../../../test/scripts/*.txtar"
	exitUndecided          = "5"
)

// acts reports whether a hold is first told how to end it, or to wait for what ends it.
func acts(h *explain.Hold) bool { return len(h.Next) > 0 && h.Next[0].Aim <= explain.Waits }

// BenchmarkAnswers diagnoses all archives, of which many are of what nobody can decide,
// and prints how many answers are undecided and how many begin with an act. What scripts
// ask of a real server is counted by the exit code that they expect.
func BenchmarkAnswers(b *testing.B) {
	known := builtIn(b)
	var going, undecided, needing, acting int
	for b.Loop() {
		going, undecided, needing, acting = 0, 0, 0, 0
		eachCase(b, func(_ string, c whyCase) {
			d, err := c.run(b.Context(), known)
			if err != nil {
				b.Fatal(err)
			}
			verdict := d.Verdict()
			if slices.Contains([]explain.Verdict{explain.NotDeleting, explain.NotAsked, explain.Absent}, verdict) {
				return
			}
			going++
			if verdict == explain.Undecided {
				undecided++
			}
			if len(d.Causes) == 0 || explain.Rank(d.Causes[0].Verdict) < explain.Rank(explain.Undecided) {
				return
			}
			needing++
			if acts(d.Of(d.Causes[0].Holds[0])) {
				acting++
			}
		})
	}
	asked, open := scriptsAsking(b)
	b.ReportMetric(100*float64(undecided)/float64(going), "%undecided")
	b.ReportMetric(undecidedBefore, "%undecided-before")
	b.ReportMetric(100*float64(acting)/float64(needing), "%act-first")
	b.ReportMetric(actsFirstBefore, "%act-first-before")
	b.ReportMetric(100*float64(open)/float64(asked), "%scripts-undecided")
	b.ReportMetric(scriptsUndecidedBefore, "%scripts-undecided-before")
}

var askedInScripts = regexp.MustCompile(`(?m)^exits ([035]) finalizers why-stuck`)

// scriptsAsking counts the answers that scripts ask for, and those that are undecided or
// incomplete.
func scriptsAsking(tb testing.TB) (asked, undecided int) {
	tb.Helper()
	files, err := filepath.Glob(scripts)
	if err != nil || len(files) == 0 {
		tb.Fatalf("no scripts (%v)", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		for _, m := range askedInScripts.FindAllSubmatch(text, -1) {
			asked++
			if string(m[1]) == exitUndecided {
				undecided++
			}
		}
	}
	return asked, undecided
}

// TestAllFirstSteps has every hold on what is going away begin with what ends it, and show no
// more than one thing that only looks. What nobody can tell begins with a look, and so
// does what must not be started before it is clear what that deletes.
func TestAllFirstSteps(t *testing.T) {
	eachDiagnosis(t, func(t *testing.T, d *explain.Diagnosis) {
		for i := range d.Objects {
			o := &d.Objects[i]
			for j := range o.Holds {
				if o.State.Going() {
					checkFirst(t, &o.Holds[j])
				}
			}
		}
	})
}

func checkFirst(t *testing.T, h *explain.Hold) {
	t.Helper()
	if len(h.Next) == 0 {
		t.Errorf("%s %s has no step: %s", h.Finalizer, h.Reason, h.Message)
		return
	}
	looks, guarded := 0, false
	for i, s := range h.Next {
		guarded = guarded || s.Aim == explain.Guarded
		if s.Aim == explain.Looks {
			looks++
		}
		if i > 0 && s.Aim < h.Next[i-1].Aim {
			t.Errorf("%s %s: %q comes after %q", h.Finalizer, h.Reason, s.Text, h.Next[i-1].Text)
		}
	}
	if looks > 1 {
		t.Errorf("%s %s: %d steps only look", h.Finalizer, h.Reason, looks)
	}
	warned := (guarded || h.Reason == explain.Excluded) && len(h.Warnings) > 0
	if h.Verdict == explain.Stuck && !acts(h) && !warned {
		t.Errorf("%s %s begins with %q: %s", h.Finalizer, h.Reason, h.Next[0].Text, h.Message)
	}
}
