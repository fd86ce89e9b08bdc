package follow

import (
	"context"
	"errors"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// tick is how often what is shown is renewed between readings.
	tick = time.Second
	// quietFor is how long nothing has to change before that is told.
	quietFor = 5 * time.Second
)

// Follower follows the deletion of some objects. Set the exported fields, call
// Begin once and then Run once.
type Follower struct {
	Open      OpenFunc
	Targets   []trace.Target
	Catalogue *catalogue.Catalogue
	// Logs reads what holders print where nothing else tells why, nil for not at all,
	// and EveryLog for each of them.
	Logs     explain.LogReader
	EveryLog bool
	// Now is the clock of the person.
	Now func() time.Time
	// Began is when the person asked for it, by that clock.
	Began time.Time
	// Interval is the time between two readings; with zero it adapts.
	Interval time.Duration
	// StuckEnds ends it as soon as something asked about is stuck, or stays undecided.
	StuckEnds bool
	// Ping asks the server for a sign of life, so that one that is gone is noticed
	// before the next reading, or while one hangs. Nil is for not at all.
	Ping func(context.Context) error
	// Show is told the events and how things stand now, nil where nothing is
	// left of what was asked about. An error of it ends the following.
	Show func([]Event, *State) error

	reader  *reader
	known   *known
	pace    pace
	last    *reading
	readAt  time.Time // when the last reading was made, by the person's clock
	changed time.Time // when something last changed
	silent  string    // why the server does not answer
	missed  bool      // it is the pings that say so
	pings   <-chan error
}

// attempt is what a reading came to.
type attempt struct {
	now     *reading
	missing []*trace.Node // what it does not show, and what became of that
	fates   []fate
	events  []Event // to be told before its own
	err     error
	took    time.Duration
}

// Begin makes the first reading, which fails as any other does: with a
// *trace.AskError where objects named are not to be had.
func (f *Follower) Begin(ctx context.Context) error {
	f.known = newKnown()
	f.pace.interval = f.Interval
	f.reader = &reader{open: f.Open, catalogue: f.Catalogue, targets: f.Targets, everyLog: f.EveryLog, now: f.Now}
	if f.Logs != nil {
		f.reader.logs = &logs{from: f.Logs, now: f.Now, read: map[explain.LogOf]readLog{}}
	}
	first, err := f.reader.first(ctx)
	f.last = first
	return err
}

// Run tells what the first reading shows, and then reads until it is over,
// whatever happens to the server. Its error is that of Show; the end of the
// context is an outcome.
func (f *Follower) Run(ctx context.Context) (Outcome, error) {
	first := f.last
	f.last = nil
	pinging, stop := context.WithCancel(ctx)
	defer stop()
	f.pings = f.ping(pinging)
	began := []Event{{Type: Began, Diagnosis: first.diagnosis}}
	outcome, err := f.accept(attempt{now: first, events: began, took: f.Now().Sub(f.Began)})
	for outcome == "" && err == nil {
		var a attempt
		if err = f.rest(ctx); err == nil {
			a, err = f.look(ctx)
		}
		if err == nil {
			outcome, err = f.accept(a)
		}
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		outcome = OutcomeTimedOut
	case errors.Is(err, context.Canceled) && errors.Is(context.Cause(ctx), ErrQuit):
		outcome = OutcomeQuit
	case errors.Is(err, context.Canceled):
		outcome = OutcomeInterrupted
	default:
		return outcome, err
	}
	return outcome, f.repaint([]Event{f.summary(outcome)})
}

// rest waits for the next reading, while what is shown grows older.
func (f *Follower) rest(ctx context.Context) error {
	pause := time.NewTimer(f.pace.pause)
	defer pause.Stop()
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-pause.C:
			return nil
		case err := <-f.pings:
			back, err := f.pulse(err)
			if back || err != nil {
				return err
			}
		case <-ticker.C:
			if err := f.repaint(nil); err != nil {
				return err
			}
		}
	}
}

// look reads beside what is shown: a server may take its time to say nothing. A reading
// that began before the server was gone is given up once it is back, and made anew.
func (f *Follower) look(ctx context.Context) (attempt, error) {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	done, giveUp := f.begin(ctx)
	defer func() { giveUp() }()
	for {
		select {
		case <-ctx.Done():
			// Nothing else may use what the reading works on before it ends.
			<-done
			return attempt{}, ctx.Err()
		case a := <-done:
			return a, ctx.Err()
		case err := <-f.pings:
			back, err := f.pulse(err)
			if err != nil {
				return attempt{}, err
			}
			if !back {
				continue
			}
			giveUp()
			if a := <-done; a.err == nil {
				return a, ctx.Err()
			}
			done, giveUp = f.begin(ctx)
		case <-ticker.C:
			if err := f.repaint(nil); err != nil {
				return attempt{}, err
			}
		}
	}
}

