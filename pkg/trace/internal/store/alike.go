package store

// keptAlike is how many objects that are alike are kept before more of them are only
// counted: more than are ever shown each for itself.
const keptAlike = 8

// DefaultMany is from how many objects on a Store counts what is alike.
const DefaultMany = 1 << 15

// likeness is what the objects without an owner are counted by.
type likeness struct {
	kind  uint16
	space uint32 // the namespace, interned, or None for all of them
}

// tally is how many objects of a likeness were met since there are many.
type tally struct{ kept, counted uint32 }

// alikes is what a Store knows of the objects that it only counted.
type alikes struct {
	// Many is from how many objects on it counts.
	Many int

	plain  map[likeness]*tally // without an owner; with one, the count is in a Reference
	counts map[int]int         // by kind, where any were counted
	whole  map[likeness]bool   // of which nothing is to be counted any more
	owners [][2]uint32         // what ownerReferences call the kinds of owners: apiVersion, kind
	known  map[[2]uint32]bool  // the same
}

// Crowded reports whether there are so many objects that those which are alike are to be counted.
func (s *Store) Crowded() bool { return s.Len() >= s.Many }

// CountAlike counts an object instead of keeping it, where it is Crowded and so many like it
// are kept already: of the kind, in the namespace, with the same owner or with none, and
// with nothing to tell but that. It reports whether it did.
func (s *Store) CountAlike(kind int, row *Row) bool {
	if !row.alike() {
		return false
	}
	uid, ok := parseUUID(row.UID)
	if !ok {
		return false
	}
	if _, seen := s.byUID.find(uid); seen || s.Owns(uid) {
		return false
	}
	like := likeness{uint16(kind), s.text.id(row.Namespace)}
	if s.whole[like] || s.whole[likeness{like.kind, None}] {
		return false
	}
	counted := s.tallied(like, row)
	if counted == nil {
		return false
	}
	*counted++
	s.counts[kind]++
	return true
}

// alike reports whether objects like this one need not be told from one another.
func (r *Row) alike() bool {
	return r.Deleted.IsZero() && len(r.Finalizers)+len(r.Labels)+len(r.Annotations) == 0 && len(r.Owners) <= 1
}

// tallied returns the count that the object belongs to, nil while too few like it are kept.
func (s *Store) tallied(like likeness, row *Row) *uint32 {
	if len(row.Owners) == 1 {
		return s.ownedTally(like, &row.Owners[0])
	}
	t := s.plain[like]
	if t == nil {
		t = &tally{}
		s.plain[like] = t
	}
	if t.kept < keptAlike {
		t.kept++
		return nil
	}
	return &t.counted
}

// ownedTally looks at the latest dependents of the owner only: where these are of many
// kinds, more of them are kept.
func (s *Store) ownedTally(like likeness, owner *Owner) *uint32 {
	uid, ok := parseUUID(owner.UID)
	if !ok {
		return nil
	}
	at, ok := s.byOwner.find(uid)
	if !ok {
		return nil
	}
	kept := 0
	for range 2 * keptAlike {
		if at == None {
			return nil
		}
		o := s.references.at(at)
		if s.leaf(o.Dependent) && s.likeReference(o, like, owner) {
			if kept++; kept == keptAlike {
				return &o.Counted
			}
		}
		at = o.next
	}
	return nil
}

// likeReference reports whether the reference is one that a likeness with the owner would have.
func (s *Store) likeReference(o *Reference, like likeness, owner *Owner) bool {
	r := s.records.at(o.Dependent)
	if r.kind != like.kind || r.space != like.space || o.Controller != owner.Controller || o.Block != owner.Block {
		return false
	}
	apiVersion, kind, name := s.Target(o)
	return apiVersion == string(owner.APIVersion) && kind == string(owner.Kind) && string(name) == string(owner.Name)
}

// leaf reports whether nothing is known of the object but one owner.
func (s *Store) leaf(at uint32) bool {
	d := s.detail(at)
	return d != nil && d.owners.to-d.owners.from == 1 && s.Quiet(at)
}

