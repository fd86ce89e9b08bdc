package render

import (
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// readBack lets a real shell take the words of a command apart.
func readBack(t *testing.T, shell, command string) []string {
	t.Helper()
	if command == "" {
		return nil
	}
	cmd := exec.Command(shell, "-c", `printf '%s\0' `+command)
	cmd.Dir = t.TempDir() // a pattern that is not quoted would find nothing to match
	cmd.Env = []string{"PATH=/usr/bin:/bin"}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s does not read %q: %v", shell, command, err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// shellFor is the simplest shell that knows the forms that are used: only bash
// and its like know the one that spells characters out.
func shellFor(command string) []string {
	if strings.Contains(command, "$'") {
		return []string{"bash"}
	}
	return []string{"sh", "bash"}
}

func TestShellLine(t *testing.T) {
	for _, tt := range []struct {
		words []string
		want  string
	}{
		{[]string{"kubectl", "get", "pods/web-0", "-n", "shop"}, "kubectl get pods/web-0 -n shop"},
		{[]string{"a=b", "--x=y,z", "@f", "50%", "a_b", "1.2:3"}, "a=b --x=y,z @f 50% a_b 1.2:3"},
		{[]string{""}, "''"},
		{[]string{"two words"}, "'two words'"},
		{[]string{`{"a":"b"}`}, `'{"a":"b"}'`},
		{[]string{"it's"}, `'it'\''s'`},
		{[]string{"$(id)", "`id`", "$HOME", "a;b", "a|b", "a&b", "a>b", "#", "!!", "~", "*", "{a,b}", "[a]", `\`, "=ls"}, "'$(id)' '`id`' '$HOME' 'a;b' 'a|b' 'a&b' 'a>b' '#' '!!' '~' '*' '{a,b}' '[a]' '\\' '=ls'"},
		{[]string{"a\nb'\\"}, `$'a\x0ab\'\\'`},
		{[]string{"\x1b[31mab"}, `$'\x1b[31mab'`},
		{[]string{"名前"}, "'名前'"},
		{[]string{"ש"}, `$'\xd7\xa9'`},
		{[]string{"a\u202eb"}, `$'a\xe2\x80\xaeb'`},
		{[]string{"\xff1"}, `$'\xff1'`},
		{[]string{"a\x00b"}, "ab"},
	} {
		got := shellLine(tt.words)
		if got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.words, got, tt.want)
		}
		for _, shell := range shellFor(got) {
			want := slices.Clone(tt.words)
			for i := range want {
				want[i] = strings.ReplaceAll(want[i], "\x00", "")
			}
			if diff := cmp.Diff(want, readBack(t, shell, got)); diff != "" {
				t.Errorf("%s reads %s as (-want +got):\n%s", shell, got, diff)
			}
		}
	}
}

// TestShellReadsBack quotes random words, and every single byte, and has a shell
// read them.
func TestShellReadsBack(t *testing.T) {
	var every []string
	for b := 1; b < 256; b++ {
		every = append(every, string([]byte{byte(b)}), "a"+string([]byte{byte(b)})+"0f")
	}
	checkReadsBack(t, every)
	r := rand.New(rand.NewPCG(1, 9))
	pieces := append([]string{"'", "\\", "\"", "$", "`", "\n", "\t", " ", "  ", "-", "--", "=", "!", "~/", "*", "?", "[", "]", "{", "}", "(", ")", "a", "0", "x41", "%s", "\\x41", "\x7f"}, nasty...)
	for range 40 {
		var words []string
		for range 1 + r.IntN(20) {
			var word strings.Builder
			for range r.IntN(6) {
				word.WriteString(pick(r, pieces))
			}
			words = append(words, word.String())
		}
		checkReadsBack(t, words)
	}
}

func checkReadsBack(t *testing.T, words []string) {
	t.Helper()
	for _, one := range [][]string{words, slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.HasPrefix(shellWord(w), "$'") })} {
		text := shellLine(one)
		if strings.IndexFunc(text, func(c rune) bool { return unicode.IsControl(c) || c == unicode.ReplacementChar }) >= 0 || isolate(text) != text {
			t.Errorf("%q would not be shown as it is", text)
		}
		for _, shell := range shellFor(text) {
			if diff := cmp.Diff(one, readBack(t, shell, text)); diff != "" && len(one) > 0 {
				t.Errorf("%s reads %s as (-want +got):\n%s", shell, text, diff)
			}
		}
	}
}
