package signs

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// HomeGone tells where the API server has said, to whoever copied the object, that its
// namespace is not there, as after the finalizers of that were taken off by force. It then
// refuses every write in it, also that of the holder (plugin/pkg/admission/namespace/lifecycle).
// The answer may be of another cluster, so it proves nothing.
func HomeGone(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	home := trace.Ref{Kind: "Namespace", Name: h.Node.Namespace}
	if !h.View.Copied || home.Name == "" || h.View.Glance(ctx, home).Object != nil {
		return f
	}
	for _, l := range linesBeside(h) {
		if l.Answer != "NotFound" || l.Message != `namespaces "`+home.Name+`" not found` || shownElsewhere(h) {
			continue
		}
		f.Quote(answerBeside, l.Message, l.Message)
		f.Mend("create namespace " + home.Name + " again, if it is not there where this was copied: until then the API server refuses every write in it, that of its holder too")
		return f.Decide(explain.Undecided, explain.PrerequisiteGone, "its namespace "+home.Name+" is not there, by an answer copied beside it; of which cluster that is, nothing tells")
	}
	return f
}

// anotherCluster is how a command is sent to another cluster than the one that is set.
var anotherCluster = regex.New(`--(?:context|kubeconfig|cluster|server)\b|\buse-context\b|\bKUBECONFIG=|\bkubectx\b`)

// shownElsewhere reports whether what was copied beside the object was asked of several
// clusters, or shows its namespace nevertheless.
func shownElsewhere(h *hearing.Case) bool {
	for _, l := range h.View.Logs.Aside {
		if anotherCluster.MatchString(l.Text) {
			return true
		}
		cells := strings.Fields(l.Text)
		if len(cells) > 1 && (strings.TrimPrefix(cells[0], "namespace/") == h.Node.Namespace || strings.TrimPrefix(cells[1], "namespace/") == h.Node.Namespace) {
			return true
		}
	}
	return false
}
