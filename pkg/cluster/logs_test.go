package cluster

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var manager = explain.LogOf{Namespace: "acme", Pod: "op-0", Container: "manager", Since: time.Date(2026, 3, 1, 11, 0, 0, 0, time.UTC)}

func TestLog(t *testing.T) {
	s := serve(t, Options{}, func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "2026-03-01T11:59:00.5Z the first\r\n2026-03-01T11:59:01Z \nno time\n")
	})
	got, err := s.Log(t.Context(), manager)
	if err != nil {
		t.Fatal(err)
	}
	want := explain.Log{Lines: []explain.LogLine{
		{At: time.Date(2026, 3, 1, 11, 59, 0, 5e8, time.UTC), Text: "the first"}, {At: time.Date(2026, 3, 1, 11, 59, 1, 0, time.UTC)}, {Text: "no time"},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	asked := []string{"/api/v1/namespaces/acme/pods/op-0/log?container=manager&limitBytes=1048576&sinceTime=2026-03-01T11%3A00%3A00Z&tailLines=5000&timestamps=true"}
	if diff := cmp.Diff(asked, s.requests()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestLogIsTheNewest: where there is more than is read, the end of it counts.
func TestLogIsTheNewest(t *testing.T) {
	line := strings.Repeat("x", 1023) + "\n"
	s := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("tailLines") == "5000" {
			fmt.Fprint(w, strings.Repeat(line, 1024))
			return
		}
		fmt.Fprint(w, "the newest\n")
	})
	of := manager
	of.Previous = true
	got, err := s.Log(t.Context(), of)
	if err != nil || !got.Partial || len(got.Lines) != 1 || got.Lines[0].Text != "the newest" {
		t.Errorf("read %d lines, partial: %t, %v", len(got.Lines), got.Partial, err)
	}
	if second := s.requests()[1]; !strings.Contains(second, "tailLines=1024") || !strings.Contains(second, "previous=true") {
		t.Errorf("asked %s", second)
	}
}

func TestLogRefused(t *testing.T) {
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   trace.Problem
	}{
		"forbidden": {
			func(w http.ResponseWriter, _ *http.Request) {
				writeStatus(t, w, http.StatusForbidden, metav1.StatusReasonForbidden, "pods is forbidden")
			},
			trace.Problem{Reason: trace.Forbidden, Message: "pods is forbidden"},
		},
		"silent": {func(_ http.ResponseWriter, r *http.Request) { hang(r) }, trace.Problem{Reason: trace.TimedOut, Message: "no answer within 3s"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, Options{}, c.answer)
			_, err := s.Log(t.Context(), manager)
			if err == nil {
				t.Fatal("no error")
			}
			if got := s.Problem(trace.Part{}, err); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}
