package catalogue

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// The files of this folder are linked into the plugin as they are after reading, as index:
// reading them would cost every run more than the rest of its start. A test compares the two.
//
//go:generate go test -run ^TestIndex$ . -update

// source is one file of the catalogue.
type source struct {
	File string
	projectFile
}

// Load returns the built-in catalogue together with the files of the given
// directories. Only files named *.yaml at the top of a directory are read. An
// entry with the ID of an earlier one takes its place; an ID that stands twice
// in one directory is an error, as are unknown fields and expressions that do
// not compile. The errors name file and entry, all of them at once.
func Load(dirs ...fs.FS) (*Catalogue, error) {
	files := slices.Clone(index)
	var errs []error
	for _, dir := range dirs {
		more, err := readDir(dir)
		if err == nil {
			err = check(more)
		}
		errs = append(errs, err)
		files = append(files, more...)
		errs = append(errs, talkedDown(merge(files), more))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return newCatalogue(files), nil
}

// readDir reads the files of a directory in the order of their names.
func readDir(dir fs.FS) ([]source, error) {
	names, err := fs.Glob(dir, "*.yaml")
	if err != nil {
		return nil, fmt.Errorf("listing the catalogue: %w", err)
	}
	slices.Sort(names)
	var files []source
	var errs []error
	for _, name := range names {
		file, err := readFile(dir, name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		files = append(files, file)
	}
	return files, errors.Join(errs...)
}

func readFile(dir fs.FS, name string) (source, error) {
	data, err := fs.ReadFile(dir, name)
	if err != nil {
		return source{}, fmt.Errorf("reading %s: %w", name, err)
	}
	if manyDocuments(data) {
		return source{}, fmt.Errorf("reading %s: it holds more than one document", name)
	}
	file := source{File: path.Base(name)}
	if err := yaml.UnmarshalStrict(data, &file.projectFile); err != nil {
		return source{}, fmt.Errorf("reading %s: %w", position(name, data, err), err)
	}
	return file, nil
}

// manyDocuments reports whether a separator follows content; the decoder would
// pass over everything behind it.
func manyDocuments(data []byte) bool {
	content := false
	for line := range strings.Lines(string(data)) {
		if content && strings.HasPrefix(line, "---") {
			return true
		}
		text := strings.TrimSpace(line)
		content = content || text != "" && !strings.HasPrefix(text, "#") && !strings.HasPrefix(text, "---")
	}
	return false
}

var unknownField = regex.New(`unknown field "([^"]+)"`)

// position names the file and, for an unknown field, the first line that has
// it: the strict decoder knows the field and not the line.
func position(name string, data []byte, err error) string {
	m := unknownField.FindStringSubmatch(err.Error())
	if m == nil {
		return name
	}
	parts := strings.Split(m[1], ".")
	field := parts[len(parts)-1] + ":"
	for i, line := range strings.Split(string(data), "\n") {
		if strings.HasPrefix(strings.TrimLeft(line, " -"), field) {
			return fmt.Sprintf("%s:%d", name, i+1)
		}
	}
	return name
}

// merged is the catalogue with every override applied.
type merged struct {
	finalizers []*Finalizer
	projects   map[*Finalizer]*projectFile
	edges      []*edgeSpec
	notes      []*noteSpec
	checks     []*CheckSpec
	checkOf    map[*CheckSpec]*projectFile
}

// merge puts all entries in a row. A replaced entry leaves its place to the one
// that replaces it.
func merge(files []source) merged {
	m := merged{projects: map[*Finalizer]*projectFile{}, checkOf: map[*CheckSpec]*projectFile{}}
	finalizers, edges, notes, checks := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	for i := range files {
		p := &files[i].projectFile
		for j := range p.Finalizers {
			m.finalizers = put(m.finalizers, finalizers, p.Finalizers[j].EntryID(), &p.Finalizers[j])
			m.projects[&p.Finalizers[j]] = p
		}
		for j := range p.Edges {
			m.edges = put(m.edges, edges, p.Edges[j].id(), &p.Edges[j])
		}
		for j := range p.Notes {
			m.notes = put(m.notes, notes, p.Notes[j].ID, &p.Notes[j])
		}
		for j := range p.Checks {
			m.checks = put(m.checks, checks, p.Checks[j].ID, &p.Checks[j])
			m.checkOf[&p.Checks[j]] = p
		}
	}
	return m
}

func put[T any](list []*T, at map[string]int, id string, entry *T) []*T {
	if i, ok := at[id]; ok {
		list[i] = entry
		return list
	}
	at[id] = len(list)
	return append(list, entry)
}

// EntryID is the ID of the entry, or else its pattern.
func (f *Finalizer) EntryID() string {
	if f.ID != "" {
		return f.ID
	}
	return f.Pattern
}

func (e *edgeSpec) id() string {
	if e.ID != "" {
		return e.ID
	}
	return e.Name
}
