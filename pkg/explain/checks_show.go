package explain

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// show puts into the evidence what the check rests on.
func (s *situation) show() {
	if s.said.kind != "" {
		s.h.factOf(s.said, s.since)
	}
	for _, path := range s.Evidence {
		if path == "metadata.managedFields" {
			s.h.tellOrder()
			continue
		}
		if value, ok := fieldAt(s.h.obj.Object, path); ok {
			s.h.fact(path, fieldTitle(path)+" "+isText(value))
		}
	}
	if s.other.Name != "" {
		s.h.fact("read now", s.h.nameOf(s.other)+": "+stateText(trace.State(s.otherState())))
	}
	if s.Source != "" {
		s.h.fact("check "+s.ID, "what this means was read in "+s.Source)
	}
	s.h.hold.Evidence = append(s.h.hold.Evidence, s.notes...)
}

func (s *situation) otherState() string {
	state, _ := s.variables["otherState"].(string)
	return state
}

// stateText says a state in words.
func stateText(s trace.State) string {
	switch s {
	case trace.Live:
		return "exists and nobody has asked it to go"
	case trace.Grace, trace.Deleting:
		return "is going away itself"
	case trace.Gone:
		return "does not exist"
	case trace.Recreated:
		return "is another object by now"
	case trace.Unreadable:
	}
	return "could not be read"
}

// fieldAt finds a field by its path, such as spec.paused or
// metadata.annotations[example.com/paused].
func fieldAt(object map[string]any, path string) (any, bool) {
	var at any = object
	for path != "" {
		var name string
		if strings.HasPrefix(path, "[") {
			name, path, _ = strings.Cut(path[1:], "]")
		} else {
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			name, path = path[:end], path[end:]
		}
		path = strings.TrimPrefix(path, ".")
		m, _ := at.(map[string]any)
		value, ok := m[name]
		if !ok {
			return nil, false
		}
		at = value
	}
	return at, true
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
	text := valueText(value)
	if strings.HasPrefix(text, "is ") {
		return text
	}
	return "is " + text
}

// valueText shows a field's value in a few words.
func valueText(value any) string {
	switch v := value.(type) {
	case string:
		if v == "" {
			return "is there, and empty"
		}
		return shortened(oneLine(v))
	case []any:
		if len(v) == 0 {
			return "is an empty list"
		}
		texts := make([]string, len(v))
		for i := range v {
			texts[i] = valueText(v[i])
		}
		return shortened(strings.Join(texts, ", "))
	case map[string]any:
		var texts []string
		for _, key := range []string{"kind", "namespace", "name"} {
			if text, ok := v[key].(string); ok && text != "" {
				texts = append(texts, text)
			}
		}
		return strings.Join(texts, " ")
	}
	return shortened(fmt.Sprint(value))
}

// mostLeft bounds how often a step is said again for what is left.
const mostLeft = 5

// steps adds the check's steps, without those that name what is not there.
func (s *situation) steps(blockers []Blocker) {
	words := map[string][]string{}
	if s.other.Name != "" {
		words["{other}"] = s.h.typed(s.other)
	}
	for i := range blockers {
		if b := &blockers[i]; b.State != trace.Gone && b.Name != "" {
			words["{blocker}"] = s.h.typed(b.Ref)
			break
		}
	}
	if runner, _ := s.variables["runner"].(map[string]any); runner["workload"] != "" {
		words["{runner}"] = s.h.typed(s.h.hold.Holder.Workload)
	}
	if s.runner != nil && s.runner.obj != nil {
		words["{component}"] = s.h.typed(s.runner.holder.Workload)
	}
	words["{object}"] = s.h.typed(s.h.node.Ref)
	for i, step := range s.Next {
		if !s.isTrue(s.cel.stepWhen[i]) {
			continue
		}
		if slices.Contains(step.Command, "{left}") {
			for _, at := range s.left() {
				words["{left}"] = s.h.typed(at)
				s.step(&step, words)
			}
			delete(words, "{left}")
			continue
		}
		s.step(&step, words)
	}
}

// step adds a step, filled in.
func (s *situation) step(step *stepSpec, words map[string][]string) {
	var command []string
	for _, word := range step.Command {
		at, known := words[word]
		switch {
		case known:
			command = append(command, at...)
		case slices.Contains(objectWords, word), strings.Contains(word, "{cluster}") && s.cluster() == "":
			return
		default:
			command = append(command, s.filled(word))
		}
	}
	s.h.next(s.filled(step.Text), command...)
}

// cluster is the name of the Cluster API cluster that the object belongs to.
func (s *situation) cluster() string { return s.h.obj.GetLabels()[clusterNameLabel] }

// objectWords are the words of a command that stand for an object.
var objectWords = []string{"{object}", "{other}", "{blocker}", "{runner}", "{component}", "{left}"}

// left are the first few of what was found that nobody has asked to go.
func (s *situation) left() []trace.Ref {
	found, _ := s.variables["found"].([]any)
	var out []trace.Ref
	for _, f := range found {
		m, _ := f.(map[string]any)
		text := func(key string) string {
			value, _ := m[key].(string)
			return value
		}
		if deleting, _ := m["deleting"].(bool); text("name") != "" && !deleting && len(out) < mostLeft {
			out = append(out, trace.Ref{Group: text("group"), Kind: text("kind"), Namespace: text("namespace"), Name: text("name")})
		}
	}
	return out
}

func (s *situation) filled(text string) string {
	return strings.NewReplacer("{cluster}", s.cluster(), "{name}", s.h.node.Name, "{namespace}", s.h.node.Namespace,
		"{resource}", groupResource(s.h.kind), "{finalizer}", s.h.hold.Finalizer,
		"{now}", s.h.now.UTC().Format(time.RFC3339)).Replace(text)
}

// groupResource is a kind's plural with its group.
func groupResource(k trace.Kind) string {
	if k.Group == "" {
		return k.Resource
	}
	return k.Resource + "." + k.Group
}
