package stream

// OnOneLine is a text in JSON with the ends of lines escaped that stand within its strings.
func OnOneLine(text []byte) []byte {
	out := make([]byte, 0, len(text))
	within := false
	for i, c := range text {
		switch {
		case c == '"' && (i == 0 || text[i-1] != '\\'):
			within = !within
		case c == '\n' && within:
			out = append(out, '\\', 'n')
			continue
		case c == '\t' && within:
			c = ' '
		}
		out = append(out, c)
	}
	return out
}
