package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/cli-runtime/pkg/genericclioptions"
	"k8s.io/cli-runtime/pkg/printers"
)

// templates are the formats of kubectl that say themselves what to print of the JSON
// document, in the order in which they are told of.
var templates = []string{"jsonpath", "jsonpath-as-json", "jsonpath-file", "go-template", "go-template-file", columnsFormat, columnsFileFormat}

// shownTemplates are those of them that a description names.
const shownTemplates = "jsonpath=…, go-template=…, custom-columns=…"

// templateFlags are the flags that belong to these formats.
type templateFlags struct {
	kube      *genericclioptions.KubeTemplatePrintFlags
	noHeaders bool
}

func (f *templateFlags) add(flags *pflag.FlagSet) {
	f.kube = genericclioptions.NewKubeTemplatePrintFlags()
	flags.StringVar(f.kube.TemplateArgument, "template", "", "The template, or the file with it, for -o jsonpath, go-template and their files.")
	flags.BoolVar(f.kube.AllowMissingKeys, "allow-missing-template-keys", true, "Print nothing for what a template names and the document does not have; else it is an error.")
	flags.BoolVar(&f.noHeaders, "no-headers", false, "With -o custom-columns, only the rows.")
}

// isTemplate reports whether a format is one of them.
func isTemplate(format string) bool {
	name, _, _ := strings.Cut(format, "=")
	return slices.Contains(templates, name)
}

// printer makes what prints in such a format.
func (f *templateFlags) printer(format string) (printers.ResourcePrinter, error) {
	name, spec, _ := strings.Cut(format, "=")
	switch name {
	case columnsFormat:
		return newColumns(spec, f.noHeaders)
	case columnsFileFormat:
		return newColumnsFile(spec, f.noHeaders)
	}
	return f.kube.ToPrinter(format)
}

// templated prints each JSON document that is written to it in another format. A
// document is written in one piece.
type templated struct {
	w        io.Writer
	printer  printers.ResourcePrinter
	terminal bool
}

// Write implements io.Writer.
func (t templated) Write(document []byte) (int, error) {
	var obj unstructured.Unstructured
	if err := utiljson.Unmarshal(document, &obj.Object); err != nil {
		return 0, fmt.Errorf("reading the answer: %w", err)
	}
	var b strings.Builder
	if err := t.printer.PrintObj(&obj, &b); err != nil {
		return 0, err
	}
	text := b.String()
	if t.terminal {
		text = forTerminal(text)
	}
	if _, err := io.WriteString(t.w, text); err != nil {
		return 0, err
	}
	return len(document), nil
}

// forTerminal spells out what a terminal would obey, hide or reorder. A pipe gets what
// the template says.
func forTerminal(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
