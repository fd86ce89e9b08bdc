package explain

import (
	"cmp"
	"context"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// podUser is a pod that keeps something from going.
type podUser struct {
	trace.Ref
	state trace.State
	// what is "Running on node-1".
	what string
	// leaving says since when the pod is going, empty where it is not.
	leaving string
	// keeper is the topmost controller of the pod, the zero Ref for a pod of
	// nobody.
	keeper trace.Ref
	// keeperState is the keeper's, Gone for a keeper that does not exist.
	keeperState trace.State
	// ends says how the pod goes away without help, empty where it does not.
	ends string
}

// mostOwners bounds a chain of controllers: a pod of a CronJob has two.
const mostOwners = 6

func (w *world) podUser(ctx context.Context, pod *unstructured.Unstructured) podUser {
	u := podUser{Ref: podRef(pod), state: w.stateOf(pod), what: podText(pod)}
	if going(u.state) {
		u.leaving = ", being deleted "
		if u.state == trace.Grace {
			u.leaving = ", being deleted, "
		}
		u.leaving += w.goingText(pod.GetDeletionTimestamp().Time)
		return u
	}
	at := pod
	for range mostOwners {
		ref, uid, ok := controllerOf(at)
		if !ok {
			break
		}
		s := w.look(ctx, ref)
		u.keeper, u.keeperState = ref, s.state
		if s.obj != nil && string(s.obj.GetUID()) != uid {
			u.keeperState = trace.Gone // the reference names another one
		}
		if s.obj == nil || u.keeperState != trace.Live {
			break
		}
		if ref.Group == "batch" && ref.Kind == "Job" {
			u.ends = endOfJob(s.obj)
		}
		at = s.obj
	}
	return u
}

// podText says in which phase a pod is, and where.
func podText(pod *unstructured.Unstructured) string {
	text := cmp.Or(str(pod, "status", "phase"), "Pending")
	if node := str(pod, "spec", "nodeName"); node != "" {
		text += " on " + node
	}
	return text
}

func controllerOf(obj *unstructured.Unstructured) (ref trace.Ref, uid string, ok bool) {
	for _, o := range obj.GetOwnerReferences() {
		if o.Controller != nil && *o.Controller {
			return trace.Ref{Group: trace.GroupOf(o.APIVersion), Kind: o.Kind, Namespace: obj.GetNamespace(), Name: o.Name}, string(o.UID), true
		}
	}
	return trace.Ref{}, "", false
}

// endOfJob says whether the Job's pods are taken away once it has finished. A
// Job without a time to live keeps them.
func endOfJob(job *unstructured.Unstructured) string {
	if _, lives, _ := unstructured.NestedFieldNoCopy(job.Object, "spec", "ttlSecondsAfterFinished"); lives {
		return "the Job and its pods go some time after it has finished"
	}
	return ""
}

// heldByPods decides for what waits for pods. does completes "2 pods still …".
func (h *hearing) heldByPods(users []podUser, does string) bool {
	var live, names []string
	var stay []*podUser
	sure := false
	for i := range users {
		u := &users[i]
		h.blockPod(i, u)
		names = append(names, u.Name+" ("+u.what+u.leaving+")")
		if going(u.state) || going(u.keeperState) || u.ends != "" {
			continue
		}
		live = append(live, u.Name)
		stay = append(stay, u)
		sure = sure || u.state != trace.Unreadable && u.keeperState != trace.Unreadable
	}
	message := count(len(users), "pod", "pods") + " still " + does + ": " + naming(names)
	h.next("see the pods", podsCommand(users)...)
	if len(stay) == 0 {
		h.waitForPods(users)
		return h.decide(Waiting, InUse, message)
	}
	if !sure {
		h.endEach(stay)
		return h.decide(Unknown, InUse, message+"; whether "+verb(len(stay), "it goes", "they go")+" away by "+verb(len(stay), "itself", "themselves")+" could not be read")
	}
	if len(live) < len(users) {
		message += "; " + naming(live) + " " + verb(len(live), "is", "are") + " not going away"
	}
	h.endEach(stay)
	return h.decide(Stuck, InUse, message)
}

// endEach says how to end the pods, once for all that have one keeper.
func (h *hearing) endEach(stay []*podUser) {
	told := map[trace.Ref]bool{}
	for _, u := range stay {
		if len(told) == mostNamed {
			return
		}
		if key := cmp.Or(u.keeper, u.Ref); !told[key] {
			told[key] = true
			h.endPods(u)
		}
	}
}

func (h *hearing) blockPod(i int, u *podUser) {
	if i >= blockersListed {
		return
	}
	if going(u.keeperState) {
		h.blockKnown(u.keeper, u.keeperState, "controls pod "+u.Name+", which goes after it")
		return
	}
	h.blockKnown(u.Ref, u.state, u.what)
}

func podsCommand(users []podUser) []string {
	words := []string{"kubectl", "get", "pods", "-n", users[0].Namespace, "-o", "wide"}
	for i := range users {
		if i == mostNamed {
			break
		}
		words = append(words, users[i].Name)
	}
	return words
}

func (h *hearing) waitForPods(users []podUser) {
	for i := range users {
		u := &users[i]
		switch {
		case going(u.state):
			h.next("find out what keeps the pod", h.whyStuck(u.Ref)...)
			return
		case u.ends != "":
			h.fact(h.nameOf(u.keeper), u.ends)
		}
	}
}

// endPods says how to end a pod that nothing will end, in a way that it does
// not come back.
func (h *hearing) endPods(u *podUser) {
	k := u.keeper
	switch {
	case k.Name == "":
		h.next("if the pod may go, delete it: nothing makes it again", h.command(u.Ref, "delete")...)
		return
	case u.keeperState == trace.Unreadable:
		h.hint(h.nameOf(u.Ref)+": .metadata.ownerReferences", "belongs to "+h.nameOf(k)+", which could not be read")
		return
	case u.keeperState == trace.Gone:
		h.fact(h.nameOf(u.Ref)+": .metadata.ownerReferences", "belongs to "+h.nameOf(k)+", which does not exist any more, so that the garbage collector has to delete the pod")
		return
	}
	h.fact(h.nameOf(u.Ref)+": .metadata.ownerReferences", "belongs to "+h.nameOf(k))
	h.next("see what runs the pod", h.command(k, "get")...)
	switch {
	case k.Group == "apps" && k.Kind != "DaemonSet", k.Group == "" && k.Kind == "ReplicationController":
		h.next("if it may stop, scale it to zero: a deleted pod would only be made again",
			append([]string{"kubectl", "scale", "--replicas=0"}, h.typed(k)...)...)
	case k.Group == "batch" && k.Kind == "Job":
		h.next("a Job keeps its pods after it has finished: when its work is done, or may be lost, delete the Job", h.command(k, "delete")...)
	case k.Group == "apps", k.Group == "batch":
		h.next("if what it runs may stop, delete it: a deleted pod would only be made again", h.command(k, "delete")...)
	default:
		h.warn("a pod that is only deleted comes back: " + strings.ToLower(k.Kind) + "/" + k.Name + " makes it again")
	}
}
