package acts

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// pointing is how a request calls what was named before it, and deletes how it asks for a deletion.
var (
	pointing = regex.New(`(?i)^(?:delete|remove) (?:it|this|that|them|these|those)\b`)
	// takesAway is a command that deletes or forces something.
	takesAway = regex.New(`(?i)\b(?:kubectl|oc|helm|[a-z][a-z0-9-]*ctl) (?:[^;]* )?(?:delete|destroy|purge|wipe|remove|rm|uninstall|drop|erase|--force\S*)(?:\s|$|["'])`)
	deletes   = regex.New(`(?i)^(?:please )?(?:first )?(?:delete|remove|destroy|drop|purge|wipe|uninstall|terminate) `)
	// empties is how it asks to take away what a thing holds, costs what such words may always cost, and pronoun is how
	// it names that no further.
	empties = regex.New(`(?i)(?:^|[.;] )(?:please )?(?:first )?(?:delete|remove|destroy|drop|purge|wipe|empty|erase|clear|reset|format|truncate) `)
	costs   = regex.New(`(?i)\b(?:wipe|purge|discard|erase|replace|down|out|data|quorum|without|protection|off)\b|\w .*\b(?:delete|drop|empty|destroy)\b`)
	pronoun = regex.New(`(?i)^\w+ (?:it|this|that|them|these|those|both)\b`)
	// ofMark is what stands on an object and is nothing that keeps data.
	ofMark = regex.New(`(?i)\b(?:annotation|label|taint|condition|field|flag|lock)s?\b`)
	scales = regex.New(`(?i)^(?:please )?scale (?:down )?(?:the )?([A-Za-z][\w.-]*)[ /]["']?(?:([a-z0-9][-a-z0-9]*)/)?([a-z0-9][-a-z0-9.]*)["']? (?:down )?to (?:0|zero)\b`)
)

// DoAsked is the step that somebody asks for. Where the words say that something is lost by that, whether it may be
// comes first, and stands among what is lost by force too.
func DoAsked(ctx context.Context, h *hearing.Case, words, asked string) (n hearing.Notes) {
	step := askedStep(ctx, h, words, asked)
	loss := sentence.Loses(words)
	if loss == "" && (step.Effect == explain.Unprotects || sentence.WantsConsent(asked)) {
		n.Mend("make sure that what its deletion takes may go: its holder wants that confirmed: " + phrase.Quoted(words))
		step = step.Then()
	}
	if loss == "" && takesAway.MatchString(asked) {
		n.Mend("find out what is lost by the command that its holder asks for, and save that first if anybody needs it: it does not say")
		step = step.Then()
	}
	if loss != "" {
		n.Mend("decide whether what would be lost may go, and save it first if anybody needs it: its holder says " + phrase.Quoted(loss))
		step = step.Then()
		if !strings.Contains(h.Cost.Loss, loss) {
			cost := h.Cost
			cost.Loss = explain.Joined("; ", cost.Loss, "By the words of its holder: "+phrase.Quoted(loss))
			cost.Risk = cmp.Or(cost.Risk, explain.RiskHigh)
			n.Cost = &cost
		}
	}
	n.Do(step)
	return n
}

// mostWords is how long words are at the most that are quoted whole.
const mostWords = 200

// AskedFor is what an error asks for that tells more of what helps than its sort does: where that is not known, or
// names nothing and the request says what to set.
func AskedFor(words string) string {
	asked := sentence.Requests(words)
	if m := failure.Of(words); m != nil {
		_, plain := sentence.SettingIn(asked)
		if m.Passing || m.Tells(words) || !plain && !m.Held {
			return ""
		}
		if !plain {
			return sentence.Closing(words)
		}
	}
	return cmp.Or(asked, sentence.Closing(words))
}

