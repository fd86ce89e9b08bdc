// Package template prints documents in the formats of kubectl that say themselves what to
// print of their fields: jsonpath, go-template and custom-columns. It knows of a document no
// more than which of its lists has the rows of a table.
package template

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/cli-runtime/pkg/genericclioptions"
	"k8s.io/cli-runtime/pkg/printers"
)

// Formats are their names, in the order in which they are told of. Most stand before an
// equals sign and what to print.
func Formats() []string {
	return []string{"jsonpath", "jsonpath-as-json", "jsonpath-file", "go-template", "go-template-file", columnsFormat, columnsFileFormat}
}

// Is reports whether a format is one of them.
func Is(format string) bool {
	name, _, _ := strings.Cut(format, "=")
	return slices.Contains(Formats(), name)
}

// Printer makes what prints in such a format. A table without heads has only the rows.
func Printer(format string, kube *genericclioptions.KubeTemplatePrintFlags, headless bool) (printers.ResourcePrinter, error) {
	name, spec, _ := strings.Cut(format, "=")
	switch name {
	case columnsFormat:
		return newColumns(spec, headless)
	case columnsFileFormat:
		return newColumnsFile(spec, headless)
	}
	return kube.ToPrinter(format)
}

// Writer prints each JSON document that is written to it in another format. A document is
// written in one piece.
type Writer struct {
	W       io.Writer
	Printer printers.ResourcePrinter
	// Terminal has what a terminal would obey, hide or reorder spelled out. A pipe gets
	// what the template says.
	Terminal bool
}

// Write implements io.Writer.
func (t Writer) Write(document []byte) (int, error) {
	var obj unstructured.Unstructured
	if err := utiljson.Unmarshal(document, &obj.Object); err != nil {
		return 0, fmt.Errorf("reading the answer: %w", err)
	}
	var b strings.Builder
	if err := t.Printer.PrintObj(&obj, &b); err != nil {
		return 0, err
	}
	text := b.String()
	if t.Terminal {
		text = forTerminal(text)
	}
	if _, err := io.WriteString(t.W, text); err != nil {
		return 0, err
	}
	return len(document), nil
}

// forTerminal spells out what a terminal would obey, hide or reorder.
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
