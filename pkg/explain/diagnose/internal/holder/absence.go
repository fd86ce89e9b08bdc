package holder

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rights"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// hidden reports whether the component may run where it cannot be seen.
func (t *tally) hidden(ctx context.Context) bool {
	switch pattern := t.entry.Controller.OutOfSight; pattern {
	case "":
		return false
	case "*":
		return true
	default:
		roles := t.View.List(ctx, rights.Group, "ClusterRole", "")
		return !roles.Complete || slices.ContainsFunc(roles.Objects, func(r *unstructured.Unstructured) bool { return catalogue.Glob(pattern, r.GetName()) })
	}
}

// byAbsence notes where what the catalogue documents is nowhere. It proves
// something only where everything could be looked through, the entry was
// checked well, and a program put the finalizer there.
func (t *tally) byAbsence(ctx context.Context) {
	if t.entry.Controller.Exact {
		return // what the object names may never have been there, and the project may be
	}
	var names []string
	telling := true
	for _, documented := range t.entry.Controller.Workloads {
		kind, name, _ := strings.Cut(documented, "/")
		if slices.Contains(workloadKinds, kind) && !slices.Contains(workloadKinds, name) {
			names = append(names, kind+" "+name)
			telling = telling && !commonName(name)
		}
	}
	if len(names) == 0 || !t.workloads.Complete || t.hidden(ctx) || t.catalogued() {
		return
	}
	t.absent = telling
	l := loss{
		fact:   "no " + strings.Join(names, " or ") + " in any namespace",
		source: "deployments, statefulsets and daemonsets of all namespaces",
		proof:  telling && t.entry.Confidence == catalogue.ConfidenceHigh && !t.byHand(),
	}
	if beside := t.otherParts(); len(beside) > 0 {
		l.fact += "; of the project there is " + phrase.Names(beside)
	}
	if home := t.homesGone(ctx); home != "" {
		l.fact += ", and no namespace " + home
		l.uninstalled = true
	}
	t.lose(l)
}

// otherParts takes those out of the candidates that are another part of the project, as
// their names tell, and names them: a server or a dashboard may have the rights, and does
// not take the finalizer off. One under a name of its own may be the documented one.
func (t *tally) otherParts() (names []string) {
	for _, c := range t.ranked("") {
		if otherPart(c.ref.Name, t.entry.Controller) {
			names = append(names, sight.Where(c.ref))
			delete(t.candidates, c.ref)
		}
	}
	return names
}

// serves reports whether a workload for which no catalogue speaks is called like what
// only serves, and not like what acts. What put the finalizer there itself acts.
func (t *tally) serves(c *candidate) bool {
	return t.entry.Pattern == "" && !slices.Contains(strings.Fields(t.id.managers), c.ref.Name) && !strings.HasSuffix(c.ref.Name, "-operator") && !strings.HasSuffix(c.ref.Name, "-controller") && otherPart(c.ref.Name, t.entry.Controller)
}

// partWords are what those parts of a project are called that serve people, other
// programs or the API server, and hold nothing.
var partWords = []string{
	"server", "apiserver", "api", "dashboard", "ui", "console", "webhook", "webhooks", "cainjector", "rbac", "repo", "redis", "dex",
	"proxy", "metrics", "exporter", "monitor", "notifications", "notification", "cli",
}

// otherPart reports whether a workload is called like another part of a project than
// the component: by a word that is in none of the documented names.
func otherPart(name string, c catalogue.Component) bool {
	return slices.ContainsFunc(strings.Split(name, "-"), func(word string) bool {
		return slices.Contains(partWords, word) && !slices.ContainsFunc(c.Workloads, func(w string) bool {
			_, documented, _ := strings.Cut(w, "/")
			return hasPart(documented, word)
		})
	})
}

// catalogued reports whether a workload fits the catalogue.
func (t *tally) catalogued() bool {
	for _, c := range t.candidates {
		if c.catalogued {
			return true
		}
	}
	return false
}

// homesGone names the documented namespaces where none of them exists.
func (t *tally) homesGone(ctx context.Context) string {
	for _, n := range t.entry.Controller.Namespaces {
		if strings.Contains(n, "*") || !t.View.Look(ctx, trace.Ref{Kind: "Namespace", Name: n}).Gone() {
			return ""
		}
	}
	return strings.Join(t.entry.Controller.Namespaces, " or ")
}
