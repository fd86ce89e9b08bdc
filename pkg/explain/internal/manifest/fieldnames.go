package manifest

import (
	"slices"
	"strings"
	"unicode"
)

// meaning is what the name of a field says of its value. APIs do not share names, but
// all make them of the same words.
type meaning int

const (
	nothing  meaning = iota
	anError          // lastError, failureMessage, validationErrors
	aMessage         // message, description, statusMessage
	aReason          // reason, errorCode: a word or two
	aState           // phase, state, health
	aCount           // remaining, blockedBy: how many or which are left
	aTime            // lastUpdateTime, observedAt: when it was said
	aSecret          // not to be quoted
)

var (
	secretWords    = []string{"token", "secret", "password", "passwd", "passphrase", "kubeconfig", "certificate", "cert", "key", "keys", "bundle", "userdata", "output", "outputs"}
	errorNames     = []string{"error", "errors", "err", "errs", "failure", "failures", "failed", "fault", "faults", "exception", "problem", "problems", "panic"}
	messageNames   = []string{"message", "messages", "msg", "msgs", "description", "detail", "details", "explanation", "diagnostics", "diagnostic", "cause", "warning", "warnings", "note", "notes", "hint", "waiting"}
	reasonNames    = []string{"reason", "reasons", "code", "codes", "type"}
	stateNames     = []string{"phase", "state", "status", "health", "result", "outcome", "verdict", "stage", "step", "progress", "action"}
	operationNames = []string{"operation", "action", "command", "verb"}
	countNames     = []string{"blocked", "blockers", "blocking", "blocks", "remaining", "pending", "outstanding", "unfinished", "held", "holders", "draining", "leftover", "leftovers", "dependents", "undeleted", "consumers", "referrers", "claimants"}
	timeNames      = []string{"time", "timestamp", "at", "seen", "observed", "updated", "stopped", "finished"}
	// of another moment than the one at which something was said
	otherTimes = []string{"start", "started", "creation", "created", "next", "expiration", "expires", "expiry", "delayed", "until", "deadline", "transition", "first", "begin", "scheduled", "success", "successful"}
	// what is counted, configured or measured, and says nothing
	measures = []string{"count", "threshold", "policy", "domain", "domains", "limit", "budget", "rate", "total", "number", "retries", "seconds", "percentage", "tolerations", "id", "ids", "url", "version", "generation", "hash", "ref", "refs", "image", "ip", "address"}
)

// meaningOf reads the name of a field.
func meaningOf(name string) meaning {
	words := wordsOf(name)
	if len(words) == 0 {
		return nothing
	}
	last := words[len(words)-1]
	has := func(list []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	is := func(list []string) bool { return slices.Contains(list, last) }
	switch {
	case is(timeNames):
		if has(otherTimes) {
			return nothing
		}
		return aTime
	case is(measures):
		return nothing
	case has(errorNames):
		if is(reasonNames) || is(stateNames) {
			return aReason
		}
		return anError
	case has(secretWords):
		return aSecret
	case is(messageNames):
		return aMessage
	case last == "type":
		if name == "type" {
			return aReason
		}
		return nothing
	case is(reasonNames):
		return aReason
	case is(stateNames):
		return aState
	case has(countNames), len(words) > 1 && words[0] == "waiting":
		return aCount
	}
	return nothing
}

// ofError reports whether a name is that of an error, or of its time.
func ofError(name string) bool {
	return slices.ContainsFunc(wordsOf(name), func(word string) bool { return slices.Contains(errorNames, word) })
}

// successNames are words of the names of times at which something went well.
var successNames = []string{"success", "successes", "successful", "succeeded", "recovered", "recovery"}

// ofSuccess reports whether a name is that of a time at which something went well.
func ofSuccess(name string) bool {
	words := wordsOf(name)
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(successNames, word) }) &&
		(slices.Contains(timeNames, words[len(words)-1]) || slices.Contains(successNames, words[len(words)-1]))
}

// sameStem reports whether a time may be of what an error is of: it is called the same, or after
// nothing but that it is a time.
func sameStem(moment, failure string) bool {
	stem := wordsOf(failure)
	for _, word := range wordsOf(moment) {
		if !slices.Contains(stem, word) && !slices.ContainsFunc([][]string{successNames, timeNames, errorNames, {"last", "latest"}}, func(list []string) bool { return slices.Contains(list, word) }) {
			return false
		}
	}
	return true
}

