package spoken

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Told is an object of which a sentence says that it hangs, with the message that was copied below that sentence.
type Told struct {
	Of    Of
	Lines []string
}

var (
	// leftWith is such a sentence: gear g-1 is left behind, with the message
	leftWith = regex.New("^[^\\w`\"']*(?i:(?:and |then |the |my |our |while ){0,2})[`\"'*]*([A-Za-z][A-Za-z0-9]+)[`\"'*]* ([`\"'*]*)([a-z0-9][a-z0-9.-]*[a-z0-9])([`\"'*]*)(?: [a-z]+){0,2}? (?i:left behind|left over|stuck|hanging|hangs|still there|not (?:being |getting )?deleted|never (?:deleted|goes)|deleting|terminating)\\b" +
		"[^.;?!]{0,40}?\\b(?i:with|and (?:shows?|says?|has|reports?)|saying|showing|reporting)(?i: (?:the|this|these|an?|its|following|status|error)){0,3} (?i:message|error|condition|reason|status|state)s?[:.*]*\\s*$")
	// otherwise is how a sentence tells that the trouble is no deletion, or that nobody has asked for one.
	otherwise = regex.New(`(?i)\b(?:start(?:s|ing)?|ready|crash\w*)\b|\b(?:did|have|has) ?(?:not|n['’]t) (?:\w+ ){0,2}(?:delet|remov)`)
	// fences are what messages stand between.
	fences = regex.New("^\\s*(?:```|~~~)")
)

// mostTold is of how many objects at most somebody tells so, and how many lines of each.
const mostTold = 50

// ToldApart are those objects of a text that is about a deletion, none where the text tells of fewer than two: what is said
// of one alone is understood with all the rest.
func ToldApart(text string, kindOf KindOf) (all []Told) {
	lines := strings.Split(text, "\n")
	deletion, fenced := false, false
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if fences.MatchString(line) {
			fenced = !fenced
		}
		if fenced || notProse(line) {
			continue
		}
		if otherwise.MatchString(line) {
			return nil
		}
		if !isNow(line) {
			continue
		}
		deletion = deletion || ofDeletion.MatchString(line)
		of := leftObject(line, kindOf)
		if of.Kind == "" {
			continue
		}
		said, n := messageIn(lines[i+1:])
		if len(said) == 0 {
			continue
		}
		if len(all) == mostTold || slices.ContainsFunc(all, func(t Told) bool { return t.Of == of }) {
			return nil // nobody tells so many so; or it is so once, and otherwise once more
		}
		all = append(all, Told{Of: of, Lines: said})
		i += n
	}
	if len(all) < 2 || !deletion {
		return nil
	}
	return all
}

// leftObject is the object of which such a sentence says that it hangs.
func leftObject(line string, kindOf KindOf) (of Of) {
	m := leftWith.FindStringSubmatch(line)
	if m == nil || slices.Contains(shortWords, strings.ToLower(m[1])) {
		return of
	}
	if marked := m[2] != "" && m[4] != ""; !marked && !nameLike.MatchString(m[3]) {
		return of
	}
	of.Name = m[3]
	of.APIVersion, of.Kind = kindOf(m[1])
	return of
}

// messageIn are the lines between fences, or set in as a quote, with which a text goes on, up to the next such sentence, and
// of how many lines of the text they are.
func messageIn(lines []string) (said []string, n int) {
	at := slices.IndexFunc(lines, func(line string) bool { return strings.TrimSpace(line) != "" })
	if at < 0 {
		return nil, 0
	}
	fenced := fences.MatchString(lines[at])
	if fenced {
		at++
	}
	for n = at; n < len(lines); n++ {
		quote, quoted := strings.CutPrefix(lines[n], ">")
		closed := fenced && fences.MatchString(lines[n])
		switch in := quoted || strings.HasPrefix(lines[n], "    "); {
		case closed:
			return said, n + 1
		case !fenced && !in, !fenced && leftWith.MatchString(lines[n]):
			return said, n
		case len(said) == mostTold || leftWith.MatchString(lines[n]):
			return nil, 0
		case strings.TrimSpace(lines[n]) != "":
			said = append(said, strings.TrimSpace(quote))
		}
	}
	if fenced {
		return nil, 0 // nothing tells where it ends
	}
	return said, n
}
