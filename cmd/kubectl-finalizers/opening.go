package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/spf13/pflag"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/pasted"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/source"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/value"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// sourceFlags say what a command reads instead of a server.
type sourceFlags struct {
	from string
	at   value.Moment
	// about is the one object that is asked about, as far as the command line tells.
	about dump.About
}

func (f *sourceFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.from, "from", "", "Read a snapshot, a dump or a copied object, a file or a folder, instead of a server; - is standard input.")
	flags.Var(&f.at, "at", "When what --from names was copied, where it does not say so itself: a time such as 2024-03-05T12:00:00Z, or how long ago, such as 3h or 2d.")
}

func (f *sourceFlags) check() error {
	if f.at.Given() && f.from == "" {
		return exit.Usage(fmt.Errorf("--at=%s needs --from", f.at.Typed), "a server is asked as it is now")
	}
	return nil
}

// open connects to the server, or reads the dump that the flags name.
func (a *app) open(ctx context.Context, f *sourceFlags) (*source.Source, error) {
	if f.from != "" {
		return a.openDump(ctx, f)
	}
	c, err := a.connect()
	if err != nil {
		return nil, a.wayOn(err)
	}
	if a.enter == nil {
		s, err := a.served(ctx, c)
		return s, a.wayOn(err)
	}
	var who cluster.Identity
	var asking sync.WaitGroup
	asking.Go(func() { who = c.Identity(ctx) })
	s, err := a.served(ctx, c)
	if err == nil {
		asking.Wait()
		err = a.enter(who)
	}
	return s, a.wayOn(err)
}

// served asks the server anew which kinds it serves.
func (a *app) served(ctx context.Context, c *cluster.Cluster) (*source.Source, error) {
	return source.Of(ctx, c, a.now, a.warn)
}

func (a *app) openDump(ctx context.Context, f *sourceFlags) (*source.Source, error) {
	var d *dump.Dump
	var err error
	if f.from == "-" {
		d, err = f.about.Read(ctx, a.In)
	} else {
		d, err = f.about.Open(ctx, f.from)
	}
	if _, empty := errors.AsType[*dump.EmptyError](err); empty {
		return nil, &exit.Error{Code: exit.Failed, Err: err, Hint: "copy an object with 'kubectl get TYPE NAME -o yaml --show-managed-fields > FILE', or all that an answer needs with 'kubectl finalizers snapshot TYPE/NAME > FILE'"}
	}
	if err != nil {
		return nil, err
	}
	s, err := source.OfDump(ctx, d)
	if err != nil {
		return nil, fmt.Errorf("reading the dump %s: %w", f.from, err)
	}
	if f.at.Given() {
		s.Clock = trace.Clock{At: f.at.Before(a.now())}
	}
	return s, nil
}

// reach is how the commands that are printed reach what this one was asked about.
func (a *app) reach(f *askFlags) pasted.Reach {
	r := pasted.Reach{As: pasted.NameOf(a.program), Address: pasted.Address(a.flags), Catalogues: f.catalogues}
	if f.from != "-" { // standard input is read only once
		r.From, r.At = f.from, f.at.Typed
	}
	return r
}
