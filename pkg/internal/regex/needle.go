package regex

import (
	"bytes"
	"regexp/syntax"
	"slices"
	"strings"
)

const (
	// mostNeedles is among how many words one is looked for at most, and shortestNeedle how long each is at least.
	mostNeedles    = 48
	shortestNeedle = 2
	// longestSought is how long a text is at most in which they are looked for first: in a longer one that may cost more
	// than it saves.
	longestSought = 1024
)

// needles are pieces of text, in small letters, of which every text has one that an expression matches; nil where none are
// known, or where an expression sees at once that it does not match.
func needles(text string) (out [][]byte) {
	re, err := syntax.Parse(text, syntax.Perl)
	if err != nil || begins(re) {
		return nil
	}
	all := needlesOf(re)
	slices.Sort(all)
	for _, needle := range slices.Compact(all) {
		out = append(out, []byte(needle))
	}
	return out
}

// begins reports whether an expression matches at the beginning of a text alone, or begins with a text as it is spelled.
func begins(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginText:
		return true
	case syntax.OpLiteral:
		return re.Flags&syntax.FoldCase == 0
	case syntax.OpConcat, syntax.OpCapture:
		return begins(re.Sub[0])
	default:
		return false
	}
}

// needlesOf are those of an expression, or of a part of one.
func needlesOf(re *syntax.Regexp) (all []string) {
	switch re.Op {
	case syntax.OpLiteral:
		if word := strings.ToLower(string(re.Rune)); len(word) >= shortestNeedle && isASCII(word) {
			return []string{word}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return needlesOf(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return needlesOf(re.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if found := needlesOf(sub); tellsMore(found, all) {
				all = found
			}
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			found := needlesOf(sub)
			if found == nil || len(all)+len(found) > mostNeedles {
				return nil
			}
			all = append(all, found...)
		}
	default:
		return nil
	}
	return all
}

// tellsMore reports whether fewer texts have one of these than one of those, as far as their lengths tell.
func tellsMore(these, those []string) bool {
	if these == nil || those == nil {
		return these != nil
	}
	shortest := func(all []string) int {
		return len(slices.MinFunc(all, func(a, b string) int { return len(a) - len(b) }))
	}
	if a, b := min(shortest(these), 4), min(shortest(those), 4); a != b {
		return a > b
	}
	return len(these) < len(those)
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return c >= 0x80 })
}

// mayMatch reports whether a text has one of the needles, or none are known. Two letters beyond ASCII are the same as one
// of it but for their case: a text that has one of them may match too.
func (r *Regexp) mayMatch(text string) bool {
	if len(text) > longestSought {
		return true
	}
	all := r.needles()
	if all == nil {
		return true
	}
	var room [longestSought]byte
	small := room[:len(text)]
	for i := range len(text) {
		c := text[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		small[i] = c
	}
	return slices.ContainsFunc(all, func(needle []byte) bool { return bytes.Contains(small, needle) }) ||
		strings.Contains(text, "\u212a") || strings.Contains(text, "\u017f")
}
