// Command pictures makes the pictures of the documents. "make pictures" is its
// usual caller.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/pictures"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	source := flag.String("source", ".", "the folder of the repository")
	out := flag.String("out", "docs/pictures", "the folder to write to")
	flag.Parse()
	err := pictures.Make(ctx, *source, *out)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}
