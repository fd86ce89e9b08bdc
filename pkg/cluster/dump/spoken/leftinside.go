package spoken

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	hangsWord = `(?:stuck|hangs?|hanging|hung|blocked|never (?:go(?:es)?|finish(?:es)?|ends?|terminates?)|(?:is|are|can) ?not (?:be )?(?:deleted|removed)|cannot be (?:deleted|removed))`
	// kindWord is the word for a kind, with what stands before and behind it.
	kindWord = "(?:(?i:the|an?|its|some|all|one|several|left-?over|remaining|stale|orphaned) ){0,3}[`\"'*]*([A-Z][A-Za-z]+)[`\"'*]*(?: (?i:CRs?|objects?|resources?|instances?|custom resources?))?"
)

var (
	// keptBy is how a sentence tells what keeps a namespace that goes: the deletion of the namespace hangs because of a Gear.
	keptBy = regex.New(`\b(?i:namespace)\b[^.;?!]{0,60}?\b(?i:` + hangsWord + `)\b[^.;?!]{0,40}?\b(?i:due to|because of|because|since|as|by|waiting (?:for|on)|waits for) ` + kindWord + "(?: [a-z][^.;?!]{0,60}?)? (?i:" + hangsWord + `|remain(?:s|ing)?|terminating|left|finali[sz]ers?)\b`)
	// hangsInside is how one tells what hangs when its namespace goes: Gears get stuck when the namespace is deleted.
	hangsInside = regex.New(`^[^\w` + "`" + `]*` + kindWord + ` (?:(?i:gets?|got|is|are|stays?|remains?) )?(?i:` + hangsWord + `)\b[^.;?!]{0,60}?\b(?i:when|while|whenever|once|after|as) (?i:(?:the|its|their|a|whole|entire) ){0,2}(?i:namespace) (?i:is|gets?|was)(?i: being| marked for)? (?i:delet|remov|terminat)`)
)

// notLeft is how a sentence says that nothing of a kind is left, or that this is not why.
var notLeft = regex.New(`(?i)\b(?:no (?:more )?[\w-]+ (?:is |are )?(?:remain\w*|left)|(?:is|are) (?:all |now |already )?(?:empty|gone)|not (?:because|due)|we thought)\b`)

// another is a second kind of several words.
var another = regex.New(`[A-Z][a-z]+[A-Z]`)

// LeftInside are the words for the kinds of which sentences tell that one keeps a namespace that goes, or hangs in it then.
// One that a sentence names beside another kind is none, nor is one of which another says that none is left.
func LeftInside(lines []string) (words []string) {
	var denied []string
	for _, line := range Present(lines) {
		if notProse(line) {
			continue
		}
		for _, sentence := range sentenceEnd.Split(line, -1) {
			if notLeft.MatchString(sentence) {
				denied = append(denied, strings.ToLower(sentence))
				continue
			}
			for _, form := range []*regex.Regexp{keptBy, hangsInside} {
				if m := form.FindStringSubmatchIndex(sentence); m != nil && !supposed.MatchString(sentence) && !another.MatchString(sentence[m[3]:]) {
					words = append(words, sentence[m[2]:m[3]])
				}
			}
		}
	}
	return slices.DeleteFunc(words, func(word string) bool {
		return slices.ContainsFunc(denied, func(sentence string) bool {
			return strings.Contains(sentence, strings.ToLower(strings.TrimSuffix(word, "s")))
		})
	})
}
