package explain

import (
	"slices"
	"strings"
)

// grades are from the lowest. What nobody has graded counts as the highest.
var grades = []string{"low", "medium", "high"}

// Lowers reports whether one risk is less than another.
func Lowers(risk, than string) bool { return gradeOf(risk) < gradeOf(than) }

func gradeOf(risk string) int {
	if at := slices.Index(grades, risk); at >= 0 {
		return at
	}
	return len(grades) - 1
}

// And adds what goes with an object to what one of its finalizers costs: the last
// one decides it, whosever it is. A cost that counts it already stays as it is.
func (c Cost) And(goes Cost) Cost {
	if c.counted || goes == (Cost{}) {
		return c
	}
	c.counted = true
	if c.Identity == "" || c.Identity != goes.Identity { // else its own entry is about just that
		c.Loss = Joined(". ", c.Loss, goes.Loss)
	}
	if strings.HasPrefix(goes.Identity, c.Identity) {
		c.Identity = goes.Identity
	} else {
		c.Identity = Joined(", ", c.Identity, goes.Identity)
	}
	if Lowers(c.Risk, goes.Risk) || goes.Risk == grades[len(grades)-1] {
		c.Risk = goes.Risk
	}
	return c
}

// Joined leaves out what is empty.
func Joined(between string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), between)
}
