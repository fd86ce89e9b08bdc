package outlook

import "slices"

// Verdict is what is to be expected of an act, in one word.
type Verdict string

// The verdicts. Where several are true, the earlier one is said.
const (
	// Refused says that the server does not take a part of it.
	Refused Verdict = "Refused"
	// Hangs says that something is asked to go and does not, or is left so that it can
	// never go.
	Hangs Verdict = "Hangs"
	// Loses says that all goes, and something for good that is more than the objects.
	Loses Verdict = "Loses"
	// NotKnown says that what could be read does not decide it.
	NotKnown Verdict = "NotKnown"
	// Safe says that all goes, and nothing more than that.
	Safe Verdict = "Safe"
)

// reasons are the verdicts that are true.
func (t *telling) reasons() []Verdict {
	var out []Verdict
	if len(t.out.Refused) > 0 {
		out = append(out, Refused)
	}
	if len(t.out.Hangs) > 0 || slices.ContainsFunc(t.out.Unsure, func(s Stop) bool { return s.Taken() }) { // what comes first decides
		out = append(out, Hangs)
	}
	if slices.ContainsFunc(t.out.Lost, func(l Loss) bool { return !l.Perhaps }) {
		out = append(out, Loses)
	}
	harm := slices.ContainsFunc(t.out.Behind, func(l Leftover) bool { return l.Harm })
	if harm && !slices.Contains(out, Hangs) {
		out = append(out, Hangs) // for others, from then on
	}
	if len(t.out.Unsure) > 0 || len(t.out.Incomplete) > 0 {
		out = append(out, NotKnown)
	}
	if len(out) == 0 {
		out = append(out, Safe)
	}
	slices.SortFunc(out, func(a, b Verdict) int { return slices.Index(verdicts, a) - slices.Index(verdicts, b) })
	return out
}

var verdicts = []Verdict{Refused, Hangs, Loses, NotKnown, Safe}

// Verdicts are all there are, what is said first before the others.
func Verdicts() []Verdict { return slices.Clone(verdicts) }
