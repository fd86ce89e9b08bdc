package beside

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// filedAs is the path of a file that holds one object, as programs write a cluster down: namespaces/shop/gears/g1.yaml, with
// the group of the type before that where it has one.
var filedAs = regex.New(`(?:^|[\s/])(?:namespaces/([a-z0-9][a-z0-9-]*)|cluster|cluster-scoped-resources)/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+/|core/|apps/|batch/)?([a-z][a-z0-9]*s)/(?:[\w.-]+/)?([a-z0-9][a-z0-9.-]*[a-z0-9])\.(?:ya?ml|json)\b`)

// Filed is the object whose file a line names.
func Filed(line string) (c Command, is bool) {
	m := filedAs.FindStringSubmatch(line)
	if m == nil {
		return c, false
	}
	return Command{Resource: m[2], Namespace: m[1], Name: m[3]}, true
}
