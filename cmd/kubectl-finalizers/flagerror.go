package main

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/contexts"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
)

// flagError is a flag that does not exist, or has no value that makes sense. It
// names the flag that was meant, or the command that has it.
func flagError(cmd *cobra.Command, err error) error {
	see := fmt.Sprintf("see '%s --help'", cmd.CommandPath())
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return exit.Usage(err, see)
	}
	typed := unknown.GetSpecifiedName()
	if typed == contexts.Several || typed == contexts.All {
		return contexts.OneClusterError(cmd.Name(), typed)
	}
	if all := unknown.GetSpecifiedShortnames(); len(all) > 1 && cmd.Flags().Lookup(all) != nil {
		return exit.Usage(err, "did you mean --"+all+"?") // with one dash it is a row of letters
	}
	return exit.Usage(err, cmp.Or(meantFlag(cmd, typed), see))
}

// meantFlag says which command has a flag, or else which flag was meant by its name.
func meantFlag(cmd *cobra.Command, typed string) string {
	for _, other := range cmd.Root().Commands() {
		f := other.Flags().Lookup(typed)
		if len(typed) == 1 {
			f = other.Flags().ShorthandLookup(typed)
		}
		if other != cmd && f != nil && !f.Hidden && !other.Hidden {
			return fmt.Sprintf("it is a flag of '%s'", other.CommandPath())
		}
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, "--"+f.Name)
		}
	})
	return exit.DidYouMean(exit.Meant("--"+typed, names))
}
