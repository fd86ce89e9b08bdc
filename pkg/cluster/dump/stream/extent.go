package stream

// Extent finds the end of one JSON value without decoding it. It takes
// whatever is bracketed like JSON; whether it is JSON is left to a decoder.
type Extent struct {
	depth   int
	text    bool // inside a string
	escaped bool // after a backslash
	scalar  bool // inside a number or word
}

// Scan reads on in the value. It returns how many bytes belong to it, and
// whether it has ended.
func (x *Extent) Scan(data []byte) (int, bool) {
	for at := 0; at < len(data); {
		if x.text {
			at += x.scanText(data[at:])
			if !x.text && x.depth == 0 {
				return at, true
			}
			continue
		}
		ended, within := x.mark(data[at])
		if within {
			at++
		}
		if ended {
			return at, true
		}
	}
	return len(data), false
}

// mark takes a byte outside strings. It tells whether the value has ended, and
// whether the byte belongs to it.
func (x *Extent) mark(c byte) (ended, within bool) {
	switch c {
	case '"':
		x.text = true
	case '{', '[':
		x.depth++
	case '}', ']':
		if x.depth == 0 {
			return true, false
		}
		x.depth--
		return x.depth == 0, true
	case ' ', '\n', '\r', '\t', ',', ':':
		return x.scalar && x.depth == 0, !x.scalar || x.depth > 0
	default:
		x.scalar = x.scalar || x.depth == 0
	}
	return false, true
}

// scanText reads on in a string, up to its end, and returns how far.
func (x *Extent) scanText(data []byte) int {
	for i, c := range data {
		switch {
		case x.escaped:
			x.escaped = false
		case c == '\\':
			x.escaped = true
		case c == '"':
			x.text = false
			return i + 1
		}
	}
	return len(data)
}

// IsBlank reports whether JSON lets a byte stand between values.
func IsBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }
