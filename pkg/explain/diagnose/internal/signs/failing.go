package signs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/budget"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/marks"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rights"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Failing decides where somebody says, since the deletion, that it goes wrong. What was
// said before may be of another time.
func Failing(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	var certain, heard []Word
	all := failures(ctx, h)
	for _, c := range all {
		switch {
		case c.author == somebodyElse || cannotAct(h) || !c.since || c.of.Name != "" && c.author != theHolder:
		case c.author == theHolder:
			certain = append(certain, c)
		default:
			heard = append(heard, c)
		}
	}
	if len(certain) == 0 {
		return f.And(heardSay(ctx, h, heard, all))
	}
	first := naming(h, certain, worst(h, certain))
	for _, c := range certain {
		f.Add(c.evidence(h))
	}
	if on := goesOnBeside(ctx, h, first); on.Decided() {
		return f.And(on)
	}
	a := awaitedIn(ctx, h, first.reason, first.Text)
	f.Join(a.notes(ctx, h))
	if len(a.list)+len(a.gone) == 0 && failure.Of(first.Text) == nil && first.of.Name == "" {
		f.Join(acts.BlockedBy(ctx, h, first.Text))
	}
	f = f.And(decideFailing(ctx, h, countOf(certain, first), all))
	f.Join(listed(ctx, h, first, certain))
	return f
}

// listed is what helps against the other errors of the list that a failure is of, and against those of other conditions
// that fail for another reason: these hold at the same time.
func listed(ctx context.Context, h *hearing.Case, first Word, all []Word) (n hearing.Notes) {
	told := 0
	for _, w := range all {
		if first.count > 0 || first.of.Name != "" || w.count > 0 || w.of.Name != "" || w.source != first.source && !w.failsBesides(h, first) || w.Text == first.Text || told == mostPrinted {
			continue
		}
		n.Join(Mechanics(ctx, h, w.Text))
		told++
	}
	return n
}

// failsBesides reports whether a condition tells that a part of the deletion fails, and for another reason than what
// another condition tells.
func (w Word) failsBesides(h *hearing.Case, than Word) bool {
	const condition = "status.conditions["
	if !strings.HasPrefix(w.source, condition) || !strings.HasPrefix(than.source, condition) || w.gone || w.stale || !ofDeletion(w) || Fresh(h, w) {
		return false
	}
	m := failure.Of(w.Text)
	return m != nil && m != failure.Of(than.Text)
}

// naming is a failure or, where that names nothing, one that does and was told at the same time.
func naming(h *hearing.Case, all []Word, first Word) Word {
	if first.names() || first.count > 0 && !first.aside || first.of.Name != "" {
		return first
	}
	for _, w := range all {
		then := w.count == 0 && w.Last.Equal(first.Last)
		if first.aside { // of one log, of which some lines may tell no year
			then = w.aside && !w.prose && (w.Last.IsZero() || w.Last.Sub(first.Last).Abs() < time.Minute)
		}
		if w.names() && then && w.of.Name == "" && (w.aside || Fresh(h, w) == Fresh(h, first)) {
			return w
		}
	}
	return first
}

// names reports whether a failure is of a sort that is known, or names what it is about: in
// quotes, by a path or by a name with a number.
func (w Word) names() bool { return failure.Of(w.Text) != nil || someName.MatchString(w.Text) }

var someName = regex.New(`["'` + "`" + `]\S|\w/\w|\b[a-zA-Z][\w.-]*\d|\d[\w.-]*[a-z]`)

// fuller are those that say more than one that is told in a word, or than a wait in vain: what a person quotes of a use.
func (w Word) fuller(all []Word) []Word {
	if w.inVain() {
		return slices.DeleteFunc(slices.Clone(all), func(other Word) bool { return !other.quotedUse() })
	}
	if !w.bare() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(all), func(other Word) bool {
		return other.bare() || other.author == somebodyElse || other.stale || other.unnamed || other.of.Name != "" || other.ofMaking()
	})
}

// bare reports whether it is told in a word, and at most of which operation that is.
func (w Word) bare() bool {
	word, _, _ := strings.Cut(w.Text, manifest.OfOperation)
	return !strings.Contains(strings.TrimSpace(word), " ")
}

