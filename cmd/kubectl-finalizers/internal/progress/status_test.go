package progress

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// The line shows what has been under way the longest, and leaves no trace.
func TestStatus(t *testing.T) {
	var b bytes.Buffer
	columns := 80
	s := &Status{w: &b, ellipsis: "…", total: 3, doing: map[*remove.Action]string{}, width: func() int { return columns }}
	first, second := &remove.Action{}, &remove.Action{}
	first.Object.Ref = trace.Ref{Kind: "Pod", Name: "a\x1b[31m"}
	second.Object.Ref = trace.Ref{Kind: "Pod", Name: "b"}
	s.Begin(first, "asking it to go")
	s.Begin(second, "taking the finalizer off")
	s.Begin(first, "waiting")
	if got, want := s.line(), `0 of 3 done; pod/a\x1b[31m: waiting`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s.End(remove.Result{Action: first})
	if got, want := s.line(), "1 of 3 done; pod/b: taking the finalizer off"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	columns = 20
	if got, want := s.line(), "1 of 3 done; pod/b…"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	synctest.Test(t, func(*testing.T) {
		stop := s.show(0)
		time.Sleep(50 * time.Millisecond)
		stop()
		stop()
	})
	if got := b.String(); !strings.HasSuffix(got, "\r\x1b[K") || !strings.Contains(got, "1 of 3 done") {
		t.Errorf("got %q", got)
	}
	b.Reset()
	s.show(time.Hour)()
	if b.Len() > 0 {
		t.Errorf("got %q", &b)
	}
}
