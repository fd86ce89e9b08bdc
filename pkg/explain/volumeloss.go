package explain

import (
	"context"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const policyField = "persistentVolumeReclaimPolicy"

// volumeOfClaim says in the cost which volume goes with the claim, and warns
// where its data goes too. It returns the step that keeps the data, with no
// text where none is needed.
func (h *hearing) volumeOfClaim(ctx context.Context) Step {
	name := str(h.obj, "spec", "volumeName")
	if name == "" {
		return Step{}
	}
	ref := trace.Ref{Kind: "PersistentVolume", Name: name}
	switch s := h.look(ctx, ref); {
	case s.obj != nil && h.isClaimOf(s.obj):
		h.hold.Cost.Identity = volumeText(s.obj)
		return h.keepData(s.obj)
	case s.state == trace.Unreadable:
		h.hold.Cost.Identity = "volume " + oneLine(name) + ", reclaim policy not readable"
		h.warn("once nothing uses it the claim goes, and what becomes of its data depends on the reclaim policy of " + h.nameOf(ref) + ", which could not be read")
		return Step{Text: "have somebody who may read it look at its reclaim policy first", Command: h.command(ref, "get")}
	}
	return Step{}
}

// isClaimOf reports whether the volume is bound to the claim that is judged.
func (h *hearing) isClaimOf(volume *unstructured.Unstructured) bool {
	return str(volume, "spec", "claimRef", "name") == h.node.Name && str(volume, "spec", "claimRef", "namespace") == h.node.Namespace &&
		(h.node.UID == "" || str(volume, "spec", "claimRef", "uid") == h.node.UID)
}

// keepData warns of the data that goes with a volume once its claim goes, and
// returns the step that keeps it.
func (h *hearing) keepData(volume *unstructured.Unstructured) Step {
	policy := str(volume, "spec", policyField)
	title := "persistentvolumes/" + volume.GetName()
	if policy == "" || policy == "Retain" {
		if policy != "" {
			h.fact(title+": .spec."+policyField, "reclaim policy Retain: the data stays when the claim goes")
		}
		return Step{}
	}
	h.fact(title+": .spec."+policyField, "reclaim policy "+oneLine(policy)+": the data goes with the claim")
	h.warn("once the claim goes, " + volumeText(volume) + " goes with all its data, and that cannot be taken back")
	return Step{
		Text: "if the data may still be needed, keep it before anything else: the volume's disk then stays",
		Command: []string{
			"kubectl", "patch", title, "--type=merge", "-p", `{"spec":{"` + policyField + `":"Retain"}}`,
		},
	}
}

// volumeText is "volume pv-1 (driver, handle vol-0a1, reclaim policy Delete)".
func volumeText(volume *unstructured.Unstructured) string {
	var parts []string
	for _, field := range []struct{ label, text string }{
		{"", str(volume, "spec", "csi", "driver")},
		{"handle ", str(volume, "spec", "csi", "volumeHandle")},
		{"reclaim policy ", str(volume, "spec", policyField)},
	} {
		if field.text != "" {
			parts = append(parts, field.label+oneLine(field.text))
		}
	}
	text := "volume " + volume.GetName()
	if len(parts) > 0 {
		text += " (" + strings.Join(parts, ", ") + ")"
	}
	return text
}

// first puts a step where it comes before all that ends something: after the
// one that only looks. A step without text is none.
func (h *hearing) first(step Step) {
	if step.Text == "" {
		return
	}
	at := min(1, len(h.hold.Next))
	h.hold.Next = append(h.hold.Next[:at:at], append([]Step{step}, h.hold.Next[at:]...)...)
}
