package phrase

import (
	"fmt"
	"strings"
)

// MostNamed is how many objects a message names before it only counts.
const MostNamed = 3

// Names joins names, the first few of them.
func Names(names []string) string {
	if len(names) > MostNamed {
		return strings.Join(names[:MostNamed], ", ") + fmt.Sprintf(" and %d more", len(names)-MostNamed)
	}
	return strings.Join(names, ", ")
}

// Count is "1 pod" or "2 pods".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Plural is the first for one and the second for several.
func Plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Prefixed is the text behind the prefix, and empty for no text.
func Prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

// Quoted gives a controller's own words in quotes, on one line.
func Quoted(text string) string { return `"` + OneLine(text) + `"` }

// Or joins words: "get, list or watch".
func Or(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// And is the same with the word and.
func And(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// OneLine joins the lines of a text from the cluster.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
