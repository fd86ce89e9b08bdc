package signs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// LastWord is the last rung: nothing decides, and what was said last is quoted. Where
// nothing is left to wait for, that comes before that the holder is silent.
func LastWord(ctx context.Context, h *hearing.Case, unblocked string) (f hearing.Finding) {
	all := telling(ctx, h)
	said := ""
	spoke, ran := spokeIn(h, all)
	f.Join(ran)
	var old hearing.Notes
	for i, w := range slices.DeleteFunc(all, func(w Word) bool { return w.echo && !w.fails }) {
		told := w.toldIn(h.Told)
		if i == 0 && w.tellsLess(h) {
			continue
		}
		if i == 0 && (unblocked == "" || !told) {
			said = w.quote(h) + w.rested(h)
			now, later := w.leads(ctx, h)
			f.Join(now)
			old = later
		}
		if i < mostQuoted && !told {
			f.Add(w.evidence(h))
		}
	}
	if e, seen, behind := generation(h); behind {
		f.Add(e)
		said = explain.Joined("; ", said, fmt.Sprintf("its status is of a generation before the deletion (%d of %d)", seen, h.Object.GetGeneration()))
	}
	said = explain.Joined("; ", said, unnamed(ctx, h))
	if w, complains := ownTrouble(ctx, h); complains {
		said += "; it complains, perhaps of something else: " + phrase.Quoted(w.Text) + w.Times(h)
		f.Add(w.evidence(h))
		if m := failure.Of(w.Text); m == nil || !m.Outside { // what is to be done to what another object stands for is not this one's
			f.Join(Mechanics(ctx, h, w.Text))
		}
	}
	if unblocked != "" {
		f.Join(old)
		return f.Decide(explain.Undecided, explain.Silent, explain.Joined("; ", unblocked, said))
	}
	f = f.And(holder.Silent(ctx, h, said, spoke))
	f.Join(afterNow(h, &f, old))
	if at := h.Holder.Workload; f.Reason == explain.Silent && overlooked(ctx, h) {
		again := explain.Act(explain.Starts, at, "only if its log stands still for all other objects too, so that it hangs: start its pods anew", "kubectl", "rollout", "restart", at.Short(), "-n", at.Namespace)
		f.Do(again.For(explain.Guarded))
	}
	return f
}

// spokeIn is where the holder has spoken since the deletion, of this object or of another, empty where it has not.
func spokeIn(h *hearing.Case, all []Word) (where string, ran hearing.Notes) {
	if at := slices.IndexFunc(all, func(w Word) bool { return w.spoken(h) }); at >= 0 {
		where = strings.Replace(all[at].source, besideIt, "the "+besideIt, 1)
	}
	if ran = runsByOther(h); len(ran.Evidence) > 0 {
		where = cmp.Or(where, "the "+besideIt)
	}
	return where, ran
}

// spoken reports whether it is the holder who has said so since the deletion, so that it runs, or ran when that was copied.
func (w Word) spoken(h *hearing.Case) bool {
	return w.since && w.author == theHolder && !w.prose && (w.aside || h.View.Copied) || h.Holder.Name == "" && w.source == besideIt && w.byHolder(true, severalHold(h))
}

// echoes reports whether a word says of the object itself no more than that it is being deleted, by its name or without:
// whoever asked for that knows it, and it is no reason.
func (w Word) echoes(h *hearing.Case) bool {
	text := w.Line()
	if w.state || w.of.Name != "" {
		return !w.state && sentence.Restates(text)
	}
	for _, name := range []string{h.Node.Namespace + "/" + h.Node.Name, h.Node.Name} {
		text = strings.NewReplacer(`"`+name+`"`, "it", "'"+name+"'", "it", " "+name+" ", " it ").Replace(text)
	}
	if kind := h.Kind.Kind + " it"; len(text) > len(kind) && strings.EqualFold(text[:len(kind)], kind) {
		text = text[len(h.Kind.Kind)+1:]
	}
	return sentence.Restates(text)
}

