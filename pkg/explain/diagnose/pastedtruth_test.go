package diagnose_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// lossOf is what a removal by hand loses, as the first hold of a text has it.
func lossOf(t *testing.T, text string) string {
	t.Helper()
	return holdOf(pasted{text: text}.read(t)).Cost.Loss
}

// steps are those of a hold, one a line.
func stepsOf(h *explain.Hold) string {
	var all strings.Builder
	for i := range h.Next {
		all.WriteString(h.Next[i].Text + "\n")
	}
	return all.String()
}

// TestWhyPastedGivesUp says of a failure that its controller does not come back to by itself that it does
// not, and never that it goes on; and how it is had to look again, which is no use where the object says that it has failed.
func TestWhyPastedGivesUp(t *testing.T) {
	const fails = `E0310 11:10:52.861914 1 gears.go:860] Gear "shop/g1": cannot delete it: BucketNotEmpty: the bucket is not empty` + "\n"
	gear := func(said string) string {
		return fails + "I0310 11:10:53.861914 1 gears.go:870] " + said + "\n"
	}
	const touch = "touch it; if nothing comes of that"
	for said, want := range map[string]string{
		`Gear "shop/g1": Not processing deleting event because deletion has failed`:            "see which field or condition of the object says that it failed",
		`Gear "shop/g1": will not be retried`:                                                  touch,
		`Dropping Gear "shop/g1" out of the queue: BucketNotEmpty: the bucket is not empty`:    touch,
		`"Reconciler error" err="terminal error: BucketNotEmpty" Gear="shop/g1"`:               touch,
		`Gear "shop/g1": will be tried again in 5m`:                                            "",
		`Gear "shop/g1": will not be retried for 5m`:                                           "",
		`Gear "shop/g1": DELETE https://mill.example.org/g1 giving up after 5 attempt(s)`:      "",
		`"Reconciler error" err="cannot delete it: BucketNotEmpty" Gear="shop/g1"`:             "",
		`Gear "shop/g2": will not be retried, and neither does its controller look at it soon`: "",
	} {
		h := holdOf(pasted{text: gear(said)}.read(t))
		steps, up := stepsOf(h), want != ""
		if strings.Contains(steps, "controller then goes on") == up || strings.Contains(steps, "have it tried again, which") != up || strings.Contains(h.Message, "does not try again") != up || !strings.HasPrefix(steps, "empty the bucket") || !strings.Contains(steps, want) {
			t.Errorf("%s: %s\n%s", said, h.Message, steps)
		}
		if strings.Contains(steps, "within 17 minutes") != strings.HasPrefix(said, `"Reconciler error" err="cannot`) {
			t.Errorf("%s: %s", said, steps)
		}
	}
}

// TestWhyPastedFailsForGood takes from the catalogue that a failure is not tried again, unless it is seen
// to be.
func TestWhyPastedFailsForGood(t *testing.T) {
	const object = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [scmprovider.promoter.argoproj.io/secret-finalizer]\n---\n"
	const line = `{"level":"error","ts":"2026-02-01T10:00:05Z","msg":"Reconciler error","controllerKind":"Secret","Secret":{"name":"g1","namespace":"shop"},"name":"g1","namespace":"shop","error":"AccessDenied: not authorized"}` + "\n"
	for times, again := range map[int]bool{1: false, 4: true} {
		h := holdOf(pasted{text: object + strings.Repeat(line, times)}.read(t))
		if strings.Contains(h.Message, "does not try again") == again || strings.Contains(stepsOf(h), "have it tried again, which") == again {
			t.Errorf("%d times: %s\n%s", times, h.Message, stepsOf(h))
		}
	}
}

// TestWhyPastedDenied does not lead to a usual cause of which the text says that there is none.
func TestWhyPastedDenied(t *testing.T) {
	const class = "It is stuck:\n\n```yaml\nmetadata:\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers:\n  - karpenter.k8s.aws/termination\n  generation: 3\n```\n\nOther observations:\n"
	for said, lacks := range map[string]bool{
		"- No NodeClaims reference the NodeClass at the time of deletion.": true,
		"- NodeClaims reference the NodeClass.":                            false,
	} {
		h := holdOf(pasted{text: class + said + "\n"}.read(t))
		if got := stepsOf(h); strings.Contains(got, "NodeClaims still use the class") == lacks || h.Holder.Name != "karpenter" {
			t.Errorf("%s: %s", said, got)
		}
	}
}