// endNames are words of names that have to do with the end of an object, or with what
// is tried in vain.
var endNames = []string{"delet", "terminat", "finaliz", "releas", "clean", "drain", "detach", "deprovision", "destroy", "remov", "uninstall", "retr", "attempt", "stuck", "block", "stop"}

// ofEnd reports whether a name has to do with the end of an object.
func ofEnd(name string) bool {
	return slices.ContainsFunc(wordsOf(name), func(word string) bool {
		return slices.ContainsFunc(endNames, func(stem string) bool { return strings.HasPrefix(word, stem) })
	})
}

// ofComing reports whether a name is that of a time until which is waited: nextAttemptTime,
// retryAfter, retryAfterSeconds, retainUntil, notBefore.
func ofComing(name string) bool {
	words := wordsOf(name)
	if len(words) == 0 {
		return false
	}
	if words[len(words)-1] == "seconds" && len(words) > 1 {
		words = words[:len(words)-1]
	}
	last := words[len(words)-1]
	tried := slices.ContainsFunc(words, func(word string) bool {
		return slices.Contains([]string{"retry", "retries", "attempt", "try"}, word)
	})
	return last == "until" || last == "before" && slices.Contains(words, "not") || last == "at" && slices.ContainsFunc(words, resumes) || tried && (slices.Contains(words, "next") || last == "after" || last == "at")
}

// resumes reports whether a word of a name says that something goes on.
func resumes(word string) bool { return strings.HasPrefix(word, "resume") || word == "reopens" }

// wordsOf takes a name apart: lastSyncError, last_sync_error and last-sync-error are
// the same three words.
func wordsOf(name string) []string {
	var words []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = nil
		}
	}
	runes := []rune(name)
	for i, c := range runes {
		switch {
		case !unicode.IsLetter(c):
			end()
			continue
		case unicode.IsUpper(c) && (i > 0 && unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			end()
		}
		word = append(word, c)
	}
	end()
	return words
}

// What states and errors are called where nothing is wrong, and where there is none.
var (
	nothings = []string{"", "none", "nil", "null", "no", "ok", "<nil>", "n/a", "-", "false", "true", "success", "succeeded", "healthy"}
	fines    = []string{"ok", "success", "succeeded", "successful", "healthy", "ready", "running", "active", "available", "complete", "completed", "bound", "done", "synced", "true", "normal", "green", "up", "online", "established", "provisioned", "created", "deployed", "applied"}
)

func means(text string, words []string) bool { return slices.Contains(words, strings.ToLower(text)) }

var badStates = []string{
	"fail", "error", "fault", "degrad", "unhealthy", "stalled", "stuck", "crash", "invalid", "conflict", "timeout", "timedout", "timed out",
	"denied", "reject", "abort", "blocked", "broken", "lost", "unreachable", "refused", "unavailable", "notfound", "backoff",
}

// harmless are words in which a bad one stands that is none.
var harmless = strings.NewReplacer("installed", "", "default", "")

// Bad reports whether a state is one of failure.
func Bad(state string) bool {
	lower := harmless.Replace(strings.ToLower(state))
	return strings.HasPrefix(lower, "err") || slices.ContainsFunc(badStates, func(w string) bool { return strings.Contains(lower, w) })
}

// waits reports whether a state is one of waiting.
func waits(state string) bool {
	lower := strings.ToLower(state)
	return slices.ContainsFunc([]string{"wait", "pending", "inuse", "in-use", "remain", "draining", "notready"}, func(w string) bool { return strings.Contains(lower, w) })
}

// ids are what the names of fields end in that hold an id.
var ids = []string{"id", "arn", "handle", "uuid"}

// IDOf is what the name of a field says that its value is the id of, in small letters: volumeID, bucketArn. It is empty where
// that is not said.
func IDOf(name string) (of string, is bool) {
	words := wordsOf(name)
	if len(words) == 0 || !slices.Contains(ids, words[len(words)-1]) {
		return "", false
	}
	return strings.Join(words[:len(words)-1], ""), true
}
