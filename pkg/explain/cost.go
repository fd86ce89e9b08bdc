package explain

import (
	"slices"
	"strings"
)

// Cost is the price of taking a finalizer off by hand.
type Cost struct {
	// Loss is one sentence, empty where nothing is known.
	Loss string
	// Identity names what lives outside the object: a cloud resource, an
	// address, a volume. Empty where nothing of the kind was found.
	Identity string
	// Risk is low, medium or high, empty where it is not known.
	Risk string
	// Proven says that something beside the object proves it to cost no more.
	Proven bool
	// counted says that what goes with the object is in it.
	counted bool
}

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
