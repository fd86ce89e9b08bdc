package remove

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

const (
	// atOnce bounds how many objects are written at a time, and watched how many
	// are looked at afterwards.
	atOnce  = 8
	watched = 64
)

// Executor carries out plans, one at a time.
type Executor struct {
	Writer Writer
	// Now is the clock.
	Now func() time.Time
	// Wait bounds how long one object is waited for: until it is asked to go,
	// until it has gone, until the server answers again.
	Wait time.Duration
	// Try has the server try everything out and changes nothing.
	Try bool
	// Backups keeps the objects as they were; nil keeps none.
	Backups *Backups
	// Log is told of every action before and after; nil for none.
	Log *Log
	// Origin says who acts where, for the log and the events.
	Origin Origin
	// Again makes the plan for one object anew, once it was asked to go: it is
	// judged then like any other. Where it is nil, an object that was given time to go
	// is left alone, and for the rest what was shown counts.
	Again func(ctx context.Context, actions []*Action) (*Plan, error)
	// Doing is told in a few words what is being done for an action. It may be
	// called from several goroutines at a time.
	Doing func(a *Action, what string)
	// Done is told of each result as it comes, one call at a time.
	Done func(Result)

	telling sync.Mutex
	silent  atomic.Bool // the server has let a turn wait in vain
}

// Origin says who acts where.
type Origin struct {
	User    string `json:"user,omitempty"`
	Host    string `json:"host,omitempty"`
	Server  string `json:"server"`
	Context string `json:"context,omitempty"`
	// ServerUID and Plan are the identity of the server and the digest of the plan.
	ServerUID string `json:"serverUID,omitempty"`
	Plan      string `json:"plan,omitempty"`
	Command   string `json:"command,omitempty"`
}

// Run carries out the plan and returns a result for each action, in its order.
// It never fails as a whole: where it cannot go on, the results say so. When the
// context ends, what was begun is brought to an end and the rest is not done. Of a
// plan that is refused nothing is done, and nothing asked.
func (e *Executor) Run(ctx context.Context, p *Plan) []Result {
	results := make([]Result, len(p.Actions))
	for i := range results {
		results[i] = Result{Action: &p.Actions[i], Outcome: NotDone, Message: "interrupted before its turn came"}
	}
	if refusedPlan(p, results) || e.forbidden(ctx, p, results) {
		return results
	}
	for begin := 0; begin < len(results) && ctx.Err() == nil; {
		end := begin
		for end < len(results) && p.Actions[end].Level == p.Actions[begin].Level {
			end++
		}
		if !e.runLevel(ctx, results[begin:end]) && ctx.Err() == nil {
			for i := end; i < len(results); i++ {
				results[i].Message = "not begun: something before it in the plan did not end as planned"
			}
			break
		}
		begin = end
	}
	return results
}

// refusedPlan reports whether a guard stands against any of the actions, and says
// so in the results.
func refusedPlan(p *Plan, results []Result) bool {
	if !p.Refused() {
		return false
	}
	for i := range results {
		results[i].Message = "not begun: a guard refuses another part of the plan"
		for _, o := range p.Actions[i].Objections {
			if !o.Overridden {
				results[i].Message = fmt.Sprintf("not begun: the guard %s refuses it: %s", o.Guard, o.Message)
				break
			}
		}
	}
	return true
}

// runLevel carries out actions that do not wait for each other. Several on one
// object follow one another. It returns whether all ended as planned.
func (e *Executor) runLevel(ctx context.Context, results []Result) bool {
	writing := semaphore.NewWeighted(atOnce) // given back while a turn only watches
	groups := byObject(results)
	var running errgroup.Group
	running.SetLimit(watched)
	for _, group := range groups {
		running.Go(func() error { e.runObject(ctx, group, writing); return nil })
	}
	_ = running.Wait() // how each ended is in its results
	return !slices.ContainsFunc(groups, func(group []*Result) bool {
		for i, r := range group {
			if !r.ended(i == len(group)-1) {
				return true
			}
		}
		return false
	})
}

// runObject carries out the actions on one object, until one does not end as
// planned: then the object is no longer what was shown for the next.
func (e *Executor) runObject(ctx context.Context, group []*Result, writing *semaphore.Weighted) {
	shown := newSubject(group[0].Action)
	for i, r := range group {
		if ctx.Err() != nil {
			return
		}
		t := &turn{
			Executor: e, Result: r, deadline: e.Now().Add(e.Wait), interrupted: ctx.Done(),
			last: i == len(group)-1, subject: shown, group: group,
		}
		t.work(ctx, writing)
		r.At = e.Now()
		if t.last || !r.Good() {
			r.Next = r.next(group)
		}
		e.tell(r)
		if !r.Good() {
			for _, rest := range group[i+1:] {
				rest.Message = "not begun: another finalizer of the object did not end as planned"
			}
			return
		}
	}
}

