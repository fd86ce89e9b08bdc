package diagnose_test

import (
	"strings"
	"testing"
)

// told is what an answer begins with, holds anywhere, does first and lacks.
type told struct{ text, of, is, says, first, lacks string }

func checkTold(t *testing.T, all map[string]told) {
	t.Helper()
	for name, tt := range all {
		t.Run(name, func(t *testing.T) {
			o := pasted{text: tt.text, of: tt.of}.read(t)
			hold := holdOf(o)
			is := o.Kind + " " + strings.TrimPrefix(o.Namespace+"/"+o.Name, "/") + ": " + string(hold.Verdict)
			first, all := "", hold.Message
			for i, s := range hold.Next {
				if all += "\n" + s.Text; i == 0 {
					first = s.Text
				}
			}
			for _, e := range hold.Evidence {
				all += "\n" + e.Fact
			}
			if !strings.HasPrefix(is, tt.is) || !strings.Contains(all, tt.says) || !strings.Contains(first, tt.first) || tt.lacks != "" && strings.Contains(all, tt.lacks) {
				t.Errorf("%s\n%s\nfirst %s\nwant %+v", is, all, first, tt)
			}
		})
	}
}

// TestWhyPastedSilent looks first at what is said newest where a failure came last long before the copy, and not again.
func TestWhyPastedSilent(t *testing.T) {
	const gear = "Name:         g1\nNamespace:    shop\nAPI Version:  zorg.io/v1\nKind:         Gear\nMetadata:\n  Deletion Timestamp:  2026-02-01T10:00:00Z\n  Finalizers:\n    zorg.io/release\n"
	const head = "Events:\n  Type     Reason        Age                From             Message\n  ----     ------        ----               ----             -------\n"
	failed := func(age string) string {
		return gear + head + "  Warning  DeleteFailed  " + age + "  gear-controller  failed to delete shaft s1: it is bent\n"
	}
	checkTold(t, map[string]told{
		"long ago":       {text: failed("23m (x5 over 23m)"), is: "Gear shop/g1: Stuck", says: "(5 times, last 23m before this was copied)", first: "see what was said newest"},
		"then, if still": {text: failed("23m (x5 over 23m)"), is: "Gear shop/g1: Stuck", says: "if that is still so, "},
		"of late":        {text: failed("8s (x5 over 23m)"), is: "Gear shop/g1: Stuck", says: "(5 times over 23m)", lacks: "see what was said newest"},
		"minutes ago":    {text: failed("5m (x3 over 1h)"), is: "Gear shop/g1: Stuck", says: "(3 times over 1h, last 5m before this was copied)", lacks: "see what was said newest"},
		"once":           {text: failed("23m"), is: "Gear shop/g1: Stuck", lacks: "see what was said newest"},
	})
	const other = "$ kubectl get gears\nNAMESPACE  NAME  PHASE     AGE\nshop       g1    Deleting  160m\n\n$ kubectl describe irongears -n shop\n...\n" + head
	checkTold(t, map[string]told{
		"of another, long ago": {text: other + "  Warning  DeleteFailed  23m (x5 over 23m)  iron-controller  Failed to delete shaft s1 of g1: 409\n", is: "Gear shop/g1: Undecided", first: "see what was said newest"},
		"of another, of late":  {text: other + "  Warning  DeleteFailed  8s (x5 over 23m)  iron-controller  Failed to delete shaft s1 of g1: 409\n", is: "Gear shop/g1: ", lacks: "see what was said newest"},
	})
}

