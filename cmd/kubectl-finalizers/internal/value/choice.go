// Package value has the values of flags that are more than a word or a number.
package value

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
)

// Choice is the value of a flag that is one of a few. What is typed is checked
// with all else that was typed, not here.
type Choice struct {
	value *string
	// Of are those that there are.
	Of []string
}

// Choose adds a flag whose description ends with its values. The first of them
// is the default.
func Choose(flags *pflag.FlagSet, value *string, name, short, usage string, values []string) {
	ChooseAs(flags, value, name, short, usage+": "+strings.Join(values, ", ")+".", values)
}

// ChooseAs is Choose with a description of its own.
func ChooseAs(flags *pflag.FlagSet, value *string, name, short, usage string, values []string) {
	*value = values[0]
	flags.VarP(&Choice{value, values}, name, short, usage)
}

// Set implements pflag.Value.
func (c *Choice) Set(typed string) error {
	*c.value = typed
	return nil
}

// String implements pflag.Value.
func (c *Choice) String() string { return *c.value }

// Type implements pflag.Value: it is what --help calls the value.
func (c *Choice) Type() string { return "string" }

// Check refuses a value that is not one of those allowed, and names them.
func Check(refusal, value string, allowed []string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return exit.Usage(errors.New(refusal), "use "+strings.Join(allowed, ", "))
}
