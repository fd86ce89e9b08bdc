package spoken

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/prose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// KindOf is a kind as it is spelled, by a word that somebody has for it; empty for what is none.
type KindOf func(word string) (apiVersion, kind string)

var (
	// called is a name behind a word: `Gear: g1`, gear/g1, Gear g-1.
	called = regex.New("(^|[\\s(,*_>])([`\"'*_]*)([A-Za-z][A-Za-z0-9]+)([`\"'*_]*)( ?[:/] ?| )([`\"'*_]*)([a-z0-9][a-z0-9.-]*[a-z0-9])([`\"'*_]*)")
	// nameLike is what a name has that plain words have not.
	nameLike = regex.New(`[a-z0-9]-[a-z0-9]|\d`)
	// staysOn is how a sentence goes on behind what hangs, and asked how one begins that is about what was asked
	// to go.
	staysOn = regex.New("^[^.,;:?!]{0,48}?(?i:\\bstuck\\b|\\bhang(?:s|ing)?\\b|[`\"'*]*\\b(?:deleting|terminating)\\b|\\b(?:being|gets?|be) deleted\\b|\\b(?:never|not|cannot|[a-z]+n't) (?:[a-z]+ ){0,3}?(?:delet|terminat|remov|go away|disappear))")
	asked   = regex.New("(?i)\\b(?:cannot|can't|could not|couldn't|unable to|failed to|fails to|try(?:ing)? to|tried to) (?:delete|remove|get rid of)(?: the| my| an?)? *$")
	// ofDeletion is a word of a deletion, without which what hangs may be anything else.
	ofDeletion = regex.New(`(?i)delet|terminat|remov|finali[sz]er`)
	// sentenceEnd is where one sentence ends and the next may begin.
	sentenceEnd = regex.New(`[.!?;]\s+`)
	// notThere is how a sentence goes on behind what is not there, and does not hang.
	notThere = regex.New(`^ (?:(?:was|is|were|are|has|have) )?(?:not (?:been )?found|missing|does not exist|doesn['’]t exist)\b`)
	// version is a number, and the name of nothing.
	version = regex.New(`^v?\d+(?:\.\d+)*$`)
	// ofWord is a kind and what is said of one: pv is getting stuck, every pv that we delete stays.
	ofWord = regex.New("(?:^|[\\s(*_>])([`\"'*_]*)([A-Za-z][A-Za-z0-9]+)([`\"'*_]*) (?:objects? |resources? )?(?:(?:(?:that|which) )?(?:i|we|you) (?:tr(?:y|ied) to )?(?:deleted?|removed?) )?((?i:is|are|was|were|gets?|got|stays?|remains?|hangs?|cannot|can|could|won't|will|does|doesn't|keeps?)\\b.*)$")
	// spelledInside is a kind as it is spelled, in the midst of a sentence of small letters that ends with it.
	spelledInside = regex.New(`\b(?:[Dd]elet(?:ing|ion of)|[Rr]emov(?:ing|al of)) (?:an?|the|my|our) [A-Z][a-z]+$`)
	// canGo is how one says that it can be deleted, or who has not done that.
	canGo = regex.New(`^(?i)(?:(?:can|could) (?:\w+ )?be |(?:is|are|was|were)(?: not|n['’]t| never) (?:deleted|removed) (?:by|on purpose)\b)`)
	// finalizerOfKind is the finalizer of a kind, of which a sentence says that it is what hangs.
	finalizerOfKind = regex.New("(?i)\\b(?:the|its|an?|this) ([`\"'*_]*)([a-z][a-z0-9]+)([`\"'*_]*)(?:'s)? finali[sz]ers? (?:(?:is|was|are|were) (?:the (?:problem|culprit|cause|reason|issue)|stuck|blocking|hanging|never|not)|(?:blocks|blocked|prevents|prevented|hangs|stays)\\b)")
	// finalizerFor is the kind of which a sentence says that no finalizer can be taken off it.
	finalizerFor = regex.New("(?i)\\b(?:cannot|can't|can not|could not|couldn't|unable to|fail\\w* to|never|not|n['’]t) (?:remov\\w+|delet\\w+|clear\\w*|take off) (?:the |its |any |an? )?(?:[`\"']?[\\w./-]+[`\"']? )?finali[sz]ers? (?:for|of|from|on) (?:the |an? |my |our )?[`\"'*]*([a-z][a-z0-9]+)\\b")
	// toDelete is how a sentence tells that somebody deletes something of a kind, or has tried to.
	toDelete = regex.New("(?i)\\b(?:attempt\\w*|try|tries|trying|tried|cannot|can't|can not|could not|couldn't|unable|fail\\w*|when|while|after|upon|hangs?|stuck) (?:(?:to|on|in|at|by|i|we|you|it|of|is|are|the|then|now|just|also|again) ){0,3}(?:delet(?:e|es|ed|ing|ion of)|remov(?:e|es|ed|ing)|terminat(?:e|ing))(?: (?:the|an?|my|our|this|that|its)){0,2} [`\"'*]*([A-Za-z][A-Za-z0-9]+)")
	// whenDeleted is how a sentence tells that something of a kind is deleted.
	whenDeleted = regex.New("(?i)\\b(?:when(?:ever)?|once|after|as soon as) (?:the|an?|my|our|this|that) [`\"'*]*([A-Za-z][A-Za-z0-9]+)[^.,;:?!]{0,40}? (?:is|are|was|were|gets?|has been|have been) (?:being )?(?:deleted|removed)\\b")
	// markedStays is a kind, marked as code, of which a sentence says that it stays: deleting a `Gear` never completes.
	markedStays = regex.New("(?:\\b[Dd]elet(?:ing|ion of) (?:an?|the|any|my|our) |\\b[Tt]he |\\b[Aa]n? |\\b[Mm]y )`([A-Z][A-Za-z]+)`[^.:;?!]{0,120}?\\b(?:stuck|hangs?|never (?:completes?|ends?|finish\\w*|goes)|blocked|indefinitely|forever)\\b")
	// deletionStays is how one tells that the deletion of a kind does not end, by the deletion or by the kind first.
	deletionStays = regex.New("(?i)\\b(?:deleting|deletion of|removing|removal of) (?:(?:an?|the|any|my|our|this|that) ){1,2}[`\"'*]*([A-Za-z][A-Za-z0-9]+)[`\"'*]*(?: objects?| resources?| crs?)?" + endless + "|^\\W*(?:(?:an?|the|my|our) )?([A-Za-z][A-Za-z0-9]+)(?: objects?| resources?| crs?)?(?:'s|:)? (?:deletion|removal)" + endless)
	// deletedStays is how one tells of what is deleted that it does not go: when a gear is deleted, it stays.
	deletedStays = regex.New("(?i)\\b(?:when(?:ever)?|once|after|as soon as) (?:the|an?|my|our|this|that|such an?) [`\"'*]*([A-Za-z][A-Za-z0-9]+)\\b[^.;:?!]{0,60}? (?:is|was|gets?|has been) (?:being )?(?:deleted|removed),? (?:then )?(?:it|that|this|deletion|the deletion)(?: (?:then|always|still|often|just|will))? (?:stays?|remains?|hangs?|gets? stuck|is stuck|never|does not|doesn't|is not|isn't|cannot|can't)\\b")
	// printedRow is a row of events.
	printedRow = regex.New(`^\s*(?:Warning|Normal)\s{2,}|\s(?:Warning|Normal)\s{2,}`)
	// severalWords is a kind that is called so in several words.
	severalWords = regex.New(`[a-z][A-Z]`)
	// shortWords are short names of kinds that people have for other things.
	shortWords = strings.Fields("no all ev cs ep limits events event")
)

