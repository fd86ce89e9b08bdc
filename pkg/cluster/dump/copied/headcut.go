package copied

import (
	"slices"
	"strings"

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
// printed it.
func withHeads(lines []string) []string {
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
var cutPlace = regex.New(`^(\s*namespace:\s+)([a-z0-9][a-z0-9-]*)(?:\.{2,}|…)\s*$`)

// placesWhole takes away namespaces of which the end was cut, or puts there the one that begins so which another line names
// before the name of an object.
func placesWhole(lines []string) {
	for i, line := range lines {
		m := cutPlace.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		lines[i] = ""
		text := strings.Join(lines, "\n")
		for word := range strings.FieldsSeq(text) {
			if namespace, name, _ := strings.Cut(strings.Trim(word, `"'`), "/"); strings.HasPrefix(namespace, m[2]) && strings.Contains(text, " name: "+name+"\n") {
				lines[i] = m[1] + namespace
			}
		}
	}
}
