package demo

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// Asking is how the program is asked about one incident.
type Asking struct {
	Plugin string   // the binary
	Words  []string // what follows the name of the command
	Env    []string // nil means this process's
}

// answers are the exit codes with which the program answers: all is well,
// something is stuck, a guard refuses, it could not tell.
var answers = []int{0, 3, 4, 5}

// Show asks for the tree, the reason and the plan of a removal.
func Show(ctx context.Context, w io.Writer, i Incident, a Asking) error {
	fmt.Fprintf(w, "\n%s\n%s\n\n%s\n", i.Title, strings.Repeat("=", len(i.Title)), i.Story)
	for _, command := range []string{"trace", "why-stuck", "remove"} {
		args := append([]string{command}, a.Words...)
		fmt.Fprintf(w, "\n$ kubectl finalizers %s\n\n", strings.Join(args, " "))
		cmd := exec.CommandContext(ctx, a.Plugin, args...)
		cmd.Env, cmd.Stdout, cmd.Stderr = a.Env, w, os.Stderr
		if err := cmd.Run(); err != nil && !slices.Contains(answers, cmd.ProcessState.ExitCode()) {
			return fmt.Errorf("running %s: %w", strings.Join(args, " "), err)
		}
	}
	return nil
}
