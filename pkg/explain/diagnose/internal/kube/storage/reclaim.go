package storage

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/signs"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// NotReclaimed is for a volume that is to go although nobody has asked for it: its claim is
// gone, and by its policy its storage is deleted first, then the object. Where that fails
// the phase says so, or an event does (pkg/controller/volume/persistentvolume).
func NotReclaimed(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Object == nil || h.Node.Ref.Kind != "PersistentVolume" || h.Node.Ref.Group != "" || !h.Node.Asked || h.Node.State != trace.Live ||
		manifest.Str(h.Object, "spec", policyField) != "Delete" {
		return f
	}
	phase, words := manifest.Str(h.Object, "status", "phase"), ""
	if phase != "Failed" && phase != "Released" {
		return f
	}
	events := h.View.EventsOf(ctx, h.Node)
	if at := slices.IndexFunc(events, func(e sight.Event) bool { return e.Reason == "VolumeFailedDelete" }); at >= 0 {
		e := &events[at]
		words = e.Message
		f.Quote("event "+e.Reason, e.Message, e.Message)
		component, _, _ := strings.Cut(e.Component, "_") // a driver's provisioner signs with its process too
		f.Actor = &hearing.Actor{Holder: explain.Holder{Name: component, Confidence: explain.Likely}, Health: h.Health}
	} else if words = manifest.Str(h.Object, "status", "message"); words != "" {
		f.Quote(h.Name()+": .status.message", words, words)
	} else {
		return f // nothing tells that it fails: it may be at work
	}
	f.Add(fieldSays(h, "status.phase", "the volume is "+phase+": its claim is gone"))
	if strings.Contains(words, "volume plugin matched") {
		f.Mend("nothing in this cluster deletes such storage, as where a volume was made by hand: delete it where it is, if what is stored there is to go, then the volume")
	} else {
		f.Join(signs.Mechanics(ctx, h, words))
		f.Mend("mend what keeps its storage from being deleted: that is tried again by itself")
	}
	f.Do(retain(h.Node.Ref.Name, "if what is stored there is to stay, say so first"))
	f.Warn("once that succeeds, " + volumeText(h.Object) + " goes with all its data, and that cannot be taken back")
	return f.Decide(explain.Stuck, explain.DeleteAwaited, "its claim is gone, so by its reclaim policy Delete its storage is to be deleted, then the volume; that fails: "+phrase.Quoted(words))
}
