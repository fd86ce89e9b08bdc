package trace

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"runtime"
	"testing"
	"time"
)

// crowd is a Reader of a large cluster, whose rows cost next to nothing to make:
// what a benchmark measures is the building of the graph.
type crowd struct {
	*memory
	size int // rows of each of five kinds
	// middle is called when all rows have been seen.
	middle func()
}

func (c *crowd) Scan(_ context.Context, scopes []Scope, _ Want, visit func(Kind, *Row)) []Problem {
	for _, s := range scopes {
		switch s.Kind.Resource {
		case "pods", "replicasets", "deployments", "configmaps", "widgets":
			c.rows(s, visit)
		}
	}
	if c.middle != nil {
		c.middle()
	}
	return nil
}

// rows makes Deployments, their ReplicaSets and their Pods, ten to a
// ReplicaSet, and as many objects that nobody owns.
func (c *crowd) rows(s Scope, visit func(Kind, *Row)) {
	var name, space, uid, ownerName, ownerUID []byte
	owners := make([]RowOwner, 1)
	kindByte := map[string]byte{"deployments": 1, "replicasets": 2, "pods": 3, "configmaps": 4, "widgets": 5}
	for i := range c.size {
		space = fmt.Appendf(space[:0], "space-%d", i/10%500)
		if s.Namespace != "" {
			space = append(space[:0], s.Namespace...)
		}
		name = fmt.Appendf(name[:0], "%s-of-a-common-length-%d", s.Kind.Resource, i)
		uid = appendUID(uid[:0], kindByte[s.Kind.Resource], i)
		row := Row{Namespace: space, Name: name, UID: uid, Created: at}
		above, of := "", i
		switch s.Kind.Resource {
		case "pods":
			above, of = "replicasets", i/10*10
			owners[0] = RowOwner{APIVersion: []byte("apps/v1"), Kind: []byte("ReplicaSet")}
		case "replicasets":
			above = "deployments"
			owners[0] = RowOwner{APIVersion: []byte("apps/v1"), Kind: []byte("Deployment")}
		}
		if above != "" {
			ownerName = fmt.Appendf(ownerName[:0], "%s-of-a-common-length-%d", above, of)
			ownerUID = appendUID(ownerUID[:0], kindByte[above], of)
			owners[0].Name, owners[0].UID = ownerName, ownerUID
			row.Owners = owners
		}
		visit(s.Kind, &row)
	}
}

func appendUID(to []byte, kind byte, i int) []byte {
	var raw [16]byte
	raw[0] = kind
	binary.BigEndian.PutUint64(raw[8:], uint64(i))
	text := hex.AppendEncode(nil, raw[:])
	return fmt.Appendf(to, "%s-%s-%s-%s-%s", text[:8], text[8:12], text[12:16], text[16:20], text[20:])
}

// BenchmarkTrace builds a graph over 150,000 rows. "rows" is what making the
// rows alone costs, to be taken off the others.
func BenchmarkTrace(b *testing.B) {
	const size = 30000
	m := newMemory(
		object(racks, "r"), object(namespaces, "space"),
		object(namespaces, "going", deleted(time.Hour)),
		object(definitions, "widgets.example.com"),
	)
	b.Run("rows", func(b *testing.B) {
		c := &crowd{memory: m, size: size}
		var scopes []Scope
		for _, k := range allKinds {
			scopes = append(scopes, Scope{Kind: k})
		}
		for b.Loop() {
			c.Scan(b.Context(), scopes, Want{}, func(Kind, *Row) {})
		}
	})
	for name, t := range map[string]Tracer{
		"cluster-scoped":     {},
		"definition":         {},
		"namespace":          {},
		"namespace-deleting": {Deleting: true},
	} {
		asked := map[string]Target{
			"cluster-scoped": target(racks, "r"), "definition": target(definitions, "widgets.example.com"),
			"namespace": target(namespaces, "space"), "namespace-deleting": target(namespaces, "going"),
		}[name]
		b.Run(name, func(b *testing.B) {
			measure(b, &crowd{memory: m, size: size}, t, asked)
		})
	}
}

func measure(b *testing.B, c *crowd, t Tracer, asked Target) {
	b.Helper()
	t.Reader, t.Now = c, at
	before := heap()
	var during uint64
	c.middle = func() { during = heap() }
	if _, err := t.Trace(b.Context(), []Target{asked}); err != nil {
		b.Fatal(err)
	}
	c.middle = nil
	var g *Graph
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if g, err = t.Trace(b.Context(), []Target{asked}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(during-min(before, during))/1e6, "MB-while-scanning")
	b.ReportMetric(float64(len(g.Nodes)), "nodes")
}

// heap returns the bytes in use after collecting garbage.
func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
