package sentence

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/prose"
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
	// actors are who acts by the words of people: a program by its kind, or by a name that ends as those do.
	actors = `[\w-]*(?:operator|controller|manager|provisioner|agent|reconciler|let|driver|daemon)s?`
	// logsOf is that such a one takes note of something.
	logsOf = `(?:logs?|prints?|shows?|mentions?|reconciles?|notices?|sees?|picks? up|touches|touch|reacts?(?: to)?|reports?|say|says|do|does|record|records|tr(?:y|ies|ied) to (?:delete|remove|finali[sz]e|clean up|release|handle|reconcile|process)|attempts? to (?:delete|remove|finali[sz]e|clean up|release|handle|reconcile|process)|picks?|looks? at)`
)

// unheeded is how they tell that whoever has to act does not take note of it, with of what where that stands behind.
var unheeded = []*regex.Regexp{
	regex.New(`(?i)\bno (?:[\w.-]+ ){0,2}?` + actors + ` (?:even |ever )?` + logsOf + `\b([^.;,?]*)`),
	regex.New(`(?i)\b(?:the |its |our |my )?(?:[\w.-]+ )?` + actors + `(?: logs?| pods?)? (?:does not|doesn't|do not|don't|did not|didn't|never) (?:even |ever |seem to |appear to )*` + logsOf + `\b([^.;,?]*)`),
	regex.New(`(?i)\b(?:nothing|no (?:lines?|entry|entries|mention|reconcil\w+|logs?|trace))(?: at all| of (?:it|this|that)| (?:about|for) (?:it|this|that))* (?:is |are |was |were |gets |shows up |appears? )*(?:logged|printed|to be seen|found|seen|there|in|by) ?(?:in |by |from )*(?:the |its )?(?:logs? of )?(?:the |its )?(?:[\w.-]+ )?` + actors + `(?:'s)?(?: logs?)?\b`),
}

// noteOf are words before what a note is of, itAlone is how the object is called without a name, and objects are nouns for any.
var (
	noteOf  = strings.Fields("a an any the single reconcile reconciliation line lines entry entries attempt event events change changes deletion mention about of for on to at with the this that my our its")
	itAlone = strings.Fields("it this that them these anything nothing all")
	objects = strings.Fields("object resource instance cr one")
)

// ofIt reports whether what stands behind a verb is the object, or all that there is.
func ofIt(behind string, names func(said string) bool) bool {
	said := ""
	for word := range strings.FieldsSeq(strings.ToLower(behind)) {
		switch {
		case slices.Contains(objects, word) || names(word):
			return true
		case slices.Contains(itAlone, word):
			said = word
		case !slices.Contains(noteOf, word):
			return slices.Contains(itAlone[:1], said) || slices.Contains(itAlone[5:], said) // and no determiner
		default:
			said = ""
		}
	}
	return said != ""
}

// errorsOnly is a sentence of that something is well there.
var errorsOnly = regex.New(`(?i)\b(?:errors?|warnings?|unusual|wrong|suspicious|interesting|useful|help\w*|fail\w*)\b`)

// Unheeded is the sentence in which a person tells that whoever has to act takes no note of the object: logs nothing of it.
// That there are no errors in a log is nothing of the kind.
func Unheeded(lines []string, names func(said string) bool) string {
	return toldSo(lines, func(plain string) bool {
		return isSo(neverWord.ReplaceAllString(plain, "")) && !errorsOnly.MatchString(plain) && slices.ContainsFunc(unheeded, func(form *regex.Regexp) bool {
			m := form.FindStringSubmatch(plain)
			return m != nil && (len(m) == 1 || ofIt(m[1], names))
		})
	})
}

