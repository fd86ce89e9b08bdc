package signs

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
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
// itself. That it goes on to fail is said only where it was seen to do so more than once, or where a condition stands for it.
func triesAndFails(ctx context.Context, h *hearing.Case, c Word, sort string) string {
	says := gaveUp(ctx, h)
	switch {
	case says != "":
		return " failed" + sort + " and, " + says + ", does not try again"
	case c.warns:
		return " warns of it again and again"
	case c.told || c.count > 1 || countsTries(h) || c.count > 0 && severalFail(ctx, h, c):
		return " tries and fails" + sort
	case c.count == 0:
		return " has written an error" + sort
	}
	return " failed" + sort
}

// severalFail reports whether the same one has told of several failures.
func severalFail(ctx context.Context, h *hearing.Case, c Word) bool {
	times := int64(0)
	for _, w := range words(ctx, h) {
		if w.fails && w.since && w.author == c.author && w.of.Name == c.of.Name {
			times += w.count
		}
	}
	return times > 1
}

// tryCount is what controllers call the number of their tries in a status.
var tryCount = regex.New(`(?i)attempts?|retr(?:y|ies)|failures|failureCount|^tries`)

// countsTries reports whether the status counts more than one try.
func countsTries(h *hearing.Case) bool {
	if h.Object == nil {
		return false
	}
	status, _ := h.Object.Object["status"].(map[string]any)
	for key, value := range status {
		if many, is := value.(int64); is && many > 1 && tryCount.MatchString(key) {
			return true
		}
	}
	return false
}

// triedAgain is the step behind what mends a failure, where nobody tries again by itself: quit
// says who tells that, and is empty elsewhere.
func triedAgain(quit string) (n hearing.Notes) {
	if quit != "" {
		n.Do(explain.Tell("have it tried again, which its controller, " + quit + ", does not do by itself: see which field or condition of the object says that it failed, and how that is asked for anew").Then())
	}
	return n
}
