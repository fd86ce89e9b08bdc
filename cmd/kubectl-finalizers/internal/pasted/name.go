package pasted

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// Name is what that means under which the program was started. One
// binary answers to several: kubectl finds a plugin and what completes it by
// their names alone.
type Name struct {
	// WhyStuck is kubectl-why_stuck: why-stuck stands for the whole program. It
	// is for plugin indexes in which the name "finalizers" is another's.
	WhyStuck bool
	// completing is kubectl_complete-NAME: kubectl asks what Tab should offer.
	Completing bool
}

// NameOf reads the name of a program. Any that is not one of the others, as when
// somebody renamed the file, is that of the plugin.
func NameOf(program string) Name {
	name := strings.TrimSuffix(filepath.Base(program), ".exe")
	prefix, plugin, _ := strings.Cut(name, "-")
	return Name{
		WhyStuck:   plugin == "why_stuck" || plugin == "why-stuck",
		Completing: prefix == "kubectl_complete",
	}
}

// Arguments are those of the program as the command tree takes them.
func (c Name) Arguments(args []string) []string {
	if !c.Completing {
		return args
	}
	return append([]string{cobra.ShellCompRequestCmd}, args...)
}

// Completer is the name under which kubectl looks for what completes the plugin.
func (c Name) Completer() string {
	if c.WhyStuck {
		return "kubectl_complete-why_stuck"
	}
	return "kubectl_complete-finalizers"
}

// Command returns the words of a command of this program, which is called
// "kubectl", "finalizers" in them, as the person has to type them. Under the
// second name nothing else will do: on that machine the first may be another's,
// and do something else. Commands that are not this program's stay as they are.
func (c Name) Command(words []string) []string {
	if !c.WhyStuck || !ownCommand(words) {
		return words
	}
	rest := words[2:]
	if len(rest) > 0 && rest[0] == WhyStuck {
		rest = rest[1:] // it stands for the whole program
	}
	return append([]string{"kubectl", WhyStuck}, rest...)
}

// ownCommand reports whether a command is one of this program.
func ownCommand(words []string) bool {
	return len(words) > 1 && words[0] == "kubectl" && words[1] == "finalizers"
}

// Program is the name of the plugin's file.
const Program = "kubectl-finalizers"

// WhyStuck is the command that is the whole program under the second name.
const WhyStuck = "why-stuck"

// Plugin is the name of the plugin's file.
func (c Name) Plugin() string {
	if c.WhyStuck {
		return "kubectl-why_stuck"
	}
	return Program
}
