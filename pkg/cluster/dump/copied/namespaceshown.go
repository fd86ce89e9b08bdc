package copied

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// inItsMetadata is how people say that a namespace has finalizers in its metadata.
	inItsMetadata = regex.New("(?i)\\bnamespaces?\\b(?: [`\"']?[a-z0-9][a-z0-9-]*[`\"']?)?(?:'s|,? (?:(?:still|that|which) )?(?:has|have|had|with|shows?|whose|keeps?))? [`\"']?metadata\\.finalizers\\b|\\bmetadata\\.finalizers[`\"']? (?:of|on) (?:(?:the|this|my|that|a) )?(?:[`\"']?[a-z0-9-]+[`\"']? )?namespace")
	// notInIt is how they say that it has none there, or speak of those in its spec.
	notInIt = regex.New(`(?i)\bno\b|\bnot\b|\bempty\b|\bwithout\b|\bnull\b|\[\]|n't\b|\bspec\.finalizers\b`)
)

// ofNamespaceShown takes from a namespace, of whose metadata the finalizers are shown or spoken of, the one that its
// controller would have: where its conditions do not tell that something is left in it, that one is not presumed.
func ofNamespaceShown(obj, meta map[string]any, lines, written []string) {
	if obj["kind"] != "Namespace" || obj["status"] != nil || meta == nil {
		return
	}
	switch said := slices.ContainsFunc(lines, saysInItsMetadata); {
	case len(beside.Headed(lines)) > 0:
	case said && len(written) > 0:
		meta["finalizers"] = anyOf(written)
	case said && meta["finalizers"] == nil:
		meta["finalizers"] = []any{explain.NotCopied}
	case !said:
		return
	}
	delete(obj, "spec")
}

func saysInItsMetadata(line string) bool {
	return inItsMetadata.MatchString(line) && !notInIt.MatchString(line)
}
