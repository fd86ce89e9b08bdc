package phrase

import "strings"

// Alphanumeric reports whether a character is a letter or a digit of ASCII.
func Alphanumeric[C byte | rune](c C) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// WordsOf are the words in lower case that a name or a text is made of.
func WordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !Alphanumeric(c) })
}
