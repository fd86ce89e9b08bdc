package dump

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/described"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// About is the one object that a person asks about. What was copied without an object, or
// without the name and the kind of one, is taken for what is said of it. All of it may be
// empty.
type About struct{ APIVersion, Kind, Namespace, Name string }

// Open is the function Open, for somebody who asks about the object.
func (a About) Open(ctx context.Context, path string) (*Dump, error) { return open(ctx, path, a) }

// Read is the function Read, for somebody who asks about the object.
func (a About) Read(ctx context.Context, r io.Reader) (*Dump, error) {
	l := newLoader()
	l.about = spoken.Of{APIVersion: a.APIVersion, Kind: a.Kind, Namespace: a.Namespace, Name: a.Name}
	return l.finish("the input", l.single(ctx, "the input", r))
}

// heard is the object of a text in which nothing is one: what was asked about, or what its
// lines speak of. Of a file among others, only a log that speaks of a deletion tells.
func (l *loader) heard(lines []string, rows []beside.Row) (*document, error) {
	of := spoken.Subject(lines, l.about)
	if l.about.Name == "" {
		of = commanded(of, lines, rows)
	}
	switch {
	case !spoken.Says(lines):
		return nil, nil
	case !l.alone && (of.Name == "" || of.Kind == trace.Untyped || !spoken.OfEnd(lines) || !slices.ContainsFunc(lines, spoken.Logged)):
		return nil, nil
	}
	known := of.Name != ""
	of.Kind, of.Name, of.APIVersion = cmp.Or(of.Kind, trace.Untyped), cmp.Or(of.Name, explain.NoName), cmp.Or(of.APIVersion, trace.Unstated)
	obj := objectSpoken(of)
	meta, _ := obj["metadata"].(map[string]any)
	if list := finalizersIn(lines); len(list) > 0 && meta != nil {
		meta["finalizers"] = list
	}
	if at := slices.IndexFunc(rows, func(r beside.Row) bool { return r.Same(obj) }); at >= 0 {
		rows[at].Fill(obj)
	}
	if meta != nil && of.Deleted == "" && !spoken.OfEnd(lines) {
		meta["deletionTimestamp"] = trace.Presumed
	}
	d := &document{listed: true}
	for _, o := range append([]map[string]any{obj}, toldBeside(lines, obj)...) {
		d.append(o)
	}
	if !known {
		return d, lackf("only words were copied, and nothing tells which object they are of; %s", advice)
	}
	return d, lackf("of %s %s only lines were copied that speak of it, and of its finalizers none of them may tell; %s", of.Kind, of.Name, adviceFor(of))
}

// toldBeside puts into an object what describe said of it, of which no more than the end was
// copied, and returns its events. What is read is heard no more.
func toldBeside(lines []string, obj map[string]any) (events []map[string]any) {
	at := slices.IndexFunc(lines, describedField.MatchString)
	if at < 0 {
		return nil
	}
	told, rows := described.Fields(slices.Clone(lines[at:]))
	status, _ := told["status"].(map[string]any)
	if len(status) == 0 {
		return nil
	}
	for _, field := range []string{"spec", "status"} {
		if fields, is := told[field].(map[string]any); is && obj[field] == nil {
			obj[field] = fields
		}
	}
	clear(lines[at:])
	return described.Events(rows, obj)
}

// commanded is the object that commands name, or the one row of a table, where nothing else
// tells.
func commanded(of spoken.Of, lines []string, rows []beside.Row) spoken.Of {
	for _, line := range lines {
		if c, ok := beside.CommandIn(line); ok && of.Name == "" {
			of.APIVersion, of.Kind = builtin.TypeIn(c.Resource)
			of.Namespace, of.Name = c.Namespace, c.Name
		}
	}
	for _, line := range lines {
		if c, ok := beside.Printing(line); ok && of.Name == "" && of.Kind == "" && len(rows) != 1 {
			of.APIVersion, of.Kind = builtin.TypeIn(c.Resource)
			of.Namespace = c.Namespace
		}
	}
	if of.Name == "" && len(rows) == 1 {
		of.APIVersion, of.Kind, of.Namespace, of.Name = rows[0].APIVersion, rows[0].Kind, rows[0].Namespace, rows[0].Name
	}
	return of
}

