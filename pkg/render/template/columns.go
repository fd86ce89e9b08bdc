package template

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/cli-runtime/pkg/printers"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

const (
	columnsFormat     = "custom-columns"
	columnsFileFormat = "custom-columns-file"
)

// rowsIn are, by the kind of a document, the entries of a list in it. Of
// any other the document itself is the row.
func rowsIn(obj *unstructured.Unstructured) []any {
	field, ok := map[string]string{
		"Trace": "nodes", "Diagnosis": "objects", "Removal": "actions", "RemovalHistory": "entries",
		"Preflight": "obstacles", "Finalizer": "entries", "FinalizerList": "items",
		"DiagnosisList": "items", "TraceList": "items", "PreflightList": "items",
	}[obj.GetKind()]
	if !ok {
		return []any{obj.Object}
	}
	rows, _, err := unstructured.NestedSlice(obj.Object, field)
	if err != nil {
		return nil
	}
	return rows
}

// columns print a table of what their paths find in each row, as custom-columns do for
// kubectl get.
type columns struct {
	headers  []string
	paths    []*printers.JSONPathPrinter
	headless bool
	begun    bool // the headers are printed
}

func newColumns(spec string, headless bool) (*columns, error) {
	if spec == "" {
		return nil, errors.New("-o custom-columns needs columns, as in custom-columns=NAME:.name,VERDICT:.verdict")
	}
	var headers, paths []string
	for part := range strings.SplitSeq(spec, ",") {
		header, path, found := strings.Cut(part, ":")
		if !found {
			return nil, fmt.Errorf("the column %q is not written HEADER:PATH, as in NAME:.name", part)
		}
		headers, paths = append(headers, header), append(paths, path)
	}
	return columnsOf(headers, paths, headless)
}

// newColumnsFile reads a file with the headers on the first line and the paths on the
// second.
func newColumnsFile(file string, headless bool) (*columns, error) {
	if file == "" {
		return nil, errors.New("-o custom-columns-file needs a file, as in custom-columns-file=columns.txt")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the columns: %w", err)
	}
	lines := strings.SplitN(strings.TrimSpace(string(text)), "\n", 3)
	if len(lines) != 2 {
		return nil, fmt.Errorf("%s is not a line of headers and a line of paths", file)
	}
	headers, paths := strings.Fields(lines[0]), strings.Fields(lines[1])
	if len(headers) != len(paths) {
		return nil, fmt.Errorf("%s has %d headers and %d paths", file, len(headers), len(paths))
	}
	return columnsOf(headers, paths, headless)
}

func columnsOf(headers, paths []string, headless bool) (*columns, error) {
	c := &columns{headers: headers, headless: headless}
	for _, path := range paths {
		full, err := fullPath(path)
		if err != nil {
			return nil, err
		}
		p, err := printers.NewJSONPathPrinter(full)
		if err != nil {
			return nil, fmt.Errorf("the path %q: %w", path, err)
		}
		p.AllowMissingKeys(true)
		c.paths = append(c.paths, p)
	}
	return c, nil
}

// fullPath is a path of a column as JSONPath has it: the dot at its beginning and the
// braces around it may be left out.
func fullPath(path string) (string, error) {
	parts := regexp.MustCompile(`^(?:\{\.?([^{}]+)\}|\.?([^{}]+))$`).FindStringSubmatch(path)
	if parts == nil {
		return "", fmt.Errorf("%q is no path of a column: write .name or {.name}", path)
	}
	return "{." + parts[1] + parts[2] + "}", nil
}

// PrintObj implements printers.ResourcePrinter. Of several documents, the headers are
// printed above the first.
func (c *columns) PrintObj(obj runtime.Object, w io.Writer) error {
	document, ok := obj.(*unstructured.Unstructured)
	if !ok {
		return fmt.Errorf("there are no columns of a %T", obj)
	}
	table := printers.GetNewTabWriter(w)
	if !c.headless && !c.begun {
		_, _ = fmt.Fprintln(table, strings.Join(c.headers, "\t")) // what is not written is told by Flush
	}
	c.begun = true
	for _, row := range rowsIn(document) {
		cells := make([]string, len(c.paths))
		for i, path := range c.paths {
			cell, err := cellOf(path, row)
			if err != nil {
				return err
			}
			cells[i] = cell
		}
		_, _ = fmt.Fprintln(table, strings.Join(cells, "\t"))
	}
	return table.Flush()
}

// cellOf is what a path finds in a row, on one line.
func cellOf(path *printers.JSONPathPrinter, row any) (string, error) {
	results, err := path.FindResults(row)
	if err != nil {
		return "", fmt.Errorf("looking for a column: %w", err)
	}
	var found []string
	for _, result := range results {
		for _, value := range result {
			if value.IsValid() && value.CanInterface() && value.Interface() != nil {
				found = append(found, paper.Prose(fmt.Sprint(value.Interface())))
			}
		}
	}
	if len(found) == 0 {
		return "<none>", nil
	}
	return strings.Join(found, ","), nil
}
