package sentence

import (
	"slices"
	"strings"
)

var (
	// workedAt is what stands before a name of which no more is told than that somebody made it, read it or works at it.
	workedAt = strings.Fields(`create created creating make made making use used using uses read reads reading load loaded loading update updated updating patch patched patching
		apply applied applying add added adding set setting find found get got getting fetch fetched fetching list listed listing watch watching reconcile reconciled reconciling
		process processing processed handle handling handled finalize finalizing start started starting enqueue enqueued enqueuing queued requeue requeueing sync syncing synced
		write wrote writing written record recorded recording validate validating validated check checking checked see owner parent controller own owned owns for about like as via through per
		delete deleted deleting remove removed removing release released releasing`)
	// wasDone is what stands behind a name of which no more is told than that it was done with.
	wasDone = strings.Fields(`created creating made updated updating patched patching applied applying added ready deleted removed released gone done finished completed succeeded found read loaded synced
		enqueued queued recorded validated started reconciled processed handled ok fine healthy available running`)
	// beforeDone stands between a name and what was done with it.
	beforeDone = strings.Fields("is are was were has have been being successfully already now")
)

// Mentioned are the objects that a text names in full, by their kind and their name, and of which it tells something:
// not those that are merely where something is or what it is done with, that were made or read, or that are done with.
// A word names a kind where isKind says so.
func Mentioned(text string, isKind func(string) bool) []Mention {
	r := reader{text: text, tokens: tokensOf(text)}
	r.names = mentionsIn(r.tokens, isKind)
	return slices.DeleteFunc(slices.Clone(r.names), func(m Mention) bool {
		return bare(m) || r.placed(m.from, r.clauseStart(m.from)) || r.onlyWorkedAt(m.from) || r.doneWith(m.to)
	})
}

// PointedAt are the objects that a text names in full, whatever it tells of them: also that this is to be seen there.
func PointedAt(text string, isKind func(string) bool) []Mention {
	return slices.DeleteFunc(mentionsIn(tokensOf(text), isKind), bare)
}

// onlyWorkedAt reports whether what stands before a name says no more of it than that somebody works at it.
func (r *reader) onlyWorkedAt(i int) bool {
	for at := i - 1; at >= r.clauseStart(i) && at >= i-3; at-- {
		switch {
		case r.at(at, workedAt...):
			return true
		case r.inName(at), !r.tokens[at].plain():
			return false
		}
	}
	return false
}

// doneWith reports whether what stands behind a name says no more of it than that it is done with.
func (r *reader) doneWith(i int) bool {
	for r.at(i, beforeDone...) {
		i++
	}
	return r.at(i, wasDone...)
}
