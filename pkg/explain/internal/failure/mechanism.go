package failure

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Mechanism is a way in which deletions fail, whoever reports it: the words by
// which it is known, and what helps.
type Mechanism struct {
	Name  string
	words []string // lower case; a text that has one of them tells of it
	// fits reports whether a text tells of it that has none of the words; nil for none.
	fits func(text string) bool
	// Step is what a person has to do, where none of ways fits.
	Step string
	// quotes says that the step is said with the whole of the words.
	quotes bool
	// restores says that the step is to bring back what the words call not there.
	restores bool
	// ways are what to do by what the words name; the first that fits is taken.
	ways []way
	// Passing says that a retry often succeeds by itself.
	Passing bool
	// Outside says that the step is about what the object stands for.
	Outside bool
	// Lasting says that no retry succeeds before somebody has mended it.
	Lasting bool
	// Vain says that no retry ever succeeds: what is asked cannot be done.
	Vain bool
	// Anew says that the step tells how it is tried again.
	Anew bool
	// Reached says that the step is to have something answer.
	Reached bool
	// Account says that the step is about by whom its controller works.
	Account bool
	// Used says that something else is there still, which has to go first.
	Used bool
	// Begun says that what is to go is on its way out where it is, and ends there by itself.
	Begun bool
	// Absent says that something with a name is not there, and not what that is to the object.
	Absent bool
	// Held says that somebody has to let go of something, whom the words may name.
	Held bool
}

// way is an act with what a pattern finds in the words.
type way struct {
	pattern *regex.Regexp
	step    string // $1 is the first group of the pattern
	// restores says that the step is to bring back what the words call not there.
	restores bool
}

func ways(patternsAndSteps ...string) []way {
	var out []way
	for i := 0; i < len(patternsAndSteps); i += 2 {
		out = append(out, way{pattern: regex.New(patternsAndSteps[i]), step: patternsAndSteps[i+1]})
	}
	return out
}

// restoring are ways that bring back what the words call not there.
func restoring(patternsAndSteps ...string) []way {
	out := ways(patternsAndSteps...)
	for i := range out {
		out[i].restores = true
	}
	return out
}

// Recognised reports whether it is known what helps against what these words tell of.
func Recognised(words string) bool { return words != "" && Of(words) != nil }

// Advice is what to do, naming what the text names. Where it names nothing, that helps most
// often which helps against failures of the sort, and the words tell the rest. Of tells what
// the object is of, where that tells what is meant. Restores reports whether that brings back
// what the text calls not there.
func (m *Mechanism) Advice(text, of string) (advice string, restores bool) {
	return m.advice(text, of, goesOn.Replace)
}

// Called is the one of a name.
func Called(name string) *Mechanism {
	for i := range mechanisms {
		if mechanisms[i].Name == name {
			return &mechanisms[i]
		}
	}
	return nil
}

// Tells reports whether the text names what is to be done, and not only of which sort it is.
func (m *Mechanism) Tells(text string) bool {
	text = phrase.OneLine(text)
	return slices.ContainsFunc(m.ways, func(w way) bool { return w.pattern.MatchString(text) })
}

// AdviceOnce is Advice where nobody tries again by itself what failed.
func (m *Mechanism) AdviceOnce(text, of string) (advice string, restores bool) {
	return m.advice(text, of, stays.Replace)
}

// AdviceSoon is Advice where it is known that a queue of the usual sort tries it again.
func (m *Mechanism) AdviceSoon(text, of string) (advice string, restores bool) {
	return m.advice(text, of, goesOnSoon.Replace)
}

// What a step says of its controller where that tries again, goesOnSoon where it is known when; stays is for one that does
// not.
var (
	goesOnSoon = strings.NewReplacer("${goes}", ", so that the controller goes on, as a rule within 17 minutes", "${then}", "; the controller then goes on, as a rule within 17 minutes",
		"${none}", ": the controller goes on once there are none, as a rule within 17 minutes", "${once}", ", and the controller goes on once it no longer does")
	goesOn = strings.NewReplacer("${goes}", ", so that the controller goes on", "${then}", "; the controller then goes on",
		"${none}", ": the controller goes on once there are none", "${once}", ", and the controller goes on once it no longer does")
	stays = strings.NewReplacer("${goes}", "", "${then}", "", "${none}", "", "${once}", "")
)

