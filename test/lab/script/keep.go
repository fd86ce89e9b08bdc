//go:build unix

package script

import (
	"errors"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// keep NAME makes the last standard output the variable $NAME: a name that only
// the server knew, for the commands that follow.
func keep(ts *testscript.TestScript, args []string) error {
	if len(args) != 1 {
		return errors.New("usage: keep NAME")
	}
	text := strings.TrimSpace(ts.ReadFile("stdout"))
	if text == "" {
		return errors.New("the last standard output is empty")
	}
	ts.Setenv(args[0], text)
	return nil
}
