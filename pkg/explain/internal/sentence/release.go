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
	// noRemedy is how they say that it did not help, or when it began, or ask for it.
	noRemedy = regex.New(`(?i)\b(?:not|n't|never|still|even|after|when|while|since (?:we|i)|since$|before|unless|whether|wonder\w*|downgrad\w*|tried|broke\w*|same (?:issue|problem|error)|no longer)\b|n't\b|\?\s*$`)
)

// Release is the sentence of a text in which somebody writes that a release mends it, or has others run one, empty for
// none.
func Release(text string) string {
	for _, told := range Whole(text) {
		said := strings.TrimSpace(strings.ReplaceAll(told, "’", "'"))
		if (mended.MatchString(said) || renew.MatchString(said)) && !noRemedy.MatchString(said) {
			return strings.TrimRight(strings.TrimSpace(told), " \n.")
		}
	}
	return ""
}
