package sentence

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

var (
	// reinstalled is how people tell that they have installed something again.
	reinstalled = regex.New(`(?i)\b(?:i|we|it|operator|controller|chart)(?:'ve| have| has)?(?: was| were| been| also| even| just| then| now| already| again)* (?:re-?installed|(?:tried|attempted) (?:to |[^.?!:]{0,80}(?:,|\band\b|\bthen\b) ?(?:to )?)re-?install)\b|\band re-?installed (?:it|the \w+)\b`)
	// unreinstalled is how they tell that this did not succeed.
	unreinstalled = regex.New(`(?i)\bre-?install(?:ed|ing)?\b[^.?!]{0,40}\b(?:fail\w*|error\w*|not work|didn't work|could not be|couldn't be|cannot be|can't be|then deleted|uninstalled)\b`)
)

// Reinstalled reports whether a text tells that somebody has installed again what it speaks of.
func Reinstalled(text string) bool {
	return reinstalled.MatchString(text) && !unreinstalled.MatchString(text)
}
