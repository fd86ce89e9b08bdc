package trace

import (
	"slices"
	"sync"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace/internal/store"
)

// Scanned is what the lists of a trace have shown, as little as is kept of it: whoever
// wants to know more of all objects than the graph says need not list them again. It does
// not change, and is safe for concurrent use.
type Scanned struct {
	want    Want
	kinds   *kindTable
	covered map[scopeKey]bool
	failed  map[Part]bool

	mu    sync.Mutex // the store sorts itself as it is asked
	store *store.Store
}

// Listed is an object that was listed. Its Name is empty where nothing was told of it but
// that it is there.
type Listed struct {
	Kind
	Namespace, Name, UID string
	Created, Deleted     time.Time
	Finalizers           []string
	Owners               []ListedOwner
}

// ListedOwner is one ownerReference.
type ListedOwner struct {
	APIVersion, Kind, Name, UID string
	Controller, Block           bool
}

// scanned is what there is to ask once the graph has been read.
func (b *builder) scanned() *Scanned {
	s := &Scanned{want: b.wanted(), kinds: b.kinds, covered: b.covered, failed: map[Part]bool{}, store: b.store}
	for p := range b.problems {
		if p.Rest() {
			return nil // what there is beside what was read is not known
		}
		s.failed[p.About] = true
	}
	return s
}

// wanted is what rows are to show.
func (b *builder) wanted() Want {
	want := b.linker.Want()
	want.Labels = slices.Concat(want.Labels, b.Want.Labels)
	want.Annotations = slices.Concat(want.Annotations, b.Want.Annotations)
	return want
}

// Covers reports whether all of a list was read.
func (s *Scanned) Covers(kind Kind, namespace string) bool {
	at, known := s.kinds.lookup(kind.Group, "", kind.Resource)
	if !known {
		return false
	}
	read := func(namespace string) bool {
		return s.covered[scopeKey{at, namespace}] && !s.failed[PartOf(kind, namespace, "")]
	}
	return read("") || namespace != "" && read(namespace)
}

// Marks reports whether it was noted which objects carry a label or annotation.
func (s *Scanned) Marks(key string, annotation bool) bool {
	if annotation {
		return slices.Contains(s.want.Annotations, key)
	}
	return slices.Contains(s.want.Labels, key)
}

// Find returns the object with a UID.
func (s *Scanned) Find(uid string) (Listed, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.store.Find(s.store.Key([]byte(uid)))
	if !ok {
		return Listed{}, false
	}
	return s.listed(at), true
}

// Owned returns the objects that name a UID as that of an owner, each once.
func (s *Scanned) Owned(uid string) []Listed {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Listed
	seen := map[uint32]bool{}
	s.store.Dependents(s.store.Key([]byte(uid)), func(_ uint32, o *store.Reference) {
		if !seen[o.Dependent] {
			seen[o.Dependent] = true
			all = append(all, s.listed(o.Dependent))
		}
	})
	return all
}

// Carrying returns the objects with a label or annotation that Marks knows.
func (s *Scanned) Carrying(key, value string, annotation bool) []Listed {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Listed
	s.store.Carrying(key, value, annotation, func(at uint32) { all = append(all, s.listed(at)) })
	return all
}

func (s *Scanned) listed(at uint32) Listed {
	l := Listed{
		Kind: s.kinds.list[s.store.Kind(at)], Namespace: s.store.Namespace(at), Name: s.store.Name(at), UID: s.store.Text(s.store.UID(at)),
		Created: s.store.Created(at), Deleted: s.store.Deleted(at), Finalizers: s.store.Finalizers(at),
	}
	for o := range s.store.Owners(at) {
		apiVersion, kind, name := s.store.Target(o)
		l.Owners = append(l.Owners, ListedOwner{apiVersion, kind, string(name), s.store.Text(o.UID), o.Controller, o.Block})
	}
	return l
}
