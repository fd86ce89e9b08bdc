package dump

import (
	"strings"
	"testing"

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
		"cut":                {command + "...<snip>..\n" + end, "Gear.zorg.io shop/g1 Ready"},
		"in short":           {strings.Replace(command, "gears.zorg.io g1", "gears.zorg.io/g1", 1) + end, "Gear.zorg.io shop/g1 Ready"},
		"a head below":       {command + "...\nName:         g2\nNamespace:    shop\nKind:         Gear\nAPI Version:  zorg.io/v1\n" + end, "Gear.zorg.io shop/g2 Ready"},
		"a definition":       {"$ kubectl describe crd gears.zorg.io\n...\n" + definition + table, "CustomResourceDefinition.apiextensions.k8s.io /gears.zorg.io Terminating"},
		"it was listed only": {"$ kubectl get gears.zorg.io\n...\n" + end, "Gear.zorg.io /NAME Ready"},
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
			if got != tt.want {
				t.Errorf("got %s, want %s: %v", got, tt.want, obj.Object)
			}
		})
	}
}

// TestPlaceCut makes a namespace whole of which the end was cut, by a line that names it before the object, and has none
// where no line does.
func TestPlaceCut(t *testing.T) {
	const gear = "apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: defaul...\n  deletionTimestamp: \"2026-03-01T10:00:00Z\"\n  finalizers: [zorg.io/cleanup]\n"
	const log = "I1123 07:12:44.132034       1 gears.go:15] cleaning default/g1\n\n"
	for name, tt := range map[string]struct{ text, want string }{
		"a line names it":        {log + gear, "default/g1"},
		"of another object":      {strings.Replace(log, "g1", "g2", 1) + gear, "/g1"},
		"another place":          {strings.Replace(log, "default", "shop", 1) + gear, "/g1"},
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
