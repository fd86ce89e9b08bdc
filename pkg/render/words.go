package render

import (
	"strconv"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// kindName is how kubectl prints an object: pod/web-0, deployment.apps/web.
func kindName(r trace.Ref) string {
	return paper.Identifier(withGroup(strings.ToLower(r.Kind), r.Group) + "/" + r.Name)
}

// objectName is how a person types an object, for use in a sentence:
// pods/web-0 in namespace shop.
func objectName(n *trace.Node) string {
	resource := n.Resource
	if resource == "" {
		resource = strings.ToLower(n.Kind)
	}
	s := paper.Identifier(withGroup(resource, n.Group) + "/" + n.Name)
	if n.Namespace != "" {
		s += " in namespace " + paper.Identifier(n.Namespace)
	}
	return s
}

func withGroup(name, group string) string {
	if group == "" {
		return name
	}
	return name + "." + group
}

// age is the time from since to at as kubectl prints ages. A clock that is
// behind makes it zero, never negative.
func age(since, at time.Time) string {
	return duration.HumanDuration(max(at.Sub(since), 0))
}

// forAge is " for 14m", and nothing where the beginning is not known.
func forAge(since, at time.Time) string {
	if since.IsZero() {
		return ""
	}
	return " for " + age(since, at)
}

// stateText says what is really going on with an object.
func stateText(n *trace.Node, at time.Time) string {
	switch n.State {
	case trace.Live:
		return "live"
	case trace.Grace:
		if n.Since.IsZero() {
			return "in grace"
		}
		return "in grace, " + age(at, n.Since) + " left"
	case trace.Deleting:
		if n.Since.IsZero() {
			return "deleting"
		}
		return "deleting " + age(n.Since, at)
	case trace.Gone:
		return "gone"
	case trace.Recreated:
		return "another object now stands under this name"
	case trace.Unreadable:
		return "could not be read"
	}
	return paper.Identifier(string(n.State))
}

func stateRole(s trace.State) paper.Role {
	switch s {
	case trace.Live:
		return paper.Live
	case trace.Grace:
		return paper.Grace
	case trace.Deleting:
		return paper.Deleting
	default:
		return paper.Missing
	}
}

// exists reports whether an object in this state can be addressed.
func exists(s trace.State) bool {
	return s == trace.Live || s == trace.Grace || s == trace.Deleting
}

// faultText says what is wrong with an edge, from the point of view of the
// object below.
func faultText(e trace.Edge) string {
	owner := e.Rule == trace.OwnerRule
	switch e.Fault {
	case "":
		return ""
	case trace.TargetGone:
		if owner {
			return "owner gone"
		}
		return "reference to an object that is gone"
	case trace.TargetRecreated:
		if owner {
			return "owner recreated (UID differs)"
		}
		return "reference to an object that was recreated (UID differs)"
	case trace.OtherName:
		if owner {
			return "owner under another name or kind: counts as gone"
		}
		return "reference by another name or kind"
	case trace.WrongNamespace:
		if owner {
			return "owner in another namespace"
		}
		return "reference into another namespace"
	case trace.WrongScope:
		if owner {
			return "wrong scope: the owner is namespaced, this is not"
		}
		return "reference of the wrong scope"
	case trace.KindUnknown:
		if owner {
			return "owner's kind not served"
		}
		return "kind not served"
	case trace.Cycle:
		return "cycle: leads back to an object above"
	}
	return paper.Identifier(string(e.Fault))
}

// edgeText names the rule behind an edge and the flags of an ownerReference.
func edgeText(e trace.Edge) string {
	var flags []string
	if e.Controller {
		flags = append(flags, "controller")
	}
	if e.Block {
		flags = append(flags, "blockOwnerDeletion")
	}
	text := paper.Identifier(e.Rule)
	if len(flags) > 0 {
		text += " (" + strings.Join(flags, ", ") + ")"
	}
	return text
}

func holderText(f trace.Finalizer) string {
	if f.Holder == "" {
		return "(holder not known)"
	}
	return "(" + paper.Prose(f.Holder) + ")"
}

// conditionHead is all of a condition but its message: Ready=False (Deleting)
// for 14m.
func conditionHead(c trace.Condition, at time.Time) string {
	text := paper.Identifier(c.Type) + "=" + paper.Identifier(c.Status)
	if c.Reason != "" {
		text += " (" + paper.Identifier(c.Reason) + ")"
	}
	return text + forAge(c.Since, at)
}

// foldText stands for alike dependents; more says that others of their kind are
// shown.
func foldText(f trace.Fold, more bool) string {
	noun := f.Resource
	if f.Count == 1 || noun == "" {
		noun = strings.ToLower(f.Kind)
	}
	text := thousands(f.Count) + " "
	if more {
		text += "more "
	}
	text += paper.Identifier(withGroup(noun, f.Group))
	if f.Count == 1 {
		return text + ", not deleting"
	}
	return text + ", none deleting"
}

func cutText(n int) string {
	return thousands(n) + " more below; use --depth to go further"
}

// count is "1 object", "2 objects".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}

// thousands writes a number with a comma after every third digit.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for at := len(s) - 3; at > 0 && s[at-1] != '-'; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}