// tellsLess reports whether a word says that all was well before, or only that somebody looks, is an event about something
// else, a line of before the deletion, or that of a person: what is known of the holder tells more.
func (w Word) tellsLess(h *hearing.Case) bool {
	if !h.View.Copied || h.WaitsFor() == "" {
		return w.fine && h.View.Copied && w.aside
	}
	plain := !w.fails && !w.gone && !saysWaits(w)
	before := w.aside && !w.since && !w.Last.IsZero()
	aboutElse := w.count > 0 && !w.aside && !ofDeletion(w)
	return w.fine || plain && (before || aboutElse) || w.source == holder.TextBeside && w.author == somebodyElse
}

// afterNow are the steps that words of before the deletion lead to: in a cluster what the holder
// says now is looked at first.
func afterNow(h *hearing.Case, f *hearing.Finding, old hearing.Notes) hearing.Notes {
	if len(old.Steps) == 0 || h.View.Copied {
		return old
	}
	if at := slices.IndexFunc(f.Steps, func(s explain.Step) bool { return s.Aim == explain.Looks }); at >= 0 {
		f.Steps[at].Aim = explain.Mends
	}
	for i := range old.Steps {
		if old.Steps[i].Aim == explain.Mends {
			old.Steps[i].Text = "if it still says so, " + old.Steps[i].Text
		}
	}
	return old
}

// ofBefore reports whether a word is surely of before the deletion and not about it: that its
// holder has done nothing since tells more.
func (w Word) ofBefore() bool { return !w.since && !w.aside && !w.Last.IsZero() && !ofDeletion(w) }

// leads are the steps that a word leads to: now, and later where it is of before, if it is told
// when the object was asked to go. What its holder says now comes before what somebody said then.
func (w Word) leads(ctx context.Context, h *hearing.Case) (now, later hearing.Notes) {
	if w.ofBefore() && !h.Node.Since.IsZero() {
		return now, w.leadsTo(ctx, h)
	}
	return w.leadsTo(ctx, h), later
}

// leadsTo are the steps that a word leads to by itself, none where it is out of date.
func (w Word) leadsTo(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	switch {
	case w.stale:
	case w.fails && !w.ofMaking():
		return hearing.IfStill(h, w.quiet, w.ago, Mechanics(ctx, h, w.Text))
	case w.left, w.since && !w.fails && !w.fine && !w.state && saysWaits(Word{Text: w.Text}):
		n.Join(acts.SeeTo(ctx, h, w.Text))
	}
	return n
}

// makingWords are how controllers say that something is to come to be.
var makingWords = []string{"creat", "provision"}

// ofMaking reports whether a word is of before the deletion, and of how the object was
// made: that it failed is over.
func (w Word) ofMaking() bool {
	return !w.since && !w.Last.IsZero() && !ofDeletion(w) && speaksOf(w, makingWords)
}

// byHolder reports whether it is the holder who says so: in a copy that is whoever works at
// the object, unless several may.
func (w Word) byHolder(copied, several bool) bool {
	if copied {
		return w.author == theHolder || w.aside && !w.unnamed && !several && w.author != somebodyElse
	}
	return w.author == theHolder
}

// ofWait reports whether a word tells of what the deletion waits for, and nothing worse. Away
// says that who writes the status has not looked since.
func (w Word) ofWait(away bool) bool {
	if w.of.Name != "" || w.fails || w.fine || w.gone || w.stale || !saysWaits(w) && w.asks() == "" || w.echo {
		return false
	}
	return w.since || !away && ofDeletion(w)
}

// asks is what a word asks of a person for sure, also where it says so in the reason alone.
func (w Word) asks() string {
	switch {
	case w.stale:
		return ""
	case w.state:
		return sentence.OfPerson(phrase.Apart(w.Text))
	}
	return cmp.Or(sentence.Requests(w.Text), sentence.OfPerson(phrase.Apart(w.reason)))
}

