package terminal

import (
	"io"
	"testing"
)

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
			env := Env(func(name string) string { return tt.variables[name] })
			if got := env.Look(io.Discard, "auto"); got.ASCII != tt.want {
				t.Errorf("got %+v", got)
			}
			if want := map[bool]string{true: "...", false: "…"}[tt.want]; env.Ellipsis() != want {
				t.Errorf("got %q, want %q", env.Ellipsis(), want)
			}
		})
	}
}

// What a person asks for counts for more than what is set.
func TestLookColor(t *testing.T) {
	for mode, want := range map[string]bool{"auto": false, "always": true, "never": false} {
		if got := Env(func(string) string { return "" }).Look(io.Discard, mode); got.Color != want || got.Width != 0 {
			t.Errorf("%s to a pipe: got %+v", mode, got)
		}
		env := Env(func(name string) string { return map[string]string{"NO_COLOR": "1", "TERM": "dumb"}[name] })
		if got := env.Look(io.Discard, mode); got.Color != want || got.Width != 0 {
			t.Errorf("%s: got %+v", mode, got)
		}
	}
}

func TestRows(t *testing.T) {
	lines := []string{"", "12345", "123456", "\x1b[1m12345\x1b[0m"}
	for columns, want := range map[int]int{0: 4, 80: 4, 5: 5, 3: 7} {
		if got := Rows(lines, columns); got != want {
			t.Errorf("at %d columns: %d rows, want %d", columns, got, want)
		}
	}
}