// askedStep is that step, with its command where the words make plain what that is.
func askedStep(ctx context.Context, h *hearing.Case, words, asked string) explain.Step {
	for _, plainly := range []func(context.Context, *hearing.Case, string, string) (explain.Step, bool){setAsked, scaleAsked, deleteAsked, consentAsked} {
		if step, plain := plainly(ctx, h, words, asked); plain {
			return step
		}
	}
	costly := costs.MatchString(asked) && !takesAway.MatchString(asked)
	if pronoun.MatchString(asked) && !deletes.MatchString(asked) && len(words) <= mostWords { // what that is stands before it
		asked = words
	}
	if costly || (deletes.MatchString(asked) || empties.MatchString(asked)) && !ofMark.MatchString(asked) {
		return explain.Tell("do what it asks for, if that may go with all that it keeps: " + phrase.Quoted(asked))
	}
	return explain.Tell("do what it asks for: " + phrase.Quoted(asked))
}

// setAsked sets an annotation, a label or a field of the very object.
func setAsked(ctx context.Context, h *hearing.Case, words, asked string) (step explain.Step, plain bool) {
	s, plain := sentence.SettingIn(asked)
	if !plain || h.Object == nil || h.Node.Name == explain.NoName || h.Kind.IsUntyped() || !meansIt(h, s.Of) {
		return step, false
	}
	if _, another := Named(ctx, h, words); another {
		return step, false // which of the two is meant is not told
	}
	command, isSo := settingCommand(h, &s)
	if isSo {
		return Touch(h, "have its controller look at it again, as by a touch: what it asks for is set by now: "+phrase.Quoted(asked)), true
	}
	text := "set the " + s.Sort + " " + s.Key + " to " + s.Value + " on it, which its holder asks for: " + phrase.Quoted(asked)
	return explain.Act(explain.Unprotects, h.Node.Ref, text, command...), true
}

// consentAsked gives the consent that is asked for: where a field or an annotation of the object says that it is not given
// yet, that is set, and else whoever may give it does.
func consentAsked(_ context.Context, h *hearing.Case, words, asked string) (step explain.Step, plain bool) {
	field := sentence.FieldSaidFalse(words)
	if field == "" && !sentence.WantsConsent(asked) {
		return step, false
	}
	s := sentence.Setting{Sort: "field", Key: field, Value: "true"}
	if field == "" {
		s, plain = consentIn(h, asked)
	}
	if h.Object == nil || h.Node.Name == explain.NoName || h.Kind.IsUntyped() || field == "" && !plain {
		return explain.Tell("have that agreed to by whoever may, which its holder asks for: " + phrase.Quoted(asked)), true
	}
	command, _ := settingCommand(h, &s)
	text := "set the " + s.Sort + " " + s.Key + ", which is false, to true, once whoever may has agreed to what its holder asks for: " + phrase.Quoted(asked)
	return explain.Act(explain.Unprotects, h.Node.Ref, text, command...), true
}

// agreement are the stems of words by which people agree, in texts and in the names of fields.
var agreement = []string{"approv", "confirm", "acknowledg", "consent", "signoff", "sign-off"}

// consentIn is the one field of the spec, or the annotation, that is called after what is asked for, and is false.
func consentIn(h *hearing.Case, asked string) (s sentence.Setting, one bool) {
	if h.Object == nil {
		return s, false
	}
	var found []sentence.Setting
	spec, _, _ := unstructured.NestedMap(h.Object.Object, "spec")
	take := func(sort, key, name string) {
		if slices.ContainsFunc(agreement, func(stem string) bool {
			return strings.Contains(strings.ToLower(name), stem) && strings.Contains(strings.ToLower(asked), stem)
		}) {
			found = append(found, sentence.Setting{Sort: sort, Key: key, Value: "true"})
		}
	}
	for name, value := range spec {
		if value == false {
			take("field", "spec."+name, name)
		}
	}
	for key, value := range h.Object.GetAnnotations() {
		if value == "false" {
			take("annotation", key, key[strings.LastIndexByte(key, '/')+1:])
		}
	}
	if len(found) != 1 {
		return s, false
	}
	return found[0], true
}

