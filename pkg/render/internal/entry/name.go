package entry

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// Names are the patterns, each once, one a line.
func Names(entries []catalogue.Entry) string {
	var b strings.Builder
	seen := map[string]bool{}
	for i := range entries {
		if name := paper.Identifier(entries[i].Pattern); !seen[name] {
			seen[name] = true
			b.WriteString(name + "\n")
		}
	}
	return b.String()
}