// endless is what is said of what does not end.
const endless = ` (?:then |always |still |often |just |gets? |got |is |are |stays? |remains? )*(?:hangs?|hanging|hung|stuck|never (?:ends?|ended|complet\w+|finish\w*|returns?|goes through)|(?:does|do|will) not (?:end|complete|finish)|takes forever|(?:runs|goes on|waits) (?:forever|indefinitely|endlessly))\b`

// supposed is how people speak of what is not so.
const supposed = prose.Supposed

// notProse reports whether a line is one that a program has printed.
func notProse(line string) bool { return Logged(line) || printedRow.MatchString(line) }

// longestAsked is how long the words are at most by which somebody says what was tried.
const longestAsked = 64

// mention is an object that a sentence names after its kind.
type mention struct {
	of     Of
	marked bool // as code is
	hangs  bool // the sentence says so
}

// mentionsIn are the objects that a sentence names after their kinds.
func mentionsIn(line string, kindOf KindOf) (all []mention) {
	if notProse(line) || notMade.MatchString(line) {
		return nil
	}
	said, _, _ := strings.Cut(line, "failed calling ") // behind that stands what was called
	for _, sentence := range sentenceEnd.Split(said, -1) {
		if !supposed.MatchString(sentence) {
			all = append(all, mentionsOf(sentence, kindOf)...)
		}
	}
	return all
}

