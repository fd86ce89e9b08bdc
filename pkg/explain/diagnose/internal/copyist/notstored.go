package copyist

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/apiwords"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

var (
	// notValid is how the API server answers that an object is not to be stored.
	notValid = regex.New(`^(?:Error from server(?: \([^()]*\))?: )?The [A-Za-z][\w.]* "([^"]+)" is invalid: \W*(([a-zA-Z][\w.\[\]"/-]*): .+)$`)
	// changed is how it refuses that a field has another value than before.
	changed = regex.New(`\bForbidden: (?:[a-z]+ )?(?:updates?|changes?|changing|updating|may not|cannot|can not|must not|is immutable)\b|\bfield is immutable\b|\bmay not be changed\b`)
	// answered is a line with which the answer to a command has ended: that it was done, or the next command.
	answered = regex.New(`^\S+ patched(?: \([^()]*\))?$|^\S*[$#>❯➜%] \S|^(?:kubectl|oc|k|helm)\s`)
	// injected is an annotation by which an object asks a webhook to put something into it.
	injected = regex.New(`(?:/|-)inject$`)
)

// answersWithin is how many lines behind a command its answer stands.
const answersWithin = 3

// NotStored decides where a person was refused an update that takes the finalizers off the object and does nothing else:
// the API server looks at the whole object, and so refuses the update of its controller too.
func NotStored(_ context.Context, h *hearing.Case) (f hearing.Finding) {
	if !h.View.Copied || h.Finalizer == "" || !h.Node.State.Going() {
		return f
	}
	answer := refusedBeside(h)
	if answer == "" {
		return f
	}
	f.Quote("answer copied beside it", answer, answer)
	const refused = "the update that takes its finalizers off and changes nothing else is refused, by what was copied beside it: "
	m := notValid.FindStringSubmatch(answer)
	if m == nil {
		hook, _ := apiwords.WebhookDenies.In(answer)
		f.Mend("do what webhook " + hook.Name + " demands" + phrase.Prefixed(": ", hook.Why))
		return f.Decide(explain.Undecided, explain.WebhookRefuses, refused+phrase.Quoted(answer)+"; "+h.HolderName()+" is refused it too, unless the webhook goes by who asks")
	}
	f.Warn("to take a finalizer off by hand is refused for the same, until that is mended")
	if !changed.MatchString(m[2]) {
		f.Do(explain.Act(explain.Changes, h.Node.Ref, "mend what the server names: "+m[2], h.View.Command(h.Node.Ref, "edit")...))
		return f.Decide(explain.Undecided, explain.ObjectInvalid, refused+phrase.Quoted(m[2])+"; the server looks at the whole object, so that "+h.HolderName()+" is refused it too: what is stored does not pass its checks by now")
	}
	asks, off := uninjected(h, m[3])
	f.Join(off)
	f.Do(explain.Look("see which mutating webhook is asked about updates of "+h.Kind.Type()+" and changes "+m[3]+asks+", and have that one leave alone what is being deleted",
		"kubectl", "get", "mutatingwebhookconfigurations", "-o", "yaml").For(explain.Mends))
	return f.Decide(explain.Undecided, explain.ObjectInvalid, refused+phrase.Quoted(m[2])+"; most likely a mutating webhook changes that at each update, also when "+h.HolderName()+" takes the finalizer off")
}

// refusedBeside is what was answered to the command that takes the finalizers off the object, empty where it was not
// refused.
func refusedBeside(h *hearing.Case) string {
	for i, l := range h.View.Logs.Aside {
		if s, is := strippedIn(l.Text); is && s.of(h) {
			if answer := refusal(h.View.Logs.Aside[i+1:], s.name); answer != "" {
				return answer
			}
		}
	}
	return ""
}

// refusal is the answer in the lines behind a command by which an update of an object was refused, empty for none.
func refusal(behind explain.Aside, name string) string {
	for _, l := range behind[:min(len(behind), answersWithin)] {
		text := strings.TrimSpace(l.Text)
		if answered.MatchString(text) {
			break
		}
		_, denied := apiwords.WebhookDenies.In(text)
		if m := notValid.FindStringSubmatch(text); m != nil && m[1] == name || denied && strings.HasPrefix(text, "Error from server") {
			return redact.Text(phrase.OneLine(text))
		}
	}
	return ""
}

// uninjected takes off the annotation by which the object asks to have something put into a field of its spec, and says
// which one that is.
func uninjected(h *hearing.Case, field string) (asks string, n hearing.Notes) {
	if h.Object == nil || !strings.HasPrefix(field, "spec.") {
		return "", n
	}
	marks := h.Object.GetAnnotations()
	for _, key := range slices.Sorted(maps.Keys(marks)) {
		if injected.MatchString(key) && (marks[key] == "true" || marks[key] == "enabled") {
			typed := h.View.Typed(h.Node.Ref)
			n.Hint("metadata.annotations", key+" asks a webhook to put something into it")
			n.Do(explain.Act(explain.Unprotects, h.Node.Ref, "take off the annotation "+key+": by that it asks a webhook to change it", append([]string{"kubectl", "annotate", typed[0], key + "-"}, typed[1:]...)...))
			return ", most likely the one that its annotation " + key + " asks for", n
		}
	}
	return "", n
}
