package diagnose

import (
	"slices"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// placingOf returns the one manager that owns the entry. The zero value means
// that there is none, or that there are several.
func placingOf(writes []manifest.Write, finalizer string) explain.Placing {
	var found []explain.Placing
	for i := range writes {
		if w := &writes[i]; slices.Contains(w.Finalizers, finalizer) {
			found = append(found, explain.Placing{
				Manager: w.Manager, At: w.At, Applied: w.Operation == "Apply",
				Sole: len(w.Finalizers) == 1 && w.OnlyFinalizers(),
			})
		}
	}
	if len(found) != 1 {
		return explain.Placing{}
	}
	return found[0]
}

// putAgain compares two readings of an object that lives: an entry that now is
// somebody else's, or was written anew, was away in between. On an object that
// is being deleted the API server allows no such thing.
func putAgain(was, is *explain.Hold, span string) {
	before, now := was.Placed, is.Placed
	if is.Reason != explain.WouldHold || before.Manager == "" || now.Manager == "" || now.Applied {
		return
	}
	switch {
	case before.Manager != now.Manager:
		tellPutBack(is, "it was "+before.Manager+"'s entry and is "+now.Manager+"'s now", now.Manager, span)
	case before.Sole && now.Sole && now.At.After(before.At):
		tellPutBack(is, "it was put there anew at "+now.At.Format(time.TimeOnly), now.Manager, span)
	}
}

func tellPutBack(h *explain.Hold, fact, manager, span string) {
	h.Evidence = append(h.Evidence, explain.Evidence{Fact: fact, Source: "managedFields, read twice"})
	h.Reason = explain.PutBack
	h.Message = "it was taken off within " + span + ", and " + manager + " put it back"
	h.Warnings = append(h.Warnings, explain.Warning{Text: "as long as nobody asks the object to go, its controller puts the finalizer back: delete it first, and remove the finalizer then"})
}
