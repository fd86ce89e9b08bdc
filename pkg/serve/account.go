package serve

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// kindID is a kind in whatever version it is served.
type kindID struct{ group, resource string }

func idOf(k trace.Kind) kindID { return kindID{k.Group, k.Resource} }

// account is what is being deleted in the cluster, as far as the watches tell.
type account struct {
	mu    sync.Mutex
	pages map[kindID]*page
}

func newAccount() *account { return &account{pages: map[kindID]*page{}} }

// page is what is being deleted of one kind, by UID.
type page struct {
	kind  trace.Kind
	items map[string]*item
}

// item is one object that is being deleted, and how it was judged.
type item struct {
	trace.Leaving
	judgedAt time.Time // zero where it was not judged, or has changed since
	tried    time.Time // when it was last to be judged
	judged   []judged  // how it was judged last, a line for each hold
}

// judged is one hold of an object.
type judged struct {
	finalizer string
	holder    string
	verdict   explain.Verdict
	reason    explain.Reason
}

// open begins the page of a kind, or turns to the version in which it is served now.
func (a *account) open(kind trace.Kind) {
	a.mu.Lock()
	defer a.mu.Unlock()
	p := a.pages[idOf(kind)]
	if p == nil {
		p = &page{items: map[string]*item{}}
		a.pages[idOf(kind)] = p
	}
	p.kind = kind
}

// close drops a kind that is no longer served.
func (a *account) close(id kindID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.pages, id)
}

// replace has of a kind what is given and nothing else.
func (a *account) replace(id kindID, all []trace.Leaving) {
	a.change(id, func(p *page) {
		old := p.items
		p.items = make(map[string]*item, len(all))
		for _, one := range all {
			p.put(old[one.UID], one)
		}
	})
}

func (a *account) put(id kindID, one trace.Leaving) {
	a.change(id, func(p *page) { p.put(p.items[one.UID], one) })
}

func (a *account) drop(id kindID, uid string) {
	a.change(id, func(p *page) { delete(p.items, uid) })
}

func (a *account) change(id kindID, how func(*page)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if p := a.pages[id]; p != nil { // else the kind went away meanwhile
		how(p)
	}
}

// put takes an object up. Whatever has changed of one that is known, it is judged again.
func (p *page) put(known *item, one trace.Leaving) {
	if known == nil {
		known = &item{}
	}
	if !slices.Equal(known.Finalizers, one.Finalizers) {
		known.judged = nil // the lines are of other finalizers
	}
	known.Leaving, known.judgedAt = one, time.Time{}
	p.items[one.UID] = known
}

// entry is an object of the account at one moment.
type entry struct {
	kind trace.Kind
	item
}

// all are the objects of the account, those that have been going for longest first.
func (a *account) all() []entry {
	a.mu.Lock()
	defer a.mu.Unlock()
	var out []entry
	for _, p := range a.pages {
		for _, i := range p.items {
			out = append(out, entry{p.kind, *i})
		}
	}
	slices.SortFunc(out, func(a, b entry) int {
		return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.UID, b.UID))
	})
	return out
}

// enter takes down how objects were judged, or that it was tried, at a moment: nil lines
// leave those of before. An object that has changed since it was asked about stays due.
func (a *account) enter(asked []entry, lines map[string][]judged, at time.Time, done bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, e := range asked {
		p := a.pages[idOf(e.kind)]
		if p == nil || p.items[e.UID] == nil {
			continue
		}
		now := p.items[e.UID]
		now.tried = at
		if !done || !slices.Equal(now.Finalizers, e.Finalizers) {
			continue
		}
		now.judgedAt = at
		if l := lines[e.UID]; l != nil {
			now.judged = l
		}
	}
}
