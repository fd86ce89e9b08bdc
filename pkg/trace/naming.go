package trace

import (
	"context"
	"maps"
)

// nameRecords reads the names of scanned objects again that the scan kept none
// of, because nothing was known to depend on them then. Its error is the
// context's.
func (b *builder) nameRecords(ctx context.Context, records []uint32) error {
	wanted := make(map[uint32]bool, len(records))
	lists := map[scopeKey]bool{}
	var scopes []Scope
	for _, at := range records {
		if b.store.Named(at) {
			continue
		}
		wanted[at] = true
		key := scopeKey{b.store.Kind(at), b.store.Namespace(at)}
		if !lists[key] {
			lists[key] = true
			scopes = append(scopes, Scope{Kind: b.kinds.list[key.kind], Namespace: key.namespace})
		}
	}
	if len(scopes) == 0 {
		return ctx.Err()
	}
	b.report(b.Reader.Scan(ctx, scopes, Want{}, func(_ Kind, row *Row) {
		if at, ok := b.store.Find(b.store.Key(row.UID)); ok && wanted[at] && !b.store.Named(at) {
			b.store.SetName(at, row.Created, row.Name)
		}
	})...)
	return ctx.Err()
}

// wantNames returns those of the objects that have no name yet and need one: something
// depends on them, or they are so few that each is shown for itself.
func (b *builder) wantNames(v *vertex, broods []brood) []uint32 {
	var nameless []uint32
	for i := range broods {
		quiet := map[int]int{}
		maps.Copy(quiet, broods[i].counted)
		for _, c := range broods[i].children {
			if b.foldsEarly(v, c) {
				quiet[b.kindOf(c)]++
			}
			if !b.store.Quiet(c.record) && !b.store.Named(c.record) { // what is going or held has its name
				nameless = append(nameless, c.record)
			}
		}
		if b.Deleting {
			continue
		}
		for _, c := range broods[i].children {
			if !b.store.Named(c.record) && quiet[b.kindOf(c)] <= alike && b.plain[b.store.Namespace(c.record)] != nil {
				nameless = append(nameless, c.record)
			}
		}
	}
	return nameless
}

// nameless returns the scanned object that a reference means by UID, if its name
// is not known.
func (b *builder) nameless(ref *reference) (uint32, bool) {
	if ref.uid == "" {
		return 0, false
	}
	at, ok := b.store.Find(b.store.Key([]byte(ref.uid)))
	return at, ok && !b.store.Named(at)
}
