package trace

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
)

// uuid makes a UUID of what stands for one in tests: only such objects are counted.
func uuid(uid string) types.UID {
	sum := sha256.Sum256([]byte(uid))
	text := hex.EncodeToString(sum[:16])
	return types.UID(text[:8] + "-" + text[8:12] + "-" + text[12:16] + "-" + text[16:20] + "-" + text[20:])
}

func withUUIDs(all []*unstructured.Unstructured) {
	for _, obj := range all {
		obj.SetUID(uuid(string(obj.GetUID())))
		owners := obj.GetOwnerReferences()
		for i := range owners {
			owners[i].UID = uuid(string(owners[i].UID))
		}
		if len(owners) > 0 {
			obj.SetOwnerReferences(owners)
		}
	}
}

// crowded is a tangle with crowds in it: objects that are alike, some below others, some
// with a fault that all of them share. Few of them are owners, or linked to.
func crowded(r *rand.Rand) []*unstructured.Unstructured {
	all := tangleOf(r, widgets, racks, replicaSets)
	first := len(all)
	for crowd := range 1 + r.IntN(4) {
		kind := []Kind{pods, configMaps, deployments}[r.IntN(3)]
		space := []string{"a", "b"}[r.IntN(2)]
		var options []option
		if r.IntN(3) > 0 {
			owner, name := spelledOf(all[r.IntN(first)])
			if r.IntN(8) == 0 {
				name += "-gone"
			}
			options = append(options, ownedBy(owner, name))
		}
		for member := range 4 + r.IntN(30) {
			all = append(all, object(kind, fmt.Sprintf("%s/crowd%d-%d", space, crowd, member), options...))
		}
	}
	last := len(all)
	for link := range r.IntN(4) {
		kind, name := spelledOf(all[first+r.IntN(last-first)])
		ref := kind.Group + "/" + kind.Kind + " " + name
		if r.IntN(2) == 0 {
			ref = "up " + ref
		}
		all = append(all, object(widgets, fmt.Sprintf("a/link%d", link), referring(ref)))
	}
	for late := range max(0, r.IntN(8)-5) {
		kind, name := spelledOf(all[first+r.IntN(last-first)])
		all = append(all, object(pods, fmt.Sprintf("a/late%d", late), ownedBy(kind, name)))
	}
	withUUIDs(all)
	return all
}

// spelledOf returns the kind of an object, and its name as tests write it.
func spelledOf(obj *unstructured.Unstructured) (Kind, string) {
	kind := allKinds[slices.IndexFunc(allKinds, func(k Kind) bool { return k.Kind == obj.GetKind() })]
	if obj.GetNamespace() != "" {
		return kind, obj.GetNamespace() + "/" + obj.GetName()
	}
	return kind, obj.GetName()
}

// TestCountedOrKept checks on random clusters that an answer is the same whether what is
// alike was counted or kept.
func TestCountedOrKept(t *testing.T) {
	rounds := uint64(3000)
	if testing.Short() {
		rounds = 300
	}
	few := uint64(0) // of which so few were counted that they would be named if they were kept
	for seed := range rounds {
		r := rand.New(rand.NewPCG(seed, 2))
		all := crowded(r)
		tracer := Tracer{Now: at, Depth: r.IntN(8) * r.IntN(2), Up: r.IntN(4) == 0, Down: r.IntN(4) == 0}
		if r.IntN(2) == 0 {
			tracer.Linker = &knowing{whole: []string{"widgets", "racks"}, links: refsOf, sources: map[string][]Kind{"pods": {widgets, racks}}}
		}
		var targets []Target
		for range 1 + r.IntN(3) {
			obj := all[r.IntN(len(all))]
			kind, _ := spelledOf(obj)
			targets = append(targets, Target{kind, obj.GetNamespace(), obj.GetName()})
		}
		tracer.Going = []string{"a", "b", ""}[:r.IntN(4)]
		kept := traced(t, tracer, all, targets, seed, 0)
		for again := range uint64(2) {
			tracer.many = 1 + r.IntN(20)
			counted := traced(t, tracer, all, targets, seed, again)
			diff := cmp.Diff(kept, counted)
			if diff == "" {
				continue
			}
			if !foldsFew(kept) && !foldsFew(counted) {
				t.Fatalf("seed %d, many from %d on, order %d: (-kept +counted):\n%s", seed, tracer.many, again, diff)
			}
			few++
		}
	}
	if few > rounds/100 {
		t.Errorf("in %d of %d clusters a few were not named", few, rounds)
	}
}

func foldsFew(g *Graph) bool {
	return slices.ContainsFunc(g.Nodes, func(n Node) bool {
		return slices.ContainsFunc(n.Folded, func(f Fold) bool { return f.Count <= alike })
	})
}