var (
	// neverMade is how they tell that what an object stands for was never made where it would be, with what that is told of.
	neverMade = regex.New(`(?i)(?:^(?:[-*>] )?|[,;:(] |\b(?:because|since|as|and|but|so|that) )((?:[\w./-]+ ){0,3}?[\w./-]+) (?:was |were |has |have |had )?(?:never|ever) (?:really |actually )?(?:been |got |be |came )?(?:created|made|provisioned|existed) (?:in|at|on) (?:the )?(?:(?-i:[A-Z])\w+|cloud|provider|backend|console)\b`)
	// elseMade is how they tell that it was made all the same.
	elseMade = regex.New(`(?i)\bby (?:us|me|them|hand)\b|\bbut (?:by|in|on|at|only)\b|\b(?:was|were|is|are|but) (?:created|made|provisioned) (?:in|at|on|by)\b|\b(?:it|they) exists?\b`)
	// neverWord is what is told there, and would else be a word of what is not here.
	neverWord = regex.New(`(?i)\bn?ever\b`)
	// noneOfThem are words for objects of which none was made.
	noneOfThem = regex.New(`(?i)^(?:it|this|they|neither|none)(?: of (?:it|them|these|those|the two))?$`)
)

// NeverMade is the sentence in which a person tells that what the object stands for was never made outside of the cluster:
// of the object by its name or kind or, where it is the only one and what stands before is about it too, by a word for it.
func NeverMade(lines []string, names func(said string) bool, only bool) string {
	near := ""
	return toldSo(lines, func(plain string) bool {
		m := neverMade.FindStringSubmatch(plain)
		if m != nil && isSo(neverWord.ReplaceAllString(plain, "")) && !elseMade.MatchString(plain) {
			if noneOfThem.MatchString(m[1]) && only && (near == "" || names(near)) || named(m[1], names) {
				return true
			}
		}
		near = plain
		return false
	})
}

// named reports whether words are no more than the name or the kind of the object.
func named(subject string, names func(said string) bool) bool {
	words := strings.Fields(subject)
	if len(words) > 0 && slices.Contains(determiners, strings.ToLower(words[0])) {
		words = words[1:]
	}
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool { return !names(word) })
}

// neverFinished is how they tell that making what an object stands for has failed, or never came to an end, with of what that is
// told where it is.
var neverFinished = []*regex.Regexp{
	regex.New(`(?i)\b(?:if|when|whose|because|since|as|after|where) (?:its |the |(?:the )?(?:initial )?)?(?:creation|provisioning) (?:of (?:the )?([\w-]+) )?(?:has |had |was )?(?:failed|fails|never (?:completed|finished|succeeded|worked)|did not (?:complete|finish|succeed)|not (?:completed|finished|successful))\b`),
	regex.New(`(?i)(?:^|\b(?:the|a|an|our|my|delete|deleting|remove|removing) )([\w-]+) (?:if|when|that|which|because|since|as)? ?(?:it )?(?:is |was |were |has been )?(?:not|never) (?:yet )?(?:fully|completely|properly|successfully) (?:been )?(?:created|provisioned)\b`),
	regex.New(`(?i)(?:^|\b(?:the|a|an|our|my) )([\w-]+) (?:that |which )?(?:failed|fails) to (?:be (?:created|provisioned)|create|provision)\b`),
}

// madeSince is how they tell that it was made all the same.
var madeSince = regex.New(`(?i)\b(?:then|later|now|afterwards|meanwhile|eventually|finally|since) (?:it )?(?:was |is |has been |got )?(?:succe\w+|worked|works|created|provisioned|ready)|\b(?:succeeded|worked) (?:later|then|afterwards|now|on)\b|\b(?:is|was) (?:ready|working|running)\b`)

// NeverFinished is the sentence in which a person tells that the making of what the object stands for has failed, or has not come
// to its end: of a kind or a name that is the object's, or of none where that is spoken of in the same sentence.
func NeverFinished(lines []string, names func(said string) bool) string {
	return toldSo(lines, func(plain string) bool {
		if madeSince.MatchString(plain) || ofElsewhere.MatchString(plain) {
			return false
		}
		return slices.ContainsFunc(neverFinished, func(form *regex.Regexp) bool {
			m := form.FindStringSubmatch(plain)
			return m != nil && (m[1] != "" && named(m[1], names) || m[1] == "" && Deletes(plain) && slices.ContainsFunc(strings.Fields(plain), func(word string) bool { return names(strings.Trim(word, ".,;:")) }))
		})
	})
}

