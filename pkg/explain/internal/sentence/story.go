package sentence

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// markedCode is a name that is marked as code, as people mark it and no program does.
	markedCode = regex.New("`[^`\\s]+`")
	// onAndOn is how people tell that something does not come to its end.
	onAndOn = regex.New(`(?i)\b(?:stuck|hangs?|hanging|hung|indefinitely|forever|never (?:completes?|ends?|finish\w*|released|gets? (?:deleted|removed)))\b`)
	// areStuck is a sentence that tells of some things that they are stuck.
	areStuck = regex.New(`^[A-Z][^:;{}=]*\b(?:is|are|gets?|got|remains?|stays?|was|were) (?:\w+ )?stuck\b[^:;{}=]*$`)
	// waitQuoted is what a program says that it waits for, as a person quotes it.
	waitQuoted = regex.New(`(?i)["“](?:still |is |are )*(?:waiting|waits|blocked) (?:for|on|until|by) [^"”]+["”]`)
	// errorTold is an error behind who or what tells it.
	errorTold = regex.New("(?i)(?:: |[\"`])[^\"`]*\\b(?:fail\\w*|errors?|cannot|could not|denied|forbidden|refused|not found|timed out|timeout)\\b")
)

// WithoutStories is what a person writes without the sentences that tell how things of a sort go on, with names marked as
// code, and quote no error: that is no word of a holder, and names nothing to mend.
func WithoutStories(text string) string { return without(text, tellsStory) }

func tellsStory(said string) bool {
	if areStuck.MatchString(said) && !besidesThat.MatchString(said) {
		return true
	}
	if !markedCode.MatchString(said) || waitQuoted.MatchString(said) || errorTold.MatchString(markedCode.ReplaceAllString(said, "")) {
		return false
	}
	return onAndOn.MatchString(said) || len(strings.Fields(said)) > mostOfProgram
}

// mostOfProgram is of how many words a sentence of a program with marked names is at the most.
const mostOfProgram = 16
