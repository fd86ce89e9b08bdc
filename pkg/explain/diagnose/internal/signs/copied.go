package signs

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const mostOutside = 4 // objects that were not copied are named

// Outside tells, of an object that was copied alone, where what was not copied is to be looked for: what it refers to, the
// node that it is about, and the cluster or instance by whose name its project tells its own objects apart.
func Outside(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	if !h.View.Copied || h.Object == nil || !h.Node.State.Going() && !h.Node.Asked {
		return n
	}
	n.Join(likewise(h))
	n.Join(waitingForThis(h))
	for _, l := range h.View.Catalogue.Links(h.Kind, h.Object) {
		if len(n.Evidence) == mostOutside {
			break
		}
		at := acts.Scoped(h, l.Target)
		if at.Kind == "" || at.Name == "" || l.Optional || h.View.Glance(ctx, at).State != trace.Unreadable {
			continue
		}
		how := "it refers to "
		if l.Up {
			how = "it belongs to "
		}
		related(&n, "rule "+l.Rule, how, at.Kind+" "+at.Name+phrase.Prefixed(" in namespace ", at.Namespace), ", which is not in the dump")
	}
	for _, o := range h.Object.GetOwnerReferences() {
		at := acts.Scoped(h, trace.Ref{Group: trace.GroupOf(o.APIVersion), Kind: o.Kind, Namespace: h.Node.Namespace, Name: o.Name})
		switch state := h.View.Glance(ctx, at).State; {
		case len(n.Evidence) == mostOutside:
		case state == trace.Unreadable:
			related(&n, "metadata.ownerReferences", "its owner is ", o.Kind+" "+o.Name, ", which is not in the dump")
		case state == trace.Gone:
			related(&n, "metadata.ownerReferences", "its owner was ", o.Kind+" "+o.Name+", which is gone", ", by a list that was copied beside it")
		}
	}
	if driver := h.Object.GetAnnotations()["pv.kubernetes.io/provisioned-by"]; driver != "" {
		n.Hint("metadata.annotations[pv.kubernetes.io/provisioned-by]", "its storage is "+driver+"'s")
	}
	for _, l := range h.View.Logs.Aside {
		if m := remaining.FindString(l.Text); m != "" {
			n.Add(explain.Evidence{Source: textBeside, Fact: "a namespace says: " + m, Words: m, Weak: true})
		}
	}
	namedInIt(h, &n)
	return n
}

// namedInIt tells what the object names by no reference.
func namedInIt(h *hearing.Case, n *hearing.Notes) {
	if name, field := holder.NodeNamed(h); name != "" {
		related(n, field, "it is about ", "node "+name, "")
	}
	for _, r := range acts.NamedInSpec(h) {
		related(n, r.Source, "it names ", r.What, "")
	}
	if key, value := instanceOf(h); value != "" {
		related(n, "metadata.labels["+key+"]", "it is of ", instanceWord(key)+" "+value, "")
	}
}

// related adds what else the object is about, once, whether its namespace is told or not.
func related(n *hearing.Notes, source, how, what, after string) {
	if !slices.ContainsFunc(n.Evidence, func(e explain.Evidence) bool {
		return e.Kind == explain.Related && (strings.EqualFold(e.Words, what) || strings.HasPrefix(strings.ToLower(e.Words), strings.ToLower(what)+" in namespace "))
	}) {
		n.Add(explain.Evidence{Kind: explain.Related, Source: source, Fact: how + what + after, Words: what, Weak: true})
	}
}

var remaining = regex.New(`Some content in the namespace has finalizers remaining: [^\x60"]+`)

// instanceOf is the label of the finalizer's or the kind's domain that says to which
// cluster or instance the object belongs.
func instanceOf(h *hearing.Case) (key, value string) {
	labels := h.Object.GetLabels()
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		host, _, qualified := strings.Cut(key, "/")
		if qualified && labels[key] != "" && instanceWord(key) != "" && (catalogue.SameDomain(host, h.Finalizer) || catalogue.SameDomain(h.Kind.Group, host+"/")) {
			return key, labels[key]
		}
	}
	return "", ""
}

// instanceTold says in brackets of which cluster or instance the object is.
func instanceTold(h *hearing.Case) string {
	if h.Object == nil {
		return ""
	}
	key, value := instanceOf(h)
	if value == "" {
		return ""
	}
	return " (it is of " + instanceWord(key) + " " + value + ")"
}

// instanceWord is "cluster" for a label that is called so.
func instanceWord(key string) string {
	_, name, _ := strings.Cut(key, "/")
	word := strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(name), "-name"), "name")
	if word == "cluster" || word == "instance" {
		return word
	}
	return ""
}

// statesOf are the states that the object itself tells, where nothing else is heard of it.
func statesOf(told []explain.Evidence, all []Word) (out []Word) {
	for _, w := range all {
		if w.state && !w.gone && len(out) < mostStates && !w.toldIn(told) {
			out = append(out, w)
		}
	}
	return out
}

// mostStates is how many states are told of.
const mostStates = 2
