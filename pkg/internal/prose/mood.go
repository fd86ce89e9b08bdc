package prose

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Mood is in which ways a sentence may be meant that does not tell what is so here and now.
type Mood uint

const (
	// Asked is a question.
	Asked Mood = 1 << iota
	// AskedElse is one that asks something else than why it is so with what one has.
	AskedElse
	// Unsure is what is not so, not yet, or perhaps.
	Unsure
	// Advised is what somebody is to do, has guessed or has read, or what is of another one.
	Advised
	// Afar is of another place, long past, or only heard.
	Afar
	// Supposed is what is not so, by the words that even an account of what hangs would not have.
	Supposed
	// Past is what was so once.
	Past
	// Others is what somebody else has.
	Others
	// General is what may be so, is so for everybody, or is written in a rule or a test.
	General
	// Denied is what is not so, or not what is asked about.
	Denied
	// Over is what has an end by now, or is not the matter.
	Over
)

const (
	// NotDone are those in which it is not told what somebody has done here, which may be long ago.
	NotDone = Asked | Unsure | Advised | Afar | Others
	// NotSo are all in which nothing is told on which something could rest.
	NotSo = NotDone | Past | General
	// NotNow are those in which it is not told what hangs.
	NotNow = AskedElse | Supposed | Past | Others | General | Denied
)

// MatchString reports whether a sentence, with its end mark, is in one of these moods.
func (m Mood) MatchString(said string) bool {
	if m&(Asked|AskedElse) != 0 && asks(said) && (m&Asked != 0 || !ofOwn.MatchString(said)) {
		return true
	}
	for i := range moods {
		if m&moods[i].is == 0 {
			continue
		}
		told := said
		if moods[i].is == Over {
			told = awaited.ReplaceAllString(said, "")
		}
		if moods[i].is == Supposed {
			told = ToGo(said)
		}
		if moods[i].words.MatchString(told) {
			return true
		}
	}
	return false
}

// awaited is an end that is waited for, or asked for.
var awaited = regex.New(`(?i)\b(?:until|till|unless|if|before|whether) (?:it|they|that|these|all|now)\b[^.,;]*`)

// toGo is how one says of something that its deletion is asked for, which is nothing supposed.
var toGo = regex.New(`(?i) (?:that|which) (?:should|are to|is to|are supposed to|is supposed to) (?:have been|be) (?:\w+ )?(?:deleted|removed|gone|terminated)\b`)

// ToGo is a sentence without that.
func ToGo(said string) string {
	if !strings.Contains(said, " be") {
		return said
	}
	return toGo.ReplaceAllString(said, "")
}

// asks reports whether a sentence ends as a question does, within whatever marks.
func asks(said string) bool {
	return strings.HasSuffix(strings.TrimRight(said, " \t\r\n*_)\"'`”"), "?")
}

// ofOwn is what a question is about that somebody has who asks why it is so.
var ofOwn = regex.New(`(?i)^[^\w]*(?:why|how come|how (?:can|do|should|to)|what)\b.*\b(?:my|our|this|these)\b`)

// solved is how one says that a trouble is over.
const solved = `\b(?:(?:was|were|is|are|got|been) (?:\w+ )?(?:solved|resolved|mended|history)|(?:it|they|that|these|all|now) (?:(?:is|are|was|were) )?(?:now |all )?(?:gone|over)\b|(?:is|are|all) (?:well|fine|good) (?:now|again))\b`

// ofRules is how one speaks of what is written elsewhere, or of what an alert tells. What is only called so is none.
const ofRules = `FAQ|(?:on|about) (?:this|that|the same) topic (?:before|already|here|too|elsewhere|says?|tells?)|(?:read|found|seen|asked|questions?|threads?|posts?|articles?|more|discuss\w*|written) (?:\w+ )?(?:on|about) (?:this|that|the same) topic|this topic (?:\w+ )?(?:comes|came|is about|was about|is (?:covered|discussed|known)|was (?:covered|discussed))|(?:alert|alarm|alerting rule|monitor)s? (?:\w+ )?(?:fires?|fired|firing|says?|said|tells?|told|rules?|when|if|for|about)|(?:an|get|gets|got|getting|sends?|raises?) (?:\w+ )?(?:alerts?|alarms?) (?:that|of|on)`

