package spoken

import (
	"strings"
	"testing"
)

// The type that a sentence about what hangs marks as code is that of the object, and the handler of its finalizer names
// it; not that of another handler, and none of two.
func TestTypeMarked(t *testing.T) {
	const stuck = "The `GearBox.gears.zorg.io/v1` resource becomes stuck in a terminating state.\n"
	const list = "finalizers:\n  - wrangler.zorg.io/gear-remove\n"
	line := func(at, handler string) string {
		return "2026/01/15 18:42:23 [ERROR] error syncing '" + at + "': handler " + handler + ": shaft not found, requeuing\n"
	}
	for text, want := range map[string]Of{
		stuck: {APIVersion: "gears.zorg.io/v1", Kind: "GearBox"},
		stuck + list + line("shop/<box-name>", "gear-remove"):                                   {APIVersion: "gears.zorg.io/v1", Kind: "GearBox", Namespace: "shop"},
		stuck + list + line("shop/b1", "gear-remove"):                                           {APIVersion: "gears.zorg.io/v1", Kind: "GearBox", Namespace: "shop", Name: "b1"},
		stuck + list + line("shop/b1", "gear-remove") + line("shop/b2", "gear-remove"):          {APIVersion: "gears.zorg.io/v1", Kind: "GearBox", Namespace: "shop"},
		stuck + list + line("shop/b1", "shaft-remove"):                                          {APIVersion: "gears.zorg.io/v1", Kind: "GearBox"},
		stuck + list + line("shop/b1", "remove"):                                                {APIVersion: "gears.zorg.io/v1", Kind: "GearBox"},
		stuck + "The `Shaft.gears.zorg.io/v1` hangs as well.\n":                                 {},
		"We run `GearBox.gears.zorg.io/v1` everywhere.\n":                                       {},
		"If `GearBox.gears.zorg.io/v1` got stuck, we should know.\n":                            {},
		"Without marks GearBox.gears.zorg.io/v1 is stuck.\n":                                    {},
		"2026-01-15T18:42:23Z ERROR `GearBox.gears.zorg.io/v1` is stuck in finalizing it here.": {},
	} {
		if got := TypeMarked(strings.Split(text, "\n")); got != want {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}
