package paper

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"
)

// There is no Windows where the tests run. So the rules of its shells stand here, as
// their makers document them, and take apart what was put together.

var errOther = errors.New("the shell takes it for something else")

// programArgs are the arguments that a program finds in its command line: in quotes
// blanks count for nothing, 2n backslashes before a quote are n, one more makes the quote
// a letter, and so do two quotes in a row within quotes.
func programArgs(line string) []string {
	var args []string
	var b strings.Builder
	in, quoted := false, false
	for i := 0; i < len(line); i++ {
		slashes := 0
		for i < len(line) && line[i] == '\\' {
			slashes++
			i++
		}
		if slashes > 0 {
			in = true
			if i == len(line) || line[i] != '"' {
				b.WriteString(strings.Repeat(`\`, slashes))
				i--
				continue
			}
			b.WriteString(strings.Repeat(`\`, slashes/2))
			if slashes%2 == 1 {
				b.WriteByte('"')
				continue
			}
		}
		switch c := line[i]; {
		case c == '"' && quoted && i+1 < len(line) && line[i+1] == '"':
			b.WriteByte('"')
			i++
		case c == '"':
			in, quoted = true, !quoted
		case c == ' ' && !quoted:
			if in {
				args = append(args, b.String())
			}
			b.Reset()
			in = false
		default:
			in = true
			b.WriteByte(c)
		}
	}
	if in {
		args = append(args, b.String())
	}
	return args
}

// cmdWords are the words that a program gets of a line that was typed into cmd.exe.
func cmdWords(line string) ([]string, error) {
	quoted := false
	for _, c := range line {
		switch {
		case c == '"':
			quoted = !quoted
		case c == '%':
			return nil, errOther // a variable, in quotes too
		case !quoted && strings.ContainsRune("&|<>^()@!", c):
			return nil, errOther
		}
	}
	if quoted {
		return nil, errOther
	}
	return programArgs(line), nil
}

// powerShellArgs are the arguments as PowerShell reads them, in the mode of a command.
func powerShellArgs(line string) ([]string, error) {
	var args []string
	for rest := strings.TrimLeft(line, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		if rest[0] != '"' {
			word, after, _ := strings.Cut(rest, " ")
			if strings.ContainsAny(word, "\"'`$@#(){}[],;&|<>~*?") || strings.ContainsAny(word, "‘’‚‛“”„–—―") ||
				word[0] == '-' && strings.ContainsAny(word, ".:") || word == "--%" {
				return nil, errOther
			}
			args, rest = append(args, word), after
			continue
		}
		var b strings.Builder
		rest = rest[1:]
		for closed := false; !closed; {
			r := []rune(rest)
			switch {
			case len(r) == 0, strings.ContainsRune("`$“”„", r[0]):
				return nil, errOther
			case r[0] == '"' && len(r) > 1 && r[1] == '"':
				b.WriteByte('"')
				rest = rest[2:]
			case r[0] == '"':
				closed = true
				rest = rest[1:]
			default:
				b.WriteRune(r[0])
				rest = string(r[1:])
			}
		}
		if rest != "" && rest[0] != ' ' {
			return nil, errOther
		}
		args = append(args, b.String())
	}
	return args, nil
}

// legacy is how PowerShell before 7.3 hands arguments to a program: one with a blank goes
// into quotes, nothing is escaped, and an empty one is left out.
func legacy(args []string) string {
	var out []string
	for _, a := range args {
		if strings.Contains(a, " ") {
			a = `"` + a + `"`
		}
		if a != "" {
			out = append(out, a)
		}
	}
	return strings.Join(out, " ")
}

// checkWindows has each shell take a line apart.
func checkWindows(t *testing.T, words []string) {
	t.Helper()
	line := windowsLine(words)
	want := forWindows(words)
	got, err := cmdWords(line)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("cmd.exe takes %s otherwise: %v\n%s", line, err, diff)
	}
	args, err := powerShellArgs(line)
	if err != nil {
		t.Errorf("PowerShell takes %s otherwise", line)
		return
	}
	// Newer releases escape what the program would not read back.
	if diff := cmp.Diff(want, args); diff != "" {
		t.Errorf("PowerShell takes %s otherwise:\n%s", line, diff)
	}
	if diff := cmp.Diff(want, programArgs(legacy(args))); diff != "" {
		t.Errorf("Windows PowerShell hands %s on otherwise:\n%s", line, diff)
	}
}

func TestWindowsLine(t *testing.T) {
	for want, words := range map[string][]string{
		"kubectl get pods -n shop": {"kubectl", "get", "pods", "-n", "shop"},
		`kubectl patch bucket.s3.aws.upbound.io/logs --type=merge -p "{spec: {deletionPolicy: Orphan}}"`: {
			"kubectl", "patch", "bucket.s3.aws.upbound.io/logs", "--type=merge", "-p", `{"spec":{"deletionPolicy":"Orphan"}}`,
		},
		`kubectl patch x/y --type=json -p "[{op: test, path: /metadata/uid, value: '1e3'}, {op: remove, path: /metadata/finalizers/0}]"`: {
			"kubectl", "patch", "x/y", "--type=json", "-p", `[{"op":"test","path":"/metadata/uid","value":"1e3"},{"op":"remove","path":"/metadata/finalizers/0"}]`,
		},
		`kubectl patch x/y -p "{a: null, b: ['*', 'it''s', 'no', 1.5, true, {}, []]}"`: {
			"kubectl", "patch", "x/y", "-p", `{"a":null,"b":["*","it's","no",1.5,true,{},[]]}`,
		},
		`kubectl finalizers remove x/y --confirm=0123abcd "--context=prod.example.com" "--kubeconfig=C:\Users\An na\config"`: {
			"kubectl", "finalizers", "remove", "x/y", "--confirm=0123abcd", "--context=prod.example.com", `--kubeconfig=C:\Users\An na\config`,
		},
		`kubectl annotate x/y "a.b/c=d e,f" g-`: {"kubectl", "annotate", "x/y", "a.b/c=d e,f", "g-"},
	} {
		if why := unreadyForWindows(words); why != "" {
			t.Errorf("%q: %s", words, why)
		}
		if got := windowsLine(words); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		checkWindows(t, words)
	}
	for _, word := range []string{"", `a"b`, "50%", "%PATH%", "$HOME", "a`b", "a“b", `C:\An na\`, `{"a":1}`} {
		if unreadyForWindows([]string{"kubectl", "x", word}) == "" {
			t.Errorf("there is a line for %q", word)
		}
	}
	if c := commandOn(true, []string{"sh", "-c", "kubectl get pods"}); c.Unready == "" || c.Line != "" {
		t.Error("there is a line for sh")
	}
	if c := commandOn(true, []string{"kubectl", "get", "secret", "s", "-o", "yaml"}); c.Unready == "" || c.Line != "" {
		t.Error("what is secret is printed")
	}
}

// Words of anything that means something to a shell come back, or have no line.
func TestWindowsLineReadsBack(t *testing.T) {
	letters := []rune(`ab-./:=+\ "'%$` + "`" + `!^&|<>(){}[]@#,;~*?“”„‘’–é0`)
	random := rand.New(rand.NewPCG(1, 2))
	lines := 0
	for range 20000 {
		words := []string{"kubectl", "x"}
		for range 1 + random.IntN(3) {
			var w strings.Builder
			for range random.IntN(6) {
				w.WriteRune(letters[random.IntN(len(letters))])
			}
			words = append(words, w.String())
		}
		if unreadyForWindows(words) == "" {
			lines++
			checkWindows(t, words)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	if lines < 1000 {
		t.Errorf("only %d of them had a line", lines)
	}
}

// A patch means the same as YAML.
func TestFlowYAML(t *testing.T) {
	for _, patch := range []string{
		`{"metadata":{"annotations":{"crossplane.io/paused":null,"on":"off","1":"2"}},"spec":{"managementPolicies":["*"]}}`,
		`[{"op":"replace","path":"/spec/replicas","value":3},{"op":"add","path":"/a/-","value":"x: y #z"}]`,
		`{"a":"true","b":true,"c":"null","d":-1.5,"e":"2026-01-02","f":"","g":"a'b","h":"é","i":"~","j":"-"}`,
		`null`, `"a b"`, `[]`, `{}`,
	} {
		flow, ok := flowYAML(patch)
		if !ok || strings.Contains(flow, `"`) {
			t.Errorf("%s has no YAML without quotes: %s", patch, flow)
			continue
		}
		want, err := yaml.YAMLToJSON([]byte(patch))
		if err != nil {
			t.Fatal(err)
		}
		got, err := yaml.YAMLToJSON([]byte(flow))
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s as %s is %s: %v", patch, flow, got, err)
		}
	}
	for _, none := range []string{``, `{`, `{"a":1} x`, `{"a":"b\nc"}`, `{"a":"\u0001"}`, `a=b`} {
		if flow, ok := flowYAML(none); ok {
			t.Errorf("%s is %s", none, flow)
		}
	}
}
