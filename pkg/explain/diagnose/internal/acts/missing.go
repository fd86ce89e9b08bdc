package acts

import (
	"cmp"
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/unready"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/apiwords"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// missingName is how texts say of an object of the cluster that it is not there:
// secrets "a" not found, Secret shop/a not found.
var missingName = regex.New(`\b([A-Za-z][A-Za-z0-9]*(?:\.[a-z0-9][-a-z0-9.]*)?):? ["']?(?:([a-z0-9][-a-z0-9.]*)/)?([a-z0-9][-a-z0-9.]*[a-z0-9])["']? (?:was |is )?(?:not found|does not exist)`)

// missingBefore is how they say that before its name: missing gear-keys Secret.
var missingBefore = regex.New(failure.MissingBefore)

// sayingMissing are words in which what is said to be missing before its name is said so behind it.
func sayingMissing(words string) string {
	return missingBefore.ReplaceAllString(words, "$2$4 $1$3 not found")
}

// Missing has made again what the words say is not there, where it is of a kind that
// is served and is really not there. Of what is there by now, the next attempt is awaited; of a kind that is served in another version than
// the words ask for, what brings the two together.
func Missing(ctx context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	if s := unready.OtherVersion(ctx, h.View, words); s.Text != "" {
		n.Do(s)
		return n
	}
	words = sayingMissing(words)
	if unanswered.MatchString(words) || strings.Contains(words, apiwords.Conversion) { // that is who serves the webhook, which others bring back
		return n
	}
	for _, m := range missingName.FindAllStringSubmatch(words, MostNamed) {
		for _, kind := range KindsCalled(h, m[1]) {
			ref := trace.Ref{Group: kind.Group, Kind: kind.Kind, Name: m[3]}
			if kind.Namespaced {
				ref.Namespace = cmp.Or(m[2], namespaceTold(words, m[3]), h.Node.Namespace)
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
				n.Remake(ctx, h, kind.Kind+" "+ref.Name, ref.Namespace, "create "+name+" again, until the deletion is through", true)
				return n
			}
		}
	}
	return n
}

// host is the name of a Service in the cluster, with its namespace, and inNamespace what texts say of where they looked.
var (
	host        = regex.New(`\b([a-z0-9][-a-z0-9]*)\.([a-z0-9][-a-z0-9]*)\.svc\b`)
	inNamespace = regex.New(`\b(?:in|from) (?:the )?namespace ["']?([a-z0-9][-a-z0-9]*)`)
)

// namespaceTold is the namespace in which words look for what has a name, empty where they do not tell that.
func namespaceTold(words, name string) string {
	for _, m := range host.FindAllStringSubmatch(words, MostNamed) {
		if m[1] == name {
			return m[2]
		}
	}
	if all := inNamespace.FindAllStringSubmatch(words, 2); len(all) == 1 {
		return all[0][1]
	}
	return ""
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

// withinNamespaces are the kinds that words call not there and that are always in a namespace: the ones of Kubernetes
// itself, which a text that was copied does not tell otherwise.
var withinNamespaces = regex.New(`^(?:secret|configmap|serviceaccount|service|endpoint|job|pod|deployment|statefulset|daemonset|replicaset|cronjob|role|persistentvolumeclaim|ingress)(?:s|es)?$`)

// BroughtBack is what words call not there, and the namespace in which it would have to be made again, empty where that
// is not sure.
func BroughtBack(h *hearing.Case, words string) (what, namespace string) {
	m := missingName.FindStringSubmatch(sayingMissing(words))
	if m == nil || !withinNamespaces.MatchString(strings.ToLower(m[1])) {
		return "", ""
	}
	return m[1] + " " + m[3], cmp.Or(m[2], namespaceTold(words, m[3]), h.Node.Namespace)
}
