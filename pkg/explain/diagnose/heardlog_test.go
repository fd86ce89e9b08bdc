package diagnose_test

import (
	"context"
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
				p.lines = append(p.lines, `{"level":"error","msg":"cleaning up","`+o.Kind+`":{"name":"`+o.Name+`","namespace":"`+o.Namespace+`"},"error":"`+sentences[0]+`"}`)
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
		p.lines = []string{`{"level":"error","msg":"cleaning up","Zorg":{"name":"another","namespace":"zorgs"},"error":"` + sentences[0] + `"}`}
		for _, o := range c.diagnose(t, catalogue).Objects {
			for j := range o.Holds {
				if h := &o.Holds[j]; strings.Contains(h.Message, sentences[0]) && h.Reason != explain.HolderNotReady {
					t.Errorf("%s: %s %s: what is said of another is the cause: %s", name, o.Kind, o.Name, h.Message)
				}
			}
		}
	})
	if heard == 0 {
		t.Error("no archive has a holder that prints")
	}
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
