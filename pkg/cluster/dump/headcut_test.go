package dump

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestHeadCut takes the type and the name of a description of which the head was cut from the command that has printed it,
// and nothing where the head stands below, or another command is nearer.
func TestHeadCut(t *testing.T) {
	const command = "$ kubectl describe gears.zorg.io g1 -n shop\n\n"
	const end = "Status:\n  Conditions:\n    Last Transition Time:  2021-03-01T12:10:23Z\n    Message:               the shaft is bent\n    Reason:                Bent\n    Status:                False\n    Type:                  Ready  <--- this one\n  Phase:                   Deleting\n"
	const table = "\n$ kubectl get ns\nNAME   STATUS        AGE\nmill   Terminating   5h24m\n"
	const definition = "Status:\n  Accepted Names:\n    Kind:    Gear\n    Plural:  gears\n  Conditions:\n    Message:  CustomResource deletion is in progress\n    Reason:   InstanceDeletionInProgress\n    Status:   True\n    Type:     Terminating  <---- it hangs here\n  Stored Versions:\n    v1\n"
	for name, tt := range map[string]struct{ text, want string }{
		"cut":                      {command + "...<snip>..\n" + end, "Gear.zorg.io shop/g1 Ready"},
		"in short":                 {strings.Replace(command, "gears.zorg.io g1", "gears.zorg.io/g1", 1) + end, "Gear.zorg.io shop/g1 Ready"},
		"a head below":             {command + "...\nName:         g2\nNamespace:    shop\nKind:         Gear\nAPI Version:  zorg.io/v1\n" + end, "Gear.zorg.io shop/g2 Ready"},
		"a definition":             {"$ kubectl describe crd gears.zorg.io\n...\n" + definition + table, "CustomResourceDefinition.apiextensions.k8s.io /gears.zorg.io Terminating"},
		"an arrow in what it says": {command + strings.Replace(end, "is bent", "is bent:  a <-- b, do not delete", 1), "Gear.zorg.io shop/g1 Ready"},
		"it was listed only":       {"$ kubectl get gears.zorg.io\n...\n" + end, "Gear.zorg.io /NAME Ready"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			obj := soleOf(t, d)
			got := strings.TrimSuffix(obj.GetKind()+"."+trace.GroupOf(obj.GetAPIVersion()), ".") + " " + obj.GetNamespace() + "/" + obj.GetName()
			status, _ := obj.Object["status"].(map[string]any)
			if list, _ := status["conditions"].([]any); len(list) == 1 {
				got += " " + list[0].(map[string]any)["type"].(string)
			}
			if said := fmt.Sprint(status["conditions"]); got != tt.want || strings.Contains(tt.text, "do not") && !strings.Contains(said, "do not delete") {
				t.Errorf("got %s, want %s: %v", got, tt.want, obj.Object)
			}
		})
	}
}

// TestPlaceCut has no namespace of which the end was cut, whatever begins so beside it.
func TestPlaceCut(t *testing.T) {
	const gear = "apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: defaul...\n  deletionTimestamp: \"2026-03-01T10:00:00Z\"\n  finalizers: [zorg.io/cleanup]\n"
	const log = "I1123 07:12:44.132034       1 gears.go:15] cleaning default/g1\n\n"
	for name, tt := range map[string]struct{ text, want string }{
		"a line names it":        {log + gear, "/g1"},
		"an image is called so":  {gear + "spec: {image: defaulted.zorg.io/g1}\n", "/g1"},
		"nothing names it":       {gear, "/g1"},
		"it is whole":            {strings.Replace(log, "default", "defaulted", 1) + strings.Replace(gear, "defaul...", "default", 1), "default/g1"},
		"a command with such":    {"$ kubectl get gears.zorg.io g1 -n defaul... -o yaml\n" + strings.Replace(gear, "  namespace: defaul...\n", "", 1), "/g1"},
		"a command with a place": {"$ kubectl get gears.zorg.io g1 -n shop -o yaml\n" + strings.Replace(gear, "  namespace: defaul...\n", "", 1), "/g1"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if obj := soleOf(t, d); obj.GetNamespace()+"/"+obj.GetName() != tt.want {
				t.Errorf("got %s/%s, want %s", obj.GetNamespace(), obj.GetName(), tt.want)
			}
		})
	}
}

// TestHeadsCut leaves several descriptions as they are of which the heads were cut: none of them tells that it stays.
func TestHeadsCut(t *testing.T) {
	const text = "$ kubectl describe gears.zorg.io g1 -n shop\n...\nStatus:\n  Phase:  Deleting\n\n$ kubectl describe gears.zorg.io g2 -n shop\n...\nStatus:\n  Phase:  Ready\n"
	d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if obj := soleOf(t, d); obj.GetDeletionTimestamp() == nil {
		t.Errorf("it is not on its way: %v", obj.Object)
	}
}

// TestNameCut takes no word behind a name of which the end was cut for the name.
func TestNameCut(t *testing.T) {
	for _, line := range []string{"I ran kubectl delete gear g1-of... and it hangs.", "$ kubectl delete gear g1-of... stuck -n shop", "$ kubectl delete gear/g1-of... stuck"} {
		if c, is := beside.CommandIn(line); is {
			t.Errorf("%s: it is about %s", line, c.Name)
		}
	}
}
