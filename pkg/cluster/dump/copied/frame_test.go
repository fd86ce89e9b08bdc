package copied

import (
	"strings"
	"testing"
)

// TestUnframed leaves what can be read as it is: a frame in the text of a field is of that text.
func TestUnframed(t *testing.T) {
	const shown = "│ kind: Secret │\n│ metadata: {name: other} │\n"
	const object = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: notes}\ndata:\n  screen: |\n"
	inScalar := object + "    │ kind: Secret            │\n    │ metadata: {name: other} │\n"
	for name, tt := range map[string]struct{ text, want string }{
		"in a field":          {inScalar, inScalar},
		"in a field, a fault": {inScalar + "b: [\n", inScalar + "b: [\n"},
		"all of it":           {shown, "kind: Secret\nmetadata: {name: other}\n"},
		"below a blank line":  {"\n" + shown, "\nkind: Secret\nmetadata: {name: other}\n"},
		"below words":         {"Logs\n```\n" + shown, "Logs\n```\nkind: Secret\nmetadata: {name: other}\n"},
		"below a table":       {"NAME   AGE\ng1     5m\n" + shown, "NAME   AGE\ng1     5m\nkind: Secret\nmetadata: {name: other}\n"},
		"below an object":     {"Here:\n" + object + "b: [\n" + shown, "Here:\n" + object + "b: [\n" + shown},
	} {
		if got := string(unframed([]byte(tt.text), 1<<20)); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, tt.want)
		}
	}
}

// TestUnfinishedIsQuick reads many lines in brackets beside each other in a time that goes with
// how many these are.
func TestUnfinishedIsQuick(t *testing.T) {
	text := strings.Repeat("[x] a line\n{x} another\n", 20000)
	if all, _ := stretches([]byte(text)); len(all) > 0 {
		t.Errorf("found %d objects", len(all))
	}
}
