package signs

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/marks"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// ofOthers is how controllers say that another instance of them has to act: of another one,
	// or not of this one.
	ofOthers = regex.New(`(?i)\b(?:(?:ignor|skip)\w*\b[^.;]*\b(?:of|by|to|for|from|in) (?:another|other|a different|different)|(?:belongs?|belonging|owned|assigned|handled|managed) (?:to|by) (?:another|other|a different|different)` +
		`|not (?:ours?|mine|responsible|managed|handled|watched|assigned|owned)\b[^.;]*|does ?n[o']t (?:match|belong to)(?: \w+)??) ` +
		`(?:\w+ )?(?:shard|instance|replica|partition|class|controller|operator|tenant|zone|region|cell|selector|hub|agent)\b`)
	// pauses is how they say that they were told to leave an object alone.
	pauses = regex.New(`(?i)\b(?:(?:reconcil\w*|management|managing|sync\w*)(?: (?:of|for)(?: [\w./-]+){1,3})? (?:is|are|has been) (?:paused|suspended|disabled|on hold|turned off)` +
		`|(?:controller|object|resource|deletion|it|owner|parent) (?:is|has been) (?:paused|suspended|on hold)|(?:is|was|has been) (?:locked|frozen)\b[^.;]*\b(?:skip|ignor|not reconcil)\w*|(?:skip|ignor)(?:s|ped|ping|es|ed|ing) (?:a )?(?:locked|frozen)|(?:is |marked |set )(?:as )?unmanaged|paused by|suspended by|skipping paused|skipping suspended)\b`)
)

var (
	// guarded is how they say that an object is guarded against its deletion, and leavesIt that they do nothing about it.
	guarded = regex.New(`(?i)\b(?:(?:deletion|delete|termination|teardown|destroy)[- _]?(?:protect(?:ion|ed)|lock|guard) (?:is )?(?:on|enabled|set|active|true)\b|(?:is|are) protected (?:from|against) (?:deletion|termination|being deleted)|` +
		`(?:teardown|cleanup|termination) (?:is|was|has been) (?:paused|suspended|on hold|halted))`)
	leavesIt = regex.New(`(?i)\b(?:leav(?:es?|ing)\b[^.;]*\balone\b|(?:not|refus\w+ to|won't|will not) (?:be )?delet(?:e|ed|ing)\b|skip\w* (?:the )?(?:deletion|teardown|cleanup)\b)`)
)

// othersFinalizers is how controllers say that the finalizers which are left are none of theirs.
var othersFinalizers = regex.New(`(?i)\b(?:none of (?:our|its|my) (?:\w+ )?finalizers?|our (?:\w+ )?finalizer (?:is|was) (?:not (?:there|present|set)|gone|removed already))\b`)

// NotItsOwn decides where whoever is taken for the holder says that the finalizer is not its
// own. Of several finalizers that one may be meant which it does not hold.
func NotItsOwn(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Holder.BuiltIn || h.Object == nil || h.Holder.Workload.Name == "" || h.Holder.Confidence == explain.Certain || len(h.Object.GetFinalizers()) > 1 {
		return f
	}
	for _, w := range telling(ctx, h) {
		if w.author != theHolder || !w.since || w.of.Name != "" || saysWaits(w) || !othersFinalizers.MatchString(w.Text) {
			continue
		}
		f.Add(w.evidence(h))
		whose := ""
		for _, write := range h.Writes() {
			if slices.Contains(write.Finalizers, h.Finalizer) {
				whose = "; field manager " + write.Manager + " put it there"
			}
		}
		f.Mend("find what takes " + h.Finalizer + " off, and have it run" + whose)
		f.Join(holder.PlanRemoval(h))
		return f.Decide(explain.Undecided, explain.HolderUnknown, fmt.Sprintf("%s runs, and by its own words the finalizer is not its own: %s (%s)%s", h.HolderName(), phrase.Quoted(w.Text), w.age(h), whose))
	}
	return f
}

// LeftAlone decides where the holder itself says that it leaves the object alone: it was
// told to, or another instance of it has to act.
func LeftAlone(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Holder.BuiltIn || h.Object == nil {
		return f
	}
	own := marks.Of(h)
	if own != nil && own.By == "" {
		return f
	}
	for _, w := range telling(ctx, h) {
		if w.author != theHolder || !w.since || w.fails || w.fine || w.gone || w.stale || w.of.Name != "" {
			continue
		}
		if saysWaits(w) {
			continue // what it waits for tells more
		}
		said := h.HolderName() + " says that it leaves it alone, " + w.age(h) + ": " + phrase.Quoted(w.Text)
		guard, halted := marks.Guard(h), pauses.MatchString(w.Text) || guarded.MatchString(w.Text)
		switch {
		case guard != nil && (halted || leavesIt.MatchString(w.Text)):
			f.Join(guard.Off(h))
			f.Add(w.evidence(h))
			return f.Decide(explain.Stuck, explain.Excluded, said+"; "+guard.Field+" "+guard.Value)
		case halted:
			n, by := haltedBy(ctx, h, own, w.Text)
			f.Join(n)
			said += by
			f.Next("read why that was set, and what it stands for", h.View.AsYAML(h.Node.Ref)...)
		case ofOthers.MatchString(w.Text):
			f.Mend("have the instance of " + h.HolderName() + " run that has to act by these words, or hand the object over to the one that runs: " + phrase.Quoted(w.Text))
			f.Next("see what of the object says whose it is", h.View.AsYAML(h.Node.Ref)...)
		default:
			continue
		}
		f.Add(w.evidence(h))
		return f.Decide(explain.Undecided, explain.Excluded, said)
	}
	return f
}

// haltedBy are the mark that holds the object back by words which say that somebody leaves it alone, on itself or on its
// owner, and how that ends.
func haltedBy(ctx context.Context, h *hearing.Case, own *marks.Mark, words string) (n hearing.Notes, by string) {
	if m := cmp.Or(marks.Named(h, words), own); m != nil {
		n.Fact(m.Field, m.Value)
		n.Do(explain.Act(explain.Unprotects, h.Node.Ref, m.Ends+m.Once(), m.Undo...))
		return n, "; " + m.Field + " is " + m.Value
	}
	for _, owner := range acts.OfKind(ctx, h, "owner", words) {
		of := hearing.About(ctx, h.View, owner)
		if of == nil || marks.Of(of) == nil {
			continue
		}
		m := marks.Of(of)
		n.Fact(h.View.NameOf(owner)+": "+m.Field, m.Value)
		n.Do(explain.Act(explain.Unprotects, owner, m.Ends+" on its owner "+h.View.NameOf(owner)+m.Once(), m.Undo...))
		return n, "; its owner " + owner.Kind + " " + owner.Name + " is halted (" + m.Field + ")"
	}
	n.Mend("end what its words tell of, once what then goes may go: " + phrase.Quoted(words))
	return n, ""
}
