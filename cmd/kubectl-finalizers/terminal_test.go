package main

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/version"
	"k8s.io/cli-runtime/pkg/genericiooptions"
)

// appIn is the program where these variables are set, and no terminal is near.
func appIn(variables map[string]string) *app {
	around := around(genericiooptions.NewTestIOStreamsDiscard())
	around.env = func(name string) string { return variables[name] }
	return &app{surroundings: around}
}

func TestASCII(t *testing.T) {
	tests := map[string]struct {
		variables map[string]string
		want      bool
	}{
		"nothing set":               {nil, false},
		"a terminal":                {map[string]string{"TERM": "xterm"}, false},
		"dumb":                      {map[string]string{"TERM": "dumb", "LANG": "de_DE.UTF-8"}, true},
		"UTF-8":                     {map[string]string{"LANG": "de_DE.UTF-8"}, false},
		"as macOS and musl spell":   {map[string]string{"LC_CTYPE": "UTF-8"}, false},
		"without a hyphen":          {map[string]string{"LANG": "C.utf8"}, false},
		"C":                         {map[string]string{"LANG": "C"}, true},
		"POSIX":                     {map[string]string{"LANG": "POSIX"}, true},
		"another set of characters": {map[string]string{"LANG": "de_DE.ISO-8859-1"}, true},
		"the last word is LC_ALL's": {map[string]string{"LANG": "C.UTF-8", "LC_ALL": "C"}, true},
		"LC_CTYPE before LANG":      {map[string]string{"LANG": "C", "LC_CTYPE": "C.UTF-8"}, false},
		"empty is not set":          {map[string]string{"LANG": "C.UTF-8", "LC_ALL": ""}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			a := appIn(tt.variables)
			if got := a.look("auto"); got.ASCII != tt.want {
				t.Errorf("got %+v", got)
			}
			if want := map[bool]string{true: "...", false: "…"}[tt.want]; a.ellipsis() != want {
				t.Errorf("got %q, want %q", a.ellipsis(), want)
			}
		})
	}
}

// What a person asks for counts for more than what is set.
func TestLookColor(t *testing.T) {
	for mode, want := range map[string]bool{"auto": false, "always": true, "never": false} {
		if got := appIn(map[string]string{"NO_COLOR": "1", "TERM": "dumb"}).look(mode); got.Color != want || got.Width != 0 {
			t.Errorf("%s: got %+v", mode, got)
		}
	}
}

func TestSearched(t *testing.T) {
	for want, q := range map[string]question{
		"":                               {everywhere: true},
		"in namespace shop":              {namespace: "shop"},
		"of that type":                   {everywhere: true, args: []string{"cm"}},
		"of that type in namespace shop": {namespace: "shop", args: []string{"cm"}},
	} {
		if got := q.searched(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// A server may call itself what it likes.
func TestVersionIsEscaped(t *testing.T) {
	var b strings.Builder
	if err := printVersions(&b, "text", versions{Server: &version.Info{GitVersion: "v1\x1b[2J\nno"}}); err != nil {
		t.Fatal(err)
	}
	if want := "Server Version: v1\\x1b[2J no\n"; !strings.HasSuffix(b.String(), want) {
		t.Errorf("got %q", b.String())
	}
}
