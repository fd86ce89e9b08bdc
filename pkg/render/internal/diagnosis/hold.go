package diagnosis

import (
	"cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// holderLine says who has to act, how sure that is, and how well they are.
func holderLine(h *explain.Hold) string {
	who := &h.Holder
	if who.Name == "" && who.Workload.Name == "" {
		return "not known"
	}
	name := holderName(who)
	if who.Name == "" {
		name = words.Placed(who.Workload)
	}
	if h.Reason == explain.NobodyRemoves {
		return "nobody; made by " + name
	}
	text := name + " (" + paper.Identifier(string(cmp.Or(who.Confidence, explain.NotKnown))) + ")"
	if who.Confidence == explain.Possible {
		text = "not known; " + name + " is only possible"
	}
	part, placed := "", ""
	if who.BuiltIn {
		part = "a part of Kubernetes"
	}
	if who.Workload.Name != "" && who.Name != "" {
		placed = words.Placed(who.Workload)
	}
	return detailed(text, part, placed, healthText(h))
}

// holderName is what the catalogue calls the holder, and what the cluster does.
func holderName(who *explain.Holder) string {
	name, component := paper.Prose(who.Name), paper.Prose(who.Component)
	if name == "" && who.Workload.Name != "" {
		name = words.KindName(who.Workload)
	}
	if name == "" || name == component {
		return name
	}
	return explain.Joined(" ", component, name)
}

// detailed is a name, and what is known of it.
func detailed(name string, details ...string) string {
	return explain.Joined(": ", name, explain.Joined(", ", details...))
}

func healthText(h *explain.Hold) string {
	words := h.Health.Words()
	switch {
	case words == "":
		return paper.Identifier(string(h.Health))
	case h.Health == explain.ScaledDown && h.Holder.Workload.Group == "batch": // a CronJob has no scale
		return "suspended"
	}
	return words
}

// blockerText names what is waited for, and says what it is now.
func blockerText(b *explain.Blocker) string {
	if b.Name == "" {
		return paper.Prose(b.What)
	}
	state := blockerState(b.State)
	if b.State == trace.Unreadable && b.What != "" {
		state = ""
	}
	return detailed(words.Placed(b.Ref), state, paper.Prose(b.What))
}

func blockerState(s trace.State) string {
	switch s {
	case "":
		return ""
	case trace.Gone:
		return "already gone"
	case trace.Unreadable:
		return "could not be read"
	case trace.Live:
		return "not being deleted"
	case trace.Deleting:
		return "deleting"
	case trace.Grace:
		return "in its grace period"
	case trace.Recreated:
		return "another object now stands under this name"
	}
	return paper.Identifier(string(s))
}
