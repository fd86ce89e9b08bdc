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

// dataNamed is something that holds data, by its name, where that is in quotes or is no plain word.
var dataNamed = regex.New(`(?i)(?:\b([a-z]+) )?(?:the )?\b(database|schema|dataset|table)\b(?: \\?["'\x60]([\w./-]+)\\?["'\x60]| ([a-z]*[\d_.-][\w.-]*))?`)

// holdsData is what words name that holds data, and is not told of only as where something is.
func holdsData(words string) string {
	for _, m := range dataNamed.FindAllStringSubmatch(phrase.OneLine(words), -1) {
		if slices.Contains(whereabouts, strings.ToLower(m[1])) {
			continue
		}
		what, name := strings.ToLower(m[2]), strings.TrimRight(m[3]+m[4], ".-")
		if name == "" {
			return "the " + what
		}
		return what + " " + name
	}
	return ""
}

// whereabouts are words before where something is, or before what it belongs to.
var whereabouts = strings.Fields("in of from on at for to within inside by with via the")

// DataGuarded are the steps against what is in use still, where that is data, or the object's project has a switch by which
// it is kept: who ends that use has it deleted at the next try. Whether that is wanted is decided first.
func DataGuarded(h *hearing.Case, words string, n hearing.Notes) hearing.Notes {
	m := failure.Of(words)
	if m == nil || !m.Used || len(n.Steps) == 0 || n.Steps[0].Aim != explain.Mends {
		return n
	}
	what, is, kept := holdsData(words), "", false
	s, switched := keepingSetting(h)
	if switched {
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
			keep = append(keep, left(explain.Act(explain.Unprotects, h.Node.Ref, "keep what it stands for by this, where that may not go", command...)).For(explain.Keeps))
		}
	}
	n.Steps = slices.Clone(n.Steps)
	n.Steps[0] = n.Steps[0].Then()
	n.Steps = slices.Concat([]explain.Step{explain.Tell(text)}, keep, n.Steps)
	return n
}

var (
	// keepingValues are values by which what an object stands for is kept, whatever else keeps it too, and deletingValues
	// those by which it is deleted.
	keepingValues  = strings.Fields("skip retain orphan abandon detach-on-delete")
	deletingValues = strings.Fields("delete manage")
)

// keptBy is how the object is set now, empty where that is not told or does not surely have deleted what it stands for, and
// whether that is kept by it. A field that is to be false is so where it is left out.
func keptBy(h *hearing.Case, s *sentence.Setting) (is string, kept bool) {
	if h.Object == nil {
		return "", false
	}
	if s.Sort == "annotation" {
		return byValue(h.Object.GetAnnotations()[s.Key], s.Value)
	}
	value, set := manifest.FieldAt(h.Object.Object, s.Key)
	switch value := value.(type) {
	case bool:
		if !value {
			return "", s.Value == "false"
		}
		return "true", s.Value == "true"
	case string:
		return byValue(value, s.Value)
	}
	_, copied := h.Object.Object["spec"]
	return "", !set && copied && s.Value == "false"
}

// byValue is keptBy for a word.
func byValue(value, keeping string) (is string, kept bool) {
	switch word := strings.ToLower(value); {
	case value == keeping || slices.Contains(keepingValues, word):
		return "", true
	case slices.Contains(deletingValues, word):
		return value, false
	}
	return "", false
}