// mentionsOf are those of one sentence.
func mentionsOf(line string, kindOf KindOf) (all []mention) {
	ending := ofDeletion.MatchString(line)
	for at := 0; at < len(line); {
		m := called.FindStringSubmatchIndex(line[at:])
		if m == nil {
			break
		}
		part := func(i int) string { return line[at+m[2*i] : at+m[2*i+1]] }
		before, rest := line[max(0, at+m[6]-longestAsked):at+m[6]], line[at+m[1]:]
		found := mention{marked: strings.ContainsAny(part(2)+part(6), "`\"'") && strings.ContainsAny(part(8), "`\"'")}
		found.hangs = ending && staysOn.MatchString(rest) || asked.MatchString(strings.TrimRight(before, "`\"'*_"))
		named := nameLike.MatchString(part(7)) || strings.TrimSpace(part(5)) != "" && found.marked
		named = named && (found.marked || !version.MatchString(part(7))) && !notThere.MatchString(rest)
		if named && (found.marked || found.hangs) && !slices.Contains(shortWords, strings.ToLower(part(3))) {
			found.of.APIVersion, found.of.Kind = kindBefore(before, part(3), kindOf)
		}
		if found.of.Kind == "" || found.of.Kind == "Namespace" && !found.hangs && emptied.MatchString(before) { // what is in it hangs
			at += m[7] // the next word may be one
			continue
		}
		found.of.Name = part(7)
		all = append(all, found)
		at += m[1]
	}
	return all
}

// emptied is how a sentence leads to the namespace in which it tells what hangs.
var emptied = regex.New("(?i)\\b(?:clean(?:ing|ed)? up|empty(?:ing)?|emptied) (?:the |my |our |a )?[`\"'*]*$")

// kindBefore is the kind that a text ends in with its last word: with the two before it, as a gear box drive, or with one.
func kindBefore(text, last string, kindOf KindOf) (apiVersion, kind string) {
	words := append(wordsBefore.FindStringSubmatch(text), "", "", "")[:3]
	for _, before := range []string{words[1] + words[2], words[2], ""} {
		if apiVersion, kind = kindOf(before + last); kind != "" {
			break
		}
	}
	return apiVersion, kind
}

// wordsBefore are the one or two words that stand before another one.
var wordsBefore = regex.New(`(?:\b([A-Za-z]{3,}) )?\b([A-Za-z]{3,}) $`)

// Hanging is the object that people say to hang, where they name it after its kind; or else the one that they name so
// at all, which may be another one. Of several it is what is the same of all.
func Hanging(lines []string, kindOf KindOf) (of Of, hangs bool) {
	var hanging, named []Of
	for _, line := range lines {
		for _, m := range mentionsIn(line, kindOf) {
			named = append(named, m.of)
			if m.hangs {
				hanging = append(hanging, m.of)
			}
		}
	}
	if len(hanging) > 0 {
		return Common(hanging), true
	}
	return Common(named), false
}

// Mentioned are the objects that sentences name after their kinds.
func Mentioned(lines []string, kindOf KindOf) (all []Of) {
	for _, line := range lines {
		for _, m := range mentionsIn(line, kindOf) {
			all = append(all, m.of)
		}
	}
	return all
}

