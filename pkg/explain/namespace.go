package explain

import (
	"context"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// namespaceFinalizer stands in the spec of a Namespace.
	namespaceFinalizer = "kubernetes"
	// freshSweep is how long the namespace controller may take to ask
	// everything in a namespace to go.
	freshSweep = time.Minute
)

var namespaceRule = builtInRule{
	fits: func(kind trace.Kind, finalizer string) bool {
		return kind.Group == "" && kind.Kind == "Namespace" && finalizer == namespaceFinalizer
	},
	judge: judgeNamespace,
}

// obstacle is one thing that keeps the namespace controller from letting go.
// Several can be there at a time, and each has to be mended by itself.
type obstacle struct {
	there func(ctx context.Context, h *hearing, c *content) bool
	judge func(ctx context.Context, h *hearing, c *content) bool
}

// obstacles are in the order in which the namespace controller meets them.
var obstacles = []obstacle{
	{func(_ context.Context, _ *hearing, c *content) bool { return len(c.pods) > 0 }, podsFirst},
	{func(_ context.Context, _ *hearing, c *content) bool { return len(c.pods) == 0 && len(c.going) > 0 }, contentRemains},
	{func(_ context.Context, h *hearing, _ *content) bool { return len(h.deadGroups()) > 0 }, discoveryFails},
	{func(ctx context.Context, h *hearing, c *content) bool { return len(h.rotten(ctx, c)) > 0 }, undecodableContent},
	{func(_ context.Context, _ *hearing, c *content) bool { return len(c.failedAs(trace.Unavailable)) > 0 }, contentUnlistable},
	{idleLong, contentNotAsked},
}

// judgeNamespace says what the namespace controller waits for. Its conditions
// are compared with the content and never believed: while a pod is left they
// all claim success.
func judgeNamespace(ctx context.Context, h *hearing) bool {
	h.namespaceController(ctx)
	c := h.contentOf(ctx, h.node.Name)
	h.weighClaims(c)
	for _, o := range obstacles {
		if o.there(ctx, h, c) {
			defer h.warnOfFinalize(c)
			return o.judge(ctx, h, c)
		}
	}
	return emptied(ctx, h, c)
}

// furtherObstacle is a stage for the obstacle of that number, where another one
// is in the way before it.
func furtherObstacle(n int) stage {
	return func(ctx context.Context, h *hearing) bool {
		if !h.isNamespace() || !going(h.node.State) || !h.finalizes() {
			return false
		}
		c := h.contentOf(ctx, h.node.Name)
		first := 0
		for first < n && !obstacles[first].there(ctx, h, c) {
			first++
		}
		if first == n || !obstacles[n].there(ctx, h, c) {
			return false
		}
		h.namespaceController(ctx)
		return obstacles[n].judge(ctx, h, c)
	}
}

func (h *hearing) isNamespace() bool { return h.kind.Group == "" && h.kind.Kind == "Namespace" }

// finalizes reports whether the namespace controller is not done yet.
func (h *hearing) finalizes() bool {
	for _, f := range h.node.Finalizers {
		if f.Name == namespaceFinalizer {
			return true
		}
	}
	return false
}

// namespaceController sets the holder.
func (h *hearing) namespaceController(ctx context.Context) {
	m := h.controllerManager(ctx)
	h.hold.Holder = Holder{Name: "namespace controller", Project: "Kubernetes", Workload: m.workload, Confidence: Certain, BuiltIn: true}
	h.hold.Health = m.health
}

func (h *hearing) warnOfFinalize(c *content) {
	if len(c.pods)+len(c.going)+len(c.idle)+len(c.failed) == 0 && len(h.broken) == 0 {
		return
	}
	h.warn("never empty spec.finalizers by way of /finalize: what is left stays stored and comes back with a namespace of the same name")
}

// podsFirst judges a namespace with pods in it.
func podsFirst(ctx context.Context, h *hearing, c *content) bool {
	leaving, live := split(c.pods)
	h.blockRows(leaving)
	if len(leaving) == 0 || h.longGone() {
		h.blockLive(live)
	}
	h.blockRows(held(c.going))
	message := "pods go first, and " + count(len(c.pods), "is", "are") + " left: " + naming(rowNames(append(leaving, live...)))
	if len(c.going) > 0 {
		message += "; also on the way out: " + h.counted(c.going)
	}
	if len(c.idle) > 0 {
		message += "; not even asked to go yet: " + h.counted(c.idle)
		h.fact("the namespace controller", "it asks nothing else to go while a pod is left")
	}
	h.nextOf(leaving, live)
	h.admitGaps(c)
	if len(live) > 0 && h.longGone() {
		return h.notAsked(ctx, live, PodsFirst, message)
	}
	return h.decide(Waiting, PodsFirst, message)
}

