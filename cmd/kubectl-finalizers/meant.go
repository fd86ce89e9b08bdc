package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// mostMeant bounds how many names a hint offers.
	mostMeant = 3
	// longestTyped bounds what is compared: nobody mistypes a name that long.
	longestTyped = 100
)

// meant are those of the names that may have been meant by what was typed, the
// nearest first. Large and small letters are alike.
func meant(typed string, names []string) []string {
	if len(typed) > longestTyped {
		return nil
	}
	type near struct {
		name  string
		edits int
	}
	low := strings.ToLower(typed)
	var found []near
	for _, name := range names {
		edits := trace.Edits(low, strings.ToLower(name))
		if edits <= 1+len(low)/4 && 2*edits < min(len(low), len(name)) {
			found = append(found, near{name, edits})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Or(a.edits-b.edits, strings.Compare(a.name, b.name)) })
	found = slices.Compact(found)
	out := make([]string, 0, mostMeant)
	for _, f := range found[:min(len(found), mostMeant)] {
		out = append(out, f.name)
	}
	return out
}

// didYouMean asks for the names, and is empty where there are none.
func didYouMean(names []string) string {
	if len(names) == 0 {
		return ""
	}
	last := len(names) - 1
	if last == 0 {
		return "did you mean " + names[0] + "?"
	}
	return "did you mean " + strings.Join(names[:last], ", ") + " or " + names[last] + "?"
}

// flagError is a flag that does not exist, or has no value that makes sense. It
// names the flag that was meant, or the command that has it.
func flagError(cmd *cobra.Command, err error) error {
	see := fmt.Sprintf("see '%s --help'", cmd.CommandPath())
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return usageError(err, see)
	}
	typed := unknown.GetSpecifiedName()
	if typed == contextsFlag || typed == allContextsFlag {
		return oneClusterError(cmd.Name(), typed)
	}
	if all := unknown.GetSpecifiedShortnames(); len(all) > 1 && cmd.Flags().Lookup(all) != nil {
		return usageError(err, "did you mean --"+all+"?") // with one dash it is a row of letters
	}
	return usageError(err, cmp.Or(meantFlag(cmd, typed), see))
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
	return didYouMean(meant("--"+typed, names))
}
