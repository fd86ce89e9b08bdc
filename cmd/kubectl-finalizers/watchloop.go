package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// leastPause and mostPause bound the time between two readings that adapts.
	leastPause = time.Second
	mostPause  = 5 * time.Second
	// restAfter is how many times as long as a reading took the pause after it
	// is at least, so that a large cluster is not read all the time.
	restAfter = 4
	// tick is how often what is shown is renewed between readings.
	tick = time.Second
)

// watcher follows a deletion to its end.
type watcher struct {
	options     *watchOptions
	reader      *watchReader
	follower    *follower
	now         func() time.Time
	began       time.Time
	show        shower
	interrupted context.Context // ends when the person has had enough, and not with --timeout

	last    *reading
	readAt  time.Time // when the last reading was made, by the person's clock
	changed time.Time // when something last changed
	silent  string    // why the server does not answer
	pause   time.Duration
}

// answer is what a reading came to.
type answer struct {
	now     *reading
	missing []*trace.Node // what it does not show, and what became of that
	fates   []fate
	events  []render.WatchEvent // to be told before its own
	err     error
	took    time.Duration
}

// run tells what the first reading shows, and then reads until it is over.
func (w *watcher) run(ctx context.Context, first *reading) error {
	began := []render.WatchEvent{{Type: render.WatchBegan, Message: render.WatchSentence(first.diagnosis)}}
	over, err := w.accept(answer{now: first, events: began, took: w.now().Sub(w.began)})
	for !over {
		if err = w.rest(ctx); err != nil {
			break
		}
		var a answer
		if a, err = w.look(ctx); err != nil {
			break
		}
		over, err = w.accept(a)
	}
	if !over {
		err = w.givenUp(err)
	}
	return err
}

// rest waits for the next reading, while what is shown grows older.
func (w *watcher) rest(ctx context.Context) error {
	pause := time.NewTimer(w.pause)
	defer pause.Stop()
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-pause.C:
			return nil
		case <-ticker.C:
			if err := w.repaint(nil); err != nil {
				return err
			}
		}
	}
}

// look reads beside what is shown: a server may take its time to say nothing.
func (w *watcher) look(ctx context.Context) (answer, error) {
	done := make(chan answer, 1)
	go func() {
		began := w.now()
		a := w.read(ctx)
		a.took = w.now().Sub(began)
		done <- a
	}()
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			// Nothing else may use what the reading works on before it ends.
			<-done
			return answer{}, ctx.Err()
		case a := <-done:
			return a, ctx.Err()
		case <-ticker.C:
			if err := w.repaint(nil); err != nil {
				return answer{}, err
			}
		}
	}
}

// read makes a reading, and finds out what became of the objects that it does
// not show. It changes nothing of what is shown meanwhile.
func (w *watcher) read(ctx context.Context) answer {
	now, err := w.reader.again(ctx, w.follower.doubtful())
	if err != nil {
		return answer{err: err}
	}
	missing := w.follower.missing(now)
	return answer{now: now, missing: missing, fates: now.source.fates(ctx, missing)}
}

// accept takes up what was read, tells what is new, and reports whether it is
// over.
func (w *watcher) accept(a answer) (over bool, err error) {
	if a.err != nil {
		return false, w.failed(a)
	}
	events := a.events
	if w.silent != "" {
		w.silent = ""
		events = append(events, render.WatchEvent{Type: render.WatchAnswers})
	}
	events = append(events, w.follower.bury(a.missing, a.fates)...)
	w.reader.targets = w.follower.remaining(w.reader.targets)
	if w.last != nil && w.follower.ended() {
		w.last, w.readAt = a.now, w.now()
		return true, w.repaint(append(events, w.summary(render.OutcomeGone)))
	}
	if w.last != nil && w.follower.stranger(a.now.graph) {
		// The reading is about an object that nobody asked about: the next one is not.
		w.adapt(len(events) > 0, a.took)
		return false, w.repaint(events)
	}
	w.last, w.readAt = a.now, w.now()
	sure := false
	if a.now.judged {
		events = append(events, w.follower.take(a.now.diagnosis)...)
		var stuck []render.WatchEvent
		stuck, sure = w.follower.settle(a.now.diagnosis)
		events = append(events, stuck...)
	}
	w.adapt(len(events) > 0, a.took)
	if w.options.stuckEnds && sure {
		events = append(events, w.summary(render.OutcomeStuck))
		return true, errors.Join(w.repaint(events), &codedError{Code: exitStuck})
	}
	return false, w.repaint(events)
}

// failed says once that the server does not answer, and goes on.
func (w *watcher) failed(a answer) error {
	var events []render.WatchEvent
	if w.silent == "" && !errors.Is(a.err, errDoubted) {
		w.silent = a.err.Error()
		events = append(events, render.WatchEvent{Type: render.WatchSilent, Message: w.silent})
	}
	w.adapt(len(events) > 0, a.took)
	return w.repaint(events)
}

// adapt chooses the pause before the next reading.
func (w *watcher) adapt(changed bool, took time.Duration) {
	switch {
	case changed:
		w.changed = w.now()
		w.pause = leastPause
	case w.pause == 0:
		w.pause = leastPause
	default:
		w.pause = min(w.pause*3/2, mostPause)
	}
	w.pause = max(w.pause, restAfter*took)
	if w.options.interval > 0 {
		w.pause = w.options.interval
	}
}

// givenUp tells what is left when there is no time left to wait for it.
func (w *watcher) givenUp(err error) error {
	outcome := render.OutcomeTimedOut
	switch {
	case w.interrupted.Err() != nil:
		outcome, err = render.OutcomeInterrupted, w.interrupted.Err()
	case errors.Is(err, context.DeadlineExceeded):
		err = fmt.Errorf("not gone within %s", w.options.timeout)
	default:
		return err // what is shown cannot be written
	}
	return errors.Join(w.repaint([]render.WatchEvent{w.summary(outcome)}), err)
}

func (w *watcher) summary(outcome render.WatchOutcome) render.WatchEvent {
	return render.WatchEvent{Type: render.WatchSummary, Outcome: outcome, Took: w.now().Sub(w.began), Left: w.follower.left()}
}

// repaint shows the events, and how things stand.
func (w *watcher) repaint(events []render.WatchEvent) error {
	now := w.now()
	at := w.last.diagnosis.At.Add(now.Sub(w.readAt))
	for i := range events {
		e := &events[i]
		e.Time, e.At = now, at
		e.Gone, e.Known = w.follower.gone, len(w.follower.order)
	}
	// What is shown grows older between two readings.
	graph, diagnosis := *w.last.graph, *w.last.diagnosis
	graph.At, diagnosis.At = at, at
	state := render.WatchState{
		Graph: &graph, Diagnosis: &diagnosis, Silent: w.silent,
		Gone: w.follower.gone, Known: len(w.follower.order),
	}
	if quiet := now.Sub(w.changed); quiet >= 5*tick {
		state.Changed = "nothing has changed for " + duration.HumanDuration(quiet)
	}
	if w.follower.ended() {
		return w.show.show(events, nil)
	}
	return w.show.show(events, &state)
}
