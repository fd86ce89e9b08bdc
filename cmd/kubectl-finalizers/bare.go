package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/pasted"
)

// bare puts why-stuck before a command line that names an object and no command,
// or nothing at all but flags of why-stuck, as in "kubectl finalizers ns/shop" and
// "kubectl finalizers -A". Nothing at all is a call for help.
func bare(root *cobra.Command, args []string) []string {
	at := slices.IndexFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == pasted.WhyStuck })
	if at < 0 {
		return args
	}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.AddFlagSet(root.PersistentFlags())
	flags.AddFlagSet(root.Commands()[at].Flags())
	operand, known := firstOperand(flags, args)
	if known && (operand == "" && len(args) > 0 || strings.Contains(operand, "/")) {
		return append([]string{pasted.WhyStuck}, args...)
	}
	return args
}

// firstOperand is the first of the arguments that is no flag and no value of one,
// and empty where there is none. It is not known where a flag before it is not.
func firstOperand(flags *pflag.FlagSet, args []string) (operand string, known bool) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		var f *pflag.Flag
		var valued bool
		switch {
		case arg == "--":
			if i+1 < len(args) {
				return args[i+1], true
			}
			return "", true
		case strings.HasPrefix(arg, "--"):
			name, _, equals := strings.Cut(arg[2:], "=")
			f, valued = flags.Lookup(name), equals
		case len(arg) > 1 && arg[0] == '-':
			f, valued = lastShorthand(flags, arg[1:])
		default:
			return arg, true
		}
		if f == nil {
			return "", false
		}
		if !valued && f.NoOptDefVal == "" {
			i++ // its value
		}
	}
	return "", true
}

// lastShorthand is the flag of a row of letters that takes what follows for its
// value, or else the last of them; nil where one is not known.
func lastShorthand(flags *pflag.FlagSet, letters string) (f *pflag.Flag, valued bool) {
	for i := range len(letters) {
		f = flags.ShorthandLookup(letters[i : i+1])
		if f == nil || f.NoOptDefVal == "" {
			return f, i+1 < len(letters)
		}
	}
	return f, true
}
