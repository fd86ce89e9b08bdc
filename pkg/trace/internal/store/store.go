package store

import (
	"iter"
	"math"
	"time"
)

// None marks the absence of an index in a Store.
const None = math.MaxUint32

// Store keeps what a scan has shown, in a form that holds no pointers and is
// small: some 36 bytes for an object that nothing is known of but its kind and
// namespace, and more only for one with owners, finalizers, a deletionTimestamp
// or a wanted label. It lives as long as the building of one graph.
//
// A UID is in it once.
type Store struct {
	uids
	alikes
	records    paged[record]
	details    paged[detail]
	deleted    map[uint32]int64 // seconds, by record: few are going
	references paged[Reference]
	pairs      paged[pairRecord]
	names      texts

	finalizers paged[uint32]
	text       interner

	byUID   index              // of records
	byOwner index              // of ownerRecords, each the head of a chain through next
	byPair  map[pairKey]uint32 // the head of a chain through pairRecord.next

	spaces, kinds grouping // made when first needed
	asked         string   // the first namespace that was asked about
}

// record is one object.
type record struct {
	uid    UID
	space  uint32 // the namespace, interned
	detail uint32 // index into store.details, or None: it was of no interest when it was seen
	kind   uint16
}

const noTime = math.MinInt64

type detail struct {
	created    int64 // seconds, noTime for None
	owners     span
	finalizers span
	name       uint32 // where it begins in store.names
	nameLen    uint16
}

// span is a part of one of the store's slices.
type span struct{ from, to uint32 }

// Reference is one ownerReference.
type Reference struct {
	UID        UID    // of the owner
	Dependent  uint32 // the object that has it
	next       uint32 // the next Reference with this UID, or None
	apiVersion uint32
	kind       uint32
	name       uint32
	Counted    uint32 // more objects like the dependent, with a reference like this one
	nameLen    uint16
	Controller bool
	Block      bool
}

type pairKey struct {
	key, value uint32
	annotation bool
}

type pairRecord struct {
	record uint32
	next   uint32
}

// interner keeps each of the strings that repeat, such as namespaces, once.
type interner struct {
	ids  map[string]uint32
	list []string
}

func (t *interner) id(text []byte) uint32 {
	if id, ok := t.ids[string(text)]; ok {
		return id
	}
	id := uint32(len(t.list))
	s := string(text)
	t.ids[s] = id
	t.list = append(t.list, s)
	return id
}

func (t *interner) lookup(text string) (uint32, bool) {
	id, ok := t.ids[text]
	return id, ok
}

// New returns an empty Store.
func New() *Store {
	s := &Store{
		alikes: alikes{
			Many:   math.MaxInt,
			plain:  map[likeness]*tally{},
			counts: map[int]int{},
			whole:  map[likeness]bool{},
			known:  map[[2]uint32]bool{},
		},
		deleted: map[uint32]int64{},
		text:    interner{ids: map[string]uint32{}},
		byPair:  map[pairKey]uint32{},
	}
	s.byUID = newIndex(func(at uint32) *UID { return &s.records.at(at).uid })
	s.byOwner = newIndex(func(at uint32) *UID { return &s.references.at(at).UID })
	return s
}

// Add keeps what is worth keeping of a row: its name only when the row says
// something of itself, an ownerReference seen before leads to it, or named is
// true.
func (s *Store) Add(kind int, spelled func() string, row *Row, named bool) {
	telling := row.Telling()
	wanted := telling || len(row.Labels) > 0 || len(row.Annotations) > 0
	var uid UID
	switch {
	case len(row.UID) > 0:
		uid = s.Key(row.UID)
	case telling:
		uid = s.KeyOfName(spelled())
	default:
		// A server makes such objects up when asked, as it does with metrics:
		// nothing is stored that could be deleted.
		return
	}
	if at, seen := s.byUID.find(uid); seen {
		s.again(at, kind, row, named)
		return
	}
	at := uint32(s.records.size())
	r := record{uid: uid, space: s.text.id(row.Namespace), detail: None, kind: uint16(kind)}
	if wanted || named || s.Owns(uid) {
		r.detail = s.keepDetail(at, row)
	}
	s.records.add(r)
	s.byUID.put(at)
	s.keepPairs(at, row.Labels, false)
	s.keepPairs(at, row.Annotations, true)
}

