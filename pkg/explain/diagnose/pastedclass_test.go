package diagnose_test

import "testing"

// TestWhyPastedClass has a class held by the controller that it names: a finalizer of the Gateway API's own is of whoever
// serves the class, and a release of helm, whatever it is called, of who has the namespace for itself.
func TestWhyPastedClass(t *testing.T) {
	class := func(spec, said string) string {
		return said + "\n```yaml\napiVersion: gateway.networking.k8s.io/v1\nkind: GatewayClass\nmetadata:\n  name: edge\n  uid: 11111111-0000-4000-8000-000000000001\n  creationTimestamp: \"2026-01-01T10:00:00Z\"\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [gateway-exists-finalizer.gateway.networking.k8s.io]\n" + spec + "```\n"
	}
	const envoy, other = "spec:\n  controllerName: gateway.envoyproxy.io/gatewayclass-controller\n", "spec:\n  controllerName: gears.acme.test/gateway-controller\n"
	const installed, gone = "$ helm install edge oci://charts.acme.test/acme/chart -n envoy-gateway-system\n", "$ helm uninstall edge -n envoy-gateway-system\n"
	const undecided, stuck = "GatewayClass edge: Undecided ", "GatewayClass edge: Stuck "
	checkAll(t, map[string]pasted{
		"of a known one":          {text: class(envoy, ""), is: undecided + "Silent", holder: "envoy gateway", says: "no Gateway that uses the class", costs: "Envoy Gateway drops the class"},
		"of its own name":         {text: class("spec:\n  controllerName: gateway.envoyproxy.io/acme\n", ""), is: undecided + "Silent", holder: "envoy gateway"},
		"of another":              {text: class(other, ""), is: undecided + "Silent", holder: "gears.acme.test/gateway-controller", does: "see which Gateways have to do with it", lacks: "envoy-gateway"},
		"not told":                {text: class("", ""), is: undecided + "Silent", holder: "controller of the class"},
		"its release is gone":     {text: class(envoy, gone), is: stuck + "HolderMissing", holder: "envoy gateway", says: "envoy gateway was uninstalled", does: "install envoy gateway again"},
		"with its chart":          {text: class(envoy, installed+gone), is: stuck + "HolderMissing", holder: "envoy gateway", does: "install envoy gateway again"},
		"it is there again":       {text: class(envoy, gone+installed), is: undecided + "Silent", holder: "envoy gateway", lacks: "uninstalled"},
		"a release elsewhere":     {text: class(envoy, "$ helm uninstall edge -n kube-system\n"), is: undecided + "Silent", holder: "envoy gateway", lacks: "uninstalled"},
		"that of who serves none": {text: class(other, gone), is: undecided + "Silent", holder: "gears.acme.test/gateway-controller", lacks: "uninstalled"},
	})
}

// TestWhyPastedReportedTo takes a kind that several projects have for that of the one whose version is told beside it, as
// forms ask for it, and not for that of one which a sentence names.
func TestWhyPastedReportedTo(t *testing.T) {
	text := func(beside string) string {
		return beside + "\n\nI delete it and it stays.\n```\nE0201 10:00:00.000000      13 subnet.go:246] error syncing 'shelf': subnet shelf has 1 v4 ip in use, requeuing\n```\n"
	}
	const stuck = "Subnet shelf: Stuck Failing"
	checkAll(t, map[string]pasted{
		"a heading":       {text: text("### Kube-OVN Version\n\nv1.12.12"), is: stuck, holder: "kube-ovn", costs: "Its switch is deleted anyway"},
		"a field":         {text: text("- Kube-OVN version (please state): `v1.12.12`"), is: stuck, holder: "kube-ovn"},
		"a question":      {text: text("What version of Kube-OVN?"), is: stuck, holder: "kube-ovn"},
		"of another":      {text: text("### Kubernetes Version\n\nv1.29"), is: stuck},
		"a sentence":      {text: text("It works with Kube-OVN version: v1.12"), is: stuck, holder: "kube-ovn", lacks: "kubeovn.io"},
		"nothing is told": {text: text("The shelf stays."), is: stuck},
	})
}

// TestWhyPastedWhoseWebhook says of which project a webhook is by its name that refuses what another one does, and not of
// one that nobody knows, nor of the holder's own.
func TestWhyPastedWhoseWebhook(t *testing.T) {
	line := func(group, kind, webhook string) string {
		return `{"level":"error","ts":"2026-02-01T10:00:00Z","msg":"failed to remove finalizer","controllerGroup":"` + group + `","controllerKind":"` + kind + `","name":"g1","namespace":"shop","error":"admission webhook \"` + webhook + `\" denied the request: shaft \"s1\" not found"}` + "\n"
	}
	const stuck = "Gear shop/g1: Stuck"
	checkAll(t, map[string]pasted{
		"of another project": {text: line("acme.test", "Gear", "mutator.harvesterhci.io"), is: stuck, does: "what webhook mutator.harvesterhci.io (by its name of Harvester) does not find"},
		"of nobody known":    {text: line("acme.test", "Gear", "mutator.acme.test"), is: stuck, does: "what webhook mutator.acme.test does not find"},
		"its own":            {text: line("longhorn.io", "Volume", "mutator.longhorn.io"), is: "Volume shop/g1: Stuck", holder: "longhorn", does: "what webhook mutator.longhorn.io does not find"},
	})
}
