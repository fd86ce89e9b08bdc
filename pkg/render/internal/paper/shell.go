package paper

import (
	"slices"
	"strings"
	"unicode"
)

// unixLine is words as every shell takes them apart again.
func unixLine(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shellWord(w)
	}
	return strings.Join(quoted, " ")
}

// unreadable says which word a terminal would not show as it is, and is empty where it shows all.
func unreadable(words []string) string {
	at := slices.IndexFunc(words, func(w string) bool { return !readable(w) })
	if at < 0 {
		return ""
	}
	return "no ready command: it would have to name " + shortWord(words[at]) + ", in which there are characters that a terminal obeys, hides or reorders"
}

// mostOfWord bounds how much of a word is shown that is no part of a command.
const mostOfWord = 80

func shortWord(word string) string {
	parts := strings.Split(word, " ")
	for i := range parts {
		parts[i] = Identifier(parts[i])
	}
	word = strings.Join(parts, " ")
	if len(word) <= mostOfWord {
		return word
	}
	return strings.ToValidUTF8(word[:mostOfWord], "") + "…"
}

const shellPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-"

// shellWord quotes a word where it has to be. A quote and a backslash stand
// outside of quotes, with a backslash before them: inside, fish does not read
// them as the others do.
func shellWord(word string) string {
	if word == "" {
		return "''"
	}
	var b strings.Builder
	for word != "" {
		end := strings.IndexAny(word, `'\`)
		switch {
		case end == 0:
			b.WriteByte('\\')
			b.WriteByte(word[0])
			word = word[1:]
			continue
		case end < 0:
			end = len(word)
		}
		part := word[:end]
		if plainForShell(part) {
			b.WriteString(part)
		} else {
			b.WriteString("'" + part + "'")
		}
		word = word[end:]
	}
	return b.String()
}

// plainForShell reports whether every shell takes a word as it stands. What
// follows an equals sign is replaced by zsh at the beginning of a word and, if it
// is told to, of a value; fish replaces what begins with a percent sign.
func plainForShell(word string) bool {
	return strings.Trim(word, shellPlain) == "" && word[0] != '=' && word[0] != '%' &&
		!strings.Contains(word, "==") && !strings.Contains(word, ":=")
}

// readable reports whether a terminal shows the word as it is. Text that is
// read from right to left is not: the isolates that it needs beside other text
// would be copied with the command.
func readable(word string) bool {
	whole := strings.ReplaceAll(word, " ", "_")
	return Identifier(whole) == whole && !RightToLeft(word)
}

// ShownLine writes a command in a log or in the middle of a sentence. Words of
// which no command is made are spelled out, and so do not name what they named.
func ShownLine(words []string) string {
	shown := make([]string, len(words))
	for i, w := range words {
		if !readable(w) {
			w = strings.Map(func(r rune) rune {
				if r > unicode.MaxASCII {
					return '?'
				}
				return r
			}, Identifier(w))
		}
		shown[i] = w
	}
	if onWindows && unreadyForWindows(shown) == "" {
		return windowsLine(shown)
	}
	return unixLine(shown)
}