const theName = "THENAME"

var (
	// notListed is how they tell of something with a name that it is not there where it would be, with a word before the name.
	notListed = []*regex.Regexp{
		regex.New(`(?i)\b(?:does not|doesn't|do not|don't|no longer) (?:(?:list|show|see|find|have|contain)s?|knows?(?: of| about)?)(?: (?:any|an?|the|such))?(?: ([\w-]+))? ` + theName + `\b`),
		regex.New(`(?i)(?:^|([\w-]+)[,:]? )` + theName + ` (?:(?:is|are) (?:not|no longer) (?:listed|shown|known|found|there)|(?:does not|doesn't|no longer) exists?)\b`),
	}
	// relates is a word by which a name is of something else that is told of.
	relates = regex.New(`(?i)^(?:for|of|from|in|on|with|to|by|about|behind|at|errors?|warnings?|problems?|issues?|changes?)$`)
	// isThere is how they tell that it is there all the same.
	isThere = regex.New(`(?i)\b(?:it|they|which|that) (?:(?:is|are) (?:still |now )?(?:up|running|healthy|ready|serving|used|in use)|runs?|serves?|works?)\b|\bis up\b`)
	hereIs  = regex.New(`(?i)\bhere,? (?:it|they|this|that) (?:does|do|is|are|exists?)\b`)
)

// NotListed is the sentence in which a person tells of something, by one of its words, that it is not there.
func NotListed(lines []string, names func(word string) bool) (said, name string) {
	if hereIs.MatchString(plainSentence(ProseIn(lines))) {
		return "", ""
	}
	said = toldSo(lines, surely(func(plain string) bool {
		for word := range strings.FieldsSeq(plain) {
			if is := lastOfPath(word); names(is) && !isThere.MatchString(plain) && deniesName(strings.ReplaceAll(plain, strings.TrimRight(word, ".,;:!"), theName)) {
				name = is
				return true
			}
		}
		return false
	}))
	return said, name
}

