package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPagedKeepsOrder(t *testing.T) {
	var p paged[int]
	for i := range 3*pageSize + 1 {
		if at := p.add(7 * i); at != uint32(i) || p.size() != i+1 {
			t.Fatalf("entry %d is number %d of %d", i, at, p.size())
		}
	}
	for i := range p.size() {
		if got := *p.at(uint32(i)); got != 7*i {
			t.Fatalf("entry %d is %d", i, got)
		}
	}
}

func TestTextsAcrossPages(t *testing.T) {
	type place struct {
		from   uint32
		length uint16
	}
	long := bytes.Repeat([]byte("x"), textPageSize-1)
	added := [][]byte{[]byte("a"), {}, long, []byte("b"), []byte("c"), long, {}, []byte("d")}
	var kept texts
	var places []place
	for _, text := range added {
		from, length := kept.add(text)
		places = append(places, place{from, length})
	}
	for i, p := range places {
		if got := kept.bytes(p.from, p.length); !bytes.Equal(got, added[i]) {
			t.Errorf("text %d: got %d bytes, want %d", i, len(got), len(added[i]))
		}
	}
}

func TestTextsCutWhatIsNoName(t *testing.T) {
	var kept texts
	from, length := kept.add(bytes.Repeat([]byte("x"), 3*textPageSize))
	if got := len(kept.bytes(from, length)); got != textPageSize-1 {
		t.Errorf("kept %d bytes", got)
	}
}

// TestIndexAgainstMap puts UIDs that repeat, and such as differ in one byte
// only, into an index and a map.
func TestIndexAgainstMap(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var numbers paged[UID]
	x := newIndex(numbers.at)
	want := map[UID]uint32{}
	if _, ok := x.find(UID{}); ok {
		t.Error("an empty index knows a UID")
	}
	for range 5000 {
		var uid UID
		binary.BigEndian.PutUint64(uid[8:], random.Uint64N(3000))
		at := numbers.add(uid)
		x.put(at)
		want[uid] = at
	}
	for i := range uint64(3000) {
		var uid UID
		binary.BigEndian.PutUint64(uid[8:], i)
		wanted, known := want[uid]
		if got, ok := x.find(uid); ok != known || ok && got != wanted {
			t.Errorf("%d: got %d, %v; want %d, %v", i, got, ok, wanted, known)
		}
	}
}

func TestGroupingFollowsWhatIsAdded(t *testing.T) {
	s := New()
	see := func(kind, uid int, namespace string) {
		s.Add(kind, func() string { return "" }, &Row{
			Namespace: []byte(namespace), Name: []byte("n"), UID: fmt.Appendf(nil, "00000000-0000-4000-8000-%012d", uid),
		}, true)
	}
	see(1, 0, "a")
	see(2, 1, "b")
	see(1, 2, "b")
	for _, name := range []string{"b", "a", "b", "b"} { // the first without a grouping, the second with
		want := map[string][]uint32{"a": {0}, "b": {1, 2}}[name]
		if diff := cmp.Diff(want, slices.Collect(s.InNamespace(name))); diff != "" {
			t.Error(diff)
		}
	}
	if diff := cmp.Diff([]uint32{0, 2}, s.OfKind(1)); diff != "" {
		t.Error(diff)
	}
	see(2, 3, "b")
	if diff := cmp.Diff([]uint32{0, 2}, s.OfKind(1)); diff != "" {
		t.Error(diff)
	}
	see(0, 2, "b") // known under a kind that comes before
	if diff := cmp.Diff([]uint32{1, 2, 3}, slices.Collect(s.InNamespace("b"))); diff != "" {
		t.Error(diff)
	}
	got := [][]uint32{slices.Clone(s.OfKind(0)), slices.Clone(s.OfKind(1)), slices.Clone(s.OfKind(2)), s.OfKind(3)}
	if diff := cmp.Diff([][]uint32{{2}, {0}, {1, 3}, {}}, got); diff != "" {
		t.Error(diff)
	}
	if got := slices.Collect(s.InNamespace("c")); got != nil {
		t.Errorf("an unknown namespace holds %v", got)
	}
}
