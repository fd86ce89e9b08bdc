package diagnosis

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestHolder names who has to act, in short and in full, and never one that is only possible
// as if that were known.
func TestHolder(t *testing.T) {
	operator := explain.Holder{Name: "gear-operator", Confidence: explain.Likely, Workload: trace.Ref{Group: "apps", Kind: "Deployment", Namespace: "gears", Name: "gear"}}
	certain, possible, timed := operator, operator, operator
	timed.Workload.Group, timed.Workload.Kind = "batch", "CronJob"
	certain.Confidence, possible.Confidence = explain.Certain, explain.Possible
	for name, tt := range map[string]struct {
		hold        explain.Hold
		short, full string
	}{
		"likely":               {explain.Hold{Holder: operator, Health: explain.ScaledDown}, "gear-operator, likely, scaled to zero", "gear-operator (likely): deployment.apps/gear in namespace gears, scaled to zero"},
		"a CronJob":            {explain.Hold{Holder: timed, Health: explain.ScaledDown}, "gear-operator, likely, suspended", "gear-operator (likely): cronjob.batch/gear in namespace gears, suspended"},
		"certain":              {explain.Hold{Holder: certain, Health: explain.Running}, "gear-operator, running", "gear-operator (certain): deployment.apps/gear in namespace gears, running"},
		"possible":             {explain.Hold{Holder: possible, Health: explain.Running}, "holder not known, possibly gear-operator", "not known; gear-operator is only possible: deployment.apps/gear in namespace gears, running"},
		"nobody":               {explain.Hold{Holder: operator, Reason: explain.NobodyRemoves}, "nobody; made by gear-operator", "nobody; made by gear-operator"},
		"nobody that is known": {explain.Hold{Reason: explain.NobodyRemoves}, "holder not known", "not known"},
		"hidden": {
			explain.Hold{Holder: explain.Holder{Name: "garbage collector", Confidence: explain.Certain, BuiltIn: true}, Health: explain.Hidden},
			"garbage collector, a part of Kubernetes", "garbage collector (certain): a part of Kubernetes, " + explain.Hidden.Words(),
		},
		"not known": {explain.Hold{}, "holder not known", "not known"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := holderInShort(&tt.hold); got != tt.short {
				t.Errorf("in short: %q, want %q", got, tt.short)
			}
			if got := holderLine(&tt.hold); got != tt.full {
				t.Errorf("in full: %q, want %q", got, tt.full)
			}
		})
	}
}
