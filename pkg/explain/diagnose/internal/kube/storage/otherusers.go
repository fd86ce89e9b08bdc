package storage

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// SnapshotGroup is the API group of VolumeSnapshots.
const SnapshotGroup = "snapshot.storage.k8s.io"

// use is what users do with an object: one of them, several of them.
type use struct {
	one, many string
	// idle is what a hold says where nobody does.
	idle string
	// ends says that it ends by itself, as a copy does.
	ends bool
	// outside says that not the kube-controller-manager looks after it.
	outside bool
}

// What users do with an object: they use it, or it is copied for them.
var (
	UsesIt   = use{one: "still uses it", many: "still use it", idle: "nothing uses it"}
	MadeOfIt = use{one: "is still being made from it", many: "are still being made from it", idle: "nothing is being made from it", ends: true, outside: true}
)

// Search looks among the objects of a kind for those that use another.
type Search struct {
	Group, Kind string
	// Everywhere looks in all namespaces instead of that of the object.
	Everywhere bool
	Uses       func(h *hearing.Case, user *unstructured.Unstructured) bool
}

// UsedBy makes a rule for a finalizer that waits for users of its object.
func UsedBy(does use, searches ...Search) hearing.Rung {
	return func(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
		if h.Object == nil {
			return f
		}
		var found []usingObject
		complete := true
		for _, s := range searches {
			namespace := h.Node.Namespace
			if s.Everywhere {
				namespace = ""
			}
			list := h.View.List(ctx, s.Group, s.Kind, namespace)
			complete = complete && list.Complete
			for _, obj := range list.Objects {
				if s.Uses(h, obj) {
					found = append(found, usingObject{manifest.RefOf(s.Group, s.Kind, obj), h.View.StateOf(obj), obj})
				}
			}
		}
		return used(ctx, h, found, complete, does)
	}
}

type usingObject struct {
	trace.Ref
	state trace.State
	obj   *unstructured.Unstructured
}

func used(ctx context.Context, h *hearing.Case, found []usingObject, complete bool, does use) (f hearing.Finding) {
	if len(found) == 0 && !complete {
		return f.Decide(explain.Undecided, explain.Silent, "could not check what "+does.one)
	}
	if len(found) == 0 {
		f.Fact("the objects that could", does.idle)
		if does.outside {
			return f
		}
		return f.And(holder.Idle(ctx, h, does.idle))
	}
	var names []string
	var live *usingObject
	for i := range found {
		u := &found[i]
		what := does.one
		if t := u.obj.GetDeletionTimestamp(); t != nil {
			what = h.View.GoingText(t.Time)
		} else if live == nil {
			live = u
		}
		if i < hearing.BlockersListed {
			f.BlockKnown(h.View, u.Ref, u.state, what)
		}
		names = append(names, h.View.ShortName(u.Ref))
	}
	message := phrase.Count(len(found), "object", "objects") + " " + phrase.Plural(len(found), does.one, does.many) + ": " + phrase.Names(names)
	if live == nil {
		f.Next("find out what keeps "+phrase.Plural(len(found), "it", "the first of them"), h.View.WhyStuck(found[0].Ref)...)
		return f.Decide(explain.Waiting, explain.InUse, message)
	}
	if u, vain := inVain(found); vain && does.ends {
		f.Do(explain.Act(explain.Deletes, u.Ref, "delete "+h.View.ShortName(u.Ref)+": nothing of it was made, and nothing can be any more; this one goes after it", h.View.Command(u.Ref, "delete")...))
		return f.Decide(explain.Stuck, explain.Circle, "waits in a circle with "+h.View.ShortName(u.Ref)+", which cannot be made of what is being deleted; "+message)
	}
	if at, says := makingFails(ctx, h, live); says != "" && does.ends {
		f.Quote(h.View.NameOf(at)+": .status.error", says, says)
		f.Do(explain.Look("mend what keeps "+h.View.ShortName(live.Ref)+" from being made, or delete that where it is not wanted: this one goes after it", h.View.AsYAML(at)...).For(explain.Mends))
		verdict := explain.Stuck
		if h.Fresh() {
			verdict = explain.Undecided
		}
		return f.Decide(verdict, explain.InUse, message+"; that fails: "+phrase.Quoted(says))
	}
	f.Next("see what uses it", h.View.AsYAML(live.Ref)...)
	if !does.ends {
		f.Mend("have " + h.View.ShortName(live.Ref) + " use it no more: change what names it there, or delete that if it may go")
	}
	if does.ends {
		return f.Decide(explain.Waiting, explain.InUse, message)
	}
	return f.Decide(explain.Stuck, explain.InUse, message)
}