// TestWhyPastedPast tells of a pod with no grace period left that only a finalizer holds it, and of no other.
func TestWhyPastedPast(t *testing.T) {
	const pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p1\n  namespace: shop\n  deletionGracePeriodSeconds: 0\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.io/count]\n"
	const past = "its grace period is 0 by now"
	runs := func(state string) string {
		return pod + "status:\n  containerStatuses:\n  - name: gears\n    state: {" + state + "}\n"
	}
	checkTold(t, map[string]told{
		"no grace":    {text: pod, is: "Pod shop/p1: ", says: past},
		"has ended":   {text: runs(`terminated: {exitCode: 0}`), is: "Pod shop/p1: ", says: past},
		"still runs":  {text: runs(`running: {startedAt: "2026-02-01T09:00:00Z"}`), is: "Pod shop/p1: ", lacks: past},
		"said to run": {text: pod + "status:\n  phase: Running\n", is: "Pod shop/p1: ", lacks: past},
		"it is ready": {text: pod + "status:\n  phase: Running\n  containerStatuses: [{name: gears, ready: true, started: true}]\n", is: "Pod shop/p1: ", lacks: past},
		"lost node":   {text: pod + "spec: {nodeName: n1}\nstatus: {phase: Unknown, reason: NodeLost}\n", is: "Pod shop/p1: ", lacks: past},
		"on a node":   {text: pod + "spec: {nodeName: n1}\nstatus: {phase: Pending}\n", is: "Pod shop/p1: ", lacks: past},
		"none there":  {text: strings.Replace(pod, "  finalizers: [zorg.io/count]\n", "", 1), is: "Pod shop/p1: ", lacks: past},
		"some grace":  {text: strings.Replace(pod, "Seconds: 0", "Seconds: 30", 1), is: "Pod shop/p1: ", lacks: past},
		"is no pod":   {text: strings.NewReplacer("v1\nkind: Pod", "zorg.io/v1\nkind: Gear").Replace(pod), is: "Gear shop/p1: ", lacks: past},
		"does not go": {text: strings.NewReplacer("  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n", "", "  deletionGracePeriodSeconds: 0\n", "").Replace(pod), is: "Pod shop/p1: ", lacks: past},
	})
}

// TestWhyPastedOtherConditions says of a namespace what its conditions mean that are False.
func TestWhyPastedOtherConditions(t *testing.T) {
	namespace := func(discovery, failure, remain string) string {
		c := func(name, status string) string {
			return "  - {type: " + name + ", status: \"" + status + "\", reason: R, message: \"Some resources are remaining: gears.zorg.io has 1 resource instances\", lastTransitionTime: \"2026-02-01T10:00:01Z\"}\n"
		}
		return "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\nspec:\n  finalizers: [kubernetes]\nstatus:\n  phase: Terminating\n  conditions:\n" +
			c("NamespaceDeletionDiscoveryFailure", discovery) + c("NamespaceDeletionGroupVersionParsingFailure", "False") + c("NamespaceDeletionContentFailure", failure) + c("NamespaceContentRemaining", remain)
	}
	const down = "---\napiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata: {name: v1.oil.zorg.io}\nspec: {group: oil.zorg.io, version: v1, service: {name: zorg, namespace: mill}}\nstatus: {conditions: [{type: Available, status: \"False\", reason: FailedDiscoveryCheck}]}\n"
	const order, nothing = "the namespace itself is in order", "NamespaceContentRemaining=False says nothing"
	checkTold(t, map[string]told{
		"all else in order":   {text: namespace("False", "False", "True"), is: "Namespace shop: ", says: order},
		"an API that is down": {text: namespace("True", "False", "True"), is: "Namespace shop: ", lacks: order},
		"deleting failed":     {text: namespace("False", "True", "False"), is: "Namespace shop: ", says: nothing},
		"another holds it":    {text: strings.Replace(namespace("False", "False", "True"), "[kubernetes]", "[kubernetes, zorg.io/bill]", 1), is: "Namespace shop: ", lacks: order},
		"its own finalizer":   {text: strings.Replace(namespace("False", "False", "True"), "  name: shop\n", "  name: shop\n  finalizers: [zorg.io/hold]\n", 1), is: "Namespace shop: ", lacks: order},
		"an APIService":       {text: namespace("False", "False", "True") + down, of: "shop", is: "Namespace shop: ", lacks: order},
		"one that answers":    {text: namespace("False", "False", "True") + strings.Replace(down, `"False"`, `"True"`, 1), of: "shop", is: "Namespace shop: ", says: order},
		"nothing remains":     {text: namespace("False", "False", "False"), is: "Namespace shop: ", lacks: nothing},
	})
}
