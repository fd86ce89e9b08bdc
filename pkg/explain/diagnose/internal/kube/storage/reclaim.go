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
	if !isVolume(h) || !h.Node.Asked || h.Node.State != trace.Live ||
		manifest.Str(h.Object, "spec", policyField) != "Delete" {
		return f
	}
	phase, words := manifest.Str(h.Object, "status", "phase"), manifest.Str(h.Object, "status", "message")
	var said sight.Event
	if phase != "Failed" && phase != "Released" || claimStays(ctx, h) {
		return f
	}
	events := h.View.EventsOf(ctx, h.Node)
	if at := slices.IndexFunc(events, func(e sight.Event) bool { return e.Reason == "VolumeFailedDelete" }); at >= 0 {
		e := &events[at]
		words, said = e.Message, *e
		f.Quote("event "+e.Reason, e.Message, e.Message)
		component, _, _ := strings.Cut(e.Component, "_") // a driver's provisioner signs with its process too
		f.Actor = &hearing.Actor{Holder: explain.Holder{Name: component, Confidence: explain.Likely}, Health: h.Health}
	} else if words != "" {
		f.Quote(h.Name()+": .status.message", words, words)
	} else {
		return f // nothing tells that it fails: it may be at work
	}
	f.Add(fieldSays(h, "status.phase", "the volume is "+phase+": its claim is gone"))
	if strings.Contains(words, "volume plugin matched") {
		f.Mend("nothing in this cluster deletes such storage, as where a volume was made by hand: delete it where it is, if what is stored there is to go, then the volume")
	} else {
		mends := signs.Mechanics(ctx, h, words)
		mends.Mend("mend what keeps its storage from being deleted: that is tried again by itself")
		f.Join(hearing.IfStill(h, said.Quiet, said.Ago, mends))
	}
	f.Do(retain(h.Object))
	f.Warn("once that succeeds, " + volumeText(h.Object) + " goes with all its data, and that cannot be taken back")
	return f.Decide(explain.Stuck, explain.DeleteAwaited, "its claim is gone, so by its reclaim policy Delete its storage is to be deleted, then the volume; that fails: "+phrase.Quoted(words))
}

// claimStays reports whether the claim that a volume names is there, whatever the phase of the volume says.
func claimStays(ctx context.Context, h *hearing.Case) bool {
	s, uid := h.View.Look(ctx, trace.Ref{Kind: "PersistentVolumeClaim", Namespace: manifest.Str(h.Object, "spec", "claimRef", "namespace"), Name: manifest.Str(h.Object, "spec", "claimRef", "name")}), manifest.Str(h.Object, "spec", "claimRef", "uid")
	return s.Object != nil && (uid == "" || s.Object.GetUID() == "" || string(s.Object.GetUID()) == uid)
}
