package main

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"
	"k8s.io/cli-runtime/pkg/resource"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/asked"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
)

// askFlags are the flags by which a person says what a command is about and
// where to read it.
type askFlags struct {
	allNamespaces bool
	files         resource.FilenameOptions
	sourceFlags
	selectFlags
	catalogues []string
}

func (f *askFlags) add(flags *pflag.FlagSet) {
	flags.BoolVarP(&f.allNamespaces, "all-namespaces", "A", false, "Look for the objects in all namespaces.")
	flags.StringSliceVarP(&f.files.Filenames, "filename", "f", nil, "Files, folders or URLs whose objects to ask about; - is standard input.")
	flags.BoolVarP(&f.files.Recursive, "recursive", "R", false, "Use the folders below those of -f too.")
	flags.StringVarP(&f.files.Kustomize, "kustomize", "k", "", "A kustomization folder whose objects to ask about.")
	f.sourceFlags.add(flags)
	f.addSelect(flags)
	addCatalogue(flags, &f.catalogues)
}

// named reports whether the flags name objects.
func (f *askFlags) named() bool { return len(f.files.Filenames) > 0 || f.files.Kustomize != "" }

// ask reads from the command line which objects are meant.
func (a *app) ask(args []string, f *askFlags) (asked.Question, error) {
	if len(args) == 0 && !f.named() && !f.selects() {
		return asked.Question{}, exit.Usage(errors.New("no object is named"), "use TYPE/NAME, TYPE NAME or -f FILE")
	}
	return a.askAny(args, f)
}

// askAny is ask for a command that means everything where nothing is named.
func (a *app) askAny(args []string, f *askFlags) (asked.Question, error) {
	q := asked.Question{Args: args, Files: f.files, Everywhere: f.allNamespaces}
	if err := f.check(); err != nil {
		return q, err
	}
	if len(args) > 0 && f.named() {
		return q, exit.Usage(errors.New("-f cannot be used with objects on the command line"), "name them in one of the two ways")
	}
	if err := f.choose(&q); err != nil {
		return q, err
	}
	if len(args) > 0 {
		if err := cluster.CheckArgs(args); err != nil {
			return q, exit.Usage(err, "")
		}
	}
	if err := a.checkNamespaces(f.allNamespaces); err != nil {
		return q, err
	}
	if f.allNamespaces || f.from != "" && *a.flags.Namespace == "" {
		q.Everywhere = true // the context has nothing to do with a dump either
		return q, nil
	}
	namespace, _, err := a.flags.ToRawKubeConfigLoader().Namespace()
	if err != nil {
		return q, a.wayOn(fmt.Errorf("reading the kubeconfig: %w", err))
	}
	q.Namespace = namespace
	return q, nil
}
