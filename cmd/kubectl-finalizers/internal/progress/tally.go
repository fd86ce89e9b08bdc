package progress

import (
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Tally counts the kinds of which lists are read, each once however many there are.
type Tally struct {
	now func() time.Time

	mu    sync.Mutex
	kinds map[schema.GroupResource]*listed
}

// listed is how far one kind is.
type listed struct {
	planned, ended int
	since          time.Time // when the oldest of its lists that are open was begun
	name           string
}

// NewTally is one of which nothing is read yet.
func NewTally(now func() time.Time) *Tally {
	return &Tally{now: now, kinds: map[schema.GroupResource]*listed{}}
}

func (t *Tally) of(s trace.Scope) *listed {
	id := schema.GroupResource{Group: s.Kind.Group, Resource: s.Kind.Resource}
	l := t.kinds[id]
	if l == nil {
		l = &listed{name: s.Kind.Type()}
		t.kinds[id] = l
	}
	return l
}

// Planned implements cluster.Progress.
func (t *Tally) Planned(scopes []trace.Scope) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range scopes {
		t.of(s).planned++
	}
}

// Begun implements cluster.Progress.
func (t *Tally) Begun(s trace.Scope) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if l := t.of(s); l.since.IsZero() {
		l.since = t.now()
	}
}

// Ended implements cluster.Progress.
func (t *Tally) Ended(s trace.Scope) {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.of(s)
	l.ended++
	if l.ended >= l.planned {
		l.since = time.Time{}
	}
}

// count is how many kinds are read of those that are to be, and the one that has taken
// longest, where one takes long.
func (t *Tally) count(now time.Time) (ended, planned int, slow string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	oldest := now.Add(-slowList)
	for _, l := range t.kinds {
		planned++
		if l.ended >= l.planned {
			ended++
		} else if !l.since.IsZero() && l.since.Before(oldest) {
			oldest, slow = l.since, l.name
		}
	}
	return ended, planned, slow
}

var _ cluster.Progress = (*Tally)(nil)