// again meets a UID that is known: two pages overlap, a wider scan repeats a
// narrow one, or the server offers one object under two groups. The first kind
// in the table wins, whichever was read first.
func (s *Store) again(at uint32, kind int, row *Row, named bool) {
	r := s.records.at(at)
	if kind < int(r.kind) {
		r.kind = uint16(kind)
		s.kinds = grouping{}
	}
	if !s.Named(at) && (named || s.Owns(r.uid)) {
		s.SetName(at, row.Created, row.Name)
	}
}

func (s *Store) keepDetail(at uint32, row *Row) uint32 {
	d := detail{
		created:    seconds(row.Created),
		owners:     span{from: uint32(s.references.size())},
		finalizers: span{from: uint32(s.finalizers.size())},
	}
	d.name, d.nameLen = s.names.add(row.Name)
	for i := range row.Owners {
		s.keepOwner(at, &row.Owners[i])
	}
	d.owners.to = uint32(s.references.size())
	for _, finalizer := range row.Finalizers {
		s.finalizers.add(s.text.id(finalizer))
	}
	d.finalizers.to = uint32(s.finalizers.size())
	if !row.Deleted.IsZero() {
		s.deleted[at] = row.Deleted.Unix()
	}
	return s.details.add(d)
}

func (s *Store) keepOwner(at uint32, owner *Owner) {
	o := Reference{
		UID:        s.Key(owner.UID),
		Dependent:  at,
		next:       None,
		apiVersion: s.text.id(owner.APIVersion),
		kind:       s.text.id(owner.Kind),
		Controller: owner.Controller,
		Block:      owner.Block,
	}
	if called := [2]uint32{o.apiVersion, o.kind}; !s.known[called] {
		s.known[called] = true
		s.owners = append(s.owners, called)
	}
	if head, ok := s.byOwner.find(o.UID); ok {
		o.next = head
	}
	o.name, o.nameLen = s.ownerName(o.next, owner.Name)
	s.byOwner.put(s.references.add(o))
}

// ownerName keeps the name of an owner once for a run of dependents.
func (s *Store) ownerName(before uint32, name []byte) (from uint32, length uint16) {
	if before != None {
		if b := s.references.at(before); string(s.names.bytes(b.name, b.nameLen)) == string(name) {
			return b.name, b.nameLen
		}
	}
	return s.names.add(name)
}

func (s *Store) keepPairs(at uint32, pairs []Pair, annotation bool) {
	for _, p := range pairs {
		key := pairKey{s.text.id(p.Key), s.text.id(p.Value), annotation}
		next, ok := s.byPair[key]
		if !ok {
			next = None
		}
		s.byPair[key] = s.pairs.add(pairRecord{record: at, next: next})
	}
}

// detail returns what is known of an object beyond its kind and namespace: nil where
// nothing is.
func (s *Store) detail(at uint32) *detail {
	if d := s.records.at(at).detail; d != None {
		return s.details.at(d)
	}
	return nil
}

// Name returns the name of an object, empty where None was kept. What others
// call it in their ownerReferences is not its name: they may be wrong.
func (s *Store) Name(at uint32) string {
	d := s.detail(at)
	if d == nil {
		return ""
	}
	return string(s.names.bytes(d.name, d.nameLen))
}

// Named reports whether the name was kept.
func (s *Store) Named(at uint32) bool {
	d := s.detail(at)
	return d != nil && d.nameLen > 0
}

// SetName keeps the name of an object after all, and when it was created.
func (s *Store) SetName(at uint32, created time.Time, name []byte) {
	if s.detail(at) == nil {
		s.records.at(at).detail = s.details.add(detail{})
	}
	d := s.detail(at)
	d.created = seconds(created)
	d.name, d.nameLen = s.names.add(name)
}

