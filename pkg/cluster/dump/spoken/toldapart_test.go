package spoken

import (
	"strings"
	"testing"
)

// TestToldApart finds several objects that hang, each with its own message, and none in what is one, asked, denied, over,
// or of no kind.
func TestToldApart(t *testing.T) {
	kindOf := func(word string) (apiVersion, kind string) {
		for _, kind := range []string{"Gear", "Wheel"} {
			if strings.EqualFold(word, kind) {
				return "zorg.io/v1", kind
			}
		}
		return "", ""
	}
	const first, second = "gear g-1 is left behind, with the message\n```\nBent\nthe wheel w-1 is not there\n```\n", "Wheel `hub` is stuck, and shows this error:\n\n> it is in use\n\nWhat now?\n"
	for name, tt := range map[string]struct{ text, want string }{
		"two":               {"I deleted all.\n" + first + second, "Gear g-1: Bent|the wheel w-1 is not there; Wheel hub: it is in use"},
		"set in":            {first + strings.Replace(second, "> it", "    it", 1), "Gear g-1: Bent|the wheel w-1 is not there; Wheel hub: it is in use"},
		"other words":       {strings.NewReplacer("is left behind", "is still there", "with the message", "with this condition:").Replace(first) + second, "Gear g-1: Bent|the wheel w-1 is not there; Wheel hub: it is in use"},
		"one":               {first, ""},
		"one that is over":  {first + strings.Replace(second, "is stuck", "was stuck", 1), ""},
		"one supposed":      {first + strings.Replace(second, "Wheel `hub` is", "If wheel `hub` is", 1), ""},
		"one of no message": {first + strings.Replace(second, "> it", "it", 1), ""},
		"one that is gone":  {first + strings.Replace(second, "is stuck", "is not there", 1), ""},
		"one of no kind":    {first + strings.Replace(second, "Wheel", "thing", 1), ""},
		"one of no name":    {first + strings.Replace(second, "`hub`", "then", 1), ""},
		"one that goes on":  {first + strings.Replace(strings.Replace(second, "is stuck", "is healthy", 1), "error", "log", 1), ""},
		"one told twice":    {first + first + second, ""},
		"no end":            {first + "gear g-2 is stuck with the message\n```\nBent\n", ""},
	} {
		var got []string
		for _, told := range ToldApart(tt.text, kindOf) {
			got = append(got, told.Of.Kind+" "+told.Of.Name+": "+strings.Join(told.Lines, "|"))
		}
		if all := strings.Join(got, "; "); all != tt.want {
			t.Errorf("%s: got %q, want %q", name, all, tt.want)
		}
	}
}
