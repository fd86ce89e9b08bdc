package trace

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// tangle makes a random cluster: objects of several kinds and scopes that own
// and name each other without any order, themselves and what does not exist
// included.
func tangle(r *rand.Rand) []*unstructured.Unstructured {
	return tangleOf(r, pods, widgets, racks, replicaSets, configMaps)
}

func tangleOf(r *rand.Rand, kinds ...Kind) []*unstructured.Unstructured {
	spaces := []string{"a", "b"}
	size := 1 + r.IntN(60)
	names := make([]string, size)
	kindOf := make([]Kind, size)
	for i := range names {
		kindOf[i] = kinds[r.IntN(len(kinds))]
		names[i] = fmt.Sprintf("n%d", i)
		if kindOf[i].Namespaced {
			names[i] = spaces[min(r.IntN(6)/5, 1)] + "/" + names[i]
		}
	}
	all := objects(object(namespaces, "a"), object(namespaces, "b"), object(definitions, "widgets.example.com"))
	density := 1 + r.IntN(3)
	for i := range names {
		var options []option
		for range r.IntN(density + 1) {
			j := r.IntN(size)
			switch r.IntN(12) {
			case 0:
				options = append(options, ownedBy(kindOf[j], names[j]+"-gone"))
			case 1:
				options = append(options, ownerRef(kindOf[j], names[j][len(names[j])-2:], "another"))
			default:
				options = append(options, ownedBy(kindOf[j], names[j]))
			}
		}
		if r.IntN(8) == 0 {
			options = append(options, deleted(time.Duration(r.IntN(120)-20)*time.Minute))
		}
		if r.IntN(8) == 0 {
			options = append(options, held("f.example.com/f"))
		}
		if j := r.IntN(size); r.IntN(3) == 0 {
			ref := kindOf[j].Group + "/" + kindOf[j].Kind + " " + names[j]
			if !kindOf[j].Namespaced {
				ref = kindOf[j].Group + "/" + kindOf[j].Kind + " /" + names[j]
			}
			if r.IntN(2) == 0 {
				ref = "up " + ref
			}
			options = append(options, referring(ref))
		}
		all = append(all, object(kindOf[i], names[i], options...))
	}
	return all
}

// TestRandom checks on random clusters what is promised of every graph.
func TestRandom(t *testing.T) {
	rounds := uint64(4000)
	if testing.Short() {
		rounds = 150
	}
	for seed := range rounds {
		checkRandom(t, seed)
	}
}

// TestOneUIDTwice has references that give one UID to two things, neither of which
// is there.
func TestOneUIDTwice(t *testing.T) { checkRandom(t, 3564) }

func checkRandom(t *testing.T, seed uint64) {
	t.Helper()
	linker := &knowing{whole: []string{"widgets", "racks"}, links: refsOf, sources: map[string][]Kind{"pods": {widgets, racks}}}
	r := rand.New(rand.NewPCG(seed, 1))
	all := tangle(r)
	tracer := Tracer{
		Now: at, Depth: r.IntN(8) * r.IntN(2), Deleting: r.IntN(3) == 0, Up: r.IntN(4) == 0, Down: r.IntN(4) == 0,
	}
	if r.IntN(2) == 0 {
		tracer.Linker = linker
	}
	var targets []Target
	for range 1 + r.IntN(3) {
		obj := all[r.IntN(len(all))]
		i := slices.IndexFunc(allKinds, func(k Kind) bool { return k.Kind == obj.GetKind() })
		targets = append(targets, Target{allKinds[i], obj.GetNamespace(), obj.GetName()})
	}
	tracer.Going = []string{"a", "b", ""}[:r.IntN(4)]
	g := traced(t, tracer, all, targets, seed, 0)
	checkShape(t, seed, g)
	checkSwept(t, seed, tracer.Going, all, g)
	for again := range uint64(3) {
		slices.Reverse(targets)
		if diff := cmp.Diff(g, traced(t, tracer, all, targets, seed, again+1)); diff != "" {
			t.Fatalf("seed %d: the order of reading shows (-first +again):\n%s", seed, diff)
		}
	}
	if !tracer.Deleting {
		tracer.All = true
		checkFolding(t, seed, g, traced(t, tracer, all, targets, seed, 0))
	}
}

func traced(t *testing.T, tracer Tracer, all []*unstructured.Unstructured, targets []Target, seed, order uint64) *Graph {
	t.Helper()
	m := newMemory(all...)
	m.shuffle = rand.New(rand.NewPCG(seed, order))
	tracer.Reader = m
	g, err := tracer.Trace(t.Context(), targets)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	return g
}

