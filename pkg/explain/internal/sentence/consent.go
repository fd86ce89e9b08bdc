package sentence

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	// someBody is a person, or some. A user, an owner and an operator may be an object or a program.
	someBody = `(?:(?:an? |the |your |our |some )?(?:[a-z]+ )?(?:administrators?|admins?|person|people|humans?|teams?|maintainers?|engineers?|approvers?|reviewers?)|somebody|someone|you)`
	// consent is what only people give, and ofHand what may be of programs too, unless it is said to be done by hand.
	consent = `(?:approvals?|sign[- ]?offs?|consent|go-?ahead)`
	ofHand  = `(?:manual|human|user|administrator|admin|operator)(?:'s)?`
	// wanted is how one says that something is still to come.
	wanted  = `(?:wait(?:s|ing)? (?:for|on|until)|await(?:s|ing)?|pending|needs?|requires?|requiring|lacks?)`
	lacking = `(?:is |are )?(?:still |first )?(?:required|needed|missing|outstanding|pending|not (?:yet )?(?:been )?given)`
	filling = `(?: (?:the|a|an|its|your|explicit|further|final|written|[a-z]+'s?|[a-z]+)){0,2}?`
	// anybody are those who agree or not: where something is theirs, that is no owner of the cluster.
	anybody = `(?:` + someBody + `|(?:an? |the |its |your |our )?(?:[a-z]+ )?(?:owners?|users?|customers?|approvers?)(?: of [\w-]+(?: [\w-]+)?)?)`
	agrees  = `(?:confirm|approve|acknowledge|agree|consent|sign off)`
	agreed  = `(?:approved|confirmed|acknowledged|signed off|consented to)`
)

var (
	// asksConsent are the ways in which a text says that somebody has to agree, and hasTo those in which it says that
	// somebody has to act.
	asksConsent = []*regex.Regexp{
		regex.New(`(?i)\b` + wanted + filling + ` ` + consent + `\b`),
		regex.New(`(?i)\b` + consent + `\b` + `(?: (?:of|for|to|by|from) (?:[\w-]+ ){1,4}?| )` + lacking + `\b`),
		regex.New(`(?i)\b` + wanted + filling + ` ` + ofHand + ` (?:confirmation|acknowledge?ment|permission|decision)\b`),
		regex.New(`(?i)\b` + ofHand + ` (?:confirmation|acknowledge?ment|permission|decision) ` + lacking + `\b`),
		regex.New(`(?i)\b(?:confirmation|acknowledge?ment) (?:is |are )?(?:still |first )?(?:required|needed)\b`),
		regex.New(`(?i)\b(?:is|are|was|has|have)(?: not|n't) (?:yet )?(?:been )?(?:approved|confirmed by ` + someBody + `|acknowledged by ` + someBody + `)\b`),
		regex.New(`(?i)\b(?:deletion|removal|purge|teardown|request|it|this|that) (?:must|has to|needs to) (?:first )?be (?:[a-z]+ )?` + agreed + `\b`),
		regex.New(`(?i)\b` + someBody + ` (?:first |still |now )?(?:has to|have to|must|needs? to|should) (?:first |manually |explicitly )?` + agrees + `\b`),
		regex.New(`(?i)\b` + wanted + ` ` + anybody + ` to (?:first |manually |explicitly )?` + agrees + `\b`),
		regex.New(`(?i)\buntil ` + anybody + ` (?:has |have )?(?:` + agrees + `s|` + agreed + `)\b`),
	}
	hasTo = regex.New(`(?i)\b` + someBody + ` (?:first |still |now )?(?:has to|have to|must|needs? to) (?:first |manually |explicitly )?(?:` + strings.Join(verbs, "|") + `|decide|tell|choose|install|replace|rename|correct|remount|log)\b`)
	// wantsHand is how one says that something is to be done by hand.
	wantsHand = regex.New(`(?i)\b` + wanted + filling + ` manual [a-z-]+|\bmanual (?:[a-z-]+ )` + lacking + `\b`)
	// notSaid is what stands before words that deny what they seem to ask for.
	notSaid = regex.New(`(?i)(?:\b(?:no|not|never|without|nobody|nothing|after|once|if|any|longer)|n't)(?: [a-z]+)?\s*$`)
	// byProgram is what stands behind what a program has to agree to.
	byProgram = regex.New(`(?i)^(?: of [\w-]+(?: [\w-]+)?)? (?:by|from|of) (?:the |an? |its )?([\w-]+(?: [\w-]+)?)`)
	aPerson   = regex.New(`(?i)^` + someBody + `\b|\b(?:teams?|administrators?|admins?|users?|owners?|somebody|someone|you|board|on-call)\b`)
	// setFalse is a field of which a text says that it is false.
	setFalse = regex.New(`(?i)\b(spec(?:\.[A-Za-z][A-Za-z0-9]*)+) (?:is|=|==|:) ?false\b|\b(spec(?:\.[A-Za-z][A-Za-z0-9]*)+)(?:=|: ?)false\b`)
)

// WantsConsent reports whether a text says that somebody has to agree before anything goes on. What a program has to
// agree to, and what is said not to be needed, is no such thing.
func WantsConsent(text string) bool {
	for _, way := range asksConsent {
		if at := way.FindStringIndex(text); at != nil && meantSo(text, at) {
			return true
		}
	}
	return false
}

// OfPerson is the clause in which a text says, as no request, that a person has to agree or act; empty where it does not.
func OfPerson(text string) string {
	for _, part := range clauseMark.Split(text, -1) {
		if WantsConsent(part) {
			return strings.TrimSpace(part)
		}
		for _, way := range []*regex.Regexp{hasTo, wantsHand} {
			if at := way.FindStringIndex(part); at != nil && meantSo(part, at) {
				return strings.TrimSpace(part)
			}
		}
	}
	return ""
}

// meantSo reports whether what was found in a text is neither denied nor asked of a program.
func meantSo(text string, at []int) bool {
	if notSaid.MatchString(text[:at[0]]) {
		return false
	}
	by := byProgram.FindStringSubmatch(text[at[1]:])
	return by == nil || !strings.Contains(by[0], " by ") && !strings.Contains(by[0], " from ") || aPerson.MatchString(by[1])
}

// FieldSaidFalse is the field of which a text says that it is false, empty where it says so of none.
func FieldSaidFalse(text string) string {
	if m := setFalse.FindStringSubmatch(text); m != nil {
		return m[1] + m[2]
	}
	return ""
}
