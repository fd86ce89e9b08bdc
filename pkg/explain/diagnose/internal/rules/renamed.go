package rules

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

// Renamed decides where nothing else does, and a person has written beside the object that its finalizer is called
// otherwise by now: releases since take only the new one off. Nobody has shown that it is so.
func Renamed(_ context.Context, h *hearing.Case) (f hearing.Finding) {
	if !h.View.Copied || h.Holder.BuiltIn || h.Entry.Pattern != "" {
		return f
	}
	for _, l := range h.View.Logs.Aside {
		r, told := sentence.Renamed(l.Text)
		if !told || !ofFinalizer(h, &r) {
			continue
		}
		before := "the renaming"
		if r.Release != "" {
			before = r.Release
		}
		f.Add(holder.AsTold(r.Said))
		f.Mend("run a release of its controller from before " + before + " until it is gone; or make sure that what this finalizer is for is cleaned up, and then take it off by hand")
		f.PlanRemoval(h, "see what taking it off would do")
		return f.Decide(explain.Undecided, explain.NobodyRemoves, "the text written beside it says that the finalizer is called "+r.To+" by now: most likely no release since takes this one off any more")
	}
	return f
}

// ofFinalizer reports whether a renaming is of the finalizer: it names it or, where it tells only the new name, that is
// of the same domain, and the object has no other one that could be meant.
func ofFinalizer(h *hearing.Case, r *sentence.Renaming) bool {
	if r.From != "" || h.Object == nil {
		return r.From == h.Finalizer
	}
	host, _, _ := strings.Cut(r.To, "/")
	same := func(finalizer string) bool { return finalizer == r.To || catalogue.SameDomain(host, finalizer) }
	others := slices.DeleteFunc(slices.Clone(h.Object.GetFinalizers()), func(finalizer string) bool { return finalizer == h.Finalizer })
	return h.Finalizer != r.To && same(h.Finalizer) && !slices.ContainsFunc(others, same)
}
