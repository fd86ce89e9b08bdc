package paper

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"
	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/hostile"
)

func TestEscape(t *testing.T) {
	for _, tt := range []struct{ name, in, identifier, prose string }{
		{"plain", "web-0", "web-0", "web-0"},
		{"blanks", " a \t b\n", `\x20a\x20\x09\x20b\x0a`, "a b"},
		{"escape sequence", "a\x1b[31mb", `a\x1b[31mb`, `a\x1b[31mb`},
		{"c1", "a\u009bb", `a\x9bb`, `a\x9bb`},
		{"override", "a\u202eb\u202c", `a\u202eb\u202c`, "ab"},
		{"isolate", "a\u2066b\u2069", `a\u2066b\u2069`, "ab"},
		{"zero width", "a\u200bb\ufeff", `a\u200bb\ufeff`, "ab"},
		{"tag", "a\U000e0041", `a\U000e0041`, "a"},
		{"broken", "a\xffb", `a\xffb`, `a\xffb`},
		{"replacement", "a\ufffdb", "a\ufffdb", "a\ufffdb"},
		{"accent", "e\u0301", "e\u0301", "e\u0301"},
		{"lone accent", "\u0301e \u0301f", `\u0301e\x20\u0301f`, "e f"},
		{"joiner", "👩\u200d👧", `👩\u200d👧`, "👩\u200d👧"},
		{"lone joiner", "\u200da", `\u200da`, "a"},
		{"separators", "a\u2028b\u00a0c", `a\u2028b\xa0c`, "a b c"},
		{"hebrew", "שלום", "שלום", "שלום"},
		{"many marks", "z" + strings.Repeat("\u0335", 20), "z" + strings.Repeat("\u0335", maxMarks), "z" + strings.Repeat("\u0335", maxMarks)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Identifier(tt.in); got != tt.identifier {
				t.Errorf("identifier: got %q, want %q", got, tt.identifier)
			}
			if got := Prose(tt.in); got != tt.prose {
				t.Errorf("prose: got %q, want %q", got, tt.prose)
			}
		})
	}
}

func addNasty(f *testing.F) {
	f.Helper()
	for _, s := range nasties {
		f.Add(s)
	}
}

func FuzzEscape(f *testing.F) {
	addNasty(f)
	f.Fuzz(func(t *testing.T, s string) {
		for name, clean := range map[string]func(string) string{"identifier": Identifier, "prose": Prose} {
			got := clean(s)
			if !utf8.ValidString(got) {
				t.Errorf("%s: broken UTF-8 in %q", name, got)
			}
			if strings.IndexFunc(got, hostile.Dangerous) >= 0 {
				t.Errorf("%s: dangerous character in %q", name, got)
			}
			if again := Prose(got); name == "prose" && again != got {
				t.Errorf("prose is not stable: %q, then %q", got, again)
			}
			for w := range strings.FieldsSeq(got) {
				if r, _ := utf8.DecodeRuneInString(w); unicode.IsMark(r) {
					t.Errorf("%s: %q begins with a mark", name, w)
				}
			}
		}
		if strings.Contains(Identifier(s), " ") {
			t.Errorf("identifier has a blank: %q", Identifier(s))
		}
	})
}

func FuzzWrap(f *testing.F) {
	for _, s := range nasties {
		f.Add(s, uint8(40), uint8(11))
	}
	f.Fuzz(func(t *testing.T, s string, columns, hang uint8) {
		limit := max(20, int(columns))
		text := Prose(s)
		p := Para{Spans: []Span{{Role: Plain, Text: "x: "}, {Role: Message, Text: text}}, Hang: int(hang)}
		var joined strings.Builder
		for _, l := range p.Lines(limit) {
			got := NewSheet(Look{}).Paint(l)
			if Width(got) > limit {
				t.Errorf("%d columns, more than %d: %q", Width(got), limit, got)
			}
			for _, piece := range l {
				joined.WriteString(piece.Text)
			}
		}
		want := strings.ReplaceAll("x: "+text, " ", "")
		if got := strings.ReplaceAll(joined.String(), " ", ""); got != want {
			t.Errorf("wrapping lost text: %q, want %q", got, want)
		}
		if short := Shorten(text, limit, "…"); Width(short) > limit || !utf8.ValidString(short) {
			t.Errorf("shortened to %d columns of %d: %q", Width(short), limit, short)
		}
	})
}

