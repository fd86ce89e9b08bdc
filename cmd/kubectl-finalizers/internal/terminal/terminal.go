// Package terminal knows what the streams of a program are, and what a person sees there.
package terminal

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// Env is a variable of the environment by its name.
type Env func(name string) string

// colored decides about colour once. NO_COLOR and a dumb terminal turn it off
// where the person has not said otherwise.
func (env Env) colored(out io.Writer, mode string) bool {
	switch mode {
	case "always":
		return true
	case "never":
		return false
	}
	return Is(out) && env("NO_COLOR") == "" && env("TERM") != "dumb"
}

// Look is what the output goes to. Colour is decided about by the mode. What a program
// reads is not wrapped.
func (env Env) Look(out io.Writer, color string) render.Options {
	return render.Options{Width: Width(out), Color: env.colored(out, color), ASCII: env.ASCII()}
}

// ASCII reports whether what the output goes to may know no other letters: a
// dumb terminal, or a locale with another character set, as C has. Where no
// locale is set, as on Windows and in a pod, there is no reason to think so.
func (env Env) ASCII() bool {
	if env("TERM") == "dumb" {
		return true
	}
	for _, variable := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(env(variable)); locale != "" {
			return !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8")
		}
	}
	return false
}

// Ellipsis stands for what goes on, or was left out.
func (env Env) Ellipsis() string {
	if env.ASCII() {
		return "..."
	}
	return "…"
}

// Repaints reports whether a stream is a terminal whose lines can be written over.
func (env Env) Repaints(stream any) bool {
	return Is(stream) && env("TERM") != "dumb"
}

// Width is that of a terminal, and zero for a pipe or a file.
func Width(stream any) int {
	columns, _ := size(stream)
	return columns
}

// Size is that of a terminal at this moment; a guess where it does not tell.
func Size(stream any) (columns, rows int) {
	if columns, rows = size(stream); columns > 0 && rows > 0 {
		return columns, rows
	}
	return 80, 24
}

func size(stream any) (columns, rows int) {
	f, ok := stream.(*os.File)
	if !ok {
		return 0, 0
	}
	columns, rows, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0, 0
	}
	return columns, rows
}

// Rows is how many rows of a terminal the lines take by now: one that was made
// narrower has broken them.
func Rows(lines []string, columns int) int {
	n := 0
	for _, l := range lines {
		n++
		if columns > 0 {
			n += max(render.Columns(l)-1, 0) / columns
		}
	}
	return n
}

// Is reports whether a stream is a terminal.
func Is(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
