package namespace

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// typeCut is the type that a message ends in of which the end was not copied.
var typeCut = regex.New(`(?:remaining: |instances, )([a-z0-9.-]*)[^,]*$`)

// remainsCut is the rest of what is said to be left, where the copy ends in the midst of that; empty where it was
// copied whole.
func remainsCut(h *hearing.Case) string {
	message := claimOf(h, contentRemainingCondition)
	m := typeCut.FindStringSubmatch(message)
	if m == nil || !h.View.Copied || strings.HasSuffix(strings.TrimRight(message, " ."), "instances") {
		return ""
	}
	if m[1] == "" {
		return "more, which the copy leaves out"
	}
	return m[1] + "… (the copy ends there)"
}

// heldUnnamed says of a copy that finalizers are what holds the rest of a namespace, where it tells so and has none
// of their names.
func heldUnnamed(h *hearing.Case) string {
	if h.Object == nil || !h.View.Copied || heldSaid(h) != "" || manifest.ConditionOf(h.Object, finalizersCondition).Status != "True" {
		return ""
	}
	held := "finalizers of which the names were not copied"
	for _, name := range []string{discoveryFailureCondition, contentFailureCondition} {
		if manifest.ConditionOf(h.Object, name).Status != "False" {
			return held
		}
	}
	return held + "; discovery and the deletion itself went through"
}
