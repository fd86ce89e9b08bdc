package remove

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Aspect names what has changed from one plan to another. The values are a public
// contract.
type Aspect string

// The aspects of a plan.
const (
	OtherServer     Aspect = "Server"
	NewAction       Aspect = "New"     // it was not in the plan that was shown
	MissingAction   Aspect = "Missing" // it is no longer in the plan
	OtherObject     Aspect = "Object"  // another object stands under the name
	OtherDeletion   Aspect = "Deletion"
	OtherFinalizers Aspect = "Finalizers"
	OtherOrder      Aspect = "Order"
	OtherFirst      Aspect = "DeleteFirst"
	OtherLoss       Aspect = "Loss"
	OtherGuards     Aspect = "Guards"
	OtherOverruled  Aspect = "Overruled"
)

// Change is one difference between the plan that was shown and the one of now.
type Change struct {
	Aspect Aspect
	// Object and Finalizer are those of the action; empty for the server.
	Object    trace.Ref
	Finalizer string
	// Was and Is are in words, empty for none.
	Was, Is string
}

// Changes compares what was shown with what would be shown now. They are equal in
// digest where it finds nothing.
func Changes(was, is Shown) []Change {
	var out []Change
	if was.Server != is.Server {
		out = append(out, Change{Aspect: OtherServer, Was: was.Server, Is: is.Server})
	}
	left := slices.Clone(is.Actions)
	for _, a := range was.Actions {
		at := slices.IndexFunc(left, func(b ShownAction) bool { return b.ref() == a.ref() && b.Take == a.Take })
		if at < 0 {
			out = append(out, Change{Aspect: MissingAction, Object: a.ref(), Finalizer: a.Take})
			continue
		}
		out = append(out, a.changes(&left[at])...)
		left = slices.Delete(left, at, at+1)
	}
	for _, b := range left {
		out = append(out, Change{Aspect: NewAction, Object: b.ref(), Finalizer: b.Take})
	}
	return out
}

func (a *ShownAction) ref() trace.Ref {
	return trace.Ref{Group: a.Group, Kind: a.Kind, Namespace: a.Namespace, Name: a.Name}
}

// changes compares an action with the same one of now.
func (a *ShownAction) changes(b *ShownAction) []Change {
	var out []Change
	for _, c := range []struct {
		aspect  Aspect
		was, is string
	}{
		{OtherObject, a.UID, b.UID},
		{OtherDeletion, a.Deleted, b.Deleted},
		{OtherFinalizers, entries(a.Finalizers), entries(b.Finalizers)},
		{OtherOrder, strconv.Itoa(a.Level), strconv.Itoa(b.Level)},
		{OtherFirst, strconv.FormatBool(a.DeleteFirst), strconv.FormatBool(b.DeleteFirst)},
		{OtherLoss, a.Loss, b.Loss},
		{OtherGuards, strings.Join(a.Guards, " "), strings.Join(b.Guards, " ")},
		{OtherOverruled, strings.Join(a.Overruled, " "), strings.Join(b.Overruled, " ")},
	} {
		if c.was != c.is {
			out = append(out, Change{Aspect: c.aspect, Object: a.ref(), Finalizer: a.Take, Was: c.was, Is: c.is})
		}
	}
	return out
}
