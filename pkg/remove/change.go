package remove

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
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
	OtherHolder     Aspect = "Holder"
	OtherLoss       Aspect = "Loss"
	OtherGuards     Aspect = "Guards"
	OtherOverruled  Aspect = "Overruled"
	OtherWarnings   Aspect = "Warnings"
)

// Change is one difference between the plan that was shown and the one of now.
type Change struct {
	Aspect Aspect
	// Object and Finalizer are those of the action; empty for the plan as a whole.
	Object    trace.Ref
	Finalizer string
	// Was and Is are in words, empty for none. Of what was lost, spoke against it or
	// was warned of then, no words are kept.
	Was, Is string
}

// Changes compares what was shown with the plan. They are equal in digest where it
// finds nothing.
func (p *Plan) Changes(was Shown) []Change {
	var out []Change
	is := p.Show()
	if was.Server != is.Server {
		out = append(out, Change{Aspect: OtherServer, Was: was.Server, Is: is.Server})
	}
	if !slices.Equal(was.Warnings, is.Warnings) {
		out = append(out, Change{Aspect: OtherWarnings, Is: strings.Join(p.ahead(was.Warnings), "; ")})
	}
	left := slices.Clone(is.Actions)
	for _, a := range was.Actions {
		at := slices.IndexFunc(left, func(b ShownAction) bool { return b.ref() == a.ref() && b.Take == a.Take })
		if at < 0 {
			out = append(out, Change{Aspect: MissingAction, Object: a.ref(), Finalizer: a.Take})
			continue
		}
		out = append(out, a.changes(&left[at], p.action(&left[at]))...)
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

// action is the one that is shown so.
func (p *Plan) action(s *ShownAction) *Action {
	at := slices.IndexFunc(p.Actions, func(a Action) bool {
		return a.Object.UID == s.UID && a.Object.Ref == s.ref() && a.Hold.Finalizer == s.Take
	})
	return &p.Actions[at]
}

// changes compares an action with the same one of now.
func (a *ShownAction) changes(b *ShownAction, now *Action) []Change {
	var out []Change
	differ := func(aspect Aspect, differs bool, was, is string) {
		if differs {
			out = append(out, Change{Aspect: aspect, Object: a.ref(), Finalizer: a.Take, Was: was, Is: is})
		}
	}
	for _, c := range []struct {
		aspect  Aspect
		was, is string
	}{
		{OtherObject, a.UID, b.UID},
		{OtherDeletion, a.Deleted, b.Deleted},
		{OtherFinalizers, entries(a.Finalizers), entries(b.Finalizers)},
		{OtherOrder, strconv.Itoa(a.Level), strconv.Itoa(b.Level)},
		{OtherFirst, strconv.FormatBool(a.DeleteFirst), strconv.FormatBool(b.DeleteFirst)},
		{OtherHolder, a.Holder, b.Holder},
	} {
		differ(c.aspect, c.was != c.is, c.was, c.is)
	}
	differ(OtherLoss, a.Loss != b.Loss, "", costText(&now.Hold.Cost))
	differ(OtherGuards, !slices.Equal(a.Guards, b.Guards), strings.Join(guardsOf(a.Guards, b.Guards), ", "), strings.Join(now.speaking(a.Guards), "; "))
	differ(OtherOverruled, !slices.Equal(a.Overruled, b.Overruled), strings.Join(guardsOf(a.Overruled, nil), ", "), strings.Join(guardsOf(b.Overruled, nil), ", "))
	differ(OtherWarnings, !slices.Equal(a.Warnings, b.Warnings), "", strings.Join(now.warned(a.Warnings), "; "))
	return out
}

// costText says what is lost now.
func costText(c *explain.Cost) string {
	text := cmp.Or(c.Loss, "what is lost is not known")
	text += phrase.Prefixed("; it stands for ", c.StandsFor())
	return text + " (" + cmp.Or(string(c.Risk), "unknown") + " risk)"
}

// guardsOf are the names of the guards that were shown and are not among others,
// each once.
func guardsOf(shown, others []string) []string {
	var names []string
	for _, g := range shown {
		if name, _, _ := strings.Cut(g, "/"); !slices.Contains(others, g) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// speaking is what speaks against the action and was not shown.
func (a *Action) speaking(shown []string) []string {
	var texts []string
	for i := range a.Objections {
		if o := &a.Objections[i]; !slices.Contains(shown, about(o)) {
			texts = append(texts, string(o.Guard)+": "+o.Message)
		}
	}
	return texts
}

// warned are the warnings about the object that were not shown.
func (a *Action) warned(shown []string) []string {
	return slices.DeleteFunc(slices.Clone(a.Warnings), func(text string) bool { return slices.Contains(shown, sum(text)) })
}

// ahead are the warnings about what goes on afterwards that were not shown.
func (p *Plan) ahead(shown []string) []string {
	var texts []string
	for i := range p.Warnings {
		if w := &p.Warnings[i]; len(w.waiting) > 0 && !slices.Contains(shown, w.sum()) {
			texts = append(texts, w.Text)
		}
	}
	return texts
}
