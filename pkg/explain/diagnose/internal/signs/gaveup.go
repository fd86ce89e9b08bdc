package signs

import (
	"context"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// ofTries is what is known of whether what failed is tried again.
type ofTries struct {
	again sentence.Retry
	by    string // whose words, or what knowledge, it is
	last  time.Time
}

// ends reports whether nobody tries again by himself.
func (t ofTries) ends() bool { return t.again >= sentence.Dropped }

// triesOf is what is known of the tries of the holder: by its own words, the last of them, or in general. What is known in
// general stands back where it is seen to fail again and again.
func triesOf(ctx context.Context, h *hearing.Case) (t ofTries) {
	often := false
	for _, w := range words(ctx, h) {
		often = often || w.fails && w.author == theHolder && w.count >= oftenFailed
		if w.author == somebodyElse || w.of.Name != "" || w.stale {
			continue
		}
		said, by := sentence.RetryOf(w.Text), "by its own words"
		if m := final.FindStringSubmatch(w.source); m != nil && w.fails && w.since {
			said, by = sentence.Dropped, "by its condition "+m[1]
			if m[1] != "Terminal" { // of a family of controllers that look again only at a new spec
				said = sentence.AtSpec
			}
		}
		if said > sentence.RetryUntold && (w.Last.After(t.last) || said > t.again) {
			t = ofTries{said, by, w.Last}
		}
	}
	if !t.ends() && !often {
		switch h.Entry.Class {
		case catalogue.ClassFailsForGood:
			return ofTries{again: sentence.Recorded, by: "by what is known of it"}
		case catalogue.ClassTriesOnce:
			return ofTries{again: sentence.Dropped, by: "by what is known of it"}
		}
	}
	return t
}

// final is a condition by which a controller says that an error is its last word.
var final = regex.New(`^status\.conditions\[((?:[\w.-]*[./])?Terminal)\]`)

// triesAndFails is how who fails is told, with the sort of the failure: whether it comes back to it by
// itself. That it goes on to fail is said only where it was seen to do so more than once, or where a condition stands for it.
func triesAndFails(ctx context.Context, h *hearing.Case, c Word, sort string) string {
	tries := triesOf(ctx, h)
	switch {
	case tries.ends():
		return " failed" + sort + " and, " + tries.by + ", does not try again"
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

// comesBack is that who fails tries again by himself, behind what mends it. What is to be found out first may not need that.
func comesBack(ctx context.Context, h *hearing.Case, verdict explain.Verdict, c Word, mends []explain.Step) hearing.Notes {
	if m := failure.Of(c.Text); verdict != explain.Stuck || m != nil && (m.Vain || m.Name == failure.NotThere.Name) {
		return hearing.Notes{}
	}
	return acts.ComesBack(h, mends, triesOf(ctx, h).again == sentence.Requeued)
}
