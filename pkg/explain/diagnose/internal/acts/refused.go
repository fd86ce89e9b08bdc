package acts

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/apiwords"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Request is which object a request was about that was refused.
type Request int

// What a request that was refused was about.
const (
	OfUnsaid Request = iota
	OfTheObject
	OfAnother
)

// RequestOf says whether a request that words tell was refused is one that changes the object
// which goes, as taking off its finalizer does.
func RequestOf(h *hearing.Case, words string) Request {
	r, told := sentence.Refused(phrase.OneLine(words))
	if !told {
		return OfUnsaid
	}
	if r.Verb == "create" && !added.MatchString(r.What) {
		return OfAnother
	}
	named, own := strings.FieldsFunc(strings.ToLower(r.What), func(c rune) bool { return c == ' ' || c == '/' }), hearing.SubjectOf(h)
	kind := slices.ContainsFunc(named, func(word string) bool {
		word, _, _ = strings.Cut(word, ".")
		return slices.ContainsFunc(own.Kinds, func(k string) bool { return k != "" && strings.EqualFold(k, word) })
	})
	alone := slices.Contains(named, h.Node.Name) && !slices.ContainsFunc(named, func(word string) bool { return word != h.Node.Name && word != h.Node.Namespace })
	switch {
	case kind, ownPart.MatchString(r.What), alone, strings.Contains(strings.ToLower(r.What), "finalizer"):
		return OfTheObject
	case h.Kind.IsUntyped(), !namesAnother(h, r.What):
		return OfUnsaid
	}
	return OfAnother
}

// namesAnother reports whether what was refused begins with a kind that is spelled as one, and is that of
// another object.
func namesAnother(h *hearing.Case, what string) bool {
	m := spelledKind.FindStringSubmatch(what)
	return m != nil && !strings.EqualFold(m[1], h.Kind.Kind)
}

// spelledKind is a kind before a name, or alone.
var spelledKind = regex.New(`^(?:(?:the|a|an|its) )?([A-Z][a-z]+(?:[A-Z][A-Za-z]+)*|[A-Z]{2,}[a-z]\w+)\b`)

// added is how a change is told as something that is added to an object.
var added = regex.New(`(?i)\b(?:to|on)\b`)

// ownPart is how controllers call the object that they work at, or a part of it.
var ownPart = regex.New(`(?i)^(?:(?:the|this|its) )?(?:finalizers?|status|labels?|annotations?|object|resource|it|cr|custom resource)\b`)

// RefusedAgain warns that a webhook which refuses the controller refuses a person too, where it
// refused a change of the very object.
func RefusedAgain(h *hearing.Case, words string) (n hearing.Notes) {
	hook, told := apiwords.WebhookDenies.In(words)
	if !told || !h.View.Copied {
		return n
	}
	switch RequestOf(h, words) {
	case OfTheObject:
		n.Warn("webhook " + hook.Name + " is asked about a removal by hand too, and refuses it as long as it refuses this")
	case OfUnsaid:
		if ofKindBeside(h, hook.Name) {
			return n
		}
		n.Warn("webhook " + hook.Name + " refuses a removal by hand too, if what it refused was a change of this object: the words do not tell")
	case OfAnother:
	}
	return n
}

// scaffolded is how a webhook is called by those who have its name made: after the one kind that it is asked about.
var scaffolded = regex.New(`^[vm]([a-z][a-z0-9]+)(?:-v\d\w*)?\.kb\.io$`)

// ofKindBeside reports whether a webhook is asked about another kind by its name: one that is known, or that is called
// after that of the object.
func ofKindBeside(h *hearing.Case, name string) bool {
	m, own := scaffolded.FindStringSubmatch(name), strings.ToLower(h.Kind.Kind)
	if m == nil || own == "" || h.Kind.IsUntyped() || m[1] == own {
		return false
	}
	_, _, known := h.View.Catalogue.Spelled(m[1])
	return known || len(KindsCalled(h, m[1])) > 0 || strings.HasSuffix(m[1], own)
}

// notTheRight is the answer of a webhook that is about who asks, and not about what for.
var notTheRight = regex.New(`(?i)^\W*(unauthorized|access denied|permission denied|not authorized|forbidden)\W*$`)

// RefusedOther is what is to be done where a webhook refuses its controller a request that the
// words tell: which one that is, and that it is a right which is missing where it says so.
func RefusedOther(_ context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	words = phrase.OneLine(words)
	r, told := sentence.Refused(words)
	hook, refuses := apiwords.WebhookDenies.In(words)
	if !refuses {
		return n
	}
	request := ""
	if told {
		request = ", which it needs to " + r.Verb + " " + r.What
	}
	switch lacks := notTheRight.FindStringSubmatch(hook.Why); {
	case lacks != nil:
		n.Mend("give the account that its controller works with the right that webhook " + hook.Name + " asks for" + request + `: it answers "` + strings.TrimRight(lacks[1], ` .)"`) + `"`)
		return n // it may let somebody else
	case RequestOf(h, words) != OfAnother:
		return n
	case r.Verb == "create":
		n.Mend("have its controller make " + r.What + " as webhook " + hook.Name + " wants it, by a setting or a later release, or make that by hand under the same name")
	default:
		n.Mend("have webhook " + hook.Name + " let its controller " + r.Verb + " " + r.What + ", or do what it demands" + phrase.Prefixed(": ", hook.Why))
	}
	n.Join(RefusedAgain(h, words))
	return n
}
