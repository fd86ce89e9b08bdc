package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedSeveral has something done about each of two things that keep the object, in steps that name it, and
// takes nothing apart that is one.
func TestWhyPastedSeveral(t *testing.T) {
	gear := func(conditions ...string) string {
		text := "apiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [acme.test/turns]\nstatus:\n  conditions:\n"
		for i, message := range conditions {
			text += "  - {type: " + []string{"ShaftDeleted", "RackDeleted"}[i] + ", status: \"False\", reason: DeletionFailed, lastTransitionTime: \"2026-02-01T10:05:00Z\", message: '" + message + "'}\n"
		}
		return text
	}
	const use, right, waits = "failed to delete gearshaft s-1: in use by mill m-1", "failed to delete rack r-9: permission denied", "waiting for GearShaft s-1 and GearRack r-9 to be deleted"
	for name, c := range map[string]struct {
		text string
		says string
		does []string
		not  string
	}{
		"errors put together":         {gear("[" + use + ", " + right + "]"), "(still in use; not allowed)", []string{"mill m-1", "rack r-9"}, ""},
		"one of them":                 {gear("[" + use + "]"), "(still in use)", []string{"mill m-1"}, "rack r-9"},
		"two conditions":              {gear(use, right), "(still in use)", []string{"mill m-1", "rack r-9"}, ""},
		"one that is gone":            {gear(use, "failed to delete rack r-9: not found"), "(still in use)", []string{"mill m-1"}, "rack r-9"},
		"both for the same reason":    {gear(use, "failed to delete rack r-9: in use by mill m-2"), "(still in use)", []string{"mill m-1"}, "m-2"},
		"a condition of another sort": {strings.NewReplacer("RackDeleted", "Counted", "DeletionFailed, lastTransitionTime: \"2026-02-01T10:05:00Z\", message: 'failed to c", "CountFailed, lastTransitionTime: \"2026-02-01T10:05:00Z\", message: 'failed to c").Replace(gear(use, "failed to count the teeth: permission denied")), "(still in use)", []string{"mill m-1"}, "teeth"},
		"waits for two":               {gear(waits), "waiting for", []string{"GearShaft s-1", "GearRack r-9"}, ""},
		"waits for one":               {gear("waiting for GearShaft s-1 to be deleted"), "waiting for", []string{"GearShaft s-1"}, "GearRack"},
	} {
		h := holdOf(pasted{text: c.text}.read(t))
		steps := stepsOf(h)
		for _, does := range c.does {
			if !strings.Contains(steps, does) {
				t.Errorf("%s: %q is in none of the steps:\n%s", name, does, steps)
			}
		}
		if !strings.Contains(h.Message, c.says) || c.not != "" && strings.Contains(steps, c.not) {
			t.Errorf("%s: %s\n%s", name, h.Message, steps)
		}
	}
}

// TestWhyPastedPrinted takes what a program has printed for the reason before a sentence of a person, and that where
// there is nothing else.
func TestWhyPastedPrinted(t *testing.T) {
	const before, after = "The deletion of GearBox my-box fails since the mill is forbidden.\n", "Deleting my-box failed because the oil was denied.\n"
	const table = "```\n$ kubectl get gearboxes.acme.test my-box\nNAME     PHASE\nmy-box   Deleting\n"
	const is, prose = "GearBox my-box: Stuck Failing", "the mill is forbidden"
	for name, line := range map[string]string{
		"an event":       "Warning  DeleteFailed  failed to delete GearBox my-box: it is in use by mill m-1\n",
		"a line":         "level=error msg=\"deleting GearBox my-box: it is in use by mill m-1\"\n",
		"between marks":  "`deleting GearBox my-box failed: it is in use by mill m-1`\n",
		"with its event": "level=info msg=\"looking at my-box\"\nWarning  DeleteFailed  Failed to delete GearBox my-box: it is in use by mill m-1\n",
	} {
		t.Run(name, func(t *testing.T) {
			pasted{text: before + table + line + "```\n" + after, is: is, says: "in use by mill m-1", does: "mill m-1", lacks: prose}.check(t)
		})
	}
	checkAll(t, map[string]pasted{
		"nothing printed":          {text: before + table + "```\n", is: is, says: prose},
		"printed of no failure":    {text: before + table + "level=info msg=\"looking at GearBox my-box\"\n```\n", is: is, says: prose},
		"printed of another thing": {text: before + table + "level=error msg=\"deleting GearBox your-box: it is in use by mill m-1\" name=your-box kind=GearBox\n```\n", is: is, says: prose},
	})
}
