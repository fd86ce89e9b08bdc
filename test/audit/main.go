// Command audit prints a random sample of the catalogue, each entry with the
// source that it was read in, for somebody to hold the one against the other.
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

func main() {
	n := flag.Int("n", 20, "how many entries to print")
	seed := flag.Uint64("seed", 0, "the number that a sample is drawn by; 0 takes one from the clock")
	flag.Parse()
	if *seed == 0 {
		*seed = uint64(time.Now().UnixMilli())
	}
	if err := run(os.Stdout, *n, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// run prints the same entries for the same seed and the same catalogue.
func run(w io.Writer, n int, seed uint64) error {
	known, err := catalogue.Load()
	if err != nil {
		return fmt.Errorf("loading the catalogue: %w", err)
	}
	entries := known.Entries()
	drawn := draw(entries, n, seed)
	if _, err := fmt.Fprintf(w, "%d of %d entries, drawn with SEED=%d\n", len(drawn), len(entries), seed); err != nil {
		return fmt.Errorf("printing: %w", err)
	}
	for i := range drawn {
		if _, err := fmt.Fprintf(w, "\n%d. %s\n", i+1, strings.Repeat("-", 40)); err != nil {
			return fmt.Errorf("printing: %w", err)
		}
		answer := catalogue.Answer{Finalizer: drawn[i].Pattern, Entries: drawn[i : i+1]}
		if err := render.Answer(w, &answer, "text", render.Options{Width: 100}); err != nil {
			return fmt.Errorf("printing %s: %w", drawn[i].Pattern, err)
		}
	}
	return nil
}

// draw takes n of the entries, each with the same chance and none twice.
func draw(entries []catalogue.Entry, n int, seed uint64) []catalogue.Entry {
	order := rand.New(rand.NewPCG(seed, seed)).Perm(len(entries))
	out := make([]catalogue.Entry, 0, n)
	for _, at := range order[:min(max(n, 0), len(order))] {
		out = append(out, entries[at])
	}
	return out
}