// makingFails is the error that a snapshot, or its content, says it is not made for; empty for none.
func makingFails(ctx context.Context, h *hearing.Case, u *usingObject) (at trace.Ref, says string) {
	if says = phrase.OneLine(manifest.Str(u.obj, "status", "error", "message")); says != "" {
		return u.Ref, says
	}
	content := manifest.Str(u.obj, "status", "boundVolumeSnapshotContentName")
	if u.Kind != "VolumeSnapshot" || content == "" {
		return at, ""
	}
	at = trace.Ref{Group: u.Group, Kind: "VolumeSnapshotContent", Name: content}
	return at, phrase.OneLine(manifest.Str(h.View.Look(ctx, at).Object, "status", "error", "message"))
}

// inVain is one of the users that nobody has asked to go and of which nothing was made, as it says that nothing is made
// of what is being deleted.
func inVain(all []usingObject) (u usingObject, vain bool) {
	at := slices.IndexFunc(all, func(u usingObject) bool {
		return u.obj.GetDeletionTimestamp() == nil && manifest.Str(u.obj, "status", "boundVolumeSnapshotContentName") == "" &&
			strings.Contains(manifest.Str(u.obj, "status", "error", "message"), "cannot add finalizer on claim because it is being deleted")
	})
	if at < 0 {
		return u, false
	}
	return all[at], true
}

// ClaimOfClass reports whether a claim uses the class.
// A class is in use as long as a volume asks for it, or a claim asks for it, has
// it or is being moved to it (pkg/controller/volume/vacprotection).
func ClaimOfClass(h *hearing.Case, claim *unstructured.Unstructured) bool {
	return slices.Contains([]string{
		manifest.Str(claim, "spec", "volumeAttributesClassName"), manifest.Str(claim, "status", "currentVolumeAttributesClassName"),
		manifest.Str(claim, "status", "modifyVolumeStatus", "targetVolumeAttributesClassName"),
	}, h.Node.Name)
}

// VolumeOfClass reports whether a volume asks for the class.
func VolumeOfClass(h *hearing.Case, volume *unstructured.Unstructured) bool {
	return manifest.Str(volume, "spec", "volumeAttributesClassName") == h.Node.Name
}

// CloneOf reports whether a claim is being made from the one that is judged.
// A claim is being cloned as long as the clone is not bound.
func CloneOf(h *hearing.Case, claim *unstructured.Unstructured) bool {
	return madeFrom(claim, "PersistentVolumeClaim", h.Node.Name) && manifest.Str(claim, "status", "phase") == "Pending"
}

// RestoreOf reports whether a claim is being made from the snapshot.
func RestoreOf(h *hearing.Case, claim *unstructured.Unstructured) bool {
	return madeFrom(claim, "VolumeSnapshot", h.Node.Name) && manifest.Str(claim, "status", "phase") == "Pending"
}

func madeFrom(claim *unstructured.Unstructured, kind, name string) bool {
	for _, field := range []string{"dataSource", "dataSourceRef"} {
		if manifest.Str(claim, "spec", field, "kind") == kind && manifest.Str(claim, "spec", field, "name") == name {
			return true
		}
	}
	return false
}

// SnapshotOf reports whether a snapshot is being made from the claim.
// A claim is being copied as long as a snapshot of it is not ready.
func SnapshotOf(h *hearing.Case, snapshot *unstructured.Unstructured) bool {
	ready, _, _ := unstructured.NestedBool(snapshot.Object, "status", "readyToUse")
	return manifest.Str(snapshot, "spec", "source", "persistentVolumeClaimName") == h.Node.Name && !ready
}
