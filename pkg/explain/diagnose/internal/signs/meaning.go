package signs

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// deletionWords are how controllers say that it is about going away.
var deletionWords = []string{
	"delet", "terminat", "finaliz", "releas", "clean", "drain", "detach", "unmount", "unpublish", "teardown", "tear down", "tearing down",
	"deprovision", "decommission", "destroy", "remov", "uninstall", "purge", "evict", "in use", "inuse", "in-use", "used by", "held", "holds", "shutting down", "unbind", "revok",
}

// ofDeletion reports whether a word is about the object going away, or about what
// uses it still.
func ofDeletion(w Word) bool { return speaksOf(w, deletionWords) }

// beginsWithDeletion reports whether a word stands beside a state, or in a field, that
// there is of nothing before it is asked to go: an operation of the type Delete, the
// phase Deleting.
func beginsWithDeletion(w Word) bool {
	return speaksOf(Word{reason: w.reason, source: w.source}, []string{"delete", "deleting", "deletion", "terminating", "deprovision", "finalizing"})
}

// waitingWords are how they say that something has to happen first.
var waitingWords = []string{
	"wait", "still ", "until ", "held by", "holds", "in use", "inuse", "in-use", "used by", "remain", "blocked", "pending", "not yet", "deferred", "before it can", "depends on", "draining",
	"left", "not empty", "must be ", "not ready",
}

// denied is what is said not to be so: "nothing holds it", "no longer in use".
var denied = regex.New(`(?i)\b(?:no|not|nothing|none|nobody|never|without)(?: \w+){0,2}? (?:waits?|waiting|holds|held|in use|in-use|used|remains?|remaining|left|blocked|pending)\b`)

// overWords are how they say that something has happened.
var overWords = []string{"have been ", "has been ", "was ", "were ", "successful", "succeeded", "completed", "no longer", "done"}

// saysWaits reports whether a word says that something has to happen first. A reason
// that says so is of before what the text says has happened.
func saysWaits(w Word) bool {
	if speaksOf(Word{Text: denied.ReplaceAllString(w.Text, "")}, waitingWords) {
		return true
	}
	return speaksOf(Word{reason: w.reason}, waitingWords) && !speaksOf(Word{Text: w.Text}, overWords)
}

// awaiting is an error that says at its end what is waited for, or until when it is not deleted.
var awaiting = regex.New(`(?i)(?:^|: )"?(?:still |now |it is |we are )?waiting (?:for|until|on) [^:]*$|\b(?:will|can|may)(?: ?not|n't) be (?:deleted|removed|finali[sz]ed|released) (?:until|before) `)

// putsOff reports whether what is told as an error says no more than what has to happen first: that is how
// controllers come back to it later.
func putsOff(text string) bool {
	return awaiting.MatchString(text) && failure.Of(text) == nil || failure.OnlyUnfinished(text)
}

// otherUse are words in which a use or a making stands that is none: who creates or updates does so each time.
var otherUse = strings.NewReplacer("paused", "", "caused", "", "createorupdate", "", "create or update", "")

func speaksOf(w Word, vocabulary []string) bool {
	text := otherUse.Replace(strings.ToLower(w.Text + "\n" + w.reason + "\n" + w.source))
	return slices.ContainsFunc(vocabulary, func(word string) bool { return strings.Contains(text, word) })
}