// objectSpoken is an object that was asked to go, of whose finalizers none may be known.
func objectSpoken(of spoken.Of) map[string]any {
	meta := map[string]any{"name": of.Name, "deletionTimestamp": cmp.Or(of.Deleted, trace.Untold)}
	if of.Namespace != "" {
		meta["namespace"] = of.Namespace
	}
	obj := map[string]any{"apiVersion": of.APIVersion, "kind": of.Kind, "metadata": meta}
	switch {
	case of.Kind == "Namespace":
		obj["spec"] = map[string]any{"finalizers": []any{"kubernetes"}}
	case of.Finalizer != "":
		meta["finalizers"] = []any{of.Finalizer}
	case of.Kind == "Pod" && of.APIVersion == "v1": // its kubelet holds it without
	default:
		meta["finalizers"] = []any{explain.NotCopied}
	}
	return obj
}

// part reports whether the document is a part of an object that has neither its kind nor,
// mostly, its name.
func (d *document) part() bool {
	if d.listed || d.text("kind") != "" {
		return false
	}
	var status struct{ Conditions []json.RawMessage }
	return d.going() || json.Unmarshal(d.field("status"), &status) == nil && len(d.field("status")) > len("{}")
}

// completedBy gives a part of an object the kind and the name of the command that printed
// it, or of what was asked about.
func (l *loader) completedBy(d *document) (*document, error) {
	of := l.about
	if of.Kind == "" && d.by.Resource != "" {
		of.APIVersion, of.Kind = builtin.TypeIn(d.by.Resource)
		of.Name, of.Namespace = d.by.Name, d.by.Namespace
	}
	if of.Kind == "" {
		of.APIVersion, of.Kind = trace.Unstated, trace.Untyped
	}
	d = d.edited(func(obj map[string]any) {
		obj["apiVersion"], obj["kind"] = of.APIVersion, of.Kind
		meta, _ := obj["metadata"].(map[string]any)
		if meta == nil {
			meta = map[string]any{}
			obj["metadata"] = meta
		}
		if meta["name"] == nil {
			meta["name"] = cmp.Or(of.Name, explain.NoName)
		}
		if meta["namespace"] == nil && of.Namespace != "" {
			meta["namespace"] = of.Namespace
		}
		if meta["deletionTimestamp"] == nil {
			meta["deletionTimestamp"] = trace.Presumed
		}
		if meta["finalizers"] == nil {
			meta["finalizers"] = []any{explain.NotCopied}
		}
	})
	return d, lackf("of %s %s only a part was copied; %s", of.Kind, cmp.Or(of.Name, explain.NoName), advice)
}

// partFields are those of which a part of an object has one.
var partFields = []string{"metadata", "status", "spec", "items", "finalizers", "conditions"}

// shortened is where somebody has cut a text in JSON.
var shortened = regexp.MustCompile(`,?\s*(?:\.\.\.|…)\s*([}\]]|$)`)

// logEntry is the entry of a log that the stretch is, on one line, and no part of an object.
// What is no JSON by the marks of somebody who has cut it is one too.
func (s *stretch) logEntry() (line string, is bool) {
	text := bytes.TrimSpace(s.text())
	if !s.inJSON() || text[0] != '{' {
		return "", false
	}
	if !json.Valid(text) {
		if cut := shortened.ReplaceAll(text, []byte("$1")); json.Valid(cut) {
			text = cut
		}
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) != nil {
		return strings.Join(strings.Fields(string(text)), " "), len(s.lines) == 1 && spoken.Logged(string(text)) && !strings.Contains(string(text), `"metadata"`)
	}
	if slices.ContainsFunc(partFields, func(name string) bool { return fields[name] != nil }) {
		return "", false
	}
	var compact bytes.Buffer
	if json.Compact(&compact, text) != nil {
		return "", false
	}
	return strings.TrimSpace(compact.String()), true
}
