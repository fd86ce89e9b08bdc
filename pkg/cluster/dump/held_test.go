package dump

import (
	"fmt"
	"strings"
	"testing"
)

// TestHeld names few objects of a file, and counts many.
func TestHeld(t *testing.T) {
	objects := func(kinds, each int) string {
		var text strings.Builder
		for k := range kinds {
			for i := range each {
				fmt.Fprintf(&text, "---\napiVersion: zorg.io/v1\nkind: Gear%c\nmetadata: {name: g%d, namespace: shop}\n", 'a'+k, i)
			}
		}
		return text.String()
	}
	const event = "---\napiVersion: v1\nkind: Event\nmetadata: {name: e1, namespace: shop}\ninvolvedObject: {kind: Geara, name: g0, namespace: shop}\nmessage: it is bent\n"
	for text, want := range map[string]string{
		objects(1, 1):         "Geara g0 in namespace shop",
		objects(2, 1) + event: "Geara g0 in namespace shop and Gearb g0 in namespace shop",
		objects(2, 3):         "3 gearas.zorg.io and 3 gearbs.zorg.io",
		objects(10, 1):        "1 Geara, 1 Gearb, 1 Gearc, 1 Geard, 1 Geare, 1 Gearf, 1 Gearg, 1 Gearh and 2 other kinds",
	} {
		d, err := About{}.Read(t.Context(), strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Held(); got != want {
			t.Errorf("it holds %s, want %s", got, want)
		}
	}
}