// TestWhyPastedLikewise counts a failure for each object by itself, and names the others.
func TestWhyPastedLikewise(t *testing.T) {
	line := func(namespace, name string) string {
		return `{"level":"error","ts":"2026-02-01T10:00:05Z","msg":"Reconciler error","reconciler group":"acme.test","reconciler kind":"Gear","name":"` + name + `","namespace":"` + namespace + `","error":"AccessDenied: not authorized"}` + "\n"
	}
	for _, tt := range []struct {
		text, says, lacks string
		others            string
	}{
		{line("a", "g1") + line("b", "g1") + line("c", "g2"), "AccessDenied", "times", "2 more: b/g1, c/g2"},
		{line("a", "g1") + line("a", "g1") + line("a", "g1"), "3 times", "\x00", ""},
		{line("a", "g1"), "AccessDenied", "times", ""},
	} {
		h := holdOf(pasted{text: tt.text}.read(t))
		others := ""
		for _, e := range h.Evidence {
			if e.Kind == explain.Related {
				others += e.Words
			}
		}
		if !strings.Contains(h.Message, tt.says) || strings.Contains(h.Message, tt.lacks) || others != tt.others {
			t.Errorf("%s, and %q", h.Message, others)
		}
	}
}

// TestWhyPastedOutsideGone has what somebody says to be gone checked first.
func TestWhyPastedOutsideGone(t *testing.T) {
	for said, gone := range map[string]bool{"does not exist in the cloud provider": true, "is shut down": false} {
		h := holdOf(pasted{text: goingNode + eventsHead + "  Normal  DeletingNode  38s (x925 over 80m)  cloud-node-lifecycle-controller  Deleting node n1 because it " + said + "\n"}.read(t))
		if step := h.Next[0].Text; strings.Contains(step, "see why karpenter does not notice") != gone {
			t.Errorf("%s: %s", said, step)
		}
	}
}

const (
	goingNode  = "apiVersion: v1\nkind: Node\nmetadata:\n  name: n1\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers:\n  - karpenter.sh/termination\n---\n"
	eventsHead = "Events:\n  Type    Reason        Age                  From                             Message\n  ----    ------        ----                 ----                             -------\n"
)

// TestWhyPastedNothingLeft tells beside what would be lost who says that nothing of that is there. What would be lost
// and its grade stay.
func TestWhyPastedNothingLeft(t *testing.T) {
	const line = `{"level":"info","ts":"2026-02-01T10:20:00Z","msg":"MESSAGE","controller":"node.termination","Node":{"name":"n1"},"namespace":"","name":"n1"}` + "\n"
	for name, c := range map[string]struct{ before, beside, contrary string }{
		"an event":              {"", eventsHead + "  Normal  DeletingNode  38s (x925 over 80m)  cloud-node-lifecycle-controller  Deleting node n1 because it does not exist in the cloud provider\n", "does not exist in the cloud provider"},
		"a line of a log":       {"", strings.Replace(line, "MESSAGE", "phase: Failed | Machine does not exist", 1), `the log copied beside it says "phase: Failed | Machine does not exist"`},
		"a person":              {"The disk and the instance are both terminated in the console, everything is cleaned up there.\n\n", "", `the text written beside it says "`},
		"what it needs":         {"", strings.Replace(line, "MESSAGE", "secret cloud-credentials does not exist", 1), ""},
		"another object's line": {"", strings.ReplaceAll(strings.Replace(line, "MESSAGE", "Machine does not exist", 1), "n1", "n2"), ""},
		"only supposed":         {"I think everything should be cleaned up before it goes.\n\n", "", ""},
		"nobody":                {"", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			cost := holdOf(pasted{text: c.before + goingNode + c.beside}.read(t)).Cost
			if c.contrary == "" && cost.Contrary != "" || !strings.Contains(cost.Contrary, c.contrary) {
				t.Errorf("contrary %q, want %q", cost.Contrary, c.contrary)
			}
			if cost.Loss == "" || cost.Risk != explain.RiskHigh || cost.Claimed {
				t.Errorf("%+v", cost)
			}
		})
	}
}

