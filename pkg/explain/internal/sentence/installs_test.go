package sentence

import (
	"slices"
	"strings"
	"testing"
)

// TestInstallIn reads of which program a command is that takes one off or puts one there, and takes no advice, no dry
// run and no command that hangs for one that was obeyed.
func TestInstallIn(t *testing.T) {
	for line, want := range map[string]string{
		"$ helm uninstall keda -n keda":                       "off keda",
		"I ran `helm uninstall keda` first.":                  "off keda",
		"2. Run `helm delete --purge keda`":                   "off keda",
		`release "keda" uninstalled`:                          "off keda",
		"helm uninstall keda hangs on a hook":                 "",
		"You can run `helm uninstall keda` then":              "",
		"If I run `helm uninstall keda`, it stays":            "",
		"helm uninstall keda --dry-run":                       "",
		"helm uninstall":                                      "",
		"$ helm upgrade --install keda kedacore/keda -n keda": "on keda kedacore/keda keda: install keda kedacore/keda --namespace keda",
		"helm install keda $CHART":                            "on keda $CHART ",
		"$ operator-sdk cleanup keda":                         "off keda",
		"make undeploy":                                       "off",
		"make deploy IMG=x":                                   "on",
		"make sure it is there":                               "",
		"$ kubectl delete ns gear-system":                     "off ns/gear-system",
		"kubectl create ns gear-system":                       "",
		`namespace "gear-system" deleted`:                     "off ns/gear-system",
		"k delete deploy/gear-operator":                       "off run/gear-operator",
		`deployment.apps "gear-operator" deleted`:             "off run/gear-operator",
		"deployment.apps/gear-operator created":               "on run/gear-operator",
		"oc delete csv gear.v1.2.3 -n gears":                  "off gear",
		"kubectl delete pod gear-operator-0":                  "",
		"kubectl delete deploy --all":                         "",
		"kubectl delete -f operator.yaml":                     "off",
		"kubectl delete -f gear-operator.yaml":                "off gear-operator gear",
		"kubectl delete -f gear.yaml":                         "",
		"kubectl delete -k config/default":                    "off",
		"kubectl delete -f https://git.test/acme/gear/releases/download/v1.2.0/gear-1.2.0.yaml": "off https: git.test acme gear releases download v1.2.0 gear",
		"kubectl delete -f https://git.test/acme/gear/main/samples/one.yaml":                    "",
		"kubectl apply -f deploy/operator.yaml":                                                 "on",
		"gearctl uninstall --all":                                                               "off gear",
		"gear install":                                                                          "on gear",
	} {
		i, is := InstallIn(line)
		got := ""
		if is {
			got = "on"
			if i.Off {
				got = "off"
			}
			for kind, name := range map[string]string{" ns/": i.Namespace, " run/": i.Workload} {
				if name != "" {
					got += kind + name
				}
			}
			got = strings.Join(append([]string{got}, i.Program...), " ")
			if i.Chart != nil {
				got += ": " + strings.Join(i.Chart, " ")
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// TestInstalledLast is what was obeyed last, of one program.
func TestInstalledLast(t *testing.T) {
	of := func(i *Install) bool { return slices.Contains(i.Program, "gear") }
	for text, want := range map[string]string{
		"$ helm uninstall gear": "off",
		"$ helm uninstall gear\nError: uninstallation completed with 1 error(s): it waited": "off",
		"$ helm uninstall gear\nError: release: not found":                                  "",
		"$ helm uninstall gear\n$ kubectl get gears\nError: no gears":                       "off",
		"$ helm uninstall gear\n$ helm install gear acme/gear":                              "on acme/gear",
		"$ helm install gear acme/gear\n$ helm uninstall gear\n$ helm uninstall other":      "off acme/gear",
		"$ helm uninstall gear\nThe uninstall just hangs.":                                  "",
		"$ helm uninstall gear\nrelease \"gear\" uninstalled\nIts gears are stuck.":         "off",
		"$ helm uninstall other": "",
	} {
		got := ""
		if i, told := InstalledLast(strings.Split(text, "\n"), of); told {
			got = "on"
			if i.Off {
				got = "off"
			}
			if i.Chart != nil {
				got += " " + i.Chart[2]
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
