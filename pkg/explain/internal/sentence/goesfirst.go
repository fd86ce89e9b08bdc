package sentence

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// first is how one says before the name of a thing that it has to go before another can.
	first = regex.New(`(?i)\b(?:wait\w*|until|till|unless|after|once|blocked (?:by|on)|pending|depends on)\b[^.;]{0,40}$`)
	// firstThen is how one says so behind its name.
	firstThen = regex.New(`(?i)^["'` + "`" + `]?,? (?:finalizer )?(?:(?:(?:has|have|needs?|is) to|must|should)\b[^.;]*\b(?:before|first)\b|(?:is still|still|remains|is not yet|has not (?:yet )?been)\b)`)
)

// GoesFirst reports whether a text says that a thing which it names has to go, before something else does.
func GoesFirst(text, name string) bool {
	before, after, named := strings.Cut(text, name)
	return named && name != "" && (first.MatchString(before) || firstThen.MatchString(after))
}
