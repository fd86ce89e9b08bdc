package phrase

// Alphanumeric reports whether a character is a letter or a digit of ASCII.
func Alphanumeric[C byte | rune](c C) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
