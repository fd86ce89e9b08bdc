package paper

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// shells are those into which a person may paste a command, with the settings
// that make each read more into a line.
var shells = []struct {
	name, program string
	args          []string
}{
	{"sh", "sh", nil},
	{"dash", "dash", nil},
	{"bash", "bash", []string{"--norc"}},
	{"bash with history", "bash", []string{"--norc", "-o", "history", "-o", "histexpand", "-O", "extglob"}},
	{"zsh", "zsh", []string{"-f"}},
	{"zsh with more", "zsh", []string{"-f", "-o", "extendedglob", "-o", "rcquotes", "-o", "magicequalsubst", "-o", "kshglob", "-o", "interactivecomments"}},
	{"fish", "fish", []string{"--no-config"}},
}

// installed skips nothing where all shells have to be there: on the machine that
// decides what lands.
func installed(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is not installed, and commands have to work in it: apt-get install %s", program, program)
		}
		t.Skipf("%s is not installed: that it reads the commands was not checked", program)
	}
}

// readBack lets a real shell take the words of commands apart. The shell reads
// them as it reads what is pasted: line by line.
func readBack(t *testing.T, program string, args, commands []string) [][]string {
	t.Helper()
	script := strings.Builder{}
	for _, command := range commands {
		fmt.Fprintf(&script, "printf '%%s\\0' %s\nprintf '%%s\\0' END-OF-WORDS\n", command)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = t.TempDir() // a pattern that is not quoted would find nothing to match
	cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + cmd.Dir, "LC_ALL=C.UTF-8"}
	cmd.Stdin = strings.NewReader(script.String())
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%s does not read %q: %v %s", program, commands, err, stderr.String())
	}
	var read [][]string
	words := []string{}
	for word := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		if word == "END-OF-WORDS" {
			read, words = append(read, words), []string{}
			continue
		}
		words = append(words, word)
	}
	return read
}

// checkReadBack quotes commands and compares what every shell makes of them.
func checkReadBack(t *testing.T, commands [][]string) {
	t.Helper()
	lines := make([]string, len(commands))
	for i, words := range commands {
		lines[i] = ShellLine(words)
		if lines[i] == "" || strings.IndexFunc(lines[i], func(c rune) bool { return unicode.IsControl(c) || c == unicode.ReplacementChar }) >= 0 || Isolate(lines[i]) != lines[i] {
			t.Errorf("%q becomes %q, which would not be shown as it is", words, lines[i])
		}
	}
	for _, shell := range shells {
		t.Run(shell.name, func(t *testing.T) {
			installed(t, shell.program)
			if diff := cmp.Diff(commands, readBack(t, shell.program, shell.args, lines)); diff != "" {
				t.Errorf("read as (-want +got):\n%s", diff)
			}
		})
	}
}

