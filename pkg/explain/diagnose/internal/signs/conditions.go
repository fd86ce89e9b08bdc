package signs

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// conditionWords are the messages of the object's conditions.
func conditionWords(h *hearing.Case) []Word {
	if h.Object == nil {
		return nil
	}
	var out []Word
	for _, c := range manifest.ConditionsOf(h.Object.Object) {
		byName := false
		if c.Message == "" && (strings.Contains(c.Reason, " ") || complains(c)) {
			c.Message, c.Reason = c.Reason, "" // all that it says
		}
		if c.Message == "" && tellsByName(h, c) {
			c.Message, c.Reason, byName = c.Kind+" is "+c.Status+phrase.Prefixed(": ", phrase.Apart(c.Reason)), "", true
		}
		if c.Message == "" {
			continue
		}
		w := Word{
			Text: c.Message, reason: c.Reason, source: c.Source(), First: c.SaidAt(), Last: c.SaidAt(), since: h.SaidSince(c) || ofItsDeletion(h, c), fails: complains(c), fine: reassures(c),
			by: "condition " + c.Kind, told: true, state: byName, author: authorOfStatus(h, h.ConditionWriters(&c)),
		}
		if ofAnother(h, w.Text) && !ofItsOwn(h, h.ConditionWriters(&c)) {
			w.author = somebodyElse
		}
		if w.gone = w.fails && sentence.EndedAlready(w.Text, w.reason+" "+w.source); w.gone {
			w.fails = false
		}
		out = append(out, w)
	}
	return out
}

// tellsByName reports whether a condition without a message says by its type and its reason that something is to happen
// first: that it waits, or is not drained yet. That the object goes, or is not gone yet, says nothing.
func tellsByName(h *hearing.Case, c manifest.Condition) bool {
	if !h.Kind.MayBeCustom() {
		return false
	}
	waits := func(name string) bool {
		return saysWaits(Word{Text: name}) && !goes.MatchString(name) && !announces.MatchString(name)
	}
	kind, reason := phrase.Apart(c.Kind), phrase.Apart(c.Reason)
	switch c.Status {
	case "True":
		return !tellsGood.MatchString(c.Kind) && (waits(kind) || waits(reason))
	case "False":
		return !adverseType(c.Kind) && (waits(reason) || strings.HasSuffix(kind, "ed") && ofDeletion(Word{reason: c.Kind}) && !goes.MatchString(kind))
	}
	return false
}

var (
	// goes is how a condition or a reason is called that says no more than that the object goes.
	goes = regex.New(`(?i)^(?:pending ?)?(?:delet|terminat|finali[sz])(?:ed|ing|ion|e)(?: ?(?:pending|requested|started|triggered|in ?progress|under ?way|running|scheduled))?$`)
	// tellsGood is how one is called that says, where it is true, that something is over or well.
	tellsGood = regex.New(`(?:[Uu]n[a-z]+ed|Succeeded|Completed?|Done|Finished|Passed|Resolved)$|^Ready$`)
)

// reassures reports whether a condition says that all is well.
func reassures(c manifest.Condition) bool {
	if adverseType(c.Kind) {
		return c.Status == "False"
	}
	w := Word{Text: c.Message, reason: c.Reason, source: c.Kind}
	done := strings.HasSuffix(c.Kind, "ed") && !keptBack.MatchString(c.Kind) // Released, Detached, Drained
	return c.Status == "True" && (done || !ofDeletion(w) && !saysWaits(w))
}

// keptBack is how a condition is called that says, where it is true, that the object is to stay for a while.
var keptBack = regex.New(`(?:[Rr]etain|[Hh]old|[Ll]ock|[Pp]rotect|[Pp]aus|[Ss]uspend|[Dd]eferr|[Pp]ostpon|[Dd]elay|[Pp]reserv|[Qq]ueu)ed$`)

// announces is how a condition of any type says no more than that the object goes.
var announces = regex.New(`(?i)delet(?:ion|ing) ?(?:was|is|has been|in)? ?(?:triggered|requested|started|in ?progress|progress|underway)|being (?:deleted|terminated)|is (?:deleting|terminating)`)

// complains reports whether a condition says that something goes wrong. One that is
// only not true yet does not; one that is true of a deletion may.
func complains(c manifest.Condition) bool {
	adverse := adverseType(c.Kind)
	switch c.Status {
	case "True":
		return adverse && (!announces.MatchString(c.Reason+" "+c.Message) || errorLike(c.Message)) || ofDeletion(Word{reason: c.Kind}) && (errorLike(c.Reason) || errorLike(c.Message))
	case "False", "Unknown":
		return !adverse && (errorLike(c.Reason) || badReason.MatchString(c.Reason) || errorLike(c.Message))
	case "": // some APIs list only what is the matter
		return adverse || c.Kind == "" && errorLike(c.Reason+" "+c.Message) // or it was cut before these
	}
	return false
}

// errorWords are how controllers say in a reason or message that it goes wrong.
var errorWords = []string{
	"fail", "error", "denied", "forbidden", "unauthorized", "invalid", "conflict", "cannot", "unable", "refus",
	"timeout", "timed out", "stalled", "degraded", "backoff", "not found", "notfound", "violat", "exceeded", "not authorized",
}

// noErrors are how they say that nothing does. A row of a table of conditions says so of one
// that is called after what would go wrong.
var noErrors = regex.New(`\b(?:no|0|zero|without|without any|any) (?:error|fail)\w*|\b\w*(?:error|fail)\w*\s+false\b`)

// badReason is how a reason calls what does not get better by itself. In a message the same words may tell of what is meant to be.
var badReason = regex.New(`(?i)stuck|broken|unreachable|offline|crash`)

func errorLike(text string) bool {
	text = noErrors.ReplaceAllString(strings.ReplaceAll(strings.ToLower(text), "installed", ""), "")
	return slices.ContainsFunc(errorWords, func(word string) bool { return strings.Contains(text, word) })
}

// adverseType reports whether a condition of the type is bad news where it is
// true, and good news where it is false.
func adverseType(conditionType string) bool {
	name := strings.ToLower(conditionType)
	return errorLike(name) || slices.ContainsFunc([]string{"recoverable", "terminal", "blocked", "unhealthy", "unavailable", "pressure"},
		func(word string) bool { return strings.Contains(name, word) && !strings.Contains(name, "un"+word) })
}
