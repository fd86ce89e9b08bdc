package diagnose

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/signs"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// freshUse is how long after the deletion a use proves nothing: it may be about to end.
const freshUse = 15 * time.Second

// inUse decides where the status of the object says who uses it, and its holder does not say that it waits for something
// else. Each is looked up: a use may have ended, and the list be out of date.
func inUse(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Holder.BuiltIn || signs.WaitsForElse(ctx, h) {
		return f
	}
	var live, going, gone, unseen []acts.User
	for _, u := range acts.Users(ctx, h) {
		switch {
		case u.Loose && u.By == "":
			if u.State == trace.Live {
				f.Hint(u.Field, "names "+u.Called()+", which may use it, and does not refer to it by its spec")
			}
		case u.State.Going():
			going = append(going, u)
		case u.State == trace.Gone, u.State == trace.Recreated:
			gone = append(gone, u)
		case u.State == trace.Live:
			live = append(live, u)
		default:
			unseen = append(unseen, u)
		}
	}
	all := slices.Concat(live, unseen, going, gone)
	if len(all) == 0 {
		return f
	}
	for i := range all {
		u := &all[i]
		f.Fact(u.Field, "names "+u.Called()+", which "+hearing.StateText(u.State)+phrase.Prefixed(" and refers to it by its ", u.By))
		if u.Kind != "" && u.State != trace.Gone {
			f.BlockKnown(h.View, u.Ref, u.State, "uses it")
		}
	}
	using := slices.Concat(live, unseen, going)
	left := ""
	if len(gone) > 0 {
		left = "; " + calledAll(gone) + ", which it names, " + phrase.Plural(len(gone), "does", "do") + " not exist"
	}
	if len(using) == 0 {
		f.Do(acts.Touch(h, "have its holder look at it again, as by a touch: what "+all[0].Field+" names is gone, and the entry is left over"))
		return f.Decide(explain.Undecided, explain.InUse, "by its "+all[0].Field+" it is in use by "+calledAll(gone)+", which "+phrase.Plural(len(gone), "does", "do")+" not exist: "+h.HolderName()+" may not have seen that")
	}
	message := "by its " + using[0].Field + " it is in use by " + calledAll(using) + ", and " + h.HolderName() + " most likely waits for that to end" + left
	toEnd := slices.Concat(live, unseen)
	if len(toEnd) == 0 {
		f.Next("see what holds "+h.View.NameOf(going[0].Ref)+", which uses it and is going itself", h.View.WhyStuck(going[0].Ref)...)
		return f.Decide(explain.Waiting, explain.InUse, message)
	}
	f.Join(endUse(h, toEnd))
	verdict := explain.Undecided
	if alone := len(h.Object.GetFinalizers()) == 1; alone && h.Older(freshUse) && slices.ContainsFunc(live, func(u acts.User) bool { return u.By != "" || h.WrittenSince(u.Path) }) {
		verdict = explain.Stuck
	}
	return f.Decide(verdict, explain.InUse, message)
}

// endUse is the step that ends that others use the object, which are not on their way.
func endUse(h *hearing.Case, users []acts.User) (n hearing.Notes) {
	u := &users[0]
	by := ""
	if u.By != "" {
		by = " (" + u.By + " of " + u.Called() + " refers to it)"
	}
	text := "have " + calledAll(users) + " let go of it" + by + ", as by the use of another one, or delete what of these nobody needs"
	if u.Kind == "" || u.State == trace.Unreadable {
		n.Mend(text)
	} else {
		n.Do(explain.Look(text, h.View.AsYAML(u.Ref)...).For(explain.Mends))
	}
	n.Never("take the finalizer off as long as that is so: " + calledAll(users) + " would be left without it")
	return n
}

// calledAll names users.
func calledAll(users []acts.User) string {
	var names []string
	for i := range users {
		names = append(names, strings.TrimSpace(users[i].Called()))
	}
	return phrase.Names(names)
}
