package described

import (
	"slices"
	"strings"
	"testing"
)

// A message that goes on below its row is one with it; what stands behind is not.
func TestJoined(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a message that goes on":     {"Warning  Bent  3m (x2 over 1h)  gears  cannot turn,\nthe shaft says:\n{\"teeth\":\n3}\nI tried again", "Warning  Bent  3m (x2 over 1h)  gears  cannot turn, the shaft says: {\"teeth\": 3}||||I tried again"},
		"details behind a sentence":  {"Warning  Bent  3m  gears\nit is bent.\nDetails: {a:\n1 of\n2}\nSee my file:", "Warning  Bent  3m  gears  it is bent. Details: {a: 1 of 2}|||||See my file:"},
		"a message on the next line": {"Warning  Bent  3m  gears\n  the shaft is bent\nnext", "Warning  Bent  3m  gears  the shaft is bent||next"},
		"a message that is whole":    {"Warning  Bent  3m  gears  the shaft is bent\nthe next line", "Warning  Bent  3m  gears  the shaft is bent|the next line"},
		"another event":              {"Normal  Turns  3m  gears\nWarning  Bent  3m  gears  it is bent", "Normal  Turns  3m  gears|Warning  Bent  3m  gears  it is bent"},
		"no event":                   {"Warning  there is no gear:\nnext", "Warning  there is no gear:|next"},
	} {
		if got := strings.Join(Joined(strings.Split(c.text, "\n")), "|"); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

// An event of which the message was not copied is one, by its age.
func TestEventsWithoutMessage(t *testing.T) {
	got := Events([]string{"Normal  Turns  3m (x4 over 1h)  gears", "Warning  the gear  is  bent"}, map[string]any{"kind": "Gear"})
	if len(got) != 1 || got[0]["reason"] != "Turns" || got[0]["count"] != 4 || got[0]["message"] != "" {
		t.Errorf("got %v", got)
	}
	if slices.ContainsFunc([]string{"Warning  the gear  is  bent", "Normally  a  3m  b", "9m  7m  shafts  gears  Normal  Turned  it", "9m  7m  3  gears  Turned  it"}, IsEvent) {
		t.Error("a sentence is taken for an event")
	}
}

// TestEventsPrinted keeps how long ago an event was, how long it was seen, and on which host.
func TestEventsPrinted(t *testing.T) {
	const before = "  18m\t\t9m\t\t7\tkubelet, n1.zorg.io\tspec.containers{web}\tNormal\t\tKilling\t\tKilling it:  now"
	const old = "Normal  Killing  18m (x231 over 8h)  kubelet, n1.zorg.io  Stopping container web"
	for line, want := range map[string][4]any{
		old: {"kubelet", "n1.zorg.io", "18m", "8h"},
		strings.Replace(old, ", n1.zorg.io", "", 1):                {"kubelet", nil, "18m", "8h"},
		strings.Replace(old, " (x231 over 8h)", "", 1):             {"kubelet", "n1.zorg.io", "18m", nil},
		strings.Replace(old, "18m (x231 over 8h)", "<unknown>", 1): {"kubelet", "n1.zorg.io", nil, nil},
		before: {"kubelet", "n1.zorg.io", "9m", "18m"},
		strings.Replace(before, "spec.containers{web}", "\t\t\t", 1):     {"kubelet", "n1.zorg.io", "9m", "18m"},
		strings.Replace(before, "7\tkubelet, n1.zorg.io", "1\tgears", 1): {"gears", nil, "9m", nil},
	} {
		e := Events([]string{line}, map[string]any{"kind": "Pod"})[0]
		source, _ := e["source"].(map[string]any)
		ages, _ := e[Printed].(map[string]any)
		if got := [4]any{source["component"], source["host"], ages["last"], ages["over"]}; got != want {
			t.Errorf("%s: %v, want %v", line, got, want)
		}
	}
}

// TestEventsSilent knows of an event that came again and again whether it did not for long before it was printed.
func TestEventsSilent(t *testing.T) {
	for age, want := range map[string]bool{
		"23m (x5 over 23m)":  true,
		"40m (x9 over 2h)":   true,
		"45m (x2 over 47m)":  true,
		"59m (x5 over 4h)":   false, // it pauses as long
		"5m (x3 over 1h)":    false,
		"3m4s (x5 over 23m)": false,
		"19m (x5 over 19m)":  false, // whoever tries may pause so long
		"23m":                false,
		"<unknown>":          false,
	} {
		e := Events([]string{"Warning  Bent  " + age + "  gears  it is bent"}, map[string]any{"kind": "Gear"})[0]
		if got := e[Printed].(map[string]any)["quiet"] != nil; got != want {
			t.Errorf("%s: %v", age, got)
		}
	}
}

// TestEventsNarrow reads a row of which one blank parts the columns, and no sentence like it.
func TestEventsNarrow(t *testing.T) {
	for line, want := range map[string]string{
		"Warning Bent 3m (x2 over 1h) gears.zorg.io_gears-0 the shaft is bent": "gears.zorg.io_gears-0: the shaft is bent",
		"  Warning  Bent  3m  gear-controller the shaft is bent":               "gear-controller: the shaft is bent",
		"Warning FailedKillPod 3m kubelet, n1.zorg.io error killing pod":       "kubelet: error killing pod",
		"Warning Bent 3m gears the shaft is bent":                              "", // or a message that begins so
		"Warning Bent gear-controller the shaft is bent":                       "",
		"Warning: 3m after the gear-controller the shaft is bent":              "",
	} {
		got := ""
		for _, e := range Events([]string{line}, map[string]any{"kind": "Gear"}) {
			source, _ := e["source"].(map[string]any)
			got = source["component"].(string) + ": " + e["message"].(string)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
