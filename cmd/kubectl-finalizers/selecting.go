package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
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
func (f *selectFlags) choose(q *question) error {
	if !f.selects() {
		return nil
	}
	if len(q.args) != 1 || strings.Contains(q.args[0], "/") {
		if f.labels == "" {
			return usageError(errors.New("--field-selector needs a type"), "as in: pods --field-selector status.phase=Failed")
		}
		return usageError(errors.New("--selector needs a type"), "as in: pods -l app=web")
	}
	var err error
	if f.labels != "" {
		if q.labels, err = labels.Parse(f.labels); err != nil {
			return usageError(fmt.Errorf("--selector: %w", err), "")
		}
	}
	if f.fields != "" {
		if q.fields, err = fields.ParseSelector(f.fields); err != nil {
			return usageError(fmt.Errorf("--field-selector: %w", err), "")
		}
	}
	return nil
}

// fieldsOf are the fields of an object that a selector looks at, as a server would
// find them where it knew them all. It is for dumps, which nobody serves.
func fieldsOf(obj *unstructured.Unstructured, selector fields.Selector) fields.Set {
	set := fields.Set{}
	for _, r := range selector.Requirements() {
		value, found, err := unstructured.NestedFieldNoCopy(obj.Object, strings.Split(r.Field, ".")...)
		if err == nil && found && value != nil {
			set[r.Field] = fmt.Sprint(value)
		}
	}
	return set
}