func TestShellLine(t *testing.T) {
	var commands [][]string
	for _, tt := range []struct {
		words []string
		want  string
	}{
		{[]string{"kubectl", "get", "pods/web-0", "-n", "shop"}, "kubectl get pods/web-0 -n shop"},
		{[]string{"a=b", "--x=y,z", "@f", "50%", "a_b", "1.2:3"}, "a=b --x=y,z @f 50% a_b 1.2:3"},
		{[]string{"--x==ls", "a:=ls", "%self", "+x"}, "'--x==ls' 'a:=ls' '%self' +x"},
		{[]string{""}, "''"},
		{[]string{"two words"}, "'two words'"},
		{[]string{`{"a":"b"}`}, `'{"a":"b"}'`},
		{[]string{"it's"}, `it\'s`},
		{[]string{"it's a 'b'"}, `it\''s a '\'b\'`},
		{[]string{`a\ b`, `\`, `\\`, `C:\new`}, `a\\' b' \\ \\\\ C:\\new`},
		{[]string{"$(id)", "`id`", "$HOME", "a;b", "a|b", "a&b", "a>b", "#", "!!", "~", "*", "{a,b}", "[a]", "=ls"}, "'$(id)' '`id`' '$HOME' 'a;b' 'a|b' 'a&b' 'a>b' '#' '!!' '~' '*' '{a,b}' '[a]' '=ls'"},
		{[]string{"名前", "é"}, "'名前' 'é'"},
	} {
		if got := ShellLine(tt.words); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.words, got, tt.want)
		}
		commands = append(commands, tt.words)
	}
	checkReadBack(t, commands)
}

// TestShellWithholds gives words of which no command may be made, because a
// terminal does not show them as they are, or a shell that is pasted into obeys.
func TestShellWithholds(t *testing.T) {
	words := []string{
		"a\nb", "a\nb'\\", "x'\ntouch /tmp/ran #", "\x1b[31mab", "a\tb", "a\rb", "\x7f", "a\x00b", "\u009b31m", "ש", "a\u202eb", "a\u200bb",
		"\xff1", "\u0301a", "a\u00a0b", "\u2028", strings.Repeat("a", 3) + "\x03",
	}
	for c := range rune(0x20) {
		words = append(words, "it's"+string(c)+"$(id)")
	}
	for _, word := range words {
		if line := ShellLine([]string{"kubectl", "get", word}); line != "" {
			t.Errorf("%q is part of a command: %q", word, line)
		}
		why := CommandOf([]string{"kubectl", "get", word}).Unready
		if why == "" || strings.IndexFunc(why, func(c rune) bool { return unicode.IsControl(c) || unicode.Is(unicode.Cf, c) }) >= 0 {
			t.Errorf("%q: it is said %q", word, why)
		}
	}
	// The near miss: odd, and shown as it is.
	for _, word := range []string{"a  b", "'", `"`, "\\n", "名前"} {
		if why := CommandOf([]string{"kubectl", word}).Unready; why != "" || ShellLine([]string{"kubectl", word}) == "" {
			t.Errorf("%q is no part of a command: %s", word, why)
		}
	}
	if why := CommandOf(nil).Unready; why != "" {
		t.Errorf("where there is no command it is said %q", why)
	}
}

// TestShellReadsBack quotes random words, and every single character, and has
// every shell read them.
func TestShellReadsBack(t *testing.T) {
	var every []string
	for b := rune(0x20); b < 0x180; b++ {
		every = append(every, string(b), "a"+string(b)+"0f", string(b)+string(b), "'"+string(b), string(b)+"'", `\`+string(b), "="+string(b))
	}
	every = slices.DeleteFunc(every, func(w string) bool { return !readable(w) })
	if len(every) < 1500 {
		t.Fatalf("only %d words are readable", len(every))
	}
	commands := [][]string{every}
	r := rand.New(rand.NewPCG(1, 9))
	pieces := append([]string{"'", "''", "\\", "\\\\", "\"", "$", "$'", "`", " ", "  ", "-", "--", "=", "!", "!!", "^a^b", "~/", "*", "?", "[", "]", "{", "}", "(", ")", "a", "0", "x41", "%s", "\\x41", "\\'", "#", "&", "|", ";", "<", ">", "@(", "+", ",", ":", "名"}, nasties...)
	for range 300 {
		words := []string{"first"}
		for range 1 + r.IntN(20) {
			var word strings.Builder
			for range r.IntN(6) {
				word.WriteString(pieces[r.IntN(len(pieces))])
			}
			if readable(word.String()) {
				words = append(words, word.String())
			}
		}
		commands = append(commands, words)
	}
	checkReadBack(t, commands)
}

func FuzzShellLine(f *testing.F) {
	for _, word := range append([]string{"it's", `\`, `'\''`, "$'\\x27'", "a\nb", "名\\'"}, nasties...) {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		line := ShellLine([]string{"first", word})
		if (line == "") == readable(word) {
			t.Fatalf("%q becomes %q", word, line)
		}
		if line == "" {
			return
		}
		for _, shell := range []string{"sh", "bash"} {
			if diff := cmp.Diff([][]string{{"first", word}}, readBack(t, shell, nil, []string{line})); diff != "" {
				t.Errorf("%s reads %s as (-want +got):\n%s", shell, line, diff)
			}
		}
	})
}