// Counted is how many objects of a kind were counted and not kept.
func (s *Store) Counted(kind int) int { return s.counts[kind] }

// CountsAny reports whether any object was counted and not kept.
func (s *Store) CountsAny() bool { return len(s.counts) > 0 }

// CountedPlain calls yield for the kinds of which objects without an owner were counted in
// the namespace, with how many.
func (s *Store) CountedPlain(namespace string, yield func(kind, count int)) {
	space, ok := s.text.lookup(namespace)
	if !ok {
		return
	}
	for like, t := range s.plain {
		if like.space == space && t.counted > 0 {
			yield(int(like.kind), int(t.counted))
		}
	}
}

// CountedOwned calls yield for each reference by which objects were counted.
func (s *Store) CountedOwned(yield func(at uint32, o *Reference)) {
	if len(s.counts) == 0 {
		return
	}
	for at := range uint32(s.references.size()) {
		if o := s.references.at(at); o.Counted > 0 {
			yield(at, o)
		}
	}
}

// Recount forgets how many objects of a kind were counted, in a namespace or, with all, in
// every one, because a list of them begins that shows them again.
func (s *Store) Recount(kind int, namespace string, all bool) {
	space, known := s.text.lookup(namespace)
	if s.counts[kind] == 0 || !known && !all {
		return
	}
	for like, t := range s.plain {
		if int(like.kind) == kind && (all || like.space == space) {
			s.uncount(kind, &t.counted)
		}
	}
	s.CountedOwned(func(_ uint32, o *Reference) {
		if r := s.records.at(o.Dependent); int(r.kind) == kind && (all || r.space == space) {
			s.uncount(kind, &o.Counted)
		}
	})
}

func (s *Store) uncount(kind int, counted *uint32) {
	s.counts[kind] -= int(*counted)
	*counted = 0
	if s.counts[kind] == 0 {
		delete(s.counts, kind)
	}
}

// Whole says that from now on every object is kept that Recount would forget, and reports
// whether that is new.
func (s *Store) Whole(kind int, namespace string, all bool) bool {
	like := likeness{uint16(kind), None}
	if !all {
		like.space = s.text.id([]byte(namespace))
	}
	known := s.whole[like]
	s.whole[like] = true
	return !known
}

// Recall keeps an object after all that was one of those that were counted, and reports
// whether it was.
func (s *Store) Recall(kind int, row *Row) bool {
	if s.counts[kind] == 0 || len(row.Owners) > 1 {
		return false
	}
	uid, ok := parseUUID(row.UID)
	if _, seen := s.byUID.find(uid); seen || !ok {
		return false
	}
	counted := s.countedWith(likeness{uint16(kind), s.text.id(row.Namespace)}, row)
	if counted == nil || *counted == 0 {
		return false
	}
	*counted--
	if s.counts[kind]--; s.counts[kind] == 0 {
		delete(s.counts, kind)
	}
	s.Add(kind, nil, row, true)
	return true
}

// countedWith returns the count in which the object would be, nil for none.
func (s *Store) countedWith(like likeness, row *Row) *uint32 {
	if len(row.Owners) == 0 {
		if t := s.plain[like]; t != nil {
			return &t.counted
		}
		return nil
	}
	var found *uint32
	s.Dependents(s.Key(row.Owners[0].UID), func(_ uint32, o *Reference) {
		if found == nil && o.Counted > 0 && s.likeReference(o, like, &row.Owners[0]) {
			found = &o.Counted
		}
	})
	return found
}

// OwnerKinds returns what the ownerReferences that were seen call the kinds of owners, from
// the given one on: each once, in the order in which they were met.
func (s *Store) OwnerKinds(from int, yield func(apiVersion, kind string)) int {
	for _, k := range s.owners[from:] {
		yield(s.text.list[k[0]], s.text.list[k[1]])
	}
	return len(s.owners)
}
