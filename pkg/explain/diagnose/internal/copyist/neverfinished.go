package copyist

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

// neverFinished is that the making of the object has failed, where its holder fails at what is not there: what is looked
// for may never have been there, so that nobody can bring it back, and there may be nothing to delete.
func neverFinished(t *told, f *hearing.Finding) (said, what string) {
	if t.never != "" || !slices.ContainsFunc(f.Evidence, missesSomething) {
		return "", ""
	}
	return sentence.NeverFinished(t.lines, namesOf(t.h)), ""
}

func lookFirst(t *told, f hearing.Finding) hearing.Finding {
	f.Message += "; what it looks for may never have been made, by what is written beside it: " + t.tells()
	var n hearing.Notes
	n.Mend("look, where it would be, whether anything was ever made for " + itsName(t.h) + ": if not, there is nothing to delete and nothing to bring back, and no retry helps; then have its controller let go of this one object, by a later release where one does, or take this one finalizer off")
	f.Foremost = slices.Concat(n.Steps, f.Foremost)
	f.Steps = slices.DeleteFunc(slices.Clone(f.Steps), func(s explain.Step) bool { return s.Aim == explain.Waits || s.After })
	onlyWhere(f.Steps, "if something was made, ")
	return f
}

// missesSomething reports whether words tell that something is not there, or was never filled in.
func missesSomething(e explain.Evidence) bool {
	m := failure.Of(e.Words)
	return e.Words != "" && m != nil && (m.Absent || m.Account || m.Name == failure.EmptyRecord || m.Name == failure.DoneAlready || m.Name == failure.Unresolved)
}
