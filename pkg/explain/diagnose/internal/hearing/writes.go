package hearing

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// HolderWroteSince reports whether the holder has written to the object after
// the deletion, so that it does not leave it alone.
func (h *Case) HolderWroteSince() bool {
	_, wrote := h.LastActed()
	return wrote
}

// LastActed is the holder's last write to the object since it was asked to go.
// Both times are in whole seconds: a write in the very second of the request
// may have come before it.
func (h *Case) LastActed() (last manifest.Write, ok bool) {
	if h.Node.Since.IsZero() {
		return manifest.Write{}, false
	}
	for _, w := range h.Writes() {
		if h.IsHolder(w.Manager) && w.At.After(h.Node.Since) && (!ok || w.At.After(last.At)) {
			last, ok = w, true
		}
	}
	return last, ok
}

// Managers are the names under which the finalizer was put there, and those
// that write the object's status.
func (h *Case) Managers() (putBy, statusBy string) {
	var put, status []string
	for _, w := range h.Writes() {
		if slices.Contains(w.Finalizers, h.Finalizer) {
			put = append(put, w.Manager)
		}
		if w.Subresource == "status" && !manifest.PersonalManager(w.Manager) {
			status = append(status, w.Manager)
		}
	}
	slices.Sort(put)
	slices.Sort(status)
	return strings.Join(slices.Compact(put), " "), strings.Join(slices.Compact(status), " ")
}

// CameWith is the manager that alone wrote the content of the object, and the finalizer
// with it: whoever made the object tells nothing of who takes the finalizer off. It is
// empty where there is none.
func (h *Case) CameWith() string {
	maker := ""
	for _, w := range h.Writes() {
		if !w.OfContent() {
			continue
		}
		if maker != "" && maker != w.Manager || !slices.Contains(w.Finalizers, h.Finalizer) {
			return ""
		}
		maker = w.Manager
	}
	return maker
}

// PutByPerson reports whether a person or a tool in somebody's hands, and
// nobody else, put the finalizer there.
func (h *Case) PutByPerson() bool {
	byHand := false
	for _, w := range h.Writes() {
		if !slices.Contains(w.Finalizers, h.Finalizer) {
			continue
		}
		if !manifest.PersonalManager(w.Manager) {
			return false
		}
		byHand = true
	}
	return byHand
}

// ConditionWriters are the writes of the managers that own a condition.
func (h *Case) ConditionWriters(c *manifest.Condition) []manifest.Write {
	return c.WritersOf(h.Writes())
}

// FieldWriters are the writes of the managers that own a field.
func (h *Case) FieldWriters(path []string) []manifest.Write {
	var out []manifest.Write
	for _, w := range h.Writes() {
		if w.Owns(path...) {
			out = append(out, w)
		}
	}
	return out
}

// Writes are the managedFields of the object.
func (h *Case) Writes() []manifest.Write {
	if h.Written == nil {
		return nil
	}
	return h.Written()
}

// IsHolder reports whether a manager is the holder of the hold: the one that
// put the finalizer there, or one that the catalogue names. A generic name is
// one only where it holds the finalizer.
func (h *Case) IsHolder(manager string) bool {
	if manifest.PersonalManager(manager) {
		return false
	}
	if slices.Contains(h.Entry.Controller.FieldManagers, manager) && !manifest.GenericManager(manager) {
		return true
	}
	for _, w := range h.Writes() {
		if w.Manager == manager && slices.Contains(w.Finalizers, h.Finalizer) {
			return true
		}
	}
	return false
}
