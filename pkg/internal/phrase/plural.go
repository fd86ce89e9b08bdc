package phrase

import "strings"

// PluralOf forms the plural of a lower-case kind as English does by rule, which is how most
// authors of kinds have it formed for them.
func PluralOf(singular string) string {
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
