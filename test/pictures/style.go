package pictures

import (
	"fmt"
	"strconv"
	"strings"
)

// style is how a terminal shows a character. The zero value is plain text.
type style struct {
	colour int // 1 more than its number among the 256 of a terminal; 0 is that of plain text
	bold   bool
	faint  bool
}

// apply changes the style as a terminal does that is sent these parameters, the
// text between "ESC [" and "m".
func (s *style) apply(parameters string) error {
	codes, err := numbers(parameters)
	if err != nil {
		return fmt.Errorf("reading the style %q: %w", parameters, err)
	}
	for len(codes) > 0 {
		used := s.take(codes)
		if used == 0 {
			return fmt.Errorf("a picture knows no style %q", parameters)
		}
		codes = codes[used:]
	}
	return nil
}

// take applies the first of the codes and returns how many it consists of, 0
// where it is not known.
func (s *style) take(codes []int) int {
	switch c := codes[0]; {
	case c == 0:
		*s = style{}
	case c == 1:
		s.bold = true
	case c == 2:
		s.faint = true
	case c == 22:
		s.bold, s.faint = false, false
	case c >= 30 && c <= 37:
		s.colour = 1 + c - 30
	case c >= 90 && c <= 97:
		s.colour = 1 + c - 90 + 8
	case c == 39:
		s.colour = 0
	case c == 38 && len(codes) >= 3 && codes[1] == 5 && codes[2] < 256:
		s.colour = 1 + codes[2]
		return 3
	default:
		return 0
	}
	return 1
}

// numbers reads parameters. One that is left out is 0.
func numbers(parameters string) ([]int, error) {
	var out []int
	for part := range strings.SplitSeq(parameters, ";") {
		if part == "" {
			part = "0"
		}
		n, err := strconv.ParseUint(part, 10, 16)
		if err != nil {
			return nil, err
		}
		out = append(out, int(n))
	}
	return out, nil
}
