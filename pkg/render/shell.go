package render

import (
	"fmt"
	"strings"
)

// shellLine writes words as one command that a shell takes apart into the same
// words. Nothing in them can end a word or begin another command.
func shellLine(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shellWord(w)
	}
	return strings.Join(quoted, " ")
}

const shellPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-"

// shellWord quotes a word where it has to be. What a terminal would obey, hide
// or reorder is spelled out, in the form that bash and zsh read back. A NUL is
// left out: no word of a command can hold one.
func shellWord(word string) string {
	word = strings.ReplaceAll(word, "\x00", "")
	switch {
	case word != "" && word[0] != '=' && strings.Trim(word, shellPlain) == "":
		return word // zsh replaces what begins with =
	case readable(word):
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	var b strings.Builder
	b.WriteString("$'")
	for i := range len(word) {
		switch c := word[i]; {
		case c == '\'' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < 0x20 || c >= 0x7f:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteString("'")
	return b.String()
}

// readable reports whether a terminal shows the word as it is. Text that is
// read from right to left is not: the isolates that it needs beside other text
// would be copied with the command.
func readable(word string) bool {
	whole := strings.ReplaceAll(word, " ", "_")
	return identifier(whole) == whole && strings.IndexFunc(word, rightToLeft) < 0
}