// checkSwept looks for everything that is going where that was asked.
func checkSwept(t *testing.T, seed uint64, going []string, all []*unstructured.Unstructured, g *Graph) {
	t.Helper()
	asked := map[string]bool{}
	for _, n := range g.Nodes {
		asked[n.UID] = n.Asked
	}
	for _, obj := range all {
		inside := slices.Contains(going, "") || obj.GetNamespace() != "" && slices.Contains(going, obj.GetNamespace())
		if inside && obj.GetDeletionTimestamp() != nil && !asked[string(obj.GetUID())] {
			t.Errorf("seed %d: %s is going and was not asked about", seed, obj.GetUID())
		}
	}
}

func checkShape(t *testing.T, seed uint64, g *Graph) {
	t.Helper()
	seen := map[string]bool{}
	for i, n := range g.Nodes {
		if n.UID != "" && seen[n.UID] {
			t.Errorf("seed %d: UID %s stands twice", seed, n.UID)
		}
		seen[n.UID] = true
		if n.Name == "" || n.Kind == "" || n.State == "" {
			t.Errorf("seed %d: node %d is not told: %+v", seed, i, n)
		}
		if i > 0 && n.Asked && !g.Nodes[i-1].Asked {
			t.Errorf("seed %d: an asked object is not among the first", seed)
		}
	}
	next := make([][]int, len(g.Nodes))
	waiting := make([]int, len(g.Nodes))
	for i, e := range g.Edges {
		if e.From < 0 || e.To < 0 || e.From >= len(g.Nodes) || e.To >= len(g.Nodes) {
			t.Fatalf("seed %d: edge %d leads out of the graph", seed, i)
		}
		if i > 0 && g.Edges[i-1] == e {
			t.Errorf("seed %d: edge %d stands twice", seed, i)
		}
		if e.Fault == Cycle && !e.Closes {
			t.Errorf("seed %d: edge %d is said to be one of a circle and not to close it", seed, i)
		}
		if !e.Closes {
			next[e.From] = append(next[e.From], e.To)
			waiting[e.To]++
		}
	}
	checkNoCycle(t, seed, next, waiting)
}

// checkNoCycle takes away, again and again, what nothing stands above.
func checkNoCycle(t *testing.T, seed uint64, next [][]int, waiting []int) {
	t.Helper()
	var free []int
	for i, n := range waiting {
		if n == 0 {
			free = append(free, i)
		}
	}
	taken := 0
	for ; len(free) > 0; taken++ {
		i := free[len(free)-1]
		free = free[:len(free)-1]
		for _, to := range next[i] {
			if waiting[to]--; waiting[to] == 0 {
				free = append(free, to)
			}
		}
	}
	if taken < len(next) {
		t.Errorf("seed %d: a circle without an edge that says so", seed)
	}
}

// checkFolding compares a graph with the same one unfolded.
func checkFolding(t *testing.T, seed uint64, folded, all *Graph) {
	t.Helper()
	shown := map[string]bool{}
	counted := 0
	for _, n := range folded.Nodes {
		shown[n.UID] = true
		for _, f := range n.Folded {
			counted += f.Count
		}
	}
	hidden := 0
	for _, n := range all.Nodes {
		if len(n.Folded) > 0 {
			t.Errorf("seed %d: folded where nothing was to be: %+v", seed, n)
		}
		if shown[n.UID] {
			continue
		}
		hidden++
		if n.State != Live || len(n.Finalizers) > 0 || n.Asked {
			t.Errorf("seed %d: folding hides %s %s", seed, n.State, n.Name)
		}
	}
	if counted < hidden {
		t.Errorf("seed %d: %d objects are hidden and %d counted", seed, hidden, counted)
	}
}

// TestDeepChain has an owner chain as long as the stack of a recursion would
// not bear gladly.
func TestDeepChain(t *testing.T) {
	const size = 20000
	m := newMemory(object(racks, "n0"))
	for i := 1; i < size; i++ {
		m.put(object(racks, fmt.Sprintf("n%d", i), ownedBy(racks, fmt.Sprintf("n%d", i-1))))
	}
	tracer := Tracer{Reader: m, Now: at}
	g, err := tracer.Trace(t.Context(), []Target{target(racks, "n0")})
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Nodes) != size || len(g.Edges) != size-1 {
		t.Errorf("got %d nodes and %d edges", len(g.Nodes), len(g.Edges))
	}
}
