package serve

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// beat is how often is looked whether something is due.
	beat = time.Second
	// retryAfter is how long after a judgement that could not be made it is tried again.
	retryAfter = 30 * time.Second
	// atOnce bounds the objects of one judgement.
	atOnce = 200
	// idle is how many times as long as a judgement took nothing is judged after it, and
	// hasty the least of it: a judgement reads what it needs anew.
	idle, hasty = 4, 2 * time.Second
	// manyPlaces is from how many namespaces on the whole cluster is judged at once.
	manyPlaces = 20
)

// judge says of what has been going for long why it does not go.
type judge struct {
	cluster   Cluster
	catalogue *catalogue.Catalogue
	account   *account
	counted   *counters
	log       *slog.Logger
	now       func() time.Time

	after, again time.Duration
	logs         bool
}

// run judges what is due until the context ends.
func (j *judge) run(ctx context.Context) error {
	for pause := beat; ; {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
		pause = beat
		j.counted.beat(j.now())
		due := j.due()
		if len(due) == 0 {
			continue
		}
		began := j.now()
		j.judgeSome(ctx, due)
		pause = max(hasty, idle*j.now().Sub(began))
	}
}

// due are the objects to be judged, the one first that has waited longest for it.
func (j *judge) due() []entry {
	now := j.now()
	due := slices.DeleteFunc(j.account.all(), func(e entry) bool {
		return now.Sub(e.Since) < j.after || now.Sub(e.judgedAt) < j.again || now.Sub(e.tried) < min(retryAfter, j.again)
	})
	slices.SortStableFunc(due, func(a, b entry) int { return a.tried.Compare(b.tried) })
	return due
}

// judgeSome judges as much of what is due as one reading serves: what is in the namespace of
// the first, or everything where it lies in many.
func (j *judge) judgeSome(ctx context.Context, due []entry) {
	places := map[string]bool{}
	for _, e := range due {
		places[e.Namespace] = true
	}
	whole := len(places) > manyPlaces
	if !whole {
		due = slices.DeleteFunc(due, func(e entry) bool { return e.Namespace != due[0].Namespace })
		due = due[:min(len(due), atOnce)]
	}
	began := j.now()
	diagnosis, err := j.diagnose(ctx, due, whole)
	if ctx.Err() != nil {
		return
	}
	took := j.now().Sub(began)
	if err != nil {
		j.counted.judged("failed", took)
		j.log.Warn("could not be judged", "objects", len(due), "first", trace.Describe(due[0].kind, due[0].Namespace, due[0].Name), "error", err)
		j.account.enter(due, nil, j.now(), false)
		return
	}
	outcome := "complete"
	if len(diagnosis.Incomplete) > 0 {
		outcome = "incomplete"
	}
	j.counted.judged(outcome, took)
	j.account.enter(due, linesOf(diagnosis), j.now(), true)
}

// diagnose is nil lines where the objects have gone meanwhile.
func (j *judge) diagnose(ctx context.Context, asked []entry, whole bool) (*explain.Diagnosis, error) {
	now := j.now()
	diagnoser := &diagnose.Diagnoser{Reader: j.cluster, Catalogue: j.catalogue, Now: now}
	if j.logs {
		diagnoser.Logs = j.cluster
	}
	tracer := &trace.Tracer{
		Reader: j.cluster, Linker: j.catalogue, Now: now, Deleting: true, Want: diagnose.Want(),
		Seen: func(kind trace.Kind, obj *unstructured.Unstructured) {
			diagnoser.Known = append(diagnoser.Known, diagnose.Known{Kind: kind, Object: obj})
		},
		Scanned: func(s *trace.Scanned) { diagnoser.Scanned = s },
	}
	var targets []trace.Target
	if whole {
		tracer.Going = []string{""}
	} else {
		for _, e := range asked {
			targets = append(targets, trace.Target{Kind: e.kind, Namespace: e.Namespace, Name: e.Name})
		}
	}
	graph, err := tracer.Trace(ctx, targets)
	if _, partly := errors.AsType[*trace.AskError](err); partly {
		err = nil // they have gone, or may not be read, which the watches tell
	}
	switch {
	case err != nil:
		return nil, err
	case graph == nil:
		return &explain.Diagnosis{At: now}, nil
	}
	return diagnoser.Diagnose(ctx, graph)
}

// linesOf are the judgements on the objects of a diagnosis, by UID.
func linesOf(d *explain.Diagnosis) map[string][]judged {
	lines := map[string][]judged{}
	for i := range d.Objects {
		o := &d.Objects[i]
		if o.UID == "" || !o.State.Going() {
			continue
		}
		for h := range o.Holds {
			hold := &o.Holds[h]
			lines[o.UID] = append(lines[o.UID], judged{
				finalizer: hold.Finalizer, holder: hold.Holder.Name, verdict: hold.Verdict, reason: hold.Reason,
			})
		}
		if len(o.Holds) == 0 {
			lines[o.UID] = []judged{{verdict: o.Verdict}}
		}
	}
	return lines
}
