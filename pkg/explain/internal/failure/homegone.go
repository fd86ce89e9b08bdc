package failure

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// homeEnded is how providers say that that is gone, or about to be, in which all stands that somebody has there.
var homeEnded = regex.New(`(?i)(?:\b([a-z]+) )?\b(project|subscription|tenant|account|organi[sz]ation)(?: (?:id|number))?(?: #?\\?["']?([\w.:/-]+?)\\?["']?)?,? (?:has been|was|is)(?: already| currently| now)? ` +
	`((?:scheduled|marked|pending) (?:for )?deletion|(?:in the process of )?being deleted|deleted|closed|suspended|terminated|deactivated|disabled and therefore marked as read[- ]only)\b`)

// accountsOf are words before an account that is one of whoever pays, and not one of a user or a service.
var accountsOf = strings.Fields("the this that your cloud aws azure google gcp billing customer")

// withinHome are words behind which it is only where something else stands.
var withinHome = strings.Fields("of in from on for to within by")

// anotherHome is by what words tell of one that is another than what all stands in, or that only keeps it.
var anotherHome = regex.New(`(?i)\b(?:not empty|notempty|non-empty|(?:still|also) (?:has|have|contains?|holds?|uses?|in use)|contains?|previous(?:ly)?|prior|old|former(?:ly)?|peer(?:ed|ing|s)?|members?|linked|others?|another|source|target|child(?:ren)?|folders?|now using|moved)\b`)

// Homes are the words for that in which all stands.
var Homes = strings.Fields("project subscription tenant account organization organisation folder")

// HomeGone is what words say is gone, or about to be, in which that stands which is to be deleted; empty for none.
func HomeGone(words string) string {
	if anotherHome.MatchString(words) {
		return ""
	}
	for _, m := range homeEnded.FindAllStringSubmatch(phrase.OneLine(words), -1) {
		noun, before := strings.ToLower(m[2]), strings.ToLower(m[1])
		if slices.Contains(withinHome, before) || noun == "account" && before != "" && !slices.Contains(accountsOf, before) {
			continue
		}
		if m[3] == "" {
			return "the " + noun
		}
		return noun + " " + m[3]
	}
	return ""
}

func homeGone(text string) bool { return HomeGone(text) != "" }
