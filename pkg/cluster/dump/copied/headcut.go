package copied

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// section is one of those that the output of kubectl describe has for an object of anybody's kind.
	section = regex.New(`^(?:Spec|Status):\s*$`)
	// headField is a field of the head of a description, which tells the object itself.
	headField = regex.New(`^(?:Name|API Version|Kind|Metadata):(?:\s|$)`)
	// cutMark is a line that stands for what was left out: ..., <snip>, or nothing.
	cutMark = regex.New(`^[\W_]*(?i:snip\w*|cut|omitted|truncated|redacted)?[\W_]*$`)
)

// withHeads gives each description of which the head was cut, up to one of its sections, the name of the command that has
// printed it. Of several, each would be taken for one that was copied whole, and stays: these are left as they are.
func withHeads(lines []string) []string {
	if described := slices.DeleteFunc(slices.Clone(lines), func(line string) bool { _, is := beside.Describing(line); return !is }); len(described) > 1 {
		return lines
	}
	for i := 0; i < len(lines); i++ {
		c, ok := beside.Describing(lines[i])
		if !ok {
			continue
		}
		at := i + 1
		for at < len(lines) && cutMark.MatchString(lines[at]) {
			at++
		}
		over := slices.IndexFunc(lines[at:], func(line string) bool { return beside.Typed(line) || headField.MatchString(line) })
		if at < len(lines) && section.MatchString(lines[at]) && (over < 0 || beside.Typed(lines[at+over])) {
			head := []string{"Name: " + c.Name, "Namespace: " + c.Namespace}
			lines = slices.Concat(lines[:i+1], head[:min(len(c.Namespace)+1, 2)], lines[at:])
		}
	}
	return lines
}

// cutPlace is the namespace of an object of which the end was cut.
var cutPlace = regex.New(`^\s*namespace:\s+[a-z0-9][a-z0-9-]*(?:\.{2,}|…)\s*$`)

// withoutCutPlaces takes away namespaces of which the end was cut: what begins so elsewhere in a text may be another one.
func withoutCutPlaces(lines []string) {
	for i, line := range lines {
		if cutPlace.MatchString(line) {
			lines[i] = ""
		}
	}
}
