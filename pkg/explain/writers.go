package explain

import (
	"slices"
	"time"
)

// placing is who put a finalizer where it is, as the managedFields show it.
type placing struct {
	manager string
	at      time.Time
	// sole says that the finalizer is all that this manager has written, so that
	// the time is that of the finalizer. Else it may be that of another field.
	sole bool
	// applied says that it was put there by server-side apply, where one manager
	// can take an entry over from another that stays where it is.
	applied bool
}

// placingOf returns the one manager that owns the entry. The zero value means
// that there is none, or that there are several.
func placingOf(writes []write, finalizer string) placing {
	var found []placing
	for i := range writes {
		if w := &writes[i]; slices.Contains(w.finalizers, finalizer) {
			found = append(found, placing{
				manager: w.manager, at: w.at, applied: w.operation == "Apply",
				sole: len(w.finalizers) == 1 && w.onlyFinalizers(),
			})
		}
	}
	if len(found) != 1 {
		return placing{}
	}
	return found[0]
}

// putAgain compares two readings of an object that lives: an entry that now is
// somebody else's, or was written anew, was away in between. On an object that
// is being deleted the API server allows no such thing.
func putAgain(was, is *Hold, span string) {
	before, now := was.placed, is.placed
	if is.Reason != WouldHold || before.manager == "" || now.manager == "" || now.applied {
		return
	}
	switch {
	case before.manager != now.manager:
		is.tellPutBack("it was "+before.manager+"'s entry and is "+now.manager+"'s now", now.manager, span)
	case before.sole && now.sole && now.at.After(before.at):
		is.tellPutBack("it was put there anew at "+now.at.Format(time.TimeOnly), now.manager, span)
	}
}

func (h *Hold) tellPutBack(fact, manager, span string) {
	h.Evidence = append(h.Evidence, Evidence{Fact: fact, Source: "managedFields, read twice"})
	h.Reason = PutBack
	h.Message = "it was taken off within " + span + ", and " + manager + " put it back"
	h.Warnings = append(h.Warnings, "as long as nobody asks the object to go, its controller puts the finalizer back: delete it first, and remove the finalizer then")
}
