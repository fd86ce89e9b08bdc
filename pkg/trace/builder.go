package trace

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace/internal/store"
)

// builder holds the graph while it grows.
type builder struct {
	Tracer
	linker Linker
	kinds  *kindTable
	store  *store.Store
	row    store.Row // for the one that is added

	relevance  relevance          // used for Tracer.Deleting only
	owning     map[int]bool       // the kinds that ownerReferences name
	ownersSeen int                // how many of these were taken over from the store
	recounted  map[int]bool       // the kinds of which objects were counted in lists that were read again
	recalled   map[store.UID]bool // of the objects of the graph that may have been counted

	asked   bool // something could be asked about
	refused []refusal
	unread  map[place]*vertex // asked, and not to be read by themselves
	places  map[place]bool    // where the asked objects are

	vertices map[store.UID]*vertex
	byPlace  map[place]*vertex // the vertices that exist
	edges    map[edgeKey]*Edge // From and To are not yet set
	next     []*vertex         // found below the level that is being descended

	covered  map[scopeKey]bool
	searched map[scopeKey]bool // scanned quietly, whatever came of it
	wide     bool              // all namespaces were scanned
	plain    map[string]plain  // by namespace whose content a node of the graph stands above
	outcomes map[place]outcome
	reverse  map[place][]sourceLink
	sourced  map[scopeKey]bool
	joined   map[joinKey]*joined

	seen     seenOnce
	mu       sync.Mutex // guards problems
	problems map[Problem]bool
}

// place is where an object is found by name.
type place struct {
	kind      int
	namespace string
	name      string
}

// vertex is a node with what is needed to find its neighbours.
type vertex struct {
	Node
	kind   int // number in the table, -1 where the kind is not served
	key    store.UID
	owners []owner
	links  []Link
	joins  []Join

	dangling bool // in the graph only because something refers to it
	read     bool // the whole object was read, or could not be
	above    bool // stands above an asked object
	owned    bool // was reached by an ownerReference to what stands above it
	level    int  // edges below the nearest asked object, -1 when not below
	climbed  bool

	// folds are the dependents that were found to be alike and healthy before
	// they became vertices. Nearly all of them never do.
	folds []early
}

// owner is one ownerReference.
type owner struct {
	apiVersion, kind, name, uid string
	controller, block           bool
}

type edgeKey struct {
	from, to *vertex
	rule     string
}

func newBuilder(t *Tracer, kinds []Kind, problems []Problem) *builder {
	b := &builder{
		Tracer:    *t,
		linker:    t.Linker,
		kinds:     newKindTable(kinds, problems),
		store:     store.New(),
		owning:    map[int]bool{},
		recounted: map[int]bool{},
		recalled:  map[store.UID]bool{},
		unread:    map[place]*vertex{},
		places:    map[place]bool{},
		vertices:  map[store.UID]*vertex{},
		byPlace:   map[place]*vertex{},
		edges:     map[edgeKey]*Edge{},
		covered:   map[scopeKey]bool{},
		searched:  map[scopeKey]bool{},
		plain:     map[string]plain{},
		outcomes:  map[place]outcome{},
		reverse:   map[place][]sourceLink{},
		sourced:   map[scopeKey]bool{},
		joined:    map[joinKey]*joined{},
		problems:  map[Problem]bool{},
		seen:      seenOnce{tell: t.Seen},
	}
	if b.linker == nil {
		b.linker = noLinks{}
	}
	for _, p := range problems {
		b.problems[p] = true
	}
	if b.counting() {
		b.store.Many = cmp.Or(b.many, store.DefaultMany)
	}
	return b
}

func (b *builder) report(problems ...Problem) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range problems {
		b.problems[p] = true
	}
}

func (v *vertex) place() place {
	return place{v.kind, v.Namespace, v.Name}
}

// spelled tells an object that has no UID from all others.
func spelled(ref Ref) string {
	return ref.Group + "\x00" + ref.Kind + "\x00" + ref.Namespace + "\x00" + ref.Name
}

func (b *builder) keyOf(uid string, ref Ref) store.UID {
	if uid == "" {
		return b.store.KeyOfName(spelled(ref))
	}
	return b.store.Key([]byte(uid))
}

// register makes the vertex part of the graph, or returns the one that already
// stands for its UID. An existing object takes the place of a dangling one, and
// of the asked one by its name that could not be read.
func (b *builder) register(v *vertex) *vertex {
	v.key = b.keyOf(v.UID, v.Ref)
	known, ok := b.vertices[v.key]
	if ok && known.dangling && v.dangling && v.Compare(known.Ref) < 0 {
		// Two references give one UID to two things: which was read first must not show.
		v.Asked = known.Asked
		known.Node, known.kind = v.Node, v.kind
	}
	if ok && (!known.dangling || v.dangling) {
		return known
	}
	if unread := b.unread[v.place()]; unread != nil && unread.dangling && !v.dangling {
		delete(b.vertices, unread.key)
		known, ok = unread, true
		v.Asked = true
	}
	if ok {
		*known = *v
		v = known
	}
	b.vertices[v.key] = v
	if !v.dangling {
		b.byPlace[v.place()] = v
		b.recall(v)
	}
	return v
}

// fromObject makes a vertex of a whole object. It may run beside others of its
// kind.
func (b *builder) fromObject(kind int, obj *unstructured.Unstructured) *vertex {
	v := &vertex{kind: kind, level: -1}
	v.Ref = Ref{Group: b.kinds.list[kind].Group, Kind: b.kinds.list[kind].Kind, Namespace: obj.GetNamespace(), Name: obj.GetName()}
	v.UID = string(obj.GetUID())
	b.address(v)
	b.absorb(v, obj)
	return v
}

