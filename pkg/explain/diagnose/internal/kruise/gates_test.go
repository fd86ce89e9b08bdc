package kruise

import "testing"

// TestBudgetGateOf knows that the budgets of OpenKruise mind deletes unless a gate of theirs is off,
// and does not know what the switch for a whole stage does to one that has changed its stage.
func TestBudgetGateOf(t *testing.T) {
	for gates, want := range map[string]string{
		"":                              "",
		"AllAlpha=false":                "unknown",
		"AllAlpha=true":                 "",
		"AllBeta=false,PodWebhook=true": "unknown",
		"AllBeta=false":                 "off",
		"AllBeta=false,PodWebhook=true,PodUnavailableBudgetDeleteGate=true": "on",
		"AllAlpha=false,PodUnavailableBudgetDeleteGate=true":                "on",
		"AllBeta=false,PodUnavailableBudgetDeleteGate=true":                 "off",
		"PodUnavailableBudgetDeleteGate=false":                              "off",
		"PodWebhook=false":                                                  "off",
	} {
		container := map[string]any{"name": "manager", "args": []any{"--feature-gates=" + gates}}
		workload := map[string]any{"spec": map[string]any{"template": map[string]any{"spec": map[string]any{"containers": []any{container}}}}}
		if got := budgetGateOf(workload); got != want {
			t.Errorf("%q: %q, want %q", gates, got, want)
		}
	}
}
