package spoken

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/prose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// cannotGo is how a sentence says of what it begins with, or of what it goes on with, that it cannot be deleted.
	cannotGo = regex.New(`(?i)\b(?:(?:can(?:['’]t|not| not| no longer)|could(?:n['’]t| not)|won['’]t|will (?:not|never)|never can) (?:\w+ )?be (?:\w+ )?(?:deleted|removed|terminated)\b` +
		`|(?:can(?:['’]t|not)|won['’]t|will not|doesn['’]t|does not|don['’]t|do not) (?:delete|terminate|go away|get (?:deleted|removed))(?: (?:properly|cleanly|correctly|right away|completely|at all))?(?:\s*$|\s*[,:;.!?)]| (?:when|if|after|once|because|while|unless|on|in|with|as|and|any)\b)` +
		`|(?:not |un|non-)(?:deletable|removable)\b)`)
	// stayedOver is how a sentence says of what it begins with that it was not deleted, whoever has asked for that.
	stayedOver = regex.New(`(?i)\b(?:(?:is|are|was|were)(?: not|n['’]t) (?:\w+ )?(?:deleted|removed|cleaned up)|not (?:being |getting )?(?:deleted|removed|cleaned up)|(?:is |are |was )?left over|never (?:deleted|removed|goes|gets? (?:deleted|removed)))\b`)
	// doesNot is what stands before that where somebody has not deleted it, or is not to.
	doesNot = regex.New(`(?i)\b(?:has|have|had|should|must|to)\s*$`)
	// ofProgram is what stands before a title: [gear-operator], fix(gears):
	ofProgram = regex.New(`^\W*(?:\[[^\]]*\]\W*|[a-z]+(?:\([^()]*\))?: )*`)
	// noSubject are words with which a sentence begins that is not about what it names next.
	noSubject = strings.Fields("i we you it they he she if when whenever while after before once since because as how why what where to for in on with from by there delet deleting deletion removing removal finalizer finalizers unable cannot can't try trying")
	// noKind are words before the one for a kind.
	noKind = strings.Fields("a an the my our some any all this that these those undeletable")
	// tellsWhich are words behind one for a kind that tell which one of it.
	tellsWhich = strings.Fields("of whose that which who with without in from by having")
)

// mostWords is behind how many words a kind stands at most at the beginning of a sentence: a stale Azure GearBox.
const mostWords = 4

// Undeletable are the words with which sentences begin that say that what they name so cannot be deleted, up to where
// they may be about something else: GearBox whose wheel is gone can no longer be deleted. Where loose, they may also say
// that it was not.
func Undeletable(lines []string, loose bool) (words []string) {
	for _, line := range prose.WithoutWanted(lines) {
		if notProse(line) {
			continue
		}
		for _, sentence := range sentenceEnd.Split(line, -1) {
			words = append(words, subjectOf(sentence, loose)...)
		}
	}
	return words
}

// TellsWhich reports whether a word goes on to tell which one of a kind is meant.
func TellsWhich(word string) bool { return slices.Contains(tellsWhich, word) }

func subjectOf(sentence string, loose bool) (words []string) {
	sentence = ofProgram.ReplaceAllString(sentence, "")
	at := cannotGo.FindStringIndex(sentence)
	if at == nil && loose {
		at = stayedOver.FindStringIndex(sentence)
	}
	if at == nil {
		return nil
	}
	said := sentence[:at[0]]
	if strings.TrimSpace(said) == "" {
		said = sentence[at[1]:]
	}
	if supposed.MatchString(said) || doesNot.MatchString(said) {
		return nil
	}
	for _, word := range strings.FieldsFunc(said, betweenWords) {
		small := strings.ToLower(strings.Trim(word, ".!?;"))
		if slices.Contains(noSubject, small) || len(words) == mostWords || len(words) > 0 && TellsWhich(words[len(words)-1]) {
			break
		}
		if small != "" && (len(words) > 0 || !slices.Contains(noKind, small)) {
			words = append(words, strings.Trim(word, ".!?;"))
		}
	}
	return words
}
