package copyist

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// doneTo is what kubectl prints of an object that it has asked to go, or has made.
var doneTo = regex.New(`^\s*([a-z][a-z0-9]*)(?:\.([a-z0-9-]+(?:\.[a-z0-9-]+)*))?(?:/| ")([a-z0-9][a-z0-9.-]*)"? (deleted|force deleted|created|configured|unchanged)(?: from (\S+) namespace)?\s*$`)

// credentials are the kinds of Kubernetes' own that hold what a controller gets in by.
var credentials = []string{"secret", "serviceaccount"}

// DeletedToo warns that something was deleted beside the object, by an answer of kubectl, that its controller may need to
// end it: of the same project, or what holds a key.
func DeletedToo(_ context.Context, h *hearing.Case) (n hearing.Notes) {
	if !h.View.Copied || !h.GoesAlone() || !h.Node.State.Going() || !strings.Contains(h.Kind.Group, ".") {
		return n
	}
	var gone []string
	for _, l := range typed(h) {
		m := doneTo.FindStringSubmatch(l.text)
		if m == nil || m[1] == strings.ToLower(h.Kind.Kind) || !ofProject(h, m[2]) && !isKey(h, m) {
			continue
		}
		name := strings.TrimSuffix(m[1]+"."+m[2], ".") + " " + m[3]
		gone = slices.DeleteFunc(gone, func(other string) bool { return other == name })
		if strings.HasSuffix(m[4], "deleted") {
			gone = append(gone, name)
			n.Add(asRun(l.text))
		}
	}
	if len(gone) == 0 {
		return hearing.Notes{}
	}
	named := phrase.Names(gone)
	n.Warn(named + " " + phrase.Plural(len(gone), "was", "were") + " deleted too, by what kubectl answered beside it: what has to end this may not get there without; before that is brought back, see what else was asked to go, as that goes on then as well")
	return n
}

// ofProject reports whether a group is of the project of the object. Those of Kubernetes itself are of many.
func ofProject(h *hearing.Case, group string) bool {
	return group == h.Kind.Group || group != "" && phrase.KinDomains(group, h.Kind.Group) && !strings.HasSuffix(group, "k8s.io")
}

// isKey reports whether an answer is of what holds a key in the namespace of the object.
func isKey(h *hearing.Case, answer []string) bool {
	return answer[2] == "" && slices.Contains(credentials, answer[1]) && answer[5] != "" && answer[5] == h.Node.Namespace
}
