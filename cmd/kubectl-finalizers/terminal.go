package main

import (
	"fmt"
	"os"

	"golang.org/x/term"
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
