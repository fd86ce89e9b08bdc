package main

import (
	"strings"

	"github.com/spf13/pflag"
)

// choice is the value of a flag that is one of a few. What is typed is checked
// with all else that was typed, not here.
type choice struct {
	value  *string
	values []string
}

// choose adds a flag whose description ends with its values. The first of them
// is the default.
func choose(flags *pflag.FlagSet, value *string, name, short, usage string, values []string) {
	chooseAs(flags, value, name, short, usage+": "+strings.Join(values, ", ")+".", values)
}

// chooseAs is choose with a description of its own.
func chooseAs(flags *pflag.FlagSet, value *string, name, short, usage string, values []string) {
	*value = values[0]
	flags.VarP(&choice{value, values}, name, short, usage)
}

// Set implements pflag.Value.
func (c *choice) Set(typed string) error {
	*c.value = typed
	return nil
}

// String implements pflag.Value.
func (c *choice) String() string { return *c.value }

// Type implements pflag.Value: it is what --help calls the value.
func (c *choice) Type() string { return "string" }
