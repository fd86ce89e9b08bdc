package copied

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// namespaceTold is the namespace of the rows that go, of which its conditions were copied beside the table, nil where they
// were not, or where they may be of another one, as where lines tell of that. What is read is heard no more.
func namespaceTold(going []beside.Row, lines []string) map[string]any {
	name := going[0].Namespace
	if name == "" || slices.ContainsFunc(going, func(r beside.Row) bool { return r.Namespace != name || r.Kind == "Namespace" }) {
		return nil
	}
	if present := spoken.Present(lines); present == nil || saysOther(present, name) || slices.ContainsFunc(lines, func(line string) bool { return printsOther(line, name) }) {
		return nil
	}
	of := spoken.Of{Name: name}
	status := saidOfNamespace(lines, &of)
	if status == nil {
		return nil
	}
	obj := objectSpoken(of)
	obj["status"] = status
	return obj
}

// printsOther reports whether a line calls kubectl for another namespace, or names one in a path of the API.
func printsOther(line, name string) bool {
	if c, is := beside.Printing(line); is && c.Name != "" && c.Name != name {
		k, known := builtin.Named(c.Resource)
		return known && k.Kind == "Namespace"
	}
	return slices.ContainsFunc(spoken.NamespacesIn(line), func(in string) bool { return in != name })
}

var (
	// leadsIn is a line of somebody who says what follows.
	leadsIn = regex.New(`^[^\s{}"'$-]\S* .*[.:!?][*_]*$`)
	// otherNamespace is how one says that it is of another namespace.
	otherNamespace = regex.New(`(?i)\b(?:other|another|different|second) (?:[a-z]+ )?namespaces?\b`)
)

// ofOther reports whether words before the conditions of a namespace say that they are of another one, or were so once.
func ofOther(words, name string) bool {
	said := spoken.NamespacesSaid(words)
	return spoken.EndsElsewhere(words) || otherNamespace.MatchString(words) || name != "" && len(said) > 0 && !slices.Contains(said, name)
}
