package hearing

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
)

// Heading is the line with which a text begins that somebody has written about lines of a log that follow in it: these have
// a time or a level, and it has neither. It is empty where there is none.
func (h *Case) Heading(lines []logline.Line) string {
	printed := func(l logline.Line) bool { return !l.At.IsZero() || l.Level != logline.Unknown }
	aside := h.View.Logs.Aside
	if len(aside) < 2 || !slices.ContainsFunc(lines, printed) || printed(logline.Parse(aside[0].Text, h.View.Clock.At)) {
		return ""
	}
	return strings.TrimSpace(aside[0].Text)
}
