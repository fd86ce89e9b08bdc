package storage

import (
	"context"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// JudgeAttachedVolume is for a volume that its attacher keeps as long as any
// VolumeAttachment names it.
func JudgeAttachedVolume(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Object == nil {
		return f
	}
	f.Join(reclaimed(h))
	if f = f.And(attachedVolume(ctx, h, "it has to be detached first")); f.Decided() {
		return f
	}
	return f.And(driverGone(ctx, h, manifest.Str(h.Object, "spec", "csi", "driver")))
}

// attachedVolume decides where VolumeAttachments name the volume. Its own
// evidence stays where it does not decide.
func attachedVolume(ctx context.Context, h *hearing.Case, why string) (f hearing.Finding) {
	list := attachmentsOf(ctx, h.View)
	var names []string
	stay := 0
	for _, va := range list.by[h.Node.Name] {
		node, state := manifest.Str(va, "spec", "nodeName"), h.View.StateOf(va)
		if len(names) < hearing.BlockersListed {
			f.BlockKnown(h.View, manifest.RefOf(manifest.StorageGroup, "VolumeAttachment", va), state, phrase.Prefixed("to node ", node))
		}
		name := va.GetName()
		if node != "" {
			name += " (to node " + node + ")"
		}
		names = append(names, name)
		if !state.Going() {
			stay++
		}
	}
	switch {
	case len(names) == 0 && !list.complete:
		f.Hint("the list of VolumeAttachments", h.View.Unread()+", so that it is not known where the volume is attached")
		if h.View.Copied && strings.HasPrefix(h.Finalizer, AttacherPrefix) {
			f.Do(explain.Look("see which VolumeAttachment names it: the volume stays until the last of them is gone, which its node and its attacher have to end", "kubectl", "get", "volumeattachments.storage.k8s.io").For(explain.Mends))
		}
		return f
	case len(names) == 0:
		f.Fact("volumeattachments.storage.k8s.io", "none names this volume")
		return f
	}
	message := phrase.Count(len(names), "VolumeAttachment names", "VolumeAttachments name") + " it: " + phrase.Names(names) + "; " + why
	first := f.Blockers[len(f.Blockers)-min(len(names), hearing.BlockersListed)].Ref
	if stay > 0 {
		var only *unstructured.Unstructured
		if len(names) == 1 {
			only = list.by[h.Node.Name][0]
		}
		return f.And(staysAttached(ctx, h, only, first, message))
	}
	f.Next("find out what keeps it", h.View.WhyStuck(first)...)
	return f.Decide(explain.Waiting, explain.InUse, message)
}

// staysAttached decides where nobody has asked a VolumeAttachment to go. Only is that one, where the volume has no other.
func staysAttached(ctx context.Context, h *hearing.Case, only *unstructured.Unstructured, first trace.Ref, message string) (f hearing.Finding) {
	node := manifest.Str(h.View.Look(ctx, first).Object, "spec", "nodeName")
	if node == "" { // the copy ends before it
		f.Do(explain.Look("read the node of VolumeAttachment "+first.Name+" and what fails at it (spec.nodeName, status.detachError), which were not copied: it is detached after the last pod on that node that uses the volume; where that fails, mend what the error names",
			"kubectl", "get", "volumeattachments.storage.k8s.io/"+first.Name, "-o", "yaml").For(explain.Mends))
		return f.Decide(explain.Undecided, explain.InUse, message)
	}
	if only != nil {
		if unattached, is := neverAttached(h, only, first, node); is {
			return unattached
		}
		if h.View.Look(ctx, trace.Ref{Kind: "Node", Name: node}).Gone() {
			return attachedToNone(h, first, node, message)
		}
	}
	f.Mend("end the pods on node " + node + " that use the volume: it is detached after the last of them")
	f.Next("see which pods are there", "kubectl", "get", "pods", "-A", "-o", "wide", "--field-selector", "spec.nodeName="+node)
	return f.Decide(explain.Undecided, explain.InUse, message)
}

// detachesItself is how long kube-controller-manager may take until it detaches what a node has left that is gone.
const detachesItself = 10 * time.Minute

// attachedToNone decides where a VolumeAttachment that nobody has asked to go names a node which does not exist, and that was
// not ended by itself.
func attachedToNone(h *hearing.Case, ref trace.Ref, node, message string) (f hearing.Finding) {
	if !h.Older(detachesItself) {
		f.AskAgain(h, "wait some minutes and look again: kube-controller-manager detaches by itself what a node has left that is gone", "--observe", "1m")
		return f.Decide(explain.Undecided, explain.InUse, message+"; node "+node+" does not exist")
	}
	f.Do(explain.Act(explain.Deletes, ref, "node "+node+" does not exist: make sure that its machine is off, and then delete the VolumeAttachment: its attacher detaches the volume, and the rest follows", "kubectl", "delete", "volumeattachments.storage.k8s.io/"+ref.Name).For(explain.Mends))
	f.Never("delete it while that machine still runs: it may go on writing to the volume that is then attached elsewhere or deleted")
	return f.Decide(explain.Stuck, explain.InUse, message+"; node "+node+" does not exist")
}

// StillAttached is what keeps a volume attached of which words say that it is.
func StillAttached(ctx context.Context, h *hearing.Case) hearing.Finding {
	return attachedVolume(ctx, h, "it is detached first")
}

// neverAttached decides where the one attachment of a volume, which nobody has asked to go, is not attached, and its
// attacher says that it refuses that as the volume goes: both wait for each other then.
func neverAttached(h *hearing.Case, va *unstructured.Unstructured, ref trace.Ref, node string) (f hearing.Finding, is bool) {
	attached, told, _ := unstructured.NestedBool(va.Object, "status", "attached")
	problem := phrase.OneLine(manifest.Str(va, "status", "attachError", "message"))
	if !told || attached || !strings.Contains(problem, h.Node.Name) || !strings.Contains(problem, "marked for deletion") {
		return f, false
	}
	f.Quote("volumeattachments.storage.k8s.io/"+ref.Name+": .status.attachError", problem+"; by its status it is not attached", problem)
	f.Next("see that no pod there uses the volume", "kubectl", "get", "pods", "-A", "-o", "wide", "--field-selector", "spec.nodeName="+node)
	f.Do(explain.Act(explain.Deletes, ref, "where no pod on node "+node+" uses the volume any more, delete its VolumeAttachment, which nobody has asked to go: its attacher then lets go of both", "kubectl", "delete", "volumeattachments.storage.k8s.io/"+ref.Name))
	return f.Decide(explain.Stuck, explain.InUse, "VolumeAttachment "+ref.Name+" (to node "+node+") names it, is not attached, and nobody has asked it to go; its attacher still tries to attach it and refuses: "+phrase.Quoted(problem)), true
}

// AttacherOf is the finalizer that the attacher of a volume puts on it, by the attachments that name it; empty where
// they tell of none, or of several.
func AttacherOf(ctx context.Context, h *hearing.Case) (finalizer string) {
	for _, va := range attachmentsOf(ctx, h.View).by[h.Node.Name] {
		for _, name := range va.GetFinalizers() {
			if !strings.HasPrefix(name, AttacherPrefix) || name == finalizer {
				continue
			}
			if finalizer != "" {
				return ""
			}
			finalizer = name
		}
	}
	return finalizer
}

// JudgeAttachment is for a VolumeAttachment: the CSI attacher has to detach.
func JudgeAttachment(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Object == nil {
		return f
	}
	driver, node := manifest.Str(h.Object, "spec", "attacher"), manifest.Str(h.Object, "spec", "nodeName")
	f.Join(nodeOfAttachment(ctx, h, node))
	f.Join(otherNodes(ctx, h, node))
	attached, told, _ := unstructured.NestedBool(h.Object.Object, "status", "attached")
	switch {
	case attached:
		f.Add(fieldSays(h, "status.attached", "still attached to node "+node))
	case told:
		f.Add(fieldSays(h, "status.attached", "is false: by its status the volume is not attached any more"))
	}
	on := h.View.Look(ctx, trace.Ref{Kind: "Node", Name: node})
	if f = f.And(driverGone(ctx, h, driver)); f.Decided() {
		if attached && on.Gone() {
			f.Message += "; node " + node + ", to which it is attached by its status, does not exist any more"
		}
		return f
	}
	problem := phrase.OneLine(manifest.Str(h.Object, "status", "detachError", "message"))
	switch {
	case problem != "":
	case attached || !told:
		return f.And(attachedToDown(ctx, h, node))
	default:
		return f
	}
	said := ""
	if at := manifest.FirstTime(manifest.Str(h.Object, "status", "detachError", "time")); !at.IsZero() {
		said = ", " + h.View.Clock.When(at)
	}
	noNode := on.State != trace.Live
	var spared []string // of what is not attached, the node need not be there
	if told && !attached && noNode {
		spared = append(spared, "node")
	}
	if sentence.EndedAlready(problem, "detachError", spared...) {
		f.Quote(h.Name()+": .status.detachError", problem+said+"; by these words there is nothing to detach any more", problem)
		against := ""
		if attached {
			against = ", though its status still says attached: true"
		}
		f.Unblocked = "nothing seems left to detach" + against + ", and " + h.HolderName() + " still has to take it off, and failed: " + phrase.Quoted(problem)
		f.Mend("make sure with " + driver + " itself that the volume is not attached to node " + node + " any more; then run a release of the driver that takes that for done")
		f.PlanRemoval(h, "once that is certain, see what taking the finalizer off would do")
		cost := h.Cost
		says := "by these words there is nothing to detach"
		if told && !attached {
			says = "by its status and these words there is nothing to detach"
		}
		if attached {
			says += " (status.attached: true)"
		}
		cost.Loss = "If it is detached at the backend, nothing: " + says + "; ask there first, since a disk that is attached twice is corrupted"
		f.Cost = &cost
		return f
	}
	f.Quote(h.Name()+": .status.detachError", problem+said, problem)
	f.Mend("mend what the driver names, or bring node " + node + " back: it detaches the volume at its next try")
	f.Next("read the error whole", h.View.Command(h.Node.Ref, "describe")...)
	f.Warn("force it only when the node is certainly off: a disk that two nodes write to is corrupted")
	return f.Decide(explain.Stuck, explain.Failing, "detaching from node "+node+" fails"+said+": "+problem)
}

// otherNodes adds where else the volume is attached, or is to be.
func otherNodes(ctx context.Context, h *hearing.Case, node string) (n hearing.Notes) {
	volume := manifest.Str(h.Object, "spec", "source", "persistentVolumeName")
	for _, va := range attachmentsOf(ctx, h.View).by[volume] {
		if other := manifest.Str(va, "spec", "nodeName"); volume != "" && other != node {
			n.Fact(h.View.NameOf(manifest.RefOf(manifest.StorageGroup, "VolumeAttachment", va)), "the same volume is or is to be attached to node "+other)
		}
	}
	return n
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
func nodeOfAttachment(ctx context.Context, h *hearing.Case, name string) (n hearing.Notes) {
	ref := trace.Ref{Kind: "Node", Name: name}
	switch s := h.View.Look(ctx, ref); {
	case s.Gone():
		n.Fact(h.View.NameOf(ref), "the node does not exist any more")
	case s.Object == nil:
		n.Hint(h.View.NameOf(ref), h.View.Unread())
	default:
		n.FactOfNode(s.Object, h.View.NameOf(ref))
	}
	return n
}

// driverGone decides where nothing of a CSI driver is left: no CSIDriver, no
// node that has it. An attacher without a driver has nothing to call.
func driverGone(ctx context.Context, h *hearing.Case, driver string) (f hearing.Finding) {
	if driver == "" {
		return f
	}
	nodes, known := nodesWith(ctx, h.View, driver)
	ref := trace.Ref{Group: manifest.StorageGroup, Kind: "CSIDriver", Name: driver}
	s := h.View.Look(ctx, ref)
	switch {
	case s.Object != nil:
		f.Fact(h.View.NameOf(ref), "the driver is registered; "+phrase.Count(nodes, "node has", "nodes have")+" it")
		return f
	case !s.Gone() || !known:
		f.Hint(h.View.NameOf(ref), "whether the driver is installed "+h.View.Unread())
		return f
	case nodes > 0:
		f.Fact("csinodes.storage.k8s.io: .spec.drivers", phrase.Count(nodes, "node has", "nodes have")+" the driver "+driver)
		return f
	case strings.HasPrefix(driver, "kubernetes.io/"):
		return f // an in-tree plugin, which has no such objects
	}
	f.Fact(h.View.NameOf(ref), "does not exist")
	f.Fact("csinodes.storage.k8s.io: .spec.drivers", "no node has the driver "+driver)
	f.BlockFact("the CSI driver " + driver + ", which is not installed")
	f.Mend("install the CSI driver " + driver + " again, until the volume is detached and deleted")
	f.Next("see which nodes have which drivers", "kubectl", "get", "csinodes.storage.k8s.io", "-o", "yaml")
	return f.Decide(explain.Stuck, explain.DriverMissing, "the CSI driver "+driver+" is not installed any more: it is not registered, and no node has it")
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
