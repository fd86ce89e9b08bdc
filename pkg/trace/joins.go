package trace

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace/internal/store"
)

// join adds what has to be scanned to find who carries a label or annotation.
func (n *need) join(v *vertex, j *Join) {
	namespaces, all := j.reach(v)
	if all {
		n.cluster, n.everywhere = true, true
	}
	for _, name := range namespaces {
		n.namespace(name)
	}
}

// reach says where the objects are searched.
func (j *Join) reach(v *vertex) (namespaces []string, all bool) {
	switch {
	case j.AllNamespaces, j.Namespaces == nil && v.Namespace == "":
		return nil, true
	case j.Namespaces == nil:
		return []string{v.Namespace}, false
	}
	return j.Namespaces, false
}

// joinMost is how many edges the same join may make, beyond one for each object
// on either side, before the further ones are left out.
const joinMost = 10_000

// joinKey is a join apart from who makes it.
type joinKey struct {
	rule, key, value string
	annotation, up   bool
	all              bool
	scope            string
}

// joined is what is known of a join that was made at least once.
type joined struct {
	carriers []uint32
	member   map[store.UID]bool // of the carriers
	makers   int
	edges    int
}

// carriers calls visit for each scanned object, other than v itself, that
// belongs to v by the join. Where v is one of them, and another object has had
// them all by the same join before, that is none: two carriers stand beside each
// other, and n of them would make n times n edges that say so.
func (b *builder) carriers(v *vertex, j *Join, visit func(at uint32)) {
	k, met := b.joinedBy(v, j)
	if met && k.member[v.key] {
		return
	}
	k.makers++
	if k.edges > joinMost+k.makers {
		b.report(Problem{About: Part{Words: j.words()}, Reason: LimitReached, Message: "too many objects claim too many others by it"})
		return
	}
	k.edges += len(k.carriers)
	for _, at := range k.carriers {
		if b.store.UID(at) != v.key {
			visit(at)
		}
	}
}

// joinedBy returns the carriers of a join, and whether they were asked for
// before.
func (b *builder) joinedBy(v *vertex, j *Join) (k *joined, met bool) {
	namespaces, all := j.reach(v)
	key := joinKey{j.Rule, j.Key, j.Value, j.Annotation, j.Up, all, strings.Join(namespaces, "\n")}
	if k, ok := b.joined[key]; ok {
		return k, true
	}
	within := make(map[string]bool, len(namespaces))
	for _, name := range namespaces {
		within[name] = true
	}
	k = &joined{member: map[store.UID]bool{}}
	b.joined[key] = k
	b.store.Carrying(j.Key, j.Value, j.Annotation, func(at uint32) {
		if all || within[b.store.Namespace(at)] {
			k.carriers = append(k.carriers, at)
			k.member[b.store.UID(at)] = true
		}
	})
	return k, false
}

func (j *Join) words() string {
	if j.Annotation {
		return "objects with the annotation " + j.Key + "=" + j.Value
	}
	return "objects with the label " + j.Key + "=" + j.Value
}

// joinedAbove connects what stands above the object by a label or annotation,
// and returns it.
func (b *builder) joinedAbove(v *vertex) []*vertex {
	var above []*vertex
	for i := range v.joins {
		j := &v.joins[i]
		if !j.Up {
			continue
		}
		b.carriers(v, j, func(at uint32) {
			u := b.fromRecord(at)
			b.connect(u, v, Edge{Rule: j.Rule})
			above = append(above, u)
		})
	}
	return above
}