func (m *Mechanism) advice(text, of string, filled func(string) string) (advice string, restores bool) {
	text = phrase.OneLine(text)
	for _, w := range m.ways {
		if at := w.pattern.FindStringSubmatchIndex(text); at != nil {
			step := filled(w.step)
			return quotedList.ReplaceAllStringFunc(string(w.pattern.ExpandString(nil, step, text, at)), func(list string) string { return phrase.And(listedIn(list)) }) + of, w.restores
		}
	}
	step := filled(m.Step)
	it := "it"
	if thing, _, cause := leftBehind(text); Named(thing) && isAbout(text, cause, thing) {
		it = The(thing)
	}
	named := strings.Replace(step, "${it}", it, 1)
	if m.quotes || it != "it" && named != step {
		return named + of + ": " + phrase.Quoted(text), m.restores
	}
	return named + of + "; that helps most often where it says: " + phrase.Quoted(text), m.restores
}

// quotedList is a list as programs print it, ['Pool a', 'Pool b'], of which the end may be cut off.
var quotedList = regex.New(`\[(?:'[^'\[\]]+'|"[^"\[\]]+")(?:, ?(?:'[^'\[\]]+'|"[^"\[\]]+"))*\]?`)

// listedIn are the entries of such a list.
func listedIn(list string) (entries []string) {
	for entry := range strings.FieldsFuncSeq(list, func(c rune) bool { return strings.ContainsRune(`[]'",`, c) }) {
		if entry = strings.TrimSpace(entry); entry != "" {
			entries = append(entries, entry)
		}
	}
	return entries
}

// Referring are those that still refer to something, as words list them.
func Referring(words string) []string {
	if words = phrase.OneLine(words); !referredTo.MatchString(words) {
		return nil
	}
	return listedIn(quotedList.FindString(words))
}

// CallingFailed is how the API server names a webhook that does not answer.
const CallingFailed = `failed (?:calling|to call) webhook \\?"([^"\\]+)`

var (
	// absent is how texts say that something is not there.
	absent = regex.New(`not ?found|does not exist|no such|(?:cannot|could not|unable to|failed to) find`)
	// unserved is how the API server says that it does not serve a kind.
	unserved = regex.New(`no matches for kind|could not find the requested resource`)
	// prerequisite is what a deletion reads, and seldom takes away.
	prerequisite = regex.New(`\b(?:secret|configmap|serviceaccount|namespace|[a-z]*providerconfig|[a-z]+class|[a-z]+definition)(?:s|es)?(?:\.[a-z0-9.-]+)? \\?"[^"\\]+\\?" not found`)
	// takesPrerequisite is a deletion of such a thing itself.
	takesPrerequisite = regex.New(`(?:delet|remov|destroy)\w* (?:[\w-]+ ){0,3}(?:secret|configmap|serviceaccount|namespace|[a-z]*providerconfig|[a-z]+class|[a-z]*definition)`)
)

// lettingGoInvalid is how holders tell that the server takes the finalizer off no object which is
// not valid as it stands.
var lettingGoInvalid = regex.New(`\b(?:remov|delet|clear|drop|releas|tak)\w* (?:[\w-]+ ){0,3}finalizers?\b.*\bis invalid: `)

// goneOrNeeded reports whether what is not there may be the very thing that is to go: to
// bring that back is no way out.
func goneOrNeeded(text string) bool {
	if !sentence.Deletes(text) || !absent.MatchString(text) || unserved.MatchString(text) {
		return false
	}
	at := prerequisite.FindStringIndex(text)
	return at == nil || takesPrerequisite.MatchString(text[:at[0]])
}

