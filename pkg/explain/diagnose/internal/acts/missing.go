package acts

import (
	"cmp"
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// missingName is how texts say of an object of the cluster that it is not there:
// secrets "a" not found, Secret shop/a not found.
var missingName = regex.New(`\b([A-Za-z][A-Za-z0-9]*(?:\.[a-z0-9][-a-z0-9.]*)?):? ["']?(?:([a-z0-9][-a-z0-9.]*)/)?([a-z0-9][-a-z0-9.]*[a-z0-9])["']? (?:was |is )?(?:not found|does not exist)`)

// Missing has made again what the words say is not there, where it is of a kind that
// is served and is really not there. Of what is there by now, the next attempt is awaited.
func Missing(ctx context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	for _, m := range missingName.FindAllStringSubmatch(words, MostNamed) {
		for _, kind := range KindsCalled(h, m[1]) {
			ref := trace.Ref{Group: kind.Group, Kind: kind.Kind, Name: m[3]}
			if kind.Namespaced {
				ref.Namespace = cmp.Or(m[2], h.Node.Namespace)
			}
			if kind.Namespaced && ref.Namespace == "" {
				continue
			}
			name := kind.Kind + " " + ref.Name
			if ref.Namespace != "" {
				name += " in namespace " + ref.Namespace
			}
			switch s := h.View.Look(ctx, ref); {
			case s.Object != nil && s.State == trace.Live:
				n.Fact(h.View.NameOf(ref), "is there by now")
				n.Await(h, strings.ToUpper(name[:1])+name[1:]+" is there by now: wait for the next attempt")
				return n
			case s.Gone():
				n.Fact(h.View.NameOf(ref), "does not exist")
				n.Mend("create " + name + " again, until the deletion is through")
				return n
			}
		}
	}
	return n
}

// neededKind is a kind that a deletion reads.
var neededKind = regex.New(`^(?:secret|configmap|serviceaccount|appproject|[a-z]*providerconfig|[a-z]+class|[a-z]+definition)(?:s|es)?$`)

// Itself reports whether what words call not there may be the object that goes: what bears its
// name, or is of its kind, whose plural is given.
func Itself(of trace.Ref, plural, words string) bool {
	for _, m := range missingName.FindAllStringSubmatch(words, MostNamed) {
		kind, _, _ := strings.Cut(strings.ToLower(m[1]), ".")
		own := strings.ToLower(of.Kind)
		same := own == "" || kind == own || kind == plural
		if (same || m[3] == of.Name || of.Name == explain.NoName) && (own != "" && same || !neededKind.MatchString(kind)) {
			return true
		}
	}
	return false
}
