package acts

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Of the usual causes that one is told first which what was said is of.
func TestMostOften(t *testing.T) {
	entry := catalogue.Entry{Finalizer: catalogue.Finalizer{Causes: []catalogue.Cause{
		{Text: "the widget's owner is left"}, {Text: "the account may not be asked"}, {Text: "the Secret with the credentials was removed"}, {Text: "it does not run", Absent: true},
	}}}
	for said, want := range map[string]string{
		"":                                   "the widget's owner is left, or the account may not be asked",
		"the widget is stuck":                "the widget's owner is left, or the account may not be asked",
		"secret acme: credentials not found": "the Secret with the credentials was removed, or the widget's owner is left",
		"the credentials":                    "the widget's owner is left, or the account may not be asked",
	} {
		h := &hearing.Case{View: &sight.View{}, Kind: trace.Kind{Kind: "Widget"}, Entry: entry}
		h.View.Logs.Aside = explain.Aside{{Text: said}}
		if got := MostOften(h, true); got != want {
			t.Errorf("%q: %s", said, got)
		}
	}
}
