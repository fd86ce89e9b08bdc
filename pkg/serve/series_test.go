package serve

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var began = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func going(kind, namespace, name string, minute int, lines ...judged) entry {
	e := entry{kind: trace.Kind{Kind: kind, Resource: kind + "s", Listable: true}}
	e.Leaving = trace.Leaving{UID: namespace + "/" + name, Namespace: namespace, Name: name, Since: began.Add(time.Duration(minute) * time.Minute)}
	e.judged = lines
	return e
}

func TestSeriesOf(t *testing.T) {
	inUse := judged{finalizer: "f", holder: "h", verdict: explain.Stuck, reason: "InUse"}
	unjudged := going("Pod", "b", "c", 2)
	unjudged.Finalizers = []string{"x", "y", "x"}
	got, folded := seriesOf([]entry{going("Claim", "a", "one", 1, inUse), going("Claim", "a", "two", 0, inUse), unjudged}, 100)
	want := []string{
		"Claim a f Stuck InUse 2 12:00", "Pod b x NotJudged  1 12:02", "Pod b y NotJudged  1 12:02",
	}
	if diff := cmp.Diff(want, told(got)); diff != "" || folded != 0 {
		t.Errorf("%d folded, series (-want +got):\n%s", folded, diff)
	}
}

func told(all []series) (out []string) {
	for _, s := range all {
		out = append(out, fmt.Sprintf("%s %s %s %s %s %d %s", s.kind, s.namespace, s.finalizer, s.verdict, s.reason, s.objects, s.since.Format("15:04")))
	}
	return out
}

// However much is being deleted, there are no more series than allowed, no object is
// lost, and the oldest keep their names.
func TestSeriesAreBounded(t *testing.T) {
	const most = 50
	var all []entry
	for i := range 500 {
		verdict := []explain.Verdict{explain.Stuck, explain.Waiting, notJudged}[i%3]
		all = append(all, going("Thing", fmt.Sprintf("ns-%03d", i), "x", i, judged{finalizer: "f", verdict: verdict}))
	}
	got, folded := seriesOf(all, most)
	if len(got) > most {
		t.Errorf("%d series", len(got))
	}
	objects, by := 0, map[explain.Verdict]int{}
	for i, s := range got {
		objects += s.objects
		by[s.verdict] += s.objects
		if i < most-len(verdicts) && s.namespace != fmt.Sprintf("ns-%03d", i) {
			t.Errorf("series %d is %+v", i, s)
		}
	}
	if objects != 500 || by[explain.Stuck] != 167 || folded != 500-(most-len(verdicts)) {
		t.Errorf("%d objects, %v, %d folded", objects, by, folded)
	}
}