// helps is what helps against a failure, and says what is told of it where it names nothing itself, or waits in vain.
func helps(ctx context.Context, h *hearing.Case, c Word, all []Word) (n hearing.Notes, says string) {
	more := c.fuller(all)
	if len(more) == 0 || c.inVain() {
		n.Join(hearing.IfStill(h, c.quiet, c.ago, Mechanics(ctx, h, c.Text)))
	}
	for _, w := range more[:min(len(more), 2)] {
		n.Join(Mechanics(ctx, h, w.Text))
		says += "; " + w.source + " says: " + phrase.Quoted(w.Text)
	}
	return n, says
}

// heardSay is the outcome where something goes wrong and nothing tells whether it
// is the holder who says so.
func heardSay(ctx context.Context, h *hearing.Case, heard, all []Word) (f hearing.Finding) {
	if len(heard) == 0 {
		return f
	}
	for _, c := range heard {
		f.Add(c.evidence(h))
	}
	first := naming(h, heard, heard[0])
	f.Join(awaitedIn(ctx, h, first.reason, first.Text).notes(ctx, h))
	steps, more := helps(ctx, h, first, all)
	f.Join(steps)
	by := cmp.Or(first.by, "somebody")
	if first.by == "" && h.View.Copied && h.Holder.Name != "" {
		by = h.HolderName() // rows of events are copied without who wrote them
	}
	// Who tries again and again to delete what nobody else is known to hold is its holder.
	if c := countOf(heard, first); persistent(c) && ofDeletion(first) && h.Holder.Name == "" {
		return f.Decide(explain.Stuck, explain.Failing, fmt.Sprintf("%s tries and fails: %s%s", by, phrase.Quoted(first.Text), c.Times(h))+more)
	}
	if h.View.Copied && !first.unnamed && first.of.Name == "" && h.GoesAlone() {
		f = f.And(failsBeside(ctx, h, by, countOf(heard, first), steps.Steps))
		f.Message += more
		return f
	}
	return f.Decide(explain.Undecided, explain.Failing, fmt.Sprintf("%s says of it: %s%s; whether that is what holds it is not known", by, phrase.Quoted(first.Text), countOf(heard, first).Times(h)+more))
}

// failsBeside is the outcome where somebody was copied who works at the one object that goes
// and fails at it: that is why it stays, whoever it is.
func failsBeside(ctx context.Context, h *hearing.Case, by string, c Word, steps []explain.Step) (f hearing.Finding) {
	verdict, what := c.proves(h)
	who := by
	if c.source == answerBeside { // whoever typed the command was refused, and not the holder
		return f.Decide(verdict, explain.Failing, "what somebody has asked of the API server was not done"+what+c.says()+phrase.Quoted(c.Text)+c.Times(h))
	}
	if c.aside || c.told || c.log != nil {
		who = h.HolderName()
	}
	f.Join(comesBack(ctx, h, verdict, c, steps))
	return f.Decide(verdict, explain.Failing, who+triesAndFails(ctx, h, c, what)+c.says()+phrase.Quoted(c.Text)+c.Times(h))
}

// proves is what comes of a failure, with its sort in brackets, or those of all that were put together in it.
func (w Word) proves(h *hearing.Case) (verdict explain.Verdict, what string) {
	if w.warns { // of what may pass
		return explain.Undecided, ""
	}
	var sorts []string
	passing, begun := !persistent(w), true
	for _, part := range errorsIn(w.Text) {
		m := acts.SortOf(h, part)
		passing, begun = passing && m != nil && m.Passing, begun && m != nil && m.Begun
		if m != nil && !slices.Contains(sorts, m.Name) {
			sorts = append(sorts, m.Name)
		}
	}
	if len(sorts) > 0 {
		what = " (" + strings.Join(sorts, "; ") + ")"
	}
	switch {
	case begun:
		return explain.Waiting, what
	case passing:
		return explain.Undecided, what
	}
	return explain.Stuck, what
}

// errorsIn are the errors that were put together in words, or these as they are.
func errorsIn(words string) []string {
	if all := sentence.Errors(words); len(all) > 0 {
		return all[:min(len(all), mostPrinted)]
	}
	return []string{words}
}

