package rules

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/signs"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Up to v0.1.0 kro took off a finalizer with the object's own UID in it. From
// v0.2.0-rc.1 on it only knows one without: kubernetes-sigs/kro issue 192.
const (
	kroUIDEntry  = "uid.kro.run/finalizer"
	kroWithout   = "v0.2.0-rc.1"
	kroWith      = "v0.1.99"
	kroUIDSource = "kubernetes-sigs/kro issue 192 and kro v0.1.0 internal/metadata/finalizers.go:116"
	// mostLeft bounds how often a step is said again for what is left.
	mostLeft = 5
)

// kroMarks are where kro writes UIDs down.
var kroMarks = []mark{
	{"kro.run/resource-graph-definition-id", "kro.run/resource-graph-definition-name", "ResourceGraphDefinition"},
	{"internal.kro.run/resource-graph-definition-id", "internal.kro.run/resource-graph-definition-name", "ResourceGraphDefinition"},
	{"kro.run/resource-group-id", "kro.run/resource-group-name", "ResourceGroup"},
	{"kro.run/instance-id", "kro.run/instance-name", "instance"},
	{"internal.kro.run/instance-id", "internal.kro.run/instance-name", "instance"},
}

// kroMade are the edges to what kro made for an instance.
var kroMade = []string{"kro:instance", "kro:applyset"}

// kroUID is what is known of such a finalizer.
type kroUID struct {
	h    *hearing.Case
	runs running
	// uid is whose UID stands in it.
	uid uidOwner
	// found is what kro made, as far as that could be searched.
	found    []finding
	complete bool
	nothing  []explain.Evidence
}

func isKroUID(h *hearing.Case) bool { return h.Object != nil && h.Entry.EntryID() == kroUIDEntry }

func (k *kroUID) search(ctx context.Context) {
	k.found, k.complete, k.nothing = belonging(ctx, k.h, kroMade)
}

// KroUID judges a finalizer of kro with a UID in it.
func KroUID(ctx context.Context, h *hearing.Case) hearing.Finding {
	if !isKroUID(h) {
		return hearing.Finding{}
	}
	k := &kroUID{h: h, runs: runningOf(ctx, h)}
	if h.Finalizer == h.Node.UID+".kro.run/finalizer" && k.runs.health == explain.Running && manifest.Before(k.runs.release, kroWithout) {
		k.search(ctx)
		return k.current(ctx)
	}
	uid, _, _ := strings.Cut(h.Finalizer, ".")
	k.uid = whoseUID(ctx, h, uid, kroMarks)
	k.search(ctx)
	if k.outdated() {
		return k.abandoned(ctx)
	}
	return k.doubtful(ctx)
}

// outdated reports whether no kro that would take the finalizer off runs here.
func (k *kroUID) outdated() bool {
	return k.uid.state != ownUID || k.gone() || manifest.Before(kroWith, k.runs.release) ||
		k.runs.name == "" && manifest.Before(kroWith, k.h.Object.GetLabels()["kro.run/kro-version"])
}

// gone reports whether kro is known not to be there.
func (k *kroUID) gone() bool {
	return k.runs.health == explain.Missing || k.runs.health == explain.Uninstalled
}

// onlyOwn reports whether only what has the object's own UID has to be searched for.
// Where the UID in the finalizer is that of another instance, or of this one before it
// was restored or copied, something may well have that one's mark.
func (k *kroUID) onlyOwn() bool {
	definition := slices.Contains([]string{"ResourceGraphDefinition", "ResourceGroup"}, k.uid.kind) && (k.uid.group == "" || k.uid.group == "kro.run")
	return k.uid.state == ownUID || k.uid.state == nobodysUID || definition
}

// another reports whether the UID is that of an object which lives, and not this one's.
func (k *kroUID) another() bool { return !k.onlyOwn() && k.uid.state == liveUID }

// current is for a kro of such a release, which does its work.
func (k *kroUID) current(ctx context.Context) (f hearing.Finding) {
	k.tell(&f.Notes, "kro:uid-current", "kro v0.1.0 internal/controller/instance/controller_reconcile.go:367")
	k.block(ctx, &f.Notes, func(*finding) bool { return true })
	f.Never("replace this kro by a later release before the object is gone: v0.2.0 and later do not take this finalizer off")
	k.seeBlocker(&f.Notes, "see what holds the first of them")
	return f.Decide(signs.WaitVerdict(k.h, f.Blockers), explain.Blocked, "kro "+k.runs.release+", which runs, takes it off itself once what it made is gone"+phrase.Prefixed("; still there: ", k.names()))
}

