package render

import (
	"fmt"
	"strings"
)

// shellLine writes words as one command that a POSIX shell takes apart into the
// same words. Nothing in them can end a word or begin another command.
func shellLine(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shellWord(w)
	}
	return strings.Join(quoted, " ")
}

// shellWord quotes a word where it has to be. What a terminal would obey or
// hide is spelled out in the form that bash and zsh read back.
func shellWord(word string) string {
	plain := word != "" && strings.IndexFunc(word, func(r rune) bool {
		return !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-", r)
	}) < 0
	switch {
	case plain:
		return word
	case identifier(strings.ReplaceAll(word, " ", "_")) == strings.ReplaceAll(word, " ", "_"):
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	var b strings.Builder
	b.WriteString("$'")
	for i := range len(word) {
		switch c := word[i]; {
		case c == '\'' || c == '\\':
			b.WriteString(`\` + string(rune(c)))
		case c < 0x20 || c >= 0x7f:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteString("'")
	return b.String()
}