func (e *Executor) tell(r *Result) {
	if e.Done != nil {
		e.telling.Lock()
		defer e.telling.Unlock()
		e.Done(*r)
	}
}

// byObject parts results by the UID of their object, keeping the order.
func byObject(results []Result) [][]*Result {
	var groups [][]*Result
	at := map[string]int{}
	for i := range results {
		uid := results[i].Action.Object.UID
		g, known := at[uid]
		if !known {
			g = len(groups)
			at[uid] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], &results[i])
	}
	return groups
}

// forbidden asks, before anything is tried, whether the person may do all of
// it. It returns true when something may not be done: then nothing is.
func (e *Executor) forbidden(ctx context.Context, p *Plan, results []Result) bool {
	may, err := e.rights(ctx, p)
	if err != nil {
		return false // the server does not tell, and will refuse what may not be
	}
	refused := false
	for i := range results {
		for _, q := range needs(results[i].Action) {
			d := may(q)
			if d.Allowed {
				continue
			}
			said := "you may not "
			if results[i].Outcome == Forbidden {
				said = results[i].Message + ", nor "
			}
			results[i].Outcome, results[i].Message = Forbidden, said+accessText(q)+phrase.Prefixed(": ", phrase.OneLine(d.Reason))
			refused = true
		}
	}
	if !refused {
		return false
	}
	for i := range results {
		if results[i].Outcome == NotDone {
			results[i].Message = "not begun: a right for another part of the plan is missing"
		}
	}
	return true
}

// rights asks for everything that the plan needs: once for all objects of a kind
// in a namespace, and for each by its name only where that is not allowed.
func (e *Executor) rights(ctx context.Context, p *Plan) (func(explain.Access) explain.Decision, error) {
	var wanted []explain.Access
	for i := range p.Actions {
		wanted = append(wanted, needs(&p.Actions[i])...)
	}
	general := map[explain.Access]explain.Decision{}
	if err := e.ask(ctx, wanted, nameless, general); err != nil {
		return nil, err
	}
	wanted = slices.DeleteFunc(wanted, func(q explain.Access) bool { return general[nameless(q)].Allowed })
	single := map[explain.Access]explain.Decision{}
	if err := e.ask(ctx, wanted, func(q explain.Access) explain.Access { return q }, single); err != nil {
		return nil, err
	}
	return func(q explain.Access) explain.Decision {
		if d := general[nameless(q)]; d.Allowed {
			return d
		}
		return single[q]
	}, nil
}

// ask asks each question once, in the form that it is given.
func (e *Executor) ask(ctx context.Context, wanted []explain.Access, form func(explain.Access) explain.Access, answers map[explain.Access]explain.Decision) error {
	var questions []explain.Access
	for _, q := range wanted {
		if q = form(q); !slices.Contains(questions, q) {
			questions = append(questions, q)
		}
	}
	decisions, err := e.Writer.Allowed(ctx, explain.Subject{}, questions)
	if err != nil {
		return err
	}
	if len(decisions) != len(questions) {
		return errors.New("not every question was answered")
	}
	for i, q := range questions {
		answers[q] = decisions[i]
	}
	return nil
}

func nameless(q explain.Access) explain.Access {
	q.Name = ""
	return q
}

// needs are the rights that an action needs. In which of its two lists a
// finalizer of a namespace stands is not known yet where its name does not tell:
// then the server's trial has to.
func needs(a *Action) []explain.Access {
	access := explain.Access{Group: a.Kind.Group, Resource: a.Kind.Resource, Namespace: a.Object.Namespace, Name: a.Object.Name}
	var out []explain.Access
	add := func(verb, subresource string) {
		q := access
		q.Verb, q.Subresource = verb, subresource
		out = append(out, q)
	}
	if a.DeleteFirst {
		add("delete", "")
	}
	switch {
	case !a.Kind.IsNamespace() || collects(a):
		add("patch", "")
	case a.Hold.Finalizer == namespaceFinalizer:
		add("update", "finalize")
	}
	return out
}

func accessText(q explain.Access) string {
	name := q.Resource
	if q.Group != "" {
		name += "." + q.Group
	}
	if q.Subresource != "" {
		name += "/" + q.Subresource
	}
	text := fmt.Sprintf("%s %s %s", q.Verb, name, q.Name)
	if q.Namespace != "" {
		text += " in namespace " + q.Namespace
	}
	return text
}