// NotThere is where what is not there may be the very thing that is to go.
var NotThere = Mechanism{
	Name: "something is not there", quotes: true, Absent: true,
	fits: goneOrNeeded,
	Step: "find out whether what is not there is what is to go, or something that is needed for that, and bring nothing back before that is clear",
	ways: ways(
		`(?i)\b(resource group|[a-z]\w*(?:\.[a-z0-9.-]+)?) \\?["']([^"'\\]+)\\?["'] (?:was |could |can )?(?:not found|not be found|does not exist)`,
		`find out whether $1 "$2", which is not there, is what is to go, or something that is needed for that, and bring nothing back before that is clear`,
	),
}

var (
	// mustBe is a rule for a field, and no state of anything.
	mustBe = regex.New(`\b(?:must|should|may|shall|has to|have to|needs to) be (?:a )?not empty\b`)
	// lockedBy is how texts say that somebody is at work at it.
	lockedBy = regex.New(`\bstate lock\b|\bis locked by\b|\balready locked\b`)
	// locked is how they say it where they do not say by whom.
	locked = regex.New(`["']?\b(?:server|instance|volume|disk|machine|vm|load ?balancer|file|database|repository|table|account|cluster|stack|snapshot|image|record|zone)(?: ["']?[\w./:-]*[\d-][\w./:-]*["']?)? is (?:currently |still )?locked\b`)
	// lockedForGood is a lock that nobody is to release who only wants it deleted.
	lockedForGood = regex.New(`\b(?:legal|hold|retention|compliance|worm|policy|object lock)\b`)
)

// hasSome is how texts count what keeps something.
var hasSome = regex.New(`\bhas [1-9]\d* (?:[a-z]+ )?[a-z]+s and (?:cannot|can't|could not) be\b|\bhas (?:still )?(?:[a-z]+ )?[a-z]+s attached\b|\bhas still [a-z]+s\b`)

func notEmpty(text string) bool {
	return hasSome.MatchString(text) || SaysWord(mustBe.ReplaceAllString(text, ""), "not empty")
}

// busy is how texts say that something is at work or in use, and of what; a server that is busy only has much to do.
var busy = regex.New(`([a-z]+)["']? is (?:still )?busy\b`)

func isBusy(text string) bool {
	m := busy.FindStringSubmatch(text)
	return m != nil && !slices.Contains([]string{"server", "service", "system", "api", "endpoint", "backend", "controller", "operator"}, m[1])
}

func lockedByOne(text string) bool {
	return (lockedBy.MatchString(text) || locked.MatchString(text)) && !lockedForGood.MatchString(text)
}

// answered stands before the number of an answer of HTTP, which means nothing elsewhere.
const answered = "HTTP "

// numbered is how texts give such a number.
var numbered = regex.New(`\b(?:http(?:/[\d.]+)?|status(?:[ _]?code)?|code|error|response|got)\b["']?[ :=(]*["']?(\d{3})\b( [a-z]+)?`)

// counts is a number of something: error: 500 objects remain.
var counts = regex.New(`^(?:error|response|got)\b.* [a-z]+s$`)

// notValid is how the API server says that a field must not be as it is, which no right
// would change: "a" is invalid: spec.size: Forbidden.
var notValid = regex.New(`(\bis invalid: .*?[\w.\[\]]+:) forbidden\b`)

// joined is where two words are written as one.
var joined = regex.New(`([a-z])([A-Z][a-z])`)

// gaveUp is how one says that it has tried for as long as it may, before the error that it met each time.
var gaveUp = regex.New(`(?i)\b(?:retry failed with )?(?:context deadline exceeded|timed out waiting for the condition|(?:exceeded|reached) (?:the )?(?:retry|maximum|max)\w* [^,:;.]{1,30}|retry timeout),? (?:the )?last error(?: was)?: ?`)

