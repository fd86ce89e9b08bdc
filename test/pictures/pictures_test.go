package pictures

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// texts are the rows of a screen, with each cell's columns where it has more than one.
func texts(s *screen) []string {
	var out []string
	for _, row := range s.rows {
		var b strings.Builder
		for _, c := range row {
			b.WriteString(c.text)
			if c.columns > 1 {
				b.WriteString("‹2›")
			}
		}
		out = append(out, b.String())
	}
	return out
}

func TestShow(t *testing.T) {
	tests := map[string]struct {
		text string
		want []string
	}{
		"nothing":                          {"", nil},
		"lines of a terminal and a file":   {"a\r\n\nb\n", []string{"a", "", "b"}},
		"the end of a line is not ended":   {"a", []string{"a"}},
		"as wide as the terminal":          {"12345678\n", []string{"12345678"}},
		"one column more":                  {"123456789\n", []string{"12345678", "9"}},
		"wide, to the edge":                {"123456名\n", []string{"123456名‹2›"}},
		"wide, over the edge":              {"1234567名\n", []string{"1234567", "名‹2›"}},
		"a mark takes no room":             {"e\u0301234567\u03308\n", []string{"e\u0301234567\u03308"}},
		"a family is one character":        {"👩\u200d👩\u200d👧x\n", []string{"👩\u200d👩\u200d👧‹2›x"}},
		"two flags":                        {"🇩🇪🇫🇷\n", []string{"🇩🇪‹2›🇫🇷‹2›"}},
		"an isolate is not there":          {"a\u2068שלום\u2069\n", []string{"aשלום"}},
		"styles take no room":              {"\x1b[1;31m1234\x1b[0m5678\x1b[m\n", []string{"12345678"}},
		"a style without a row of its own": {"a\n\x1b[0m", []string{"a"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := show(tt.text, 8)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, texts(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A picture must not look like something else than was printed.
func TestShowRefuses(t *testing.T) {
	for _, text := range []string{
		"\x1b[2J", "\x1b[1A", "\x1b]0;title\a", "\x1b[", "\x1b", "a\rb", "a\tb", "\a", "\xff", "\u202e", "\u200b",
		"\x1b[4m", "\x1b[41m", "\x1b[38;5m", "\x1b[38;5;256m", "\x1b[38;2;1;2;3m", "\x1b[1;99m", "\x1b[?1m", "\x1b[99999m",
	} {
		if got, err := show(text, 8); err == nil {
			t.Errorf("%q is shown as %q", text, texts(got))
		}
	}
}

func TestStyles(t *testing.T) {
	got, err := show("p\x1b[1;33mb\x1b[22my\x1b[2mf\x1b[39m-\x1b[0m-\x1b[97mw\x1b[38;5;208mo\x1b[mp", 8)
	if err != nil {
		t.Fatal(err)
	}
	want := []style{{}, {colour: 4, bold: true}, {colour: 4}, {colour: 4, faint: true}, {faint: true}, {}, {colour: 16}, {colour: 209}}
	var styles []style
	for _, c := range got.rows[0] {
		styles = append(styles, c.style)
	}
	if diff := cmp.Diff(want, styles, cmp.AllowUnexported(style{})); diff != "" {
		t.Error(diff)
	}
	if len(got.rows) != 2 || got.rows[1][0].style != (style{}) {
		t.Errorf("the style is left on: %v", got.rows)
	}
}

func TestFixedColours(t *testing.T) {
	for n, want := range map[int]string{16: "#000000", 21: "#0000ff", 160: "#d70000", 208: "#ff8700", 231: "#ffffff", 232: "#080808", 255: "#eeeeee"} {
		if got := fixed(n); got != want {
			t.Errorf("colour %d is %s, not %s", n, got, want)
		}
	}
}

func drawn(t *testing.T, text string) string {
	t.Helper()
	s, err := show(text, 24)
	if err != nil {
		t.Fatal(err)
	}
	return (&picture{title: "what <this> is", columns: 24, rows: s.rows}).svg(&themes[0])
}

// Every text stands where the terminal has it, whatever stands before it.
func TestPlaces(t *testing.T) {
	text := drawn(t, "│   名前x שלום עולם.  \n├── e\u0301<&\"\n")
	want := []string{
		`x="16" y="30.3" textLength="8.4" class="guide">│`,
		`x="49.6" y="30.3" textLength="16.8">名`,
		`x="66.4" y="30.3" textLength="16.8">前`,
		`x="83.2" y="30.3" textLength="16.8">x `,
		`x="100" y="30.3" textLength="75.6">שלום עולם`,
		`x="175.6" y="30.3" textLength="8.4">.`,
		`x="16" y="50.3" textLength="25.2" class="guide">├──`,
		"x=\"49.6\" y=\"50.3\" textLength=\"8.4\">e\u0301",
		`x="58" y="50.3" textLength="25.2">&lt;&amp;&quot;`,
	}
	var got []string
	for _, m := range regexp.MustCompile(`<text (.*)</text>`).FindAllStringSubmatch(text, -1) {
		got = append(got, m[1])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if d := `d="M20.2 16V36M20.2 36V56M20.2 46H24.4M24.4 46H32.8M32.8 46H41.2"`; !strings.Contains(text, d) {
		t.Errorf("the guides are not joined:\n%s", text)
	}
}

// What is drawn is also told, as words.
func TestWords(t *testing.T) {
	text := drawn(t, "one  \x1b[1mtwo\x1b[0m\n└── three <\n\n")
	if want := "<title id=\"title\">what &lt;this&gt; is</title>\n<desc id=\"desc\">one two\nthree &lt;</desc>"; !strings.Contains(text, want) {
		t.Error(text)
	}
}

func TestWellFormed(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader(drawn(t, "\x1b[1;31ma<b>\"c\" & 'd'\x1b[0m\n\x1b[2;34me\x1b[0m ← …\n")))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestSweep(t *testing.T) {
	folder := t.TempDir()
	var files []string
	for _, name := range []string{"new.svg", "old.svg", "README.md"} {
		files = append(files, filepath.Join(folder, name))
		if err := os.WriteFile(files[len(files)-1], nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := sweep(folder, files[:1]); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{files[2], files[0]}, left); diff != "" {
		t.Error(diff)
	}
}
