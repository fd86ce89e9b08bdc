package kube

import (
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// instancesUnread decides for a definition whose objects could not be listed: what the API server does is known, and what
// its condition says of it; not which objects are left.
func instancesUnread(h *hearing.Case, plural, group, kind string, state manifest.Condition) (f hearing.Finding) {
	if plural == noPlural {
		f.Mend("see which objects of its kind there are, and ask about each that stays: what the definition is called was not copied")
		return f.Decide(explain.Undecided, explain.Silent, "could not check which of its objects remain")
	}
	would := "the right to list " + plural + " in all namespaces"
	if h.View.Copied {
		would = "a list of " + plural + " of all namespaces"
	}
	f.Hint("the list of "+plural, h.View.Unread()+": "+would+" would settle it")
	f.Do(explain.Look("see which "+plural+" there are, and ask about each that stays: a list without -A shows those of one namespace alone", "kubectl", "get", plural+phrase.Prefixed(".", group), "-A").For(explain.Mends))
	message := "the API server asks all " + plural + " to go, and waits until none is left; which remain could not be read"
	if state.Status == "True" && state.Message != "" {
		message += "; its condition Terminating says: " + phrase.Quoted(state.Message)
	}
	if h.View.Copied || h.Older(time.Minute) {
		f.Mend(leftOnThem(h, trace.Kind{Group: group, Kind: kind, Resource: plural}))
	}
	return f.Decide(explain.Undecided, explain.Silent, message)
}

// installedBy says in brackets with what a definition was installed, by what Helm writes on it, and charts for it.
func installedBy(h *hearing.Case) string {
	notes, labels := h.Object.GetAnnotations(), h.Object.GetLabels()
	if labels["heritage"] != "Helm" && labels["app.kubernetes.io/managed-by"] != "Helm" {
		labels = nil
	}
	if notes["meta.helm.sh/release-name"] == "" {
		notes = nil
	}
	var parts []string
	for _, mark := range []struct{ what, text string }{
		{"release ", notes["meta.helm.sh/release-name"]},
		{"in namespace ", notes["meta.helm.sh/release-namespace"]},
		{"release ", labels["release"]},
		{"chart ", labels["helm.sh/chart"]},
		{"chart ", labels["chart"]},
		{"app ", labels["app.kubernetes.io/name"]},
	} {
		if mark.text != "" && !strings.Contains(strings.Join(parts, "\n"), mark.what) {
			parts = append(parts, mark.what+phrase.OneLine(mark.text))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return " (the definition is of " + strings.Join(parts, ", ") + ")"
}
