package sentence

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// clause is where a message goes on with something else.
	clause = regex.New(`\s*(?:;|\.(?:\s|$)|, (?:then|or|and)\b)\s*`)
	// forcing is a clause that asks a person to take a finalizer off, or to force the deletion.
	forcing = regex.New(`(?i)^(?:(?:please|manually|you (?:can|may|must|should|have to|need to)|to \w+,?|try to|then|or|and) )*(?:(?:remove|delete|clear|patch|strip|drop|take|edit|consider (?:remov|delet|clear)ing) (?:[\w-]+ ){0,4}[\w.]*finalizers?\b|force[- ](?:delete|remove)\b|(?:use|set|add) --?force\b)`)
)

// WithoutForce is what a message says beside its advice to take a finalizer off by hand or to
// force the deletion, and whether it gives such advice.
func WithoutForce(text string) (rest string, advised bool) {
	from := 0
	var kept []string
	for _, at := range append(clause.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		part := text[from:at[0]]
		from = at[1]
		if forcing.MatchString(strings.TrimSpace(part)) {
			advised = true
		} else if strings.TrimSpace(part) != "" {
			kept = append(kept, part)
		}
	}
	if !advised {
		return text, false
	}
	return strings.Join(kept, "; "), true
}
