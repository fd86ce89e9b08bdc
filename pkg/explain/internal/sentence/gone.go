package sentence

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// partGone is how people tell that who would act was taken away, or what lets that act, and thingGone that something was which
	// the object may wait for.
	partGone  = regex.New(`(?i)\b(?:operator|controller|manager|provisioner|driver|agent|(?:cluster ?)?role(?: ?binding)?|service ?account)s?\b[^.;:?]{0,24}?\b(?:(?:has|have|had) (?:already |also |long |since |first )*been|was|were|is|are) (?:already |also |long |since |first )*(?:deleted|removed|uninstalled|gone)\b`)
	thingGone = regex.New(`(?i)\b(?:was|were|has been|have been|had been|is|are) (?:already )?(?:deleted|removed|gone) (?:successfully|manually|by hand|already)\b|\b(?:was|were) (?:already |manually |successfully )+(?:deleted|removed)\b|\bdelete it manually\b` +
		`|\b(?:i|we)(?:'ve| have|’ve)? (?:already |also |first |just )*(?:deleted|removed|uninstalled) (?:all|every|each|both|the other)\b|\bgot (?:already |all )?(?:deleted|removed)\b` +
		`|\bthere (?:are|is|were) no(?: other)? [\w-]+(?: [\w-]+)? ?(?:currently |still )?(?:running|left|remaining|any ?more)\b`)
	// supposing is how people speak of what is not so, or not yet.
	supposing = regex.New(`(?i)\b(?:if|when|until|unless|once|before|not|never|should|would|expected?)\b`)
)

// TellsGone reports whether a sentence tells, and does not only suppose, that who would act was taken
// away, or something that may be waited for.
func TellsGone(said string) bool {
	return !supposing.MatchString(said) && (partGone.MatchString(said) || thingGone.MatchString(said))
}

const (
	// ofItHere is how people speak of the one object that they ask about.
	ofItHere = `\b(?:this|that|the|my|our|its?|it|them|these)\b`
	// actors are who acts by the words of people: a program by its kind, or by a name that ends as those do.
	actors = `[\w-]*(?:operator|controller|manager|provisioner|agent|reconciler|let|driver|daemon)s?`
	// logsOf is that such a one takes note of something.
	logsOf = `(?:logs?|prints?|shows?|mentions?|reconciles?|notices?|sees?|picks? up|touches|touch|reacts?(?: to)?|reports?|say|says|do|does|record|records)`
)

// unheeded is how they tell that whoever has to act does not take note of it.
var unheeded = []*regex.Regexp{
	regex.New(`(?i)\bno (?:[\w.-]+ ){0,2}?` + actors + ` (?:even |ever )?` + logsOf + `\b[^.;?]*?` + ofItHere),
	regex.New(`(?i)\b(?:the |its |our |my )?(?:[\w.-]+ )?` + actors + `(?: logs?| pods?)? (?:does not|doesn't|do not|don't|did not|didn't|never) (?:even |ever |seem to |appear to )*` + logsOf + `\b[^.;?]*?(?:` + ofItHere + `|\b(?:anything|any|at all|nothing)\b)`),
	regex.New(`(?i)\b(?:nothing|no (?:lines?|entry|entries|mention|reconcil\w+|logs?|trace))(?: at all| of (?:it|this|that)| (?:about|for) (?:it|this|that))* (?:is |are |was |were |gets |shows up |appears? )*(?:logged|printed|to be seen|found|seen|there|in|by) ?(?:in |by |from )*(?:the |its )?(?:logs? of )?(?:the |its )?(?:[\w.-]+ )?` + actors + `(?:'s)?(?: logs?)?\b`),
}

// errorsOnly is a sentence of that something is well there.
var errorsOnly = regex.New(`(?i)\b(?:errors?|warnings?|unusual|wrong|suspicious|interesting|useful|help\w*|fail\w*)\b`)

// Unheeded is the sentence in which a person tells that whoever has to act takes no note of the object: logs nothing of it.
// That there are no errors in a log is nothing of the kind.
func Unheeded(lines []string) string {
	return toldSo(lines, surely(func(plain string) bool {
		return !errorsOnly.MatchString(plain) && slices.ContainsFunc(unheeded, func(form *regex.Regexp) bool { return form.MatchString(plain) })
	}))
}

// neverMade is how they tell that what an object stands for was never made where it would be.
var neverMade = regex.New(`(?i)\b(?:(?:neither|none)(?: of [\w ]{2,20}?)? (?:was |were |has |have |had )?(?:ever )|(?:it|they|this|that|which|(?:[\w-]+ ){0,3}[\w-]+) (?:was |were |has |have |had )?never (?:really |actually )?)(?:been |got |be |came )?(?:created|made|provisioned|existed|exist) (?:in|at|on|with|by) (?:the )?(?:(?-i:[A-Z])\w+|cloud|provider|backend|console)`)

