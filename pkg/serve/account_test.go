package serve

import (
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var claims = trace.Kind{Kind: "Claim", Resource: "claims", Version: "v1", Listable: true, Namespaced: true}

func leaving(name string, finalizers ...string) trace.Leaving {
	return trace.Leaving{UID: name, Namespace: "a", Name: name, Since: began, Finalizers: finalizers}
}

func stuckOn(finalizer string) []judged {
	return []judged{{finalizer: finalizer, verdict: explain.Stuck}}
}

func TestAccountKeepsWhatWasJudged(t *testing.T) {
	a := newAccount()
	a.open(claims)
	id := idOf(claims)
	a.replace(id, []trace.Leaving{leaving("one", "f"), leaving("two", "f")})
	a.enter(a.all(), map[string][]judged{"one": stuckOn("f"), "two": stuckOn("f")}, began, true)

	a.put(id, leaving("one", "f")) // written to, and held as before
	a.put(id, leaving("two", "g")) // held by another
	for _, e := range a.all() {
		switch {
		case !e.judgedAt.IsZero():
			t.Errorf("%s has changed and is not judged again", e.Name)
		case e.Name == "one" && len(e.judged) != 1:
			t.Errorf("%s: what was judged is forgotten before it is judged again", e.Name)
		case e.Name == "two" && len(e.judged) != 0:
			t.Errorf("%s: the judgement is of a finalizer that is off", e.Name)
		}
	}

	asked := a.all()
	a.put(id, leaving("one", "h")) // changes while it is being judged
	a.enter(asked, map[string][]judged{"one": stuckOn("f"), "two": stuckOn("g")}, began.Add(time.Minute), true)
	for _, e := range a.all() {
		if due := e.judgedAt.IsZero(); due != (e.Name == "one") {
			t.Errorf("%s: due is %v", e.Name, due)
		}
	}

	a.drop(id, "one")
	a.replace(id, []trace.Leaving{leaving("three", "f")})
	if all := a.all(); len(all) != 1 || all[0].Name != "three" {
		t.Errorf("left: %v", all)
	}
	a.close(id)
	a.put(id, leaving("late", "f")) // of a watch that has not ended yet
	if all := a.all(); len(all) != 0 {
		t.Errorf("a kind that is no longer served has %v", all)
	}
}

func TestDue(t *testing.T) {
	now := began.Add(10 * time.Minute)
	j := &judge{account: newAccount(), now: func() time.Time { return now }, after: 5 * time.Minute, again: 5 * time.Minute}
	j.account.open(claims)
	id := idOf(claims)
	young := leaving("young", "f")
	young.Since = now.Add(-time.Minute)
	j.account.replace(id, []trace.Leaving{leaving("fresh", "f"), leaving("judged", "f"), leaving("old", "f"), leaving("failed", "f"), young})
	enter := func(name string, ago time.Duration, done bool) {
		for _, e := range j.account.all() {
			if e.Name == name {
				j.account.enter([]entry{e}, map[string][]judged{name: stuckOn("f")}, now.Add(-ago), done)
			}
		}
	}
	enter("judged", time.Minute, true)
	enter("old", 6*time.Minute, true)
	enter("failed", time.Second, false)
	var due []string
	for _, e := range j.due() {
		due = append(due, e.Name)
	}
	if len(due) != 2 || due[0] != "fresh" || due[1] != "old" {
		t.Errorf("due: %v", due)
	}
	now = now.Add(time.Minute)
	if all := j.due(); len(all) != 3 {
		t.Errorf("what failed is not tried again: %d are due", len(all))
	}
}