// HangingKind is the one kind of which sentences say that some of it hang, as people do who name none. Of several that one
// sentence marks as code it is the first.
func HangingKind(lines []string, kindOf KindOf) (of Of) {
	for _, line := range prose.WithoutWanted(lines) {
		stuck, sure := stuckWord(line)
		if apiVersion, kind := kindOf(phrase.SingularOf(stuck)); sure && of.Kind == "" && severalWords.MatchString(kind) {
			return Of{APIVersion: apiVersion, Kind: kind} // a title tells what the text is about
		}
		word, marked := hangingWord(line)
		if word == "" && !supposed.MatchString(line) {
			word = stuck
		}
		if word == "" || slices.Contains(shortWords, strings.ToLower(word)) {
			continue
		}
		switch apiVersion, kind := kindOf(word); {
		case kind == "", !marked && !severalWords.MatchString(kind) && builtin.VersionOf(kind) != apiVersion: // people have a plain word for other things
		case of.Kind != "" && of.Kind != kind:
			return Of{}
		default:
			of = Of{APIVersion: apiVersion, Kind: kind}
		}
	}
	return of
}

// hangingWord is the word for the kind of which a sentence says so, and whether that is marked as code.
func hangingWord(line string) (word string, marked bool) {
	if notProse(line) {
		return "", false
	}
	line = prose.ToGo(line)
	if m := markedStays.FindStringSubmatch(line); m != nil && !supposed.MatchString(m[0]) {
		return m[1], true
	}
	if m := deletionStays.FindStringSubmatchIndex(line); m != nil && !supposed.MatchString(line[:m[1]]) && !strings.HasSuffix(strings.TrimSpace(line), "?") {
		word := line[max(m[2], m[4]):max(m[3], m[5])]           // of one of the two forms
		return word, m[2] >= 0 && word != strings.ToLower(word) // a capital tells a kind, but for where a sentence begins
	}
	if supposed.MatchString(line) {
		return "", false
	}
	if m := deletedStays.FindStringSubmatch(line); m != nil {
		return m[1], false
	}
	rest := line
	m := ofWord.FindStringSubmatchIndex(rest)
	if m != nil && strings.EqualFold(rest[m[4]:m[5]], "finalizer") { // the rest may tell of what
		rest = rest[m[8]:]
		m = ofWord.FindStringSubmatchIndex(rest)
	}
	if m != nil && !partOf(rest[:m[2]]) && staysOn.MatchString(rest[m[8]:m[9]]) && !canGo.MatchString(rest[m[8]:m[9]]) {
		return rest[m[4]:m[5]], spelledInside.MatchString(rest[:m[5]])
	}
	if m := finalizerOfKind.FindStringSubmatch(line); m != nil {
		return m[2], false
	}
	if m := finalizerFor.FindStringSubmatch(line); m != nil {
		return m[1], true
	}
	return "", false
}

// isStuck is how a sentence begins, or a title is, that says without a verb what hangs: Gears stuck in Terminating.
var isStuck = regex.New("^[^\\w`]*(?:(?:all|some|my|our|the|several) )?[`\"'*]*([A-Za-z][A-Za-z0-9]+)[`\"'*]*(?: objects?| resources?)? (?:(?:that|which) (?:are|is) )?(?:stuck|hanging)\\b")

// stuckWord is the word with which a sentence begins so, and whether it neither asks nor supposes that.
func stuckWord(sentence string) (word string, sure bool) {
	m := isStuck.FindStringSubmatch(sentence)
	if m == nil || !ofDeletion.MatchString(sentence) || notProse(sentence) {
		return "", false
	}
	return m[1], !supposed.MatchString(m[0]) && !strings.HasSuffix(strings.TrimSpace(sentence), "?")
}

// HangingWords are the words for kinds of which sentences say that some of it hang; on their way out, where that is to be
// said.
func HangingWords(lines []string, going bool) (words []string) {
	for _, line := range prose.WithoutWanted(lines) {
		if notProse(line) {
			continue
		}
		for _, sentence := range sentenceEnd.Split(line, -1) {
			if going && !ofDeletion.MatchString(sentence) {
				continue
			}
			word, _ := hangingWord(sentence)
			if stuck, sure := stuckWord(sentence); word != "" || sure {
				words = append(words, cmp.Or(word, stuck))
			}
		}
	}
	return words
}

