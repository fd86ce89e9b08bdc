package stream

import "slices"

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
			if next := SkipBlank(text, at); next >= len(text) || text[next] != ':' {
				end, within = at, len(open)
			}
			continue
		}
		at++
	}
	return closedWith(text[:end], open[:within])
}

func closedWith(text, brackets []byte) []byte {
	out := slices.Concat(text, brackets)
	slices.Reverse(out[len(text):])
	return out
}
