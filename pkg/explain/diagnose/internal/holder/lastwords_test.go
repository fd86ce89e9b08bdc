package holder

import (
	"strings"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestLastEntry picks what tells why a program has ended, and not what it said last.
func TestLastEntry(t *testing.T) {
	h := &hearing.Case{View: &sight.View{Clock: trace.Clock{At: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}}}
	for name, c := range map[string]struct{ log, want string }{
		"a panic that names nothing": {
			"{\"level\":\"info\",\"msg\":\"starting\",\"version\":\"v1.2.3\"}\n" +
				`{"level":"error","msg":"cannot start","error":"secrets \"acme-credentials\" not found"}` + "\n" + `{"level":"info","msg":"stopping http-server"}` + "\npanic: exiting\n\ngoroutine 1 [running]:\n\tmain.go:1",
			`cannot start: secrets "acme-credentials" not found`,
		},
		"a panic that names something": {"E0301 11:00:00.000000       1 m.go:1] \"an older one\" err=\"no route to db-1\"\npanic: secret \"acme\" not found", `panic: secret "acme" not found`},
		"a panic alone":                {"starting the server on 0.0.0.0:8080\npanic: runtime error: invalid memory address", "panic: runtime error: invalid memory address"},
		"plain words":                  {"loading /etc/acme/config.yaml\nError: open /etc/acme/config.yaml: no such file or directory\nbye", "Error: open /etc/acme/config.yaml: no such file or directory"},
		"Python":                       {"Traceback (most recent call last):\n  File \"m.py\", line 1\nKeyError: 'API_URL'", "KeyError: 'API_URL'"},
		"nothing wrong":                {"one\ntwo", "two"},
		"nothing":                      {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var log explain.Log
			for line := range strings.Lines(c.log) {
				log.Lines = append(log.Lines, explain.LogLine{Text: strings.TrimRight(line, "\n")})
			}
			got := ""
			if last := lastEntry(EntriesOf(h, log)); last != nil {
				got = last.Said()
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
