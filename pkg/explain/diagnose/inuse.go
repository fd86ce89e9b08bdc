package diagnose

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/signs"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// inUse decides where the status of the object says who uses it, and its holder does not say that it waits for something
// else. Each is looked up: a use may have ended, and the list be out of date.
func inUse(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Holder.BuiltIn || signs.WaitsForElse(ctx, h) {
		return f
	}
	named, more := acts.Users(ctx, h)
	if len(named) == 0 {
		return f
	}
	var toEnd, going, gone []acts.User
	for _, u := range named {
		f.Fact(strings.Join(u.Path, "."), "names "+u.Kind+" "+u.Name+", which "+hearing.StateText(u.State)+phrase.Prefixed(" and refers to it by its ", u.By))
		switch {
		case u.State == trace.Gone || u.State == trace.Recreated:
			gone = append(gone, u)
		case u.State.Going():
			going = append(going, u)
		default:
			toEnd = append(toEnd, u)
		}
	}
	using := slices.Concat(toEnd, going)
	for _, u := range using {
		f.BlockKnown(h.View, u.Ref, u.State, "uses it")
	}
	by, rest := strings.Join(slices.Concat(using, gone)[0].Path, "."), ""
	if more > 0 {
		rest = "; " + phrase.Count(more, "other that it names was", "others that it names were") + " not looked at"
	}
	missing := phrase.Plural(len(gone), "does", "do") + " not exist"
	if len(using) == 0 {
		if more == 0 {
			f.Do(acts.Touch(h, "have its holder look at it again, as by a touch: what "+by+" names is gone, and the entry is left over"))
		}
		return f.Decide(explain.Undecided, explain.InUse, "by its "+by+" it is in use by "+calledAll(gone)+", which "+missing+": "+h.HolderName()+" may not have seen that"+rest)
	}
	message := "by its " + by + " it is in use by " + calledAll(using) + ", and " + h.HolderName() + " most likely waits for that to end" + rest
	if len(gone) > 0 {
		message += "; " + calledAll(gone) + ", which it names, " + missing
	}
	if len(toEnd) == 0 {
		f.Next("see what holds "+h.View.NameOf(using[0].Ref)+", which uses it and is going itself", h.View.WhyStuck(using[0].Ref)...)
		return f.Decide(explain.Waiting, explain.InUse, message)
	}
	f.Join(endUse(h, toEnd))
	proven := func(u acts.User) bool { return u.State == trace.Live && u.By != "" }
	if len(h.Object.GetFinalizers()) == 1 && !h.Fresh() && slices.ContainsFunc(toEnd, proven) {
		return f.Decide(explain.Stuck, explain.InUse, message)
	}
	return f.Decide(explain.Undecided, explain.InUse, message)
}

// endUse is the step that ends that others use the object, which are not on their way.
func endUse(h *hearing.Case, users []acts.User) (n hearing.Notes) {
	u, by := &users[0], ""
	if u.By != "" {
		by = " (" + u.By + " of " + calledAll(users[:1]) + " refers to it)"
	}
	step := explain.Tell("have " + calledAll(users) + " let go of it" + by + ", as by the use of another one, or delete what of these nobody needs")
	if u.State != trace.Unreadable {
		step = explain.Look(step.Text, h.View.AsYAML(u.Ref)...).For(explain.Mends)
	}
	n.Do(step)
	n.Never("take the finalizer off as long as that is so: " + calledAll(users) + " would be left without it")
	return n
}

// calledAll names users.
func calledAll(users []acts.User) string {
	var names []string
	for i := range users {
		names = append(names, users[i].Kind+" "+users[i].Name)
	}
	return phrase.Names(names)
}