// deniesName reports whether a sentence tells of the name, and of nothing that only has to do with it, that it is not there.
func deniesName(plain string) bool {
	return slices.ContainsFunc(notListed, func(form *regex.Regexp) bool {
		m := form.FindStringSubmatch(plain)
		return m != nil && !relates.MatchString(m[1])
	})
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
func BroughtBack(lines []string) []State { return thingsTold(lines, broughtBack, nil) }

var (
	// goneBefore is how they tell that something was taken away before what needs it, with what that is.
	goneBefore = []*regex.Regexp{
		regex.New(`(?i)\b(?:i|we|i've|we've|somebody|someone)(?: have| had)? ` + adverb + gone + ` ` + thing + ` first\b`),
		regex.New(`(?i)\b(?:when(?:ever)?|as soon as|after) (?:i|we) (?:delete|remove|uninstall|destroy|tear down) ` + thing + ` (first)\b`),
		regex.New(`(?i)(?:^|[,;:.] |\b(?:because|since|as|that|after) )(?:the |its |our |my )?([\w-]+(?: [\w-]+){0,3}?) (?:was|were|got|has been|had been|have been) ` + adverb + gone + ` (?:first\b|before ((?:it|this|that)\b|(?:the|its|our|my|this) [\w.-]+(?: [\w.-]+)?))`),
	}
	// doneToIt is what follows where that is no end of the object but something else that was done to it.
	doneToIt = regex.New(`(?i)^(?:(?:the|its|our|my|this) )?[\w.-]+(?: [\w.-]+)? (?:was|were|is|has|had|got|could|started|came)\b`)
	// hangsThen is how a sentence goes on that tells of trouble then, and goesThen where it tells of none.
	hangsThen = regex.New(`(?i)\b(?:hangs?|hung|stuck|never|stays?|remains?|fails?|cannot|can't|(?:does|is|will) not|(?:does|is)n't|won't|forever|blocked|terminating)\b`)
	goesThen  = regex.New(`(?i)\b(?:(?:it|they|all|both|everything) (?:just )?(?:goes|go)|works?|well|fine|gone|no problems?|(?:never|nothing|none|not|no longer|\w+n't) (?:\w+ )?(?:hangs?|stuck|fails?|stays?|remains?|blocked))\b`)
	// madeAnew is how they tell that it was made again since, beside the ways of isBack.
	madeAnew = regex.New(`(?i)\bmade (?:\w+ )?(?:anew|again)\b|\bis there now\b`)
)

// SinceBack reports whether a person tells anywhere that something is there again.
func SinceBack(lines []string) bool {
	prose := plainSentence(ProseIn(lines))
	return isBack.MatchString(prose) || madeAnew.MatchString(prose)
}

// GoneBefore are the things of which a person tells that they were taken away before the object.
func GoneBefore(lines []string, names func(said string) bool) []State {
	return thingsTold(lines, goneBefore, func(what, behind string) bool {
		if strings.EqualFold(what, "first") { // before nothing that is told: only what comes of it tells that it matters
			return hangsThen.MatchString(behind) && !goesThen.MatchString(behind)
		}
		return !doneToIt.MatchString(what+behind) && (!strings.Contains(what, " ") || names(what))
	})
}

// thingsTold are the things that sentences of a person tell of in one of some ways, each with the sentence. What is asked or
// only supposed is none. Fits is whether what a sentence sets them against, and what is behind that, is of the object.
func thingsTold(lines []string, ways []*regex.Regexp, fits func(what, behind string) bool) (out []State) {
	toldSo(lines, func(plain string) bool {
		for _, form := range ways {
			m := form.FindStringSubmatchIndex(plain)
			if m == nil || prose.NotDone.MatchString(plain[:m[1]]) || ofElsewhere.MatchString(plain) || len(m) > 4 && m[4] >= 0 && !fits(plain[m[4]:m[5]], plain[m[5]:]) {
				continue
			}
			told := thingIn(before(plain[m[2]:m[3]]))
			if at := innerArticle.FindAllStringIndex(told, -1); at != nil {
				told = told[at[len(at)-1][1]:]
			}
			if told != "" && !strings.Contains(strings.ToLower(told), "finalizer") {
				out = append(out, State{Thing: told, Said: joint.ReplaceAllString(strings.Trim(plain[m[0]:m[1]], " \n.,;:"), "")})
				break
			}
		}
		return false
	})
	return out
}

// innerArticle is where the name of a thing begins behind when or where that was.
var innerArticle = regex.New(`(?i) (?:the|its|our|my) `)

// joint is what a clause begins or ends with that is of another one.
var joint = regex.New(`(?i)^(?:(?:it'?s |and |but |so |that |as |since |because |after )+)| (?:and|but|so|then|or|because|that|which)$`)

// surely is a sentence that tells so, and supposes nothing.
func surely(tells func(plain string) bool) func(plain string) bool {
	return func(plain string) bool { return isSo(plain) && tells(plain) }
}

// ofElsewhere is how people speak of another place, of a time long past, and of what they have only heard.
const ofElsewhere = prose.Afar

// isSo reports whether a sentence, with its end mark, tells what is so here: nothing that is asked, only supposed, advised,
// heard, long past, or of another object or place.
func isSo(said string) bool { return !prose.NotSo.MatchString(said) }

// TellsSo reports the same to others.
func TellsSo(said string) bool { return isSo(said) }

// toldSo is the first sentence of a person that tells so, and does not ask it.
func toldSo(lines []string, tells func(plain string) bool) string {
	for said, plain := range toldIn(lines) {
		if !strings.HasSuffix(plain, "?") && tells(plain) {
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