// decideFailing is the outcome of a failure.
func decideFailing(ctx context.Context, h *hearing.Case, c Word, all []Word) (f hearing.Finding) {
	verdict, what := c.proves(h)
	if _, failed := hearing.FailedForGood(ctx, h.View, c.of); failed {
		f.Join(mechanics(ctx, h, c.Text, sentence.Dropped))
		f.Join(acts.RunAnew(ctx, h, c.of))
		f.Block(ctx, h.View, c.of, "has failed")
		f.Next("see what it says", h.View.Command(c.of, "describe")...)
		return f.Decide(explain.Stuck, explain.Failing, fmt.Sprintf("%s has failed and does not run again by itself%s: %s%s", c.by, what, phrase.Quoted(c.Text), c.Times(h)))
	}
	steps, more := helps(ctx, h, c, all)
	f.Join(steps)
	if c.of.Name != "" {
		f.BlockGuessed(h.View, c.of, h.View.Look(ctx, c.of).State, "fails")
		f.Next("see what it says", h.View.Command(c.of, "describe")...)
		return f.Decide(verdict, explain.Failing, fmt.Sprintf("%s fails%s: %s%s", c.by, what, phrase.Quoted(c.Text), c.Times(h)))
	}
	if verdict == explain.Stuck && triedOnce(ctx, h, c) {
		return f.Decide(explain.Undecided, explain.Failing, h.HolderName()+" failed"+what+c.says()+phrase.Quoted(c.Text)+c.Times(h)+"; it tries again"+more)
	}
	next := tried(ctx, h, c, &more)
	f.Join(next)
	if Fresh(h, c) && !triesOf(ctx, h).ends() {
		return f.Decide(explain.Undecided, explain.Failing, fmt.Sprintf("%s %s%s%s%s", h.HolderName(), Retries(h, c), c.says(), phrase.Quoted(c.Text), what)+more)
	}
	if len(next.Steps) == 0 {
		f.Join(comesBack(ctx, h, verdict, c, f.Steps))
	}
	return f.Decide(verdict, explain.Failing, fmt.Sprintf("%s%s%s%s%s", h.HolderName(), triesAndFails(ctx, h, c, what), c.says(), phrase.Quoted(c.Text), c.Times(h))+more)
}

// ofOneTry is how a text counts the tries where there was one: of what the holder has called, and not of the deletion.
var ofOneTry = regex.New(`(?i)\bafter (?:1|one|a single) (?:attempt|try|retry)|\b(?:attempts?|tries|retries|try)(?:[=:] ?|\s#?)1\b(?: of|/)?|\b1/\d+ (?:attempts|tries|retries)`)

// slowAnswer is how one says that no answer came in time, from what is not said to be away.
var slowAnswer = regex.New(`(?i)\btimed out\b|deadline exceeded|timeoutexception|\brequest timeout\b`)

// triedOnce reports whether a copy tells of one try, to which no answer came in time, and nothing in it is of much later: who
// tries again may then have got over that.
func triedOnce(ctx context.Context, h *hearing.Case, c Word) bool {
	if !h.View.Copied || !h.View.Clock.AtLeast || c.count > 1 || c.Last.IsZero() || h.View.Clock.At.Sub(c.Last) > endlessSpan {
		return false
	}
	return ofOneTry.MatchString(c.Text) && slowAnswer.MatchString(c.Text) && !triesOf(ctx, h).ends()
}

const (
	// freshFailure is how long a failure proves nothing of a holder that runs.
	freshFailure = time.Minute
	// oftenFailed is how many times are a pattern, however fast they came.
	oftenFailed = 3
	// endless is how many times, over so long, no retry mends any more.
	endless     = 20
	endlessSpan = 10 * time.Minute
)

// persistent reports whether it failed so often, over so long, that it does not pass.
func persistent(c Word) bool {
	return c.count >= endless && c.Last.Sub(c.First) >= endlessSpan
}

// Fresh reports whether the failure is too young, and too seldom yet, to prove
// that a running holder does not get over it. What no retry mends is never so.
func Fresh(h *hearing.Case, c Word) bool {
	if h.Health != explain.Running && h.Health != explain.Hidden && h.Health != "" || !h.View.Clock.Within(c.First, freshFailure) || c.count >= oftenFailed {
		return false
	}
	m := failure.Of(c.Text)
	return m == nil || !m.Lasting
}

// Retries says how young a failure is.
func Retries(h *hearing.Case, c Word) string {
	then := "; it retries"
	if h.Health != explain.Running {
		then = "; too early to judge"
	}
	if c.Last.IsZero() {
		return "fails, and was asked only " + h.View.Clock.When(c.First) + then
	}
	if c.count > 1 {
		return fmt.Sprintf("failed %d times, last %s", c.count, h.View.Clock.When(c.Last)) + then
	}
	return "failed once, " + h.View.Clock.When(c.Last) + then
}

