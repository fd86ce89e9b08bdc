package namespace

import (
	"context"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
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
	judge func(ctx context.Context, h *hearing.Case, c *content) bool
}

// obstacles are in the order in which the namespace controller meets them.
var obstacles = []obstacle{
	{func(_ context.Context, _ *hearing.Case, c *content) bool { return len(c.pods) > 0 }, podsFirst},
	{func(_ context.Context, _ *hearing.Case, c *content) bool { return len(c.pods) == 0 && len(c.going) > 0 }, contentRemains},
	{func(_ context.Context, h *hearing.Case, _ *content) bool { return len(gates.DeadGroups(h.View)) > 0 }, discoveryFails},
	{func(ctx context.Context, h *hearing.Case, c *content) bool { return len(undecodableIn(ctx, h, c)) > 0 }, undecodableContent},
	{func(_ context.Context, _ *hearing.Case, c *content) bool {
		return len(c.failedAs(trace.Unavailable)) > 0
	}, contentUnlistable},
	{idleLong, contentNotAsked},
}

// Judge says what the namespace controller waits for. Its conditions
// are compared with the content and never believed: while a pod is left they
// all claim success.
func Judge(ctx context.Context, h *hearing.Case) bool {
	namespaceController(ctx, h)
	c := allContent(ctx, h)
	weighClaims(h, c)
	for _, o := range obstacles {
		if o.there(ctx, h, c) {
			defer warnOfFinalize(h, c)
			return o.judge(ctx, h, c)
		}
	}
	return emptied(ctx, h, c)
}

// FurtherObstacles are a stage for each obstacle but the first, where another one is
// in the way before it.
func FurtherObstacles() []hearing.Stage {
	stages := make([]hearing.Stage, 0, len(obstacles))
	for n := range obstacles[1:] {
		stages = append(stages, furtherObstacle(n+1))
	}
	return stages
}

func furtherObstacle(n int) hearing.Stage {
	return func(ctx context.Context, h *hearing.Case) bool {
		if !isNamespace(h) || !explain.Going(h.Node.State) || !finalizes(h) {
			return false
		}
		c := allContent(ctx, h)
		first := 0
		for first < n && !obstacles[first].there(ctx, h, c) {
			first++
		}
		if first == n || !obstacles[n].there(ctx, h, c) {
			return false
		}
		namespaceController(ctx, h)
		return obstacles[n].judge(ctx, h, c)
	}
}

func isNamespace(h *hearing.Case) bool { return h.Kind.Group == "" && h.Kind.Kind == "Namespace" }

// finalizes reports whether the namespace controller is not done yet.
func finalizes(h *hearing.Case) bool {
	for _, f := range h.Node.Finalizers {
		if f.Name == NamespaceFinalizer {
			return true
		}
	}
	return false
}

// namespaceController sets the holder.
func namespaceController(ctx context.Context, h *hearing.Case) {
	m := holder.ControllerManager(ctx, h.View)
	h.Hold.Holder = explain.Holder{Name: "namespace controller", Project: "Kubernetes", Workload: m.Workload, Confidence: explain.Certain, BuiltIn: true}
	h.Hold.Health = m.Health
}

func warnOfFinalize(h *hearing.Case, c *content) {
	if len(c.pods)+len(c.going)+len(c.idle)+len(c.failed)+len(h.Hold.Blockers) == 0 && len(h.View.Broken) == 0 {
		return
	}
	h.Warn("never empty spec.finalizers by way of /finalize: what is left stays stored and comes back with a namespace of the same name")
}

// podsFirst judges a namespace with pods in it.
func podsFirst(ctx context.Context, h *hearing.Case, c *content) bool {
	leaving, live := sight.Split(c.pods)
	blockRows(h, leaving)
	if len(leaving) == 0 || longGone(h) {
		blockLive(h, live)
	}
	blockRows(h, held(c.going))
	message := "pods go first, and " + phrase.Count(len(c.pods), "is", "are") + " left: " + phrase.Names(rowNames(append(leaving, live...)))
	if len(c.going) > 0 {
		message += "; also on the way out: " + counted(h.View, c.going)
	}
	if len(c.idle) > 0 {
		message += "; not even asked to go yet: " + counted(h.View, c.idle)
		h.Fact("the namespace controller", "it asks nothing else to go while a pod is left")
	}
	nextOf(h, leaving, live)
	admitGaps(h, c)
	if len(live) > 0 && longGone(h) {
		return notAsked(ctx, h, live, explain.PodsFirst, message)
	}
	return h.Decide(explain.Waiting, explain.PodsFirst, message)
}