// TestWhyPastedIdentity has nothing mended where the provider says that what the object stands for can be
// nothing: it is checked there, and the finalizer is planned to be taken off.
func TestWhyPastedIdentity(t *testing.T) {
	binding := func(said string) string {
		return `{"level":"error","ts":1636048222.6,"msg":"Reconciler error","reconciler group":"elbv2.k8s.aws","reconciler kind":"TargetGroupBinding","name":"t1","namespace":"shop","error":"ValidationError: ` + said + `\n\tstatus code: 400"}` + "\n"
	}
	const stuck, holder = "TargetGroupBinding shop/t1: Stuck Failing", "aws load balancer controller"
	checkAll(t, map[string]pasted{
		"its own":        {text: binding("'arn:aws:x:targetgroup/a/b' is not a valid target group ARN"), is: stuck, holder: holder, does: "check with the provider that there is no target group arn:aws:x:targetgroup/a/b", lacks: "mend the field"},
		"of another":     {text: binding("'arn:aws:x:role/a' is not a valid role ARN"), is: stuck, holder: holder, does: "mend the field"},
		"another fault":  {text: binding("the port is required"), is: stuck, holder: holder, does: "mend the field"},
		"nothing is bad": {text: strings.Replace(binding("x"), "ValidationError: x", "", 1), is: "TargetGroupBinding shop/t1: ", holder: holder, lacks: "check with the provider"},
	})
	if loss := lossOf(t, binding("'arn:aws:x:targetgroup/a/b' is not a valid target group ARN")); !strings.HasPrefix(loss, "Nothing can be left") {
		t.Error(loss)
	}
	if loss := lossOf(t, binding("the port is required")); !strings.Contains(loss, "stay registered") {
		t.Error(loss)
	}
}

// TestWhyPastedDetached infers from a 404 that nothing is left to detach, and does not have the driver say so.
func TestWhyPastedDetached(t *testing.T) {
	attachment := func(attached string) string {
		return "apiVersion: storage.k8s.io/v1\nkind: VolumeAttachment\nmetadata:\n  name: csi-1\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [external-attacher/zorg-io]\nspec:\n  attacher: zorg.io\n  nodeName: n1\n  source: {persistentVolumeName: pv-1}\n" +
			"status:\n  attached: " + attached + "\n  detachError:\n    message: 'rpc error: code = Internal desc = ControllerpublishVolume failed for pv-1: 404 Not Found'\n    time: \"2026-02-01T10:00:09Z\"\n"
	}
	for attached, want := range map[string]string{"true": "by these words there is nothing to detach (status.attached: true)", "false": "by its status and these words there is nothing to detach;"} {
		if loss := lossOf(t, attachment(attached)); !strings.Contains(loss, want) || strings.Contains(loss, "as the driver says") {
			t.Errorf("%s: %s", attached, loss)
		}
		hold := holdOf(pasted{text: attachment(attached)}.read(t))
		if told := fmt.Sprint(hold.Message, hold.Next); strings.Contains(told, "each try") || strings.Contains(told, "no other") { // of one error, and any access mode
			t.Error(told)
		}
	}
}

// TestWhyPastedAdvised leaves the advice to force out of what is to be done, and warns of it.
func TestWhyPastedAdvised(t *testing.T) {
	const gear = "apiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [acme.test/finalizer]\n" +
		"status: {conditions: [{type: Released, status: \"False\", reason: DeleteFailed, lastTransitionTime: \"2026-02-01T10:10:00Z\", message: 'cleanup of rod-7 failed: rod is jammedREST'}]}\n"
	const is = "Gear shop/g1: Stuck Failing"
	checkAll(t, map[string]pasted{
		"advised": {text: strings.Replace(gear, "REST", "; remove the finalizer manually to continue", 1), is: is, does: `mend what it names; where`, warns: "advise to force it"},
		"not":     {text: strings.Replace(gear, "REST", "; it will be removed manually", 1), is: is, does: "it will be removed manually", warns: "-"},
	})
}

// TestWhyPastedNobodyLeft brings back first what would let go of what nobody has asked to go yet, where that was uninstalled.
func TestWhyPastedNobodyLeft(t *testing.T) {
	live := strings.Replace(goingNode, "  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n", "  creationTimestamp: \"2026-01-01T10:00:00Z\"\n", 1)
	for beside, gone := range map[string]bool{"$ helm uninstall karpenter -n kube-system\n\n": true, "$ helm uninstall rack -n rack-system\n\n": false, "": false} {
		h := holdOf(pasted{text: beside + live}.read(t))
		if h.Verdict != explain.NotDeleting || strings.Contains(h.Message, "was uninstalled") != gone || strings.HasPrefix(h.Next[0].Text, "install karpenter again") != gone {
			t.Errorf("%q: %s %s; first %s", beside, h.Verdict, h.Message, h.Next[0].Text)
		}
	}
}
