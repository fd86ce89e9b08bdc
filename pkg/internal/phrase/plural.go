package phrase

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// isPlural is a kind that has the form of several already, as a kind of settings has.
var isPlural = regex.New(`[aeou]\w*(?:lt|nt|ng|on|ter|ser|ric|in)s$`)

// PluralOf forms the plural of a lower-case kind as English does by rule, which is how most
// authors of kinds have it formed for them.
func PluralOf(singular string) string {
	if isPlural.MatchString(singular) {
		return singular
	}
	for _, hiss := range []string{"s", "x", "z", "ch", "sh"} {
		if strings.HasSuffix(singular, hiss) {
			return singular + "es"
		}
	}
	stem, ok := strings.CutSuffix(singular, "y")
	if ok && stem != "" && !strings.ContainsAny(stem[len(stem)-1:], "aeiou") {
		return stem + "ies"
	}
	return singular + "s"
}

// SingularOf is the way back, as far as the letters tell.
func SingularOf(plural string) string {
	switch {
	case strings.HasSuffix(plural, "ies") && len(plural) > 4:
		return strings.TrimSuffix(plural, "ies") + "y"
	case strings.HasSuffix(plural, "sses"), strings.HasSuffix(plural, "xes"), strings.HasSuffix(plural, "ches"), strings.HasSuffix(plural, "shes"):
		return strings.TrimSuffix(plural, "es")
	case strings.HasSuffix(plural, "s") && !strings.HasSuffix(plural, "ss") && len(plural) > 1:
		return strings.TrimSuffix(plural, "s")
	}
	return plural
}

// EndsCalled reports whether a kind ends in what a word for several of something calls: "attachments" are DiskAttachments.
func EndsCalled(kind, word string) bool {
	one := strings.TrimSuffix(word, "s")
	return len(one) > 3 && strings.HasSuffix(strings.ToLower(kind), one)
}
