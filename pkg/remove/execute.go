package remove

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// atOnce bounds how many objects are written at a time.
const atOnce = 8

// Executor carries out plans.
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
	// Done is told of each result as it comes, one call at a time.
	Done func(Result)
}

// Origin says who acts where.
type Origin struct {
	User    string `json:"user,omitempty"`
	Host    string `json:"host,omitempty"`
	Server  string `json:"server"`
	Context string `json:"context,omitempty"`
	Command string `json:"command,omitempty"`
}

// Run carries out the plan and returns a result for each action, in its order.
// It never fails as a whole: where it cannot go on, the results say so. When the
// context ends, what was begun is brought to an end and the rest is not done.
func (e *Executor) Run(ctx context.Context, p *Plan) []Result {
	results := make([]Result, len(p.Actions))
	for i := range results {
		results[i] = Result{Action: &p.Actions[i], Outcome: NotDone, Message: "its turn did not come"}
	}
	if e.forbidden(ctx, p, results) {
		return results
	}
	var telling sync.Mutex
	for begin := 0; begin < len(results); {
		end := begin
		for end < len(results) && p.Actions[end].Level == p.Actions[begin].Level {
			end++
		}
		e.runLevel(ctx, results[begin:end], &telling)
		if slices.ContainsFunc(results[begin:end], func(r Result) bool { return !r.Good() }) {
			for i := end; i < len(results); i++ {
				results[i].Message = "not begun: something that it waits for could not be ended"
			}
			break
		}
		begin = end
	}
	return results
}

// runLevel carries out actions that do not wait for each other. Several on one
// object follow one another.
func (e *Executor) runLevel(ctx context.Context, results []Result, telling *sync.Mutex) {
	slots := make(chan struct{}, atOnce)
	var running sync.WaitGroup
	for _, group := range byObject(results) {
		select {
		case <-ctx.Done():
		case slots <- struct{}{}:
		}
		if ctx.Err() != nil {
			break
		}
		running.Go(func() {
			defer func() { <-slots }()
			for _, r := range group {
				if ctx.Err() != nil {
					return
				}
				e.act(ctx, r)
				telling.Lock()
				if e.Done != nil {
					e.Done(*r)
				}
				telling.Unlock()
			}
		})
	}
	running.Wait()
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
	var questions []explain.Access
	for i := range p.Actions {
		for _, q := range needs(&p.Actions[i]) {
			if !slices.Contains(questions, q) {
				questions = append(questions, q)
			}
		}
	}
	decisions, err := e.Writer.Allowed(ctx, explain.Subject{}, questions)
	if err != nil || len(decisions) != len(questions) {
		return false // the server does not tell, and will refuse what may not be
	}
	refused := false
	for i := range results {
		for _, q := range needs(results[i].Action) {
			if d := decisions[slices.Index(questions, q)]; !d.Allowed {
				results[i].Outcome, results[i].Message = Forbidden, "you may not "+accessText(q)+prefixed(": ", d.Reason)
				refused = true
			}
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

// needs are the rights that an action needs.
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
	if isNamespaceFinalizer(a) {
		add("update", "finalize")
	} else {
		add("patch", "")
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

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}
