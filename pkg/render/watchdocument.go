package render

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// WatchKind is the kind of a WatchDocument.
const WatchKind = "WatchEvent"

// WatchDocument is one event for programs, described by
// docs/schema/watch.v1.json.
type WatchDocument struct {
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
	ObjectRef
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

// WatchDocumentOf returns the event as a document.
func WatchDocumentOf(e *follow.Event) WatchDocument {
	doc := WatchDocument{
		APIVersion: APIVersion, Kind: WatchKind, Time: timestamp(e.Time), Type: string(e.Type),
		Gone: e.Gone, Known: e.Known, Recreated: e.Recreated, Message: eventMessage(e), Outcome: string(e.Outcome),
		Problems: each(e.Problems, problemDocument),
		Left:     each(e.Left, func(_ int, o *explain.Object) WatchedObject { return watchedOf(o) }),
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
		ObjectRef: objectRef(o.Ref, o.Resource), UID: o.UID, Asked: o.Asked,
		State: string(o.State), Since: timestamp(o.Since), Verdict: string(o.Verdict),
		Holds: each(o.Holds, func(_ int, h explain.Hold) WatchedHold {
			return WatchedHold{h.Finalizer, h.Holder.Name, string(h.Verdict), string(h.Reason), h.Message}
		}),
	}
}
