package diagnose

import (
	"slices"
	"strconv"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// fallen says what tells of less than it did in the same words: 9 items left, 5 items
// left. It is empty where nothing does.
func fallen(was, is []explain.Evidence) string {
	for _, now := range is {
		before := wordsAt(was, now.Source)
		if now.Kind != explain.Said || before == "" {
			continue
		}
		if share.FindString(now.Words) == "" && fewer(before, now.Words) {
			return "what is left grows less: " + phrase.Quoted(before) + ", then " + phrase.Quoted(now.Words)
		}
		if further(before, now.Words) || furtherIn(before, now.Words) {
			return "it gets further: " + phrase.Quoted(before) + ", then " + phrase.Quoted(now.Words)
		}
	}
	return ""
}

// saidAnew reports whether something is said in other words than before.
func saidAnew(was, is []explain.Evidence) bool {
	return slices.ContainsFunc(is, func(now explain.Evidence) bool {
		before := wordsAt(was, now.Source)
		return now.Kind == explain.Said && before != "" && before != now.Words
	})
}

// wordsAt is what was said in a place, empty where nothing was.
func wordsAt(evidence []explain.Evidence, source string) string {
	for _, e := range evidence {
		if e.Kind == explain.Said && e.Source == source {
			return e.Words
		}
	}
	return ""
}

// wholeNumber is a number that counts something.
var wholeNumber = regex.New(`\b\d{1,9}\b`)

// share is how far something is, and nothing else.
var share = regex.New(`^(\d{1,9}(?:\.\d+)?)( ?%| ?(?:/|of) ?\d+)$`)

// further reports whether two texts tell of the same how far it is, and the later one that it is
// further.
func further(before, after string) bool {
	was, is := share.FindStringSubmatch(before), share.FindStringSubmatch(after)
	if was == nil || is == nil || was[2] != is[2] {
		return false
	}
	a, errBefore := strconv.ParseFloat(was[1], 64)
	b, errAfter := strconv.ParseFloat(is[1], 64)
	return errBefore == nil && errAfter == nil && b > a
}

var (
	// part is how far something is, within a sentence.
	part = regex.New(`(?:^|[^.\d])\b(\d{1,9})( ?/ ?| of | out of )(\d{1,9})\b`)
	// ofTrouble is what a sentence counts where more of it is no progress.
	ofTrouble = regex.New(`(?i)\b(?:attempt\w*|retr(?:y|ies|ying)|tr(?:y|ies)|unreachable|unavailable|unhealthy|fail\w*|errors?|cannot|could not|can't|denied|refused|missing|not|still|left|remain\w*)\b`)
)

// furtherIn reports whether two sentences differ in how far something is alone, and the later one tells of more.
func furtherIn(before, after string) bool {
	was, is := part.FindStringSubmatch(before), part.FindStringSubmatch(after)
	if was == nil || is == nil || was[3] != is[3] || part.ReplaceAllString(before, "#") != part.ReplaceAllString(after, "#") || ofTrouble.MatchString(after) {
		return false
	}
	a, errBefore := strconv.Atoi(was[1])
	b, errAfter := strconv.Atoi(is[1])
	return errBefore == nil && errAfter == nil && b > a
}

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
