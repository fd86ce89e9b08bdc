//go:build unix

// Command lab starts and ends control planes for tests and for trying things
// out. "make cluster" and "make cluster-down" are its usual callers.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
)

const usage = `usage:
  lab build                            build the control plane and the node, if they are not there yet
  lab up                               start this checkout's control plane; prints its kubeconfig
  lab down                             end it
  lab assets                           print the folder with kubectl and the servers
  lab serve [--detached] DIR ASSETS    supervise one; used by the others
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("which command?\n%s", usage)
	}
	switch args[0] {
	case "build":
		if _, err := lab.Assets(ctx, os.Stderr); err != nil {
			return err
		}
		return lab.BuildNode(ctx, os.Stderr)
	case "assets":
		dir, err := lab.Assets(ctx, os.Stderr)
		return printLine(dir, err)
	case "up":
		kubeconfig, err := lab.Up(ctx, os.Stderr)
		if dir, err := lab.Assets(ctx, os.Stderr); err == nil {
			fmt.Fprintf(os.Stderr, "a kubectl of the same release is %s/kubectl\n", dir)
		}
		return printLine(kubeconfig, err)
	case "down":
		return lab.Down(ctx)
	case "serve":
		return serve(ctx, args[1:])
	}
	return fmt.Errorf("unknown command %q\n%s", args[0], usage)
}

func printLine(line string, err error) error {
	if err == nil {
		fmt.Println(line)
	}
	return err
}

// serve supervises until its standard input closes or, detached, until a
// signal.
func serve(ctx context.Context, args []string) error {
	var control io.Reader = os.Stdin
	if i := slices.Index(args, "--detached"); i >= 0 {
		args = slices.Delete(args, i, i+1)
		silent, held, err := os.Pipe() // nothing is ever written to it
		if err != nil {
			return err
		}
		defer held.Close()
		control = silent
	}
	if len(args) != 2 {
		return fmt.Errorf("serve takes a folder and the folder of the programs\n%s", usage)
	}
	return lab.Serve(ctx, args[0], args[1], control, os.Stdout)
}
