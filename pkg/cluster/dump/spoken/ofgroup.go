package spoken

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// groupBeforeKind is a kind as programs write it behind its group and version: zorg.io/v1, Kind=Gear.
	groupBeforeKind = regex.New(`([a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+)/v\d\w*,? [Kk]ind[=:] ?\\*["']?([A-Za-z][A-Za-z0-9]*)`)
	// kindBeforeGroup is a kind of which the API server says that it does not know it: kind "Gear" in version "zorg.io/v1".
	kindBeforeGroup = regex.New(`\bkind \\*"([A-Za-z][A-Za-z0-9]*)\\*" in (?:version|group) \\*"([a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+)(?:/v\d\w*)?\\*"`)
	// groupOfType is a type with its group: gears.zorg.io. What is part of an address is none.
	groupOfType = regex.New(`(?:^|[^\w./:@-])([a-z][a-z0-9]*)\.([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:$|[^\w.:-]|[.:](?:\s|$))`)
)

// GroupOf is the one group in which lines show a kind, and how they spell that; empty where they show none, or several.
func GroupOf(kind string, lines []string) (group, spelled string) {
	if kind == "" {
		return "", ""
	}
	plural := phrase.PluralOf(strings.ToLower(kind))
	var groups []string
	take := func(of string) {
		if !slices.Contains(groups, of) && !ofHost(of) {
			groups = append(groups, of)
		}
	}
	for _, line := range lines {
		for _, m := range groupBeforeKind.FindAllStringSubmatch(line, -1) {
			if strings.EqualFold(m[2], kind) {
				spelled = max(spelled, m[2])
				take(m[1])
			}
		}
		for _, m := range kindBeforeGroup.FindAllStringSubmatch(line, -1) {
			if strings.EqualFold(m[1], kind) {
				spelled = max(spelled, m[1])
				take(m[2])
			}
		}
		for _, m := range groupOfType.FindAllStringSubmatch(line, -1) {
			if m[1] == plural {
				take(m[2])
			}
		}
	}
	if len(groups) != 1 {
		return "", ""
	}
	return groups[0], spelled
}

// ofHost reports whether a name is that of a Service or a host of the cluster, and no group.
func ofHost(name string) bool {
	return strings.HasSuffix(name, ".svc") || strings.HasSuffix(name, ".local") || strings.Contains(name, ".svc.")
}
