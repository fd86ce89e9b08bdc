package catalogue

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// clusteredOf are the kinds that files call in no namespace, with their groups and alone.
func clusteredOf(files []source) map[string]bool {
	out := map[string]bool{}
	for i := range files {
		for _, kind := range files[i].ClusterScoped {
			out[kind], out[kindPart(kind)] = true, true
		}
	}
	return out
}

// ClusterScoped reports whether a kind is known to be in no namespace. An empty group is one that nobody told.
func (c *Catalogue) ClusterScoped(group, kind string) bool {
	if c == nil {
		return false
	}
	if group != "" {
		kind += "." + group
	}
	return c.clustered[kind]
}

// fieldNaming is how an expression names an object: by its kind and by a field of the one that it is over.
var fieldNaming = regex.New(`(?:"group": "([\w.-]+)", )?"kind": "(\w+)", "name": object((?:\.\w+)+)\}`)

// NamedIn is the field by which an object of a kind names the one of another kind that the holder of a finalizer
// waits for or that it leads to, as checks of the finalizer and edges of the kind read it; empty where none does, or
// several do.
func (c *Catalogue) NamedIn(kind trace.Kind, of *Entry, other string) (group, field string) {
	rules := c.Rules(kind)
	var texts []string
	for _, k := range rules.Checks {
		if slices.Contains(k.Finalizers, of.Pattern) || slices.Contains(k.Finalizers, of.EntryID()) || len(k.Finalizers) == 0 && k.Project == of.Project {
			texts = append(texts, k.With, k.Blockers)
		}
	}
	for _, e := range rules.edges {
		texts = append(texts, e.Refs)
	}
	for _, text := range texts {
		for _, m := range fieldNaming.FindAllStringSubmatch(text, -1) {
			switch path := strings.TrimPrefix(m[3], "."); {
			case m[2] != other || path == "metadata.name":
			case field != "" && field != path:
				return "", ""
			default:
				group, field = m[1], path
			}
		}
	}
	return group, field
}
