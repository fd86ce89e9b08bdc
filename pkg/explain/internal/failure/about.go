package failure

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// clauseOf is where another clause of a cause begins.
	clauseOf = regex.New(`(?i): | = |\\n|[;,(] ?|\b(?:because|since|as) `)
	// stating is what stands before the verb of a clause.
	stating = regex.New(`(?i)^["']?(.*?)\b(?:is|are|has|have|was|were|still|cannot|can't|could|must|contains)\b`)
	// givenFor is how a reason is given without a colon.
	givenFor = regex.New(`(?i)\b(?:because|since|as) `)
	// anyThings are subjects that mean what was spoken of before.
	anyThings = strings.Fields("it this that they there resource object request which and or")
)

// isAbout reports whether the cause of what could not be done to a thing speaks of that thing, or of none.
func isAbout(text, cause, thing string) bool {
	if at := givenFor.FindStringIndex(text); cause == "" && at != nil {
		cause = text[at[1]:]
	}
	for _, clause := range clauseOf.Split(cause, -1) {
		m := stating.FindStringSubmatch(strings.TrimSpace(clause))
		if m == nil {
			continue
		}
		if noun, name := calledBy(m[1]); !slices.Contains(anyThings, noun) && !isSame(thing, noun, name) {
			return false
		}
	}
	return true
}

// absence is how words say that something is not there, behind that.
var absence = regex.New(`(?i)(?:\b(?:was|is|could|can|does|do|has|no longer) )?(?:\bnot(?: be|been)? found\b|\bnotfound\b|\b(?:not|n't) exist\b|\bexists? no longer\b|\bno longer exists?\b|\bdoesn't exist\b)`)

// noSuch is how they say that before it.
var noSuch = regex.New(`(?i)\bno (?:such |matching )?(?:[a-z]+ )?([a-z]+) (?:was |were )?found\b|\bno (?:such|matching) ([a-z]+)`)

// Missing is what words call not there: its noun, and its name where that is told; both are empty where they do not say.
func Missing(words string) (noun, name string) {
	words = strings.ReplaceAll(phrase.OneLine(words), `\"`, `"`)
	all := absence.FindAllStringIndex(words, -1)
	if len(all) == 0 {
		if m := noSuch.FindStringSubmatch(words); m != nil {
			return phrase.SingularOf(strings.ToLower(m[1] + m[2])), ""
		}
		return "", ""
	}
	before := words[:all[len(all)-1][0]]
	if at := clauseOf.FindAllStringIndex(before, -1); len(at) > 0 {
		last := at[len(at)-1]
		if rest := before[last[1]:]; len(strings.Fields(rest)) != 1 || len(at) < 2 || !isQuoted(rest) {
			before = rest
		} else {
			before = before[at[len(at)-2][1]:] // Secret: "a" not found
		}
	}
	return calledBy(before)
}

func isQuoted(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), `"`) }

// untoldBy are words before what is not there that do not say what that is.
var untoldBy = strings.Fields("http status code error 404 was is could can does")

// calledBy is the noun and the name of what a text calls, up to the first word that says where it is or of what.
func calledBy(text string) (noun, name string) {
	for word := range strings.FieldsSeq(text) {
		bare := strings.Trim(word, `"'`+"`"+`,;:.()[]{}`)
		low := strings.ToLower(bare)
		switch {
		case slices.Contains(relating, low) && noun != "":
			return noun, name
		case bare == "" || slices.Contains(articlesOf, low) && low != "it" && low != "this" || slices.Contains(untoldBy, low):
		case strings.ContainsAny(word, "\"'`") || Named(bare) && !byGroup.MatchString(bare):
			name = bare
		default:
			low, _, _ = strings.Cut(low, ".")
			noun = phrase.SingularOf(low)
		}
	}
	return noun, name
}

// byGroup is a kind with its group.
var byGroup = regex.New(`^[A-Za-z]+\.[a-z0-9-]+(?:\.[a-z0-9-]+)+$`)

// isSame reports whether a thing may be what is called by a noun and a name, of which either may be empty.
func isSame(thing, noun, name string) bool {
	sort := sortIn(thing)
	if name != "" && Named(thing) && !slices.Contains(strings.Fields(thing), name) {
		return false
	}
	return noun == "" || len(sort) > 0 && strings.HasSuffix(noun, phrase.SingularOf(sort[len(sort)-1]))
}

// MissesItself reports whether words call by a noun not there what they could not take away, and nothing that is needed
// for that.
func MissesItself(words string) bool {
	noun, name := Missing(words)
	thing, _ := LeftBehind(words)
	return noun != "" && thing != "" && isSame(thing, noun, name)
}

// SaysItselfGone reports whether words say that what they could not take away is not there, and of nothing else.
func SaysItselfGone(words, thing string) bool {
	noun, name := Missing(words)
	return saysGone(words) && isSame(thing, noun, name)
}
