package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/asked"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
)

// selectFlags choose among the objects of a type, as they do for kubectl get.
type selectFlags struct{ labels, fields string }

func (f *selectFlags) addSelect(flags *pflag.FlagSet) {
	flags.StringVarP(&f.labels, "selector", "l", "", "Of all objects of the type, those with these labels, as in app=web,tier!=db.")
	flags.StringVar(&f.fields, "field-selector", "", "Of all objects of the type, those with these fields, as in status.phase=Running; the server says which it knows.")
}

// selects reports whether one was given.
func (f *selectFlags) selects() bool { return f.labels != "" || f.fields != "" }

// choose readies a question for being asked of those alone that are chosen.
func (f *selectFlags) choose(q *asked.Question) error {
	if !f.selects() {
		return nil
	}
	if len(q.Args) != 1 || strings.Contains(q.Args[0], "/") {
		if f.labels == "" {
			return exit.Usage(errors.New("--field-selector needs a type"), "as in: pods --field-selector status.phase=Failed")
		}
		return exit.Usage(errors.New("--selector needs a type"), "as in: pods -l app=web")
	}
	var err error
	if f.labels != "" {
		if q.Labels, err = labels.Parse(f.labels); err != nil {
			return exit.Usage(fmt.Errorf("--selector: %w", err), "")
		}
	}
	if f.fields != "" {
		if q.Fields, err = fields.ParseSelector(f.fields); err != nil {
			return exit.Usage(fmt.Errorf("--field-selector: %w", err), "")
		}
	}
	return nil
}
