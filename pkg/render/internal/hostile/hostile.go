// Package hostile has what a cluster can say to spoil what is printed of it, for
// tests.
package hostile

import (
	"strings"
	"unicode"
)

// Texts are long, right to left, invisible, broken or meant for a terminal.
var Texts = []string{
	"Waiting for volumes to detach", "", "one\ntwo\r\nthree\tfour", "\x1b[2J\x1b]0;owned\a", "שלום עולם", "مرحبا بالعالم 123",
	"a\u202eb\u202cc\u2066d", "名前空間を削除しています。しばらくお待ちください", "👩‍👩‍👧‍👦 family 🇩🇪🇫🇷 flags 👍🏽", "\u0301\u0301lone marks",
	"z" + strings.Repeat("\u0335", 40) + "algo", "\xff\xfe broken \xc3", "\u009b31m c1", "[\"quotes\"] \\ <b>&amp; `x` %%{init}%% #35; |",
	strings.Repeat("nobreak", 60), strings.Repeat("word ", 400), "\U000e0041tag\u200bzero", strings.Repeat("漢", 300), "\ufe0fvs 1\ufe0f\u20e3 \u00a0nbsp\u3000wide",
}

// Dangerous reports whether a terminal obeys the character or does not show it.
func Dangerous(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200d' && r != '\u200c' ||
		r == '\u2028' || r == '\u2029'
}
