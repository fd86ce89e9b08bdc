package signs

import (
	"context"
	"slices"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// AskedBy is a moment by which an object had been asked to go of which nothing tells when it was: that
// of the first word of its deletion. It is zero where there is none.
func AskedBy(ctx context.Context, h *hearing.Case) (by time.Time) {
	if !h.View.Copied || !h.Node.State.Going() || h.Node.Presumed || !h.Node.Since.IsZero() {
		return by
	}
	for _, w := range words(ctx, h) {
		at := w.First
		if at.IsZero() {
			at = w.Last
		}
		if at.After(firstRelease) && w.of.Name == "" && tellsOfEnd(w) && (by.IsZero() || at.Before(by)) {
			by = at
		}
	}
	for _, c := range manifest.ConditionsOf(endOfNamespace(h)) {
		if at := c.Since; at.After(firstRelease) && c.WrittenAtEnd() && (by.IsZero() || at.Before(by)) {
			by = at
		}
	}
	return by
}

// endOfNamespace is the namespace that is asked about, nil where it is something else.
func endOfNamespace(h *hearing.Case) map[string]any {
	if h.Object == nil || h.Kind.Group != "" || h.Kind.Kind != "Namespace" {
		return nil
	}
	return h.Object.Object
}

// tellsOfEnd reports whether there is a word like this of nothing before it is asked to go: it stands
// beside a state of a deletion, or in a log that names the object and a deletion of it which fails.
func tellsOfEnd(w Word) bool {
	return beginsWithDeletion(w) && (w.fails || saysWaits(w)) || w.aside && !w.unnamed && w.fails && speaksOf(w, []string{"delet", "terminat"})
}

var (
	// logOfServer is how people lead to the log of the API server, and refusedByGate how that says that a webhook refuses.
	logOfServer   = regex.New("(?i)\\bapi-?server[`*\"']* logs?\\b|\\blogs? of (?:the )?[`*\"']*(?:kube-)?api-?server\\b")
	refusedByGate = regex.New(`^(?:admission webhook|rejected by webhook)\b`)
)

// Ran reports whether a log or an event that was copied has words of the holder about the object, whenever that was.
func Ran(ctx context.Context, h *hearing.Case) bool {
	if !h.View.Copied || h.Finalizer == "" || h.Holder.BuiltIn {
		return false
	}
	several, server := severalHold(h), slices.ContainsFunc(h.View.Logs.Aside.Texts(), logOfServer.MatchString)
	return slices.ContainsFunc(words(ctx, h), func(w Word) bool {
		if server && w.source == besideIt && refusedByGate.MatchString(w.Text) {
			return false // the API server says it, to whom is not told
		}
		return w.of.Name == "" && !w.prose && !w.state && (w.count > 0 && w.author == theHolder || w.source == besideIt && w.byHolder(true, several))
	})
}

// SpokeAt is when the holder of a copied object said something last since that was asked to go: it ran
// then. It is zero where nothing tells.
func SpokeAt(ctx context.Context, h *hearing.Case) (at time.Time) {
	if !h.View.Copied || h.Finalizer == "" {
		return at
	}
	at, _ = spokeOfOther(h)
	for _, w := range words(ctx, h) {
		if w.since && h.Since(w.Last) && w.author == theHolder && w.of.Name == "" && w.Last.After(at) {
			at = w.Last
		}
	}
	return at
}
