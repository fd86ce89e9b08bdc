package acts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// dataNamed is something that holds data, by its name.
var dataNamed = regex.New(`(?i)\b(database|schema|dataset|table) \\?["']?([\w.-]*[\w-])`)

// DataGuarded are the steps against what is in use still, where that is data, or the object's project has a switch by which
// it is kept: who ends that use has it deleted at the next try. Whether that is wanted is decided first.
func DataGuarded(h *hearing.Case, words string, n hearing.Notes) hearing.Notes {
	m := failure.Of(words)
	if m == nil || !m.Used || len(n.Steps) == 0 || n.Steps[0].Aim != explain.Mends {
		return n
	}
	what, s, switched := "", sentence.Setting{}, h.Entry.Keeps != ""
	if named := dataNamed.FindStringSubmatch(phrase.OneLine(words)); named != nil {
		what = strings.ToLower(named[1]) + " " + named[2]
	}
	is, kept := "", false
	if switched {
		s.Sort, s.Key, _ = strings.Cut(h.Entry.Keeps, " ")
		s.Key, s.Value, _ = strings.Cut(s.Key, "=")
		is, kept = keptBy(h, &s)
	}
	if kept || what == "" && is == "" {
		return n
	}
	text := "decide whether " + cmp.Or(what, "what it stands for") + " may go, with its data: the next try that succeeds deletes it"
	var keep []explain.Step
	if switched {
		set := "the " + s.Sort + " " + s.Key + " to " + s.Value
		text += phrase.Prefixed(", as "+s.Key+" is ", is) + "; if it may not, set " + set + " first: its controller then lets go and leaves that"
		if h.Object != nil && h.Node.Name != explain.NoName && !h.Kind.IsUntyped() {
			command, _ := settingCommand(h, &s)
			keep = append(keep, explain.Act(explain.Unprotects, h.Node.Ref, "keep what it stands for by this, where that may not go", command...).For(explain.Keeps))
		}
	}
	n.Steps = slices.Clone(n.Steps)
	n.Steps[0] = n.Steps[0].Then()
	n.Steps = slices.Concat([]explain.Step{explain.Tell(text)}, n.Steps, keep)
	return n
}

// keptBy is how the object is set now, empty where that is not told, and whether what it stands for is kept by that. A
// field that is to be false is so where it is left out.
func keptBy(h *hearing.Case, s *sentence.Setting) (is string, kept bool) {
	if h.Object == nil {
		return "", false
	}
	if s.Sort == "annotation" {
		is = h.Object.GetAnnotations()[s.Key]
		return phrase.OneLine(is), is == s.Value
	}
	value, set := manifest.FieldAt(h.Object.Object, s.Key)
	switch value := value.(type) {
	case bool:
		is = map[bool]string{true: "true", false: "false"}[value]
	case string:
		is = phrase.OneLine(value)
	}
	_, copied := h.Object.Object["spec"]
	return is, is == s.Value || !set && copied && s.Value == "false"
}
