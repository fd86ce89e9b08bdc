package holder

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/shown"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
)

// heardBeside names the holder by the log that was copied beside the object, where nothing else tells it.
func (found *Found) heardBeside(ctx context.Context, h *hearing.Case) {
	if found.Holder.Name != "" {
		return
	}
	confidence, name := explain.Likely, shown.PrintedBy(h)
	if name == "" {
		name = controllerBeside(h)
		if h.Finalizer != explain.NotCopied && !catalogue.SameDomain(h.Kind.Group, h.Finalizer) && !h.CalledAfterKind() {
			confidence = explain.Possible // another may have put it there
		}
	}
	if name == "" {
		var surely bool
		if name, surely = shown.Speaker(ctx, h); !surely {
			confidence = explain.Possible
		}
	}
	if name == "" {
		return
	}
	found.Holder.Name, found.Holder.Confidence = name, confidence
	fact := "the log that was copied beside it is that of " + name
	if confidence == explain.Possible {
		found.Nearest = fact
	}
	found.Evidence = append(found.Evidence, explain.Evidence{Fact: fact, Source: LogBeside, Weak: true})
}

// controllerBeside is the controller of the kind by whose log, that was copied beside the object, this was looked at: by
// the fields of its lines or by the name of its logger. It is empty where none is told, or several are, and for a kind of
// Kubernetes' own, which many programs have a controller of.
func controllerBeside(h *hearing.Case) (name string) {
	if !h.View.Copied || !h.Kind.MayBeCustom() || strings.HasSuffix(h.Kind.Group, ".k8s.io") {
		return ""
	}
	for _, e := range EntriesBefore(explain.Log{Lines: h.View.Logs.Aside}, h.View.Clock.At) {
		switch found := strings.ToLower(e.Field("controller")); {
		case !ofKind(h, &e.Line, found) || !aboutIt(h, &e.Line):
		case strings.Contains(found, "/"):
			if program := e.Field("logger"); !commonName(program) && !strings.ContainsAny(program, " ./") && (name == "" || name == program) {
				return program // one of several controllers that it has of the kind
			}
		case name != "" && name != found:
			return ""
		default:
			name = found
		}
	}
	if name == "" || slices.ContainsFunc([]string{"controller", "operator", "reconciler"}, func(word string) bool { return strings.HasSuffix(name, word) }) {
		return name
	}
	return name + " controller"
}

// ofKind reports whether a line is of a controller of the kind.
func ofKind(h *hearing.Case, l *logline.Line, controller string) bool {
	kind, group := l.Field("controllerKind"), l.Field("controllerGroup")
	switch {
	case strings.HasSuffix(controller, "/"+strings.ToLower(h.Kind.Kind)+"."+h.Kind.Group):
		return h.Kind.Group != "" // one of several of its kind
	case controller == "" || strings.ContainsAny(controller, " /{"):
		return false
	case kind == "":
		return strings.EqualFold(controller, h.Kind.Kind)
	}
	return strings.EqualFold(kind, h.Kind.Kind) && (group == "" || h.Kind.Group == "" || group == h.Kind.Group)
}

// aboutIt reports whether a field of a line names the object.
func aboutIt(h *hearing.Case, l *logline.Line) bool {
	return slices.ContainsFunc(l.Fields, func(f logline.Field) bool {
		return f.Value == h.Node.Name || f.Value == h.Node.Namespace+"/"+h.Node.Name
	})
}
