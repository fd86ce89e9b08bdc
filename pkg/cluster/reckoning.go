package cluster

// reckoning is how many requests at a time a server takes, by what became of those that
// were made when it refused some.
//
// Which of them it held at the same moment does not show from here. But those that were
// begun before an answer made room for more have met it together: as many of these as it
// answers well, it has carried at a time. What was begun in the room of an answer is not
// of them, whatever becomes of it.
type reckoning struct {
	under map[*visit]bool // what was not answered yet
	taken int             // how many were answered well so far
	// ended are the last of these: what taken was when each was begun.
	ended []int
	// before is what taken was, at the most, when those were begun that are reckoned with,
	// and carried how many of them are under way still, or were answered well.
	before, carried int
}

const (
	// remembered is how many answers are remembered: more than are under way at a time.
	remembered = 4 * lanesMost * laneStreams
	// stragglers is a part of those under way: so many answers may have come before the
	// last of those that are reckoned with was begun. They need a moment to be made.
	stragglers = 8
)

func (r *reckoning) begin(v *visit) {
	if r.under == nil {
		r.under = map[*visit]bool{}
	}
	r.under[v] = true
	v.taken = r.taken
}

// end takes note of a request that was not refused. It may have been noted before.
func (r *reckoning) end(v *visit) {
	if !r.under[v] {
		return
	}
	delete(r.under, v)
	r.taken++
	if len(r.ended) >= remembered {
		r.ended = append(r.ended[:0], r.ended[remembered/2:]...)
	}
	r.ended = append(r.ended, v.taken)
}

// anew reckons with those that have met the server together with a request that was
// refused.
func (r *reckoning) anew(v *visit) {
	r.before, r.carried = v.taken+len(r.under)/stragglers, 0
	for other := range r.under {
		r.count(other.taken, 1)
	}
	since := min(r.taken-v.taken, len(r.ended))
	for _, taken := range r.ended[len(r.ended)-since:] {
		r.count(taken, 1)
	}
}

// refused takes a request off that was.
func (r *reckoning) refused(v *visit) {
	if r.under[v] {
		delete(r.under, v)
		r.count(v.taken, -1)
	}
}

func (r *reckoning) count(taken, n int) {
	if taken <= r.before {
		r.carried += n
	}
}
