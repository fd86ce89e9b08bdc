package diagnose_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

// TestWhyPastedTitled takes the kind of a part from the title above it, and the finalizers below a title for those of the one
// object, where no two titles give them to two.
func TestWhyPastedTitled(t *testing.T) {
	known, err := catalogue.Load(fstest.MapFS{
		"oil.yaml": {Data: []byte("project: Zorg Oil\ncomponents: [{name: zorg oiler, workloads: [Deployment/zorg-oil-controller]}]\nfinalizers:\n- {pattern: oil.zorg.io, kinds: [Node.oil.zorg.io, Gear.oil.zorg.io], component: zorg oiler, waitsFor: the oil to be let out, class: waits, loss: The oil stays, risk: high, confidence: high}\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	const status = "from node status:\n  conditions:\n    - lastProbeTime: ''\n      message: the belt is off\n      reason: Off\n      status: 'False'\n      type: Ready\n\n"
	const list = "from  finalizers:\n    - oil.zorg.io\n\nerror: cannot turn it\n"
	const deployment = "Deployment resource finalizer:\n```\n  finalizers:\n  - acme.io/guard\n```\n"
	checkAll(t, map[string]pasted{
		"a kind in the group of the finalizer": {text: status + list, is: "Node NAME: ", finalizer: "oil.zorg.io", holder: "zorg oiler", known: known},
		"of another group":                     {text: status + strings.Replace(list, "oil.zorg.io", "acme.io/guard", 1), is: "Node NAME: ", finalizer: "acme.io/guard", known: known},
		"a title":                              {text: deployment, is: "Deployment NAME: ", finalizer: "acme.io/guard", known: known},
		"above nothing of an object":           {text: strings.Replace(deployment, "  finalizers:\n  - acme.io/guard", "see below", 1) + "The finalizer `acme.io/guard` is stuck on deletion.\n", is: "Object NAME: ", finalizer: "acme.io/guard", known: known},
	})
}

// TestWhyPastedBelow tells an object of which only the finalizers were copied from what a table shows of another kind, which
// is left below it.
func TestWhyPastedBelow(t *testing.T) {
	kinds := func(finalizers, _ []string) (group, kind string) {
		if strings.Join(finalizers, "") == "zorg.io/gearing" {
			return "zorg.io", "Gear"
		}
		return "", ""
	}
	const log = "`2026-02-01T11:05:32.118Z\tERROR\toperator.gears\tgot retryable error; requeueing\t{\"after\": \"15s\", \"error\": \"not all pods have been deleted for gears/g1\"}`\n\n"
	const pods = "```\n$ kubectl get po -n shop -o wide\nNAME    READY   STATUS        RESTARTS   AGE    IP            NODE     NOMINATED NODE   READINESS GATES\ngearer  1/1     Terminating   0          118m   10.132.0.23   node-1   <none>           <none>\n```\n"
	const list = "```\n  Finalizers:\n  zorg.io/gearing\n```\n\n"
	const below = "the kubelet on node-1 has to end it"
	for name, p := range map[string]pasted{
		"the object":         {text: list + log + pods, of: "g1", is: "Gear gears/g1: Stuck", finalizer: "zorg.io/gearing"},
		"what is left":       {text: list + log + pods, of: "gearer", is: "Pod shop/gearer: Undecided KubeletUnfinished", holder: "kubelet", says: below, does: "see whether node node-1 is there"},
		"of one that is not": {text: strings.Replace(list, "gearing", "other", 1) + log + pods, is: "Pod shop/gearer: ", finalizer: "zorg.io/other"},
		"a log of two":       {text: list + log + strings.Replace(log, "gears/g1", "gears/g2", 1) + pods, of: "NAME", is: "Gear NAME: ", finalizer: "zorg.io/gearing"},
		"the row alone":      {text: pods, is: "Pod shop/gearer: Undecided KubeletUnfinished", holder: "kubelet", says: below},
		"its node beside it": {text: pods + "```\n$ kubectl get nodes\nNAME     STATUS     ROLES    AGE   VERSION\nnode-1   NotReady   <none>   5h    v1.35.2\n```\n", is: "Pod shop/gearer: Undecided KubeletUnfinished", holder: "kubelet"},
	} {
		p.kinds = kinds
		t.Run(name, p.check)
	}
}
