package spoken

import (
	"fmt"
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
	const first, second = "I deleted all.\ngear g-1 is left behind, with the message\n```\nBent\nthe wheel w-1 is not there\n```\n", "Wheel `hub` is stuck, and shows this error:\n\n> it is in use\n\nWhat now?\n"
	for name, tt := range map[string]struct{ text, want string }{
		"two":               {first + second, "Gear g-1: Bent|the wheel w-1 is not there; Wheel hub: it is in use"},
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
		"no deletion":       {strings.Replace(first, "deleted", "tried", 1) + second, ""},
		"no start":          {"My gears do not start.\n" + first + second, ""},
		"not ready":         {first + second + "The wheel never gets ready.\n", ""},
		"nobody asked":      {"We did not delete the gear.\n" + first + second, ""},
		"each in a quote":   {first + "> Wheel `hub` is stuck, and shows this error:\n> in use\n> gear g-2 is stuck with the error:\n> bent\n", "Gear g-1: Bent|the wheel w-1 is not there; Wheel hub: in use; Gear g-2: bent"},
		"a long message":    {first + second + "gear g-3 is stuck with the error:\n" + strings.Repeat("> bent\n", 51), "Gear g-1: Bent|the wheel w-1 is not there; Wheel hub: it is in use"},
		"no end":            {first + "gear g-2 is stuck with the message\n```\nBent\n", ""},
		"too many of them":  {first + many(50), ""},
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

// many are sentences of that many gears, each with a message.
func many(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "gear g-%d is stuck with the error:\n> bent\n", 100+i)
	}
	return b.String()
}
