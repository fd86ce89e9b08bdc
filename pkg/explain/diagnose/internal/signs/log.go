package signs

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/budget"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// mostPrinted bounds how many different lines of logs are told of.
	mostPrinted = 3
	// longestPause is how long a controller that fails waits at most until it tries
	// again. An error that did not come again since is over.
	longestPause = 20 * time.Minute
)

// printed is what the logs of a holder say of one object.
type printed struct {
	words []Word
	// asides name the finalizer and no object, or one of another kind that is called
	// the same.
	asides []Word
	// own are what it complains of that names no object.
	own []Word
	// problem is why a log could not be read; its Reason is empty where all could.
	problem trace.Problem
	about   explain.LogOf
	// heard says that the log of one that leads was read, and from is the time from which
	// on nothing is missing in it.
	heard bool
	from  time.Time
}

// logMemory keeps what logs say, by the hold.
type logMemory struct {
	printed sight.Memo[[2]string, printed]
}

// logWords are what the holder has printed about the object.
func logWords(ctx context.Context, h *hearing.Case) []Word {
	if !h.Listening {
		return nil
	}
	return printedOf(ctx, h).words
}

// holdID tells a hold from all others.
func holdID(h *hearing.Case) [2]string {
	return [2]string{h.Node.UID + " " + h.Node.Namespace + "/" + h.Node.Name, h.Finalizer}
}

func printedOf(ctx context.Context, h *hearing.Case) printed {
	return sight.Memory[logMemory](h.View).printed.Get(holdID(h), func() printed { return listen(ctx, h) })
}

// Listened tells what the logs say beside the words about the object: that they name
// it nowhere, what names the finalizer alone, and what could not be read. That makes the
// answer incomplete where it might have decided.
func Listened(ctx context.Context, h *hearing.Case, verdict explain.Verdict) (n hearing.Notes) {
	if !h.Listening {
		return n
	}
	p := printedOf(ctx, h)
	for _, w := range p.asides {
		e := w.evidence(h)
		e.Fact, e.Weak = e.Fact+" (it does not name this object)", true
		n.Add(e)
	}
	switch {
	case len(p.words) > 0:
	case p.problem.Reason != "":
		n.Hint(sight.SourceOfLog(p.about), "it could not be read: "+p.problem.Message)
		if verdict == explain.Undecided {
			h.View.Note(p.problem)
		}
	default:
		if said := unnamed(ctx, h); said != "" {
			n.Add(explain.Evidence{Kind: explain.Logged, Source: sight.SourceOfLog(p.about), Fact: said, Log: &explain.Printed{LogOf: p.about}})
		}
	}
	return n
}

// unnamed says that the log of the holder does not name the object. It is empty where
// it does, and where it was not read.
func unnamed(ctx context.Context, h *hearing.Case) string {
	if !h.Listening {
		return ""
	}
	p := printedOf(ctx, h)
	switch {
	case !p.heard || len(p.words) > 0 || !p.from.IsZero() && !h.View.Clock.Passed(p.from, hearing.FreshFor):
		return ""
	case p.from.IsZero():
		return "its log does not name it"
	}
	return "its log has not named it in " + h.View.Clock.Age(p.from)
}

// overlooked reports whether the log has not named the object for longer than a
// controller waits that tries again.
func overlooked(ctx context.Context, h *hearing.Case) bool {
	return unnamed(ctx, h) != "" && h.Holder.Workload.Group == "apps" && h.View.Clock.Passed(printedOf(ctx, h).from, longestPause)
}

// listen reads the logs of the holder, and picks what names the object.
func listen(ctx context.Context, h *hearing.Case) (p printed) {
	printers := holder.Printers(ctx, h)
	logs := make([]sight.LogSeen, len(printers))
	var reading sync.WaitGroup
	for i := range printers {
		reading.Go(func() { logs[i] = h.View.Log(ctx, printers[i].LogOf) })
	}
	reading.Wait()
	subject := hearing.SubjectOf(h)
	apart := hearing.IDsApartOf(ctx, h)
	subject.Others = append(subject.Others, apart.Mine()...)
	alone := sync.OnceValue(func() bool { return onlyOne(ctx, h) })
	var surely, perhaps lines
	itself := ownTroubles{apart: apart}
	for i := range printers {
		from, log := &printers[i], &logs[i]
		if log.Problem.Reason != "" {
			if !from.Previous && p.problem.Reason == "" {
				p.problem, p.about = log.Problem, from.LogOf
			}
			continue
		}
		var kept []explain.LogLine
		itself.kept = nil
		for _, e := range holder.EntriesOf(h, log.Log) {
			switch naming := subject.In(&e.Line); {
			case naming == logline.Not:
				itself.take(h, from, &e)
				continue
			case naming == logline.Surely, naming == logline.Nearly && alone():
				surely.add(h, from, e.Line)
			default:
				perhaps.add(h, from, e.Line)
			}
			kept = append(kept, e.Printed...)
		}
		h.View.KeepLog(from.LogOf, log.Log, append(kept, itself.kept...))
		if from.Leads && !from.Previous && !p.heard {
			p.heard, p.from, p.about = true, coveredFrom(h, from, log.Log), from.LogOf
		}
	}
	p.words, p.asides, p.own = surely.words(h, true), perhaps.words(h, false), itself.words(h)
	return p
}

