package diagnose_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// fitting are the effects that a command of kubectl may have, by its verb. A verb
// that is not here only reads.
var fitting = map[string][]explain.Effect{
	"annotate": {explain.Changes, explain.Unprotects},
	"edit":     {explain.Changes, explain.Unprotects},
	"label":    {explain.Changes, explain.Unprotects},
	"patch":    {explain.Changes, explain.Starts, explain.Unprotects},
	"create":   {explain.Changes},
	"restart":  {explain.Starts},
	"undo":     {explain.Changes},
	"scale":    {explain.Starts, explain.Stops},
	"set":      {explain.Changes},
	"taint":    {explain.Stops},
	"delete":   {explain.Deletes},
}

var readingVerbs = []string{"auth", "config", "describe", "explain", "finalizers", "get", "logs", "rollout", "version", "wait"}

// eachDiagnosis hands over what is diagnosed in every section of every archive.
func eachDiagnosis(t *testing.T, visit func(t *testing.T, d *explain.Diagnosis)) {
	t.Helper()
	eachCase(t, func(name string, c whyCase) {
		t.Run(name, func(t *testing.T) { visit(t, c.answered(t)) })
	})
}

// TestAllSteps looks at every step of every archive: its effect is that of its
// command, and what takes something says what, or that it takes nothing and why.
func TestAllSteps(t *testing.T) {
	seen := map[explain.Effect]int{}
	eachDiagnosis(t, func(t *testing.T, d *explain.Diagnosis) {
		for i := range d.Objects {
			for j := range d.Objects[i].Holds {
				for _, s := range d.Objects[i].Holds[j].Next {
					seen[s.Effect]++
					checkStep(t, &s)
				}
			}
		}
	})
	for _, e := range []explain.Effect{explain.Reads, explain.Starts, explain.Changes, explain.Unprotects, explain.Stops, explain.Deletes} {
		if seen[e] == 0 {
			t.Errorf("no archive has a step with the effect %s", e)
		}
	}
	t.Logf("looked at %v", seen)
}

func checkStep(t *testing.T, s *explain.Step) {
	t.Helper()
	words := strings.Join(s.Command, " ")
	if len(s.Command) == 0 {
		if s.Cost != (explain.Cost{}) {
			t.Errorf("%q has no command, and costs %q", s.Text, s.Cost.Loss)
		}
		return
	}
	if s.Command[0] != "kubectl" || len(s.Command) < 2 {
		t.Fatalf("no command of kubectl: %s", words)
	}
	verb := s.Command[1]
	if verb == "rollout" && (s.Command[2] == "restart" || s.Command[2] == "undo") {
		verb = s.Command[2]
	}
	fits, writes := fitting[verb]
	tried := slices.Contains(s.Command, "--dry-run=server")
	switch {
	case !writes && !slices.Contains(readingVerbs, s.Command[1]):
		t.Errorf("the verb of %s is not known to this test", words)
	case (!writes || tried) && s.Effect != explain.Reads:
		t.Errorf("%s: %s, which only reads", s.Effect, words)
	case writes && !tried && !slices.Contains(fits, s.Effect):
		t.Errorf("%s does not fit %s", s.Effect, words)
	}
	if s.Effect == explain.Reads {
		if s.Target != (trace.Ref{}) || s.Cost != (explain.Cost{}) {
			t.Errorf("%s only reads, and has the target %v and the cost %q", words, s.Target, s.Cost.Loss)
		}
		return
	}
	if s.Target.Name == "" {
		t.Errorf("%s: %s, and does not say to what", s.Effect, words)
	}
	if told := s.Cost.Loss != "" && s.Cost.Risk != ""; told != s.Effect.Takes() {
		t.Errorf("%s %s: it says that it takes %q (%s)", s.Effect, words, s.Cost.Loss, s.Cost.Risk)
	}
	if nothing := strings.HasPrefix(s.Cost.Loss, "nothing else goes with it: "); nothing != (s.Cost.Risk == explain.RiskLow) {
		t.Errorf("%s: %q is graded %s", words, s.Cost.Loss, s.Cost.Risk)
	}
	t.Logf("%s %s: %s (%s)", s.Effect, words, s.Cost.Loss, s.Cost.Risk)
}

