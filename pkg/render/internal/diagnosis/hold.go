package diagnosis

import (
	"cmp"
	"slices"

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
	return detailed(text, part, placed, healthText(h.Health))
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

func healthText(h explain.Health) string {
	if words := h.Words(); words != "" {
		return words
	}
	return paper.Identifier(string(h))
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

// tellingEvidence is what says most of this case: what was read in the cluster,
// then what only suggests something, then what is known of a project in general.
// The weaker is shown only where there is nothing stronger.
func tellingEvidence(all []explain.Evidence) []explain.Evidence {
	var grades [3][]explain.Evidence
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b explain.Evidence) int { return rankTelling(a) - rankTelling(b) })
	for _, e := range all {
		switch {
		case e.Kind == explain.WouldAccept: // worth knowing, and no reason for anything
		case e.Kind == explain.Documented:
			grades[2] = append(grades[2], e)
		case e.Weak:
			grades[1] = append(grades[1], e)
		default:
			grades[0] = append(grades[0], e)
		}
	}
	for _, grade := range grades {
		if len(grade) > 0 {
			return grade[:min(len(grade), shownEvidence)]
		}
	}
	return nil
}

// saidBesides are the words of the cluster that are not among the shown evidence. Of
// those that the outcome rests on the message quotes the first.
func saidBesides(all, shown []explain.Evidence) []explain.Evidence {
	quoted := slices.IndexFunc(all, func(e explain.Evidence) bool { return e.Kind == explain.Said && e.Telling })
	var out []explain.Evidence
	for i, e := range all {
		if e.Kind == explain.Said && i != quoted && len(out) < shownSaid && !slices.Contains(shown, e) {
			out = append(out, e)
		}
	}
	return out
}

// rankTelling puts what the outcome rests on before all else.
func rankTelling(e explain.Evidence) int {
	if e.Telling {
		return 0
	}
	return 1
}
