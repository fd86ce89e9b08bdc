package beside

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	finalizersLine = regex.New(`^\s*"?finalizers"?:\s*(?:\[([^\]]*)\],?)?\s*$`)
	itemOfList     = regex.New(`^\s*- *["']?([a-zA-Z0-9][\w./:-]*)["']?\s*$`)
)

// FinalizersIn are those of a part of an object that has no more than its list of them.
func FinalizersIn(lines []string) (out []any) {
	inside := false
	for _, line := range lines {
		if m := finalizersLine.FindStringSubmatch(line); m != nil {
			inside = m[1] == ""
			for word := range strings.FieldsFuncSeq(m[1], func(c rune) bool { return strings.ContainsRune(`", `, c) }) {
				out = append(out, word)
			}
			continue
		}
		m := itemOfList.FindStringSubmatch(line)
		if inside = inside && m != nil; inside && !slices.Contains(out, any(m[1])) {
			out = append(out, m[1])
		}
	}
	for _, name := range Headed(lines) {
		if !slices.Contains(out, any(name)) {
			out = append(out, name)
		}
	}
	return out
}
