package diagnose

import (
	"cmp"
	"context"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/copyist"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/collector"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/namespace"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/pod"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/storage"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/marks"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rules"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/signs"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/twin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// otherHolds are the holds that are no finalizer. Each is a hold of its own, where
// its rung decides.
var otherHolds = slices.Concat(
	[]hearing.Rung{collector.OwnerInvalid, gates.Unreadable, gates.DeleteClosed, rules.Awaited, rules.Refused},
	namespace.FurtherObstacles(),
	[]hearing.Rung{namespace.UndecodableItself, namespace.NotAskedYet, pod.GraceRuns, pod.Kubelet, storage.NotReclaimed},
)

// notes tell of a finalizer whatever holds it. They never decide.
var notes = []hearing.Note{copyist.ForcedInVain, copyist.DefinitionsGo, copyist.ClearedPast, copyist.Tried, copyist.DeletedToo, copyist.LeftByForce, signs.OutsideGone, rules.KroDefinitionGone, collector.Propagation, pod.Past, gates.Ahead, gates.Unconverted}

// amendments add to a judgement what the cluster tells besides: of what its words name, and of what the object refers to.
var amendments = []func(context.Context, *hearing.Case, hearing.Finding) hearing.Finding{pointed, settings, surrounded, stillAttached, switchedOff, usedVolume}

// rungs are asked in this order until one decides. The order is the ladder: a
// holder that is not there explains more than what it last said.
var rungs = []hearing.Rung{
	kube.BuiltIn,
	rules.KroUID,
	rules.ChecksFor(explain.NobodyRemoves),
	rules.Abandoned,
	outsideHolder,
	holderHealth,
	besidesDown(rules.ChecksFor(explain.Excluded, explain.PrerequisiteGone)), // what nobody writes is not refused
	gates.WriteRefused,
	copyist.NotStored,
	copyist.Unserved,
	besidesDown(marks.Excluded),
	holder.OutOfScope,
	rules.ChecksFor(explain.NamespaceTerminating),
	signs.NoRoom,
	lostRight,
	rules.ChecksFor(explain.Failing),
	rules.ChecksFor(explain.Blocked, explain.HookWaits),
	signs.Until,
	signs.Failing,
	rules.OwnPod,
	signs.NamedNow,
	signs.LeftAlone,
	signs.Advancing,
	inUse,
	signs.ReferrersWait,
	signs.Waits,
	rules.Tended,
	rules.Children,
	marks.Misspelt,
	rules.ChecksFor(explain.Working),
	signs.Working,
	signs.AtWork,
	signs.OthersFail,
	signs.BesideFails,
	marks.Guarded,
	rules.Renamed,
	gates.WriteDoubted,
	copyist.HomeGone,
	signs.JustAsked,
	gates.ConversionDoubted,
}

// listening are asked again where the holder's log is heard too.
var listening = []hearing.Rung{signs.NoRoom, signs.Until, signs.Failing, signs.NotItsOwn, signs.NamedNow, signs.LeftAlone, signs.Advancing, inUse, signs.ReferrersWait, signs.Waits, marks.Misspelt, signs.AtWork, signs.Idle, marks.Guarded}

// judgeFinalizer finds the holder of a finalizer, and why it holds.
func judgeFinalizer(ctx context.Context, h *hearing.Case) explain.Hold {
	if h.Finalizer == explain.NotCopied {
		return onlyGoing(h, shapedAs(h, judgeUntold(ctx, h)))
	}
	h.LookUp()
	return judge(ctx, h)
}

// judge finds the holder of a finalizer of which it is known what the catalogue says.
func judge(ctx context.Context, h *hearing.Case) explain.Hold {
	found := holder.Find(ctx, h)
	h.Actor, h.Wellbeing, h.Told, h.Cost = found.Actor, found.Wellbeing, found.Evidence, hearing.CostOf(h)
	var f hearing.Finding
	f.Evidence = slices.Clone(found.Evidence)
	tell := func(n hearing.Notes) {
		f.Join(n)
		h = h.With(n)
	}
	if !h.Node.State.Going() {
		tell(rules.Priced(ctx, h))
		tell(signs.Outside(ctx, h))
		wouldHold(h, &f)
		return holdOf(h, &f)
	}
	wellbeing, lastWords := holder.LastWords(ctx, h)
	h.Wellbeing = wellbeing
	tell(lastWords)
	tell(rules.Remarks(ctx, h))
	elsewhere, state := twin.Of(ctx, h)
	h.Elsewhere = state
	tell(elsewhere)
	for _, note := range notes {
		tell(note(ctx, h))
	}
	decided, unblocked := askRungs(ctx, h, rungs, tell)
	if listens(h, &decided) {
		hears := *h
		hears.Listening = true
		h = &hears
		// What these tell without a decision they have told before.
		again, _ := askRungs(ctx, h, listening, func(hearing.Notes) {})
		if again.Decided() && (!decided.Decided() || decided.Verdict == explain.Undecided) {
			decided = again
		}
	}
	if !decided.Decided() {
		tell(rules.NamedElsewhere(ctx, h))
		decided = signs.LastWord(ctx, h, unblocked)
		tell(rules.Possible(ctx, h))
	}
	decided = copyist.Because(ctx, h, decided)
	for _, more := range amendments {
		decided = more(ctx, h, decided)
	}
	decided = nobodyThere(h, startedAnew(h, eachOther(h, decided)))
	left := signs.NothingLeft(ctx, h)
	decided = copyist.EndedOnly(h, decided, left.Cost)
	own := byItself(ctx, h, &decided)
	f.Steps = slices.Concat(decided.Foremost, f.Steps)
	tell(decided.Telling())
	tell(signs.Listened(ctx, h, decided.Verdict))
	tell(signs.Heard(ctx, h, decided.Verdict))
	tell(signs.Outside(ctx, h))
	if left.Cost == nil {
		tell(storage.StoredGoes(ctx, h))
	}
	tell(acts.MayStay(h, &decided))
	tell(left)
	if !h.Holder.BuiltIn {
		decided.Message += signs.HowFar(ctx, h, decided.Message, len(decided.Blockers) > 0)
	}
	switch {
	case decided.OnlyPlaced:
		strengthenPlacing(f.Evidence)
	case decided.Reason == explain.NobodyRemoves && !decided.HolderRuns:
		// Whoever runs under that name does not hold it any more: what is known of the
		// holder comes last.
		ofHolder := len(found.Evidence)
		f.Evidence = slices.Concat(f.Evidence[ofHolder:], f.Evidence[:ofHolder])
		h.Actor = hearing.Actor{Holder: explain.Holder{Name: h.Holder.Name, Project: h.Holder.Project, Confidence: explain.NotKnown}}
	}
	if known, is := h.Known(decided.Message); is {
		f.Add(known)
	}
	tell(own)
	decided.Notes = collector.Overruled(f.Notes)
	hold := holdOf(h, &decided)
	hold.Spoke, hold.Heard = signs.SpokeAt(ctx, h), signs.Ran(ctx, h)
	return hold
}

// wouldHold tells who would have to take a finalizer off, once the object is to go.
func wouldHold(h *hearing.Case, f *hearing.Finding) {
	f.Verdict, f.Reason = explain.NotDeleting, explain.WouldHold
	if h.Entry.Class == catalogue.ClassNever {
		f.Message = "nobody will take it off once it is to go: no release of " + h.Entry.Project + " in use does any more"
		return
	}
	f.Message = h.HolderName() + " has to take it off first"
	if h.Nearest != "" {
		f.Message = "nothing tells which controller removes it; " + h.Nearest
	}
	f.Message += h.WaitsFor()
	madeAnew(h, f)
	if !h.View.Copied || !h.Node.Asked {
		return
	}
	if away := holder.TakenOff(h, ""); away.Decided() {
		f.Message += "; " + away.Message
		f.Join(hearing.Notes{Evidence: away.Evidence, Steps: away.Steps[:1]}) // to plan a removal is too early
	}
	left := acts.SeeWhatIsLeft(h)
	for i := range left.Steps {
		left.Steps[i].Text += "; if it is to go, have it deleted after that, while its holder runs, and take its holder down last"
	}
	f.Join(left)
	f.Do(explain.Look("look whether it is being deleted, which the copy does not show; if it is to go, delete it while its holder runs, which then takes the finalizer off, and take that down last: to take it off first would leave behind what it is for", h.View.Command(h.Node.Ref, "get", "-o", "yaml", "--show-managed-fields")...).For(explain.Mends))
}

// askRungs asks rungs until one decides, and tells of those that do not. Unblocked
// says that nothing is left to wait for.
func askRungs(ctx context.Context, h *hearing.Case, rungs []hearing.Rung, tell func(hearing.Notes)) (f hearing.Finding, unblocked string) {
	var first hearing.Finding
	for _, rung := range rungs {
		if f = rung(ctx, h); f.Decided() && !h.View.Ahead {
			return f, ""
		}
		if f.Decided() && !first.Decided() {
			first = f // what a pass ahead decides may be wrong: it asks what others would want to know
		}
		tell(f.Notes)
		h = h.With(f.Notes)
		unblocked = cmp.Or(f.Unblocked, unblocked)
	}
	return first, unblocked
}

// listens reports whether what the holder prints is read: where nothing else decides,
// or where that is asked for.
func listens(h *hearing.Case, decided *hearing.Finding) bool {
	if h.View.Logs.Reader == nil || h.Holder.Workload.Name == "" {
		return false
	}
	return h.View.Logs.Always || !decided.Decided() || decided.Verdict == explain.Undecided
}

// strengthenPlacing makes strong facts of who put the finalizer there.
func strengthenPlacing(evidence []explain.Evidence) {
	for i := range evidence {
		if e := &evidence[i]; e.Kind == explain.Written {
			e.Weak = false
		}
	}
}

// holdOf is the hold of a case that is decided.
func holdOf(h *hearing.Case, f *hearing.Finding) explain.Hold {
	return explain.Hold{
		Finalizer: h.Finalizer, Holder: h.Holder, Health: h.Health, Cost: h.Cost,
		Reason: f.Reason, Verdict: f.Verdict, Message: f.Message,
		Evidence: f.Evidence, Blockers: f.Blockers, Next: f.Steps, Warnings: f.Warnings,
	}
}

// besidesDown tells, where the rung decides, that the holder is down too.
func besidesDown(rung hearing.Rung) hearing.Rung {
	return func(ctx context.Context, h *hearing.Case) hearing.Finding {
		f := rung(ctx, h)
		if f.Reason != explain.Excluded && f.Reason != explain.PrerequisiteGone {
			return f
		}
		if h = h.With(f.Notes); !h.Wellbeing.Decided() || h.Wellbeing.Health != h.Health {
			return f
		}
		f.Message += "; besides, " + h.Wellbeing.Message
		if f.Reason == explain.Excluded {
			f.Never("start " + h.HolderName() + " before it is clear what it would then delete" + phrase.Prefixed(": ", marks.Undoing(h)))
		}
		return f
	}
}
