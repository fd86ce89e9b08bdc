package manifest

import (
	"slices"
)

// HasWord looks into a list of a rule as it stands: there are many of them.
func HasWord(rule map[string]any, key, word string) bool {
	words, _ := rule[key].([]any)
	return slices.ContainsFunc(words, func(v any) bool { return v == word })
}

// HasAny reports whether a list of a rule names anything.
func HasAny(rule map[string]any, key string) bool {
	words, _ := rule[key].([]any)
	return len(words) > 0
}
