package document

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Event is one event for programs, described by
// docs/schema/watch.v1.json.
type Event struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Time       string `json:"time"`
	Type       string `json:"type"`
	// Gone of the Known objects no longer exist.
	Gone  int `json:"gone"`
	Known int `json:"known"`
	// Object is the one that the event is about, if it is about one.
	Object *WatchedObject `json:"object,omitempty"`
	// Recreated is the UID of what now stands under the object's name.
	Recreated string          `json:"recreated,omitempty"`
	Message   string          `json:"message,omitempty"`
	Problems  []Problem       `json:"problems,omitempty"`
	Outcome   string          `json:"outcome,omitempty"`
	Left      []WatchedObject `json:"left,omitempty"`
}

// WatchedObject is an object whose deletion is followed.
type WatchedObject struct {
	Ref
	UID     string        `json:"uid"`
	Asked   bool          `json:"asked"`
	State   string        `json:"state"`
	Since   string        `json:"since,omitempty"`
	Verdict string        `json:"verdict"`
	Holds   []WatchedHold `json:"holds"`
}

// WatchedHold is one thing that keeps it, in short.
type WatchedHold struct {
	Finalizer string `json:"finalizer,omitempty"`
	Holder    string `json:"holder,omitempty"`
	Verdict   string `json:"verdict"`
	Reason    string `json:"reason"`
	Message   string `json:"message"`
}

// EventOf returns the event as a document. The message completes the event for a
// person, as the log has it.
func EventOf(e *follow.Event, message string) Event {
	doc := Event{
		APIVersion: APIVersion, Kind: EventKind, Time: words.Timestamp(e.Time), Type: string(e.Type),
		Gone: e.Gone, Known: e.Known, Recreated: e.Recreated, Message: message, Outcome: string(e.Outcome),
		Problems: each(e.Problems, problemOf),
		Left:     each(e.Left, func(o **explain.Object) WatchedObject { return watchedOf(*o) }),
	}
	if e.Object != nil {
		o := watchedOf(e.Object)
		if e.Type == follow.Gone {
			o.State, o.Verdict, o.Holds = string(trace.Gone), string(explain.Absent), []WatchedHold{}
		}
		doc.Object = &o
	}
	return doc
}

func watchedOf(o *explain.Object) WatchedObject {
	return WatchedObject{
		Ref: refOf(o.Ref, o.Resource), UID: o.UID, Asked: o.Asked,
		State: string(o.State), Since: words.Timestamp(o.Since), Verdict: string(o.Verdict),
		Holds: each(o.Holds, func(h *explain.Hold) WatchedHold {
			return WatchedHold{h.Finalizer, h.Holder.Name, string(h.Verdict), string(h.Reason), h.Message}
		}),
	}
}
