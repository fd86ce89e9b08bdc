package namespace

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// deleted is what kubectl prints of an object of an API group that it has asked to go.
var deleted = regex.New(`^([a-z][a-z0-9]*)\.[a-z0-9-]+\.[a-z0-9.-]+ "([a-z0-9][a-z0-9.-]*)" deleted\b`)

// mostDeleted bounds how many of those are named.
const mostDeleted = 3

// lookInside is what to do about a namespace of which nothing was copied that tells what is
// left in it.
func lookInside(h *hearing.Case) (n hearing.Notes) {
	if !h.View.Copied {
		return n
	}
	var asked []string
	for _, l := range h.View.Logs.Aside {
		if m := deleted.FindStringSubmatch(l.Text); m != nil && len(asked) < mostDeleted && !slices.Contains(asked, m[1]+" "+m[2]) {
			asked = append(asked, m[1]+" "+m[2])
		}
	}
	if held := heldSaid(h); held != "" {
		find := "find what in it has " + held + ", and ask why-stuck about each"
		if h.Node.Name == explain.NoName {
			n.Mend(havingRun(h, nil, find))
		} else {
			n.Next(havingRun(h, nil, find+": a copy of all that an answer needs shows that"), h.View.Command(h.Node.Ref, "finalizers", "snapshot")...)
		}
		n.Never(finalizeItself)
		return n
	}
	n.Next("see what is left in it, which its conditions count by type and by finalizer"+phrase.Prefixed("; asked to go where this was copied: ", phrase.Names(asked)), h.View.Command(h.Node.Ref, "describe")...)
	n.Next("copy all that an answer needs, and ask of that", h.View.Command(h.Node.Ref, "finalizers", "snapshot")...)
	n.Never(finalizeItself)
	return n
}
