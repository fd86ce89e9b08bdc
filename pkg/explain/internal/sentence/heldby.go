package sentence

import (
	"slices"
	"strings"
)

var (
	// holding is what somebody does to a thing who does not let it go.
	holding = strings.Fields("pinned held locked used in-use inuse use mounted claimed consumed occupied reserved retained guarded leased kept referenced")
	// holds is the same, said of who does so.
	holds = strings.Fields("holds hold uses use locks lock pins pin keeps keep mounts mount references claims claim occupies reserves retains guards")
	// beforeHeld stands between a thing and how it is held.
	beforeHeld = strings.Fields("is are be being still currently already in it's yet now")
	// nobody are words that name no one.
	nobody = strings.Fields("lease no none zero 0 it this that them they following default design finalizer finalizers kubernetes deletion policy which who somebody someone anybody another other others hand hands mistake accident error chance intent intention purpose choice law rule rules convention force")
)

// mostHeld is how many words name one thing in a sentence.
const mostHeld = 6

// HeldBy finds who a text says has not let go of something, and of what: "gate g-4 is locked by
// ticket OPS-311", "session 7 still holds the lock". Both are empty where it says so of none.
func HeldBy(text string) (what, by string) {
	r := reader{text: text, tokens: tokensOf(text)}
	for i := range r.tokens {
		t := &r.tokens[i]
		switch {
		case r.deniedAt(i), r.at(i-1, "was", "were", "not"):
		case t.is(holding...) && r.at(i+1, "by"):
			what, by = r.part(r.before(i), i), r.part(i+2, r.partEnd(i+2))
		case t.is(holds...) && r.at(i-1, "still"):
			what, by = r.part(i+1, r.partEnd(i+1)), r.part(r.clauseStart(i), i-1)
		}
		if what != "" && by != "" {
			return what, by
		}
	}
	return "", ""
}

// before is where the words begin that name what is held, at the most.
func (r *reader) before(i int) int {
	return max(r.clauseStart(i), i-mostHeld-2)
}

// partEnd is where the words end that name one thing.
func (r *reader) partEnd(i int) int {
	for ; i < len(r.tokens) && !r.ends(i) && !r.at(i, ":", ",", "(", ")", "until", "till", "and", "or", "to", "for", "with", "which", "that"); i++ {
	}
	return i
}

// part are the words between two tokens that name a thing, empty where they name none.
func (r *reader) part(from, to int) string {
	for to > from && r.at(to-1, beforeHeld...) {
		to--
	}
	for from < to && r.at(from, "the", "that", "which", "because", "since", "and") {
		from++
	}
	switch {
	case to == from+1 && r.at(from, "it", "its", "this", "itself"):
		return "it"
	case to <= from, to > from+mostHeld, slices.ContainsFunc(r.tokens[from:to], func(t token) bool { return t.is(nobody...) || t.is("\n") }):
		return ""
	}
	words := r.text[r.tokens[from].at:r.tokens[to-1].end]
	if to == from+1 && r.tokens[from].plain() && words == strings.ToLower(words) {
		return "the " + words
	}
	return words
}
