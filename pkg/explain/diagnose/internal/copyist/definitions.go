package copyist

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const definitionType = `(?:crds?|customresourcedefinitions?)(?:\.apiextensions\.k8s\.io)?`

var (
	// deletesDefinitions is a command that deletes definitions by name or all of them, and pipesDefinitions one that deletes
	// those that another one lists.
	deletesDefinitions = regex.New(`(?:^|[\s$#>❯;&|(` + "`" + `])(?:kubectl|oc|k) (?:-\S+ )*delete (?:-\S+ )*` + definitionType + `[ /](.+)$`)
	pipesDefinitions   = regex.New(`(?:kubectl|oc|k) (?:-\S+ )*get (?:-\S+ )*` + definitionType + `(?:\s[^|]*)?\|(.*\|)?\s*xargs\s[^|]*?(?:kubectl|oc|k) (?:-\S+ )*delete\b|delete (?:-\S+ )*` + definitionType + ` .*\$\(\s*(?:kubectl|oc|k) get ` + definitionType + `\b`)
	// filtered is by what such a list is narrowed down, and inverted by what is left out of it.
	filtered = regex.New(`\b(?:e?grep|rg)\s+(?:-[a-uw-zA-Z]+\s+)*["']?([\w.-]{3,})`)
	// idle is a command that only prints, or a remark.
	idle = regex.New(`--dry-run|^\s*(?:#\s*(?:do not|don't|never)|//|echo\b)`)
)

// DefinitionsGo tells where a command that was copied beside an object deletes the definition of its kind, or those of many
// kinds: that asks every object of them to go.
func DefinitionsGo(_ context.Context, h *hearing.Case) (n hearing.Notes) {
	if !h.View.Copied || !h.Node.State.Going() || h.Finalizer == "" {
		return n
	}
	for _, l := range h.View.Logs.Aside {
		if idle.MatchString(l.Text) {
			continue
		}
		if of := definitionsDeleted(h, l.Text); of != "" {
			n.Add(command(l.Text))
			n.Warn("a command copied beside it deletes " + of + ": in every namespace that asks each object there is of them to go, and takes no finalizer off; what they stand for outside is deleted too as soon as their controllers work: see first which have to stay")
			return n
		}
	}
	return n
}

// definitionsDeleted is of what a command deletes the definitions, empty where it is not of the kind of the object, and of no
// more than one kind.
func definitionsDeleted(h *hearing.Case, line string) string {
	if pipesDefinitions.MatchString(line) {
		if m := filtered.FindStringSubmatch(line); m != nil {
			return "the definitions of all kinds that have " + phrase.Quoted(m[1]) + " in their names"
		}
		return "the definitions of many kinds"
	}
	m := deletesDefinitions.FindStringSubmatch(line)
	if m == nil {
		return ""
	}
	for word := range strings.FieldsSeq(m[1]) {
		switch word = strings.Trim(word, "`'\""); {
		case word == "--all":
			return "the definitions of all kinds"
		case h.Kind.Resource != "" && h.Kind.Group != "" && word == h.Kind.Resource+"."+h.Kind.Group:
			return "the definition of its kind"
		}
	}
	return ""
}

// ClearedPast tells where a person has ended a namespace past its controller, or has changed what only that may change.
func ClearedPast(_ context.Context, h *hearing.Case) (n hearing.Notes) {
	if !h.View.Copied || !h.Kind.IsNamespace() || !h.Node.State.Going() || !h.GoesAlone() {
		return n
	}
	for _, l := range h.View.Logs.Aside {
		switch {
		case idle.MatchString(l.Text):
		case patchesSpec.MatchString(l.Text):
			n.Add(command(l.Text))
			n.Warn("to patch spec.finalizers of a namespace changes nothing, as the API server leaves that to its /finalize; it was tried by a command copied beside it")
			return n
		case clearedBy.MatchString(l.Text) && !doubted.MatchString(l.Text):
			n.Add(holder.AsTold(l.Text))
			n.Warn("it was cleared by hand" + byText + ": where that was by /finalize, what was left in it is not gone: it stays stored, and comes back with a namespace of the same name")
			return n
		}
	}
	return n
}

var (
	// patchesSpec is a command that patches the finalizers in the spec of a namespace.
	patchesSpec = regex.New(`(?:kubectl|oc|k) (?:-\S+ )*patch (?:-\S+ )*(?:ns|namespaces?)[ /].*["']?spec\\?["']?\s*:\s*\{\s*\\?["']?finalizers`)
	// clearedBy is how a person tells that they have ended it, by what somebody else writes or by /finalize.
	clearedBy = regex.New(`(?i)\b(?:I|we)(?: (?:could|can|was able to|were able to|managed to|have|had|finally|only|then|just|eventually))* (?:clear|remove|delete|get rid of|got rid of|force|clean|finalize|purge|resolve|fix|solve|kill)\w*(?: (?:it|this|that|them|the namespaces?|out|up|away|off))* (?:by way of|by|with|using|via|following|through|thanks to)\b.*(?:https?://\S*(?:finalize|terminating|stuck|namespace)|/finalize\b)`)
	doubted   = regex.New(`(?i)\?\s*$|\b(?:if|could not|couldn't|cannot|can't|not able|unable|should|would|might|tried|try|don't|do not)\b`)
)
