package copyist

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const definitionType = `(?:crds?|customresourcedefinitions?)(?:\.apiextensions\.k8s\.io)?`

var (
	// deletesDefinitions is a command that deletes definitions by name or all of them, and listsDefinitions one that deletes
	// those that another one lists.
	deletesDefinitions = regex.New(`^(?:kubectl|oc|k) (?:-\S+ )*delete (?:-\S+ )*` + definitionType + `[ /]([^|]+)`)
	listsDefinitions   = regex.New(`(?:kubectl|oc|k) (?:-\S+ )*get (?:-\S+ )*` + definitionType + `((?:\s[^)]*?)?)(?:\|\s*xargs\s[^|]*?(?:kubectl|oc|k) (?:-\S+ )*delete\b|\))`)
	// asNames is how definitions are listed, all of them by their names, and searches a program that narrows such a list down.
	asNames  = regex.New(`^(?:\s*(?:-o[= ]?\S+|--output[= ]\S+|--no-headers(?:=true)?|-A))*\s*$|^\s*(?:cut\s.*|awk\s+'\{ ?print \$1 ?\}')\s*$`)
	searches = regex.New(`^\s*(?:e?grep|rg)((?:\s+-\S+)*)\s+["']?([\w.-]{3,})["']?\s*$`)
	// inverts is the option that leaves out what is found.
	inverts = regex.New(`\s(?:-[a-zA-Z]*v|--invert)`)
)

// DefinitionsGo tells where a command that was copied beside an object deletes the definition of its kind, or those of many
// kinds: that asks every object of them to go.
func DefinitionsGo(_ context.Context, h *hearing.Case) (n hearing.Notes) {
	if !h.View.Copied || !h.Node.State.Going() || h.Finalizer == "" {
		return n
	}
	for _, c := range run(h) {
		command := c.text
		if of := definitionsDeleted(h, command); of != "" {
			n.Add(asRun(command))
			n.Warn("a command copied beside it deletes " + of + ": in every namespace that asks each object there is of them to go, and takes no finalizer off; what they stand for outside is deleted too as soon as their controllers work: see first which have to stay")
			return n
		}
	}
	return n
}

// definitionsDeleted is of what a command deletes the definitions, empty where it is not of the kind of the object, and of no
// more than one kind.
func definitionsDeleted(h *hearing.Case, line string) string {
	if at := listsDefinitions.FindStringSubmatchIndex(line); at != nil && (line[at[1]-1] != ')' || strings.Contains(line[:at[0]], " delete ")) {
		return definitionsListed(h, line[at[2]:at[3]])
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

// definitionsListed is of what a list holds the definitions that is made and narrowed down so, empty where it may be not of the
// kind of the object.
func definitionsListed(h *hearing.Case, stages string) string {
	of := "the definitions of many kinds"
	for stage := range strings.SplitSeq(strings.TrimSuffix(stages, "|"), "|") {
		if asNames.MatchString(stage) {
			continue
		}
		m := searches.FindStringSubmatch(stage)
		if m == nil || h.Kind.Group == "" {
			return ""
		}
		inverted := inverts.MatchString(m[1])
		if strings.Contains(h.Kind.Resource+"."+h.Kind.Group, m[2]) == inverted {
			return ""
		}
		if !inverted {
			of = "the definitions of all kinds that have " + phrase.Quoted(m[2]) + " in their names"
		}
	}
	return of
}
