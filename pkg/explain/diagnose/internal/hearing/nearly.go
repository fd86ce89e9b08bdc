package hearing

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	joins  = strings.NewReplacer("-", "", "_", "", ".", "", "/", "")
	digits = regex.New(`\d+`)
)

// longWord is how many letters a word has at least of which one with a letter more or less is
// no other word, as pvc is beside pv.
const longWord = 6

// NearlySame reports whether two names differ in how their words are joined, or in a letter
// or two within one long word. Numbers are meant as they are, and so are beginnings and ends:
// attach and detach, volume and volumes.
func NearlySame(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if a == b || len(a) < 8 || !slices.Equal(digits.FindAllString(a, -1), digits.FindAllString(b, -1)) {
		return false
	}
	if joins.Replace(a) == joins.Replace(b) {
		return true
	}
	ours, theirs := wordsOfName(a), wordsOfName(b)
	if len(ours) != len(theirs) {
		return false
	}
	off := 0
	for i, word := range ours {
		if word != theirs[i] {
			if off++; !slip(word, theirs[i]) {
				return false
			}
		}
	}
	return off == 1
}

func wordsOfName(name string) []string {
	return strings.FieldsFunc(name, func(c rune) bool { return strings.ContainsRune("-_./", c) })
}

// slip reports whether one word may be the other, misspelt.
func slip(a, b string) bool {
	return min(len(a), len(b)) >= longWord && a[0] == b[0] && a[len(a)-1] == b[len(b)-1] && distance(a, b) <= 2
}

// distance is how many letters have to be changed, put in or left out to make one of the
// other.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		left := row[0]
		row[0] = i + 1
		for j := range len(b) {
			above := row[j+1]
			cost := left
			if a[i] != b[j] {
				cost = min(left, above, row[j]) + 1
			}
			left, row[j+1] = above, cost
		}
	}
	return row[len(b)]
}