// Owns reports whether an ownerReference that was seen leads to the UID.
func (s *Store) Owns(uid UID) bool {
	_, ok := s.byOwner.find(uid)
	return ok
}

// Len is how many objects there are. They are numbered from zero, in the order
// in which they were seen.
func (s *Store) Len() int { return s.records.size() }

// Find returns the number of the object with the UID.
func (s *Store) Find(uid UID) (at uint32, ok bool) { return s.byUID.find(uid) }

// UID returns that of an object.
func (s *Store) UID(at uint32) UID { return s.records.at(at).uid }

// Kind returns the number under which the object's kind was added.
func (s *Store) Kind(at uint32) int { return int(s.records.at(at).kind) }

// Created is zero where the object does not say it, or no name was kept.
func (s *Store) Created(at uint32) time.Time {
	if d := s.detail(at); d != nil {
		return moment(d.created)
	}
	return time.Time{}
}

// Deleted is the deletionTimestamp of an object, zero for none.
func (s *Store) Deleted(at uint32) time.Time {
	if seconds, going := s.deleted[at]; going {
		return moment(seconds)
	}
	return time.Time{}
}

// Finalizers returns those of an object in their order.
func (s *Store) Finalizers(at uint32) []string {
	d := s.detail(at)
	if d == nil {
		return nil
	}
	var names []string
	for part := d.finalizers; part.from < part.to; part.from++ {
		names = append(names, s.text.list[*s.finalizers.at(part.from)])
	}
	return names
}

// Reference returns the one that Dependents gave the number.
func (s *Store) Reference(number uint32) *Reference { return s.references.at(number) }

// Target returns what an ownerReference calls the owner. The name is not to be
// changed.
func (s *Store) Target(o *Reference) (apiVersion, kind string, name []byte) {
	return s.text.list[o.apiVersion], s.text.list[o.kind], s.names.bytes(o.name, o.nameLen)
}

// Namespace returns that of an object.
func (s *Store) Namespace(at uint32) string {
	return s.text.list[s.records.at(at).space]
}

// Owners calls yield for the ownerReferences of an object in their order.
func (s *Store) Owners(at uint32) iter.Seq[*Reference] {
	return func(yield func(*Reference) bool) {
		owners := s.ownerSpan(at)
		for i := owners.from; i < owners.to && yield(s.references.at(i)); i++ {
		}
	}
}

// CountOwners is how many ownerReferences an object has.
func (s *Store) CountOwners(at uint32) int {
	owners := s.ownerSpan(at)
	return int(owners.to - owners.from)
}

func (s *Store) ownerSpan(at uint32) span {
	if d := s.detail(at); d != nil {
		return d.owners
	}
	return span{}
}

// Quiet reports whether the object is neither deleting nor held, nor the owner
// of anything.
func (s *Store) Quiet(at uint32) bool {
	if s.Owns(s.UID(at)) {
		return false
	}
	_, going := s.deleted[at]
	d := s.detail(at)
	return !going && (d == nil || d.finalizers.from == d.finalizers.to)
}

// Dependents calls visit for each reference to the UID, with the reference's
// number for Reference.
func (s *Store) Dependents(uid UID, visit func(at uint32, o *Reference)) {
	head, ok := s.byOwner.find(uid)
	if !ok {
		return
	}
	for at := head; at != None; at = s.references.at(at).next {
		visit(at, s.references.at(at))
	}
}

// Carrying calls visit for each object with the label or annotation.
func (s *Store) Carrying(key, value string, annotation bool, visit func(at uint32)) {
	keyID, ok := s.text.lookup(key)
	if !ok {
		return
	}
	valueID, ok := s.text.lookup(value)
	if !ok {
		return
	}
	head, ok := s.byPair[pairKey{keyID, valueID, annotation}]
	if !ok {
		return
	}
	for at := head; at != None; at = s.pairs.at(at).next {
		visit(s.pairs.at(at).record)
	}
}

func seconds(t time.Time) int64 {
	if t.IsZero() {
		return noTime
	}
	return t.Unix()
}

func moment(seconds int64) time.Time {
	if seconds == noTime {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}
