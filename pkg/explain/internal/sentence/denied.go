package sentence

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// noneOf is how sentences say that there is none of a kind, or none that has to do with it: No Gears
	// refer to the rack, no gear exists.
	noneOf = regex.New(`\b(?:[Nn]o|[Nn]one of the|[Ww]ithout any)(?: (?:more|other|further|such))? ([A-Za-z]\w{2,})(?: [\w./-]+){0,8}?(?: (?:refer|referenc|us|exist|remain|depend|point)\w*| (?:is|are) (?:left|found|there))\b`)
	// commandLists is a command that lists a type.
	commandLists = regex.New(`\b(?:kubectl|oc|k) (?:-\S+ (?:\S+ )?)?get ([a-z][a-z0-9]*)\b`)
	// noneListed is how kubectl says that a list is empty.
	noneListed = regex.New(`^\W*No resources found`)
)

// Denied are the kinds, singular and in small letters, of which lines say that there is none: in a
// sentence, or as what lists them was answered.
func Denied(lines []string) map[string]bool {
	kinds := map[string]bool{}
	last := ""
	for _, line := range lines {
		if m := commandLists.FindStringSubmatch(line); m != nil {
			last = m[1]
		}
		if noneListed.MatchString(line) && last != "" {
			kinds[phrase.SingularOf(last)] = true
			continue
		}
		for _, m := range noneOf.FindAllStringSubmatch(line, -1) {
			kinds[phrase.SingularOf(strings.ToLower(m[1]))] = true
		}
	}
	return kinds
}