// TestAllStepsWakeNobody has a user's catalogue advise on the leftover of a clusterctl move,
// whose controller is down. Whatever command lets that at it again is not said.
func TestAllStepsWakeNobody(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/why/ClusterAPIDoomed.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var doomed []byte
	for _, f := range archive.Files {
		if f.Name == "positive.yaml" {
			doomed = f.Data
			break
		}
	}
	for command, said := range map[string]bool{
		`[kubectl, label, "{object}", cluster.x-k8s.io/watch-filter-]`:                   false,
		`[kubectl, edit, "{object}"]`:                                                    false,
		`[kubectl, patch, "{object}", -p, "{}"]`:                                         false,
		`[kubectl, annotate, "{object}", cluster.x-k8s.io/paused-]`:                      false,
		`[kubectl, replace, --force, -f, cluster.yaml]`:                                  false,
		`[clusterctl, move, --to-kubeconfig, a]`:                                         false,
		`[kubectl, -n, lab, edit, "{object}"]`:                                           false,
		`[kubectl, label, "{object}", cluster.x-k8s.io/watch-filter-, --dry-run=server]`: true,
		`[kubectl, get, "{object}", -o, yaml]`:                                           true,
		`[kubectl, finalizers, remove, "{object}"]`:                                      true,
		`[kubectl, finalizers, remove, "{object}", --confirm=0a1b]`:                      false,
		"[kubectl, get, '{object}', -o, yaml]\n    effect: Changes":                      false,
	} {
		t.Run(command, func(t *testing.T) {
			own, err := catalogue.Load(fstest.MapFS{"own.yaml": {Data: []byte(`
project: Cluster API
checks:
- id: capi:paused
  from: {groups: [cluster.x-k8s.io], kinds: [Cluster], when: 'object.?spec.?paused.orValue(false)'}
  reason: Excluded
  message: '"it is paused"'
  next:
  - text: the user's own advice
    command: ` + command + `
`)}})
			if err != nil {
				t.Fatal(err)
			}
			hold := &readCase(t, doomed, serverAnswers{}).diagnose(t, own).Objects[0].Holds[0]
			if !strings.HasPrefix(hold.Message, "it looks like a doomed leftover of a clusterctl move: it is paused") {
				t.Fatalf("it is not told as a doomed copy: %s", hold.Message)
			}
			if got := slices.ContainsFunc(hold.Next, func(s explain.Step) bool { return s.Text == "the user's own advice" }); got != said {
				t.Errorf("said: %t, want %t", got, said)
			}
		})
	}
}