// fromRecord makes a vertex of what a scan has shown, and registers it. The
// scan must have kept its name.
func (b *builder) fromRecord(at uint32) *vertex {
	uid := b.store.UID(at)
	if v, ok := b.vertices[uid]; ok && !v.dangling {
		return v
	}
	kind := b.store.Kind(at)
	v := &vertex{kind: kind, level: -1}
	v.Ref = Ref{Group: b.kinds.list[kind].Group, Kind: b.kinds.list[kind].Kind, Namespace: b.store.Namespace(at), Name: b.store.Name(at)}
	v.UID = b.store.Text(uid)
	v.Created = b.store.Created(at)
	b.address(v)
	v.State = Live
	if deleted := b.store.Deleted(at); !deleted.IsZero() {
		b.setDeleted(v, deleted)
	}
	for _, name := range b.store.Finalizers(at) {
		v.Finalizers = append(v.Finalizers, b.finalizer(kind, name))
	}
	for o := range b.store.Owners(at) {
		v.owners = append(v.owners, b.ownerOf(o))
	}
	return b.register(v)
}

func (b *builder) ownerOf(o *store.Reference) owner {
	apiVersion, kind, name := b.store.Target(o)
	return owner{
		apiVersion: apiVersion,
		kind:       kind,
		name:       string(name),
		uid:        b.store.Text(o.UID),
		controller: o.Controller,
		block:      o.Block,
	}
}

func (b *builder) address(v *vertex) {
	v.Version = b.kinds.list[v.kind].Version
	v.Resource = b.kinds.list[v.kind].Resource
}

func (b *builder) finalizer(kind int, name string) Finalizer {
	return Finalizer{Name: name, Holder: b.linker.Holder(b.kinds.list[kind], name)}
}

func (b *builder) setDeleted(v *vertex, deleted time.Time) {
	v.Since, v.Presumed = b.clock().Since(deleted), IsPresumed(deleted)
	switch {
	case deleted.IsZero():
		v.State = Live
	case b.clock().Before(deleted):
		v.State = Grace
	default:
		v.State = Deleting
	}
}

// absorb takes from a whole object all that the graph needs of it, so that the
// object itself need not be kept.
func (b *builder) absorb(v *vertex, obj *unstructured.Unstructured) {
	kind := b.kinds.list[v.kind]
	v.read = true
	created := obj.GetCreationTimestamp()
	v.Created = created.UTC() // UTC of the zero time is the zero time
	var deleted time.Time
	if t := obj.GetDeletionTimestamp(); t != nil {
		deleted = t.UTC()
	}
	b.setDeleted(v, deleted)
	v.Finalizers = nil
	for _, name := range FinalizersOf(obj) {
		v.Finalizers = append(v.Finalizers, b.finalizer(v.kind, name))
	}
	v.owners = nil
	for _, o := range obj.GetOwnerReferences() {
		v.owners = append(v.owners, owner{
			apiVersion: o.APIVersion, kind: o.Kind, name: o.Name, uid: string(o.UID),
			controller: o.Controller != nil && *o.Controller,
			block:      o.BlockOwnerDeletion != nil && *o.BlockOwnerDeletion,
		})
	}
	all := conditionsOf(obj)
	v.Conditions = telling(all)
	if v.State == Deleting && !v.Presumed {
		v.Disagreement = disagreement(kind, obj, all)
		if kind.MayBeCustom() {
			v.Bygone = bygone(obj, all, b.clock(), deleted)
		}
	}
	v.Note = b.linker.Note(kind, obj)
	v.links = b.linker.Links(kind, obj)
	v.joins = b.linker.Joins(kind, obj)
}

// wantsWhole reports whether the metadata of the object is not enough.
func (b *builder) wantsWhole(v *vertex) bool {
	if v.read || v.dangling || v.kind < 0 {
		return false
	}
	kind := b.kinds.list[v.kind]
	return v.Asked || v.above || v.State.Going() || kind.IsNamespace() || b.linker.NeedsWhole(kind)
}

// connect adds an edge. An edge that two references make at once, such as an
// owner that is listed twice, is faulty only when both are.
func (b *builder) connect(from, to *vertex, e Edge) {
	key := edgeKey{from, to, e.Rule}
	known, ok := b.edges[key]
	if !ok {
		b.edges[key] = &e
		return
	}
	known.Controller = known.Controller || e.Controller
	known.Block = known.Block || e.Block
	known.Fault = min(known.Fault, e.Fault)
}

// sorted returns the vertices in the order of the graph.
func (b *builder) sorted() []*vertex {
	all := make([]*vertex, 0, len(b.vertices))
	for _, v := range b.vertices {
		all = append(all, v)
	}
	slices.SortFunc(all, compareVertices)
	return all
}

func compareVertices(x, y *vertex) int {
	if x.Asked != y.Asked {
		if x.Asked {
			return -1
		}
		return 1
	}
	return cmp.Or(x.Compare(y.Ref), strings.Compare(x.UID, y.UID))
}

// noLinks is the Linker that knows nothing.
type noLinks struct{}

func (noLinks) Want() Want                                    { return Want{} }
func (noLinks) NeedsWhole(Kind) bool                          { return false }
func (noLinks) Links(Kind, *unstructured.Unstructured) []Link { return nil }
func (noLinks) Joins(Kind, *unstructured.Unstructured) []Join { return nil }
func (noLinks) Sources(Kind, []Kind) []Kind                   { return nil }
func (noLinks) Holder(Kind, string) string                    { return "" }
func (noLinks) Note(Kind, *unstructured.Unstructured) string  { return "" }
