package beside

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// filedAs is the path of a file that holds one object, as programs write a cluster down: namespaces/shop/gears/g1.yaml, with
// the group of the type before that where it has one.
var filedAs = regex.New(`^(?:\S*/)?(?:namespaces/([a-z0-9][a-z0-9-]*)|cluster|cluster-scoped-resources)/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+/|core/|apps/|batch/)?([a-z][a-z0-9]*s)/(?:([\w.-]+)/)?([a-z0-9][a-z0-9.-]*[a-z0-9])\.(?:ya?ml|json)$`)

// shows is what may stand before a path that is printed: a prompt, and what shows a file.
var shows = regex.New(`^(?:\S*[$#%>❯➜]|cat|less|more|==>|\$|[~./][\w./-]*)$`)

// Filed is the object whose file a line names, and shows: in a sentence, or a command that does something with it, a path tells
// nothing of what stands below.
func Filed(line string) (c Command, is bool) {
	words := strings.Fields(strings.TrimSuffix(strings.TrimSpace(line), "<=="))
	for i, word := range words {
		if i < len(words)-1 && !shows.MatchString(word) || strings.Contains(word, "://") {
			return c, false
		}
	}
	if len(words) == 0 {
		return c, false
	}
	m := filedAs.FindStringSubmatch(words[len(words)-1])
	if m == nil || m[3] != "" && m[3] != m[4] {
		return c, false
	}
	return Command{Resource: m[2], Namespace: m[1], Name: m[4]}, true
}
