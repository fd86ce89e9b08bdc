package signs

import (
	"regexp"
	"slices"
	"strings"
)

// deletionWords are how controllers say that it is about going away.
var deletionWords = []string{
	"delet", "terminat", "finaliz", "releas", "clean", "drain", "detach", "unmount", "unpublish", "teardown", "tear down", "tearing down",
	"deprovision", "decommission", "destroy", "remov", "uninstall", "purge", "evict", "in use", "inuse", "in-use", "used by", "held", "holds", "shutting down", "unbind", "revok",
}

// ofDeletion reports whether a word is about the object going away, or about what
// uses it still.
func ofDeletion(w Word) bool { return speaksOf(w, deletionWords) }

// waitingWords are how they say that something has to happen first.
var waitingWords = []string{
	"wait", "still ", "until ", "held by", "holds", "in use", "inuse", "in-use", "used by", "remain", "blocked", "pending", "not yet", "before it can", "depends on", "draining",
	"left", "not empty", "must be ",
}

// denied is what is said not to be so: "nothing holds it", "no longer in use".
var denied = regexp.MustCompile(`(?i)\b(?:no|not|nothing|none|nobody|never|without)(?: \w+){0,2}? (?:waits?|waiting|holds|held|in use|in-use|used|remains?|remaining|left|blocked|pending)\b`)

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

func speaksOf(w Word, vocabulary []string) bool {
	text := strings.ToLower(w.Text + "\n" + w.reason + "\n" + w.source)
	return slices.ContainsFunc(vocabulary, func(word string) bool { return strings.Contains(text, word) })
}

var (
	endingWords = []string{"delet", "detach", "unmount", "unpublish", "destroy", "remov", "releas", "deprovision", "terminat", "purge", "uninstall", "tear"}
	absentWords = []string{"not found", "notfound", "could not be found", "cannot be found", "does not exist", "doesn't exist", "no longer exists", "no such", "nosuch", "unknown topic", "already deleted", "already detached", "not attached", "already gone"}
	// neededWords are of what a controller needs to act. Where that is not there, nothing
	// is known of what it is to delete.
	neededWords = []string{
		"secret", "credential", "config", "account", "identity", "role", "tenant", "subscription", "token", "key", "certificate", "permission",
		"namespace", "kind", "crd", "definition", "api", "server", "service", "host", "endpoint", "address", "url", "dns", "resolve", "driver", "plugin", "provider", "class",
		"webhook", "node", "file", "directory", "executable", "command", "image", "region", "zone", "project", "owner", "parent", "reference", "referenced", "dependency", "policy", "method", "route", "template",
	}
)

// saysGone reports whether a failure says that what the deletion is to take away is not
// there any more. Where the words may as well be of something that is needed for it,
// they do not.
func saysGone(w Word) bool {
	return speaksOf(w, endingWords) && speaksOf(Word{Text: w.Text, reason: w.reason}, absentWords) && !slices.ContainsFunc(neededWords, func(word string) bool {
		return strings.Contains(strings.ToLower(w.Text), word)
	})
}
