package graph

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

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
