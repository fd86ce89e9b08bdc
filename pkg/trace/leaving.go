package trace

import "time"

// Leaving is an object that is being deleted, as one who watches its kind hears of it.
type Leaving struct {
	UID        string
	Namespace  string // empty for a cluster-scoped object
	Name       string
	Since      time.Time // its deletionTimestamp
	Finalizers []string
}

// Ledger is told what becomes of the objects of one kind. Its methods are called one at
// a time.
type Ledger interface {
	// Replace tells all that is being deleted at some moment.
	Replace(all []Leaving)
	// Put tells of an object that is being deleted, or has changed since.
	Put(one Leaving)
	// Drop tells that an object is gone, whether it was known or not.
	Drop(uid string)
	// Touch tells that an object of the kind has come, changed or gone.
	Touch()
	// State tells that the kind can be read, or why it cannot, which is tried again.
	State(err error)
}

// Holdable reports whether a deletion of an object of the kind may hang: it can be listed,
// and its objects are no events, no leases and nothing that is worked out for each request.
func (k Kind) Holdable() bool { return k.Listable && !computed(k) && !heartbeat(k) }
