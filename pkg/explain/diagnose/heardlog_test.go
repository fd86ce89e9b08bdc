package diagnose_test

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// printing has every container print the same lines a moment ago.
type printing struct {
	lines []string
	asked atomic.Bool
}

func (p *printing) Log(context.Context, explain.LogOf) (log explain.Log, err error) {
	p.asked.Store(true)
	for _, line := range p.lines {
		log.Lines = append(log.Lines, explain.LogLine{At: whyAt.Add(-30 * time.Second), Text: line})
	}
	return log, nil
}

// forms are how programs write a line that says of an object what failed: KIND, NAMESPACE and
// NAME are the object.
var forms = []string{
	`{"level":"error","msg":"cleaning up","KIND":{"name":"NAME","namespace":"NAMESPACE"},"error":"SENTENCE"}`,
	`E0301 11:59:30.000000       1 zorg.go:12] "Cleaning up" err="SENTENCE" KIND="NAMESPACE/NAME"`,
	`time="2026-03-01T11:59:30Z" level=error msg="cleaning up: SENTENCE" kind=KIND namespace="NAMESPACE" name="NAME"`,
	"2026-03-01T11:59:30Z\tERROR\tcleaning up\t{\"KIND\": {\"name\":\"NAME\",\"namespace\":\"NAMESPACE\"}, \"error\": \"SENTENCE\"}",
	"[2026-03-01 11:59:30,000] zorg [ERROR   ] cleaning up KIND NAMESPACE/NAME\nTraceback (most recent call last):\n  File \"zorg.py\", line 7, in release\nzorg.errors.BentError: SENTENCE",
	"2026-03-01 11:59:30 ERROR i.z.Reconciler - cleaning up KIND NAMESPACE/NAME\nio.zorg.BentException: SENTENCE\n\tat io.zorg.Blade.release(Blade.java:7)",
}

// TestAllHeardInLogs has the holders of the archives print a sentence about the objects of
// which nothing else tells why they stay: it is quoted.
func TestAllHeardInLogs(t *testing.T) {
	catalogue := builtIn(t)
	heard := 0
	eachCase(t, func(name string, c whyCase) {
		before := c.answered(t)
		p := &printing{}
		for i := range before.Objects {
			if o := &before.Objects[i]; o.State.Going() {
				stroke := ""
				if o.Namespace != "" {
					stroke = o.Namespace + "/"
				}
				line := strings.NewReplacer("KIND", o.Kind, "NAMESPACE/", stroke, "NAMESPACE", o.Namespace, "NAME", o.Name, "SENTENCE", sentences[0]).Replace(forms[len(name)%len(forms)])
				p.lines = append(p.lines, strings.Split(line, "\n")...)
			}
		}
		c.printing = p
		after := c.diagnose(t, catalogue)
		for i := range after.Objects {
			o := &after.Objects[i]
			for j := range o.Holds {
				if h := &o.Holds[j]; listened(h) {
					heard++
					if !strings.Contains(h.Message, sentences[0]) && !quotes(h, sentences[0]) {
						t.Errorf("%s: %s %s %s: %s %s", name, o.Kind, o.Name, h.Finalizer, h.Reason, h.Message)
					}
				}
			}
		}
		if !p.asked.Load() {
			return
		}
		// What a program complains of that names nothing is told where nothing else decides.
		p.lines = []string{`{"level":"error","msg":"` + sentences[0] + `"}`}
		own := c.diagnose(t, catalogue)
		for i := range own.Objects {
			o := &own.Objects[i]
			for j := range o.Holds {
				if h := &o.Holds[j]; listened(h) && h.Reason == explain.Silent && !quotes(h, sentences[0]) {
					t.Errorf("%s: %s %s: its own complaint is not told: %s", name, o.Kind, o.Name, h.Message)
				}
			}
		}
		p.lines = []string{`{"level":"error","msg":"cleaning up","Zorg":{"name":"another","namespace":"zorgs"},"error":"` + sentences[0] + `"}`}
		for _, o := range c.diagnose(t, catalogue).Objects {
			for j := range o.Holds {
				// What a program prints last tells why it ended, whatever that is about: its holder, and a Job that is waited for.
				if h := &o.Holds[j]; strings.Contains(h.Message, sentences[0]) && h.Reason != explain.HolderNotReady && !waitsForJob(h) {
					t.Errorf("%s: %s %s: what is said of another is the cause: %s", name, o.Kind, o.Name, h.Message)
				}
			}
		}
	})
	if heard == 0 {
		t.Error("no archive has a holder that prints")
	}
}

// waitsForJob reports whether a Job is among what a hold waits for.
func waitsForJob(h *explain.Hold) bool {
	return slices.ContainsFunc(h.Blockers, func(b explain.Blocker) bool { return b.Kind == "Job" })
}

// listened reports whether a log was read for a hold.
func listened(h *explain.Hold) bool {
	for _, e := range h.Evidence {
		if e.Kind == explain.Logged {
			return true
		}
	}
	return false
}

func quotes(h *explain.Hold, sentence string) bool {
	for _, e := range h.Evidence {
		if strings.Contains(e.Fact, sentence) {
			return true
		}
	}
	return false
}