// begin begins a reading.
func (f *Follower) begin(ctx context.Context) (<-chan attempt, context.CancelFunc) {
	ctx, giveUp := context.WithCancel(ctx)
	done := make(chan attempt, 1)
	go func() {
		began := f.Now()
		a := f.read(ctx)
		a.took = f.Now().Sub(began)
		done <- a
	}()
	return done, giveUp
}

// read makes a reading, and finds out what became of the objects that it does
// not show. It changes nothing of what is shown meanwhile.
func (f *Follower) read(ctx context.Context) attempt {
	now, err := f.reader.again(ctx, f.known.doubtful())
	if err != nil {
		return attempt{err: err}
	}
	missing := f.known.missing(now)
	return attempt{now: now, missing: missing, fates: now.source.fates(ctx, missing)}
}

// accept takes up what was read and tells what is new. The outcome is empty
// until it is over.
func (f *Follower) accept(a attempt) (Outcome, error) {
	if a.err != nil {
		return "", f.failed(a)
	}
	events := a.events
	if f.silent != "" {
		f.silent, f.missed = "", false
		events = append(events, Event{Type: Answers})
	}
	events = append(events, f.known.bury(a.missing, a.fates)...)
	f.reader.targets = f.known.remaining(f.reader.targets)
	if f.last != nil && f.known.ended() {
		f.last, f.readAt = a.now, f.Now()
		return OutcomeGone, f.repaint(append(events, f.summary(OutcomeGone)))
	}
	if f.last != nil && f.known.stranger(a.now.graph) {
		// The reading is about an object that nobody asked about: the next one is not.
		f.adapt(len(events) > 0, a.took)
		return "", f.repaint(events)
	}
	f.last, f.readAt = a.now, f.Now()
	var ends Outcome
	if a.now.judged {
		events = append(events, f.known.take(a.now.diagnosis)...)
		var stuck []Event
		stuck, ends = f.known.settle(a.now.diagnosis)
		events = append(events, stuck...)
	}
	if a.now.moved {
		f.changed = f.Now()
	}
	f.adapt(len(events) > 0, a.took)
	if f.StuckEnds && ends != "" {
		return ends, f.repaint(append(events, f.summary(ends)))
	}
	return "", f.repaint(events)
}

// failed says once that the server does not answer, and goes on.
func (f *Follower) failed(a attempt) error {
	var events []Event
	if f.silent == "" && !errors.Is(a.err, errDoubted) {
		f.silent = a.err.Error()
		events = append(events, Event{Type: Silent, Message: f.silent})
	}
	f.adapt(len(events) > 0, a.took)
	return f.repaint(events)
}

func (f *Follower) adapt(changed bool, took time.Duration) {
	if changed {
		f.changed = f.Now()
	}
	f.pace.adapt(changed, took)
}

// Verdict is how what was asked about stood when it was last judged.
func (f *Follower) Verdict() explain.Verdict { return f.last.diagnosis.Verdict() }

func (f *Follower) summary(outcome Outcome) Event {
	return Event{Type: Summary, Outcome: outcome, Took: f.Now().Sub(f.Began), Left: f.known.left()}
}

// repaint shows the events, and how things stand.
func (f *Follower) repaint(events []Event) error {
	now := f.Now()
	at := f.last.diagnosis.At.Add(now.Sub(f.readAt))
	for i := range events {
		e := &events[i]
		e.Time, e.At = now, at
		e.Gone, e.Known = f.known.gone, len(f.known.order)
	}
	if f.known.ended() {
		return f.Show(events, nil)
	}
	// What is shown grows older between two readings.
	graph, diagnosis := *f.last.graph, *f.last.diagnosis
	graph.At, diagnosis.At = at, at
	state := State{
		Graph: &graph, Diagnosis: &diagnosis, Silent: f.silent,
		Gone: f.known.gone, Known: len(f.known.order),
	}
	if quiet := now.Sub(f.changed); quiet >= quietFor {
		state.Quiet = quiet
	}
	return f.Show(events, &state)
}
