package stream

import (
	"bytes"
	"slices"
)

// Closed ends a text in JSON that was cut short after the last value that is whole, or in the words of a sentence:
// these say what they say as far as they go.
func Closed(text []byte) []byte {
	var open []byte     // the closing brackets, the outermost first
	var end, within int // of the last whole value, and how many are open there: none of these closes later
	for at := 0; at < len(text); {
		switch c := text[at]; {
		case c == '{':
			open = append(open, '}')
		case c == '[':
			open = append(open, ']')
		case (c == '}' || c == ']') && len(open) > 0:
			open = open[:len(open)-1]
			end, within = at+1, len(open)
		case c == '"' || !IsBlank(c) && c != ',' && c != ':':
			n, done := new(Extent).Scan(text[at:])
			if !done || n == 0 {
				return closedIn(text, at, end, open, within)
			}
			at += n
			next := SkipBlank(text, at)
			cutKey := next >= len(text) && c == '"' && inKeys(open, text[:at-n])
			if (next >= len(text) || text[next] != ':') && !cutKey {
				end, within = at, len(open)
			}
			continue
		}
		at++
	}
	return closedWith(text[:end], open[:within])
}

// closedIn ends a text in a value that was cut, of which the last whole one ends before with so many brackets open.
func closedIn(text []byte, at, end int, open []byte, within int) []byte {
	if words := wordsOf(text[at:]); words != nil && !inKeys(open, text[:at]) {
		return closedWith(slices.Concat(text[:at], words), open)
	}
	return closedWith(text[:end], open[:within])
}

// inKeys reports whether a string behind the text is the key of a member.
func inKeys(open, before []byte) bool {
	before = bytes.TrimRight(before, " \n\r\t")
	return len(open) > 0 && open[len(open)-1] == '}' && len(before) > 0 && before[len(before)-1] != ':'
}

func closedWith(text, brackets []byte) []byte {
	out := slices.Concat(text, brackets)
	slices.Reverse(out[len(text):])
	return out
}

// wordsOf is a sentence in quotes that was cut, with its end in quotes; nil where it may be a name of which the end is
// missing.
func wordsOf(text []byte) []byte {
	text = bytes.TrimRight(text, " \n\r\t")
	if text[0] != '"' || !bytes.Contains(text, []byte(" ")) || bytes.IndexByte(text, '\n') >= 0 {
		return nil
	}
	if at := bytes.LastIndexByte(text, '\\'); at >= len(text)-len(`\u000`) {
		bare := bytes.TrimRight(text[:at+1], `\`)
		if marks := at + 1 - len(bare); marks%2 == 1 && (at+1 == len(text) || text[at+1] == 'u') {
			text = text[:at] // in the midst of a mark
		}
	}
	return append(bytes.Clone(text), '"')
}
