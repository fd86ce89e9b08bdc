package hearing

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var (
	// namespaceGoes is how people write that a namespace is being deleted: that, or the one of a name.
	namespaceGoes = []*regex.Regexp{
		regex.New(`(?i)(?:\b(?:the|a|this|my|our|whole|entire) namespace|\bnamespace "?([a-z0-9][-a-z0-9]*)"?)(?: (?:is|was|has been|got|gets|remains|stays|hangs))* (?:(?:set|put|put up|marked|up|scheduled) for (?:termination|deletion)|terminating|(?:being |already )?(?:deleted|terminated)\b|in (?:the )?"?terminating|stuck (?:in|at|on) "?(?:terminating|deleting)|never (?:terminates|goes|gets (?:deleted|terminated|removed)|finishes))`),
		regex.New(`(?i)\b(?:unable to|cannot|can't|fail(?:s|ed)? to) (?:delete|terminate|remove) (?:the |a |this |my |our )?namespace(?: "?([a-z0-9][-a-z0-9]*[\d-][-a-z0-9]*)"?)?(?:$|[.,;:!)]| (?:for|with|when|because|due|since|after|as|where|that|which)\b)`),
		regex.New(`(?i)\b(?:deleted|deleting) (?:the|a|this|my|our|whole|entire) (?:namespace|"?([a-z0-9][-a-z0-9]*)"? namespace)\b`),
		regex.New(`(?i)\b(?:the|a|this|my|our|whole) namespace(?:'s)? (?:deletion|removal|termination)()(?: \w+)? (?:stuck|hangs?|hanging|hung|blocked|never (?:ends|finishes|completes))\b`),
	}
	// doubted is how people speak of what is not so, or of which they are not sure.
	doubted = regex.New(`(?i)\b(?:if|whether|unless|until|before|not|isn't|wasn't|never mind|would|should|could|might|want|wants|going to|instead of)\b|\?\s*$`)
)

// Closed reports whether a namespace takes no new objects since it is being deleted: by its object or, for that of the
// object which goes, by what a person writes beside that. Told says which of these, for a step.
func Closed(ctx context.Context, h *Case, name string) (told string, closed bool) {
	if name == "" {
		return "", false
	}
	space := h.View.Look(ctx, trace.Ref{Kind: "Namespace", Name: name})
	if space.State.Going() {
		return "", true
	}
	if space.Object != nil || !h.View.Copied || name != h.Node.Namespace {
		return "", false
	}
	writes := slices.ContainsFunc(h.View.Logs.Aside, func(l explain.LogLine) bool {
		return !strings.ContainsAny(l.Text, "{}=") && !doubted.MatchString(l.Text) && slices.ContainsFunc(namespaceGoes, func(how *regex.Regexp) bool {
			m := how.FindStringSubmatch(l.Text)
			return m != nil && (m[1] == "" || m[1] == name)
		})
	})
	return " (by what is written beside it)", writes
}

// madeAgain is what kube-controller-manager makes again in every namespace but one that is being deleted
// (pkg/controller/serviceaccount, pkg/controller/certificates/rootcacertpublisher).
var madeAgain = regex.New(`^(?i:serviceaccounts? default|configmaps? kube-root-ca\.crt)$`)

// Remake adds the step that has something made again in a namespace: where that takes nothing new, it says so, and what
// is left to do. Referred says that the object may do without what it refers to.
func (n *Notes) Remake(ctx context.Context, h *Case, what, namespace, step string, referred bool) {
	told, closed := Closed(ctx, h, namespace)
	planned := h.Finalizer != "" && h.Finalizer != explain.NotCopied && h.Node.Name != explain.NoName
	circle := what + " cannot be made again: namespace " + namespace + " is being deleted" + told + " and takes nothing new, a circle that no retry ends. "
	switch {
	case !closed && madeAgain.MatchString(what) && h.View.Look(ctx, trace.Ref{Kind: "Namespace", Name: namespace}).State == trace.Live:
		n.Mend("see why kube-controller-manager does not make " + what + " again: it does so at once in a namespace that is not being deleted")
		return
	case !closed && madeAgain.MatchString(what) && namespace != "":
		n.Do(explain.Look("see whether namespace "+namespace+" is being deleted: in every other one Kubernetes itself makes "+what+" again at once, and in one that is nobody can", "kubectl", "get", "namespace", namespace).For(explain.Mends))
		circle = "where it is being deleted, no retry ends this. "
	case !closed:
		n.Mend(step)
		return
	}
	if referred {
		n.Mend(circle + "Take the reference to it out of the object where its controller can do without, or run a release of that which lets go without it")
	} else {
		n.Mend(circle + "Have what served it run in another namespace, and what calls it lead there, or delete the configuration that calls it if it is gone for good")
	}
	if !planned {
		n.Mend("if neither helps, check what its holder would still have cleaned up, outside of this namespace too, and only then take the finalizer off")
		return
	}
	n.PlanRemoval(h, "if neither helps, check what its holder would still have cleaned up, outside of this namespace too, and see what taking the finalizer off would do")
}
