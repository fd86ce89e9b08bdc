package remove

import (
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// subject is one object of a plan while it is written to: what was shown of it,
// less what this run has changed itself. Nothing is written to an object that is
// anything else.
type subject struct {
	// kind is the one under which the server serves the object by now.
	kind trace.Kind
	// deleted is its deletionTimestamp, zero for none.
	deleted time.Time
	// list is the whole list of its finalizers.
	list []string
	// asked says that this run has asked it to go.
	asked bool
	// backup is the file that holds it as it was, empty for none.
	backup string
}

func newSubject(a *Action) *subject {
	s := &subject{kind: a.Kind, deleted: a.Object.Since, list: make([]string, len(a.Object.Finalizers))}
	for i, f := range a.Object.Finalizers {
		s.list[i] = f.Name
	}
	return s
}

// differs says how an object is no longer what the subject says, empty where it
// is the same.
func (s *subject) differs(obj *unstructured.Unstructured) string {
	deleted := deletedAt(obj)
	list := trace.FinalizersOf(obj)
	switch {
	case deleted.IsZero() && !s.deleted.IsZero():
		return "it is not being deleted any more"
	case !deleted.IsZero() && s.deleted.IsZero():
		return "it was asked to go at " + deleted.Format(time.RFC3339)
	case !deleted.Equal(s.deleted):
		return "its deletionTimestamp was " + s.deleted.Format(time.RFC3339) + " and is " + deleted.Format(time.RFC3339)
	case !slices.Equal(list, s.list):
		return "its finalizers were " + entries(s.list) + " and are " + entries(list)
	}
	return ""
}

// took notes that a finalizer is off.
func (s *subject) took(finalizer string) {
	s.list = slices.DeleteFunc(s.list, func(f string) bool { return f == finalizer })
}

func deletedAt(obj *unstructured.Unstructured) time.Time {
	if at := obj.GetDeletionTimestamp(); at != nil {
		return at.UTC()
	}
	return time.Time{}
}

// entries writes a list so that its order and an entry that stands twice show.
func entries(list []string) string {
	return "[" + strings.Join(list, " ") + "]"
}
