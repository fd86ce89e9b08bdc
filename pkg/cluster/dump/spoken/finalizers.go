package spoken

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	// finalizerName is a domain with a name behind it.
	finalizerName = `[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+/[A-Za-z0-9][\w.-]*`
	// inQuotes is one in quotes, as sentences have it.
	inQuotes = "[`\"'(]" + finalizerName + "[`\"')]"
	// manyInQuotes are several.
	manyInQuotes = inQuotes + `(?:(?:,| and|, and| &) ` + inQuotes + `)*`
)

var (
	// aloneOnLine is a finalizer and nothing else, as people copy one out of a list.
	aloneOnLine = regex.New("^\\s*(?:[-*] +)?([`\"']?)(" + finalizerName + ")([`\"']?),?\\s*$")
	// saysFinalizers is a sentence about finalizers.
	saysFinalizers = regex.New(`(?i)\bfinalizers?\b`)
	// namedAfter and namedBefore are finalizers in a sentence that calls them so.
	namedAfter  = regex.New(`(?i:finalizers?)(?: (?:is|are|called|named))?:? (` + manyInQuotes + `)`)
	namedBefore = regex.New(`(` + manyInQuotes + `) (?i:finalizers?)\b`)
	// namedList is a list of them behind that word: metadata.finalizers remained `[zorg.io/oil]`.
	namedList = regex.New("(?i:finalizers?)[`\"']*(?: (?:is|are|was|were|has|shows?|lists?|contains?|still|stay(?:s|ed)?|remain(?:s|ed)?))*[:=]? ?[`\"']?\\[([^\\[\\]]+)\\]")
	// wholeFinalizer is one and nothing else.
	wholeFinalizer = regex.New(`^` + finalizerName + `$`)
	// quotedFinalizer is one of them.
	quotedFinalizer = regex.New("[`\"'(](" + finalizerName + ")[`\"')]")
	// repository is where code and images are, and no domain of finalizers.
	repository = regex.New(`^(?:www\.|github\.com|gitlab\.com|quay\.io|ghcr\.io|gcr\.io|docker\.io|registry\.)`)
	// fencing is a line that only sets off what is copied.
	fencing = regex.New("^\\s*(?:```\\w*|~~~\\w*|\\[|\\]|[{}])?\\s*$")
)

// FinalizersIn are those of an object by what lines say that are no part of it: each alone on a line below one
// that speaks of finalizers, or in quotes beside that word. They are no more than people have written.
func FinalizersIn(lines []string) (out []string) {
	about := false // so says the sentence before
	several := len(namesMarked(lines)) > 1
	for _, line := range lines {
		m := aloneOnLine.FindStringSubmatch(line)
		switch {
		case m != nil && m[1] == m[3]:
			if about {
				out = append(out, m[2])
			}
		case fencing.MatchString(line):
		default:
			sentences := aboutFinalizers(line)
			for _, said := range sentences {
				out = slices.Concat(out, finalizersCalled(said), finalizersListed(said, several), finalizersItem(said))
			}
			about = len(sentences) > 0
		}
	}
	var once []string
	for _, name := range out {
		if !repository.MatchString(name) && !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	other := func(line string) bool { name := finalizerOf(line); return name != "" && !slices.Contains(once, name) }
	if slices.ContainsFunc(lines, other) {
		return nil // whose each one is, nothing tells
	}
	return once
}

// aboutFinalizers are the sentences of a line that speak of finalizers which are there.
func aboutFinalizers(line string) []string {
	if strings.Contains(line, refused) {
		return nil
	}
	return slices.DeleteFunc(sentenceEnd.Split(line, -1), func(said string) bool {
		return !saysFinalizers.MatchString(said) || notOnIt.MatchString(said)
	})
}

// ofCustom is how a sentence speaks of an object of a kind of somebody's own, of whichever.
var ofCustom = regex.New("\\b(?:(?:[A-Z][a-z]+){2,}s?|CRs?|[Cc]ustom [Rr]esources?|[A-Z][a-z]+[`\"']? (?:objects?|resources?|instances?))\\b|\\bfinali[sz]ers? (?:of|on) (?:(?:an?|the|all|any|our|my) )?[`\"']?[A-Z][a-z]+")

// FinalizersOf are the finalizers that lines call so, where none of them speaks of those of another kind alone, nor stands
// behind one that does.
func FinalizersOf(kind string, lines []string, kindOf KindOf) []string {
	theirs := false // so says the sentence before
	ofOthers := func(line string) bool {
		if notProse(line) {
			return false
		}
		kinds := kindsNamed(line, kindOf)
		switch {
		case slices.Contains(kinds, strings.ToLower(kind)):
			theirs = false
		case len(kinds) > 0 || ofCustom.MatchString(line):
			theirs = theirs || saysFinalizers.MatchString(line)
		}
		return theirs && saysFinalizers.MatchString(line)
	}
	lines = slices.DeleteFunc(slices.Clone(lines), ofOthers)
	names := FinalizersIn(lines)
	if one := FinalizerIn(lines); one != "" && !slices.Contains(names, one) {
		names = []string{one}
	}
	return names
}

// ofAll is how people speak of all the objects of a kind: all `gear` objects.
var ofAll = regex.New("(?i)\\b(?:all|each|every)(?: of)?(?: the| those| these)? [`\"'*]*([a-z][a-z0-9]+)\\b")

// HeldAll reports whether a sentence says of all the objects of a kind that their finalizers hold them.
func HeldAll(line, kind string) bool {
	if notProse(line) || !saysFinalizers.MatchString(line) || notOnIt.MatchString(line) {
		return false
	}
	return slices.ContainsFunc(ofAll.FindAllStringSubmatch(line, -1), func(m []string) bool {
		return strings.EqualFold(m[1], kind) || strings.EqualFold(m[1], phrase.PluralOf(strings.ToLower(kind)))
	})
}

// finalizersCalled are those that a sentence calls so.
func finalizersCalled(line string) (out []string) {
	for _, said := range append(namedAfter.FindAllString(line, -1), namedBefore.FindAllString(line, -1)...) {
		for _, m := range quotedFinalizer.FindAllStringSubmatch(said, -1) {
			out = append(out, m[1])
		}
	}
	return out
}

// objectMarked is an object that a sentence names after a word for its kind, marked as code is.
var objectMarked = regex.New("\\b[A-Za-z]+ [`\"']([a-z0-9][a-z0-9.-]*)[`\"']")

// namesMarked are the names of the objects that sentences mark so.
func namesMarked(lines []string) map[string]bool {
	names := map[string]bool{}
	for _, line := range lines {
		for _, m := range objectMarked.FindAllStringSubmatch(line, -1) {
			names[m[1]] = true
		}
	}
	return names
}

// sentenceNames reports whether the sentence that a text ends within names an object: where several are named, nothing
// tells whether what follows is of the one asked about.
func sentenceNames(before string) bool {
	return objectMarked.MatchString(before[strings.LastIndex(before, ". ")+1:])
}

// finalizersListed are those of the lists in a line, each where nothing makes it that of another object.
func finalizersListed(line string, several bool) (out []string) {
	for _, m := range namedList.FindAllStringSubmatchIndex(line, -1) {
		if several && sentenceNames(line[:m[0]]) {
			continue
		}
		for word := range strings.FieldsFuncSeq(line[m[2]:m[3]], func(c rune) bool { return strings.ContainsRune("`\"', ", c) }) {
			if wholeFinalizer.MatchString(word) {
				out = append(out, word)
			}
		}
	}
	return out
}
