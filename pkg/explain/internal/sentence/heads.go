package sentence

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Heads reports whether a sentence is no more than the head of what somebody has copied below it. An
// error that was cut behind a colon, where its cause would follow, is none: what it says so far is
// all that there is.
func Heads(text string) bool {
	return bareHead.MatchString(text) || strings.HasSuffix(text, ":") && (!errorForm.MatchString(text) || announcing.MatchString(text))
}

var (
	// bareHead is a head of one word, or of two.
	bareHead = regex.New(`^\W*(?i:(?:full |the |my |kubectl )?(?:errors?|warnings?|failures?|exceptions?|logs?|outputs?|events?|messages?|status|describe|yaml)(?: (?:messages?|logs?|outputs?|text))?)\W*$`)
	// errorForm is a form that programs give to errors, and people to no heading.
	errorForm = regex.New(`\bdenied the request: \S|\bis (?:invalid|forbidden): \S|(?i)\b(?:failed to|unable to|could not|cannot) [^:]+: \S|\blevel"?[=:] ?"?(?:error|fatal)\b|"?\berror"?[:=] ?"`)
	// announcing is how the last words before the colon tell that something is to follow.
	announcing = regex.New(`(?i)\b(?:following|below|this|these|here|such as|like|errors?|messages?|logs?|output|events?|says|with)\b[^:]{0,24}:$`)
)
