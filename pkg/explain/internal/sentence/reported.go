package sentence

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/prose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	// inQuotes are the words that somebody quotes of a program.
	inQuotes = "(?:`([^`\n]{8,400})`|\"([^\"\n]{8,400})\"|“([^”\n]{8,400})”)"
	// ahead is what stands between who speaks and the words.
	ahead = `(?: as expected)?(?: (?:the|an?|this|that|following|same|only|just|still|back|out|about|with|repeatedly|constantly|continuously|now|errors?|messages?|warnings?|lines?|logs?))*[:,]? ?`
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

// markedBold is the same in another way to mark words, and unmarked are words up to the end.
const (
	markedBold = `|\*\*([^*\n]{8,400})\*\*)`
	unmarked   = `([a-z][^:"` + "`" + `\n]{8,200}?)[.!]*$`
)

var (
	// failsWith is how a person tells with which words a deletion fails: it cannot be deleted any more: **no rack of that name**.
	failsWith = regex.New(`(?i)\b(?:(?:fail(?:s|ed|ing)?|errors?(?: out)?|hang(?:s|ing)?|hung|stuck)\b|(?:can(?:not|'t| not)|could not|couldn't|won't) (?:be )?(?:delete|remove|terminate|destroy)d?\b)` +
		`[^.;:?!"*` + "`" + `]{0,40}?(?:( with| because of| due to| as| since| saying)| says|:| [-–—]|,)` + ahead + `(?:` + strings.TrimSuffix(inQuotes[len("(?:"):], ")") + markedBold)
	// failsWithPlain is the same where nothing marks the words.
	failsWithPlain = regex.New(`(?i)\bfail(?:s|ed|ing)?( with)(?: (?:the|an?|this|following|errors?|messages?))*: ` + unmarked)
	// getsError is how one tells what was answered to a deletion, and errorIs the same in a sentence of its own.
	getsError = regex.New(`(?i)\b(?:I|we|one|you|it)(?: (?:then|now|only|just|always|still))* (?:gets?|got|sees?|saw|receives?|received|shows?|gives?|throws?|reports?)(?: (?:the|an?|this|that|same|following))* (?:\w+ )?(?:errors?|messages?|exception)(?: (?:says|saying|that|reads|is|message))*[:,]? ?` + inQuotes)
	errorIs   = regex.New(`(?i)\b(?:(?:the |its |an? )?(?:\w+ )?(?:error|error message|reason|problem|cause)|(?:the (?:\w+'s )?|its )(?:condition|status) message)(?: (?:I|we) (?:get|got|see|saw)| in the logs?| there)?(?: (?:is|was|says|reads))?(?: that)?:? ?` + inQuotes)
	// troubled are words in which an error tells what is the matter, where nothing else tells that it is one.
	troubled = regex.New(`(?i)\b(?:unknown|missing|no|not|never|cannot|unable|fail\w*|errors?|invalid|denied|refused|forbidden|unauthori[sz]ed|exceeded|conflict|timed out|timeout)\b|n't\b|Error\b`)
	// personal are words of a person, which no program says.
	personal = regex.New(`(?i)\b(?:please|help|urgent|i|we|my|our|you|me|us)\b`)
	// ofOtherOne is a sentence about another object, or about no deletion.
	ofOtherOne = regex.New(`(?i)\b(?:other|others|another|creat\w+|updat\w+|upgrad\w+|install\w*|appl(?:y|ied|ying)|(?:not|n't) (?:\w+ )?(?:fail|get|see))\b`)
	// toPerson is what a command answers to who has typed it, and an event of what is well.
	toPerson = regex.New(`(?i)^(?:error from server|error: |kubectl|helm|normal\s)|timed out waiting for the condition`)
)

// failing are those ways, in their order, and how many of them tell the more surely that these are words of an error.
var failing = []*regex.Regexp{failsWith, failsWithPlain, getsError, errorIs}

// FailsWith are the words with which a deletion fails, as a person quotes them: in the sentence that tells that it does, or
// in one of its own behind that. It is empty where nobody quotes any, and where that is told of something else than the object.
func FailsWith(lines []string, names func(said string) bool) string {
	near := ""
	for _, line := range lines {
		line = plainCannot.Replace(strings.TrimSpace(line))
		if !IsProse(quotedAny.ReplaceAllString(line, "these")) || eventRow.MatchString(line) {
			continue
		}
		for i, form := range failing {
			for _, at := range form.FindAllStringSubmatchIndex(line, -1) {
				if words := failsIn(near, line, at, i, names); words != "" {
					return words
				}
			}
		}
		near = line
	}
	return ""
}

// failsIn are those words where one of the ways stands in a line. Near is the line before.
func failsIn(near, line string, at []int, way int, names func(said string) bool) string {
	begin := prose.Begin(line, at[0])
	of := line[begin:at[0]]
	if way == len(failing)-1 {
		if strings.Trim(of, " *->#") != "" {
			return ""
		}
		behind, _, _ := strings.Cut(line[at[1]:], ". ")
		if of = quotedAny.ReplaceAllString(line[begin:at[1]], ""); strings.Contains(of, "'s ") && !names(of) || ofOtherThing(strings.TrimRight(behind, ".!")+" ", names) {
			return ""
		}
		if !names(of) {
			of = lastSentence(near + ". " + line[:begin])
		}
	}
	words := quotedError(line, at, way)
	if words == "" || !endsWith(line[begin:at[1]], words, near+" "+line[:begin], way) || ofOtherThing(of+" ", names) || doesElse(line[at[1]:]) {
		return ""
	}
	return words
}

