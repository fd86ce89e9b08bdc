package beside

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// TestPlain takes off what a terminal, a page or an editor has put around a text, and leaves alone what looks like it.
func TestPlain(t *testing.T) {
	const plain = "kubectl get gear blue -o yaml\napiVersion: acme.io/v1\nkind: Gear\n\nmetadata:\n  name: \"blue\"\n  labels:\n    a: b\n"
	each := func(form string) string {
		lines := strings.Split(strings.TrimSuffix(plain, "\n"), "\n")
		for i, line := range lines {
			lines[i] = strings.TrimRight(strings.NewReplacer("NUMBER", fmt.Sprintf("%4d", i+9), "LINE", line).Replace(form), " ")
		}
		return strings.Join(lines, "\n") + "\n"
	}
	for name, text := range map[string]string{
		"colours":                each("\x1b[1;32mLINE\x1b[0m"),
		"a title":                "\x1b]0;a shell\x07" + plain,
		"colours without escape": each("[32mLINE[0m"),
		"colours written out":    each("^[[38;5;12mLINE^[[m"),
		"tabs":                   each("NUMBER\tLINE"),
		"bars":                   each("NUMBER │ LINE"),
		"blanks":                 each("NUMBER  LINE"),
		"colons":                 each("NUMBER: LINE"),
		"curled":                 strings.Replace(plain, `"blue"`, "“blue”", 1),
		"HTML":                   strings.ReplaceAll(plain, `"`, "&quot;"),
	} {
		if got := Plain(text); got != plain {
			t.Errorf("%s: got\n%s", name, got)
		}
	}
	for name, text := range map[string]string{
		"ranges":          "rate(errors[5m]) > 1 and sum(up[30m]) of [0m]",
		"names":           "finalizers: [machine.acme.io] \x60[0m]\x60",
		"a list":          "1. apiVersion: v1\n2. kind: Gear\n3. metadata:\n4. spec:\n5. status:",
		"no object":       "1 blue\n2 green\n3 red\n4 grey\n5 black\n6 white",
		"out of order":    regexp.MustCompile(`(?m)^`).ReplaceAllString("apiVersion: v1\nkind: Gear\nmetadata:\nspec:\nstatus:", "7 "),
		"quotes in prose": "He calls it “blue”: that is the gear that “hangs”.",
		"in quotes":       "message: it says “no”",
		"quotes of XML":   `message: "<Error>&quot;no&quot;</Error>"`,
	} {
		if got := Plain(text); got != text {
			t.Errorf("%s: got\n%s", name, got)
		}
	}
}
