package dump

import (
	"slices"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestComplaint adds the object of which the status of a live one says that it is being deleted, and no other.
func TestComplaint(t *testing.T) {
	const text = "It hangs:\n```\napiVersion: zorg.io/v1\nkind: Wheel\nmetadata:\n  name: w1\n  namespace: shop\n  uid: u1\n  META: x\nstatus:\n  turnError:\n    message: MESSAGE\n```\n"
	spelled := func(word string) (group, kind string) {
		if strings.EqualFold(word, "gear") {
			return "zorg.io", "Gear"
		}
		return "", ""
	}
	for name, tt := range map[string]struct{ message, meta, want string }{
		"another":            {`'Gear "g1" is marked for deletion'`, "", "shop/g1 " + trace.Untold},
		"being deleted":      {`'cannot turn: Gear g1 is being deleted'`, "", "shop/g1 " + trace.Untold},
		"it stays":           {`'Gear "g1" is not marked for deletion'`, "", ""},
		"of no known kind":   {`'Shaft "g1" is marked for deletion'`, "", ""},
		"two":                {`'Gear "g1" is marked for deletion, Gear "g2" is being deleted'`, "", ""},
		"it goes itself":     {`'Gear "g1" is marked for deletion'`, "deletionTimestamp", ""},
		"a word for a thing": {`'the gear g1 is being deleted'`, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			pasted := strings.NewReplacer("MESSAGE", tt.message, "META: x", map[bool]string{true: "generation: 1", false: "deletionTimestamp: \"2026-02-01T10:00:00Z\""}[tt.meta == ""]).Replace(text)
			d, err := About{Hangs: true, Spelled: spelled}.Read(t.Context(), strings.NewReader(pasted))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, obj := range gearsOf(t, d) {
				meta, _ := obj.Object["metadata"].(map[string]any)
				at, _ := meta["deletionTimestamp"].(string)
				got = append(got, obj.GetNamespace()+"/"+obj.GetName()+" "+at)
			}
			slices.Sort(got)
			if all := strings.Join(got, "|"); all != tt.want {
				t.Errorf("got %s, want %s", all, tt.want)
			}
		})
	}
}
