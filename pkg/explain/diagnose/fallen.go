package diagnose

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// fallen says what tells of less than it did in the same words: 9 items left, 5 items
// left. It is empty where nothing does.
func fallen(was, is []explain.Evidence) string {
	for _, now := range is {
		before := textAt(was, now.Source)
		if now.Kind != explain.Said || before == "" {
			continue
		}
		if after := withoutAge(now.Fact); fewer(before, after) {
			return "what is left grows less: " + phrase.Quoted(before) + ", then " + phrase.Quoted(after)
		}
	}
	return ""
}

// saidAnew reports whether something is said in other words than before.
func saidAnew(was, is []explain.Evidence) bool {
	return slices.ContainsFunc(is, func(now explain.Evidence) bool {
		before := textAt(was, now.Source)
		return now.Kind == explain.Said && before != "" && before != withoutAge(now.Fact)
	})
}

// textAt is what was said in a place, empty where nothing was.
func textAt(evidence []explain.Evidence, source string) string {
	for _, e := range evidence {
		if e.Kind == explain.Said && e.Source == source {
			return withoutAge(e.Fact)
		}
	}
	return ""
}

// withoutAge takes off a fact when it was said.
func withoutAge(fact string) string {
	if at := strings.LastIndex(fact, " ("); at > 0 && strings.HasSuffix(fact, ")") {
		return fact[:at]
	}
	return fact
}

// wholeNumber is a number that counts something.
var wholeNumber = regex.New(`\b\d{1,9}\b`)

// fewer reports whether two texts differ in their numbers only, and one of these has
// fallen while none has grown.
func fewer(before, after string) bool {
	if wholeNumber.ReplaceAllString(before, "#") != wholeNumber.ReplaceAllString(after, "#") {
		return false
	}
	less := false
	now := wholeNumber.FindAllString(after, -1)
	for i, text := range wholeNumber.FindAllString(before, -1) {
		a, errBefore := strconv.Atoi(text)
		b, errAfter := strconv.Atoi(now[i])
		if errBefore != nil || errAfter != nil || b > a {
			return false
		}
		less = less || b < a
	}
	return less
}
