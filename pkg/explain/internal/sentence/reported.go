package sentence

import (
	"cmp"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	// inQuotes are the words that somebody quotes of a program.
	inQuotes = "(?:`([^`\n]{8,400})`|\"([^\"\n]{8,400})\"|“([^”\n]{8,400})”)"
	// ahead is what stands between who speaks and the words.
	ahead = `(?: (?:the|an?|this|that|following|same|only|just|still|back|out|about|with|repeatedly|constantly|continuously|now|errors?|messages?|warnings?|lines?|logs?))*[:,]? ?`
	// speakers are what programs and what they write to are called.
	speakers = `(?:controllers?|operators?|managers?|provisioners?|drivers?|agents?|reconcilers?|kubelets?|providers?|daemons?|webhooks?|pods?|logs?|status|events?|conditions?|claim|resource|object|instance)`
	// adverbs stand before a verb.
	adverbs = `(?: (?:also|still|now|only|just|always|constantly|continuously|repeatedly|keeps|kept|then))*`
)

var (
	// programSays is how a person quotes a program: the operator still reports `it is not empty`.
	programSays = regex.New(`(?i)\b(` + speakers + `\b[^.;:?!"` + "`" + `]{0,90}?)` + adverbs +
		` (?:reports|reported|reporting|logs|logged|logging|says|said|saying|returns|returned|throws|threw|throwing|prints|printed|shows|showed|show|contains?|complains|complained|complaining|fails with|failed with|failing with|errors with|errors out with|outputs|responds with|emits|emitted|say|report)` + ahead + inQuotes)
	// seenIn is how one tells what it has printed: I see `it is not empty` in the logs of the operator.
	seenIn = regex.New(`(?i)\b(?:I|we|one|you)(?: (?:can|could|also|still|only|now|just|do))* (?:see|saw|get|got|find|found|notice|noticed|observe|observed)` + ahead + inQuotes +
		`[^.;:?!"` + "`" + `]{0,24}? (?:in|from|by|of) (?:the |its |our |all )?(?:[\w.-]+ ){0,3}(` + speakers + `)\b`)
	// loggedIs is the same the other way round: in the logs I see `it is not empty`.
	loggedIs = regex.New(`(?i)\b(?:in|from) (?:the |its |our |all )?(?:[\w.-]+ ){0,3}?(logs?|events?|status|conditions?)\b[^.;:?!"` + "`" + `]{0,60}?(?:\b(?:I|we|one|you)(?: (?:can|could|also|still|only|now|just|do))* (?:see|saw|get|got|find|found|notice|noticed|observe|observed)|\bthere (?:is|are|was|were))` + ahead + inQuotes)

	speaker = regex.New(`(?i)\b` + speakers + `\b`)

	// unsure is how people speak of what is not so, not here, not now, or is somebody's advice.
	unsure = regex.New(`(?i)\b(?:if|unless|should|would|could|might|may|must|expect(?:ed|s)?|never|nothing|no longer|used to|previously|earlier|before|fixed|resolved|solved|suggest(?:s|ed|ion)?|advises?|recommends?|docs?|documentation|readme|guides?|tutorials?|pages?|articles?|faq|changelog|notes|comments?|someone|somebody|colleagues?|support|source|scripts?|pipelines?|kubectl|helm|terraform|cli)\b` +
		`|\b(?:another|other|different|second) (?:cluster|object|resource|namespace|instance|environment|kind|one)\b|\b(?:when|while|during|on|upon) (?:[\w-]+ ){0,3}creat|\bcreation\b`)
	// command is how what a person types begins, or goes on.
	command = regex.New(`^(?:[$#>] |(?:kubectl|oc|helm|docker|crictl|curl|k|make|go|git|terraform|aws|az|gcloud|sudo|kill|rm|cd|export|velero|argocd|flux|istioctl|clusterctl)\s)| --?[a-z]\S* | --[a-z]\S*$`)
)

// leastReported is of how many words a sentence of a program is at least.
const leastReported = 3

// Reported are the words of a program that a person quotes in a sentence, and what the program is called. What is only
// supposed or advised, and what a person has typed, are none.
func Reported(text string) (by, words string, told bool) {
	for _, form := range []struct {
		is     *regex.Regexp
		by     int
		quoted []int
	}{
		{programSays, 1, []int{2, 3, 4}}, {seenIn, 4, []int{1, 2, 3}}, {loggedIs, 1, []int{2, 3, 4}},
	} {
		at := form.is.FindStringSubmatchIndex(text)
		if at == nil {
			continue
		}
		group := func(i int) string {
			if at[2*i] < 0 {
				return ""
			}
			return text[at[2*i]:at[2*i+1]]
		}
		words = strings.TrimSpace(cmp.Or(group(form.quoted[0]), group(form.quoted[1]), group(form.quoted[2])))
		said := text[sentenceBegin(text, at[0]):at[1]]
		if unsure.MatchString(strings.Replace(said, words, "", 1)) || len(strings.Fields(words)) < leastReported || command.MatchString(words) {
			continue
		}
		all := speaker.FindAllString(group(form.by), -1)
		return strings.ToLower(all[len(all)-1]), words, true // the nearest
	}
	return "", "", false
}

// sentenceBegin is where the sentence of a place begins.
func sentenceBegin(text string, at int) int {
	begin := 0
	for _, end := range sentenceEnd.FindAllStringIndex(text[:at], -1) {
		begin = end[1]
	}
	return begin
}
