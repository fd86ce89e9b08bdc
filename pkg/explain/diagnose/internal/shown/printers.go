package shown

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
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

// containersOfAny are what the container of a controller is called that has no name of its own.
var containersOfAny = []string{"manager", "controller", "operator", "main", "app", "server"}

// longestHead is how far the name of a pod reaches that stands before a line.
const longestHead = 140

// PrintersIn are the programs that a line names as those which have printed it: before it, in a stack trace, or in the
// command that reads their log.
func PrintersIn(text string) (found []string) {
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
	if m := deployedPod.FindStringSubmatch(head); m != nil && !IsRow(text) && (reads || strings.HasPrefix(strings.TrimLeft(head, "[( "), m[1])) {
		found = append(found, m[1])
	}
	return found
}

// frameworks are what controllers are built with.
var frameworks = []string{"controller-runtime", "operator-lib", "operator-sdk", "controller-utils"}

// commonNames are names of workloads that many projects use.
var commonNames = []string{"operator", "controller", "manager", "controller-manager", "server", "webhook", "agent", "app"}

// CommonName reports whether a name tells no program apart.
func CommonName(name string) bool { return slices.Contains(commonNames, name) || len(name) < 3 }

// PrintedBy is the program that has printed the log which was copied beside an object: by its
// pod, which stands before the lines or in the command that read them, or by the module in a
// stack trace. It is empty where nothing tells, or several are told of.
func PrintedBy(h *hearing.Case) (name string) {
	if !h.View.Copied {
		return ""
	}
	take := func(found string) {
		switch {
		case found == "" || slices.Contains(frameworks, found) || CommonName(found):
		case name == "":
			name = found
		case name != found && !strings.HasPrefix(name, found) && !strings.HasPrefix(found, name):
			name = "?"
		}
	}
	for _, l := range h.View.Logs.Aside {
		for _, found := range PrintersIn(l.Text) {
			take(found)
		}
	}
	if name == "?" {
		return ""
	}
	return name
}
