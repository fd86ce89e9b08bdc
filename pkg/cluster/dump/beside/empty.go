package beside

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// noneFound is how kubectl says that a list is empty.
	noneFound = regex.New(`^No resources found(?: in ([a-z0-9][a-z0-9-]*) namespace)?\.?$`)
	// someOf is a command that prints some of the objects alone, or those of what may be another cluster.
	someOf = regex.New(`\s-[Aw]*[lfs]|\s--(?:selector|field-selector|filename|context|cluster|kubeconfig|server)[ =]|\|`)
)

// Empty are the types of which lists have been printed that were empty, each with its namespace: in no sentence, and
// none of which some were left out. Everywhere are those of all namespaces.
func Empty(lines []string) (in, everywhere []Command) {
	for at, line := range lines {
		c, ok := callIn(line)
		if !ok || c.verb != "get" || !c.line || c.Name != "" || c.Resource == AnyType || someOf.MatchString(line) {
			continue
		}
		behind := at + 1
		for behind < len(lines) && strings.TrimSpace(lines[behind]) == "" {
			behind++
		}
		if behind == len(lines) {
			break
		}
		m := noneFound.FindStringSubmatch(strings.TrimSpace(lines[behind]))
		if m == nil || m[1] != "" && c.Namespace != "" && m[1] != c.Namespace {
			continue
		}
		namespace := c.Namespace
		if m[1] != "" {
			namespace = m[1]
		}
		for resource := range strings.SplitSeq(c.Resource, ",") {
			switch {
			case allSpaces.MatchString(line):
				everywhere = append(everywhere, Command{Resource: resource})
			case namespace != "":
				in = append(in, Command{Resource: resource, Namespace: namespace})
			}
		}
	}
	return in, everywhere
}