var (
	// ofWhole is how a sentence goes on to the whole of which it is about a part.
	ofWhole = regex.New(`(?i)\b([a-z]+) (?:of|in|by|from) (?:an?|the|each|every|my|our|this) ?$`)
	// afterwards is how one begins that is about what came of something.
	afterwards = regex.New(`(?i)\b(?:after|because|since) (?:an?|the|each|every|my|our|this) ?$`)
)

// partOf reports whether a sentence up to a kind is about a part of one, or what came after it, and not about one or its
// deletion.
func partOf(before string) bool {
	m := ofWhole.FindStringSubmatch(before)
	return afterwards.MatchString(before) || m != nil && !ofDeletion.MatchString(m[1]) && !AnyKind(m[1])
}

// AnyKind reports whether such a word is one for an object of whatever kind.
func AnyKind(word string) bool {
	return slices.Contains(anyKind, strings.TrimSuffix(strings.ToLower(word), "s"))
}

var anyKind = strings.Fields("object resource cr instance manifest")

// DeletedWords are the words for kinds of which sentences say that somebody deletes something, or that this hangs.
func DeletedWords(lines []string) (words []string) {
	words = expectedGone(lines)
	for _, line := range prose.WithoutWanted(lines) {
		if notProse(line) {
			continue
		}
		for _, sentence := range sentencesIn(line) {
			m := toDelete.FindStringSubmatch(sentence)
			if m == nil {
				m = whenDeleted.FindStringSubmatch(sentence)
			}
			if m != nil && !supposed.MatchString(sentence) {
				words = append(words, m[1])
			} else if hangsByFile.MatchString(sentence) && isNow(sentence) {
				words = append(words, "manifest")
			} else if word, _ := hangingWord(sentence); word != "" {
				words = append(words, word)
			}
		}
	}
	return words
}

var (
	// wanted is how the forms in which problems are reported ask for what should have come to pass, and goes how one answers
	// that something is deleted.
	wanted = regex.New(`(?i)^[\s#>*_-]*(?:(?:what (?:did|do) you )?expect|expected\b)[^.]{0,60}$`)
	goes   = regex.New("(?i)^[^\\w`]*(?:the|an?|my|our|this|that) [`\"'*]*([a-z][a-z0-9]+)[`\"'*]*(?: objects?| resources?)?(?:,[^,.]{0,40},)? (?:is|are|gets?|should be|should get|would be|will be|can be) (?:([a-z]+) )?(?:deleted|removed|cleaned up|terminated)\\b")
)

// expectedGone are the words for kinds of which somebody answers so.
func expectedGone(lines []string) (words []string) {
	expected := 0
	for _, line := range lines {
		if expected--; wanted.MatchString(line) {
			expected = soonBehind
		}
		if m := goes.FindStringSubmatch(line); m != nil && expected > 0 && m[2] != "not" && m[2] != "never" {
			words = append(words, m[1])
		}
	}
	return words
}

// soonBehind is in how many lines behind that the answer begins.
const soonBehind = 3

// hangsByFile is how a sentence tells that the deletion of what a file holds does not end.
var hangsByFile = regex.New("(?i)\\b(?:kubectl|oc|k) delete -f\\b[^;?!]{0,80}?\\b(?:hangs?|hung|stuck|blocks|forever|indefinitely|(?:never|not|n['’]t) (?:return|finish|end|complet|stop)\\w*)\\b")

// failsToDelete is how a program says of which sort that is of which the deletion fails.
var failsToDelete = regex.New(`(?i)\b(?:failed to|unable to|cannot|could not|can't|error|fail(?:s|ed)? at) (?:delet(?:e|ing)|remov(?:e|ing)|finaliz(?:e|ing)|terminat(?:e|ing)) (?:the |an? )?([a-z]{4,})\b`)

// SortDeleted is the word by which the lines of a log first call what they cannot delete, empty where none does.
func SortDeleted(lines []string) string {
	for _, line := range lines {
		if m := failsToDelete.FindStringSubmatch(line); m != nil && (Logged(line) || tailOfEntry.MatchString(line)) {
			return strings.ToLower(m[1])
		}
	}
	return ""
}
