package spoken

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/prose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// sentencesIn are the sentences of a line, each with the mark that ends it.
func sentencesIn(line string) (all []string) {
	for clause := range prose.Clauses(line) {
		all = append(all, strings.TrimRight(clause, " \t\r\n"))
	}
	return all
}

// isNow reports whether a sentence says how it is now and here, and asks nothing but why that is so.
func isNow(sentence string) bool { return !prose.NotNow.MatchString(sentence) }

// EndsElsewhere reports whether the last sentence of a line says how it was once, and is no more, or how it is with others.
func EndsElsewhere(line string) bool {
	all := sentencesIn(line)
	return len(all) > 0 && (prose.Past | prose.Others).MatchString(sinceThen.ReplaceAllString(all[len(all)-1], ""))
}

// sinceThen is since when something is so that still is.
var sinceThen = regex.New(`(?i)\bsince (?:the )?(?:last|previous) \w+`)

// Present are the lines with no sentences of people but those that say how it is now and here; none where one of them says
// that this is not the matter.
func Present(lines []string) (present []string) {
	for _, line := range lines {
		if notProse(line) {
			present = append(present, line)
			continue
		}
		sentences := sentencesIn(line)
		if slices.ContainsFunc(sentences, prose.Over.MatchString) {
			return nil
		}
		present = append(present, strings.Join(slices.DeleteFunc(sentences, func(s string) bool { return !isNow(s) }), " "))
	}
	return present
}

// SaysHanging reports whether a sentence says of something that it hangs.
func SaysHanging(lines []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool { return !notProse(line) && saidToHang.MatchString(line) })
}

// saidToHang is how it does.
var saidToHang = regex.New(`(?i)\b(?:stuck|hangs?|hanging)\b`)
