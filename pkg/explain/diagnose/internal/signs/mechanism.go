package signs

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Mechanism is a way in which deletions fail, whoever reports it: the words by
// which it is known, and what helps.
type Mechanism struct {
	name  string
	words []string // lower case; a text that has one of them tells of it
	// fits reports whether a text tells of it that has none of the words; nil for none.
	fits func(text string) bool
	// step is what a person has to do, where none of ways fits.
	step string
	// quotes says that the step is said with the whole of the words.
	quotes bool
	// restores says that the step is to bring back what the words call not there.
	restores bool
	// ways are what to do by what the words name; the first that fits is taken.
	ways []way
	// passing says that a retry often succeeds by itself.
	passing bool
	// outside says that the step is about what the object stands for.
	outside bool
	// lasting says that no retry succeeds before somebody has mended it.
	lasting bool
	// reached says that the step is to have something answer.
	reached bool
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
func Recognised(words string) bool { return words != "" && mechanismOf(words) != nil }

// advice is what to do, naming what the text names. Where it names nothing, that helps most
// often which helps against failures of the sort, and the words tell the rest. Of tells what
// the object is of, where that tells what is meant. Restores reports whether that brings back
// what the text calls not there.
func (m *Mechanism) advice(text, of string) (advice string, restores bool) {
	text = phrase.OneLine(text)
	for _, w := range m.ways {
		if at := w.pattern.FindStringSubmatchIndex(text); at != nil {
			return string(w.pattern.ExpandString(nil, w.step, text, at)) + of, w.restores
		}
	}
	if m.quotes {
		return m.step + of + ": " + phrase.Quoted(text), m.restores
	}
	return m.step + of + "; that helps most often where it says: " + phrase.Quoted(text), m.restores
}

// callingFailed is how the API server names a webhook that does not answer.
const callingFailed = `failed (?:calling|to call) webhook \\?"([^"\\]+)`

var (
	// absent is how texts say that something is not there.
	absent = regex.New(`not ?found|does not exist|no such|(?:cannot|could not) find`)
	// unserved is how the API server says that it does not serve a kind.
	unserved = regex.New(`no matches for kind|could not find the requested resource`)
	// prerequisite is what a deletion reads, and seldom takes away.
	prerequisite = regex.New(`\b(?:secret|configmap|serviceaccount|namespace|[a-z]*providerconfig|[a-z]+class)(?:s|es)?(?:\.[a-z0-9.-]+)? \\?"[^"\\]+\\?" not found`)
	// takesPrerequisite is a deletion of such a thing itself.
	takesPrerequisite = regex.New(`(?:delet|remov|destroy)\w* (?:[\w-]+ ){0,3}(?:secret|configmap|serviceaccount|namespace|[a-z]*providerconfig|[a-z]+class)`)
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

// notThere is where what is not there may be the very thing that is to go.
var notThere = Mechanism{
	name: "something is not there", quotes: true,
	fits: goneOrNeeded,
	step: "find out whether what is not there is what is to go, or something that is needed for that, and bring nothing back before that is clear",
	ways: ways(
		`(?i)\b(resource group|[a-z]\w*(?:\.[a-z0-9.-]+)?) \\?["']([^"'\\]+)\\?["'] (?:was |could |can )?(?:not found|not be found|does not exist)`,
		`find out whether $1 "$2", which is not there, is what is to go, or something that is needed for that, and bring nothing back before that is clear`,
	),
}

var (
	// neededKind is a kind that a deletion reads.
	neededKind = regex.New(`^(?:secret|configmap|serviceaccount|appproject|[a-z]*providerconfig|[a-z]+class)(?:s|es)?$`)
	// mustBe is a rule for a field, and no state of anything.
	mustBe = regex.New(`\b(?:must|should|may|shall|has to|have to|needs to) be (?:a )?not empty\b`)
	// lockedBy is how texts say that somebody is at work at it.
	lockedBy = regex.New(`\bstate lock\b|\bis locked by\b|\balready locked\b`)
	// lockedForGood is a lock that nobody is to release who only wants it deleted.
	lockedForGood = regex.New(`\b(?:legal|hold|retention|compliance|worm|policy|object lock)\b`)
)

func notEmpty(text string) bool {
	return saysWord(mustBe.ReplaceAllString(text, ""), "not empty")
}

func lockedByOne(text string) bool {
	return lockedBy.MatchString(text) && !lockedForGood.MatchString(text)
}

// itself reports whether what words call not there may be the object that goes: what bears its
// name, or is of its kind, whose plural is given.
func itself(of trace.Ref, plural, words string) bool {
	for _, m := range missingName.FindAllStringSubmatch(words, maxNamed) {
		kind, _, _ := strings.Cut(strings.ToLower(m[1]), ".")
		own := strings.ToLower(of.Kind)
		same := own == "" || kind == own || kind == plural
		if (same || m[3] == of.Name || of.Name == explain.NoName) && (own != "" && same || !neededKind.MatchString(kind)) {
			return true
		}
	}
	return false
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

// mechanismOf recognises a controller's words, nil where nothing is known.
func mechanismOf(text string) *Mechanism {
	text += "\n" + joined.ReplaceAllString(text, "$1 $2") // NotEmpty says not empty
	text = notValid.ReplaceAllString(strings.ToLower(text), "$1 invalid value")
	for i := range mechanisms {
		if fits := mechanisms[i].fits; fits != nil && fits(text) {
			return &mechanisms[i]
		}
		for _, word := range mechanisms[i].words {
			if number, is := strings.CutPrefix(word, answered); is && gives(text, number) || !is && saysWord(text, word) {
				return &mechanisms[i]
			}
		}
	}
	return nil
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

// saysWord finds a word in a text, and not in a name. A number must stand by itself, and so
// must a word so short that it is part of many others; several words begin with a whole one. One
// that is written with \b at its end ends there.
func saysWord(text, word string) bool {
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