// moods are the words by which each is known.
var moods = []struct {
	is    Mood
	words *regex.Regexp
}{
	{Unsure, regex.New(`(?i)\b(?:if|whether|unless|until|once|should|would|could|might|may|maybe|perhaps|probably|suppose\w*|assum\w*|think|thinks|seems?|expect\w*|even when|want|wants|wanted|going to|as soon as|when(?:ever)?\b[^,.]* (?:is|are|isn't|aren't|does|doesn't))\b`)},
	{Advised, regex.New(`(?i)\b(?:another|other|different|never|not sure|workaround|please|you (?:can|could|need|have)|need to|needs to|make sure|ensure|wonder\w*|guess\w*|suspect\w*|docs?|documentation|expected|to avoid|instead|except)\b`)},
	{Afar, regex.New(`(?i)\b(?:in|on|at|for|from) (?:(?:the|our|my|an?|its|all) )?(?:staging|production|prod|dev|development|testing|tests?|qa|sandbox|preview|old|second)\b` +
		`|\b(?:last|previous) (?:year|month|quarter|time|release)\b|\b(?:years?|months?) ago\b|\bin the past\b|\bback then\b|\bused to\b|\bunlike\b|\bothers\b` +
		`|\b(?:coll?ea?g\w+|coworkers?|someone|somebody|people|they|support|he|she) (?:\w+ )?(?:says?|said|told|tells?|claims?|thinks?|believes?)\b|\b(?:i|we) (?:heard|read|believe)\b|\b(?:was|were) told\b|\b(?:apparently|supposedly|allegedly|presumably|nobody knows|no one knows)\b`)},
	{Supposed, regex.New(`(?i)\b(?:if|unless|until|should|expect(?:ed)?|would|no longer|not (?:be )?(?:stuck|hang\w*)|isn't|aren't|wasn't|weren't|recovered|yesterday|rollout|fixed)\b`)},
	{Past, regex.New(`(?i)\b(?:last|previous) (?:week|weekend|month|year|time|night|summer|winter|spring|autumn|quarter|sprint)\b|\b(?:used to|back then|formerly|in the past|years ago|rolled back|(?:was|were|had been|had) (?:\w+ )?(?:stuck|hanging|hung)|before (?:the |we |i |our |an? )?upgrad\w*)\b|` + solved)},
	{Others, regex.New(`(?i)\b(?:another|other|different|\w+['’]s|someone|somebody|colleagues?|customers?)(?: \w+)? (?:clusters?|environments?|teams?|projects?|company|companies)\b|\b(?:elsewhere|other people|other users|somebody else|someone else|somewhere else)\b`)},
	{General, regex.New("(?i)\\b(?:stuck|hanging) (?:in|on|at|while|during) [`\"'*]*\\w+[`\"'*]*(?: state| phase)? (?:are|were|is|was|have|has|happens?|occurs?)\\b|" + `\b(?:as long as|in general|generally|usually|typically|well[- ]known|only (?:in|when|if|for|with) |can (?:be|get|become) stuck|(?:may|might|could) (?:be|get|hang)|so[- ]called|` + ofRules + `|(?:in|of|by|for) (?:this|the|that|a|an|our|my) (?:\w+ )?tests?\b|we test|test that|simulat\w+|pretend\w*|(?:whether|as though|in case|suppos\w+|imagine\w*|i read|read (?:in|that))\b)`)},
	{Denied, regex.New(`(?i)\b(?:(?:is|are|was|were|not|n['’]t) (?:not )?about (?:that|this|it|those|them)|(?:do|does|did) ?(?:not|n['’]t) (?:use|have|see|matter|mean|care)|don['’]t (?:use|have|see|mean|care)|ignore (?:it|that|this)|never (?:seen|had|saw|stuck|hangs?|was|were|been)|no (?:\w+ )?(?:is|are|was|were|hangs?) (?:\w+ )?(?:stuck|hang\w*)|neither|nothing (?:is|was|hangs)|without (?:being|getting) stuck)\b`)},
	{Over, regex.New(`(?i)` + solved + `|\b(?:ignore (?:it|that|this)|(?:questions?|topic|issue|this|it) (?:is|was) (?:not about|(?:about|on) (?:something|another|other|an? |the |how |pods|nodes|services))|(?:not|n['’]t) about (?:that|this|it)|something else|all is well|only want to understand)\b`)},
}
