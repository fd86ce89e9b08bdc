package spoken

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// isPast is how a sentence tells of what was so once.
	isPast = regex.New(`(?i)\b(?:last|previous) (?:week|weekend|month|year|time|night|summer|winter|spring|autumn|quarter|sprint)\b|\b(?:used to|back then|formerly|in the past|years ago|rolled back|(?:was|were|had been|had) (?:\w+ )?(?:stuck|hanging|hung)|before (?:the |we |i |our |an? )?upgrad\w*)\b|` + solved)
	// isElsewhere is how one tells of what somebody else has.
	isElsewhere = regex.New(`(?i)\b(?:another|other|different|\w+['’]s|someone|somebody|colleagues?|customers?)(?: \w+)? (?:clusters?|environments?|teams?|projects?|company|companies)\b|\b(?:elsewhere|other people|other users|somebody else|someone else|somewhere else)\b`)
	// isGeneral is how one tells of what may be so, or is so for everybody, or is written in a rule or a test.
	isGeneral = regex.New("(?i)\\b(?:stuck|hanging) (?:in|on|at|while|during) [`\"'*]*\\w+[`\"'*]*(?: state| phase)? (?:are|were|is|was|have|has|happens?|occurs?)\\b|" + `\b(?:as long as|in general|generally|usually|typically|well[- ]known|only (?:in|when|if|for|with) |can (?:be|get|become) stuck|(?:may|might|could) (?:be|get|hang)|so[- ]called|topics?|FAQ|alert(?:s|ing)?|fires|(?:in|of|by|for) (?:this|the|that|a|an|our|my) (?:\w+ )?tests?\b|we test|test that|simulat\w+|pretend\w*|(?:whether|as though|in case|suppos\w+|imagine\w*|i read|read (?:in|that))\b)`)
	// isDenied is how one says that it is not so, or not what is asked about.
	isDenied = regex.New(`(?i)\b(?:(?:is|are|was|not|n['’]t) (?:not )?about (?:that|this|it|those|them)|(?:do|does|did) ?(?:not|n['’]t) (?:use|have|see|matter|mean|care)|don['’]t (?:use|have|see|mean|care)|ignore (?:it|that|this)|never (?:seen|had|saw|stuck|hangs?|was|were|been)|no (?:\w+ )?(?:is|are|was|were|hangs?) (?:\w+ )?(?:stuck|hang\w*)|neither|nothing (?:is|was|hangs)|without (?:being|getting) stuck)\b`)
	// ofOwn is what a question is about that somebody has who asks why it is so.
	ofOwn = regex.New(`(?i)^[^\w]*(?:why|how come|how (?:can|do|should|to)|what)\b.*\b(?:my|our|this|these)\b`)
	// notTheMatter is how a text says that what it tells of is over, or that it is about something else.
	notTheMatter = regex.New(`(?i)` + solved + `|\b(?:ignore (?:it|that|this)|(?:questions?|topic|issue|this|it) (?:is|was) (?:not about|(?:about|on) (?:something|another|other|an? |the |how |pods|nodes|services))|(?:not|n['’]t) about (?:that|this|it)|something else|all is well|only want to understand)\b`)
)

// solved is how one says that a trouble is over.
const solved = `\b(?:(?:was|were|is|are|got|been) (?:\w+ )?(?:solved|resolved|mended|history)|(?:it|they|that|these|all|now) (?:(?:is|are|was|were) )?(?:now |all )?(?:gone|over)\b|(?:is|are|all) (?:well|fine|good) (?:now|again))\b`

// sentencesIn are the sentences of a line, each with the mark that ends it.
func sentencesIn(line string) (all []string) {
	for {
		at := sentenceEnd.FindStringIndex(line)
		if at == nil {
			return append(all, line)
		}
		all = append(all, line[:at[0]+1])
		line = line[at[1]:]
	}
}

// isNow reports whether a sentence says how it is now and here, and asks nothing but why that is so.
func isNow(sentence string) bool {
	if strings.HasSuffix(strings.TrimRight(sentence, " \t*_)\"'`"), "?") && !ofOwn.MatchString(sentence) {
		return false
	}
	for _, is := range []*regex.Regexp{supposed, isPast, isElsewhere, isGeneral, isDenied} {
		if is.MatchString(sentence) {
			return false
		}
	}
	return true
}

// Present are the lines with no sentences of people but those that say how it is now and here; none where one of them says
// that this is not the matter.
func Present(lines []string) (present []string) {
	for _, line := range lines {
		if notProse(line) {
			present = append(present, line)
			continue
		}
		sentences := sentencesIn(line)
		if slices.ContainsFunc(sentences, notTheMatter.MatchString) {
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
