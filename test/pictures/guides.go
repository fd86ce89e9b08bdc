package pictures

import (
	"fmt"
	"strings"
)

// The parts of a guide, from the middle of its cell.
const (
	up    = 1 << iota
	down  // to the row below
	left  // to the column before
	right // to the column after
)

// arms are the lines of a tree. As letters they would leave gaps between the
// rows, in each font others; so they are drawn, and the letters are there only to
// be selected.
var arms = map[rune]int{'│': up | down, '├': up | down | right, '└': up | right, '─': left | right}

// guide reports whether a cell, or a piece, consists of guides.
func guide(c cell) bool {
	return strings.IndexFunc(c.text, func(r rune) bool { return arms[r] == 0 }) < 0
}

// drawGuides returns the path of guides, the first of them in the cell at that place.
func drawGuides(text string, x, y int) string {
	var b strings.Builder
	for _, r := range text {
		drawGuide(&b, arms[r], x, y)
		x += cellWidth
	}
	return b.String()
}

func drawGuide(b *strings.Builder, parts, x, y int) {
	middle, centre := x+cellWidth/2, y+cellHeight/2
	if parts&(up|down) != 0 {
		top, bottom := centre, centre
		if parts&up != 0 {
			top = y
		}
		if parts&down != 0 {
			bottom = y + cellHeight
		}
		fmt.Fprintf(b, "M%s %sV%s", number(middle), number(top), number(bottom))
	}
	if parts&(left|right) != 0 {
		begin, end := middle, middle
		if parts&left != 0 {
			begin = x
		}
		if parts&right != 0 {
			end = x + cellWidth
		}
		fmt.Fprintf(b, "M%s %sH%s", number(begin), number(centre), number(end))
	}
}
