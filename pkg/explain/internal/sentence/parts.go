package sentence

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// errorHead are words by which an error begins.
const errorHead = `(?:(?:[Ff]ailed|[Ee]rrors?|[Uu]nable|[Cc]annot|[Cc]ould not|can't|timed out|timeout)\b|(?:[\w./-]+ ){1,3}(?:failed|cannot|could not|denied)\b)`

var (
	// bundled is how errors are printed that were put together: between brackets, or below their number.
	bundled = regex.New(`(?s)^(.*?)(?:\[(.+)\]|\d+ errors occurred:\s+\* (.+?))\W*$`)
	// beginsError is what stands between two of them, before words by which one begins.
	beginsError = regex.New(`(?:,|;|\s\*) ?\s*(` + errorHead + `)`)
	// isError is one of them.
	isError = regex.New(`^` + errorHead)
)

// Errors are the errors of which a text is made, where it is of several that were put together, and says so; none else.
func Errors(text string) (out []string) {
	m := bundled.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || strings.Contains(m[1], "[") {
		return nil
	}
	list, from := m[2]+m[3], 0
	for _, at := range beginsError.FindAllStringSubmatchIndex(list, -1) {
		out = append(out, list[from:at[0]])
		from = at[2]
	}
	out = append(out, list[from:])
	for i := range out {
		out[i] = strings.Trim(strings.TrimSpace(out[i]), ",;*")
	}
	if len(out) < 2 || slices.ContainsFunc(out, func(part string) bool { return !isError.MatchString(part) }) {
		return nil
	}
	return out
}
