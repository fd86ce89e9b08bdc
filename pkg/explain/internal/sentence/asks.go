package sentence

import "strings"

// verbs are what a text asks its reader to do, at the beginning of a clause.
var verbs = strings.Fields(`run delete remove close set unset add annotate label approve confirm create recreate update patch edit scale stop start restart
	disable enable empty drain detach unmount release use fix mend repair check contact move migrate export resolve restore provide configure rotate renew
	grant increase raise free revoke cancel abort force please`)

// Asks returns the clause in which a text asks its reader to act: an imperative, or what
// has to be done by hand or by a person. It is empty where it asks for nothing, and nothing but to force what its
// holder keeps.
func Asks(text string) string {
	r := reader{text: text, tokens: tokensOf(text)}
	for i := range r.tokens {
		t := &r.tokens[i]
		if t.is("please", "manually", "kubectl") && !r.at(i-1, "not") || t.is("manual") && r.at(i+1, "intervention", "approval", "action", "step", "steps", "cleanup") || r.begins(i) && t.is(verbs...) && r.hasObject(i+1) && !r.forbidden(i) {
			from, to := r.askedFrom(i), i
			for to < len(r.tokens) && !r.tokens[to].is(".", ";", "\n", "!") {
				to++
			}
			if asked := strings.TrimSpace(text[r.tokens[from].at:r.tokens[max(to-1, i)].end]); !forces(asked) {
				return asked
			}
		}
	}
	if asked := OfPerson(text); !forces(asked) {
		return asked
	}
	return ""
}

// begins reports whether a clause begins at a token.
func (r *reader) begins(i int) bool {
	return i == 0 || r.tokens[i-1].is(".", ";", ":", ",", "\n", "!", "-", "(", "or", "and", "then", "first")
}

// forbidden reports whether a verb goes on from another one which somebody is told not to do: "do not stop it or delete it".
func (r *reader) forbidden(i int) bool {
	if !r.at(i-1, "or", "and") {
		return false
	}
	for i--; i >= 0 && !r.tokens[i].is(".", ";", ":", "\n", "!"); i-- {
		if r.at(i, "never", "don't", "don’t") || r.at(i, "not") && r.at(i-1, "do", "must", "should", "please") {
			return true
		}
	}
	return false
}

// askedFrom is where the sentence of a token begins.
func (r *reader) askedFrom(i int) int {
	if r.begins(i) {
		return i
	}
	for i > 0 && !r.tokens[i-1].is(".", ";", ":", "\n", "!") {
		i--
	}
	return i
}

// hasObject reports whether what follows a verb is what it is to be done to, and not
// how a request of that name went.
func (r *reader) hasObject(i int) bool {
	return i < len(r.tokens) && !r.tokens[i].opaque && !r.tokens[i].is(".", ",", ":", ";", ")", "\n", "failed", "error", "errors", "of", "operation", "request", "requests", "is", "was", "timed", "timeout",
		"in", "has", "will", "and", "or", "not", "can", "cannot", "pending", "hook", "hooks", "protection", "policy", "status", "event", "job", "jobs", "call", "calls", "by", "progress", "completed", "succeeded", "denied", "blocked", "returned")
}
