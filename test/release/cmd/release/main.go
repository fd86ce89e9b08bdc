// Command release builds what users download. "make release" is its usual caller.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/release"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	o := release.Options{Source: ".", Progress: os.Stderr}
	flag.StringVar(&o.Version, "version", "", "the version to stamp, as in v1.2.3")
	flag.StringVar(&o.Out, "out", "dist", "the folder to write to")
	date := flag.Int64("date", 0, "the time of the files in the archives, in seconds since 1970")
	platforms := flag.String("platforms", "", "what to build for, as in linux/amd64,windows/arm64; empty for all")
	image := flag.Bool("image", false, "build an OCI image instead")
	flag.Parse()
	o.Date = time.Unix(*date, 0)
	var err error
	if o.Platforms, err = release.Parse(*platforms); err != nil {
		return err
	}
	if *image {
		_, err = release.Image(ctx, o)
		return err
	}
	return release.Make(ctx, o)
}
