//go:build unix

package script

import (
	"fmt"
	"io"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// Echo has what the script runs from here on, and what that prints, shown on w
// too, for people who watch.
func Echo(ts *testscript.TestScript, w io.Writer) { sessionOf(ts).echo = w }

// exec runs a program.
func (s *session) exec(ts *testscript.TestScript, name string, args ...string) error {
	err := ts.Exec(name, args...)
	if s.echo != nil {
		fmt.Fprintf(s.echo, "\n$ %s\n%s%s", typed(name, args), ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
	return err
}

// typed is the command as a person would have typed it.
func typed(name string, args []string) string {
	if len(args) == 2 && name == "sh" && args[0] == "-c" {
		return args[1]
	}
	words := []string{name}
	for _, arg := range args {
		if arg == "" || strings.ContainsAny(arg, " \t\n\"'$&|;<>(){}*?\\") {
			arg = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
		words = append(words, arg)
	}
	return strings.Join(words, " ")
}
