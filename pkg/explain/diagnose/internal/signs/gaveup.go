package signs

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

// gaveUp says whose words, or what knowledge, it is that what failed is not tried again; empty where
// nothing says so. What is known of it in general stands back where it is seen to fail again and again.
func gaveUp(ctx context.Context, h *hearing.Case) (says string) {
	again := false
	for _, w := range words(ctx, h) {
		again = again || w.fails && w.author == theHolder && w.count >= oftenFailed
		if w.author != somebodyElse && w.of.Name == "" && !w.stale && sentence.GivesUp(w.Text) {
			return "by its own words"
		}
	}
	if !again && (h.Entry.Class == catalogue.ClassFailsForGood || h.Entry.Class == catalogue.ClassTriesOnce) {
		return "by what is known of it"
	}
	return ""
}

// triesAndFails is how who fails is told, with the sort of the failure: whether it comes back to it by
// itself.
func triesAndFails(ctx context.Context, h *hearing.Case, sort string) string {
	if says := gaveUp(ctx, h); says != "" {
		return " failed" + sort + " and, " + says + ", does not try again"
	}
	return " tries and fails" + sort
}

// triedAgain is the step behind what mends a failure, where nobody tries again by itself: quit
// says who tells that, and is empty elsewhere.
func triedAgain(quit string) (n hearing.Notes) {
	if quit != "" {
		n.Do(explain.Tell("have it tried again, which its controller, " + quit + ", does not do by itself: see which field or condition of the object says that it failed, and how that is asked for anew").Then())
	}
	return n
}
