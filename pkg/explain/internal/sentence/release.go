package sentence

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const version = `(?:(?:version|release|tag|the) )*v?\d+(?:\.\d+)+(?:[-+][\w.]+)?\b`

var (
	// mended is how people say in which release something is mended, and renew how they ask others to run one.
	mended = regex.New(`(?i)\b(?:fixed|resolved|solved|addressed|patched|corrected) (?:(?:in|by|with|since|from|as of|starting (?:with|from)) )+` + version +
		`|\b(?:a |the )?fix (?:is|was|has been|will be) (?:included|released|available|part of|shipped)(?: (?:in|with|of))? ` + version)
	renew = regex.New(`(?i)(?:^|[,;:] *|\b(?:please|try|can|could|should|must|need|needs|recommend\w*|suggest\w*)(?: you| to| the| an?)* )(?:upgrade|update|upgrading|updating|bump|move|switch)(?: [\w-]+){0,4}? to (?:at least )?` + version)
	// back is how people say that they run an older release again, and of what, and relieved that something is well by that.
	back     = `\b(?:revert(?:ing|ed)|roll(?:ing|ed) back|downgrad(?:ing|ed)|(?:going|went|switch(?:ing|ed)|mov(?:ing|ed)) back)(?: back)?(?: (?:the|our|its|it))?((?: [\w.-]+){0,2}?)(?: (?:operator|controller))? to ` + version
	relieved = `\b(?:resolve[sd]|fix(?:es|ed)|solve[sd]|help(?:s|ed)|mend(?:s|ed)|cure[sd]|works?|worked|goes away|went away|(?:is|are|was|were) (?:all )?(?:gone|fine))\b`
	reverted = regex.New(`(?i)` + back + `[^,;?!]{0,80}?` + relieved + `|` + relieved + `[^,;?!]{0,40}?` + back)
	// goesAgain is how they say that a deletion is what is well, and thisIs that it is what they have told before.
	goesAgain = regex.New(`(?i)\b(?:delet|terminat|remov|finali[sz])\w*`)
	thisIs    = regex.New(`(?i)\b(?:it|this|that|which|everything|issue|problem) ` + relieved + `|` + relieved + ` (?:it|this|that|(?:the|my|our) (?:issue|problem))\b|\bgone\b`)
	// unrelieved is how they say that it was not, or might be.
	unrelieved = regex.New(`(?i)\b(?:not|never|nobody|nothing|no longer|still|but|hangs?|hanging|hung|stuck|since then|restart\w*|if|whether|unless|until|would|could|should|may|might|hop(?:e|ing)|wonder\w*|perhaps|maybe|only (?:partly|partially|briefly|temporarily)|for a (?:while|time)|again later|someone|somebody|others?)\b|n't\b|\?\s*$`)
	// noRemedy is how they say that it did not help, or when it began, or ask for it.
	noRemedy = regex.New(`(?i)\b(?:not|n't|never|still|even|after|when|while|since (?:we|i)|since$|before|unless|whether|wonder\w*|downgrad\w*|tried|broke\w*|same (?:issue|problem|error)|no longer)\b|n't\b|\?\s*$`)
)

// Release is the sentence of a text in which somebody writes that a release mends it, or has others run one, empty for
// none.
func Release(text string) string {
	return firstOf(text, func(said string) bool {
		return (mended.MatchString(said) || renew.MatchString(said)) && !noRemedy.MatchString(said)
	})
}

// Reverted is the sentence in which somebody writes that by an older release, of the holder by what calls says of the words
// before it, a deletion is well or what was told before, empty for none. Of anything else it has to tell of a deletion.
func Reverted(text string, calls func(words string) bool) string {
	return firstOf(text, func(said string) bool {
		m := reverted.FindStringSubmatch(said)
		return m != nil && !unrelieved.MatchString(said) && (goesAgain.MatchString(said) || thisIs.MatchString(said) && calls(m[1]+m[2]))
	})
}

// firstOf is the first such sentence of a text.
func firstOf(text string, is func(said string) bool) string {
	for _, told := range Whole(text) {
		if is(strings.TrimSpace(strings.ReplaceAll(told, "’", "'"))) {
			return strings.TrimRight(strings.TrimSpace(told), " \n.")
		}
	}
	return ""
}
