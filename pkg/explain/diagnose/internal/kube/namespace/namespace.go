package namespace

import (
	"context"
	"slices"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// NamespaceFinalizer stands in the spec of a Namespace.
	NamespaceFinalizer = "kubernetes"
	// freshSweep is how long the namespace controller may take to ask
	// everything in a namespace to go.
	freshSweep = time.Minute
)

// obstacle is one thing that keeps the namespace controller from letting go.
// Several can be there at a time, and each has to be mended by itself.
type obstacle struct {
	there func(ctx context.Context, h *hearing.Case, c *content) bool
	judge func(ctx context.Context, h *hearing.Case, c *content) hearing.Finding
}

// obstacles are in the order in which the namespace controller meets them.
var obstacles = []obstacle{
	{func(_ context.Context, _ *hearing.Case, c *content) bool { return len(c.pods) > 0 }, podsFirst},
	{func(_ context.Context, _ *hearing.Case, c *content) bool { return len(c.pods) == 0 && len(c.going) > 0 }, contentRemains},
	{undiscovered, discoveryFails},
	{func(ctx context.Context, h *hearing.Case, c *content) bool { return len(undecodableIn(ctx, h, c)) > 0 }, undecodableContent},
	{func(_ context.Context, _ *hearing.Case, c *content) bool {
		return len(c.failedAs(trace.Unavailable)) > 0
	}, contentUnlistable},
	{idleLong, contentNotAsked},
	{saidToFail, contentSaid},
	{erredAlone, saidAlone},
}

// Judge says what the namespace controller waits for. Its conditions are compared with
// the content, and believed only where that could not be seen: while a pod is left they
// all claim success.
func Judge(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	f.Actor = namespaceController(ctx, h)
	c := allContent(ctx, h)
	f.Join(weighClaims(ctx, h, c))
	for _, o := range obstacles {
		if o.there(ctx, h, c) {
			f = f.And(o.judge(ctx, h, c))
			f.Join(warnOfFinalize(h, c, len(f.Blockers)))
			return f
		}
	}
	return f.And(emptied(ctx, h, c))
}

// FurtherObstacles are a rung for each obstacle but the first, where another one is
// in the way before it.
func FurtherObstacles() []hearing.Rung {
	rungs := make([]hearing.Rung, 0, len(obstacles))
	for n := range obstacles[1:] {
		rungs = append(rungs, furtherObstacle(n+1))
	}
	return rungs
}

func furtherObstacle(n int) hearing.Rung {
	return func(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
		if !h.Kind.IsNamespace() || !h.Node.State.Going() || !finalizes(h) {
			return f
		}
		c := allContent(ctx, h)
		first := 0
		for first < n && !obstacles[first].there(ctx, h, c) {
			first++
		}
		if first == n || !obstacles[n].there(ctx, h, c) {
			return f
		}
		f.Actor = namespaceController(ctx, h)
		return f.And(obstacles[n].judge(ctx, h, c))
	}
}

// finalizes reports whether the namespace controller is not done yet.
func finalizes(h *hearing.Case) bool {
	for _, f := range h.Node.Finalizers {
		if f.Name == NamespaceFinalizer {
			return true
		}
	}
	return false
}

// presumed reports whether that the namespace controller is not done is no more than presumed.
func presumed(h *hearing.Case) bool { return h.Object != nil && trace.SpecPresumed(h.Object) }

// namespaceController is who has to act.
func namespaceController(ctx context.Context, h *hearing.Case) *hearing.Actor {
	m := holder.ControllerManager(ctx, h.View)
	confidence := explain.Certain
	if presumed(h) {
		confidence = explain.Likely
	}
	return &hearing.Actor{
		Holder: explain.Holder{Name: "namespace controller", Project: "Kubernetes", Workload: m.Workload, Confidence: confidence, BuiltIn: true},
		Health: m.Health,
	}
}

// finalizeItself is what must not be done to a namespace in which something is left.
const finalizeItself = "empty spec.finalizers by way of /finalize: what is left stays stored and comes back with a namespace of the same name"

func warnOfFinalize(h *hearing.Case, c *content, blockers int) (n hearing.Notes) {
	if len(c.pods)+len(c.going)+len(c.idle)+len(c.failed)+blockers == 0 && len(h.View.Broken) == 0 {
		return n
	}
	n.Never(finalizeItself)
	return n
}

