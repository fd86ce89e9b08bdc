package markdown

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/report"
)

// spans are pieces with their roles: names are code.
func spans(t report.Text) string {
	var b strings.Builder
	for _, s := range t {
		switch text := strings.TrimSpace(s.Text); {
		case text == "":
			b.WriteString(s.Text)
		case s.Role == paper.Name || s.Role == paper.Asked || s.Role == paper.Finalizer:
			b.WriteString(code(text))
		default:
			b.WriteString(around(s.Text, prose(text)))
		}
	}
	return b.String()
}

// around puts the blanks at the ends of a text around another.
func around(text, inner string) string {
	lead := len(text) - len(strings.TrimLeft(text, " "))
	trail := len(text) - len(strings.TrimRight(text, " "))
	return strings.Repeat(" ", lead) + inner + strings.Repeat(" ", trail)
}

// code is a text in which nothing is markup.
func code(text string) string {
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return paper.Isolate(fence + text + fence)
}

// prose is a sentence in which every word is code that could be anything else than a word:
// a name, a path, an address, markup, somebody's name behind an at sign.
func prose(text string) string {
	words := strings.Split(text, " ")
	for i, word := range words {
		core := strings.TrimLeft(word, `"'(`)
		lead := word[:len(word)-len(core)]
		core = strings.TrimRight(core, `.,;:?!"')`)
		trail := word[len(lead)+len(core):]
		if core != "" && !plain(core) {
			words[i] = lead + code(core) + trail
		}
	}
	return paper.Isolate(strings.Join(words, " "))
}

// longestNumber is the longest number that nobody takes for the name of a commit.
const longestNumber = 6

// plain reports whether a word consists of letters, or is a number, a time or an age such
// as 14m.
func plain(word string) bool {
	if rest := strings.TrimLeft(word, "0123456789"); rest != word {
		word = strings.TrimRight(word, "smhdy")
		return !strings.ContainsFunc(word, func(r rune) bool { return (r < '0' || r > '9') && !strings.ContainsRune("-:.,", r) }) &&
			!slices.ContainsFunc(strings.FieldsFunc(word, func(r rune) bool { return r < '0' || r > '9' }), func(digits string) bool { return len(digits) > longestNumber })
	}
	return letters(word) && !strings.HasPrefix(word, "-") && !strings.HasSuffix(word, "-")
}

func letters(word string) bool {
	return strings.IndexFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '-' && r != '\'' && r != '’'
	}) < 0
}
