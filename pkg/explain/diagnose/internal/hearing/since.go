package hearing

import (
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// SaidSince reports whether a condition was surely said after the object was asked to
// go: it turned then or was written then, or its status was of the generation that the
// deletion made, or the controller that owns it has written since, and let it stand.
func (h *Case) SaidSince(c manifest.Condition) bool {
	switch {
	case h.Object == nil || h.Node.Since.IsZero():
		return false
	case h.Since(c.SaidAt()), c.Seen > 1 && c.Seen >= h.Object.GetGeneration():
		return true
	}
	return h.SawDeletion() || slices.ContainsFunc(h.ConditionWriters(&c), func(w manifest.Write) bool {
		return h.Since(w.At) && !manifest.PersonalManager(w.Manager)
	})
}

// WrittenSince reports whether somebody who owns a field has written after the object
// was asked to go.
func (h *Case) WrittenSince(path []string) bool {
	return h.SawDeletion() || slices.ContainsFunc(h.FieldWriters(path), func(w manifest.Write) bool { return h.Since(w.At) })
}

// Since reports whether a time is after the object was asked to go. Both are in whole
// seconds, so that the same one counts.
func (h *Case) Since(at time.Time) bool {
	return !at.IsZero() && !h.Node.Since.IsZero() && !at.Before(h.Node.Since)
}

// SawDeletion reports whether the status is of the generation that the deletion made.
func (h *Case) SawDeletion() bool {
	seen, told := h.seen()
	return told && seen > 1 && seen >= h.Object.GetGeneration() && h.Node.State.Going()
}

// Behind reports whether the status is of a generation before the one that the deletion made, and by which field: its own or,
// without one, that of its conditions. Whoever has written a condition of it since has looked, and only left the number as it was.
func (h *Case) Behind() (seen int64, field string, behind bool) {
	seen, told := h.seen()
	field = "status.observedGeneration"
	if !told && h.Object != nil {
		for _, c := range manifest.ConditionsOf(h.Object.Object) {
			if c.Seen > seen {
				seen, field, told = c.Seen, c.Source()+".observedGeneration", true
			}
		}
	}
	return seen, field, told && seen < h.Object.GetGeneration() && h.Node.State.Going() && !h.lookedSince()
}

// lookedSince reports whether a condition has turned since the object was asked to go, and nothing tells that somebody
// else writes it than who tells the generation.
func (h *Case) lookedSince() bool {
	tells := h.FieldWriters([]string{"status", "observedGeneration"})
	return slices.ContainsFunc(manifest.ConditionsOf(h.Object.Object), func(c manifest.Condition) bool {
		writers := h.ConditionWriters(&c)
		same := func(w manifest.Write) bool {
			return slices.ContainsFunc(tells, func(t manifest.Write) bool { return t.Manager == w.Manager })
		}
		return h.Since(c.SaidAt()) && (len(writers) == 0 || len(tells) == 0 || slices.ContainsFunc(writers, same))
	})
}

// seen is the generation that the status is of, where it tells.
func (h *Case) seen() (int64, bool) {
	if h.Object == nil {
		return 0, false
	}
	seen, told, _ := unstructured.NestedInt64(h.Object.Object, "status", "observedGeneration")
	return seen, told
}

// FactOf puts a condition into the evidence, as weak where it may speak of a
// time before the deletion.
func (n *Notes) FactOf(h *Case, c manifest.Condition, since bool) {
	fact := c.Kind + phrase.Prefixed(" is ", c.Status)
	if c.Reason != "" {
		fact += " (" + c.Reason + ")"
	}
	switch {
	case !c.Since.IsZero():
		fact += " " + h.View.Clock.For(c.Since)
	case !c.Written.IsZero():
		fact += ", written " + h.View.Clock.When(c.Written)
	}
	fact += phrase.Prefixed(": ", phrase.OneLine(c.Message))
	if !since {
		fact += " (it may have been said before the deletion)"
	}
	n.Add(explain.Evidence{Fact: fact, Source: c.Source(), Words: c.Message, Weak: !since})
}

// AskedAt is when the object was asked to go: its deletionTimestamp, less the time that it was
// given. It is zero where that is not known.
func (h *Case) AskedAt() time.Time {
	if h.Node.Since.IsZero() || h.Object == nil {
		return h.Node.Since
	}
	grace := h.Object.GetDeletionGracePeriodSeconds()
	if grace == nil {
		return h.Node.Since
	}
	return h.Node.Since.Add(-time.Duration(*grace) * time.Second)
}
