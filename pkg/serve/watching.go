package serve

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/queue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// surveyEvery is how often the server is asked which kinds it serves.
	surveyEvery = time.Minute
	// settling is how long after a change of a definition that is asked, once and again:
	// a server needs a moment before it serves a new kind.
	settling, settled = time.Second, 5 * time.Second
	// startingAtOnce bounds how many kinds are listed for the first time at a time; one of
	// which that takes longer than startPatience counts no more. So many that are silent hold
	// up all others for that long, and the next survey too; where they are slow, more are listed.
	startingAtOnce, startPatience = 16, 10 * time.Second
)

// watching follows every kind that is served.
type watching struct {
	cluster Cluster
	account *account
	counted *counters
	log     *slog.Logger
	now     func() time.Time
	stale   chan struct{} // holds one where a definition has changed

	mu      sync.Mutex
	running map[kindID]*following
	survey  time.Time // of the last answer, zero before the first
}

// following is one kind that is watched.
type following struct {
	kind   trace.Kind
	cancel context.CancelFunc
	ended  chan struct{}
	// begun lets the next kind begin. It may be called again.
	begun func()
	// heard says that the first list was read, or could not be; failing that it cannot be
	// read now.
	heard, failing bool
}

// run surveys the kinds again and again until the context ends.
func (w *watching) run(ctx context.Context) error {
	var followings sync.WaitGroup
	defer followings.Wait()
	for wait := time.Duration(0); ; {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
			wait = surveyEvery
		case <-w.stale:
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(settling):
			}
			wait = settled
		}
		w.look(ctx, &followings)
	}
}

// look begins to follow what is new, and ends what is gone.
func (w *watching) look(ctx context.Context, followings *sync.WaitGroup) {
	kinds, problems, err := w.cluster.Kinds(ctx)
	if err != nil {
		if ctx.Err() == nil {
			w.counted.surveys.Inc()
			w.log.Warn("the server does not say which kinds it serves", "error", err)
		}
		return
	}
	served := map[kindID]trace.Kind{}
	for _, k := range kinds {
		if k.Holdable() {
			served[idOf(k)] = k
		}
	}
	w.mu.Lock()
	var over []*following
	for id, f := range w.running {
		k, still := served[id]
		switch {
		case !still && slices.ContainsFunc(problems, func(p trace.Problem) bool { return p.About.Group == id.group }):
			// The group does not answer, which does not say that the kind is gone.
		case !still, k.Version != f.kind.Version:
			f.cancel()
			over = append(over, f)
		}
	}
	w.mu.Unlock()
	for _, f := range over {
		<-f.ended
		if _, still := served[idOf(f.kind)]; !still {
			w.account.close(idOf(f.kind))
			w.counted.forget(idOf(f.kind))
			w.log.Info("no longer served", "kind", f.kind.Type())
		}
		w.mu.Lock()
		delete(w.running, idOf(f.kind))
		w.mu.Unlock()
	}
	w.begin(ctx, served, followings)
	w.mu.Lock()
	w.survey = w.now()
	w.mu.Unlock()
}

// begin follows the kinds that are not followed yet, some at a time: each begins with a
// list of all that there is of it.
func (w *watching) begin(ctx context.Context, served map[kindID]trace.Kind, followings *sync.WaitGroup) {
	starting := queue.New(startingAtOnce, startPatience)
	for id, kind := range served {
		w.mu.Lock()
		_, known := w.running[id]
		w.mu.Unlock()
		if known {
			continue
		}
		begun, err := starting.Enter(ctx)
		if err != nil {
			return
		}
		one, cancel := context.WithCancel(ctx)
		f := &following{kind: kind, cancel: cancel, ended: make(chan struct{}), begun: begun}
		w.mu.Lock()
		w.running[id] = f
		w.mu.Unlock()
		w.account.open(kind)
		followings.Go(func() { w.follow(one, f) })
	}
}

// follow watches one kind until it is to end. A kind that cannot be watched stays among
// those that are known, so that it is not asked for again and again.
func (w *watching) follow(ctx context.Context, f *following) {
	defer close(f.ended)
	defer f.begun()
	err := w.cluster.Follow(ctx, f.kind, &kindLedger{watching: w, following: f})
	if ctx.Err() == nil && err != nil && !errors.Is(err, context.Canceled) {
		w.log.Info("cannot be watched", "kind", f.kind.Type(), "error", err)
		w.mark(f, true)
		<-ctx.Done()
	}
}

// mark says whether a kind can be read, and that it was tried. It reports whether that
// is news.
func (w *watching) mark(f *following, failing bool) (news bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	news = f.failing != failing
	f.failing = failing
	f.heard = true
	f.begun()
	return news
}

// state counts the kinds that are followed, and says which of them cannot be read.
func (w *watching) state() (followed int, failing []kindID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for id, f := range w.running {
		if f.failing {
			failing = append(failing, id)
		}
	}
	return len(w.running), failing
}

// ready reports whether each of the kinds that the server named was tried.
func (w *watching) ready() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.survey.IsZero() {
		return false
	}
	for _, f := range w.running {
		if !f.heard {
			return false
		}
	}
	return true
}

// kindLedger writes what a watch tells of one kind into the account.
type kindLedger struct {
	watching  *watching
	following *following
}

func (s *kindLedger) id() kindID { return idOf(s.following.kind) }

// Replace implements trace.Ledger.
func (s *kindLedger) Replace(all []trace.Leaving) {
	s.watching.account.replace(s.id(), all)
	s.watching.mark(s.following, false)
}

// Put implements trace.Ledger.
func (s *kindLedger) Put(one trace.Leaving) { s.watching.account.put(s.id(), one) }

// Drop implements trace.Ledger.
func (s *kindLedger) Drop(uid string) { s.watching.account.drop(s.id(), uid) }

// Touch implements trace.Ledger: what says which kinds there are has changed.
func (s *kindLedger) Touch() {
	k := s.following.kind
	if k.Group != "apiextensions.k8s.io" && k.Group != "apiregistration.k8s.io" {
		return
	}
	select {
	case s.watching.stale <- struct{}{}:
	default: // it is known already
	}
}

// State implements trace.Ledger.
func (s *kindLedger) State(err error) {
	k := s.following.kind
	if err != nil {
		s.watching.counted.watches.WithLabelValues(k.Group, k.Resource).Inc()
	}
	if s.watching.mark(s.following, err != nil) {
		if err != nil {
			s.watching.log.Warn("cannot be read", "kind", k.Type(), "error", err)
		} else {
			s.watching.log.Info("can be read again", "kind", k.Type())
		}
	}
}