// worst is the first complaint that proves something, or else the first.
func worst(h *hearing.Case, all []Word) Word {
	for _, c := range all {
		if !Fresh(h, countOf(all, c)) {
			return c
		}
	}
	return all[0]
}

// Mechanics is the act that helps against what these words tell of, and how that is tried again.
func Mechanics(ctx context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	tries := triesOf(ctx, h)
	n, asks := against(ctx, h, words, tries.again)
	if tries.ends() && !asks {
		n.Join(acts.LookAgain(h, tries.by, tries.again))
	}
	return n
}

// AgainstOnce is the act alone, where nobody tries again by himself.
func AgainstOnce(ctx context.Context, h *hearing.Case, words string) hearing.Notes {
	n, _ := against(ctx, h, words, sentence.Dropped)
	return n
}

// against is the act that helps against what these words tell of. Asks says that the words or the act tell themselves how it
// is tried again.
func against(ctx context.Context, h *hearing.Case, words string, again sentence.Retry) (n hearing.Notes, asks bool) {
	rest, forces := sentence.WithoutForce(words)
	all := errorsIn(rest)
	for _, part := range all {
		if m := failure.Of(part); len(all) == 1 || m == nil || !m.Passing {
			n.Join(mechanics(ctx, h, part, again))
		}
	}
	if len(n.Steps) == 0 && len(all) > 1 {
		n = mechanics(ctx, h, rest, again) // all of them pass
	}
	n = acts.DataGuarded(h, rest, n)
	if again >= sentence.Dropped { // there is no next try to wait for
		n.Steps = slices.DeleteFunc(n.Steps, func(s explain.Step) bool { return s.Aim == explain.Waits })
	}
	if forces {
		n.Warn("its own words advise to force it: that leaves behind what they name, and comes last")
	}
	m := failure.Of(rest)
	return n, m != nil && m.Anew || acts.AskedFor(rest) != ""
}

// mechanics is the act alone against one of several errors.
func mechanics(ctx context.Context, h *hearing.Case, words string, again sentence.Retry) (n hearing.Notes) {
	for _, look := range []func(context.Context, *hearing.Case, string) hearing.Notes{marks.GuardTold, acts.Missing, budget.Refuses, gates.DiscoveryFails, acts.WebhookCopied, acts.RefusedOther, acts.InvalidMark, acts.InvalidIdentity, acts.HomeGone, acts.InputWanted, acts.RecordEmpty, acts.References, acts.GoneByCode, acts.UndoneByCSI, acts.PointsTo} {
		if found := look(ctx, h, words); len(found.Steps) > 0 {
			return found
		}
	}
	asked, m := acts.AskedFor(words), failure.Of(words)
	if asked == "" && m != nil && m.Held && !m.Tells(words) {
		if n = acts.LetGo(h, words, "", nil); len(n.Steps) > 0 {
			return n
		}
	}
	switch {
	case words == "":
		n.Mend("mend what the message names")
	case asked != "":
		return acts.DoAsked(ctx, h, words, asked)
	case m == nil && (Word{Text: words}).bare(): // a state, which names nothing
		n.Next("it says no more than "+phrase.Quoted(words)+": read the whole of it", h.View.Command(h.Node.Ref, "describe")...)
	case m == nil && saysNothing.MatchString(words) && h.Holder.Workload.Name != "":
		n.Mend("mend what the log of " + h.HolderName() + " says of " + h.Node.Name)
		n.Join(holder.AskWhatItSays(h))
	case m == nil:
		n.Join(namedIn(ctx, h, words))
	case m.Passing && again < sentence.Dropped:
		n.Await(h, m.Step)
	case m.Passing: // what passes is not there when it is tried again
	default:
		if n = servedAgain(ctx, h, words); len(n.Steps) == 0 {
			n.Join(mended(ctx, h, words, m, again))
		}
	}
	return n
}

