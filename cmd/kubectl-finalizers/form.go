package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/terminal"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/value"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/template"
)

// form says how an answer is printed.
type form struct {
	output, color string
	templates     templateFlags
}

func (f *form) addForm(flags *pflag.FlagSet, formats []string) {
	value.ChooseAs(flags, &f.output, "output", "o", "How to print it: "+strings.Join(formats, ", ")+", "+shownTemplates+", of the fields of the JSON.", formats)
	value.Choose(flags, &f.color, "color", "", "When to use colour", colorModes)
	f.templates.add(flags)
}

// checkForm refuses what there is no form for. A template is filled in with the JSON
// document, so that this is what the answer is from then on, and the program's output
// what prints it.
func (f *form) checkForm(a *app, formats []string) error {
	if err := checkColor(f.color); err != nil {
		return err
	}
	if f.output == formats[0] && *f.templates.kube.TemplateArgument != "" {
		f.output = "go-template" // as kubectl takes it
	}
	if !template.Is(f.output) {
		return f.checkPlain(formats)
	}
	printer, err := template.Printer(f.output, f.templates.kube, f.templates.noHeaders)
	if err != nil {
		return exit.Usage(err, "")
	}
	a.Out = template.Writer{W: a.Out, Printer: printer, Terminal: terminal.Is(a.Out)}
	f.output = "json"
	return nil
}

// checkPlain refuses what is no format, and names the one that was meant.
func (f *form) checkPlain(formats []string) error {
	err := checkFormat(f.output, formats...)
	name, _, _ := strings.Cut(f.output, "=")
	near := exit.DidYouMean(exit.Meant(name, slices.Concat(formats, template.Formats())))
	if wrong, ok := errors.AsType[*exit.Error](err); ok && near != "" {
		wrong.Hint = near
	}
	return err
}

// colorModes are the values of --color.
var colorModes = []string{"auto", "always", "never"}

// checkColor refuses an unknown value of --color.
func checkColor(mode string) error {
	return value.Check(fmt.Sprintf("unknown value %q for --color", mode), mode, colorModes)
}