// Waits decides where its holder says that something has to happen first. What was said
// before the deletion stands, where it is of the deletion: a condition that stays as it
// is keeps its times.
func Waits(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	copied := h.View.Copied && !h.Holder.BuiltIn
	if !copied && (h.Health != explain.Running || h.Holder.Confidence == explain.Possible || h.Holder.BuiltIn) {
		return f
	}
	_, _, away := h.Behind()
	several := severalHold(h)
	for _, w := range telling(ctx, h) {
		if f := w.awaitsAnother(h, copied); f.Decided() {
			return f
		}
		if !w.byHolder(copied, several) || !w.ofWait(away) {
			continue
		}
		f.Add(w.evidence(h))
		f.Join(holder.AskWhatItSays(h))
		says := " says that it waits, "
		switch {
		case w.log != nil:
			says = " waits; its log says, "
		case !saysWaits(w):
			says = " asks somebody to act, "
		}
		message := w.waiting(h, says, copied) + w.rested(h)
		by := acts.BlockedBy(ctx, h, w.Text)
		f.Join(by)
		if asked := cmp.Or(w.asks(), sentence.Asks(w.Text)); asked != "" {
			f.Join(acts.DoAsked(ctx, h, w.Text, asked))
			return f.Decide(explain.Stuck, explain.Blocked, message)
		}
		return f.And(w.awaits(ctx, h, by.Blockers, copied, message))
	}
	return f
}

// WaitsForElse reports whether its holder says that it waits for something else than that nobody uses the object.
func WaitsForElse(ctx context.Context, h *hearing.Case) bool {
	_, _, away := h.Behind()
	return slices.ContainsFunc(telling(ctx, h), func(w Word) bool {
		return w.author == theHolder && !w.left && !w.state && w.ofWait(away) && !ofUse.MatchString(w.Text)
	})
}

// ofUse is how words say that something is in use.
var ofUse = regex.New(`(?i)\b(?:in[- ]use|still (?:uses?|used|referenced|attached|claimed)|(?:used|referenced|consumed|claimed|mounted|locked|held) by)\b`)

// awaits is the outcome where its holder says that something has to happen first, and asks nobody for anything.
func (w Word) awaits(ctx context.Context, h *hearing.Case, by []explain.Blocker, copied bool, message string) (f hearing.Finding) {
	if copied {
		return w.waitsCopied(ctx, h, message)
	}
	if works := Working(ctx, h); works.Decided() {
		f.Join(works.Notes)
		return f.Decide(explain.Progressing, explain.Working, works.Message+"; it says that it waits: "+phrase.Quoted(w.Text))
	}
	f.Join(w.toSee(ctx, h))
	if len(by) > 0 && by[0].State.Going() {
		return f.Decide(explain.Waiting, explain.Blocked, message)
	}
	return f.Decide(explain.Undecided, explain.Blocked, message)
}

// waitsCopied decides by a word of waiting in a copy: where less was left each time up to the end of
// it, that went on.
func (w Word) waitsCopied(ctx context.Context, h *hearing.Case, message string) (f hearing.Finding) {
	if run, runs := w.course.Runs(); runs && run.Last.Equal(w.Last) {
		f.Mend("wait as long as that goes on; where it does no more, see to what it waits for: " + phrase.Quoted(w.Text))
		return f.Decide(explain.Progressing, explain.Working, message)
	}
	f.Join(acts.SeeTo(ctx, h, w.Text))
	if len(sentence.Unready(w.Text)) > 0 { // which what goes along may never be again
		return f.Decide(explain.Undecided, explain.Blocked, message)
	}
	return f.Decide(explain.Waiting, explain.Blocked, message)
}

// toSee is what to look at where a word tells of waiting: what that is for, or how far it is.
func (w Word) toSee(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	switch {
	case w.state && HowFar(ctx, h, "", false) != "":
		n.AskAgain(h, "it tells how far it is; see whether it gets further", "--observe", "20s")
	case saysWaits(Word{Text: w.Text}):
		n.Join(acts.SeeTo(ctx, h, w.Text))
	}
	return n
}

// awaitsAnother decides where a word says that another finalizer of the object has to go first.
func (w Word) awaitsAnother(h *hearing.Case, copied bool) (f hearing.Finding) {
	first, named := anotherNamed(h, w.Text)
	if !named || !w.since || w.author == somebodyElse || !goesFirst(w.Text, first) {
		return f
	}
	f.Add(w.evidence(h))
	f.Mend("see first to what holds " + first + ", which this one waits for")
	return f.Decide(explain.Waiting, explain.Blocked, w.waiting(h, " says that it waits, ", copied))
}

