package storage

import (
	"cmp"
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
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
	// losesClaims says that the keeper deletes its claims once it is scaled down.
	losesClaims bool
}

// mostOwners bounds a chain of controllers: a pod of a CronJob has two.
const mostOwners = 6

func newPodUser(ctx context.Context, w *sight.View, pod *unstructured.Unstructured) podUser {
	u := podUser{Ref: podRef(pod), state: w.StateOf(pod), what: podText(pod)}
	if u.state.Going() {
		u.leaving = ", being deleted "
		if u.state == trace.Grace {
			u.leaving = ", being deleted, "
		}
		u.leaving += w.GoingText(pod.GetDeletionTimestamp().Time)
		return u
	}
	at := pod
	for range mostOwners {
		ref, uid, ok := manifest.ControllerOf(at)
		if !ok {
			break
		}
		s := w.Look(ctx, ref)
		u.keeper, u.keeperState = ref, s.State
		if s.Object != nil && string(s.Object.GetUID()) != uid {
			u.keeperState = trace.Gone // the reference names another one
		}
		if s.Object == nil || u.keeperState != trace.Live {
			break
		}
		if ref.Group == "batch" && ref.Kind == "Job" {
			u.ends = endOfJob(s.Object)
		}
		u.losesClaims = ref.Group == "apps" && ref.Kind == "StatefulSet" &&
			manifest.Str(s.Object, "spec", "persistentVolumeClaimRetentionPolicy", "whenScaled") == "Delete"
		at = s.Object
	}
	return u
}

