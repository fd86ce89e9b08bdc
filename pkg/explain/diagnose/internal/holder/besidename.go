package holder

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
	// readingLog is the command that reads the log of a pod.
	readingLog = regex.New(`\b(?:kubectl|oc|k)\b.*\slogs\b`)
)

// frameworks are what controllers are built with.
var frameworks = []string{"controller-runtime", "operator-lib", "operator-sdk", "controller-utils"}

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
		if m := moduleOf.FindStringSubmatch(l.Text); m != nil && m[1] != "kubernetes-sigs" && m[1] != "go-logr" {
			take(m[2])
		}
		head := l.Text
		if !readingLog.MatchString(head) {
			head = head[:min(len(head), longestHead)]
			if at := strings.IndexAny(head, `"{`); at >= 0 {
				head = head[:at]
			}
		}
		if m := deployedPod.FindStringSubmatch(head); m != nil && (readingLog.MatchString(l.Text) || strings.HasPrefix(strings.TrimLeft(head, "[( "), m[1])) {
			take(m[1])
		}
	}
	if name == "?" {
		return ""
	}
	return name
}

// longestHead is how far the name of a pod reaches that stands before a line.
const longestHead = 140
