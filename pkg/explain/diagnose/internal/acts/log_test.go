package acts

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// The log of a holder has a command in a copy, where its project names one workload of a fixed name that has one log.
func TestSeeItsLog(t *testing.T) {
	view, err := sight.New(t.Context(), serving{}, nil, trace.Clock{})
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		of     catalogue.Component
		runs   string
		copied bool
		want   string
	}{
		"one workload":         {catalogue.Component{Namespaces: []string{"acme-system"}, Workloads: []string{"Deployment/acme"}}, "", true, "kubectl logs deployment/acme -n acme-system --tail=1000"},
		"of any name":          {catalogue.Component{Namespaces: []string{"acme-system"}, Workloads: []string{"Deployment/*-acme"}}, "", true, ""},
		"in any namespace":     {catalogue.Component{Namespaces: []string{"*"}, Workloads: []string{"Deployment/acme"}}, "", true, ""},
		"one on each node":     {catalogue.Component{Namespaces: []string{"acme-system"}, Workloads: []string{"DaemonSet/acme"}}, "", true, ""},
		"two workloads":        {catalogue.Component{Namespaces: []string{"acme-system"}, Workloads: []string{"Deployment/a", "Deployment/b"}}, "", true, ""},
		"where nobody sees it": {catalogue.Component{OutOfSight: "*", Namespaces: []string{"acme-system"}, Workloads: []string{"Deployment/acme"}}, "", true, ""},
		"one that was copied":  {catalogue.Component{Namespaces: []string{"acme-system"}, Workloads: []string{"Deployment/acme"}}, "acme", true, ""},
		"a live cluster":       {catalogue.Component{Namespaces: []string{"acme-system"}, Workloads: []string{"Deployment/acme"}}, "", false, ""},
	} {
		view.Copied = tt.copied
		h := &hearing.Case{View: view, Node: &trace.Node{}, Entry: catalogue.Entry{Controller: tt.of}}
		h.Holder = explain.Holder{Name: "acme", Workload: trace.Ref{Name: tt.runs}}
		steps := SeeItsLog(h, "it is bent", false).Steps
		if got := strings.Join(steps[0].Command, " "); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
		runs := SeeIfItRuns(h, "run it").Steps[0]
		if there := len(runs.Command) > 0; there != (tt.want != "" || name == "one on each node") || runs.Text != "run it" {
			t.Errorf("%s: %q", name, runs.Command)
		}
		if first, last := steps[0].Text, steps[len(steps)-1].Text; !strings.HasPrefix(first, "see what the log of acme says") || !strings.HasSuffix(last, "it is bent") {
			t.Errorf("%s: %q, then %q", name, first, last)
		}
	}
}