// contentRemains judges a namespace in which other objects are on their way out.
func contentRemains(_ context.Context, h *hearing.Case, c *content) bool {
	blockRows(h, c.going)
	nextOf(h, c.going, nil)
	admitGaps(h, c)
	return h.Decide(explain.Waiting, explain.ContentRemains, "the pods are gone, and "+counted(h.View, c.going)+" cannot go yet: "+phrase.Names(typedNames(h.View, c.going)))
}

// emptied judges a namespace in which nothing was found.
func emptied(ctx context.Context, h *hearing.Case, c *content) bool {
	m := holder.ControllerManager(ctx, h.View)
	h.Hold.Evidence = append(h.Hold.Evidence, m.Evidence...)
	if admitGaps(h, c) {
		return h.Decide(explain.Unknown, explain.Silent, "nothing that is left in it could be seen, but "+gapsOf(c)+" could not be listed")
	}
	if len(c.idle) > 0 {
		return h.Decide(explain.Progressing, explain.Working, "asked to go "+h.View.Ago(h.Node.Since)+" ago; the namespace controller is asking what is in it: "+counted(h.View, c.idle))
	}
	left := "nothing is left in it"
	claimed := claimedContent(h)
	if claimed != "" {
		left = "nothing that is left in it could be seen, though its conditions say that something is (" + claimed + ")"
		h.BlockFact("what its conditions name: " + claimed)
		warnOfFinalize(h, c)
	}
	if holder.ManagerDown(h, m, left+", but the kube-controller-manager "+m.Message) {
		return true
	}
	if !longGone(h) && claimed != "" {
		return h.Decide(explain.Progressing, explain.Working, left+"; the namespace controller looks again next")
	}
	if !longGone(h) {
		return h.Decide(explain.Progressing, explain.Working, left+"; the namespace controller lets go of it next")
	}
	h.Next("look again in a moment, or watch before judging", h.View.Command(h.Node.Ref, "finalizers", "why-stuck", "--observe", "20s")...)
	if claimed != "" {
		return h.Decide(explain.Unknown, explain.Silent, left)
	}
	return h.Decide(explain.Unknown, explain.Silent, "nothing is left in it that could be seen, and the namespace controller has not let go of it")
}

// longGone reports whether the namespace controller had the time to ask.
func longGone(h *hearing.Case) bool {
	return !h.Node.Since.IsZero() && h.View.Now.Sub(h.Node.Since) > freshSweep
}

// blockRows adds objects that are on their way out, some of every sort first.
func blockRows(h *hearing.Case, rows []sight.Brief) {
	for _, row := range sight.Mixed(rows, hearing.BlockersListed-len(h.Hold.Blockers)) {
		h.BlockKnown(row.Ref, h.View.StateOfBrief(&row), heldBy(h.View, &row))
	}
}

// blockLive adds objects that nobody has asked to go.
func blockLive(h *hearing.Case, rows []sight.Brief) {
	for _, row := range sight.Mixed(rows, hearing.BlockersListed-len(h.Hold.Blockers)) {
		h.BlockKnown(row.Ref, trace.Live, "nobody has asked it to go")
	}
}

// heldBy says in a few words what keeps an object.
func heldBy(w *sight.View, row *sight.Brief) string {
	switch {
	case len(row.Finalizers) > 0:
		return "held by " + phrase.Names(row.Finalizers)
	case row.Deleted.After(w.Now):
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
		names[i] = strings.Fields(w.NameOf(rows[i].Ref))[0]
	}
	return names
}

// nextOf leads on to the first object that is in the way.
func nextOf(h *hearing.Case, leaving, live []sight.Brief) {
	switch {
	case len(leaving) > 0:
		h.Next("see what holds the first of them", h.View.WhyStuck(sight.Mixed(leaving, 1)[0].Ref)...)
	case len(live) > 0:
		h.Next("see whether the server would let it go", h.View.Command(live[0].Ref, "delete", "--dry-run=server")...)
	}
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
func admitGaps(h *hearing.Case, c *content) bool {
	gaps := c.unchecked()
	if len(gaps) == 0 {
		return false
	}
	unknown := phrase.Count(len(gaps), "kind", "kinds")
	if gaps[0].kind.Resource == "" { // a dump that does not say what it was made of
		unknown = "everything"
	}
	h.Fact("Incomplete", "could not check "+unknown+" in it: "+gapsOf(c))
	if gaps[0].problem.Reason == trace.Forbidden {
		h.Next("ask for the right to list what is in it, such as this one",
			"kubectl", "auth", "can-i", "list", gaps[0].problem.About.Type(), "-n", h.Node.Name)
	}
	return true
}
