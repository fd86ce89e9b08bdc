package sentence

import (
	"slices"
	"testing"
)

func TestMentioned(t *testing.T) {
	isKind := func(word string) bool {
		return slices.Contains([]string{"Oasis", "oasis", "oases.wells.example", "Order", "ConfigMap", "Lock", "Namespace"}, word)
	}
	for text, want := range map[string]string{
		"Oasis wells/o1 still draws water from it":                 "Oasis/wells/o1",
		"the ford is dry: oases.wells.example/o1 has drained it":   "oases.wells.example//o1",
		`Oasis "o1" is too full`:                                   "Oasis//o1",
		"lock ConfigMap pier/anchor-lock is held by session bob":   "ConfigMap/pier/anchor-lock",
		"Oasis o-1 draws from it, and so does Oasis o-2":           "Oasis//o-1 Oasis//o-2",
		"created Oasis wells/o1, and waits":                        "",
		"Oasis wells/o1 was created, and nothing else happens":     "",
		"cannot drain it, using the settings of ConfigMap a/b-1":   "",
		"no rope is left, says the list from ConfigMap a/b-1":      "",
		"owner Order o-17 is unknown":                              "",
		"Oasis has run dry":                                        "",
		"the shovel broke in Namespace wells-1":                    "",
		"Oasis wells/o1 is ready, and the canal still leads there": "",
		"": "",
	} {
		got := ""
		for _, m := range Mentioned(text, isKind) {
			if got != "" {
				got += " "
			}
			got += m.Kind + "/" + m.Namespace + "/" + m.Name
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