// podsFirst judges a namespace with pods in it.
func podsFirst(ctx context.Context, h *hearing.Case, c *content) (f hearing.Finding) {
	leaving, live := sight.Split(c.pods)
	f.Join(blockRows(h, leaving, f.Room()))
	if len(leaving) == 0 || longGone(h) {
		f.Join(blockLive(h, live, f.Room()))
	}
	f.Join(blockRows(h, held(c.going), f.Room()))
	message := "pods go first, and " + phrase.Count(len(c.pods), "is", "are") + " left: " + phrase.Names(rowNames(append(leaving, live...)))
	if len(c.going) > 0 {
		message += "; also on the way out: " + counted(h.View, c.going)
	}
	if len(c.idle) > 0 {
		message += "; not even asked to go yet: " + counted(h.View, c.idle)
		f.Fact("the namespace controller", "it asks nothing else to go while a pod is left")
		f.Join(heldNext(ctx, h, c.idle))
	}
	f.Join(nextOf(h, leaving, live))
	f.Join(admitGaps(h, c))
	message += alsoSaid(h, c, &f.Notes)
	if len(live) > 0 && longGone(h) {
		return f.And(notAsked(ctx, h, live, explain.PodsFirst, message))
	}
	return f.Decide(explain.Waiting, explain.PodsFirst, message)
}

// contentRemains judges a namespace in which other objects are on their way out.
func contentRemains(_ context.Context, h *hearing.Case, c *content) (f hearing.Finding) {
	f.Join(blockRows(h, c.going, f.Room()))
	f.Join(nextOf(h, c.going, nil))
	f.Join(admitGaps(h, c))
	if h.View.Copied && len(c.failed) > 0 {
		return f.Decide(explain.Waiting, explain.ContentRemains, "of what was copied "+counted(h.View, c.going)+" "+phrase.Plural(len(c.going), "is", "are")+" left in it: "+phrase.Names(typedNames(h.View, c.going))+alsoSaid(h, c, &f.Notes))
	}
	return f.Decide(explain.Waiting, explain.ContentRemains, "the pods are gone, and "+counted(h.View, c.going)+" cannot go yet: "+phrase.Names(typedNames(h.View, c.going))+alsoSaid(h, c, &f.Notes))
}

// notCopied is why it is only presumed that a namespace still has the finalizer of its controller.
const notCopied = "its spec was not copied, and that it still has this one is presumed: a namespace has it until nothing is left in it"

// emptied judges a namespace in which nothing was found.
func emptied(ctx context.Context, h *hearing.Case, c *content) (f hearing.Finding) {
	m := holder.ControllerManager(ctx, h.View)
	f.Evidence = append(f.Evidence, m.Evidence...)
	left := believed(h, c)
	f.Join(byHand(h))
	if f.Join(blockClaimed(h, left)); len(left) > 0 {
		f.Join(admitGaps(h, c))
		said := "its conditions say that there is left what could not be seen from here: " + saidToRemain(h, left)
		if f = f.And(holder.ManagerDown(m, said+"; the kube-controller-manager "+m.Message)); f.Decided() {
			return f
		}
		return f.Decide(explain.Waiting, explain.ContentRemains, said)
	}
	if f.Join(admitGaps(h, c)); len(c.unchecked()) > 0 {
		f.Join(lookInside(h))
		if held := heldSaid(h); held != "" && h.View.Copied {
			return f.Decide(explain.Waiting, explain.ContentRemains, "its conditions say that there is left in it what is held by the finalizers "+held)
		}
		if held := heldUnnamed(h); held != "" {
			return f.Decide(explain.Waiting, explain.ContentRemains, "its conditions say that there is left in it what is held by "+held)
		}
		if presumed(h) {
			f.Hint("spec.finalizers", notCopied)
			return f.Decide(explain.Undecided, explain.Silent, unseen(h, c)+"; "+notCopied)
		}
		return f.Decide(explain.Undecided, explain.Silent, unseen(h, c))
	}
	if len(c.idle) > 0 {
		return f.Decide(explain.Progressing, explain.Working, "asked to go "+h.View.Clock.When(h.Node.Since)+"; the namespace controller is asking what is in it: "+counted(h.View, c.idle))
	}
	seen := "nothing is left in it"
	claimed := claimedContent(h)
	if claimed != "" {
		seen = "nothing that is left in it could be seen, though its conditions say that something is (" + claimed + ")"
		f.BlockFact("what its conditions name: " + claimed)
		f.Join(warnOfFinalize(h, c, len(f.Blockers)))
	}
	if f = f.And(holder.ManagerDown(m, seen+", but the kube-controller-manager "+m.Message)); f.Decided() {
		return f
	}
	if !longGone(h) && claimed != "" {
		return f.Decide(explain.Progressing, explain.Working, seen+"; the namespace controller looks again next")
	}
	if !longGone(h) {
		return f.Decide(explain.Progressing, explain.Working, seen+"; the namespace controller lets go of it next")
	}
	f.AskAgain(h, "look again in a moment, or watch before judging", "--observe", "20s")
	if claimed != "" {
		return f.Decide(explain.Undecided, explain.Silent, seen)
	}
	return f.Decide(explain.Undecided, explain.Silent, "nothing is left in it that could be seen, and the namespace controller has not let go of it")
}

