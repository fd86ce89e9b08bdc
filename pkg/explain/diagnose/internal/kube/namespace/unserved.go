package namespace

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// failureHead is what the namespace controller itself says before the errors of the API server.
	failureHead = regex.New(`^Failed to delete all resource types, \d+ remaining:\s*`)
	// namesOne is what anything that has a name is told by: a quote, a path, a dot or a dash in a word, a number.
	namesOne = regex.New(`["'/\x60=<>]|\w[.-]\w|\d|[a-z][A-Z]`)
	// internalError is how an API server answers where it is its own fault.
	internalError = regex.New(`\bInternal error occurred: \S`)
)

// namesNoKind reports whether such an error is an API server's own, and tells of no kind and no cause: each kind
// is asked apart, and the error of one does not say which.
func namesNoKind(words string) bool {
	rest := failureHead.ReplaceAllString(words, "")
	m := failure.Of(rest)
	return internalError.MatchString(rest) && (m == nil || m.Name == failure.KindUnserved || m.Name == failure.CauseUntold) && !namesOne.MatchString(rest)
}

// kindsUnserved is how to find the kind that the API server fails at.
func kindsUnserved(words string) (n hearing.Notes) {
	if !namesNoKind(words) {
		return n
	}
	if m := failure.Of(words); m != nil && m.Name == failure.KindUnserved {
		advice, _ := m.Advice(words, "")
		n.Do(explain.Look(advice, "kubectl", "get", "crds", "-o",
			"custom-columns=NAME:.metadata.name,DELETED:.metadata.deletionTimestamp,CONVERSION:.spec.conversion.strategy,CABUNDLE:.spec.conversion.webhook.clientConfig.caBundle").For(explain.Mends))
		return n
	}
	n.Do(explain.Look("find the kind at which the API server fails, which these words do not name: see whether each API answers, and read the API server's own log", "kubectl", "get", "apiservices", "-o", "wide").For(explain.Mends))
	n.Next("see whether each definition is established, and none is on its way out", "kubectl", "get", "crds", "-o",
		`custom-columns=NAME:.metadata.name,DELETED:.metadata.deletionTimestamp,ESTABLISHED:.status.conditions[?(@.type=="Established")].status`)
	return n
}

// early reports whether the namespace controller has failed right after the deletion, at something that it may well
// get over, and nothing tells that it fails still.
func early(h *hearing.Case, words string) bool {
	said := manifest.ConditionOf(h.Object, contentFailureCondition)
	return namesNoKind(words) && said.Message == words && h.Since(said.Since) &&
		said.Since.Sub(h.Node.Since) < freshSweep && !h.View.Clock.Passed(h.Node.Since, freshSweep)
}

// calledFor is the path at which controller-runtime serves the webhook of a kind.
var calledFor = regex.New(`/(?:validate|mutate)-([a-z0-9-]*)-(v\d+(?:(?:alpha|beta)\d+)?)-([a-z0-9]+)(?:[?"\s\\]|$)`)

// kindsCalledFor are the kinds of which a webhook was asked that does not answer, by the path of the call.
func kindsCalledFor(h *hearing.Case, words string) []string {
	var kinds []string
	seen := map[string]bool{}
	for _, m := range calledFor.FindAllStringSubmatch(words, -1) {
		kind := m[3] + phrase.Prefixed(".", groupOfPath(h, words, m[1], m[3]))
		if !seen[kind] {
			seen[kind] = true
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// groupOfPath is the API group that stands with dashes for its dots in such a path; empty where it cannot be told
// which of them were dashes.
func groupOfPath(h *hearing.Case, words, dashed, kind string) string {
	for _, k := range h.View.Kinds {
		if strings.EqualFold(k.Kind, kind) && strings.ReplaceAll(k.Group, ".", "-") == dashed {
			return k.Group
		}
	}
	if strings.Count(dashed, "-") == 1 { // the group of a definition has a dot
		return strings.ReplaceAll(dashed, "-", ".")
	}
	for _, name := range hostName.FindAllString(words, -1) {
		for rest, more := name, true; more; _, rest, more = strings.Cut(rest, ".") {
			if strings.ReplaceAll(rest, ".", "-") == dashed {
				return rest // the webhook is named after it
			}
		}
	}
	return ""
}

// hostName is a name with dots.
var hostName = regex.New(`[a-z0-9-]+(?:\.[a-z0-9-]+)+`)