// lastSentence is the last sentence of a text.
func lastSentence(text string) string {
	all := Whole(strings.Trim(text, " .\n"))
	return all[len(all)-1]
}

var (
	// aThing is how a thing is spoken of: behind an article, or as what is deleted.
	aThing = regex.New(`(?i)\b(?:the|my|our|an?|each|every|this|that|delet(?:e|ing|ion of)|remov(?:e|ing|al of)) ([\w.-]+)(?: ([\w.-]+))?`)
	// anyThing are words there that name no object.
	anyThing = regex.New(`(?i)^(?:delet\w*|remov\w*|terminat\w*|error|errors|message|reason|problem|object|resource|cr|instance|one|it|this|that|these|them|finali[sz]ers?|following|same|command|issue|process|the|my|our|an?|all|any|bug|way|case|` + speakers + `)$`)
	// doingElse is what somebody does to whom that is said.
	doingElse = regex.New(`(?i)^[^.;?]{0,20}?\b(?:when|while|whenever|after|if|as) (?:I|we|you|one) (?:(?:try|tried|want|wanted) to )?(\w+)`)
)

// ofOtherThing reports whether the last thing that a sentence names is another one than the object.
func ofOtherThing(said string, names func(said string) bool) bool {
	if ofOtherOne.MatchString(said) || ofElsewhere.MatchString(said) {
		return true
	}
	of := ""
	for at := 0; at < len(said); {
		m := aThing.FindStringSubmatchIndex(said[at:])
		if m == nil {
			break
		}
		if word := said[at+m[2] : at+m[3]]; !anyThing.MatchString(word) {
			of = said[at+m[2] : at+m[1]]
		}
		at += m[2]
	}
	return of != "" && !names(of)
}

// doesElse reports whether what goes on behind the words tells that they are said to whom does something else than delete.
func doesElse(behind string) bool {
	m := doingElse.FindStringSubmatch(behind)
	return m != nil && !Deletes(m[1])
}

// plainCannot has it told in one way that something cannot be done.
var plainCannot = strings.NewReplacer("’", "'", "can no longer be", "cannot be", "can not be", "cannot be")

// quotedAny is what is marked as no words of the one who writes.
var quotedAny = regex.New("`[^`]*`|\"[^\"]*\"|“[^”]*”")

// quotedError are the words that one of those ways has found, where they may be of an error.
func quotedError(line string, at []int, form int) string {
	words, plainly := "", form > 1
	for i := 2; i+1 < len(at); i += 2 {
		switch {
		case at[i] < 0:
		case i == 2 && form < 2:
			plainly = true
		default:
			words = strings.TrimSpace(line[at[i]:at[i+1]])
		}
	}
	if len(strings.Fields(words)) < leastReported || command.MatchString(words) || toPerson.MatchString(words) || personal.MatchString(words) || !plainly && !troubled.MatchString(words) {
		return ""
	}
	return words
}

// endsWith reports whether a sentence in which words are quoted is of a deletion that fails with them, by itself or, where
// it tells no more than that this is the error, by what stands before it.
func endsWith(said, words, near string, form int) bool {
	said = strings.Replace(said, words, "", 1)
	if unsure.MatchString(said) || ofOtherOne.MatchString(said) || deniesToHang(said) {
		return false
	}
	return Deletes(said) || stays.MatchString(said) || form == len(failing)-1 && (Deletes(near) || stays.MatchString(near))
}

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
		said := strings.Replace(text[prose.Begin(text, at[0]):at[1]], "as expected", "", 1)
		if unsure.MatchString(strings.Replace(said, words, "", 1)) || len(strings.Fields(words)) < leastReported || command.MatchString(words) {
			continue
		}
		all := speaker.FindAllString(group(form.by), -1)
		return strings.ToLower(all[len(all)-1]), strings.Trim(words, "_*"), true // the nearest
	}
	return "", "", false
}

// OfManyOrElse reports whether people say that something is told of more than an object, or of something else.
func OfManyOrElse(said string) bool { return ofManyOrElse.MatchString(said) }

// MayUse reports whether a quote is of the use of an object or of what is waited for in vain: by a name, where that has one.
func MayUse(quote, vain, object string) bool {
	all := numbered.FindAllString(vain, -1)
	return len(all) == 0 || slices.ContainsFunc(append(all, object), func(name string) bool { return strings.Contains(" "+quote+" ", " "+name+" ") })
}

var (
	ofManyOrElse = regex.New(`(?i)\b(?:another|unrelated|others?|all|every|any|sometimes)\b`)
	numbered     = regex.New(`\b[a-zA-Z][\w.-]*\d[\w-]*`)
)