// abandoned is for a finalizer that no kro takes off any more.
func (k *kroUID) abandoned(ctx context.Context) (f hearing.Finding) {
	h, own := k.h, k.onlyOwn()
	message := "nobody will remove it: it is of kro up to v0.1.0, and no later release takes it off"
	switch {
	case k.runs.release != "":
		message += " (" + k.runs.workload.Short() + " runs " + k.runs.release + ")"
	case k.gone():
		message += ", and none is in sight here"
	default:
		message += " (which one runs here is not known)"
	}
	showFields(&f.Notes, h, []string{"status.state"})
	k.tell(&f.Notes, "kro:uid", kroUIDSource)
	k.block(ctx, &f.Notes, func(c *finding) bool { return c.deleting })
	k.warn(&f.Notes)
	if k.runs.release == "" {
		k.seeRelease(&f.Notes)
	}
	if !k.gone() {
		k.lookForKro(&f.Notes)
	}
	trace := append([]string{"kubectl", "finalizers", "trace"}, h.View.Typed(h.Node.Ref)...)
	switch {
	case !k.complete:
		f.Next("have somebody who may list everything look at what it made", trace...)
	case len(k.found) > 1:
		f.Next("see all that it made, by the marks that kro put there", trace...)
	}
	k.seeBlocker(&f.Notes, "see what holds the first that is going away")
	if !own && !k.another() {
		f.Mend("delete what has the label kro.run/instance-id with the UID that " + h.Finalizer + " begins with, of whatever kind: kro made that")
	}
	if !k.another() {
		k.deleteLeft(&f.Notes)
	}
	const shown = ", take this one finalizer off (without --confirm this shows the plan)"
	switch {
	case own && k.complete && len(k.found) == 0:
		f.Do(explain.Look("nothing is left that it held on for: take this one finalizer off (without --confirm this shows the plan)", k.remove()...).For(explain.Mends))
	case k.another():
		f.Do(explain.Look("only when this one has made nothing itself"+shown, k.remove()...).For(explain.Guarded))
	default:
		f.Do(explain.Look("only when nothing is left"+shown, k.remove()...).For(explain.Guarded))
	}
	// What anybody may write on the object proves nothing.
	if own && k.complete && len(k.found) == 0 && !k.uid.ownWord {
		cost := h.Cost
		cost.Loss, cost.Risk, cost.Proven = "Nothing that could be found: no object has the marks that kro puts on what it made", explain.RiskLow, true
		f.Cost = &cost
	}
	return f.Decide(explain.Stuck, explain.NobodyRemoves, message+"; "+k.uid.text+"; "+k.left())
}

// left says what is known of what kro made.
func (k *kroUID) left() string {
	n := len(k.found)
	switch {
	case k.another():
		return "what has the mark of that UID is not this one's" + phrase.Prefixed("; found by the labels of this one, which may be copies: ", k.names())
	case n > 0:
		said := phrase.Count(n, "object that it made is", "objects that it made are") + " still there: " + k.names()
		if !k.complete {
			said += ", and not everything could be searched"
		}
		if !k.onlyOwn() {
			said += "; what was made under the UID in it may be left too"
		}
		return said
	case !k.onlyOwn() && k.uid.state == pastUID:
		return "what was made under that UID may still be there, with its mark"
	case k.complete && k.onlyOwn():
		return "nothing that it made is left"
	}
	return "whether anything that it made is left could not be checked"
}

// doubtful is for a kro of which nobody knows which release it is.
func (k *kroUID) doubtful(ctx context.Context) (f hearing.Finding) {
	h := k.h
	showFields(&f.Notes, h, []string{"status.state", "metadata.labels[kro.run/kro-version]"})
	k.tell(&f.Notes, "kro:uid-doubtful", kroUIDSource)
	k.block(ctx, &f.Notes, func(c *finding) bool { return c.deleting })
	k.warn(&f.Notes)
	k.seeRelease(&f.Notes)
	k.lookForKro(&f.Notes)
	if !k.complete || len(k.found) > 0 {
		f.Next("see what it made, by the marks that kro put there", append([]string{"kubectl", "finalizers", "trace"}, h.View.Typed(h.Node.Ref)...)...)
	}
	f.Do(explain.Look("only where v0.2.0 or later runs, and nothing is left: take this one finalizer off (without --confirm this shows the plan)", k.remove()...).For(explain.Guarded))
	release := "which release runs here is not known"
	if manifest.Before(k.runs.release, kroWithout) {
		release = k.runs.name + " is of " + k.runs.release + ", and is not known to run"
	}
	left := "whether anything that it made is left could not be checked"
	switch {
	case len(k.found) > 0:
		left = "what it made is still there: " + k.names()
	case k.complete && k.onlyOwn():
		left = "nothing that it made is left"
	}
	return f.Decide(explain.Undecided, explain.NobodyRemoves, "only kro up to v0.1.0 takes it off, no later release does; "+release+"; "+k.uid.text+"; "+left)
}