// alsoSaid completes a message by what is left that could not be seen, and tells of it.
func alsoSaid(h *hearing.Case, c *content, n *hearing.Notes) string {
	left := believed(h, c)
	n.Join(blockClaimed(h, left))
	say := "; its conditions say that there is also left what could not be seen from here: "
	if ungrouped(h, c, left) {
		say = "; its conditions say that there is left: " // which of it is seen is not known
	}
	return phrase.Prefixed(say, saidToRemain(h, left))
}

// unseen says why nothing is known of what is left.
func unseen(h *hearing.Case, c *content) string {
	if h.View.Copied {
		return "what is left in it is not in the dump"
	}
	return "nothing that is left in it could be seen, but " + gapsOf(c) + " could not be listed"
}

// longGone reports whether the namespace controller had the time to ask.
func longGone(h *hearing.Case) bool {
	return h.Older(freshSweep)
}

// blockRows adds objects that are on their way out, some of every sort first.
func blockRows(h *hearing.Case, rows []sight.Brief, room int) (n hearing.Notes) {
	for _, row := range sight.Mixed(rows, room) {
		n.BlockKnown(h.View, row.Ref, h.View.StateOfBrief(&row), heldBy(h.View, &row))
	}
	return n
}

// blockLive adds objects that nobody has asked to go.
func blockLive(h *hearing.Case, rows []sight.Brief, room int) (n hearing.Notes) {
	for _, row := range sight.Mixed(rows, room) {
		n.BlockKnown(h.View, row.Ref, trace.Live, "nobody has asked it to go")
	}
	return n
}

// heldBy says in a few words what keeps an object.
func heldBy(w *sight.View, row *sight.Brief) string {
	switch {
	case len(row.Finalizers) > 0:
		return "held by " + phrase.Names(row.Finalizers)
	case w.Clock.Before(row.Deleted):
		return "its grace period runs"
	case row.Kind == "Pod":
		return "its kubelet has not let go of it"
	}
	return "about to go"
}

// held are the rows that something keeps.
func held(rows []sight.Brief) []sight.Brief {
	var out []sight.Brief
	for i := range rows {
		if len(rows[i].Finalizers) > 0 {
			out = append(out, rows[i])
		}
	}
	return out
}

func rowNames(rows []sight.Brief) []string {
	names := make([]string, len(rows))
	for i := range rows {
		names[i] = rows[i].Name
	}
	return names
}

// typedNames are names with their kinds: configmaps/a.
func typedNames(w *sight.View, rows []sight.Brief) []string {
	names := make([]string, len(rows))
	for i := range rows {
		names[i] = w.TypedName(rows[i].Ref)
	}
	return names
}

// nextOf leads on to the first object that is in the way.
func nextOf(h *hearing.Case, leaving, live []sight.Brief) (n hearing.Notes) {
	switch {
	case len(leaving) > 0:
		n.Next("see what holds the first of them", h.View.WhyStuck(sight.Mixed(leaving, 1)[0].Ref)...)
	case len(live) > 0:
		n.Next("see whether the server would let it go", h.View.Command(live[0].Ref, "delete", "--dry-run=server")...)
	}
	return n
}

// gapsOf names the kinds of which nothing is known.
func gapsOf(c *content) string {
	var names []string
	for _, u := range c.unchecked() {
		names = append(names, u.problem.About.Type())
	}
	return phrase.Names(names)
}

// admitGaps says what could not be listed, and which right would settle it.
func admitGaps(h *hearing.Case, c *content) (n hearing.Notes) {
	gaps := c.unchecked()
	if len(gaps) == 0 || h.View.Copied {
		return n
	}
	n.Fact("Incomplete", "could not check "+phrase.Count(len(gaps), "kind", "kinds")+" in it: "+gapsOf(c))
	first := gaps[0]
	for _, said := range believed(h, c) {
		if at := slices.IndexFunc(gaps, func(u unlisted) bool { return u.kind.Resource == said.kind.Resource && u.kind.Group == said.kind.Group }); at >= 0 {
			first = gaps[at] // its conditions name it
			break
		}
	}
	if first.problem.Reason == trace.Forbidden {
		n.Next("ask for the right to list what is in it, such as this",
			"kubectl", "auth", "can-i", "list", first.problem.About.Type(), "-n", h.Node.Name)
	}
	return n
}