// FuzzExact checks that what JSON and YAML escape reads back as it was.
func FuzzExact(f *testing.F) {
	addNasty(f)
	for _, s := range []string{"yes", "null", "~", "1e3", "0x1", "a: b", "a #b", "- a", "? a", "2026-03-01", "=", "<<", ".", "/", "a:", "(x)", "1_0", "a  b", "N"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "\ufffd")
		quoted, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		escaped := escapeJSON(string(quoted))
		var back string
		if err := json.Unmarshal([]byte(escaped), &back); err != nil || back != s {
			t.Errorf("JSON: %q became %q (%v)", s, back, err)
		}
		text := yamlScalar(s)
		if strings.IndexFunc(text, unseen) >= 0 || strings.IndexFunc(escaped, unseen) >= 0 {
			t.Errorf("unseen character in %q or %q", text, escaped)
		}
		documents := []string{"a: " + text, "a:\n- " + text}
		if len(text) < 1000 { // YAML bounds the length of a key
			documents = append(documents, text+": x")
		}
		for _, document := range documents {
			var v any
			if err := yaml.Unmarshal([]byte(document), &v); err != nil {
				t.Fatalf("YAML: %q: %v", document, err)
			}
			object, _ := v.(map[string]any)
			value := object["a"]
			if list, ok := value.([]any); ok && len(list) == 1 {
				value = list[0]
			}
			_, isKey := object[s]
			if value != s && !isKey {
				t.Errorf("YAML: %q became %v", s, v)
			}
		}
	})
}

func TestHead(t *testing.T) {
	for _, tt := range []struct {
		in   string
		n    int
		want string
	}{
		{"abc", 2, "ab"},
		{"abc", 9, "abc"},
		{"漢字", 3, "漢"},
		{"漢字", 1, "漢"}, // never empty
		{"e\u0301e\u0301", 1, "e\u0301"},
		{"👩‍👧x", 2, "👩‍👧"},
		{"🇩🇪🇫🇷", 3, "🇩🇪"},
		{"", 3, ""},
	} {
		if got := head(tt.in, tt.n); got != tt.want {
			t.Errorf("head(%q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}

// TestLongWords would not end if every cut measured all that is left.
func TestLongWords(t *testing.T) {
	for _, s := range []string{strings.Repeat("x", 1<<16), strings.Repeat("漢", 1<<14)} {
		p := Para{Spans: []Span{{Role: Plain, Text: s}}, Hang: 4}
		var b strings.Builder
		for _, l := range p.Lines(40) {
			for _, piece := range l {
				b.WriteString(strings.TrimSpace(piece.Text))
			}
		}
		if b.String() != s {
			t.Error("wrapping lost text")
		}
	}
}

func TestIsolate(t *testing.T) {
	for in, want := range map[string]string{
		"plain":   "plain",
		"漢字":      "漢字",
		"a שלום":  "\u2068a שלום\u2069",
		"مرحبا":   "\u2068مرحبا\u2069",
		"naïve e": "naïve e",
	} {
		if got := Isolate(in); got != want {
			t.Errorf("Isolate(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestProfiles ties our numbers to the library's, which this package may not
// import.
func TestProfiles(t *testing.T) {
	for profile, want := range map[int]string{profileFixed: "ANSI256", profileNone: "Ascii"} {
		if got := newRenderer(profile); got.ColorProfile().Name() != want {
			t.Errorf("profile %d is %s, not %s", profile, got.ColorProfile().Name(), want)
		}
	}
	if lipgloss.Width(FirstStrongIsolate+PopIsolate) != 0 {
		t.Error("isolates take columns")
	}
}