// meansIt reports whether words call the very object.
func meansIt(h *hearing.Case, of string) bool {
	low := strings.ToLower(strings.TrimSpace(of))
	for _, article := range []string{"the ", "this "} {
		low = strings.TrimPrefix(low, article)
	}
	kinds := []string{"", "it", "this", "that", "object", "resource", "cr", "custom resource", strings.ToLower(h.Kind.Kind), h.Kind.Singular, h.Kind.Resource}
	kind, name, named := strings.Cut(strings.Replace(low, " ", "/", 1), "/")
	if named && kind != "custom" {
		return slices.Contains(kinds[1:], kind) && (name == h.Node.Name || name == h.Node.Namespace+"/"+h.Node.Name)
	}
	return slices.Contains(kinds, low)
}

// settingCommand is the command that sets it, and whether it is set already.
func settingCommand(h *hearing.Case, s *sentence.Setting) (command []string, isSo bool) {
	typed := h.View.Typed(h.Node.Ref)
	if s.Sort == "field" {
		return append(append([]string{"kubectl", "patch"}, typed...), "--type=merge", "-p", patchOf(s)), false
	}
	verb := "annotate"
	if s.Sort == "label" {
		verb = "label"
	}
	command = append([]string{"kubectl", verb, typed[0], s.Key + "=" + s.Value}, typed[1:]...)
	is, set := "", false
	if h.Object != nil {
		is, set = marksOf(h.Object, s.Sort)[s.Key]
	}
	if set || h.Object == nil {
		command = append(command, "--overwrite")
	}
	return command, set && is == s.Value
}

// marksOf are the annotations or the labels of an object.
func marksOf(obj *unstructured.Unstructured, sort string) map[string]string {
	if sort == "label" {
		return obj.GetLabels()
	}
	return obj.GetAnnotations()
}

// patchOf is the change of one field.
func patchOf(s *sentence.Setting) string {
	var value any = s.Value
	if number, err := strconv.Atoi(s.Value); err == nil {
		value = number
	} else if s.Value == "true" || s.Value == "false" {
		value = s.Value == "true"
	}
	return manifest.Patch(strings.Split(s.Key, "."), value)
}

// scaleAsked scales down what the request names, where that is there.
func scaleAsked(ctx context.Context, h *hearing.Case, _, asked string) (step explain.Step, plain bool) {
	m := scales.FindStringSubmatch(asked)
	if m == nil {
		return step, false
	}
	at, exists := Resolve(ctx, h, sentence.Mention{Kind: m[1], Namespace: m[2], Name: m[3]})
	if !exists || at.Group != "apps" {
		return step, false
	}
	command := h.View.Command(at, "scale", "--replicas=0")
	return explain.Act(explain.Stops, at, "scale "+h.View.NameOf(at)+" down, which its holder asks for, if what it runs may stop: "+phrase.Quoted(asked), command...), true
}

// deleteAsked shows the object that is to be deleted first: one that the request names, or that the words name before it.
func deleteAsked(_ context.Context, h *hearing.Case, words, asked string) (step explain.Step, plain bool) {
	if !deletes.MatchString(asked) {
		return step, false
	}
	text := asked
	if pointing.MatchString(asked) {
		text = words
	}
	for _, w := range sentence.Waits(text, func(word string) bool { return besideIts(h, word).Kind != "" }) {
		if len(w.Names) != 1 || w.Names[0].Name == "" || w.Names[0].Name == h.Node.Name {
			continue
		}
		kind, named := besideIts(h, w.Names[0].Kind), w.Names[0]
		typed := append([]string{"kubectl", "get", h.View.TypeOf(kind.Group, kind.Kind) + "/" + named.Name, "-o", "yaml"}, placeOf(h, kind, cmp.Or(named.Namespace, h.Node.Namespace))...)
		return explain.Look("delete "+kind.Kind+" "+named.Name+" first, which that asks for, if nobody needs it any more, nor what it keeps; see it before", typed...).For(explain.Mends), true
	}
	return step, false
}