// severalHold reports whether more than one finalizer is on the object.
func severalHold(h *hearing.Case) bool { return h.Object != nil && len(h.Object.GetFinalizers()) > 1 }

// waiting is who says so, and how.
func (w Word) waiting(h *hearing.Case, says string, copied bool) string {
	if copied {
		return h.HolderName() + " waits; the " + w.source + " says: " + phrase.Quoted(w.Text) + w.Times(h)
	}
	return h.HolderName() + says + w.age(h) + ": " + phrase.Quoted(w.Text)
}

// mostQuoted is how many words are told of.
const mostQuoted = 5

// generation is the evidence that the status is of a generation before the one that the
// deletion made: who writes it has not said that it has looked since.
func generation(h *hearing.Case) (e explain.Evidence, seen int64, behind bool) {
	seen, field, behind := h.Behind()
	if !behind {
		return e, seen, false
	}
	return explain.Evidence{
		Kind: explain.Said, Source: field, Field: field,
		Fact: fmt.Sprintf("is %d, and the deletion made generation %d: who writes the status has not said that it has looked since", seen, h.Object.GetGeneration()),
	}, seen, true
}

// Heard are the words that a judgement does not rest on, and that a person should know.
// What Kubernetes' own parts wait for is looked up: their words tell only where they
// fail, or where that decides nothing.
func Heard(ctx context.Context, h *hearing.Case, verdict explain.Verdict) (n hearing.Notes) {
	if e, _, behind := generation(h); behind && !slices.ContainsFunc(h.Told, func(t explain.Evidence) bool { return t.Field == e.Field }) {
		n.Add(e)
	}
	said := telling(ctx, h)
	for _, w := range said {
		if h.Holder.BuiltIn && !w.fails && verdict != explain.Undecided {
			continue
		}
		if len(n.Evidence) < mostQuoted && (w.fails || !w.fine && !w.state || w.share && w.since) && !w.toldIn(h.Told) && !w.toldIn(n.Evidence) && !w.followed(h, slices.Concat(h.Told, n.Evidence)) {
			n.Add(w.evidence(h))
		}
	}
	if h.View.Copied { // nobody who reads the answer can look
		for _, w := range statesOf(slices.Concat(h.Told, n.Evidence), said) {
			n.Add(w.evidence(h))
		}
	}
	return n
}

// HowFar says how far a field of the object says that it is since the deletion, or what is left, where a message
// does not tell that. Named says that it names what is waited for.
func HowFar(ctx context.Context, h *hearing.Case, message string, named bool) string {
	for _, w := range telling(ctx, h) {
		if !w.share && (!w.left || message == "" || named) || !w.since || w.stale || w.author == somebodyElse || w.of.Name != "" {
			continue
		}
		if strings.Contains(message, w.Line()) {
			return ""
		}
		return "; its " + w.source + " is " + strings.TrimPrefix(w.Line(), w.source[strings.LastIndexByte(w.source, '.')+1:]+": ")
	}
	return ""
}

// toldIn reports whether evidence quotes the word, or the words that it is a part of. A state
// is a word of many others.
func (w Word) toldIn(evidence []explain.Evidence) bool {
	return slices.ContainsFunc(evidence, func(e explain.Evidence) bool {
		if w.state {
			return e.Words == w.Line() || e.Field == w.source
		}
		return strings.Contains(e.Words, w.Line())
	})
}

// followed reports whether an event was followed by one that is told, and alike but for its numbers.
func (w Word) followed(h *hearing.Case, told []explain.Evidence) bool {
	like := func(text string) string { return logline.Alike(text, h.Node.Name, h.Node.Namespace) }
	return w.count > 0 && slices.ContainsFunc(told, func(e explain.Evidence) bool { return e.Source == w.source && like(e.Words) == like(w.Line()) })
}