// coveredFrom is the time from which on nothing is missing in a log: when the run
// began, the deletion or, where lines were left out, the first that is there.
func coveredFrom(h *hearing.Case, from *holder.Printer, log explain.Log) time.Time {
	begin := h.View.LogsSince()
	if begin.IsZero() {
		return begin
	}
	for _, at := range []time.Time{from.Began, h.AskedAt()} {
		if at.After(begin) {
			begin = at
		}
	}
	if log.Partial && log.From.After(begin) {
		begin = log.From
	}
	return begin
}

// onlyOne reports whether no other namespace has an object of the kind and the name.
func onlyOne(ctx context.Context, h *hearing.Case) bool {
	all := h.View.Sketch(ctx, h.Kind.Group, h.Kind.Kind, "")
	same := 0
	for i := range all.Rows {
		if all.Rows[i].Name == h.Node.Name {
			same++
		}
	}
	return all.Complete && same <= 1
}

// lines are those of logs that name an object, alike ones once.
type lines struct {
	alike map[string]*Word
	order []*Word
	last  time.Time // of any
	dated int       // how many have a date
	// failed is when something failed last.
	failed time.Time
	// behind is how many of these came before what was printed last without one.
	behind map[*Word]int
	// turns is as which of all a word was said last.
	turns map[*Word]int
	taken int
	// tries is the turn in which an act was told last to have failed.
	tries map[string]int
}

func (s *lines) add(h *hearing.Case, from *holder.Printer, l logline.Line) {
	s.put(h, &l, Word{
		source: sight.SourceOfLog(from.LogOf), by: "the log of " + h.HolderName(), author: printerOf(h, &l), log: &explain.Printed{LogOf: from.LogOf},
	})
}

// put takes a line up as a word, or counts it where one was alike.
func (s *lines) put(h *hearing.Case, l *logline.Line, w Word) {
	text := l.Said()
	if l.Error == "" {
		text += l.Detail(h.Node.Name, h.Node.Namespace)
	}
	if text == "" {
		return
	}
	if l.At.After(s.last) {
		s.last = l.At
	}
	key := logline.Alike(text, h.Node.Name, h.Node.Namespace)
	s.taken++
	if known, is := s.alike[key]; is {
		s.turns[known] = s.taken
		s.count(known, l.At)
		if known.count++; !l.At.Before(known.Last) {
			known.Text, known.Last = text, l.At
		}
		if l.At.Before(known.First) {
			known.First = l.At
		}
		s.step(known, l.At, text)
		return
	}
	w.Text, w.First, w.Last, w.count, w.fails, w.fine = text, l.At, l.At, 1, lineFails(l) && !putsOff(text), l.Routine()
	s.count(&w, l.At)
	s.step(&w, l.At, text)
	s.keep(key, &w)
	if s.turns == nil {
		s.turns = map[*Word]int{}
	}
	s.turns[&w] = s.taken
}

// step remembers when a word was said, and how.
func (s *lines) step(w *Word, at time.Time, text string) {
	w.course = w.course.With(logline.Step{At: at, Text: text})
	if w.fails && at.After(s.failed) {
		s.failed = at
	}
}

// take takes a word up as it is, or counts it where one says the same.
func (s *lines) take(w *Word) {
	if known, is := s.alike[w.Text]; is {
		known.count++
		return
	}
	s.keep(w.Text, w)
}

func (s *lines) keep(key string, w *Word) {
	if s.alike == nil {
		s.alike = map[string]*Word{}
	}
	s.alike[key] = w
	s.order = append(s.order, w)
}

// all are the words as they are, as many as are told.
func (s *lines) all() (out []Word) {
	for _, w := range s.order[:min(len(s.order), mostPrinted)] {
		out = append(out, *w)
	}
	return out
}

// printerOf says whether a line is the holder's: that of a workload which only may be
// it is, where it tells that it takes off the finalizer.
func printerOf(h *hearing.Case, l *logline.Line) author {
	if h.Holder.Confidence == explain.Certain || h.Holder.Confidence == explain.Likely || h.SaysItTakesOff(l.Said(), hearing.SubjectOf(h).In(l) == logline.Surely) {
		return theHolder
	}
	return unknownAuthor
}

