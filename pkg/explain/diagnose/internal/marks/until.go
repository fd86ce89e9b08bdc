package marks

import (
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// pausedUntil is what an annotation is called that says until when an object is left alone: what is held back for another
// reason, as by law, is none of it.
var pausedUntil = regex.New(`(?i)^(?:` + ofWork + `[-.])?(?:paused?|suspend(?:ed)?|snoozed?)-?(?:until|till)$`)

// untilMark is the annotation of a key, where by it the object is left alone until a time that is to come; nil where it is none.
func untilMark(h *hearing.Case, key string) *Mark {
	_, name, qualified := strings.Cut(key, "/")
	if !qualified || !pausedUntil.MatchString(name) {
		return nil
	}
	value := strings.TrimSpace(h.Object.GetAnnotations()[key])
	at, err := time.Parse(time.RFC3339, value)
	if err != nil {
		at, err = time.Parse(time.DateOnly, value)
	}
	if err != nil || !h.View.Clock.Before(at) {
		return nil
	}
	m := annotationMark(h, key, value, false)
	m.until = true
	return m
}
