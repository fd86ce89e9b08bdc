package stream

// OnOneLine is a text in JSON with the ends of lines escaped that stand within its strings.
func OnOneLine(text []byte) []byte {
	out := make([]byte, 0, len(text))
	within, escaped := false, false
	for _, c := range text {
		switch {
		case c == '\n' && within:
			out, escaped = append(out, '\\', 'n'), false
			continue
		case c == '\t' && within:
			c, escaped = ' ', false
		case escaped || c == '\\':
			escaped = !escaped
		case c == '"':
			within = !within
		}
		out = append(out, c)
	}
	return out
}
