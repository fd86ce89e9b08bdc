package logline

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// bare is what a program says of any error, before it tells which.
var bare = regex.New(`(?i)^(?:reconcil\w+ (?:error|failed|failure|failing)|(?:error|failed|failure)(?: (?:to reconcile|reconciling|in reconciler))?|an error (?:has )?occurred)\W*$`)

// goesOn is how a text goes on behind a word.
var goesOn = regex.New(`^[^\w.-]|^[.-]+(?:\s|$)`)

// leastOfWhole is how long the beginning of an error is that makes it the same as a longer one.
const leastOfWhole = 12

// Whole are the lines without those of which the copy holds the head alone, as of one that it ends in: an error that is
// not told, and one that another line tells to its end. Where no other line tells of an error, they stay.
func Whole(lines []Line) []Line {
	tell := func(l *Line) bool {
		return (l.Tells() > 0 || l.Level == Warning && wrongWords.MatchString(l.Said())) && (l.Error != "" || !bare.MatchString(l.Message))
	}
	if !slices.ContainsFunc(lines, func(l Line) bool { return tell(&l) }) {
		return lines
	}
	return slices.DeleteFunc(slices.Clone(lines), func(l Line) bool {
		if l.Level < Error {
			return false
		}
		if l.Error == "" {
			return bare.MatchString(l.Message)
		}
		return len(l.Error) >= leastOfWhole && slices.ContainsFunc(lines, func(other Line) bool {
			return strings.HasPrefix(other.Error, l.Error) && goesOn.MatchString(other.Error[len(l.Error):])
		})
	})
}
