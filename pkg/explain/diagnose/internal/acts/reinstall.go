package acts

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// Reinstall is how a holder that runs nowhere comes back: what is called so is installed again.
// A family is nothing to install: which program of it has to act is to be found first.
func Reinstall(h *hearing.Case, where, name, why string) (n hearing.Notes) {
	if h.Entry.Family && (name == h.Entry.Project || name == h.Entry.Component) {
		n.Do(explain.Look("find "+memberOf(h)+", and have it run: who put it there is in managedFields",
			h.View.Command(h.Node.Ref, "get", "-o", "yaml", "--show-managed-fields")...).For(explain.Mends))
		return n
	}
	if name == h.Entry.Project {
		name = programOf(h)
	}
	if refused, _ := RefusedOver(h); refused {
		why = ", by itself (helm takes no chart that holds " + h.Node.Name + " too as long as that is there)" + why
	}
	text := where + "install " + name + " again" + why + phrase.Prefixed(": ", workloadsOf(h))
	if where != "" {
		return SeeIfItRuns(h, text)
	}
	n.Mend(text)
	return n
}

// programOf is what is installed to have the holder run: its project, unless it is one of the programs of that which nobody
// can list, as each serves kinds of its own. The group of the object tells which, and that one may be a project by itself.
func programOf(h *hearing.Case) string {
	if len(h.Entry.Controller.Workloads) > 0 || !h.Kind.MayBeCustom() || h.Holder.Name == "" || strings.EqualFold(h.Holder.Name, h.Entry.Project) {
		return h.Entry.Project
	}
	if strings.HasSuffix(h.Kind.Group, ".k8s.io") { // the group of many
		return "the " + h.Holder.Name
	}
	if of := h.View.Catalogue.ProjectOf(h.Kind.Group); of != "" && of != h.Entry.Project {
		return of
	}
	return "the " + h.Holder.Name + " that serves " + h.Kind.Group
}

// RefusedOver reports whether helm answers beside a copy that the object keeps it from installing a chart, and whether the
// release that had it is gone.
func RefusedOver(h *hearing.Case) (refused, left bool) {
	if !h.View.Copied || h.Node.Name == explain.NoName {
		return false, false
	}
	return sentence.RefusedOver(h.View.Logs.Aside.Texts(), h.Kind.Kind, h.Node.Name)
}

// memberOf is the program of a family that has to take the finalizer off, as far as the name of
// that or the kind of the object tells which it is.
func memberOf(h *hearing.Case) string {
	handler := strings.TrimPrefix(h.Finalizer, h.Entry.Pattern)
	switch {
	case h.Entry.Match == catalogue.MatchPrefix && handler != "":
		return "the controller with the handler " + handler + ", which takes " + h.Finalizer + " off"
	case h.Kind.MayBeCustom():
		return "the controller of " + h.Kind.Type() + ", which takes " + h.Finalizer + " off"
	}
	return "the program that takes " + h.Finalizer + " off"
}

// workloadsOf is where the catalogue says that the holder runs.
func workloadsOf(h *hearing.Case) string {
	workloads := phrase.Names(h.Entry.Controller.Workloads)
	if workloads == "" {
		return ""
	}
	return workloads + phrase.Prefixed(" in namespace ", phrase.Or(h.Entry.Controller.Namespaces))
}
