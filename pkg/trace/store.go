package trace

import (
	"iter"
	"math"
	"time"
)

// none marks the absence of an index in a store.
const none = math.MaxUint32

// store keeps what a scan has shown, in a form that holds no pointers and is
// small: some 48 bytes for an object that nothing is known of but its kind and
// namespace, and more only for one with owners, finalizers, a deletionTimestamp
// or a wanted label. It lives as long as the building of one graph.
//
// A UID is in it once.
type store struct {
	uids
	records paged[record]
	details paged[detail]
	owners  paged[ownerRecord]
	pairs   paged[pairRecord]
	names   texts

	finalizers paged[uint32]
	text       interner

	byUID   index              // of records
	byOwner index              // of ownerRecords, each the head of a chain through next
	byPair  map[pairKey]uint32 // the head of a chain through pairRecord.next

	spaces, kinds grouping // made when first needed
}

// record is one object. Without a name it was of no interest when it was seen.
type record struct {
	uid     uidKey
	created int64  // seconds, noTime for none
	name    uint32 // where it begins in store.names
	space   uint32 // the namespace, interned
	detail  uint32 // index into store.details, or none
	nameLen uint16
	kind    uint16
}

const noTime = math.MinInt64

type detail struct {
	deleted    int64 // seconds, noTime for none
	owners     span
	finalizers span
}

// span is a part of one of the store's slices.
type span struct{ from, to uint32 }

type ownerRecord struct {
	uid        uidKey
	record     uint32 // the dependent
	next       uint32 // the next ownerRecord with this uid, or none
	apiVersion uint32
	kind       uint32
	name       uint32
	nameLen    uint16
	controller bool
	block      bool
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

func newStore() *store {
	s := &store{
		text:   interner{ids: map[string]uint32{}},
		byPair: map[pairKey]uint32{},
	}
	s.byUID = newIndex(func(at uint32) *uidKey { return &s.records.at(at).uid })
	s.byOwner = newIndex(func(at uint32) *uidKey { return &s.owners.at(at).uid })
	return s
}

// add keeps what is worth keeping of a row: its name only when the row says
// something of itself, an ownerReference seen before leads to it, or named is
// true.
func (s *store) add(kind int, ref func() Ref, row *Row, named bool) {
	telling := !row.Deleted.IsZero() || len(row.Finalizers) > 0 || len(row.Owners) > 0
	wanted := telling || len(row.Labels) > 0 || len(row.Annotations) > 0
	var uid uidKey
	switch {
	case len(row.UID) > 0:
		uid = s.key(row.UID)
	case telling:
		uid = s.refKey(ref())
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
	r := record{uid: uid, created: seconds(row.Created), space: s.text.id(row.Namespace), detail: none, kind: uint16(kind)}
	if wanted || named || s.owns(uid) {
		r.name, r.nameLen = s.names.add(row.Name)
	}
	if telling {
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
func (s *store) again(at uint32, kind int, row *Row, named bool) {
	r := s.records.at(at)
	if kind < int(r.kind) {
		r.kind = uint16(kind)
		s.kinds = grouping{}
	}
	if r.nameLen == 0 && (named || s.owns(r.uid)) {
		s.name(at, row.Name)
	}
}

func (s *store) keepDetail(at uint32, row *Row) uint32 {
	d := detail{
		deleted:    seconds(row.Deleted),
		owners:     span{from: uint32(s.owners.size())},
		finalizers: span{from: uint32(s.finalizers.size())},
	}
	for i := range row.Owners {
		s.keepOwner(at, &row.Owners[i])
	}
	d.owners.to = uint32(s.owners.size())
	for _, finalizer := range row.Finalizers {
		s.finalizers.add(s.text.id(finalizer))
	}
	d.finalizers.to = uint32(s.finalizers.size())
	return s.details.add(d)
}

func (s *store) keepOwner(at uint32, owner *RowOwner) {
	o := ownerRecord{
		uid:        s.key(owner.UID),
		record:     at,
		next:       none,
		apiVersion: s.text.id(owner.APIVersion),
		kind:       s.text.id(owner.Kind),
		controller: owner.Controller,
		block:      owner.Block,
	}
	if head, ok := s.byOwner.find(o.uid); ok {
		o.next = head
	}
	o.name, o.nameLen = s.ownerName(o.next, owner.Name)
	s.byOwner.put(s.owners.add(o))
}

// ownerName keeps the name of an owner once for a run of dependents.
func (s *store) ownerName(before uint32, name []byte) (from uint32, length uint16) {
	if before != none {
		if b := s.owners.at(before); string(s.names.bytes(b.name, b.nameLen)) == string(name) {
			return b.name, b.nameLen
		}
	}
	return s.names.add(name)
}

func (s *store) keepPairs(at uint32, pairs []RowPair, annotation bool) {
	for _, p := range pairs {
		key := pairKey{s.text.id(p.Key), s.text.id(p.Value), annotation}
		next, ok := s.byPair[key]
		if !ok {
			next = none
		}
		s.byPair[key] = s.pairs.add(pairRecord{record: at, next: next})
	}
}

// nameOf returns the name of an object, empty where none was kept. What others
// call it in their ownerReferences is not its name: they may be wrong.
func (s *store) nameOf(at uint32) string {
	r := s.records.at(at)
	return string(s.names.bytes(r.name, r.nameLen))
}

// named reports whether the name was kept.
func (s *store) named(at uint32) bool {
	return s.records.at(at).nameLen > 0
}

// name keeps the name of an object after all.
func (s *store) name(at uint32, name []byte) {
	r := s.records.at(at)
	r.name, r.nameLen = s.names.add(name)
}

// owns reports whether an ownerReference that was seen leads to the UID.
func (s *store) owns(uid uidKey) bool {
	_, ok := s.byOwner.find(uid)
	return ok
}

func (s *store) namespaceOf(at uint32) string {
	return s.text.list[s.records.at(at).space]
}

// ownersOf calls yield for the ownerReferences of an object in their order.
func (s *store) ownersOf(at uint32) iter.Seq[*ownerRecord] {
	return func(yield func(*ownerRecord) bool) {
		owners := s.ownerSpan(at)
		for i := owners.from; i < owners.to && yield(s.owners.at(i)); i++ {
		}
	}
}

func (s *store) ownerSpan(at uint32) span {
	d := s.records.at(at).detail
	if d == none {
		return span{}
	}
	return s.details.at(d).owners
}

// quiet reports whether the object is neither deleting nor held, nor the owner
// of anything.
func (s *store) quiet(at uint32) bool {
	r := s.records.at(at)
	if s.owns(r.uid) {
		return false
	}
	if r.detail == none {
		return true
	}
	d := s.details.at(r.detail)
	return d.deleted == noTime && d.finalizers.from == d.finalizers.to
}

// dependents calls visit for each reference to the UID, with the reference's
// number in owners.
func (s *store) dependents(uid uidKey, visit func(at uint32, o *ownerRecord)) {
	head, ok := s.byOwner.find(uid)
	if !ok {
		return
	}
	for at := head; at != none; at = s.owners.at(at).next {
		visit(at, s.owners.at(at))
	}
}

// carrying calls visit for each object with the label or annotation.
func (s *store) carrying(key, value string, annotation bool, visit func(at uint32)) {
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
	for at := head; at != none; at = s.pairs.at(at).next {
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
