package spoken

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

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

// LeftInside are the words for the kinds of which sentences tell that one keeps a namespace that goes, or hangs in it then.
func LeftInside(lines []string) (words []string) {
	for _, line := range Present(lines) {
		if notProse(line) {
			continue
		}
		for _, sentence := range sentenceEnd.Split(line, -1) {
			for _, form := range []*regex.Regexp{keptBy, hangsInside} {
				if m := form.FindStringSubmatch(sentence); m != nil && !supposed.MatchString(sentence) {
					words = append(words, m[1])
				}
			}
		}
	}
	return words
}
