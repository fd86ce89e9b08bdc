package copyist

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// HomeGone tells where the API server has said, to whoever copied the object, that its
// namespace is not there, as after the finalizers of that were taken off by force. It then
// refuses every write in it, also that of the holder (plugin/pkg/admission/namespace/lifecycle).
// The answer may be of another cluster, so it proves nothing where it was not given in the shell that showed the object.
func HomeGone(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	home := trace.Ref{Kind: "Namespace", Name: h.Node.Namespace}
	if !h.View.Copied || home.Name == "" || h.View.Glance(ctx, home).Object != nil {
		return f
	}
	answer := `namespaces "` + home.Name + `" not found`
	for _, l := range h.View.Logs.Aside {
		if !strings.HasSuffix(strings.TrimSpace(l.Text), "(NotFound): "+answer) || shownElsewhere(h) {
			continue
		}
		f.Quote("answer copied beside it", answer, answer)
		if inOneShell(h, answer) {
			f.Mend("create namespace " + home.Name + " again: until then the API server refuses every write in it, that of its holder too")
			return f.Decide(explain.Stuck, explain.PrerequisiteGone, "its namespace "+home.Name+" is not there, by an answer that the same shell was given")
		}
		f.Mend("create namespace " + home.Name + " again, if it is not there where this was copied: until then the API server refuses every write in it, that of its holder too")
		return f.Decide(explain.Undecided, explain.PrerequisiteGone, "its namespace "+home.Name+" is not there, by an answer copied beside it; of which cluster that is, nothing tells")
	}
	return f
}

// typedAt is a command behind the prompt of a shell.
var typedAt = regex.New(`^\s*(\S*(?:[$#>❯➜]|[^\s:]+ [^\s:]+[$#>])) ?(?:kubectl|oc|k) ([a-z].*)$`)

// inOneShell reports whether an answer was given at the same prompt at which the object was asked about. Where that tells no
// host or folder, nothing but commands and what they print stands between them.
func inOneShell(h *hearing.Case, answer string) bool {
	var last, answered, shown string
	for _, l := range h.View.Logs.Aside {
		text := strings.TrimSpace(l.Text)
		switch m := typedAt.FindStringSubmatch(l.Text); {
		case m != nil:
			last = m[1]
			if slices.ContainsFunc(strings.Fields(m[2]), func(word string) bool { return word[strings.LastIndexByte(word, '/')+1:] == h.Node.Name }) {
				shown = m[1]
			}
		case strings.HasSuffix(text, answer):
			answered = last
		default:
			if _, row := logline.Cells(l.Text); text != "" && !row && len(last) == len("$") {
				last, answered, shown = "", "", ""
			}
		}
		if answered != "" && answered == shown {
			return true
		}
	}
	return false
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
