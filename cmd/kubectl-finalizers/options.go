package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// newOptions lists the flags that every command takes, as kubectl's own does.
func newOptions() *cobra.Command {
	return &cobra.Command{
		Use:   "options",
		Short: "List the flags that every command takes",
		Long: `List the flags that every command takes.

They are kubectl's own and mean here what they mean there.`,
		Example: `  # The flags that every command takes
  kubectl finalizers options`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "The following options can be passed to any command:\n\n%s", cmd.Root().PersistentFlags().FlagUsages())
			return err
		},
	}
}