// NeverMade is the sentence in which a person tells that what the object stands for was never made outside of the cluster.
func NeverMade(lines []string) string {
	return toldSo(lines, func(plain string) bool { return !merely.MatchString(plain) && neverMade.MatchString(plain) })
}

// notListed is how they tell of something with a name that it is not there where it would be.
var notListed = regex.New(`(?i)\b(?:does not|doesn't|do not|don't|no longer) (?:list|show|know|see|find|have|contain)s?\b|\b(?:is|are) (?:not|no longer) (?:listed|shown|known|found|there)\b|\b(?:does not|doesn't|no longer) exists?\b`)

// NotListed is the sentence in which a person tells of something, by one of its words, that it is not there.
func NotListed(lines []string, names func(word string) bool) (said, name string) {
	said = toldSo(lines, surely(func(plain string) bool {
		at := slices.IndexFunc(strings.Fields(plain), func(word string) bool { return names(lastOfPath(word)) })
		if at < 0 || !notListed.MatchString(plain) {
			return false
		}
		name = lastOfPath(strings.Fields(plain)[at])
		return true
	}))
	return said, name
}

// lastOfPath is the name alone of a word, without its namespace and the marks around it.
func lastOfPath(word string) string {
	word = bareName(word)
	return word[strings.LastIndexByte(word, '/')+1:]
}

// broughtBack is how they tell that something is there again which was not.
var broughtBack = []*regex.Regexp{
	regex.New(`(?i)` + someone + adverb + `(?:restored|un-?deleted|re-?created|re-?installed|brought back|re-?enabled)(?: \([^)]*\))? ` + thing + stops),
	regex.New(`(?i)\b(?:the |our |my |its )([\w-]+(?: [\w-]+){0,2}?) (?:is|was|has been|were|have been|are) ` + adverb + `(?:restored|un-?deleted|re-?created|re-?installed|brought back|there again|back|re-?enabled)\b`),
}

// BroughtBack are the things of which a person tells that they are there again.
func BroughtBack(lines []string) []State { return thingsTold(lines, broughtBack) }

// goneBefore is how they tell that something was taken away before what needs it.
var goneBefore = []*regex.Regexp{
	regex.New(`(?i)\b(?:i|we|i've|we've|somebody|someone)(?: have| had)? ` + adverb + gone + ` ` + thing + ` first\b`),
	regex.New(`(?i)(?:^|[,;:.] |\b(?:because|since|as|that|after) )(?:the |its |our |my )?([\w-]+(?: [\w-]+){0,3}?) (?:was|were|got|has been|had been|have been) ` + adverb + gone + ` (?:first\b|before (?:it|this|that)\b|before (?:the|its|our|my) [\w-]+)`),
}

// GoneBefore are the things of which a person tells that they were taken away before what needs them.
func GoneBefore(lines []string) []State { return thingsTold(lines, goneBefore) }

// thingsTold are the things that sentences of a person tell of in one of some ways, each with the sentence. What is asked or
// only supposed is none.
func thingsTold(lines []string, ways []*regex.Regexp) (out []State) {
	toldSo(lines, func(plain string) bool {
		for _, form := range ways {
			m := form.FindStringSubmatchIndex(plain)
			if m == nil || merely.MatchString(plain[:m[1]]) || notHere.MatchString(plain[:m[1]]) {
				continue
			}
			if told := thingIn(before(plain[m[2]:m[3]])); told != "" && !strings.Contains(strings.ToLower(told), "finalizer") {
				out = append(out, State{Thing: told, Said: joint.ReplaceAllString(strings.Trim(plain[m[0]:m[1]], " \n.,;:"), "")})
				break
			}
		}
		return false
	})
	return out
}

// joint is what a clause begins or ends with that is of another one.
var joint = regex.New(`(?i)^(?:(?:it'?s |and |but |so |that |as |since |because |after )+)| (?:and|but|so|then|or|because|that|which)$`)

// surely is a sentence that tells so, and supposes nothing.
func surely(tells func(plain string) bool) func(plain string) bool {
	return func(plain string) bool {
		return !merely.MatchString(plain) && !notHere.MatchString(plain) && tells(plain)
	}
}

// toldSo is the first sentence of a person that tells so, and does not ask it.
func toldSo(lines []string, tells func(plain string) bool) string {
	for _, said := range whole(ProseIn(lines)) {
		said = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(said), ". "))
		if plain := plainSentence(said); !strings.HasSuffix(plain, "?") && tells(plain) {
			return shortest(strings.TrimRight(said, " \n."), tells)
		}
	}
	return ""
}

// shortest is the part of a sentence that tells so by itself, or all of it.
func shortest(said string, tells func(plain string) bool) string {
	for _, part := range parts.Split(said, -1) {
		if tells(plainSentence(part)) {
			return strings.TrimSpace(part)
		}
	}
	return said
}

// parts are what a sentence is made of.
var parts = regex.New(`[:;] | [-–—] |, (?:and|but|so) `)
