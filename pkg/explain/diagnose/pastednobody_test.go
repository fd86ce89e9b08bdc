package diagnose_test

import (
	"testing"
	"testing/fstest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

// TestWhyPastedNobodyThere tells beside what a check knows that nobody is there who would go on: by a list of all that the
// holder's namespace has, by a command or a person; not where the list was cut, shows a program, or is of another place.
func TestWhyPastedNobodyThere(t *testing.T) {
	known, err := catalogue.Load(fstest.MapFS{"gears.yaml": {Data: []byte(`
project: Zorg gears
components: [{name: zorg-gears, namespaces: [zorg-mill], workloads: [Deployment/zorg-gears]}]
finalizers:
- {pattern: zorg.io/oil, component: zorg-gears, waitsFor: the oil to be drained, class: waits, loss: its oil, risk: low, confidence: high}
checks:
- id: zorg:draining
  finalizers: [zorg.io/oil]
  from: {kinds: [Gear], when: object.status.phase == "Draining"}
  reason: Blocked
  verdict: Waiting
  message: '"the oil of its wheels is drained first"'
  next: [{text: see what is left of the oil, command: [kubectl, get, oils]}]
`)}})
	if err != nil {
		t.Fatal(err)
	}
	gear := func(beside string) string {
		return beside + "\n\n$ kubectl get gear g1 -n zorg-mill -o yaml\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: zorg-mill\n  deletionTimestamp: \"2026-02-01T09:00:00Z\"\n  finalizers:\n  - zorg.io/oil\nstatus:\n  phase: Draining\n"
	}
	const all, row = "$ kubectl get all -n zorg-mill\nNAME              AGE   PHASE\n", "gear.zorg.io/g1   3d    Draining\n"
	const waits, undecided, holder = "Gear zorg-mill/g1: Waiting Blocked", "Gear zorg-mill/g1: Undecided Blocked", "zorg-gears"
	const listed, first = "zorg-gears is not there, by the list of namespace zorg-mill, in which nothing runs", "see what is left of the oil"
	checkAll(t, map[string]pasted{
		"nothing runs":    {text: gear(all + row), is: undecided, holder: holder, known: known, says: listed, does: first, then: "install zorg-gears again"},
		"it was cut":      {text: gear(all + row + "...\n"), is: waits, holder: holder, known: known, lacks: "is not there"},
		"a program":       {text: gear(all + row + "\nNAME                            READY   UP-TO-DATE   AVAILABLE   AGE\ndeployment.apps/zorg-gears      1/1     1            1           3d\n"), is: waits, holder: holder, known: known, lacks: "is not there"},
		"of some":         {text: gear("$ kubectl get all -n zorg-mill -l app=web\nNAME              AGE   PHASE\n" + row), is: waits, holder: holder, known: known, lacks: "is not there"},
		"another place":   {text: gear("$ kubectl get all -n shop\nNAME              AGE   PHASE\n" + row), is: waits, holder: holder, known: known, lacks: "is not there"},
		"a command":       {text: gear("$ kubectl delete deployment zorg-gears -n zorg-mill\n"), is: "Gear zorg-mill/g1: Stuck Blocked", holder: holder, known: known, says: "zorg-gears was uninstalled", does: first},
		"nothing of that": {text: gear("$ kubectl get gears -n zorg-mill\nNAME   AGE\ng1     3d\n"), is: waits, holder: holder, known: known, lacks: "is not there"},
	})
}
