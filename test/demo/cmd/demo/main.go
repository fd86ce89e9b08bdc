// Command demo shows the incidents whose snapshots are in a folder, or those that
// are named.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/demo"
)

func main() {
	plugin := flag.String("plugin", "bin/kubectl-finalizers", "the `binary` that answers")
	folder := flag.String("folder", "test/demo", "the `folder` with the snapshots")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := show(ctx, *plugin, *folder, flag.Args())
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func show(ctx context.Context, plugin, folder string, names []string) error {
	for _, name := range names {
		if _, err := demo.Find(name); err != nil {
			return err
		}
	}
	for _, i := range demo.Incidents() {
		if len(names) > 0 && !slices.Contains(names, i.Name) {
			continue
		}
		words, err := demo.Words(folder, i)
		if err != nil {
			return err
		}
		if err := demo.Show(ctx, os.Stdout, i, demo.Asking{Plugin: plugin, Words: words}); err != nil {
			return err
		}
	}
	return nil
}
