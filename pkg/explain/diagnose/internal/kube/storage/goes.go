package storage

import (
	"cmp"
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// GoesWithClaim is the volume, by its reclaim policy, and the claim of the pods
// that use it.
func GoesWithClaim(ctx context.Context, h *hearing.Case) explain.Cost {
	users, read := usersNow(ctx, h)
	name := manifest.Str(h.Object, "spec", "volumeName")
	s := sight.Seen{}
	if name != "" {
		s = h.View.Look(ctx, trace.Ref{Kind: "PersistentVolume", Name: name})
	}
	switch {
	case s.Object != nil && isClaimOf(h, s.Object):
		if policy := manifest.Str(s.Object, "spec", policyField); policy != "Retain" {
			return explain.Cost{Loss: "The claim's volume goes with all its data (reclaim policy " + cmp.Or(phrase.OneLine(policy), "Delete") + ")" + phrase.Prefixed(", under ", users), Identity: volumeText(s.Object), Risk: explain.RiskHigh}
		}
		if users == "" && read {
			return explain.Cost{Loss: "The claim goes; its volume stays, and the data on it (reclaim policy Retain)", Identity: volumeText(s.Object), Risk: explain.RiskLow}
		}
		return explain.Cost{Loss: "The claim goes under " + cmp.Or(users, "the pods that use it, which could not be read") + "; its volume stays (reclaim policy Retain)", Identity: volumeText(s.Object), Risk: explain.RiskMedium}
	case s.State == trace.Unreadable:
		return explain.Cost{Loss: "The claim's volume may go with all its data: its reclaim policy could not be read" + phrase.Prefixed("; in use by ", users), Identity: "volume " + phrase.OneLine(name), Policy: "not readable", Risk: explain.RiskHigh}
	case users != "":
		return explain.Cost{Loss: "The claim goes under " + users, Risk: explain.RiskMedium}
	}
	return explain.Cost{}
}

// usersNow names the pods on nodes that name the claim, and reports whether they
// could be read.
func usersNow(ctx context.Context, h *hearing.Case) (users string, read bool) {
	uses := usesOfClaims(ctx, h.View, h.Node.Namespace)
	var names []string
	for _, use := range uses.by[h.Node.Name] {
		if manifest.Str(use.pod, "spec", "nodeName") != "" && (!use.made || manifest.OwnedBy(h.Object, use.pod)) {
			names = append(names, use.pod.GetName())
		}
	}
	if len(names) == 0 {
		return "", uses.complete
	}
	return phrase.Plural(len(names), "pod ", "pods ") + phrase.Names(names), uses.complete
}

// GoesWithVolume is the disk: the API server deletes none, and afterwards nothing
// in the cluster knows of it.
func GoesWithVolume(h *hearing.Case) explain.Cost {
	policy := manifest.Str(h.Object, "spec", policyField)
	cost := explain.Cost{Loss: "The disk behind it is left as it is, and nothing in the cluster knows of it any more: unless its storage has deleted it, it keeps its data and costs", Risk: explain.RiskHigh, Identity: hearing.IdentityOf(h), Policy: phrase.OneLine(policy)}
	claim := explain.Joined("/", manifest.Str(h.Object, "spec", "claimRef", "namespace"), manifest.Str(h.Object, "spec", "claimRef", "name"))
	switch {
	case manifest.Str(h.Object, "status", "phase") == "Bound":
		cost.Loss = "Claim " + cmp.Or(claim, "unknown") + " loses its volume, and its data is out of reach: nothing in the cluster knows of the disk any more"
	case policy == "Retain":
		cost.Loss, cost.Risk = "The disk stays with its data (reclaim policy Retain), and nothing in the cluster knows of it any more", explain.RiskMedium
	}
	return cost
}
