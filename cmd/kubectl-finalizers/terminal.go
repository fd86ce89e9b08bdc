package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// colorModes are the values of --color.
var colorModes = []string{"auto", "always", "never"}

// colored decides about colour once. NO_COLOR and a dumb terminal turn it off
// where the person has not said otherwise.
func (a *app) colored(mode string) bool {
	switch mode {
	case "always":
		return true
	case "never":
		return false
	}
	return isTerminal(a.Out) && a.env("NO_COLOR") == "" && a.env("TERM") != "dumb"
}

// look is what the output goes to. Colour is decided about by the mode.
func (a *app) look(color string) render.Options {
	return render.Options{Width: a.width(), Color: a.colored(color), ASCII: a.ascii()}
}

// ascii reports whether what the output goes to may know no other letters: a
// dumb terminal, or a locale with another character set, as C has. Where no
// locale is set, as on Windows and in a pod, there is no reason to think so.
func (a *app) ascii() bool {
	if a.env("TERM") == "dumb" {
		return true
	}
	for _, variable := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(a.env(variable)); locale != "" {
			return !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8")
		}
	}
	return false
}

// ellipsis stands for what goes on, or was left out.
func (a *app) ellipsis() string {
	if a.ascii() {
		return "..."
	}
	return "…"
}

// repaints reports whether a stream is a terminal whose lines can be written over.
func (a *app) repaints(stream any) bool {
	return isTerminal(stream) && a.env("TERM") != "dumb"
}

// width is that of the terminal, and zero for a pipe or a file: what a program
// reads is not wrapped.
func (a *app) width() int {
	f, ok := a.Out.(*os.File)
	if !ok {
		return 0
	}
	w, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return w
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// checkColor refuses an unknown value of --color.
func checkColor(mode string) error {
	return checkChoice(fmt.Sprintf("unknown value %q for --color", mode), mode, colorModes)
}
