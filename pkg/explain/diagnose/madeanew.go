package diagnose

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

const (
	// newFor is how long an object counts as new: somebody who asks why it does not go may have deleted one of its name.
	newFor = time.Hour
	// atOnce is how long after an object was made a write counts as the one that made it.
	atOnce = 2 * time.Second
)

// madeAnew tells of an object which nobody deletes, and which is new, what program made it that has left its mark on it: one of its name that was deleted
// before that is gone, and deleting this one too is of no use while that program wants it.
func madeAnew(h *hearing.Case, f *hearing.Finding) {
	if h.View.Copied || !h.Node.Asked || h.Object == nil || !h.View.Clock.Within(h.Node.Created, newFor) {
		return
	}
	for _, w := range h.Writes() {
		if w.Subresource != "" || w.At.Sub(h.Node.Created).Abs() > atOnce || manifest.PersonalManager(w.Manager) || manifest.GenericManager(w.Manager) {
			continue
		}
		marks := marksOf(h, w.Manager)
		if len(marks) == 0 { // as a controller of Kubernetes, or one that was asked for it by another object
			continue
		}
		f.Message += "; it was made " + h.View.Clock.When(h.Node.Created) + " by " + w.Manager + ": if one of its name was deleted before that, it is gone, and this one is new"
		f.Fact("managedFields", "made by field manager "+w.Manager)
		f.Do(explain.Tell("if it is to stay away, take it out of what " + w.Manager + " makes it from (" + strings.Join(marks, ", ") + ") first, and delete it then: else it may be made again").For(explain.Mends))
		return
	}
}

// marksOf are the labels and annotations of a program's domain on the object, which tell from what it makes it.
func marksOf(h *hearing.Case, manager string) (out []string) {
	for _, all := range []map[string]string{h.Object.GetLabels(), h.Object.GetAnnotations()} {
		for _, key := range slices.Sorted(maps.Keys(all)) {
			host, _, qualified := strings.Cut(key, "/")
			first, _, _ := strings.Cut(host, ".")
			if qualified && all[key] != "" && strings.Contains(strings.ToLower(manager), first) && len(all[key]) < 80 {
				out = append(out, key+": "+all[key])
			}
		}
	}
	return out
}
