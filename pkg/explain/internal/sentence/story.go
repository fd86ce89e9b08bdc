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

var (
	// lasts is how people tell that something goes on without an end that they have seen: for hours, forever, never done.
	lasts = regex.New(`(?i)\b(?:indefinitely|forever|for ever|permanently|perpetually|eternally|endlessly|overnight|no progress)\b` +
		`|\bnever (?:being |been |is |are |was |were |be |actually |really |fully |gets? |got )*(?:deleted|removed|released|terminated|cleaned up|completes?|completed|ends?|finish\w*|terminates?|go(?:es)? away|disappears?|deletes?)\b` +
		`|\b(?:for|over|after|since) (?:the (?:last|past) |more than |over |about |around |at least |almost |nearly |up to |~ ?|> ?)*(?:\d+\+?|an?|two|three|four|five|six|ten|several|many|some|a few|a couple of)? ?(?:hours?|hrs|days?|weeks?|months?)\b`)
	// staysThere is how they tell that it does not go on, and refuses that it cannot be deleted.
	staysThere = regex.New(`(?i)\b(?:stuck|stucks|stucking|hangs?|hanging|hung)\b`)
	refuses    = regex.New(`(?i)\b(?:can'?t|can ?not|could ?n[o']t|could not|unable to|not able to|won'?t|will not|impossible to)(?: \w+)? (?:be |get )?(?:deleted?|removed?|terminated?|cleaned up|go away)\b`)
	// notDeleted is how they tell that it is not done, and until what that would be so for.
	notDeleted = regex.New(`(?i)\b(?:is|are|was|were|does|do|did)(?: still)?(?: not|n'?t) (?:being |getting |get |be )?(?:delet(?:ed|ing|e)|remov(?:ed|ing|e)|terminat(?:ed|ing|e)|go(?:ing)? away)\b`)
	onlyUntil  = regex.New(`(?i)\b(?:until|before|while|as long as|so long as|if|yet)\b`)
	// ofGoing is a word for a deletion, and lastingState one for what lasts.
	ofGoing      = regex.New(`(?i)delet|remov|terminat|finali[sz]|destroy|deprovision|tear(?:ing)? ?down`)
	lastingState = regex.New(`(?i)\b(?:stuck|hang\w*|hung|blocked|still|remain\w*|stay\w*|deleting|terminating|pending|being deleted|never|progress|waiting|in (?:this|that|the) (?:state|status))\b`)
	// perhaps is how they speak of what is not so, or not always, or only wanted, and limited of a time that something is given.
	perhaps = regex.New(`(?i)\b(?:may|might|could|would|should|sometimes|from time to time|occasionally|intermittent\w*|rarely|avoids?|prevents?|expect\w*|otherwise|unless|no longer|used to|previously|fixed|fixes|resolved|solved|(?:not|n't|never|without) (?:be |get |getting |being )?(?:stuck|hang\w*|blocked)|time-?outs?|grace period of|retention|by default|every (?:\d+|few|second|minute|hour|day))\b`)
	// supposed is a case that is only supposed: if the pod is stuck.
	supposed = regex.New(`(?i)\b(?:if|in case|when|whenever|once) ((?:[^\s,]+ ){1,4}?)(?:(?:is|are|gets?|becomes?|remains?|stays?) (?:\w+ )?(?:stuck|hung|hanging|blocked|pending|terminating|deleting|in)|hangs?)\b`)
	doing    = regex.New(`(?i)\b(?:I|we|you|delet\w*|remov\w*|try\w*|run\w*|uninstall\w*)\b`)
	// otherStates are those of what does not come to be.
	otherStates = regex.New(`(?i)\b(?:creating|containercreating|attaching|starting|initiali[sz]ing|provisioning|upgrading|updating|installing|crashloop\w*|imagepull\w*|pending|init|not ?ready|unready|unknown)\b`)
)

// Hangs is the sentence in which a person tells that a deletion does not come to its end, or what is to go: best one that
// tells of a long time. NamesIt reports whether a sentence names that.
func Hangs(lines []string, namesIt func(said string) bool) (said string) {
	for _, line := range lines {
		line = strings.TrimLeft(tagged.ReplaceAllString(strings.TrimSpace(line), ""), "#*->• ")
		if !IsProse(line) || eventRow.MatchString(line) {
			continue
		}
		for _, s := range Split(line) {
			switch {
			case !ofGoing.MatchString(s) && (otherStates.MatchString(s) || !namesIt(s)), perhaps.MatchString(s), onlySupposed(s):
			case lasts.MatchString(s) && lastingState.MatchString(s):
				return strings.TrimRight(s, " .:!?")
			case said == "" && (isNotGone(s) && (namesIt(s) || !aboutProgram.MatchString(s)) || staysThere.MatchString(s) && !otherStates.MatchString(s)):
				said = strings.TrimRight(s, " .:!?")
			}
		}
	}
	return said
}

// isNotGone reports whether a sentence tells that something is not deleted, or cannot be.
func isNotGone(said string) bool {
	return refuses.MatchString(said) || notDeleted.MatchString(said) && !onlyUntil.MatchString(said)
}

// aboutProgram is a word for what has to act, of which such a sentence may be.
var aboutProgram = regex.New(`(?i)\b(?:operators?|controllers?|charts?|releases?|managers?|deployments?|plugins?|providers?)\b`)

// eventRow is a row of events, which a program has written.
var eventRow = regex.New(`^(?:Warning|Normal)\s+[A-Z][a-z]+[A-Z]`)

// tagged is a tag in the head of a text.
var tagged = regex.New(`\[[^\]]*\] ?`)

func onlySupposed(said string) bool {
	m := supposed.FindStringSubmatch(said)
	return m != nil && !doing.MatchString(m[1])
}
