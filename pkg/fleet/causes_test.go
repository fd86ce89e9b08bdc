package fleet

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var at = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// held is a diagnosis of objects with a hold each.
func held(age time.Duration, holds ...explain.Hold) *explain.Diagnosis {
	d := &explain.Diagnosis{At: at}
	for i, h := range holds {
		name := fmt.Sprint("o", i)
		d.Objects = append(d.Objects, explain.Object{
			Node:    trace.Node{Ref: trace.Ref{Kind: "Thing", Name: name}, UID: name, Asked: true, State: trace.Deleting, Since: at.Add(-age)},
			Verdict: h.Verdict, Holds: []explain.Hold{h},
		})
		place := []explain.Place{{Object: i}}
		d.Causes = append(d.Causes, explain.Cause{
			Reason: h.Reason, Verdict: h.Verdict, Holder: h.Holder, Message: h.Message, Holds: place, Chain: place, Frees: 1,
		})
	}
	return d
}

func certManager(namespace string) explain.Holder {
	return explain.Holder{
		Name: "cert-manager", Project: "cert-manager", Component: "controller", Confidence: explain.Certain,
		Workload: trace.Ref{Group: "apps", Kind: "Deployment", Namespace: namespace, Name: "cert-manager"},
	}
}

func down(namespace string) explain.Hold {
	return explain.Hold{
		Finalizer: "cert-manager.io/f", Holder: certManager(namespace), Health: explain.ScaledDown, Verdict: explain.Stuck,
		Reason: explain.HolderScaledDown, Message: "deployment/cert-manager in namespace " + namespace + " is scaled to zero, so that nothing acts",
	}
}

func failing(message string) explain.Hold {
	return explain.Hold{
		Finalizer: "cert-manager.io/f", Holder: certManager("cert-manager"), Health: explain.Running, Verdict: explain.Stuck,
		Reason: explain.Failing, Message: message,
	}
}

func TestCauses(t *testing.T) {
	possible := down("a")
	possible.Holder.Confidence = explain.Possible
	waiting := explain.Hold{Finalizer: "x", Verdict: explain.Waiting, Reason: explain.InUse, Message: "1 pod still uses it"}
	other := waiting
	other.Finalizer = "y"
	for name, tt := range map[string]struct {
		diagnoses []*explain.Diagnosis
		want      []string
	}{
		"nothing": {[]*explain.Diagnosis{nil, held(time.Hour)}, nil},
		"one holder in several clusters, wherever it runs": {
			[]*explain.Diagnosis{held(time.Hour, down("cert-manager")), nil, held(time.Hour, down("security"))},
			[]string{"[0 2] Stuck cert-manager: scaled to zero"},
		},
		"in the same words": {
			[]*explain.Diagnosis{held(time.Hour, down("a")), held(time.Hour, down("a"))},
			[]string{"[0 1] Stuck deployment/cert-manager in namespace a is scaled to zero, so that nothing acts"},
		},
		"what fails for two reasons is two": {
			[]*explain.Diagnosis{held(time.Hour, failing("denied")), held(2*time.Hour, failing("quota")), held(time.Hour, failing("denied"))},
			[]string{"[0 2] Stuck denied", "[1] Stuck quota"},
		},
		"a holder that is only possible is not joined by its name": {
			[]*explain.Diagnosis{held(time.Hour, possible), held(time.Hour, down("b"))},
			[]string{
				"[0] Stuck deployment/cert-manager in namespace a is scaled to zero, so that nothing acts",
				"[1] Stuck deployment/cert-manager in namespace b is scaled to zero, so that nothing acts",
			},
		},
		"another finalizer is another cause": {
			[]*explain.Diagnosis{held(time.Hour, waiting), held(time.Hour, other)},
			[]string{"[0] Waiting 1 pod still uses it", "[1] Waiting 1 pod still uses it"},
		},
		"the worst first, then what most have, then the oldest": {
			[]*explain.Diagnosis{held(time.Hour, waiting, failing("young")), held(3*time.Hour, failing("old"), waiting), held(time.Minute, down("a")), held(time.Minute, down("b"))},
			[]string{"[2 3] Stuck cert-manager: scaled to zero", "[1] Stuck old", "[0] Stuck young", "[0 1] Waiting 1 pod still uses it"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, c := range Causes(tt.diagnoses) {
				got = append(got, fmt.Sprint(c.Clusters(), " ", c.Verdict(), " ", c.Because))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
