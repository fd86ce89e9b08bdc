package render

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/fleet"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/outlook"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// nothing calls each function of this package with next to nothing to print.
func nothing() map[string]struct {
	formats []string
	print   func(w io.Writer, format string) error
} {
	type printer = struct {
		formats []string
		print   func(w io.Writer, format string) error
	}
	node := trace.Node{Ref: trace.Ref{Kind: "Pod", Name: "p"}, State: trace.Live}
	held := explain.Object{Node: node, Holds: []explain.Hold{{}}}
	place := []explain.Place{{}}
	one := fleet.Cluster{Contexts: []fleet.Context{{Name: "one"}}}
	known := catalogue.Entry{Finalizer: catalogue.Finalizer{Pattern: "x"}}
	return map[string]printer{
		"graph": {GraphFormats(), func(w io.Writer, f string) error {
			return Graph(w, &trace.Graph{Nodes: []trace.Node{node}}, f, Options{})
		}},
		"diagnosis": {DiagnosisFormats(), func(w io.Writer, f string) error {
			return Diagnosis(w, &explain.Diagnosis{Objects: []explain.Object{held}, Causes: []explain.Cause{{Holds: place, Chain: place}}}, f, Options{})
		}},
		"removal": {RemovalFormats(), func(w io.Writer, f string) error {
			return Removal(w, &remove.Removal{Plan: &remove.Plan{}}, f, Options{})
		}},
		"history":   {HistoryFormats(), func(w io.Writer, f string) error { return History(w, nil, f, Options{}) }},
		"preflight": {PreflightFormats(), func(w io.Writer, f string) error { return Preflight(w, &preflight.Result{}, f, Options{}) }},
		"diagnoses": {DiagnosesFormats(), func(w io.Writer, f string) error {
			return Diagnoses(w, []fleet.Answer[explain.Diagnosis]{{Cluster: one, Value: &explain.Diagnosis{Objects: []explain.Object{held}}}}, f, Options{}, nil)
		}},
		"graphs": {GraphsFormats(), func(w io.Writer, f string) error {
			return Graphs(w, []fleet.Answer[trace.Graph]{{Cluster: one, Value: &trace.Graph{Nodes: []trace.Node{node}}}}, f, Options{})
		}},
		"preflights": {PreflightsFormats(), func(w io.Writer, f string) error {
			return Preflights(w, []fleet.Answer[preflight.Result]{{Cluster: one, Value: &preflight.Result{}}}, f, Options{}, nil)
		}},
		"forecast": {ForecastFormats(), func(w io.Writer, f string) error {
			return Forecast(w, &outlook.Answer{Forecast: &preflight.Forecast{}}, f, Options{})
		}},
		"answer": {EntryFormats(), func(w io.Writer, f string) error {
			return Answer(w, &catalogue.Answer{Entries: []catalogue.Entry{known}}, f, Options{})
		}},
		"entries": {EntryFormats(), func(w io.Writer, f string) error { return Entries(w, []catalogue.Entry{known}, f, Options{}) }},
		"reason": {EntryFormats(), func(w io.Writer, f string) error {
			return Reason(w, &explain.ReasonText{Reason: "GearSeized"}, func(explain.Verdict) int { return 0 }, f, Options{})
		}},
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// Every format is printed, the first where none is asked for, and no other; that writing
// fails is told.
func TestFormats(t *testing.T) {
	for name, p := range nothing() {
		var first, chosen bytes.Buffer
		for _, format := range p.formats {
			chosen.Reset()
			if err := p.print(&chosen, format); err != nil || chosen.Len() == 0 {
				t.Errorf("%s as %s: %q, %v", name, format, &chosen, err)
			}
			if format == p.formats[0] {
				first.Write(chosen.Bytes())
			}
			if err := p.print(brokenPipe{}, format); err == nil || !strings.HasPrefix(err.Error(), "writing ") {
				t.Errorf("%s as %s into a broken pipe: %v", name, format, err)
			}
		}
		chosen.Reset()
		if err := p.print(&chosen, ""); err != nil || chosen.String() != first.String() {
			t.Errorf("%s without a format: %q, %v", name, &chosen, err)
		}
		for _, format := range []string{"xml", "Text", "text "} {
			if err := p.print(io.Discard, format); err == nil {
				t.Errorf("%s as %q is no error", name, format)
			}
		}
	}
	if err := Problems(brokenPipe{}, []trace.Problem{{About: trace.Part{Resource: "pods"}, Reason: trace.Forbidden}}, Options{}); err == nil {
		t.Error("warnings into a broken pipe are no error")
	}
}
