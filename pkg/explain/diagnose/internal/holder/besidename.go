package holder

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// deployedPod is the pod of a Deployment, whose name ends in a hash and what tells it from others.
	deployedPod = regex.New(`\b([a-z][a-z0-9-]*?)-[bcdfghjklmnpqrstvwxz2456789]{8,10}-[bcdfghjklmnpqrstvwxz2456789]{5}\b`)
	// moduleOf is the program in a stack trace that has controllers of its own.
	moduleOf = regex.New(`\bgithub\.com/([\w-]+)/([\w.-]+)/(?:[\w-]+/)*controllers?\b`)
	// vendored is a module that another one has taken in.
	vendored = regex.New(`/vendor/\S*`)
	// streamedBy is the pod and the container that programs put before each line of several logs.
	streamedBy = regex.New(`^[a-z0-9][a-z0-9.-]*-[a-z0-9]+ ([a-z][a-z0-9-]*[a-z0-9]) (?:[IWEF]\d{4} \d\d:|time=|level=|ts=|\d{4}-\d\d-\d\d[T ]\d\d:|\{")`)
	// readingLog is the command that reads the log of a pod.
	readingLog = regex.New(`\b(?:kubectl|oc|k)\b.*\slogs\b`)
)

// frameworks are what controllers are built with.
var frameworks = []string{"controller-runtime", "operator-lib", "operator-sdk", "controller-utils"}

// containersOfAny are what the container of a controller is called that has no name of its own.
var containersOfAny = []string{"manager", "controller", "operator", "main", "app", "server"}

// printedBy is the program that has printed the log which was copied beside an object: by its
// pod, which stands before the lines or in the command that read them, or by the module in a
// stack trace. It is empty where nothing tells, or several are told of.
func printedBy(h *hearing.Case) (name string) {
	if !h.View.Copied {
		return ""
	}
	take := func(found string) {
		switch {
		case found == "" || slices.Contains(frameworks, found) || commonName(found):
		case name == "":
			name = found
		case name != found && !strings.HasPrefix(name, found) && !strings.HasPrefix(found, name):
			name = "?"
		}
	}
	for _, l := range h.View.Logs.Aside {
		for _, found := range printersIn(l.Text) {
			take(found)
		}
	}
	if name == "?" {
		return ""
	}
	return name
}

// printersIn are the programs that a line names as those which have printed it: before it, in a stack trace, or in the
// command that reads their log.
func printersIn(text string) (found []string) {
	if m := streamedBy.FindStringSubmatch(text); m != nil && !slices.Contains(containersOfAny, m[1]) {
		return []string{m[1]}
	}
	if m := moduleOf.FindStringSubmatch(vendored.ReplaceAllString(text, "")); m != nil && m[1] != "kubernetes-sigs" && m[1] != "go-logr" {
		found = append(found, m[2])
	}
	head, reads := text, readingLog.MatchString(text)
	if !reads {
		head = head[:min(len(head), longestHead)]
		if at := strings.IndexAny(head, `"{`); at >= 0 {
			head = head[:at]
		}
	}
	if m := deployedPod.FindStringSubmatch(head); m != nil && (reads || strings.HasPrefix(strings.TrimLeft(head, "[( "), m[1])) {
		found = append(found, m[1])
	}
	return found
}

// heardBeside names the holder by the log that was copied beside the object, where nothing else tells it.
func (found *Found) heardBeside(h *hearing.Case) {
	if found.Holder.Name != "" {
		return
	}
	confidence, name := explain.Likely, printedBy(h)
	if name == "" {
		name = controllerBeside(h)
		if h.Finalizer != explain.NotCopied && !catalogue.SameDomain(h.Kind.Group, h.Finalizer) && !calledAfterKind(h) {
			confidence = explain.Possible // another may have put it there
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
	found.Evidence = append(found.Evidence, explain.Evidence{Fact: fact, Source: "log copied beside it", Weak: true})
}

// longestHead is how far the name of a pod reaches that stands before a line.
const longestHead = 140

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
