package dump

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// heardOf is what is made of a text in which no object stands, each as its kind, namespace/name and
// finalizers.
func heardOf(t *testing.T, text string) (all []string) {
	t.Helper()
	d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range d.kinds {
		d.Scan(t.Context(), []trace.Scope{{Kind: k}}, trace.Want{}, func(k trace.Kind, row *trace.Row) {
			var finalizers []string
			for _, f := range row.Finalizers {
				finalizers = append(finalizers, string(f))
			}
			kind := strings.TrimSuffix(k.Kind+"."+k.Group, ".")
			all = append(all, kind+" "+string(row.Namespace)+"/"+string(row.Name)+" ["+strings.Join(finalizers, " ")+"]")
		})
	}
	slices.Sort(all)
	return all
}

// TestSpokenInPairs takes what a line is about from its pairs, where these tell of one object.
func TestSpokenInPairs(t *testing.T) {
	const head = `time="2024-03-05T12:00:00Z" level=error `
	for name, tt := range map[string]struct {
		text string
		want []string
	}{
		"pairs":              {head + `msg="Reconciler error" controller=gear controllerGroup=zorg.io controllerKind=Gear error="cannot delete it" name=g1 namespace=shop gear="{\"name\":\"g1\",\"namespace\":\"shop\"}"`, []string{"Gear.zorg.io shop/g1 [FINALIZER]"}},
		"one after a kind":   {head + `msg="cannot delete it: gear shop/g2 is not there" Gear=shop/g1 logSource="pkg/gear.go:12"`, []string{"Gear shop/g1 [FINALIZER]"}},
		"two after kinds":    {head + `msg="cannot delete it" Gear=shop/g1 Tooth=shop/t1`, []string{"Object /NAME [FINALIZER]"}},
		"one, its group too": {head + "msg=\"cannot delete it\" Gear=shop/g1\nlevel=error msg=\"Reconciler error\" controllerGroup=zorg.io controllerKind=Gear name=g1 namespace=shop", []string{"Gear.zorg.io shop/g1 [FINALIZER]"}},
		"a name alone":       {head + `msg="cannot delete it" name=g1 namespace=shop`, []string{"Object /NAME [FINALIZER]"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, heardOf(t, tt.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestSpokenByCrossplane takes the type from what a controller of Crossplane calls itself.
func TestSpokenByCrossplane(t *testing.T) {
	for from, want := range map[string]string{"managed/gear.zorg.io": "Gear.zorg.io /NAME [FINALIZER]", "gears/zorg.io": "Object /NAME [FINALIZER]"} {
		got := heardOf(t, "Warning  CannotObserve  3m17s (x45 over 5d5h)  "+from+"  cannot delete it\n")
		if !slices.Contains(got, want) {
			t.Errorf("%s: %s", from, got)
		}
	}
}
