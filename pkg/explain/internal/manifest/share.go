package manifest

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// shareOfAll stands between how many and of how many.
const shareOfAll = " of "

var (
	// shareNames are the last words of names of fields that tell how far something is.
	shareNames = []string{"progress", "percent", "percentage", "completion", "complete", "done"}
	// countedNames are those of them that may as well count what is done.
	countedNames = []string{"complete", "done"}
	// doneNames are words of names of fields that count what is done.
	doneNames = []string{"done", "complete", "completed", "finished", "processed", "deleted", "removed", "drained", "migrated", "moved", "copied", "evicted", "released", "cleaned", "detached", "exported", "erased", "progress"}
	// usageNames are words of names of fields that tell how much of something is used or left to use, which runs by itself.
	usageNames = []string{"use", "used", "usage", "utilization", "utilisation", "full", "free", "available", "cpu", "memory", "disk", "load", "capacity"}
	// sharePattern is how a text tells how far something is.
	sharePattern = regex.New(`^(?:\d{1,2}(?:\.\d+)? ?%|\d{1,6} ?(?:/|of) ?\d{1,6})$`)
)

// shareOf is how far something is, as the field of an object tells that with those beside it;
// empty where it does not, or where it has not begun or is done.
func shareOf(key string, fields map[string]any) string {
	words := wordsOf(key)
	if len(words) == 0 || goingOn(words) {
		return ""
	}
	has := func(names []string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(names, word) })
	}
	share := (slices.Contains(shareNames, words[len(words)-1]) || words[0] == "percent") && !has(usageNames)
	switch v := fields[key].(type) {
	case string:
		if share && sharePattern.MatchString(v) && v[0] != '0' {
			return v
		}
	case int64, float64:
		n, _ := strconv.ParseFloat(fmt.Sprint(v), 64)
		all := totalBeside(words, fields)
		switch {
		case n <= 0:
		case all == n && has(doneNames):
		case all >= n && (has(doneNames) || has(countNames)):
			return fmt.Sprint(v) + shareOfAll + strconv.FormatFloat(all, 'f', -1, 64)
		case share && n < 1:
			return strconv.FormatFloat(n*100, 'f', 0, 64) + "%"
		case share && n > 1 && n < 100 && (words[0] == "percent" || !slices.Contains(countedNames, words[len(words)-1])):
			return fmt.Sprint(v) + "%"
		}
	}
	return ""
}

// goingOn reports whether a name is that of what is in progress, which says nothing of how far that is.
func goingOn(words []string) bool {
	at := slices.Index(words, "progress")
	return at > 0 && words[at-1] == "in"
}

// totalBeside is the number that a field beside one calls that of all: totalPlates beside
// remainingPlates, or else total. It is 0 where none does.
func totalBeside(words []string, fields map[string]any) (all float64) {
	most := 0
	for _, other := range slices.Sorted(maps.Keys(fields)) {
		names := wordsOf(other)
		if len(names) <= most || !slices.Contains(names, "total") || slices.ContainsFunc(names, func(name string) bool { return name != "total" && !slices.Contains(words, name) }) {
			continue
		}
		switch value := fields[other].(type) {
		case int64, float64:
			all, _ = strconv.ParseFloat(fmt.Sprint(value), 64)
			most = len(names)
		}
	}
	return all
}
