package phrase

import (
	"strings"
	"unicode"
)

// Apart takes a reason apart: WaitingForDeletion is "waiting for deletion".
func Apart(reason string) string {
	var b strings.Builder
	last := 'A'
	for _, c := range reason {
		if unicode.IsUpper(c) && !unicode.IsUpper(last) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(c))
		last = c
	}
	return b.String()
}