// namedIn is the act against what words of no known sort name: whoever holds on to something, an object, or else these words.
func namedIn(ctx context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	a := awaitedIn(ctx, h, "", words)
	if n = a.letGo(h, words); len(n.Steps) > 0 {
		return n
	}
	for _, by := range []func(context.Context, *hearing.Case, string) hearing.Notes{acts.StillAttached, acts.Needed, acts.TakeAway} {
		if n = by(ctx, h, words); len(n.Steps) > 0 {
			return n
		}
	}
	if len(a.list) > 0 {
		n = a.look(h, explain.Undecided)
	} else {
		n = acts.SeeToNamed(ctx, h, words)
	}
	if !slices.ContainsFunc(n.Steps, func(s explain.Step) bool { return s.Aim == explain.Mends }) {
		n.Join(acts.AskWhyFailed(h, words))
	}
	return n
}

// mended is the act that helps against a way to fail that is known, and does not pass by itself.
func mended(ctx context.Context, h *hearing.Case, words string, m *failure.Mechanism, again sentence.Retry) (n hearing.Notes) {
	n.Join(acts.RefusedAgain(h, words))
	of := ""
	if m.Reached {
		if of = instanceTold(h); of == "" && !m.Tells(words) {
			of = redact.Text(acts.AddressOf(h))
		}
	}
	advise := m.Advice
	switch {
	case again >= sentence.Dropped:
		advise = m.AdviceOnce
	case again == sentence.Requeued:
		advise = m.AdviceSoon
	}
	advice, restores := advise(words, of)
	if m.Account && renews.MatchString(advice) {
		advice, _ = advise(words, phrase.Prefixed(": ", acts.AccountOf(h)))
		if by := acts.ByAccount(ctx, h, advice+rights.RoleOfRefused(ctx, h, words)); len(by.Steps) > 0 {
			n.Join(by)
			return n
		}
	}
	if without := acts.WithoutIt(h, m, words, restores); len(without.Steps) > 0 {
		n.Join(without)
		return n
	}
	if m.Outside {
		advice += phrase.Prefixed(": ", hearing.IdentityOf(h))
	}
	if to := h.Entry.Controller.TalksTo; m.Reached && to != nil {
		advice = strings.NewReplacer("what it talks to", to.What, "what its controller talks to", to.What).Replace(advice)
		if len(to.See) > 0 && !m.Tells(words) {
			n.Do(explain.Look(advice, to.See...).For(explain.Mends))
			return n
		}
	}
	if acts.KeptOutside(h, words) {
		advice = "in the system outside that its controller works at, " + advice
	}
	what, in := "", ""
	if restores {
		what, in = acts.BroughtBack(h, words)
	}
	n.Remake(ctx, h, what, in, acts.WebhooksTold(h, advice)+rights.RoleOfRefused(ctx, h, words), true)
	return n
}

// renews is how an advice says that it is about credentials, and not about a right.
var renews = regex.New(`\brenew\b|\bcredentials that it names\b|\bcredentials again\b`)

// saysNothing is how a controller says that something failed, and neither what nor why.
var saysNothing = regex.New(`(?i)^\w+ (?:reconciliation|reconcile|deletion|delete|finalization|cleanup) (?:has )?failed\.?$`)

// serviceHost is the name of a Service in an address.
var serviceHost = regex.New(`(?:^|[\s"'/@(])([a-z0-9][-a-z0-9]*)\.([a-z0-9][-a-z0-9]*)\.svc\b`)

// servedAgain brings back the Service of the cluster that the words could not reach.
func servedAgain(ctx context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	if m := serviceHost.FindStringSubmatch(words); m != nil && !failure.WasAnswered(words) { // what answers need not come back
		n.Join(gates.Revive(ctx, h, trace.Ref{Kind: "Service", Namespace: m[2], Name: m[1]}))
	}
	return n
}

// SameInEvents finds the Warning since the deletion that says the same.
func SameInEvents(ctx context.Context, h *hearing.Case, words string) (c Word, said bool, n hearing.Notes) {
	words = phrase.OneLine(words)
	for _, e := range h.View.EventsOf(ctx, h.Node) {
		if e.Message != "" && !e.Last.Before(h.Node.Since) && (strings.Contains(words, e.Message) || words != "" && strings.Contains(e.Message, words)) {
			c = Word{Text: e.Message, First: e.First, Last: e.Last, count: e.Count, often: e.Times(), ago: e.Ago, lately: e.Lately(), quiet: e.Quiet}
			n.Quote(sourceOf(e), c.Line()+c.Times(h), c.Text)
			return c, true, n
		}
	}
	return c, false, n
}
