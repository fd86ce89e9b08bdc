package storage

import (
	"context"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// JudgeAttachedVolume is for a volume that its attacher keeps as long as any
// VolumeAttachment names it.
func JudgeAttachedVolume(ctx context.Context, h *hearing.Case) bool {
	if h.Object == nil {
		return false
	}
	reclaimed(h)
	if attachedVolume(ctx, h, "it has to be detached first") {
		return true
	}
	return driverGone(ctx, h, manifest.Str(h.Object, "spec", "csi", "driver"))
}

// attachedVolume decides where VolumeAttachments name the volume. Its own
// evidence stays where it does not decide.
func attachedVolume(ctx context.Context, h *hearing.Case, why string) bool {
	list := attachmentsOf(ctx, h.View)
	var names []string
	stay := 0
	for _, va := range list.by[h.Node.Name] {
		node, state := manifest.Str(va, "spec", "nodeName"), h.View.StateOf(va)
		if len(names) < hearing.BlockersListed {
			h.BlockKnown(manifest.RefOf(manifest.StorageGroup, "VolumeAttachment", va), state, "to node "+node)
		}
		names = append(names, va.GetName()+" (to node "+node+")")
		if !explain.Going(state) {
			stay++
		}
	}
	switch {
	case len(names) == 0 && !list.complete:
		h.Hint("the list of VolumeAttachments", "could not be read, so that it is not known where the volume is attached")
		return false
	case len(names) == 0:
		h.Fact("volumeattachments.storage.k8s.io", "none names this volume")
		return false
	}
	message := phrase.Count(len(names), "VolumeAttachment names", "VolumeAttachments name") + " it: " + phrase.Names(names) + "; " + why
	first := h.Hold.Blockers[len(h.Hold.Blockers)-min(len(names), hearing.BlockersListed)].Ref
	h.Next("see where it is attached", h.View.Command(first, "get")...)
	if stay > 0 {
		h.Next("a VolumeAttachment goes after the last pod on that node that uses the volume: see its pods",
			"kubectl", "get", "pods", "-A", "-o", "wide", "--field-selector", "spec.nodeName="+manifest.Str(h.View.Look(ctx, first).Object, "spec", "nodeName"))
		return h.Decide(explain.Unknown, explain.InUse, message)
	}
	h.Next("find out what keeps it", h.View.WhyStuck(first)...)
	return h.Decide(explain.Waiting, explain.InUse, message)
}

// JudgeAttachment is for a VolumeAttachment: the CSI attacher has to detach.
func JudgeAttachment(ctx context.Context, h *hearing.Case) bool {
	if h.Object == nil {
		return false
	}
	driver, node := manifest.Str(h.Object, "spec", "attacher"), manifest.Str(h.Object, "spec", "nodeName")
	nodeOfAttachment(ctx, h, node)
	otherNodes(ctx, h, node)
	if attached, _, _ := unstructured.NestedBool(h.Object.Object, "status", "attached"); attached {
		h.Fact(h.Name()+": .status.attached", "still attached to node "+node)
	}
	if driverGone(ctx, h, driver) {
		return true
	}
	problem := phrase.OneLine(manifest.Str(h.Object, "status", "detachError", "message"))
	if problem == "" {
		return false
	}
	said := ""
	if at := manifest.FirstTime(manifest.Str(h.Object, "status", "detachError", "time")); !at.IsZero() {
		said = ", " + h.View.Ago(at) + " ago"
	}
	h.Fact(h.Name()+": .status.detachError", problem+said)
	h.Next("read the error whole", h.View.Command(h.Node.Ref, "describe")...)
	h.Warn("force it only when the node is certainly off: a disk that two nodes write to is corrupted")
	return h.Decide(explain.Stuck, explain.Failing, "detaching from node "+node+" fails"+said+": "+problem)
}

// otherNodes adds where else the volume is attached, or is to be.
func otherNodes(ctx context.Context, h *hearing.Case, node string) {
	volume := manifest.Str(h.Object, "spec", "source", "persistentVolumeName")
	for _, va := range attachmentsOf(ctx, h.View).by[volume] {
		if other := manifest.Str(va, "spec", "nodeName"); volume != "" && other != node {
			h.Fact(h.View.NameOf(manifest.RefOf(manifest.StorageGroup, "VolumeAttachment", va)), "the same volume is or is to be attached to node "+other)
		}
	}
}

// attachments are the VolumeAttachments by the volume they name.
type attachments struct {
	by       map[string][]*unstructured.Unstructured
	complete bool
}

func attachmentsOf(ctx context.Context, w *sight.View) attachments {
	return sight.Memory[memory](w).attached.Get(manifest.StorageGroup, func() attachments {
		list := w.List(ctx, manifest.StorageGroup, "VolumeAttachment", "")
		a := attachments{by: map[string][]*unstructured.Unstructured{}, complete: list.Complete}
		for _, va := range list.Objects {
			volume := manifest.Str(va, "spec", "source", "persistentVolumeName")
			a.by[volume] = append(a.by[volume], va)
		}
		return a
	})
}

// nodeOfAttachment adds what is known of the node, which a driver may need to
// detach from it.
func nodeOfAttachment(ctx context.Context, h *hearing.Case, name string) {
	ref := trace.Ref{Kind: "Node", Name: name}
	switch s := h.View.Look(ctx, ref); {
	case s.Gone():
		h.Fact(h.View.NameOf(ref), "the node does not exist any more")
	case s.Object == nil:
		h.Hint(h.View.NameOf(ref), "could not be read")
	default:
		h.FactOfNode(s.Object, h.View.NameOf(ref))
	}
}

// driverGone decides where nothing of a CSI driver is left: no CSIDriver, no
// node that has it. An attacher without a driver has nothing to call.
func driverGone(ctx context.Context, h *hearing.Case, driver string) bool {
	if driver == "" {
		return false
	}
	nodes, known := nodesWith(ctx, h.View, driver)
	ref := trace.Ref{Group: manifest.StorageGroup, Kind: "CSIDriver", Name: driver}
	s := h.View.Look(ctx, ref)
	switch {
	case s.Object != nil:
		h.Fact(h.View.NameOf(ref), "the driver is registered; "+phrase.Count(nodes, "node has", "nodes have")+" it")
		return false
	case !s.Gone() || !known:
		h.Hint(h.View.NameOf(ref), "whether the driver is installed could not be read")
		return false
	case nodes > 0:
		h.Fact("csinodes.storage.k8s.io: .spec.drivers", phrase.Count(nodes, "node has", "nodes have")+" the driver "+driver)
		return false
	case strings.HasPrefix(driver, "kubernetes.io/"):
		return false // an in-tree plugin, which has no such objects
	}
	h.Fact(h.View.NameOf(ref), "does not exist")
	h.Fact("csinodes.storage.k8s.io: .spec.drivers", "no node has the driver "+driver)
	h.BlockFact("the CSI driver " + driver + ", which is not installed")
	h.Next("see which drivers are installed", "kubectl", "get", "csidrivers.storage.k8s.io")
	h.Next("see which nodes have which drivers", "kubectl", "get", "csinodes.storage.k8s.io", "-o", "yaml")
	return h.Decide(explain.Stuck, explain.DriverMissing, "the CSI driver "+driver+" is not installed any more: it is not registered, and no node has it")
}

// nodesWith counts the nodes that have a CSI driver.
func nodesWith(ctx context.Context, w *sight.View, driver string) (nodes int, known bool) {
	drivers := sight.Memory[memory](w).drivers.Get(manifest.StorageGroup, func() driverCount {
		list := w.List(ctx, manifest.StorageGroup, "CSINode", "")
		c := driverCount{by: map[string]int{}, known: list.Complete}
		for _, node := range list.Objects {
			entries, _, _ := unstructured.NestedSlice(node.Object, "spec", "drivers")
			for _, entry := range entries {
				if fields, ok := entry.(map[string]any); ok {
					name, _ := fields["name"].(string)
					c.by[name]++
				}
			}
		}
		return c
	})
	return drivers.by[driver], drivers.known
}

// driverCount counts the nodes of each CSI driver.
type driverCount struct {
	by    map[string]int
	known bool
}
