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
	// fences are what messages stand between.
	fences = regex.New("^\\s*(?:```|~~~)")
)

// ToldApart are those objects of a text, none where the text tells of fewer than two: what is said of one alone is
// understood with all the rest.
func ToldApart(text string, kindOf KindOf) (all []Told) {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		m := leftWith.FindStringSubmatch(line)
		if m == nil || notProse(line) || !isNow(line) {
			continue
		}
		apiVersion, kind := kindOf(m[1])
		marked := m[2] != "" && m[4] != ""
		said := messageIn(lines[i+1:])
		if kind == "" || len(said) == 0 || !marked && !nameLike.MatchString(m[3]) || slices.Contains(shortWords, strings.ToLower(m[1])) {
			continue
		}
		of := Of{APIVersion: apiVersion, Kind: kind, Name: m[3]}
		if slices.ContainsFunc(all, func(t Told) bool { return t.Of == of }) {
			return nil // once it is so, and once otherwise
		}
		all = append(all, Told{Of: of, Lines: said})
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// messageIn are the lines between fences, or set in as a quote, with which a text goes on.
func messageIn(lines []string) (said []string) {
	at := slices.IndexFunc(lines, func(line string) bool { return strings.TrimSpace(line) != "" })
	if at < 0 {
		return nil
	}
	fenced := fences.MatchString(lines[at])
	if fenced {
		at++
	}
	for _, line := range lines[at:] {
		quote, quoted := strings.CutPrefix(line, ">")
		switch in := quoted || strings.HasPrefix(line, "    "); {
		case fenced && fences.MatchString(line), !fenced && !in:
			return said
		case strings.TrimSpace(line) != "":
			said = append(said, strings.TrimSpace(quote))
		}
	}
	if fenced {
		return nil // nothing tells where it ends
	}
	return said
}
