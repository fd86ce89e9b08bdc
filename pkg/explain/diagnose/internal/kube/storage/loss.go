package storage

import (
	"context"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const policyField = "persistentVolumeReclaimPolicy"

// volumeOfClaim says in the cost which volume goes with the claim, and warns
// where its data goes too, with the step that keeps it.
func volumeOfClaim(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	name := manifest.Str(h.Object, "spec", "volumeName")
	if name == "" {
		return n
	}
	cost := h.Cost
	ref := trace.Ref{Kind: "PersistentVolume", Name: name}
	switch s := h.View.Look(ctx, ref); {
	case s.Object != nil && isClaimOf(h, s.Object):
		n = keepData(s.Object)
		cost.Identity = volumeText(s.Object)
	case s.State == trace.Unreadable:
		cost.Identity, cost.Policy = "volume "+phrase.OneLine(name), "not readable"
		n.Warn("once nothing uses it the claim goes, and what becomes of its data depends on the reclaim policy of " + h.View.NameOf(ref) + ", which could not be read")
		n.Do(explain.Look("before that, have somebody who may read it look at its reclaim policy", h.View.Command(ref, "get")...).For(explain.Keeps))
	}
	n.Cost = &cost
	return n
}

// isClaimOf reports whether the volume is bound to the claim that is judged.
func isClaimOf(h *hearing.Case, volume *unstructured.Unstructured) bool {
	return manifest.Str(volume, "spec", "claimRef", "name") == h.Node.Name && manifest.Str(volume, "spec", "claimRef", "namespace") == h.Node.Namespace &&
		(h.Node.UID == "" || manifest.Str(volume, "spec", "claimRef", "uid") == h.Node.UID)
}

// isVolume reports whether a PersistentVolume is judged of which it was copied or read what it says.
func isVolume(h *hearing.Case) bool {
	return h.Object != nil && h.Node.Kind == "PersistentVolume" && h.Node.Group == ""
}

// keepData warns of the data that goes with a volume once its claim goes, with the
// step that keeps it.
func keepData(volume *unstructured.Unstructured) (n hearing.Notes) {
	policy := manifest.Str(volume, "spec", policyField)
	title := "persistentvolumes/" + volume.GetName()
	if policy == "" || policy == "Retain" {
		if policy != "" {
			n.Fact(title+": .spec."+policyField, "reclaim policy Retain: the data stays when the claim goes")
		}
		return n
	}
	n.Fact(title+": .spec."+policyField, "reclaim policy "+phrase.OneLine(policy)+": the data goes with the claim")
	n.Warn("once the claim goes, " + volumeText(volume) + " goes with all its data, and that cannot be taken back")
	n.Do(retain(volume))
	return n
}

// claimOf says in brackets of which claim a volume is, and nothing where it is of none.
func claimOf(volume *unstructured.Unstructured) string {
	namespace, name := manifest.Str(volume, "spec", "claimRef", "namespace"), manifest.Str(volume, "spec", "claimRef", "name")
	if namespace == "" || name == "" {
		return ""
	}
	return " (claim " + phrase.OneLine(namespace+"/"+name) + ")"
}

// retain is the step before a volume goes by which what is stored behind it stays.
func retain(volume *unstructured.Unstructured) explain.Step {
	return explain.Act(explain.Changes, trace.Ref{Kind: "PersistentVolume", Name: volume.GetName()}, "before that, if the data"+claimOf(volume)+" may still be needed, keep it: the volume's disk then stays",
		"kubectl", "patch", "persistentvolumes/"+volume.GetName(), "--type=merge", "-p", `{"spec":{"`+policyField+`":"Retain"}}`).For(explain.Keeps)
}

// volumeText is "volume pv-1 (driver, handle vol-0a1, reclaim policy Delete)".
func volumeText(volume *unstructured.Unstructured) string {
	var parts []string
	for _, field := range []struct{ label, text string }{
		{"", manifest.Str(volume, "spec", "csi", "driver")},
		{"handle ", manifest.Str(volume, "spec", "csi", "volumeHandle")},
		{"reclaim policy ", manifest.Str(volume, "spec", policyField)},
	} {
		if field.text != "" {
			parts = append(parts, field.label+phrase.OneLine(field.text))
		}
	}
	text := "volume " + volume.GetName()
	if len(parts) > 0 {
		text += " (" + strings.Join(parts, ", ") + ")"
	}
	return text
}
