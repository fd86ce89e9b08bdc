package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// show puts into the evidence what the check rests on.
func (s *situation) show() {
	if s.said.Kind != "" {
		s.f.FactOf(s.h, s.said, s.since)
	}
	showFields(&s.f.Notes, s.h, s.Evidence)
	if s.other.Name != "" {
		s.f.Fact("read now", s.h.View.NameOf(s.other)+": "+hearing.StateText(trace.State(s.otherState())))
	}
	if s.Source != "" {
		s.f.Add(explain.Evidence{Kind: explain.Documented, Source: "check " + s.ID, Fact: "what this means was read in " + s.Source})
	}
	s.f.Evidence = append(s.f.Evidence, s.notes...)
}

// shownWords are those of the first field that the check shows and that holds a sentence; empty where none
// does.
func (s *situation) shownWords() string {
	for _, path := range s.Evidence {
		value, _ := manifest.FieldAt(s.h.Object.Object, path)
		if words, is := value.(string); is && strings.Contains(words, " ") {
			return words
		}
	}
	return ""
}

func (s *situation) otherState() string {
	state, _ := s.variables["otherState"].(string)
	return state
}

func showFields(n *hearing.Notes, h *hearing.Case, paths []string) {
	for _, path := range paths {
		if path == "metadata.managedFields" {
			n.TellOrder(h)
			continue
		}
		if value, ok := manifest.FieldAt(h.Object.Object, path); ok {
			n.Quote(path, fieldTitle(path)+" "+isText(value), valueText(value))
		}
	}
}

// fieldTitle is a field's path as a person says it: "label x" for metadata.labels[x].
func fieldTitle(path string) string {
	for prefix, title := range map[string]string{"metadata.labels[": "label ", "metadata.annotations[": "annotation "} {
		if key, ok := strings.CutPrefix(path, prefix); ok {
			return title + strings.TrimSuffix(key, "]")
		}
	}
	return path
}

// isText completes the name of a field: "is true".
func isText(value any) string {
	switch v := value.(type) {
	case string:
		if v == "" {
			return "is there, and empty"
		}
	case []any:
		if len(v) == 0 {
			return "is an empty list"
		}
	}
	return "is " + valueText(value)
}

// valueText shows a field's value in a few words.
func valueText(value any) string {
	switch v := value.(type) {
	case string:
		if v == "" {
			return `""`
		}
		return redact.Text(phrase.OneLine(v))
	case []any:
		texts := make([]string, len(v))
		for i := range v {
			texts[i] = valueText(v[i])
		}
		return strings.Join(texts, ", ")
	case map[string]any:
		var texts []string
		for _, key := range []string{"kind", "namespace", "name"} {
			if text, ok := v[key].(string); ok && text != "" {
				texts = append(texts, text)
			}
		}
		return strings.Join(texts, " ")
	}
	return fmt.Sprint(value)
}

// steps adds the check's steps, without those that name what is not there.
func (s *situation) steps(blockers []explain.Blocker) {
	at := map[string]trace.Ref{catalogue.ObjectWord: s.h.Node.Ref}
	if s.other.Name != "" {
		at[catalogue.OtherWord] = s.other
	}
	for i := range blockers {
		if b := &blockers[i]; b.State != trace.Gone && b.Name != "" {
			at[catalogue.BlockerWord] = b.Ref
			break
		}
	}
	s.gone = goneNames(s.h.View, blockers, s.other, s.otherState())
	if workload := s.h.Holder.Workload; workload.Name != "" && s.h.Holder.Sure() {
		at[catalogue.HolderWord] = workload
	}
	for i := range s.Steps {
		step := &s.Steps[i]
		if !s.isTrue(s.CEL.StepWhen[i]) {
			continue
		}
		s.step(step, at)
	}
}

// goneNames names what the check found that does not exist.
func goneNames(w *sight.View, blockers []explain.Blocker, other trace.Ref, state string) string {
	var names []string
	for i := range blockers {
		if b := &blockers[i]; b.State == trace.Gone && b.Name != "" {
			names = append(names, w.NameOf(b.Ref))
		}
	}
	if len(names) == 0 && other.Name != "" && state == string(trace.Gone) {
		names = append(names, w.NameOf(other))
	}
	return phrase.Names(names)
}

// step adds a step, filled in.
func (s *situation) step(step *catalogue.Step, at map[string]trace.Ref) {
	text, known := s.filled(step.Text)
	if !known {
		return
	}
	var command []string
	for _, word := range step.Command {
		ref, object := at[word]
		filled, known := s.filled(word)
		switch {
		case object:
			command = append(command, s.h.View.Typed(ref)...)
		case catalogue.StandsForObject(word), !known:
			return
		default:
			command = append(command, filled)
		}
	}
	if at := slices.Index(command, "-n"); at >= 0 && at+1 < len(command) && command[at+1] == "" {
		command = slices.Delete(command, at, at+2) // nothing tells which namespace
	}
	act := explain.Act(step.Effect, at[step.Target], text, command...).For(step.Aim)
	act.After = step.After
	s.f.Do(act)
}

// filled puts in what is known of the case. It returns false where a field is named that is
// not there.
func (s *situation) filled(text string) (string, bool) {
	text, known := catalogue.FillFields(text, s.h.Object.Object)
	return strings.NewReplacer(catalogue.NamePlace, s.h.Node.Name, catalogue.NamespacePlace, s.h.Node.Namespace,
		catalogue.ResourcePlace, s.h.Kind.Type(), catalogue.FinalizerPlace, s.h.Finalizer, catalogue.GonePlace, cmp.Or(s.gone, "what it names"),
		catalogue.NowPlace, s.h.View.Clock.At.UTC().Format(time.RFC3339)).Replace(text), known
}
