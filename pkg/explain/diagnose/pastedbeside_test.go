package diagnose_test

import (
	"strings"
	"testing"
)

// gearBeside is a gear that is asked to go, with other objects beside it.
func gearBeside(spec, message string, others ...string) string {
	text := `apiVersion: gears.zorg.io/v1
kind: Gear
metadata:
  name: g1
  namespace: shop
  uid: u1
  deletionTimestamp: "2026-02-01T10:00:00Z"
  finalizers: [gears.zorg.io/cleanup]
  managedFields:
  - {manager: gears-controller, operation: Update, time: "2026-02-01T10:01:00Z", apiVersion: gears.zorg.io/v1, fieldsType: FieldsV1, fieldsV1: {"f:metadata": {"f:finalizers": {"v:\"gears.zorg.io/cleanup\"": {}}}}}
spec: ` + spec + `
status:
  conditions:
  - {type: Ready, status: "False", reason: Failed, message: "` + message + `", lastTransitionTime: "2026-02-01T10:02:00Z"}
`
	return strings.Join(append([]string{text}, others...), "---\n")
}

// TestWhyPastedSettingBeside takes a name in the words of the holder for that of its own setting only where the object
// neither refers to one of that name nor has one beside it.
func TestWhyPastedSettingBeside(t *testing.T) {
	const holder = `apiVersion: apps/v1
kind: Deployment
metadata: {name: gears-controller, namespace: gears-system, uid: u2}
spec:
  replicas: 1
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec:
      containers: [{name: c, image: x}]
      volumes: [{name: v, secret: {secretName: gear-login}}]
status: {observedGeneration: 1, readyReplicas: 1, replicas: 1}
`
	const beside = "apiVersion: v1\nkind: Secret\nmetadata: {name: gear-login, namespace: shop, uid: u7}\n"
	const bare, whole = "failed to delete: missing key in secret gear-login", "failed to delete: missing key in secret gears-system/gear-login"
	const plain, refers = "{teeth: 7}", "{store: {loginRef: {name: gear-login}}}"
	const is, own = "Gear shop/g1: Stuck", "correct what these words name in secrets/gear-login in namespace gears-system"
	checkAll(t, map[string]pasted{
		"its own":            {text: gearBeside(plain, bare, holder), of: "g1", is: is, holder: "gears-controller", does: own},
		"referred to":        {text: gearBeside(refers, bare, holder), of: "g1", is: is, holder: "gears-controller", lacks: "gears-system"},
		"beside it":          {text: gearBeside(plain, bare, holder, beside), of: "g1", is: is, holder: "gears-controller", lacks: "gears-system"},
		"beside another":     {text: gearBeside(plain, bare, holder, strings.Replace(beside, "shop", "mall", 1)), of: "g1", is: is, holder: "gears-controller", does: own},
		"with its namespace": {text: gearBeside(refers, whole, holder, beside), of: "g1", is: is, holder: "gears-controller", does: own},
	})
}

// TestWhyPastedKeptAtZero tells what keeps the holder at no pod by what scales it and how few it lets run, and not by a
// number of something else or by what sets how large its pods are.
func TestWhyPastedKeptAtZero(t *testing.T) {
	const holder = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: gears-controller, namespace: gears-system, uid: u2}\nspec: {replicas: 0, selector: {matchLabels: {a: b}}}\nstatus: {observedGeneration: 1}\n"
	scaler := func(kind, annotation, few string) string {
		return gearBeside("{teeth: 7}", "it is bent", holder,
			"apiVersion: pace.io/v1\nkind: "+kind+"\nmetadata: {name: h, namespace: gears-system, uid: u3, annotations: {"+annotation+"}}\nspec: {scaleTargetRef: {kind: Deployment, name: gears-controller}, "+few+"}\n")
	}
	const is, kept = "Gear shop/g1: Stuck HolderScaledDown", "kept there by "
	all := map[string]pasted{
		"few":              {text: scaler("PaceScaler", "", "minReplicaCount: 0"), says: kept + "PaceScaler h (spec.minReplicaCount is 0)"},
		"an autoscaler":    {text: scaler("PaceAutoscaler", "", "minReplicas: 0"), says: kept + "PaceAutoscaler h (spec.minReplicas is 0)"},
		"halted":           {text: scaler("PaceScaler", `auto.pace.io/paused-replicas: "0"`, "minReplicas: 1"), says: kept + "PaceScaler h (annotation auto.pace.io/paused-replicas is 0)"},
		"how large":        {text: scaler("VerticalPaceAutoscaler", "", "minReplicas: 0"), lacks: kept},
		"another number":   {text: scaler("PaceScaler", `pace.io/unhealthy-replicas: "0"`, "minReplicas: 1"), lacks: kept},
		"of another party": {text: scaler("PaceScaler", `mill.io/paused-replicas: "0"`, "minReplicas: 1"), lacks: kept},
		"another field":    {text: scaler("PaceScaler", "", "minUnhealthyReplicas: 0"), lacks: kept},
		"one at least":     {text: scaler("PaceScaler", "", "minReplicas: 1"), lacks: kept},
	}
	for name, p := range all {
		p.of, p.is, p.holder = "g1", is, "gears-controller"
		all[name] = p
	}
	checkAll(t, all)
}

// TestWhyPastedLocked takes an object for locked by somebody else, and never by its own holder where that is not known;
// a credential in the name of who has locked it is not shown.
func TestWhyPastedLocked(t *testing.T) {
	locked := func(by string) string {
		return "apiVersion: gears.zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [gears.zorg.io/cleanup]\n  annotations:\n    gears.zorg.io/locked-by: \"" + by + "\"\n"
	}
	const is, others = "Gear shop/g1: Undecided Excluded", "annotation gears.zorg.io/locked-by is "
	checkAll(t, map[string]pasted{
		"by another":            {text: locked("batch-mover-3"), is: is, says: others + `"batch-mover-3"`, does: "once batch-mover-3 is through with it"},
		"beside its name":       {text: locked("zorg-system/batch-mover-3"), is: is, says: others},
		"by its group":          {text: locked("gears-operator-7d9f8b6c5-x2x4z"), is: "Gear shop/g1: ", lacks: "locked-by"},
		"by its kind":           {text: locked("zorg-system/gear-operator-0_6f1c"), is: "Gear shop/g1: ", lacks: "locked-by"},
		"by an account":         {text: locked("system:serviceaccount:zorg-system:zorg-operator"), is: "Gear shop/g1: ", lacks: "locked-by"},
		"with a credential":     {text: locked("https://ci:ghp_abcdefghijklmnopqrstuvwxyz0123456789@git.mill.io"), is: is, says: others, lacks: "ghp_"},
		"of it is no more than": {text: locked("https://ci:ghp_abcdefghijklmnopqrstuvwxyz0123456789@git.mill.io"), is: is, does: "once https://ci:<redacted>@git.mill.io is through"},
	})
}
