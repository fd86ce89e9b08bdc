package clusters

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/fleet"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var at = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// held is a diagnosis of one object that a workload which is scaled to zero holds.
func held(context string, age time.Duration) *explain.Diagnosis {
	workload := trace.Ref{Group: "apps", Kind: "Deployment", Namespace: "cert-manager", Name: "cert-manager"}
	hold := explain.Hold{
		Finalizer: "acme.cert-manager.io/finalizer", Verdict: explain.Stuck, Reason: explain.HolderScaledDown, Health: explain.ScaledDown,
		Holder:   explain.Holder{Name: "cert-manager", Project: "cert-manager", Workload: workload, Confidence: explain.Certain},
		Message:  "cert-manager is scaled to zero",
		Warnings: []explain.Warning{{Text: "delete it again", Never: true}},
		Next:     []explain.Step{{Text: "scale it up", Command: []string{"kubectl", "scale", "deployment/cert-manager", "--context", context}}},
	}
	place := []explain.Place{{}}
	return &explain.Diagnosis{
		At: at,
		Objects: []explain.Object{{
			Node:    trace.Node{Ref: trace.Ref{Group: "acme.cert-manager.io", Kind: "Challenge", Namespace: "shop", Name: "web"}, Resource: "challenges", UID: context, Asked: true, State: trace.Deleting, Since: at.Add(-age)},
			Verdict: explain.Stuck, Holds: []explain.Hold{hold},
		}},
		Causes: []explain.Cause{{Reason: hold.Reason, Verdict: hold.Verdict, Holder: hold.Holder, Message: hold.Message, Holds: place, Chain: place, Frees: 3}},
	}
}

func answer(context string, d *explain.Diagnosis, errs ...error) fleet.Answer[explain.Diagnosis] {
	return fleet.Answer[explain.Diagnosis]{Cluster: fleet.Cluster{Contexts: []fleet.Context{{Name: context}}}, Value: d, Errs: errs}
}

func told(answers []fleet.Answer[explain.Diagnosis], width int, wide bool) string {
	own := func(cluster int, words ...string) []string {
		return append(append([]string{"it"}, words...), "--context", answers[cluster].Name())
	}
	return Diagnoses(answers, Telling{Look: paper.Look{Width: width}, Wide: wide, Own: own})
}

func TestDiagnoses(t *testing.T) {
	gap := &explain.Diagnosis{At: at, Incomplete: []trace.Problem{{About: trace.Part{Resource: "secrets"}, Reason: trace.Forbidden}}}
	twice := answer("prod-us", held("prod-us", time.Hour))
	twice.Contexts = append(twice.Contexts, fleet.Context{Name: "admin@us"})
	for name, tt := range map[string]struct {
		answers []fleet.Answer[explain.Diagnosis]
		want    string
	}{
		"nothing": {[]fleet.Answer[explain.Diagnosis]{answer("dev", &explain.Diagnosis{At: at}), answer("test", &explain.Diagnosis{At: at})}, "2 clusters, each with nothing being deleted.\n"},
		"one of each": {[]fleet.Answer[explain.Diagnosis]{answer("prod-eu", held("prod-eu", 3*time.Hour)), twice, answer("dev", gap), answer("old\x1b[31m", nil, errors.New("no answer within 1m0s"))}, `4 clusters: 2 with something stuck, 1 without an answer, 1 with nothing being deleted.
! dev: incomplete: could not read secrets
! old\x1b[31m: no answer within 1m0s

CONTEXT   OBJECT                               NAMESPACE   AGE   VERDICT   BLOCKS   BECAUSE
prod-eu   challenge.acme.cert-manager.io/web   shop        3h    stuck     2        acme.cert-manager.io/finalizer: cert-manager is scaled to zero
prod-us   challenge.acme.cert-manager.io/web   shop        60m   stuck     2        acme.cert-manager.io/finalizer: cert-manager is scaled to zero

In 2 of 4 clusters: cert-manager is scaled to zero
Do first scale it up
         kubectl scale deployment/cert-manager --context prod-eu
         kubectl scale deployment/cert-manager --context prod-us
Never    delete it again
Details  it why-stuck challenges.acme.cert-manager.io/web -n shop --context prod-eu
admin@us and prod-us are one cluster, which counts once
`},
	} {
		t.Run(name, func(t *testing.T) {
			got := told(tt.answers, 0, false)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A narrow terminal has the rows too, and no line is wider than it.
func TestNarrow(t *testing.T) {
	answers := []fleet.Answer[explain.Diagnosis]{answer("prod-eu", held("prod-eu", 3*time.Hour)), answer("prod-us", held("prod-us", time.Hour))}
	for width, want := range map[int]string{
		80: `
2 clusters, each with something stuck.

CONTEXT  OBJECT         NAMESPACE  AGE  VERDICT  BLOCKS
prod-eu  challenge/web  shop       3h   stuck    2
  acme.cert-manager.io/finalizer: cert-manager is scaled to zero
prod-us  challenge/web  shop       60m  stuck    2
  acme.cert-manager.io/finalizer: cert-manager is scaled to zero

`,
		140: `
2 clusters, each with something stuck.

CONTEXT  OBJECT                              NAMESPACE  AGE  VERDICT  BLOCKS  BECAUSE
prod-eu  challenge.acme.cert-manager.io/web  shop       3h   stuck    2       acme.cert-manager.io/finalizer: cert-manager is scaled to zero
`,
	} {
		got := "\n" + told(answers, width, false)
		if !strings.HasPrefix(got, want) {
			t.Errorf("%d columns, got\n%s\nwant\n%s", width, got, want)
		}
	}
}

// Of very many clusters the short form counts what it leaves out; the wide one has it all.
func TestManyClusters(t *testing.T) {
	var answers []fleet.Answer[explain.Diagnosis]
	for i := range 60 {
		answers = append(answers, answer(fmt.Sprint("c", i), held(fmt.Sprint("c", i), time.Hour)))
	}
	for i := range 20 {
		answers = append(answers, answer(fmt.Sprint("dead", i), nil, errors.New("refused")))
	}
	short, wide := told(answers, 0, false), told(answers, 0, true)
	for _, want := range []string{"and 10 more clusters: -o wide\n", "and 20 more rows: -o wide\n", "and so in 56 more clusters: -o wide\n", "In 60 of 80 clusters: "} {
		if !strings.Contains(short, want) {
			t.Errorf("it lacks %q:\n%s", want, short)
		}
	}
	if n := strings.Count(short, "\n"); n > 75 {
		t.Errorf("the short form has %d lines", n)
	}
	for i := range answers {
		if name := answers[i].Name(); !strings.Contains(wide, "Context "+name+"\n") {
			t.Errorf("the wide form has nothing of %s", name)
		}
	}
	if strings.Contains(wide, ": -o wide\n") {
		t.Error("the wide form leaves something out")
	}
}

func TestEach(t *testing.T) {
	text := "fine"
	answers := []fleet.Answer[string]{
		{Cluster: fleet.Cluster{Contexts: []fleet.Context{{Name: "a"}, {Name: "b"}}}, Value: &text},
		{Cluster: fleet.Cluster{Contexts: []fleet.Context{{Name: "c"}}}, Errs: []error{errors.New("refused")}},
	}
	got := Each(answers, paper.Look{}, func(i int, s *string) string { return fmt.Sprint(i, " ", *s, "\n") })
	want := "Context a  the same cluster as b\n0 fine\n\nContext c\n! refused\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