// podText says in which phase a pod is, and where.
func podText(pod *unstructured.Unstructured) string {
	text := cmp.Or(manifest.Str(pod, "status", "phase"), "Pending")
	if node := manifest.Str(pod, "spec", "nodeName"); node != "" {
		text += " on " + node
	}
	return text
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
func heldByPods(h *hearing.Case, users []podUser, does string) (f hearing.Finding) {
	var live, names []string
	var stay []*podUser
	sure := false
	for i := range users {
		u := &users[i]
		f.Join(blockPod(h, i, u))
		names = append(names, u.Name+" ("+u.what+u.leaving+")")
		if u.state.Going() || u.keeperState.Going() || u.ends != "" {
			continue
		}
		live = append(live, u.Name)
		stay = append(stay, u)
		sure = sure || u.state != trace.Unreadable && u.keeperState != trace.Unreadable
	}
	message := phrase.Count(len(users), "pod", "pods") + " still " + does + ": " + phrase.Names(names)
	f.Next("see the pods", podsCommand(users)...)
	if len(stay) == 0 {
		f.Join(waitForPods(h, users))
		return f.Decide(explain.Waiting, explain.InUse, message)
	}
	if !sure {
		f.Join(endEach(h, stay))
		return f.Decide(explain.Undecided, explain.InUse, message+"; whether "+phrase.Plural(len(stay), "it goes", "they go")+" away by "+phrase.Plural(len(stay), "itself", "themselves")+" could not be read")
	}
	if len(live) < len(users) {
		message += "; " + phrase.Names(live) + " " + phrase.Plural(len(live), "is", "are") + " not going away"
	}
	f.Join(endEach(h, stay))
	return f.Decide(explain.Stuck, explain.InUse, message)
}

// endEach says how to end the pods, once for all that have one keeper.
func endEach(h *hearing.Case, stay []*podUser) (n hearing.Notes) {
	told := map[trace.Ref]bool{}
	for _, u := range stay {
		if len(told) == phrase.MostNamed {
			return n
		}
		if key := cmp.Or(u.keeper, u.Ref); !told[key] {
			told[key] = true
			n.Join(endPods(h, u))
		}
	}
	return n
}

func blockPod(h *hearing.Case, i int, u *podUser) (n hearing.Notes) {
	if i >= hearing.BlockersListed {
		return n
	}
	if u.keeperState.Going() {
		n.BlockKnown(h.View, u.keeper, u.keeperState, "controls pod "+u.Name+", which goes after it")
		return n
	}
	n.BlockKnown(h.View, u.Ref, u.state, u.what)
	return n
}

func podsCommand(users []podUser) []string {
	words := []string{"kubectl", "get", "pods", "-n", users[0].Namespace, "-o", "wide"}
	for i := range users {
		if i == phrase.MostNamed {
			break
		}
		words = append(words, users[i].Name)
	}
	return words
}

func waitForPods(h *hearing.Case, users []podUser) (n hearing.Notes) {
	for i := range users {
		u := &users[i]
		switch {
		case u.state.Going():
			n.Next("find out what keeps the pod", h.View.WhyStuck(u.Ref)...)
			return n
		case u.ends != "":
			n.Fact(h.View.NameOf(u.keeper), u.ends)
		}
	}
	return n
}

// endPods says how to end a pod that nothing will end, in a way that it does
// not come back.
func endPods(h *hearing.Case, u *podUser) (n hearing.Notes) {
	k := u.keeper
	switch {
	case k.Name == "":
		n.Do(explain.Act(explain.Deletes, u.Ref, "if the pod may go, delete it: nothing makes it again", h.View.Command(u.Ref, "delete")...))
		return n
	case u.keeperState == trace.Unreadable:
		n.Hint(h.View.NameOf(u.Ref)+": .metadata.ownerReferences", "belongs to "+h.View.NameOf(k)+", which "+h.View.Unread())
		n.Mend("have somebody who may read " + h.View.NameOf(k) + " scale it down or delete it, if what it runs may stop: it would make a pod that is deleted again")
		return n
	case u.keeperState == trace.Gone:
		n.Fact(h.View.NameOf(u.Ref)+": .metadata.ownerReferences", "belongs to "+h.View.NameOf(k)+", which does not exist any more, so that the garbage collector has to delete the pod")
		n.Do(explain.Act(explain.Deletes, u.Ref, "delete the pod, which the garbage collector has not done: nothing makes it again", h.View.Command(u.Ref, "delete")...))
		return n
	}
	n.Fact(h.View.NameOf(u.Ref)+": .metadata.ownerReferences", "belongs to "+h.View.NameOf(k))
	switch {
	case u.losesClaims:
		n.Never("scale " + h.View.NameOf(k) + " to zero for it: it then deletes the claims of all its pods, by its retention policy whenScaled: Delete")
		if h.Kind.Kind == "PersistentVolumeClaim" {
			n.Do(explain.Act(explain.Deletes, u.Ref, "if the pod may stop for a moment, delete this one alone: the claim goes before it is made again", h.View.Command(u.Ref, "delete")...))
		} else {
			n.Mend("have " + h.View.NameOf(k) + " stop using it: change its template, or delete it if it may go; its pods come back as long as it is there")
		}
	case k.Group == "apps" && k.Kind != "DaemonSet", k.Group == "" && k.Kind == "ReplicationController":
		n.Do(explain.Act(explain.Stops, k, "if it may stop, scale it to zero: a deleted pod would only be made again",
			append([]string{"kubectl", "scale", "--replicas=0"}, h.View.Typed(k)...)...))
	case k.Group == "batch" && k.Kind == "Job":
		n.Do(explain.Act(explain.Deletes, k, "a Job keeps its pods after it has finished: when its work is done, or may be lost, delete the Job", h.View.Command(k, "delete")...))
	case k.Group == "apps", k.Group == "batch":
		n.Do(explain.Act(explain.Deletes, k, "if what it runs may stop, delete it: a deleted pod would only be made again", h.View.Command(k, "delete")...))
	default:
		n.Mend("have " + h.View.NameOf(k) + " end the pod: scale it down, or delete it if what it runs may stop")
		n.Warn("a pod that is only deleted comes back: " + k.Short() + " makes it again")
	}
	return n
}