// KroDefinitionGone warns where kro looks after nothing of the kind any more.
func KroDefinitionGone(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	if !isKroUID(h) {
		return n
	}
	labels := h.Object.GetLabels()
	definition := trace.Ref{Group: "kro.run", Kind: "ResourceGraphDefinition", Name: labels["kro.run/resource-graph-definition-name"]}
	if definition.Name == "" {
		definition.Name = labels["kro.run/resource-group-name"]
	}
	if definition.Name == "" {
		return n
	}
	const check = "kro:uid-definition-gone"
	seen := h.View.Look(ctx, definition)
	if seen.State == trace.Unreadable {
		n.Add(explain.Evidence{Kind: explain.Documented, Weak: true, Source: "check " + check, Fact: "could not read " + h.View.NameOf(definition)})
		return n
	}
	k := &kroUID{h: h, runs: runningOf(ctx, h)}
	if !seen.Gone() || !manifest.Before(kroWith, k.runs.release) || !manifest.Before(k.runs.release, "v0.3.0") {
		return n
	}
	if k.search(ctx); len(k.found) == 0 {
		return n
	}
	n.Warn("kro looks after nothing of this kind now: ResourceGraphDefinition " + definition.Name + " does not exist")
	n.Fact("read now", h.View.NameOf(definition)+": "+hearing.StateText(trace.Gone))
	k.tell(&n, check, "kro-run/kro v0.2.0 pkg/controller/instance/controller_reconcile.go:300")
	n.Mend("if you have the definition, apply it as a ResourceGraphDefinition (its old name, group and kind): kro then deletes what it made; this finalizer stays anyway")
	return n
}

// tell says where the rule was read, and what was seen for it.
func (k *kroUID) tell(n *hearing.Notes, rule, source string) {
	n.Add(explain.Evidence{Kind: explain.Documented, Source: "check " + rule, Fact: "what this means was read in " + source})
	n.Evidence = slices.Concat(n.Evidence, k.runs.images, k.uid.notes, k.nothing)
}

func (k *kroUID) warn(n *hearing.Notes) {
	switch {
	case k.another():
		n.Never("delete what has the mark of the UID in it: that belongs to the one which exists")
	case len(k.found) > 0:
		n.Warn("what it made has no owner, so that nothing deletes it when the finalizer is gone: delete it first")
	case !k.complete || !k.onlyOwn():
		n.Never("take it off before it is known that nothing is left: what it made has no owner, and nothing would delete it")
	}
}

// block makes blockers of what was found, as it is now.
func (k *kroUID) block(ctx context.Context, n *hearing.Notes, fits func(*finding) bool) {
	for i := range k.found {
		if c := &k.found[i]; c.Name != "" && c.Ref != k.h.Node.Ref && fits(c) {
			n.Block(ctx, k.h.View, c.Ref, "")
		}
	}
}

func (k *kroUID) seeBlocker(n *hearing.Notes, text string) {
	if at := slices.IndexFunc(n.Blockers, func(b explain.Blocker) bool { return b.State != trace.Gone }); at >= 0 {
		n.Next(text, k.h.View.WhyStuck(n.Blockers[at].Ref)...)
	}
}

func (k *kroUID) seeRelease(n *hearing.Notes) {
	if k.runs.workload.Name != "" {
		n.Next("see which release of kro it is", k.h.View.Command(k.runs.workload, "get", "-o", "wide")...)
	}
}

func (k *kroUID) lookForKro(n *hearing.Notes) {
	if k.runs.workload.Name == "" {
		n.Next("look for kro, and which release of it runs", "kubectl", "get", "deployments", "-A", "-l", "app.kubernetes.io/name=kro", "-o", "wide")
	}
}

// deleteLeft deletes the first few that nobody has asked to go.
func (k *kroUID) deleteLeft(n *hearing.Notes) {
	left := 0
	for i := range k.found {
		if c := &k.found[i]; c.Name != "" && !c.deleting && left < mostLeft {
			left++
			n.Do(explain.Act(explain.Deletes, c.Ref, "delete what must go with it; kro would have done so", k.h.View.Command(c.Ref, "delete")...))
		}
	}
}

func (k *kroUID) remove() []string {
	h := k.h
	return slices.Concat([]string{"kubectl", "finalizers", "remove"}, h.View.Typed(h.Node.Ref), []string{"--finalizer", h.Finalizer})
}

func (k *kroUID) names() string {
	var names []string
	for i := range k.found {
		names = append(names, strings.TrimSpace(k.found[i].Kind+" "+k.found[i].Name))
	}
	return phrase.Names(names)
}
