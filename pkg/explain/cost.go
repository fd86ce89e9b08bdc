package explain

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// Cost is the price of taking a finalizer off by hand.
type Cost struct {
	// Loss is one sentence, empty where nothing is known.
	Loss string
	// Identity names what lives outside the object: a cloud resource, an
	// address, a volume. Empty where nothing of the kind was found.
	Identity string
	// Policy is the reclaim policy of a volume that Identity names, or that it could not
	// be read. Empty where that is no volume, or already says it.
	Policy string
	// Risk is empty where it is not known.
	Risk Risk
	// Claimed says that only the object itself tells that it costs less than the risk is for.
	Claimed bool
	// Contrary is who says, and in which words, that nothing of it is left. Nothing proves that.
	Contrary string
	// Proven says that something beside the object proves it to cost no more.
	Proven bool
	// counted says that what goes with the object is in it.
	counted bool
}

// StandsFor is what lives outside the object, and what is known to become of it.
func (c Cost) StandsFor() string {
	return Joined(", ", c.Identity, phrase.Prefixed("reclaim policy ", c.Policy))
}

// And adds what goes with an object to what one of its finalizers costs: the last
// one decides it, whosever it is. A cost that counts it already stays as it is.
func (c Cost) And(goes Cost) Cost {
	if c.counted || goes == (Cost{}) {
		return c
	}
	c.counted = true
	if same := c.StandsFor(); same == "" || same != goes.StandsFor() { // else its own entry is about just that
		c.Loss = Joined(". ", c.Loss, goes.Loss)
	}
	switch {
	case goes.StandsFor() == "":
	case c.StandsFor() == "", c.Identity == goes.Identity:
		c.Identity, c.Policy = goes.Identity, cmp.Or(goes.Policy, c.Policy)
	default:
		c.Identity, c.Policy = Joined(", ", c.StandsFor(), goes.StandsFor()), ""
	}
	c.Contrary = cmp.Or(c.Contrary, goes.Contrary)
	if c.Risk.Below(goes.Risk) || goes.Risk == RiskHigh {
		c.Risk = goes.Risk
	}
	return c
}

// Joined leaves out what is empty.
func Joined(between string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), between)
}
