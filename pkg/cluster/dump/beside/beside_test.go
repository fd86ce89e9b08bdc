package beside

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// plainTypes spells kinds as their plurals tell.
func plainTypes(name string) (apiVersion, kind string) {
	kinds := map[string]string{"pv": "PersistentVolume", "persistentvolumes": "PersistentVolume", "volumeattachment": "VolumeAttachment", "nodes": "Node", "pods": "Pod", "persistentvolumeclaims": "PersistentVolumeClaim"}
	if k, is := kinds[name]; is {
		return "v1", k
	}
	resource, group, _ := strings.Cut(name, ".")
	if resource == "all" || resource == "" {
		return "", ""
	}
	return group + "/v1", strings.ToUpper(resource[:1]) + strings.TrimSuffix(resource[1:], "s")
}

// TestRows reads tables with all that their columns tell.
func TestRows(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want []Row
	}{
		"columns of two words": {
			"$ kubectl get pv\nNAME   CAPACITY   ACCESS MODES   RECLAIM POLICY   STATUS        CLAIM      STORAGECLASS   AGE\nv1     1Gi        RWO            Delete           Terminating   shop/data  fast           27s\n",
			[]Row{{
				APIVersion: "v1", Kind: "PersistentVolume", Name: "v1", Going: true,
				Cells: map[string]string{"NAME": "v1", "CAPACITY": "1Gi", "ACCESS MODES": "RWO", "RECLAIM POLICY": "Delete", "STATUS": "Terminating", "CLAIM": "shop/data", "STORAGECLASS": "fast", "AGE": "27s"},
			}},
		},
		"a head that tells the type": {
			"NAME   STATUS     ROLES    AGE     VERSION\nn1     NotReady   <none>   5h41m   v1.35.2\n",
			[]Row{{APIVersion: "v1", Kind: "Node", Name: "n1", Cells: map[string]string{"NAME": "n1", "STATUS": "NotReady", "AGE": "5h41m", "VERSION": "v1.35.2"}}},
		},
		"typed names and a template": {
			"$ kubectl get zorg -n shop\nNAME              VERSION\ngear.zorg.io/g1   19.10\n\n$ kubectl get -n shop gear.zorg.io -o yaml -o jsonpath='{.items[*].metadata.finalizers}'\n[zorg.io/a]\n",
			[]Row{{APIVersion: "zorg.io/v1", Kind: "Gear", Namespace: "shop", Name: "g1", Finalizers: []string{"zorg.io/a"}, Cells: map[string]string{"NAME": "gear.zorg.io/g1", "VERSION": "19.10"}}},
		},
		"heads behind a command of any type": {
			"$ for r in pods pvc; do kubectl get $r -n shop; done\nNAME    READY   STATUS        RESTARTS   AGE\nweb-0   1/1     Terminating   0          5m\nNAME   STATUS   VOLUME   CAPACITY   ACCESS MODES\nc1     Bound    v1       1Gi        RWO\nNAME   TEETH\ng1     3\n",
			[]Row{
				{APIVersion: "v1", Kind: "Pod", Namespace: "shop", Name: "web-0", Going: true, Cells: map[string]string{"NAME": "web-0", "READY": "1/1", "STATUS": "Terminating", "RESTARTS": "0", "AGE": "5m"}},
				{APIVersion: "v1", Kind: "PersistentVolumeClaim", Namespace: "shop", Name: "c1", Cells: map[string]string{"NAME": "c1", "STATUS": "Bound", "VOLUME": "v1", "CAPACITY": "1Gi", "ACCESS MODES": "RWO"}},
			},
		},
		"rows that were filtered": {
			"$ kubectl get volumeattachment | grep v1\ncsi-a   tape.zorg.io   v1   n1   true   6d\ncsi-b   tape.zorg.io   v1   n2   false   6d\nthat is all\ncsi-c   tape.zorg.io   v1   n3   false   6d\n",
			[]Row{
				{APIVersion: "v1", Kind: "VolumeAttachment", Name: "csi-a", Cells: map[string]string{"NAME": "csi-a", "ATTACHER": "tape.zorg.io", "PV": "v1", "NODE": "n1", "ATTACHED": "true", "AGE": "6d"}},
				{APIVersion: "v1", Kind: "VolumeAttachment", Name: "csi-b", Cells: map[string]string{"NAME": "csi-b", "ATTACHER": "tape.zorg.io", "PV": "v1", "NODE": "n2", "ATTACHED": "false", "AGE": "6d"}},
			},
		},
		"a row on the line of the command": {
			"# kubectl get volumeattachment |grep v1 csi-a tape.zorg.io v1 n1 true 6d\n",
			[]Row{{APIVersion: "v1", Kind: "VolumeAttachment", Name: "csi-a", Cells: map[string]string{"NAME": "csi-a", "ATTACHER": "tape.zorg.io", "PV": "v1", "NODE": "n1", "ATTACHED": "true", "AGE": "6d"}}},
		},
		"a row that is cut": {
			"# kubectl get volumeattachment |grep v1 csi-a tape.zo\n",
			[]Row{{APIVersion: "v1", Kind: "VolumeAttachment", Name: "csi-a", Filter: "v1", Cells: map[string]string{"NAME": "csi-a", "ATTACHER": "tape.zo"}}},
		},
		"a row that is cut, of words":    {"# kubectl get volumeattachment |grep -i \"on v1\" csi-a tape.zo\n", []Row{{APIVersion: "v1", Kind: "VolumeAttachment", Name: "csi-a", Filter: "on v1", Cells: map[string]string{"NAME": "csi-a", "ATTACHER": "tape.zo"}}}},
		"a row that is cut, of the rest": {"# kubectl get volumeattachment |grep -v v1 csi-a tape.zo\n", nil},
		"a filter with a long flag": {
			"$ kubectl get gears.zorg.io -n shop | grep --color=never g1\ng1   bent   3   27s\n",
			[]Row{{APIVersion: "zorg.io/v1", Kind: "Gear", Namespace: "shop", Name: "g1", Cells: map[string]string{"NAME": "g1", "AGE": "27s"}}},
		},
		"a row that is cut behind that": {"# kubectl get volumeattachment |grep v1 csi-a tape.zorg.io v1\n", nil},
		"no headers, with namespaces": {
			"$ kubectl get pods -A --no-headers\nshop   web-0   1/1   Terminating   2 (5m ago)   3d4h\n",
			[]Row{{APIVersion: "v1", Kind: "Pod", Namespace: "shop", Name: "web-0", Going: true, Cells: map[string]string{"NAME": "web-0", "READY": "1/1", "STATUS": "Terminating", "RESTARTS": "2", "AGE": "3d4h"}}},
		},
		"a volume of no claim": {
			"$ kubectl get pv --no-headers\nv1   1Gi   RWO   Delete   Terminating   fast   27s\n",
			[]Row{{APIVersion: "v1", Kind: "PersistentVolume", Name: "v1", Going: true, Cells: map[string]string{"NAME": "v1", "CAPACITY": "1Gi", "ACCESS MODES": "RWO", "RECLAIM POLICY": "Delete", "STATUS": "Terminating", "STORAGECLASS": "fast", "AGE": "27s"}}},
		},
		"of a kind with columns of its own": {
			"$ kubectl get gears.zorg.io -n shop | grep g1\ng1   bent   3   27s\n",
			[]Row{{APIVersion: "zorg.io/v1", Kind: "Gear", Namespace: "shop", Name: "g1", Cells: map[string]string{"NAME": "g1", "AGE": "27s"}}},
		},
		"nothing was filtered":              {"$ kubectl get volumeattachment\ncsi-a   tape.zorg.io   v1   n1   true   6d\n", nil},
		"what was filtered is YAML":         {"$ kubectl get volumeattachment -o yaml | grep name\nname: csi-a tape v1 n1 true 6d\n", nil},
		"prose behind a filter":             {"$ kubectl get volumeattachment | grep v1\nand there is nothing left of it\n", nil},
		"a head behind the namespace":       {"NAMESPACE   NAME    READY   STATUS        RESTARTS   AGE\nshop        web-0   1/1     Terminating   0          5m\n", []Row{{APIVersion: "v1", Kind: "Pod", Namespace: "shop", Name: "web-0", Going: true, Cells: map[string]string{"NAMESPACE": "shop", "NAME": "web-0", "READY": "1/1", "STATUS": "Terminating", "RESTARTS": "0", "AGE": "5m"}}}},
		"a head that tells nothing":         {"NAME   AGE\nx      5m\n", nil},
		"another table, printed by nothing": {"Type    Reason   Age\nNormal  Pulled   3m\n", nil},
		"a list that is no finalizers":      {"$ kubectl get gears -o jsonpath='{.items[*].metadata.name}'\n[zorg.io/a]\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Rows(strings.Split(tt.text, "\n"), plainTypes)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestGoing tells by its state that what a table shows is on its way out, and that its deletion has failed.
func TestGoing(t *testing.T) {
	for state, want := range map[string][2]bool{
		"Terminating": {true, false}, "Deleting": {true, false}, "DeletionFailed": {true, true}, "DeleteError": {true, true}, "DeletionPending": {true, false},
		"Failed": {}, "Deleted": {}, "Ready": {}, "DeletionProtected": {},
	} {
		rows := Rows([]string{"$ kubectl get gears.zorg.io", "NAME   STATUS              AGE", fmt.Sprintf("g1     %-20s3d", state)}, func(string) (string, string) { return "zorg.io/v1", "Gear" })
		if len(rows) != 1 || rows[0].Going != want[0] || rows[0].Failed() != want[1] {
			t.Errorf("%s: %+v, want %v", state, rows, want)
		}
	}
}

// TestLists gives each row its own list of a template, and none where nothing tells whose is
// which; and keeps kinds of one name in two groups apart.
func TestLists(t *testing.T) {
	const table = "$ kubectl get gears.zorg.io\nNAME   AGE\ng1     5m\ng2     5m\n$ kubectl get gears.zorg.io -o jsonpath='{.items[*].metadata.finalizers}'\n"
	for text, want := range map[string][][]string{
		table + "[\"zorg.io/a\"] [\"zorg.io/b\"]\n": {{"zorg.io/a"}, {"zorg.io/b"}},
		table + "[\"zorg.io/a\"]\n":                 {nil, nil},
	} {
		var got [][]string
		for _, r := range Rows(strings.Split(text, "\n"), plainTypes) {
			got = append(got, r.Finalizers)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	of := func(apiVersion string) Row { return Row{APIVersion: apiVersion, Kind: "Gear", Name: "g1"} }
	if got := Once([]Row{of("a.io/v1"), of("b.io/v1"), of("v1"), of("a.io/v2"), of(trace.Unstated)}); len(got) != 3 {
		t.Errorf("%d rows are left", len(got))
	}
}

// TestFill puts only what is not told already where an object has it.
func TestFill(t *testing.T) {
	row := Row{Kind: "PersistentVolume", Name: "v1", Going: true, Cells: map[string]string{"CLAIM": "shop/data", "RECLAIM POLICY": "Delete", "STATUS": "Terminating"}}
	obj := map[string]any{"kind": "PersistentVolume", "spec": map[string]any{"persistentVolumeReclaimPolicy": "Retain"}}
	row.Fill(obj)
	want := map[string]any{"kind": "PersistentVolume", "spec": map[string]any{
		"persistentVolumeReclaimPolicy": "Retain",
		"claimRef":                      map[string]any{"kind": "PersistentVolumeClaim", "namespace": "shop", "name": "data"},
	}}
	if diff := cmp.Diff(want, obj); diff != "" {
		t.Error(diff)
	}
}

// TestCommands reads commands with flags wherever they stand.
func TestCommands(t *testing.T) {
	for line, want := range map[string]Command{
		"$ kubectl get -n shop gears.zorg.io -o yaml":                          {Resource: "gears.zorg.io", Namespace: "shop"},
		"# oc -n shop describe gear g1":                                        {Resource: "gear", Name: "g1", Namespace: "shop"},
		"kubectl edit gears -n shop g1":                                        {Resource: "gears", Name: "g1", Namespace: "shop"},
		"kubectl get pods -n shop | grep web":                                  {Resource: "pods", Namespace: "shop"},
		"# kubectl get volumeattachment |grep v1":                              {Resource: "volumeattachment"},
		"k get pv/v1 -o yaml":                                                  {Resource: "pv", Name: "v1"},
		"I do `kubectl get gear/<my-gear>`, and then":                          {Resource: "gear"},
		"I do `kubectl get gear/g1`, which stays":                              {Resource: "gear", Name: "g1"},
		"I get nothing of kubectl":                                             {},
		"k api-resources -o name | xargs -n 1 kubectl get --show-kind -n shop": {Resource: AnyType, Namespace: "shop"},
		"  | xargs -I{} kubectl get {} --ignore-not-found -n shop":             {Resource: AnyType, Namespace: "shop"},
		"for r in $all; do kubectl -n shop get $r; done":                       {Resource: AnyType, Namespace: "shop"},
		"kubectl get gears -o name | xargs kubectl get -n shop":                {Resource: "gears"},
		"kubectl api-resources | xargs echo":                                   {},
		"kubectl events -n shop --for gear/g1 2>&1 | tail":                     {Resource: "events", Namespace: "shop"},
		"- Gear info (use `kubectl get gears -o yaml`)":                        {},
		"- Version (please run kubectl get nodes -o wide):":                    {},
		"Logs (paste the output of `kubectl describe gears`)":                  {},
		"- Gear info (use `kubectl get gear g1 -o yaml`)":                      {Resource: "gear", Name: "g1"},
		"It shows nothing (I ran `kubectl get gears`)":                         {Resource: "gears"},
		"We use `kubectl get gears` to see it":                                 {Resource: "gears"},
		"The kubectl events show nothing.":                                     {},
		"kubectl get gears shows g1 in Terminating":                            {},
		"kubectl get gear still hangs":                                         {},
		"$ kubectl get ns still":                                               {Resource: "ns", Name: "still"},
		"kubectl get pvc reports -n shop":                                      {Resource: "pvc", Name: "reports", Namespace: "shop"},
		"kubectl get -A":                                                       {},
		"kubectl describe -n shop":                                             {},
	} {
		if got, is := Printing(line); got != want || is != (want != Command{}) {
			t.Errorf("%q: %+v, want %+v", line, got, want)
		}
	}
}

// TestTypeIn takes the type of the first command that tells one, what was to go before others.
func TestTypeIn(t *testing.T) {
	for text, want := range map[string]string{
		"$ kubectl get gears -A\nDelete node3 using kubectl delete node": "node",
		"$ for r in $all; do kubectl get $r; done\n$ kubectl get gears":  "gears",
		"$ kubectl get all\n": "",
		"I ran `kubectl delete`, which hangs.\n$ kubectl get gears -A": "gears",
	} {
		if got := TypeIn(strings.Split(text, "\n")); got != want {
			t.Errorf("%q: the type is %q, want %q", text, got, want)
		}
	}
}

// TestOpenShift takes a project for the namespace of its name where oc is called, and no project of anybody else.
func TestOpenShift(t *testing.T) {
	for line, want := range map[string]string{
		"oc delete project shop":                                   "namespaces",
		"$ oc get projects shop -o yaml":                           "namespaces",
		"kubectl get projects.project.openshift.io shop":           "namespaces",
		"kubectl delete project shop":                              "project",
		"kubectl get projects.management.cattle.io shop":           "projects.management.cattle.io",
		"oc delete projecthelmchartrepositories.helm.acme.io shop": "projecthelmchartrepositories.helm.acme.io",
	} {
		if c, ok := CommandIn(line); !ok || c.Resource != want || c.Name != "shop" {
			t.Errorf("%s: %+v", line, c)
		}
	}
}
