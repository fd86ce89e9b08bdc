// Package prose knows how people write: where a sentence ends, whether one tells what is so here and now, and of what.
package prose

import (
	"iter"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// end is where a sentence ends, and clauseEnd where a part of one does that could be a sentence.
	end       = regex.New(`[.!?]\s+`)
	clauseEnd = regex.New(`[.!?;]\s+`)
	// wantedHead is a head that asks what should have come to pass, as forms have it, and anyHead a line above others.
	wantedHead = regex.New(`(?i)^[\s#>*_-]*(?:what (?:did|do) you expect(?:ed)?(?: to (?:happen|see))?|expected(?: (?:behaviou?rs?|results?|outcomes?|outputs?))?)\W*$`)
	anyHead    = regex.New(`^\s*(?:#+ |\*\*|__)|:\s*$`)
)

// Sentences are those of a text, each with its mark and what is between it and the next.
func Sentences(text string) iter.Seq[string] { return endingAt(end, text) }

// Clauses are the same, and a semicolon ends one too.
func Clauses(text string) iter.Seq[string] { return endingAt(clauseEnd, text) }

func endingAt(mark *regex.Regexp, text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		from := 0
		for _, at := range mark.FindAllStringIndex(text, -1) {
			if shortened(text[:at[0]+1]) {
				continue
			}
			if !yield(text[from:at[1]]) {
				return
			}
			from = at[1]
		}
		yield(text[from:])
	}
}

// Begin is where the sentence of a place begins. It looks at no more of the text than that.
func Begin(text string, at int) int {
	for i := at - 2; i >= 0; i-- {
		if (text[i] == '.' || text[i] == '!' || text[i] == '?') && isSpace(text[i+1]) && !shortened(text[:i+1]) {
			begin := i + 1
			for begin < at && isSpace(text[begin]) {
				begin++
			}
			return begin
		}
	}
	return 0
}

// shortened reports whether a text ends with the mark of words that are written short before others, as in "e.g. a gear".
func shortened(text string) bool {
	for _, short := range []string{"e.g.", "i.e.", "cf.", "vs."} {
		at := len(text) - len(short)
		if at >= 0 && strings.EqualFold(text[at:], short) && (at == 0 || !letter(text[at-1])) {
			return true
		}
	}
	return false
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '.' }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

// WithoutWanted are the lines without what is first answered below a head that asks what should have come to pass: that is
// no complaint.
func WithoutWanted(lines []string) []string {
	out, below := slices.Clone(lines), false
	for i, line := range lines {
		empty := strings.TrimSpace(line) == ""
		if below && !empty && !anyHead.MatchString(line) {
			out[i] = ""
		}
		below = below && empty || wantedHead.MatchString(line)
	}
	return out
}
