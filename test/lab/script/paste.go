//go:build unix

package script

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// paste FILE REGEXP runs the one command of the answer in FILE (JSON of why-stuck)
// that matches, as a person would who copies it into a shell.
func paste(ts *testscript.TestScript, args []string) error {
	if len(args) != 2 {
		return errors.New("usage: paste FILE REGEXP")
	}
	wanted, err := regexp.Compile(args[1])
	if err != nil {
		return fmt.Errorf("reading the pattern: %w", err)
	}
	var answer any
	if err := json.Unmarshal([]byte(ts.ReadFile(args[0])), &answer); err != nil {
		return fmt.Errorf("reading %s as JSON: %w", args[0], err)
	}
	printed := printedCommands(answer)
	matching := slices.DeleteFunc(slices.Clone(printed), func(c string) bool { return !wanted.MatchString(c) })
	if len(matching) != 1 {
		return fmt.Errorf("%d commands match %q, want 1, of:\n%s", len(matching), args[1], strings.Join(printed, "\n"))
	}
	return sessionOf(ts).exec(ts, "sh", "-c", matching[0])
}

// printedCommands returns the commands in a document, each once, in no order.
func printedCommands(document any) []string {
	found := map[string]bool{}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			for name, item := range v {
				if command, ok := item.(string); ok && name == "shell" {
					found[command] = true
				}
				walk(item)
			}
		}
	}
	walk(document)
	var commands []string
	for c := range found {
		commands = append(commands, c)
	}
	slices.Sort(commands)
	return commands
}
