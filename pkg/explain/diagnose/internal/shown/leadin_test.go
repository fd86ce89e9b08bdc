package shown

import "testing"

// TestLedTo reads whose log follows by the words before it.
func TestLedTo(t *testing.T) {
	for line, want := range map[string]string{
		"GearBox `left` cannot be deleted. zorg-gear-operator logs this:":      "zorg-gear-operator",
		"The relevant entries in the `zorg-controller-manager-0` log are:":     "zorg-controller-manager",
		"The CAPA controller manager logs show:":                               "capa controller manager",
		"**snapshot controller logs print::**":                                 "snapshot controller",
		"- `zorg-operator` logs":                                               "zorg-operator",
		"Logs of the zorg-gear-provisioner pod:":                               "zorg-gear-provisioner",
		"$ kubectl logs -n zorg deploy/zorg-operator --tail=20":                "zorg-operator",
		"kubectl logs zorg-controller-manager-0 -n zorg":                       "zorg-controller-manager",
		"See the operator logs:":                                               "",
		"This is in the controller logs:":                                      "",
		"I restarted operator logs and all":                                    "",
		"zorg-operator was installed by a chart":                               "",
		`{"level":"error","msg":"zorg-operator logs this"}`:                    "",
		"E0301 11:43:08.849306 1 x.go:1] zorg-operator reports an error":       "",
		"kubectl get pods zorg-operator":                                       "",
		"2026-03-01T10:00:00Z ERROR zorg-operator says that it does not work.": "",
	} {
		if got := ledTo(line); got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}
