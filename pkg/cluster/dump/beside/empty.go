package beside

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// noneFound is how kubectl says that a list is empty.
	noneFound = regex.New(`^No resources found(?: in ([a-z0-9][a-z0-9-]*) namespace)?\.?$`)
	// notFound is how the API server says that there is no object of a name.
	notFound = regex.New(`^Error from server \(NotFound\): ([a-z][a-z0-9.-]*) "([a-z0-9][\w.:-]*)" not found$`)
	// someOf is a command that prints some of the objects alone, or those of what may be another cluster.
	someOf = regex.New(`\s-[Aw]*[lfs]|\s--(?:selector|field-selector|filename|context|cluster|kubeconfig|server)[ =]|\|`)
)

// Empty are the types of which lists have been printed that were empty, each with its namespace: in no sentence, and
// none of which some were left out. Everywhere are those of all namespaces. Of a list of several types that shows some
// they are the others.
func Empty(lines []string) (in, everywhere []Command) {
	for at, line := range lines {
		c, ok := callIn(line)
		if !ok || c.verb != "get" || !c.line || c.Name != "" || c.Resource == AnyType || someOf.MatchString(line) {
			continue
		}
		shown, none := c.answered(lines[at+1:])
		for resource := range strings.SplitSeq(c.Resource, ",") {
			switch {
			case !none, slices.ContainsFunc(shown, func(typ string) bool { return strings.HasPrefix(strings.ToLower(resource), typ) }):
			case allSpaces.MatchString(line):
				everywhere = append(everywhere, Command{Resource: resource})
			case c.Namespace != "":
				in = append(in, Command{Resource: resource, Namespace: c.Namespace})
			}
		}
	}
	return in, everywhere
}

// Gone are the objects of which the API server has said that there is none of that name, each by its type as that was said:
// to a command of its own line, that names the namespace where there is one.
func Gone(lines []string) (gone []Command) {
	asked := call{}
	for _, line := range lines {
		if c, ok := callIn(line); ok || called.MatchString(line) {
			if asked = c; !c.line || someOf.MatchString(line) || allSpaces.MatchString(line) {
				asked = call{}
			}
			continue
		}
		if m := notFound.FindStringSubmatch(strings.TrimSpace(line)); m != nil && m[2] == asked.Name {
			gone = append(gone, Command{Resource: m[1], Name: m[2], Namespace: asked.Namespace})
		}
	}
	return gone
}

// answered reports whether what stands behind a call says that there is none of its types, or of those that it does not show. It
// takes the namespace that the answer names.
func (c *call) answered(lines []string) (shown []string, none bool) {
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	if len(lines) == 0 {
		return nil, false
	}
	m := noneFound.FindStringSubmatch(strings.TrimSpace(lines[0]))
	switch {
	case m == nil && strings.Contains(c.Resource, ","):
		shown = tabled(lines)
		return shown, len(shown) > 0
	case m == nil, m[1] != "" && c.Namespace != "" && m[1] != c.Namespace:
		return nil, false
	case m[1] != "":
		c.Namespace = m[1]
	}
	return nil, true
}

// typedRow is a row of a list of several types, whose names begin with these.
var typedRow = regex.New(`^(?:[a-z0-9][a-z0-9-]* +)?([a-z][a-z0-9-]*)(?:\.[a-z0-9.-]+)?/[a-z0-9][\w.:-]*(?: |$)`)

// tabled are the types of the rows of a whole table of several types, with which lines begin: with its head and up to the end
// of the text or the next command, with nothing else among them.
func tabled(lines []string) (types []string) {
	if !head.MatchString(strings.TrimSpace(lines[0])) {
		return nil
	}
	for _, line := range lines {
		line = strings.TrimSpace(line)
		m := typedRow.FindStringSubmatch(line)
		switch {
		case line == "" || head.MatchString(line):
		case m != nil:
			types = append(types, m[1])
		case Typed(line):
			return types
		default:
			return nil
		}
	}
	return types
}
