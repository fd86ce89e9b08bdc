package marks

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

// Guard is the field by which the very object is not to be deleted, or the annotation of its own domain; nil where it has none.
func Guard(h *hearing.Case) *Mark {
	if h.Object == nil || !h.Kind.MayBeCustom() {
		return nil
	}
	annotations := h.Object.GetAnnotations()
	for _, pause := range []bool{false, true} {
		if g, found := manifest.GuardOf(h.Object.Object, h.Kind.Kind, pause); found {
			field := strings.Join(g.Path, ".")
			m := guardMark(&Mark{Field: field, Value: fmt.Sprintf("is %v", g.Value)}, g.Off, h.View.Command(h.Node.Ref, "patch", "--type=merge", "-p", manifest.Patch(g.Path, g.Off)))
			if g.Path[0] == "status" {
				m.Ends, m.Undo = "have that end which "+field+" tells of", nil
			}
			return m
		}
		for _, key := range slices.Sorted(maps.Keys(annotations)) {
			_, name, _ := strings.Cut(key, "/")
			if off, guards := manifest.GuardsDeletion([]string{name}, annotations[key], h.Kind.Kind, pause); guards && akin(h, key) {
				m := annotationMark(h, key, "is "+phrase.Quoted(redact.Text(annotations[key])), false)
				return guardMark(m, off, append(h.View.Command(h.Node.Ref, "annotate"), fmt.Sprintf("%s=%v", key, off), "--overwrite"))
			}
		}
	}
	return nil
}

// guardMark has a mark end by what turns it off, where that is told.
func guardMark(m *Mark, off any, undo []string) *Mark {
	the := strings.Replace(m.Field, "annotation ", "the annotation ", 1)
	m.Ends, m.Undo = "set "+the+" to what lets it be deleted", nil
	if off != nil {
		m.Ends, m.Undo = fmt.Sprintf("set %s to %v", the, off), undo
	}
	return m
}

// Protects reports whether a guard is called after that: what else is said to be protected may be another thing.
func (m *Mark) Protects() bool {
	name := strings.ToLower(m.Field)
	return strings.Contains(name, "protect") || strings.Contains(name, "prevent")
}

// Guarded decides where nothing else tells why the object stays, and it is guarded against its deletion.
func Guarded(_ context.Context, h *hearing.Case) (f hearing.Finding) {
	m := Guard(h)
	if m == nil || h.Holder.BuiltIn || h.Fresh() {
		return f
	}
	f.Join(m.Off(h))
	return f.Decide(explain.Undecided, explain.Excluded, fmt.Sprintf("%s %s: its deletion is guarded, and %s may leave it alone as long as that is so", m.Field, m.Value, h.HolderName()))
}

// Off is how a guard is ended, and what to be sure of before that.
func (m *Mark) Off(h *hearing.Case) (n hearing.Notes) {
	n.Fact(m.Field, m.Value)
	text := "ask whoever owns it whether it may really go, and only then " + m.Ends
	if m.Undo == nil {
		n.Mend(text)
	} else {
		n.Do(explain.Act(explain.Unprotects, h.Node.Ref, text, m.Undo...))
	}
	n.Never(m.Ends + " before it is clear what the deletion then takes away" + phrase.Prefixed(": ", Undoing(h)))
	return n
}

// GuardTold is how the guard of the object is ended, by words of somebody who does not delete it because of that.
func GuardTold(_ context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	if mechanism := failure.Of(words); mechanism == nil || mechanism.Name != failure.Protected {
		return n
	}
	if m := Guard(h); m != nil && m.Protects() {
		return m.Off(h)
	}
	return n
}
