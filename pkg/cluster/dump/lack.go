package dump

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// lackError says what of an object was not copied. What was copied could be read.
type lackError struct{ kind, name, text string }

func (e *lackError) Error() string { return e.text }

// lackf says what is lacking of no one object.
func lackf(format string, args ...any) error { return &lackError{text: fmt.Sprintf(format, args...)} }

// lackOf says what is lacking of an object.
func lackOf(of spoken.Of, format string, args ...any) error {
	return &lackError{of.Kind, cmp.Or(of.Name, explain.NoName), fmt.Sprintf(format, args...)}
}

// lacking reports whether one of the faults says already that something of an object was not copied.
func lacking(faults []error, of spoken.Of) bool {
	return slices.ContainsFunc(faults, func(err error) bool {
		var lack *lackError
		return errors.As(err, &lack) && lack.kind == of.Kind && lack.name == of.Name
	})
}

// adviceFor is how to copy this very object so that it can be read.
func adviceFor(of spoken.Of) string {
	if of.Name == explain.NoName || of.Kind == "" || of.Kind == trace.Untyped {
		return advice
	}
	resource := guessPlural(strings.ToLower(of.Kind))
	if group := trace.GroupOf(of.APIVersion); group != "" {
		resource += "." + group
	}
	place := ""
	if of.Namespace != "" {
		place = " -n " + of.Namespace
	}
	return "'kubectl get " + resource + " " + of.Name + place + " -o yaml --show-managed-fields > FILE' copies it whole"
}
