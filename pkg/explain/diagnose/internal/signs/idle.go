package signs

import (
	"context"
	"fmt"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

var (
	// idles is how client-go and controller-runtime say that a controller does not get to
	// work: it cannot lead, or its caches do not fill.
	idles = regex.New(`(?i)\b(?:retrieving resource lock|(?:creating|updating) (?:initial )?leader election record|initially creating leader election record|failed to (?:acquire|renew|update) (?:the )?(?:lease|lock)|failed to tryacquireorrenew|leader election lost|problem running leader election` +
		`|failed to (?:list|watch) [*\w./]+[,:]|failed to (?:list|watch) \S+/\S+, Resource=|(?:timed out|failed) waiting for .*caches? to (?:be )?sync|failed to wait for \S+ caches to sync|if kind is a CRD, it should be installed before calling Start|no kind match found)`)
	// cannotLead is what of that does not pass without a word: the others are printed by what
	// says nothing when it has got over them.
	cannotLead = regex.New(`(?i)\b(?:retrieving resource lock|leader election record|failed to (?:acquire|renew|update) (?:the )?(?:lease|lock)|failed to tryacquireorrenew|leader election lost|problem running leader election)\b`)
	// works is how they say that it does.
	works = regex.New(`(?i)\b(?:successfully acquired lease|became (?:the )?leader|starting workers|started workers?|caches are synced|all workers started)\b`)
)

// mostOwn bounds how many lines about the program itself are kept.
const mostOwn = 20

const (
	// longestRetry is how long client-go waits at most until it tries again, with a margin.
	longestRetry = 2 * time.Minute
	// oftenIdle is how often it has to have failed since the deletion.
	oftenIdle = 3
)

// ownTroubles are the lines in which a program complains, and names no object.
type ownTroubles struct {
	lines lines
	kept  []explain.LogLine
	apart hearing.IDsApart
	// began is when it last said that it gets to work.
	began time.Time
}

// take takes a line up that does not name the object, where the run is the one that leads.
func (o *ownTroubles) take(h *hearing.Case, from *holder.Printer, e *holder.Entry) {
	if !from.Leads || from.Previous {
		return
	}
	if works.MatchString(e.Message) && e.At.After(o.began) {
		o.began = e.At
	}
	if !lineFails(&e.Line) || !idles.MatchString(e.Said()) && (e.NamesSome() || e.HasSome(o.apart.Theirs)) {
		return
	}
	o.lines.add(h, from, e.Line)
	if len(o.kept) < mostOwn {
		o.kept = append(o.kept, e.Printed...)
	}
}

// words are those that it has not got over.
func (o *ownTroubles) words(h *hearing.Case) (out []Word) {
	for _, w := range o.lines.words(h, false) {
		if idle := idles.MatchString(w.Text); idle && (w.Last.Before(o.began) || !h.View.Clock.Within(w.Last, longestRetry)) || o.lines.last.Sub(w.Last) > longestPause {
			continue
		}
		out = append(out, w)
	}
	return out
}

// Idle decides where the log of a holder that looks well says that it does not get to work.
func Idle(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if !h.Listening || h.Health != explain.Running || h.Holder.Confidence == explain.Possible || h.HolderWroteSince() {
		return f
	}
	p := printedOf(ctx, h)
	if len(p.words) > 0 {
		return f
	}
	for _, w := range p.own {
		if !idles.MatchString(w.Text) || !keepsIdle(ctx, h, &w) {
			continue
		}
		f.Add(w.evidence(h))
		f.Join(Mechanics(ctx, h, w.Text))
		verdict := explain.Undecided
		if cannotLead.MatchString(w.Text) && !Fresh(h, w) {
			verdict = explain.Stuck
		}
		return f.Decide(verdict, explain.Failing, fmt.Sprintf("%s runs and does not get to work; its log says: %s%s", h.HolderName(), phrase.Quoted(w.Text), w.Times(h)))
	}
	return f
}

// keepsIdle reports whether all runs that may lead go on to complain so: again and again since
// the deletion, until a moment ago, and with nothing but complaints after it.
func keepsIdle(ctx context.Context, h *hearing.Case, w *Word) bool {
	if !w.since || !h.View.Clock.Within(w.Last, longestRetry) {
		return false
	}
	heard := false
	for _, from := range holder.Printers(ctx, h) {
		if !from.Leads || from.Previous {
			continue
		}
		log := h.View.Log(ctx, from.LogOf)
		if log.Problem.Reason != "" || !endsWith(h, w.Text, holder.EntriesOf(h, log.Log)) {
			return false
		}
		heard = true
	}
	return heard
}

// endsWith reports whether a log says a text often since the deletion, and then nothing but
// what goes wrong.
func endsWith(h *hearing.Case, text string, entries []holder.Entry) bool {
	asked, key := h.AskedAt(), logline.Alike(text, h.Node.Name, h.Node.Namespace)
	times, last := 0, false
	for i := range entries {
		e := &entries[i]
		said := e.Said()
		if e.Error == "" {
			said += e.Detail(h.Node.Name, h.Node.Namespace)
		}
		switch {
		case logline.Alike(redact.Text(said), h.Node.Name, h.Node.Namespace) != key:
			last = last && lineFails(&e.Line)
		case !e.At.Before(asked):
			times, last = times+1, true
		}
	}
	return last && times >= oftenIdle
}

// ownTrouble is the newest complaint of a log that does not name the object.
func ownTrouble(ctx context.Context, h *hearing.Case) (w Word, there bool) {
	if !h.Listening {
		return w, false
	}
	p := printedOf(ctx, h)
	if len(p.words) > 0 || len(p.own) == 0 {
		return w, false
	}
	return p.own[0], true
}
