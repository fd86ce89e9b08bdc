package spoken

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// typeMarked is a type with its version, marked as code is: `Gear.zorg.io/v1`.
	typeMarked = regex.New("`([A-Z][A-Za-z0-9]+)\\.([a-z0-9][a-z0-9-]*(?:\\.[a-z0-9-]+)+)/(v\\d+(?:(?:alpha|beta)\\d+)?)`")
	// hangsSaid is a word of what hangs or is to go.
	hangsSaid = regex.New(`(?i)\bstuck\b|\bhang|terminat|delet|finali[sz]er`)
	// syncedBy is how controllers that have a handler for each finalizer name what they work at, of which they do not
	// tell the kind.
	syncedBy = regex.New(`\berror syncing '([a-z0-9][a-z0-9-]*)/(` + nameOrWord + `)': handler ([a-z0-9][\w.-]*): `)
)

// TypeMarked is the one type that sentences about what hangs mark as code, with the namespace and the name by which the
// handler of one of its finalizers calls it.
func TypeMarked(lines []string) (of Of) {
	for _, line := range lines {
		if notProse(line) || supposed.MatchString(line) || !hangsSaid.MatchString(line) {
			continue
		}
		for _, m := range typeMarked.FindAllStringSubmatch(line, -1) {
			found := Of{APIVersion: m[2] + "/" + m[3], Kind: m[1]}
			if of.Kind != "" && of != found {
				return Of{}
			}
			of = found
		}
	}
	if of.Kind != "" {
		of.SyncedBy(lines)
	}
	return of
}

// SyncedBy takes the namespace and the name of the object from the lines of the handler of a finalizer, where these are
// of one.
func (of *Of) SyncedBy(lines []string) {
	namespaces, names := map[string]bool{}, map[string]bool{}
	for _, line := range lines {
		if m := syncedBy.FindStringSubmatch(line); m != nil && hasFinalizer(lines, m[3]) {
			namespaces[m[1]], names[nameOf(m[2])] = true, true
		}
	}
	if of.Namespace = only(namespaces); of.Namespace != "" {
		of.Name = only(names)
	}
}

// hasFinalizer reports whether a finalizer that is called after a handler stands alone on one of the lines, as in a list.
func hasFinalizer(lines []string, handler string) bool {
	return slices.ContainsFunc(lines, func(line string) bool {
		alone := strings.Trim(line, " \t-*`\"',")
		return strings.HasSuffix(alone, "/"+handler) && wholeFinalizer.MatchString(alone)
	})
}
