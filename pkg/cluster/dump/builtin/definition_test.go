package builtin

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestDefined takes the plural and the group of a definition from its name, which is made of them, and
// from its spec where the name was not copied.
func TestDefined(t *testing.T) {
	const spec = `"spec": {"group": "GROUP", "names": {"kind": "Gear", "plural": "gea"}, "versions": [{"name": "v1", "served": true}]}}`
	for text, want := range map[string]string{
		`{"metadata": {"name": "gears.zorg.io"}, ` + spec: "gears.zorg.io",
		`{"metadata": {"name": "NAME"}, ` + spec:          "gea.GROUP",
		`{"metadata": {}, ` + spec:                        "gea.GROUP",
	} {
		k, err := Defined([]byte(text))
		if got := k.Type(); err != nil || got != want {
			t.Errorf("%s: %s %v, want %s", text, got, err, want)
		}
	}
	if k, err := Defined([]byte(`{"metadata": {"name": "gears.zorg.io"}, "spec": {"names": {"kind": "Gear"}}}`)); err != nil || k.Version != trace.Unstated {
		t.Errorf("a definition that was not copied up to its versions is %v %v", k, err)
	}
	if k, err := Defined([]byte(`{"metadata": {"name": "gears.zorg.io"}, "spec": {"names": {"kind": "Gear"}, "versions": [{"name": "v1", "served": false}]}}`)); err == nil {
		t.Errorf("a definition of no served version is %v", k)
	}
	if k, err := Defined([]byte(`{"metadata": {"name": "gears.zorg.io"}, "spec": {}}`)); err == nil {
		t.Errorf("a definition of no kind is %v", k)
	}
}
