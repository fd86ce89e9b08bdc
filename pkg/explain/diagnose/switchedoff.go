package diagnose

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var (
	// deletesNot is how one says that a deletion is not offered where it should be done.
	deletesNot = regex.New(`(?i)\b(?:deletion|deleting|removal|deletes?) (?:of \w+ )?(?:is|are|was|has been) (?:disabled|turned off|switched off|not (?:enabled|allowed))\b`)
	// switches is how a setting is called that lets something be deleted.
	switches = regex.New(`(?i)delet.*(?:enable|allow|permit)|(?:enable|allow|permit).*delet`)
	// keeps is how one is called by which that is kept from happening.
	keeps = regex.New(`(?i)protect|prevent|block|lock|forbid|deny|disallow|disable|guard|keep|retain`)
)

// switchedOff tells, where words say that deleting is switched off, in which object around this one that is set: of one that a label
// of the project names, one that the words name, or one that its spec refers to.
func switchedOff(ctx context.Context, h *hearing.Case, f hearing.Finding) hearing.Finding {
	if f.Reason != explain.Failing || h.Object == nil {
		return f
	}
	for _, words := range quotedIn(&f) {
		if !deletesNot.MatchString(words) {
			continue
		}
		for _, at := range whereSet(ctx, h, words) {
			obj := h.View.Look(ctx, at).Object
			if obj == nil {
				continue
			}
			spec, _ := obj.Object["spec"].(map[string]any)
			path := offIn(spec, "spec")
			if path == "" {
				continue
			}
			var n hearing.Notes
			n.Fact(h.View.NameOf(at), "."+path+" is false")
			n.Do(explain.Act(explain.Changes, at, "if it may really go, set "+path+" of "+at.Kind+" "+at.Name+" to true, which counts for all that belongs to that: its controller then goes on by itself", h.View.Command(at, "edit")...).For(explain.Mends))
			return f.Beside("that is set in "+at.Kind+" "+at.Name+": "+path+" is false", n)
		}
	}
	return f
}

// whereSet are the objects that may hold a setting which counts for this one.
func whereSet(ctx context.Context, h *hearing.Case, words string) (out []trace.Ref) {
	if at, one := acts.Named(ctx, h, words); one {
		out = append(out, at)
	}
	labels := h.Object.GetLabels()
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		host, name, _ := strings.Cut(key, "/")
		if labels[key] == "" || !catalogue.SameDomain(host, h.Finalizer) && !catalogue.SameDomain(h.Kind.Group, host+"/") {
			continue
		}
		for _, kind := range acts.KindsCalled(h, strings.TrimSuffix(strings.ReplaceAll(name, "-", ""), "name")) {
			if at := (trace.Ref{Group: kind.Group, Kind: kind.Kind, Name: labels[key], Namespace: h.Node.Namespace}); kind.Group == h.Kind.Group {
				out = append(out, acts.Scoped(h, at))
			}
		}
	}
	for _, named := range acts.HandledBy(h) {
		out = append(out, named.Ref)
	}
	return out
}

func letsDelete(key string) bool { return switches.MatchString(key) && !keeps.MatchString(key) }

// offIn is the path of a field that would let something be deleted, and is off; empty where there is none.
func offIn(fields map[string]any, path string) string {
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		at := path + "." + key
		if strings.Contains(key, ".") {
			at = path + "[" + key + "]"
		}
		switch v := fields[key].(type) {
		case map[string]any:
			if found := offIn(v, at); found != "" {
				return found
			}
		case bool:
			if !v && letsDelete(key) {
				return at
			}
		case string:
			if v == "false" && letsDelete(key) {
				return at
			}
		}
	}
	return ""
}
