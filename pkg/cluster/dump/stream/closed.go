package stream

import (
	"bytes"
	"slices"
)

// Closed ends a text in JSON that was cut short after the last value that is whole.
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
				return closedWith(text[:end], open[:within])
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