// Of recognises a controller's words, nil where nothing is known.
func Of(text string) *Mechanism {
	text = gaveUp.ReplaceAllString(text, "")
	text += "\n" + joined.ReplaceAllString(text, "$1 $2") // NotEmpty says not empty
	text = notValid.ReplaceAllString(strings.ToLower(text), "$1 invalid value")
	for i := range mechanisms {
		if fits := mechanisms[i].fits; fits != nil && fits(text) {
			return &mechanisms[i]
		}
		for _, word := range mechanisms[i].words {
			if number, is := strings.CutPrefix(word, answered); is && gives(text, number) || !is && SaysWord(text, word) {
				return &mechanisms[i]
			}
		}
	}
	return nil
}

// answers is what only a server says that was reached.
var answers = regex.New(`(?i)\bauthentication failed\b|\b(?:permission|access) denied\b|\bnot authorized\b|\bunauthorized\b|\bHTTP(?:/[\d.]+)? 4\d\d\b|\bstatus(?:[ _]?code)?:? 4\d\d\b`)

// unreached is a refusal of the network, and of no server.
var unreached = regex.New(`(?i)\b(?:connect|dial \w+[^:]*): (?:permission|access) denied\b`)

// WasAnswered reports whether words tell of an answer of what was asked, so that this is there and was reached.
func WasAnswered(words string) bool {
	return answers.MatchString(unreached.ReplaceAllString(words, ""))
}

// OnlyUnfinished reports whether words tell of nothing but that what was begun has not ended yet.
func OnlyUnfinished(words string) bool {
	m := Of(words)
	return m != nil && m.Name == notFinished
}

// gives reports whether a text gives the number of an answer.
func gives(text, number string) bool {
	for _, m := range numbered.FindAllStringSubmatch(text, -1) {
		if m[1] == number && (m[2] == "" || !counts.MatchString(m[0])) {
			return true
		}
	}
	return false
}

// SaysWord finds a word in a text, and not in a name. A number must stand by itself, and so
// must a word so short that it is part of many others; several words begin with a whole one. One
// that is written with \b at its end ends there.
func SaysWord(text, word string) bool {
	word, whole := strings.CutSuffix(word, `\b`)
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		at += from
		end := at + len(word)
		if whole && letterAt(text, end) {
			from = end
			continue
		}
		named := partAt(text, at-1) || partAt(text, end) // of a name: forbidden-zone
		several := strings.Contains(word, " ")
		begins := len(word) > 4 && !several || !letterAt(text, at-1)
		ends := len(word) > 4 && (!several || len(word) > len("in use")) || !letterAt(text, end)
		if !named && begins && ends {
			return true
		}
		from = end
	}
}

// partAt reports whether a mark that joins the parts of a name stands there.
func partAt(text string, at int) bool {
	return at >= 0 && at < len(text) && (text[at] == '-' || text[at] == '_')
}

func letterAt(text string, at int) bool {
	if at < 0 || at >= len(text) {
		return false
	}
	c := text[at]
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}

// budgetKeeps is how the API server refuses an eviction, in its two sentences, and how Karpenter
// tells of it: "evicting pod violates a PDB (Pod=shop/cart-0)", and others: PDB "shop/cart" prevents pod evictions.
var budgetKeeps = regex.New(`(?i)violate the pod's disruption budget|violates a PDB\b|disruption budget \S+ (?:needs \d|does not allow|is still being processed)|` + namedBudget + `(?:is |are )?(?:block|prevent)(?:s|ing) (?:the |all |any |pod )*evictions?\b`)

// namedBudget is a budget as programs name it, in quotes or by what is no plain word, with a blank behind it.
const namedBudget = `\b(?:PDB|PodDisruptionBudget|pod disruption budget):? (?:\\*["']([a-z0-9][a-z0-9./-]*)\\*["']|([a-z0-9][a-z0-9.]*[/-][a-z0-9./-]*)) `

// KeptByBudget reports whether words say that a disruption budget lets a pod not be evicted.
func KeptByBudget(words string) bool { return budgetKeeps.MatchString(words) }