// TestStepsOfUsers weighs what a user's catalogue advises, by what the words of the
// command stand for.
func TestStepsOfUsers(t *testing.T) {
	objects := func(policy, pvUnread string) ([]byte, serverAnswers) {
		server := serverAnswers{Rights: map[string][]string{}}
		if pvUnread != "" {
			server.Unreadable = map[string]string{pvUnread: "no"}
		}
		return []byte(`
# ask: gears.example.org/g shop
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gears.example.org, uid: 11111111-0000-4000-8000-000000000020}
spec: {group: example.org, scope: Namespaced, names: {kind: Gear, plural: gears, singular: gear}, versions: [{name: v1, served: true, storage: true}]}
---
apiVersion: example.org/v1
kind: Gear
metadata: {name: g, namespace: shop, uid: 11111111-0000-4000-8000-000000000001, finalizers: [example.org/f], deletionTimestamp: "2026-03-01T11:46:00Z", deletionGracePeriodSeconds: 0}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db, namespace: shop, uid: 11111111-0000-4000-8000-000000000004}
spec: {replicas: 1, persistentVolumeClaimRetentionPolicy: {whenScaled: ` + policy + `, whenDeleted: Retain}, volumeClaimTemplates: [{metadata: {name: data}}]}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data-db-0, namespace: shop, uid: 11111111-0000-4000-8000-000000000005}
spec: {volumeName: pv-1}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data-db-x, namespace: shop, uid: 11111111-0000-4000-8000-000000000006}
---
apiVersion: v1
kind: Service
metadata: {name: lb, namespace: shop, uid: 11111111-0000-4000-8000-000000000008}
status: {loadBalancer: {ingress: [{ip: 192.0.2.1}]}}
---
apiVersion: v1
kind: Namespace
metadata: {name: full, uid: 11111111-0000-4000-8000-000000000009}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: pv-1, uid: 11111111-0000-4000-8000-000000000007}
spec: {persistentVolumeReclaimPolicy: Delete, claimRef: {namespace: shop, name: data-db-0, uid: 11111111-0000-4000-8000-000000000005}}
`), server
	}
	const (
		set  = `{"group": "apps", "kind": "StatefulSet", "name": "db"}`
		lb   = `{"kind": "Service", "name": "lb"}`
		full = `{"kind": "Namespace", "name": "full"}`
		disk = `{"kind": "PersistentVolume", "name": "pv-1"}`
		data = `{"kind": "PersistentVolumeClaim", "name": "data-db-x"}`
		none = "(left out)"
	)
	for name, tt := range map[string]struct {
		command, blocker, policy, unread string
		want                             string
	}{
		"scaled, deletes its claims": {`[kubectl, scale, "{blocker}", --replicas=0]`, set, "Delete", "", "Stops: this also deletes claim data-db-0 and volume pv-1 (reclaim policy Delete) with all its data (high)"},
		"scaled, keeps its claims":   {`[kubectl, scale, "{blocker}", --replicas=0]`, set, "Retain", "", "Stops: nothing else goes with it: it runs no other pod, and no claim goes with that (low)"},
		"scaled, volume unread":      {`[kubectl, scale, "{blocker}", --replicas=0]`, set, "Delete", "persistentvolumes", "Stops: this also deletes claim data-db-0, and its data with it unless volume pv-1 is kept: its reclaim policy could not be read (high)"},
		"scaled, pods unread":        {`[kubectl, scale, "{blocker}", --replicas=0]`, set, "Delete", "pods", none},
		"scaled, set unread":         {`[kubectl, scale, "{blocker}", --replicas=0]`, set, "Delete", "statefulsets.apps", none},
		"scaled, whatever that is":   {`[kubectl, scale, "{object}", --replicas=0]`, set, "Delete", "", "Stops: what stops with it is not known here (high)"},
		"deleted, keeps its claims":  {`[kubectl, delete, "{blocker}"]`, set, "Delete", "", "Deletes: nothing else goes with it: it runs no other pod, and no claim goes with that, and nothing names it as its owner (low)"},
		"deleted, kinds unread":      {`[kubectl, delete, "{blocker}"]`, set, "Delete", "persistentvolumeclaims", "Deletes: what it owns could not all be read (medium)"},
		"deleted, a balancer":        {`[kubectl, delete, "{blocker}"]`, lb, "Delete", "", "Deletes: with it goes what it stands for: load balancer 192.0.2.1 (high)"},
		"deleted, a namespace":       {`[kubectl, delete, "{blocker}"]`, full, "Delete", "", "Deletes: all that is in it goes with it (high)"},
		"deleted, a volume":          {`[kubectl, delete, "{blocker}"]`, disk, "Delete", "", "Deletes: the disk behind it is left as it is, and nothing in the cluster knows of it any more: unless its storage has deleted it, it keeps its data and costs (high)"},
		"deleted, an empty claim":    {`[kubectl, delete, "{blocker}"]`, data, "Delete", "", "Deletes: nothing else goes with it: no volume is bound to it, and nothing names it as its owner (low)"},
		"by another program":         {`[gearctl, oil, "{blocker}"]`, set, "Delete", "", "Unbounded: what that takes is not known here (high)"},
		"only read":                  {`[kubectl, get, "{blocker}"]`, set, "Delete", "", "Reads:  ()"},
	} {
		t.Run(name, func(t *testing.T) {
			known, err := catalogue.Load(fstest.MapFS{"own.yaml": {Data: []byte(`
project: Gears
checks:
- id: gears:held
  finalizers: [example.org/f]
  from: {groups: [example.org], kinds: [Gear]}
  reason: Blocked
  message: '"it waits"'
  blockers: '[` + tt.blocker + `]'
  next:
  - text: the user's own advice
    command: ` + tt.command + `
`)}})
			if err != nil {
				t.Fatal(err)
			}
			yaml, server := objects(tt.policy, tt.unread)
			hold := &readCase(t, yaml, server).diagnose(t, known).Objects[0].Holds[0]
			got := none
			for _, s := range hold.Next {
				if s.Text == "the user's own advice" {
					got = string(s.Effect) + ": " + s.Cost.Loss + " (" + string(s.Cost.Risk) + ")"
				}
			}
			if got != tt.want {
				t.Errorf("got  %s\nwant %s\n%s", got, tt.want, hold.Message)
			}
		})
	}
}
