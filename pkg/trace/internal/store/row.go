package store

import "time"

// Row is what a Store is told of one object. Its byte slices may change after
// the call that hands it over. The zero value of a field means that the object
// does not have it.
type Row struct {
	Namespace, Name, UID []byte
	Created, Deleted     time.Time
	Finalizers           [][]byte
	Owners               []Owner
	Labels, Annotations  []Pair
}

// Telling reports whether the object says something of itself: it is going, is held, or has an owner.
func (r *Row) Telling() bool {
	return !r.Deleted.IsZero() || len(r.Finalizers) > 0 || len(r.Owners) > 0
}

// Owner is one ownerReference.
type Owner struct {
	APIVersion, Kind, Name, UID []byte
	Controller, Block           bool
}

// Pair is one label or annotation.
type Pair struct{ Key, Value []byte }
