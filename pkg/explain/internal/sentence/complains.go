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
