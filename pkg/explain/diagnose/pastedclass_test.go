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
	const undecided = "GatewayClass edge: Undecided "
	checkAll(t, map[string]pasted{
		"of a known one":          {text: class(envoy, ""), is: undecided + "Silent", holder: "envoy gateway", says: "no Gateway that uses the class", costs: "Envoy Gateway drops the class"},
		"of its own name":         {text: class("spec:\n  controllerName: gateway.envoyproxy.io/acme\n", ""), is: undecided + "Silent", holder: "envoy gateway"},
		"of another":              {text: class(other, ""), is: undecided + "Silent", holder: "gears.acme.test/gateway-controller", does: "gears.acme.test/gateway-controller", lacks: "envoy-gateway"},
		"not told":                {text: class("", ""), is: undecided + "Silent", holder: "controller of the class"},
		"its release is gone":     {text: class(envoy, gone), is: undecided + "HolderMissing", holder: "envoy gateway", says: "envoy gateway was uninstalled", does: "install envoy gateway again"},
		"with its chart":          {text: class(envoy, installed+gone), is: undecided + "HolderMissing", holder: "envoy gateway", does: "install envoy gateway again"},
		"it is there again":       {text: class(envoy, gone+installed), is: undecided + "Silent", holder: "envoy gateway", lacks: "uninstalled"},
		"a release elsewhere":     {text: class(envoy, "$ helm uninstall edge -n kube-system\n"), is: undecided + "Silent", holder: "envoy gateway", lacks: "uninstalled"},
		"that of who serves none": {text: class(other, gone), is: undecided + "Silent", holder: "gears.acme.test/gateway-controller", lacks: "uninstalled"},
	})
}
