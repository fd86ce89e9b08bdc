package sentence

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/prose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// someThing is a word that gives nothing a name.
const someThing = `(?:[A-Za-z-]+|\([^()]*\))`

var (
	// cannotGo is a sentence of a person which says that something cannot be deleted, and perhaps why. A program
	// begins no error with a capital, or with who tells it and a colon, or names at once what it could not delete.
	cannotGo = regex.New(`^(?:(?:[-*>#]+|\d+[.)]) +)*(?:\*\*)?(?:` +
		`[A-Z][^:;{}=]{0,120}?\b(?i:cannot|can't|can not|could not|couldn't|won't|will not) (?i:be|get) (?i:deleted|removed|terminated|finalized)\b[^:;{}=]*?` +
		`|(?:[A-Z][\w.-]*,? (?:[\w.-]+ ){0,3}(?:is |are )?(?:cannot|can't|can not|unable to|not able to)|Cannot|Can't|Can not|Unable to|Not able to) (?:delete|remove|terminate) ` + someThing + `(?: ` + someThing + `){0,2}?(?: (?:if|after|even|anymore|any more)\b[^:;{}=]*?)?` +
		`)(?:(?:,? (?i:because|due to|since)|:) (.+?))?[.!]*$`)
	// besidesThat are words that tell more than that something does not go.
	besidesThat = regex.New(`(?i)\b(?:in use|used|still|attached|not empty|wait\w*|until|unless|while|before|blocks?|blocked|holds?|held|depend\w*|denied|forbidden|refus\w+|permissions?|errors?|fail\w*|not found|missing|required?|requires|protect\w*|lock\w*|invalid)\b`)
	// goingItself is a reason that is none: it goes.
	goingItself = regex.New("^(?i)(?:[\\w-]+ ){0,4}?(?:(?:is|are|was|were) (?:still |already )?(?:being deleted|deleting|terminating|marked for deletion|stuck)|(?:is |are )?in (?:an? |the )?[\"'`]?(?:delet\\w+|terminat\\w+)[\"'`]? (?:state|phase|status))[.! ]*$")
	// sentenceEnd is between two sentences.
	sentenceEnd = regex.New(`[.!?]\s+`)
)

// Split is a text by its sentences, each but the last without the end of it.
func Split(text string) []string { return sentenceEnd.Split(text, -1) }

// Complains reports whether a sentence says no more than that something cannot be deleted: that is what is
// asked about, and never why.
func Complains(text string) bool {
	text = strings.TrimSpace(text)
	m := cannotGo.FindStringSubmatch(text)
	switch {
	case m == nil:
		return false
	case m[1] != "":
		return goingItself.MatchString(m[1])
	}
	return !besidesThat.MatchString(text)
}

// WithoutComplaints is a text without the sentences that say no more than that something cannot be deleted.
func WithoutComplaints(text string) string { return without(text, Complains) }

var (
	// askedToGo is how a sentence tells that the deletion of something was asked for, before what that is.
	askedToGo = regex.New(`(?i)\b(?:after|when(?:ever)?|while|upon|on|once|if|as soon as|I|we|one|tr(?:y|ies|ied|ying) to)(?: (?:I|we|you|one|have|had|just|then|try|tried|trying|attempt\w*|want|wanted|to|run|ran|the|an?))* (?:delet\w*|remov\w*|terminat\w*)(?:$|[^\w-])`)
	// deletionHangs is how it tells that this does not come to its end, and stuckIn where something stays.
	deletionHangs = regex.New(`(?i)\b(?:delet(?:ion|ing|e)|remov(?:al|ing)|terminat(?:ion|ing))(?: of)?(?: (?:the|an?|my|our|this|that|its|some))?(?: \S+){0,2}? (?:(?:is|are|was|were|gets?|got|remains?|stays?|always|then) )*(?:stuck|hang\w*|hung|blocked|fail(?:s|ed|ing)?)\b`)
	stuckIn       = regex.New("(?i)\\b(?:stuck|hang(?:s|ing)?|hung|blocked|stays?|remains?)\\b(?: (?:forever|indefinitely))?(?: (?:in|at|on|during|while|when|as)(?: (?:the|an?|its?))?(?: (?:state|status|phase))? ?[`\"'*]*(?:terminat\\w*|delet\\w*|remov\\w*)[`\"'*]*(?: (?:state|status|phase))?)?")
	failsToGo     = regex.New(`(?i)\b(?:fail(?:s|ed|ing|ure)?|unable|not able|impossible|errors?|blocked|cannot|can't|could not|couldn't|won't)(?: (?:to|when|while|on|in))? (?:delet\w*|remov\w*|terminat\w*)\b|\bnot (?:possible|able) to (?:delete|remove|terminate)\b`)
)

// Beyond is a sentence without the words that say no more than that something was to go and does not. Names reports whether
// words name that.
func Beyond(said string, names func(said string) bool) string {
	var out strings.Builder
	from := 0
	for _, at := range askedToGo.FindAllStringIndex(said, -1) {
		behind, _, _ := strings.Cut(said[at[1]:], ",")
		next := strings.Fields(behind)
		if what := strings.Join(next[:min(len(next), objectWithin)], " "); !notDoing.MatchString(said[:at[0]]) && (what == "" || strings.ContainsAny(said[at[1]-1:at[1]], ",;:") || pointing.MatchString(what) || names(what)) {
			out.WriteString(said[from:at[0]])
			from = at[1]
		}
	}
	rest := out.String() + said[from:]
	for _, no := range []*regex.Regexp{deletionHangs, failsToGo, stuckIn, lasts, refuses, notDeleted} {
		rest = no.ReplaceAllString(rest, " ")
	}
	return rest
}

// objectWithin is how many words behind a deletion its object is.
const objectWithin = 3

var (
	// pointing is a word that stands for that object.
	pointing = regex.New(`(?i)^(?:it|them|this|that|these|those)\b`)
	// notDoing is before what somebody does not do: the controller does not try to delete it.
	notDoing = regex.New(`(?i)(?:\bnot|n['’]t|\bnever)(?: \w+ly| even)? $`)
)

// without is a text without the sentences that are of one sort.
func without(text string, sort func(said string) bool) string {
	all := Whole(text)
	kept := slices.DeleteFunc(slices.Clone(all), sort)
	if len(kept) == len(all) {
		return text
	}
	return strings.TrimSpace(strings.Join(kept, ""))
}

// Whole are the sentences of a text, each with the end of it.
func Whole(text string) []string { return slices.Collect(prose.Sentences(text)) }