// contentRemains judges a namespace in which other objects are on their way out.
func contentRemains(_ context.Context, h *hearing, c *content) bool {
	h.blockRows(c.going)
	h.nextOf(c.going, nil)
	h.admitGaps(c)
	return h.decide(Waiting, ContentRemains, "the pods are gone, and "+h.counted(c.going)+" cannot go yet: "+naming(h.typedNames(c.going)))
}

// emptied judges a namespace in which nothing was found.
func emptied(ctx context.Context, h *hearing, c *content) bool {
	m := h.controllerManager(ctx)
	h.hold.Evidence = append(h.hold.Evidence, m.evidence...)
	if h.admitGaps(c) {
		return h.decide(Unknown, Silent, "nothing that is left in it could be seen, but "+h.gapsOf(c)+" could not be listed")
	}
	if len(c.idle) > 0 {
		return h.decide(Progressing, Working, "asked to go "+h.ago(h.node.Since)+" ago; the namespace controller is asking what is in it: "+h.counted(c.idle))
	}
	if h.managerDown(m, "nothing is left in it, but the kube-controller-manager "+m.message) {
		return true
	}
	if !h.longGone() {
		return h.decide(Progressing, Working, "nothing is left in it; the namespace controller lets go of it next")
	}
	h.next("look again in a moment, or watch before judging", h.command(h.node.Ref, "finalizers", "why-stuck", "--observe", "20s")...)
	return h.decide(Unknown, Silent, "nothing is left in it that could be seen, and the namespace controller has not let go of it")
}

// longGone reports whether the namespace controller had the time to ask.
func (h *hearing) longGone() bool {
	return !h.node.Since.IsZero() && h.now.Sub(h.node.Since) > freshSweep
}

// blockRows adds objects that are on their way out, some of every sort first.
func (h *hearing) blockRows(rows []brief) {
	for _, row := range mixed(rows, blockersListed-len(h.hold.Blockers)) {
		h.blockKnown(row.Ref, h.stateOfBrief(&row), h.heldBy(&row))
	}
}

// blockLive adds objects that nobody has asked to go.
func (h *hearing) blockLive(rows []brief) {
	for _, row := range mixed(rows, blockersListed-len(h.hold.Blockers)) {
		h.blockKnown(row.Ref, trace.Live, "nobody has asked it to go")
	}
}

// heldBy says in a few words what keeps an object.
func (w *world) heldBy(row *brief) string {
	switch {
	case len(row.Finalizers) > 0:
		return "held by " + naming(row.Finalizers)
	case row.Deleted.After(w.now):
		return "its grace period runs"
	case row.Kind == "Pod":
		return "its kubelet has not let go of it"
	}
	return "about to go"
}

// held are the rows that something keeps.
func held(rows []brief) []brief {
	var out []brief
	for i := range rows {
		if len(rows[i].Finalizers) > 0 {
			out = append(out, rows[i])
		}
	}
	return out
}

func rowNames(rows []brief) []string {
	names := make([]string, len(rows))
	for i := range rows {
		names[i] = rows[i].Name
	}
	return names
}

// typedNames are names with their kinds: configmaps/a.
func (w *world) typedNames(rows []brief) []string {
	names := make([]string, len(rows))
	for i := range rows {
		names[i] = strings.Fields(w.nameOf(rows[i].Ref))[0]
	}
	return names
}

// nextOf leads on to the first object that is in the way.
func (h *hearing) nextOf(leaving, live []brief) {
	switch {
	case len(leaving) > 0:
		h.next("see what holds the first of them", h.whyStuck(mixed(leaving, 1)[0].Ref)...)
	case len(live) > 0:
		h.next("see whether the server would let it go", h.command(live[0].Ref, "delete", "--dry-run=server")...)
	}
}

// gapsOf names the kinds of which nothing is known.
func (h *hearing) gapsOf(c *content) string {
	var names []string
	for _, u := range c.unchecked() {
		names = append(names, u.problem.About.Type())
	}
	return naming(names)
}

// admitGaps says what could not be listed, and which right would settle it.
func (h *hearing) admitGaps(c *content) bool {
	gaps := c.unchecked()
	if len(gaps) == 0 {
		return false
	}
	unknown := count(len(gaps), "kind", "kinds")
	if gaps[0].kind.Resource == "" { // a dump that does not say what it was made of
		unknown = "everything"
	}
	h.fact("Incomplete", "could not check "+unknown+" in it: "+h.gapsOf(c))
	if gaps[0].problem.Reason == trace.Forbidden {
		h.next("ask for the right to list what is in it, such as this one",
			"kubectl", "auth", "can-i", "list", gaps[0].problem.About.Type(), "-n", h.node.Name)
	}
	return true
}
