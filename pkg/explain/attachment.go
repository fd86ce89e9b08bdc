package explain

import (
	"context"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const storageGroup = "storage.k8s.io"

// judgeAttachedVolume is for a volume that its attacher keeps as long as any
// VolumeAttachment names it.
func judgeAttachedVolume(ctx context.Context, h *hearing) bool {
	if h.obj == nil {
		return false
	}
	h.reclaimed()
	if h.attachedVolume(ctx, "it has to be detached first") {
		return true
	}
	return h.driverGone(ctx, str(h.obj, "spec", "csi", "driver"))
}

// attachedVolume decides where VolumeAttachments name the volume. Its own
// evidence stays where it does not decide.
func (h *hearing) attachedVolume(ctx context.Context, why string) bool {
	list := h.attachmentsOf(ctx)
	var names []string
	stay := 0
	for _, va := range list.by[h.node.Name] {
		node, state := str(va, "spec", "nodeName"), h.stateOf(va)
		if len(names) < blockersListed {
			h.blockKnown(refOfObject(storageGroup, "VolumeAttachment", va), state, "to node "+node)
		}
		names = append(names, va.GetName()+" (to node "+node+")")
		if !going(state) {
			stay++
		}
	}
	switch {
	case len(names) == 0 && !list.complete:
		h.hint("the list of VolumeAttachments", "could not be read, so that it is not known where the volume is attached")
		return false
	case len(names) == 0:
		h.fact("volumeattachments.storage.k8s.io", "none names this volume")
		return false
	}
	message := count(len(names), "VolumeAttachment names", "VolumeAttachments name") + " it: " + naming(names) + "; " + why
	first := h.hold.Blockers[len(h.hold.Blockers)-min(len(names), blockersListed)].Ref
	h.next("see where it is attached", h.command(first, "get")...)
	if stay > 0 {
		h.next("a VolumeAttachment goes after the last pod on that node that uses the volume: see its pods",
			"kubectl", "get", "pods", "-A", "-o", "wide", "--field-selector", "spec.nodeName="+str(h.look(ctx, first).obj, "spec", "nodeName"))
		return h.decide(Unknown, InUse, message)
	}
	h.next("find out what keeps it", h.whyStuck(first)...)
	return h.decide(Waiting, InUse, message)
}

// judgeAttachment is for a VolumeAttachment: the CSI attacher has to detach.
func judgeAttachment(ctx context.Context, h *hearing) bool {
	if h.obj == nil {
		return false
	}
	driver, node := str(h.obj, "spec", "attacher"), str(h.obj, "spec", "nodeName")
	h.nodeOfAttachment(ctx, node)
	h.otherNodes(ctx, node)
	if attached, _, _ := unstructured.NestedBool(h.obj.Object, "status", "attached"); attached {
		h.fact(h.name()+": .status.attached", "still attached to node "+node)
	}
	if h.driverGone(ctx, driver) {
		return true
	}
	problem := oneLine(str(h.obj, "status", "detachError", "message"))
	if problem == "" {
		return false
	}
	said := ""
	if at := firstTime(str(h.obj, "status", "detachError", "time")); !at.IsZero() {
		said = ", " + h.ago(at) + " ago"
	}
	h.fact(h.name()+": .status.detachError", problem+said)
	h.next("read the error whole", h.command(h.node.Ref, "describe")...)
	h.warn("force it only when the node is certainly off: a disk that two nodes write to is corrupted")
	return h.decide(Stuck, Failing, "detaching from node "+node+" fails"+said+": "+problem)
}

// otherNodes adds where else the volume is attached, or is to be.
func (h *hearing) otherNodes(ctx context.Context, node string) {
	volume := str(h.obj, "spec", "source", "persistentVolumeName")
	for _, va := range h.attachmentsOf(ctx).by[volume] {
		if other := str(va, "spec", "nodeName"); volume != "" && other != node {
			h.fact(h.nameOf(refOfObject(storageGroup, "VolumeAttachment", va)), "the same volume is or is to be attached to node "+other)
		}
	}
}

// attachments are the VolumeAttachments by the volume they name.
type attachments struct {
	by       map[string][]*unstructured.Unstructured
	complete bool
}

func (w *world) attachmentsOf(ctx context.Context) attachments {
	return of[storageMemory](w).attached.get(storageGroup, func() attachments {
		list := w.list(ctx, storageGroup, "VolumeAttachment", "")
		a := attachments{by: map[string][]*unstructured.Unstructured{}, complete: list.complete}
		for _, va := range list.objects {
			volume := str(va, "spec", "source", "persistentVolumeName")
			a.by[volume] = append(a.by[volume], va)
		}
		return a
	})
}

// nodeOfAttachment adds what is known of the node, which a driver may need to
// detach from it.
func (h *hearing) nodeOfAttachment(ctx context.Context, name string) {
	ref := trace.Ref{Kind: "Node", Name: name}
	switch s := h.look(ctx, ref); {
	case s.gone():
		h.fact(h.nameOf(ref), "the node does not exist any more")
	case s.obj == nil:
		h.hint(h.nameOf(ref), "could not be read")
	default:
		h.factOfNode(s.obj, h.nameOf(ref))
	}
}

func (h *hearing) factOfNode(node *unstructured.Unstructured, source string) {
	ready := conditionOf(node, "Ready")
	if ready.status == "True" {
		h.fact(source+": .status.conditions", "the node is Ready")
		return
	}
	fact := "the node is not Ready"
	if ready.message != "" {
		fact += ": " + ready.message
	}
	h.fact(source+": .status.conditions", fact)
	if _, out := taintOf(node, outOfServiceTaint); out {
		h.fact(source+": .spec.taints", "marked out of service, so that its volumes are detached without it")
	}
}

// driverGone decides where nothing of a CSI driver is left: no CSIDriver, no
// node that has it. An attacher without a driver has nothing to call.
func (h *hearing) driverGone(ctx context.Context, driver string) bool {
	if driver == "" {
		return false
	}
	nodes, known := h.nodesWith(ctx, driver)
	ref := trace.Ref{Group: storageGroup, Kind: "CSIDriver", Name: driver}
	s := h.look(ctx, ref)
	switch {
	case s.obj != nil:
		h.fact(h.nameOf(ref), "the driver is registered; "+count(nodes, "node has", "nodes have")+" it")
		return false
	case !s.gone() || !known:
		h.hint(h.nameOf(ref), "whether the driver is installed could not be read")
		return false
	case nodes > 0:
		h.fact("csinodes.storage.k8s.io: .spec.drivers", count(nodes, "node has", "nodes have")+" the driver "+driver)
		return false
	case strings.HasPrefix(driver, "kubernetes.io/"):
		return false // an in-tree plugin, which has no such objects
	}
	h.fact(h.nameOf(ref), "does not exist")
	h.fact("csinodes.storage.k8s.io: .spec.drivers", "no node has the driver "+driver)
	h.blockFact("the CSI driver " + driver + ", which is not installed")
	h.next("see which drivers are installed", "kubectl", "get", "csidrivers.storage.k8s.io")
	h.next("see which nodes have which drivers", "kubectl", "get", "csinodes.storage.k8s.io", "-o", "yaml")
	return h.decide(Stuck, DriverMissing, "the CSI driver "+driver+" is not installed any more: it is not registered, and no node has it")
}

// nodesWith counts the nodes that have a CSI driver.
func (w *world) nodesWith(ctx context.Context, driver string) (nodes int, known bool) {
	drivers := of[storageMemory](w).drivers.get(storageGroup, func() driverCount {
		list := w.list(ctx, storageGroup, "CSINode", "")
		c := driverCount{by: map[string]int{}, known: list.complete}
		for _, node := range list.objects {
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