// telling returns what is said, the word that tells most first: of the deletion before
// of anything else, of after it before of earlier, and of these the newest.
func telling(ctx context.Context, h *hearing.Case) []Word {
	all := words(ctx, h)
	for i := range all {
		all[i].stale = all[i].passed || knownStale(h.Told, all[i].source) || all[i].refuted(h.Told)
	}
	for i := range all {
		all[i].outdone = all[i].stale && slices.ContainsFunc(all, func(o Word) bool {
			return o.since && !o.stale && !o.state && o.author == all[i].author && o.Last.After(all[i].Last)
		})
	}
	// What somebody else fails at is why another finalizer stays, where there is one.
	several := severalHold(h)
	weight := func(w Word) int {
		if several && w.fails && w.author == somebodyElse {
			return w.weight() - 6
		}
		return w.weight()
	}
	slices.SortStableFunc(all, func(a, b Word) int {
		return cmp.Or(cmp.Compare(weight(b), weight(a)), b.Last.Compare(a.Last))
	})
	return all
}

// weight is how much a word tells of a deletion. What is surely of before it tells less
// than what has no time.
func (w Word) weight() int {
	weight := 0
	for _, points := range []struct {
		is   bool
		many int
	}{
		{w.author == theHolder, 1},
		{w.author == somebodyElse, -3},
		{w.prose, -3},
		{ofDeletion(w), 2},
		{w.fails || w.gone || saysWaits(w) || w.asks() != "", 4},
		{w.since, 5},
		{!w.since && w.Last.IsZero(), 2},
		{(w.fine || w.state) && !w.fails || w.stale, -10},
		{w.outdone, -10},
		{w.echo && !w.fails, -6},
	} {
		if points.is {
			weight += points.many
		}
	}
	return weight
}

// quote is the word with its place and its age.
func (w Word) quote(h *hearing.Case) string {
	if w.state {
		return "its " + w.source + " is " + w.Line()
	}
	if w.log != nil {
		return "its log says, " + w.age(h) + ": " + phrase.Quoted(w.Text)
	}
	if w.aside {
		return "the " + w.source + " says, " + w.age(h) + ": " + phrase.Quoted(w.Text)
	}
	if w.stale {
		return "last said, " + w.age(h) + " (" + w.source + "): " + phrase.Quoted(w.Text) + ", which is out of date"
	}
	return "last said, " + w.age(h) + " (" + w.source + "): " + phrase.Quoted(w.Text)
}

// evidence is the word as it is told: what is not surely of after the deletion, or not
// of the holder, proves little.
func (w Word) evidence(h *hearing.Case) explain.Evidence {
	fact := w.Line()
	if w.state {
		fact = "is " + fact
	}
	if w.reason != "" && !strings.Contains(fact, w.reason) && !strings.Contains(w.source, w.reason) {
		fact = w.reason + ": " + fact
	}
	fact += " (" + w.age(h) + ")"
	switch {
	case w.gone:
		fact += "; by these words it is not there any more"
	case w.author == somebodyElse && w.fails:
		fact += " (its holder does not say so)"
	case w.passed:
		fact += "; that is over"
	}
	e := explain.Evidence{Kind: explain.Said, Source: w.source, Fact: fact, Words: w.Line(), Weak: !w.since || w.author != theHolder || w.passed, Log: w.log}
	if w.log != nil {
		e.Kind = explain.Logged
	}
	return e
}

// age says when it was said, seen from the deletion where it was before that.
func (w Word) age(h *hearing.Case) string {
	often := ""
	if w.count > 1 {
		often = fmt.Sprintf("%d times, last ", w.count)
	}
	switch {
	case w.since && h.Since(w.Last):
		return often + h.View.Clock.When(w.Last)
	case w.since && !w.Last.IsZero():
		return h.View.Clock.For(w.Last)
	case w.aside && w.Last.IsZero():
		return often + "nothing tells when"
	case w.since && w.Last.IsZero() && w.ago != "":
		if w.count > 1 {
			often = w.often + ", last "
		}
		return often + w.ago + " before this was copied"
	case w.since && !h.Node.Since.IsZero():
		return "after the deletion"
	case w.Last.IsZero():
		return "nothing tells when"
	case h.Node.Since.IsZero():
		return often + h.View.Clock.When(w.Last)
	}
	return often + duration.HumanDuration(h.Node.Since.Sub(w.Last)) + " before the deletion"
}
