package spoken

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var (
	// endingState is how a phase, a state or a reason says that the object itself is on its way out,
	// or that this fails. What is finalized or deprovisioned may stay.
	endingState = regex.New(`^(?i:failed[ _-]?)?(?i:delet(?:e|ing|ion)|terminat(?:ing|ion)|destroy(?:ing)?)(?i:[ _-]?(?:call|resource|object))?(?i:[ _-]?(?:failed|failure|failing|error|blocked|pending|progressing|in[ _-]?progress|stuck|started))?$`)
	// endingWords is how a message says that the deletion fails which it is about.
	endingWords = regex.New(`(?i)^(?:the )?(?:delete|deletion|destroy|finaliz\w+)(?: \w+)? (?:failed|fails|error)\b`)
	// endingLine is how a line of a log speaks of the deletion of what it is about.
	endingLine = regex.New(`(?i)\b(?:delet(?:e|ing|ion)|finaliz(?:e|ing|ation)|terminating)\b`)
	// takesAway stands before what is deleted.
	takesAway = regex.New(`(?i)\b(?:delet|terminat|evict|remov|destroy)\w* `)
	// stateOf is a field of a status that holds a state, or what was done last.
	stateOf = regex.New(`^(?i:current|last)?(?i:status|state|phase|operation)$`)
	// actOf is a field that names what is done.
	actOf = regex.New(`^(?i:type|action|operation)$`)
)

// endingOf is how a message begins that says of which kind the object is whose deletion fails.
var endingOf = regex.New(`^(?:[Tt]he )?([A-Z][a-z]+(?:[A-Z]+[a-z]+)+) (?:delete|deletion|destroy|deprovision\w*|finaliz\w+) (?:failed|fails|error)\b`)

// EndingOf is the kind, in several words, of which a message says so, as it is written there; empty where it says none.
func EndingOf(message string) string {
	if m := endingOf.FindStringSubmatch(message); m != nil {
		return m[1]
	}
	return ""
}

// IsEnding reports whether the status of an object says that the object is on its way out: its
// phase, what is being done to it, or a condition.
func IsEnding(obj map[string]any) bool {
	status, _ := obj["status"].(map[string]any)
	for field, value := range status {
		switch v := value.(type) {
		case string:
			if stateOf.MatchString(field) && endingState.MatchString(v) {
				return true
			}
		case map[string]any:
			if stateOf.MatchString(field) && endingFields(v, strings.HasSuffix(strings.ToLower(field), "operation")) {
				return true
			}
		}
	}
	return slices.ContainsFunc(conditionsOf(obj), endingCondition)
}

// endingFields reports whether a state, or what was done last, is a deletion.
func endingFields(fields map[string]any, act bool) bool {
	for field, value := range fields {
		text, _ := value.(string)
		if (stateOf.MatchString(field) || act && actOf.MatchString(field)) && endingState.MatchString(text) {
			return true
		}
	}
	return false
}

// endingCondition reports whether a condition says so: by its type, or by its reason or message
// where its type is another.
func endingCondition(c map[string]any) bool {
	if endingState.MatchString(Text(c, "type")) {
		return Text(c, "status") == "True"
	}
	return endingState.MatchString(Text(c, "reason")) || endingWords.MatchString(Text(c, "message")) && !deletesAnother(Text(c, "message"), "")
}

// EndingEvent reports whether an event about an object says that the object is on its way out. Those
// of Kubernetes' own kinds are of what belongs to them.
func EndingEvent(event map[string]any) bool {
	about, _ := event["involvedObject"].(map[string]any)
	if !strings.Contains(trace.GroupOf(Text(about, "apiVersion")), ".") || builtin.VersionOf(Text(about, "kind")) != "" {
		return false
	}
	return endingState.MatchString(Text(event, "reason")) && !deletesAnother(Text(event, "message"), Text(about, "kind"))
}

// noEnding is how lines speak of deletions of which none goes on.
var noEnding = regex.New(`(?i)delet\w*[ -]?(?:policy|protection)|\b(?:not|never|no) (?:being )?(?:delet|finaliz)`)

// EndingLine reports whether a line of a log that is about an object speaks of its deletion.
func EndingLine(line string, of Of) bool {
	return endingLine.MatchString(line) && !noEnding.MatchString(line) && of.in(line) && SubjectOf(line).Name != "" && !deletesAnother(line, of.Kind)
}

// ofItself is how a line says that a deletion fails and names nothing that is deleted, or a finalizer.
var ofItself = regex.New(`(?i)\b(?:delet(?:e|ing|ion)|finaliz(?:e|ing|ation))(?: (?:it|object|resource|custom resource|failed|error))*(?:["':;,]|$)|\bfinali[sz]ers?\b`)

// FailsToEnd reports whether a line of a log says that the deletion of an object fails, and not of what that is made of.
func FailsToEnd(line string, of Of) bool {
	if !Fails(line) || !of.in(line) || !strings.EqualFold(SubjectOf(line).Kind, of.Kind) || deletesAnother(line, of.Kind) {
		return false
	}
	for _, m := range takesAway.FindAllStringIndex(line, -1) {
		words := strings.Fields(strings.NewReplacer(`"`, " ", `'`, " ", ":", " ").Replace(line[m[1]:min(m[1]+nearby, len(line))]))
		words = slices.DeleteFunc(words, func(word string) bool { return word == "the" || word == "of" })
		if said := strings.ToLower(strings.Join(words[:min(len(words), 3)], "")); strings.HasPrefix(said, strings.ToLower(of.Kind)) {
			return true
		}
	}
	return ofItself.MatchString(line) && !noEnding.MatchString(line)
}

// nearby is how far behind a verb stands what it is about.
const nearby = 60

// deletesAnother reports whether a sentence is about the deletion of a built-in kind other than
// that one.
func deletesAnother(sentence, kind string) bool {
	for _, m := range takesAway.FindAllStringIndex(sentence, -1) {
		words := strings.Fields(sentence[m[1]:min(m[1]+nearby, len(sentence))])
		for _, word := range words[:min(len(words), 4)] {
			word, _, _ = strings.Cut(strings.Trim(word, `"'():,.;`), "/")
			if k, known := builtin.Named(word); known && len(word) > 2 && !strings.EqualFold(k.Kind, kind) {
				return true
			}
		}
	}
	return false
}
