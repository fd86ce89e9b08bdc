package hearing

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/spelling"
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
	return min(len(a), len(b)) >= longWord && a[0] == b[0] && a[len(a)-1] == b[len(b)-1] && spelling.Edits(a, b) <= 2
}