// lineFails reports whether a line says that something goes wrong: by its level or,
// where it has none, by its words.
func lineFails(l *logline.Line) bool {
	switch {
	case l.Level >= logline.Error:
		return true
	case strings.Contains(l.Message, budget.OfDrain): // it goes on
		return false
	}
	switch l.Level {
	case logline.Warning, logline.Unknown:
		return l.Error != "" || errorLike(l.Message)
	case logline.Debug, logline.Info, logline.Error, logline.Fatal:
	}
	return l.Error != "" || beginsWrong.MatchString(l.Message)
}

// beginsWrong is how a line begins that tells of an error, whatever its level.
var beginsWrong = regex.New(`^(?i)(?:error|errors|failed|failure|could not|cannot|unable to)\b`)

// words are what was printed, the failures that go on first and the newest of them,
// without what must not be shown. Surely leaves out what is no failure and was said
// before the deletion, and the others are only failures.
func (s *lines) words(h *hearing.Case, surely bool) []Word {
	asked := h.AskedAt()
	var out []Word
	for _, w := range s.order {
		w.since = !asked.IsZero() && !w.Last.Before(asked) && !w.Last.IsZero() || w.aside && (w.Last.IsZero() || asked.IsZero())
		if w.fails && surely && s.passed(w) {
			w.fails, w.passed = false, true
		}
		if !w.fails && (!surely && !putsOff(w.Text) || surely && !w.since && !w.aside) {
			continue
		}
		w.Text = redact.Text(w.Text)
		if w.log != nil {
			w.log.First, w.log.Last, w.log.Count = w.First, w.Last, int(w.count)
		}
		out = append(out, *w)
	}
	slices.SortStableFunc(out, func(a, b Word) int {
		return cmp.Or(cmp.Compare(gravity(h, b), gravity(h, a)), b.Last.Compare(a.Last))
	})
	if len(out) > 0 && out[0].fails { // that it begins to work at the object tells nothing beside that
		out = slices.DeleteFunc(out, func(w Word) bool {
			_, runs := w.course.Runs()
			return !w.fails && !runs && !saysWaits(w) && !sentence.GivesUp(w.Text)
		})
	}
	return out[:min(len(out), mostPrinted)]
}

// count remembers how many lines with a date came before a word without one.
func (s *lines) count(w *Word, at time.Time) {
	switch {
	case !at.IsZero():
		s.dated++
	case s.behind == nil:
		s.behind = map[*Word]int{}
		fallthrough
	default:
		s.behind[w] = s.dated
	}
}

// leastPassed is how many lines with a date come after a failure without one that has passed.
const leastPassed = 2

// passed reports whether other lines came after a failure, and it did not come again.
func (s *lines) passed(w *Word) bool {
	if w.Last.IsZero() {
		return s.dated-s.behind[w] >= leastPassed || s.triedAgain(w)
	}
	return s.last.Sub(w.Last) > longestPause || s.overcome(w)
}

// triedAgain reports whether the same was told once more in the text of a person, of which nothing tells the times, and
// it failed at something else. What passes by itself stands for no other reason.
func (s *lines) triedAgain(w *Word) bool {
	act := actOf(w.Text)
	if !w.aside || act == "" {
		return false
	}
	return s.turns[w] < s.lastTry(act)
}

// lastTry is as which of all it was told last that this failed, by itself for no time.
func (s *lines) lastTry(act string) int {
	if s.tries == nil {
		s.tries = map[string]int{}
		for _, w := range s.order {
			if !w.fails || !w.aside || !w.Last.IsZero() || sentence.EndedAlready(w.Text, "") {
				continue
			}
			if m := failure.Of(w.Text); m == nil || !m.Passing {
				s.tries[actOf(w.Text)] = max(s.tries[actOf(w.Text)], s.turns[w])
			}
		}
	}
	return s.tries[act]
}

// leastOfAct is of how many words what was tried is told at least.
const leastOfAct = 3

// actOf is what was tried, as a text says before why that failed; empty where it does not.
func actOf(text string) string {
	act, why, told := strings.Cut(text, ": ")
	if !told || why == "" || len(strings.Fields(act)) < leastOfAct || !errorLike(act) {
		return ""
	}
	return act
}

// gravity is how much a line tells: a failure that does not pass by itself most, what is waited
// for more than what is done or could not be made.
func gravity(h *hearing.Case, w Word) int {
	switch m := failure.Of(w.Text); {
	case w.failsToMake():
		return 1
	case w.fails && m != nil && m.Passing:
		return 3
	case w.fails:
		return 3 + w.leading(h)
	case saysWaits(Word{Text: w.Text}), sentence.GivesUp(w.Text):
		return 2
	}
	return 0
}
