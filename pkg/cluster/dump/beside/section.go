package beside

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// heading is the name of a section alone on its line, as consoles show one and as people copy it from describe.
	heading = regex.New(`^\s*(?:#+ +|\*\*)?(Finalizers|Annotations)\b:?(?:\*\*)?:?\s*$`)
	// bareName is a domain with a name, and a value behind it where it has one.
	bareName = regex.New(`^\s*([a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+/[A-Za-z0-9][\w.-]*)(?:(?:=|: )(.*\S))?\s*$`)
)

// sectionIn are the bare names below a heading, each with its value. It ends at the first line that is none.
func sectionIn(lines []string, called string) (names, values []string) {
	inside := false
	for _, line := range lines {
		if m := heading.FindStringSubmatch(line); m != nil {
			inside = m[1] == called
			continue
		}
		m := bareName.FindStringSubmatch(line)
		if inside = inside && (m != nil || strings.TrimSpace(line) == ""); inside && m != nil {
			names, values = append(names, m[1]), append(values, m[2])
		}
	}
	return names, values
}

// Headed are the finalizers that stand below a heading without being a list, none where one of them has a value.
func Headed(lines []string) []string {
	names, values := sectionIn(lines, "Finalizers")
	if strings.Join(values, "") != "" {
		return nil
	}
	return names
}

// AnnotationsIn are those that stand below a heading without being part of an object.
func AnnotationsIn(lines []string) map[string]any {
	names, values := sectionIn(lines, "Annotations")
	if len(names) == 0 {
		return nil
	}
	all := map[string]any{}
	for i, name := range names {
		all[name] = values[i]
	}
	return all
}
