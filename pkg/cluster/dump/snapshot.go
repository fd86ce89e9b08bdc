package dump

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// SnapshotOptions say what a snapshot holds. The zero value takes everything.
type SnapshotOptions struct {
	// Namespaces are those whose objects are taken; empty means all. All
	// cluster-scoped objects are taken in either case.
	Namespaces []string
	// At is the moment of reading, which the snapshot states.
	At time.Time
	// ServerVersion is what the snapshot states as the server's version.
	ServerVersion string
	// Logs are what it holds of logs, nil for nothing.
	Logs *Logs
	// Parallel bounds how many kinds are read at a time. Zero means 8. That
	// many kinds may be held in memory.
	Parallel int
	// Looked is what an answer was looked for with, which is held besides; Only leaves
	// out all else.
	Looked *Recorder
	Only   bool
}

const snapshotParallel = 8

// Snapshot writes what a cluster holds as one document, from which Open
// reads the same again. Same objects, same document, but for the moment.
//
// It holds whole objects of all kinds, with these exceptions. Of a Secret or
// ConfigMap it holds the metadata, and of a Secret the type. Of environment
// variables it holds the names and where their values come from, of commands
// the program without its arguments but for feature gates. Of fields, labels and
// annotations whose names speak of credentials it holds that they are set, and
// package redact says what else is known for a credential, wherever it stands; the
// values are "<redacted>". The copies of whole objects that tools keep in
// annotations are left out, as are the schemas of CustomResourceDefinitions and, of
// managedFields, all but who changed the metadata and when. Of events only the
// warnings are held, and of kinds that the server works out for each request,
// nothing. Names are held as they are. It says itself how many values were taken
// out of which fields. Of logs it holds what it is given.
//
// What cannot be read becomes a problem, in the snapshot and in what is
// returned. The error is the context's, or says that the kinds could not be
// asked for or the document not be written; what was written then is to be
// thrown away.
func Snapshot(ctx context.Context, w io.Writer, source trace.Reader, opts SnapshotOptions) ([]trace.Problem, error) {
	kinds, problems, err := source.Kinds(ctx)
	if err != nil {
		return nil, fmt.Errorf("asking which kinds are served: %w", err)
	}
	kinds = slices.Clone(kinds)
	slices.SortFunc(kinds, trace.Kind.Compare)
	s := snapshotWriter{w: bufio.NewWriterSize(w, 64<<10)}
	s.head(kinds, &opts)
	reads := []snapshotRead{}
	taken := takenBefore(source)
	err = eachSnapshotPart(ctx, snapshotJobs(source, kinds, &opts), opts.Parallel, func(p snapshotPart) error {
		reads = append(reads, p.reads...)
		taken = append(taken, p.taken...)
		s.items(p.items)
		return s.err
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var looked snapshotPart
	if opts.Looked != nil && err == nil {
		looked, err = opts.Looked.part()
		s.items(looked.items)
		taken = append(taken, looked.taken...)
	}
	s.tail(append(reads, looked.reads...), problems, redact.Sum(taken), opts.Logs.spelled(), &looked)
	if err := cmp.Or(err, s.finish()); err != nil {
		return nil, fmt.Errorf("writing the snapshot: %w", err)
	}
	all := slices.Clone(problems)
	if opts.Only {
		reads = looked.reads
	}
	for _, r := range reads {
		if r.Problem != nil {
			all = append(all, r.Problem.problem())
		}
	}
	return all, nil
}

// snapshotPart is what the reading of one kind has brought.
type snapshotPart struct {
	reads []snapshotRead
	items [][]byte // in the order of the file
	taken []redact.Taken
	// What the server answered.
	answers []snapshotAnswer
	tries   []snapshotTry
}

// takenBefore is what was taken out of a snapshot of which another is made.
func takenBefore(source trace.Reader) []redact.Taken {
	if d, ok := source.(*Dump); ok {
		return slices.Clone(d.taken)
	}
	return nil
}

// eachSnapshotPart runs the jobs, some ahead of take, and hands over what they
// bring in the order of the jobs. Its error is the context's or that of take,
// after which nothing runs any more.
func eachSnapshotPart(ctx context.Context, jobs []func(context.Context) snapshotPart, parallel int, take func(snapshotPart) error) error {
	if parallel <= 0 {
		parallel = snapshotParallel
	}
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer func() {
		cancel()
		running.Wait()
	}()
	parts := make([]chan snapshotPart, len(jobs))
	started := 0
	for taken := range jobs {
		for ; started < min(taken+parallel, len(jobs)); started++ {
			part, job := make(chan snapshotPart, 1), jobs[started]
			parts[started] = part
			running.Go(func() { part <- job(ctx) })
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case part := <-parts[taken]:
			parts[taken] = nil
			if err := take(part); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

func snapshotJobs(source trace.Reader, kinds []trace.Kind, opts *SnapshotOptions) []func(context.Context) snapshotPart {
	namespaces := slices.Compact(slices.Sorted(slices.Values(opts.Namespaces)))
	var jobs []func(context.Context) snapshotPart
	if opts.Only {
		return nil
	}
	for _, kind := range kinds {
		if snapshotSkips(kind) {
			continue
		}
		r := snapshotReading{source: source, kind: kind}
		switch {
		case kind.Group == "" && kind.Resource == "namespaces" && len(namespaces) > 0:
			r.namespaces, r.names = []string{""}, namespaces
		case kind.Namespaced && len(namespaces) > 0:
			r.namespaces = namespaces
		default:
			r.namespaces = []string{""}
		}
		jobs = append(jobs, r.run)
	}
	return jobs
}

// snapshotReading is the reading of one kind.
type snapshotReading struct {
	source     trace.Reader
	kind       trace.Kind
	namespaces []string // to list
	names      []string // to get where they cannot be listed
	redactor   redact.Redactor
	rows       bool // the metadata of what is read is all there is
	found      []snapshotItem
	part       snapshotPart
	// told are the objects of which all events are held, and not only Warnings.
	told map[placed]bool
}

type snapshotItem struct {
	namespace, name string
	text            []byte
}

func (r snapshotReading) run(ctx context.Context) snapshotPart {
	for _, namespace := range r.namespaces {
		read := r.read()
		if namespace != "" {
			read.Namespaces = []string{namespace}
		}
		if r.events() {
			read.Filter = warnings
		}
		var failed error
		err := r.source.List(ctx, trace.Scope{Kind: r.kind, Namespace: namespace}, func(obj *unstructured.Unstructured) {
			failed = cmp.Or(failed, r.keep(obj))
		})
		err = cmp.Or(err, failed)
		r.note(&read, trace.PartOf(r.kind, namespace, ""), err)
		if err == nil {
			r.names = nil
		}
	}
	for _, name := range r.names {
		read := r.read()
		read.Names = []string{name}
		obj, err := r.source.Get(ctx, r.kind, "", name)
		switch {
		case err == nil:
			err = r.keep(obj)
		case apierrors.IsNotFound(err):
			err = nil
		}
		r.note(&read, trace.PartOf(r.kind, "", name), err)
	}
	slices.SortFunc(r.found, func(x, y snapshotItem) int {
		return cmp.Or(strings.Compare(x.namespace, y.namespace), strings.Compare(x.name, y.name), bytes.Compare(x.text, y.text))
	})
	for _, item := range r.found {
		r.part.items = append(r.part.items, item.text)
	}
	r.part.taken = r.redactor.Taken()
	return r.part
}

func (r *snapshotReading) read() snapshotRead {
	return snapshotRead{Group: r.kind.Group, Resource: r.kind.Resource}
}

func (r *snapshotReading) note(read *snapshotRead, about trace.Part, err error) {
	if err != nil {
		p := spelled(r.source.Problem(about, err))
		read.Problem = &p
	}
	r.part.reads = append(r.part.reads, *read)
}

func (r *snapshotReading) events() bool { return r.kind.Group == "" && r.kind.Resource == "events" }

// keep encodes what the snapshot holds of an object.
func (r *snapshotReading) keep(obj *unstructured.Unstructured) error {
	if kind, _ := obj.Object["type"].(string); r.events() && kind != "Warning" && !r.told[aboutOf(obj)] {
		return nil
	}
	kept := r.redactor.Object(r.stated(obj))
	if r.rows {
		kept[rowOnly] = true
	}
	text, err := redact.Encode(kept)
	if err != nil {
		return fmt.Errorf("encoding %s: %w", trace.Describe(r.kind, obj.GetNamespace(), obj.GetName()), err)
	}
	r.found = append(r.found, snapshotItem{obj.GetNamespace(), obj.GetName(), text})
	return nil
}

// placed is an object by its kind, namespace and name.
type placed struct{ kind, namespace, name string }

// aboutOf is the object that an event is about.
func aboutOf(event *unstructured.Unstructured) placed {
	field := func(name string) string {
		text, _, _ := unstructured.NestedString(event.Object, "involvedObject", name)
		return text
	}
	return placed{field("kind"), field("namespace"), field("name")}
}

// stated returns the object with its apiVersion and kind, which it may lack as
// an item of a list.
func (r *snapshotReading) stated(obj *unstructured.Unstructured) map[string]any {
	if obj.GetKind() != "" && obj.GetAPIVersion() != "" {
		return obj.Object
	}
	whole := map[string]any{"apiVersion": r.kind.Version, "kind": r.kind.Kind}
	if r.kind.Group != "" {
		whole["apiVersion"] = r.kind.Group + "/" + r.kind.Version
	}
	for k, v := range obj.Object {
		if k != "apiVersion" && k != "kind" {
			whole[k] = v
		}
	}
	return whole
}

// snapshotWriter writes the document, one object a line. It remembers the first
// error.
type snapshotWriter struct {
	w     *bufio.Writer
	count int
	err   error
}

func (s *snapshotWriter) text(text string) {
	if s.err == nil {
		_, s.err = s.w.WriteString(text)
	}
}

func (s *snapshotWriter) bytes(text []byte) {
	if s.err == nil {
		_, s.err = s.w.Write(text)
	}
}

func (s *snapshotWriter) field(name string, value any) {
	text, err := redact.Encode(value)
	s.err = cmp.Or(s.err, err)
	s.text(`"` + name + `":`)
	s.bytes(text)
}

func (s *snapshotWriter) head(kinds []trace.Kind, opts *SnapshotOptions) {
	served := make([]snapshotServed, len(kinds))
	for i, k := range kinds {
		served[i] = snapshotServed(k)
	}
	s.text("{")
	s.field("apiVersion", snapshotAPIVersion)
	s.text(",\n")
	s.field("kind", snapshotKind)
	if !opts.At.IsZero() {
		s.text(",\n")
		s.field("at", opts.At.UTC().Format(time.RFC3339Nano))
	}
	s.text(",\n")
	s.field("serverVersion", opts.ServerVersion)
	s.text(",\n")
	s.field("kinds", served)
	s.text(",\n\"items\":[")
}

func (s *snapshotWriter) items(items [][]byte) {
	for _, item := range items {
		if s.count > 0 {
			s.text(",")
		}
		s.text("\n")
		s.bytes(item)
		s.count++
	}
}

func (s *snapshotWriter) tail(reads []snapshotRead, problems []trace.Problem, taken []redact.Taken, logs []snapshotLog, looked *snapshotPart) {
	listed := make([]snapshotProblem, len(problems))
	for i, p := range problems {
		listed[i] = spelled(p)
	}
	s.text("],\n")
	if len(logs) > 0 {
		s.field("logs", logs)
		s.text(",\n")
	}
	s.field("redacted", taken)
	s.text(",\n")
	s.field("problems", listed)
	s.text(",\n")
	s.field("read", reads)
	if len(looked.answers) > 0 {
		s.text(",\n")
		s.field("answers", looked.answers)
	}
	if len(looked.tries) > 0 {
		s.text(",\n")
		s.field("tries", looked.tries)
	}
	s.text("}\n")
}

func (s *snapshotWriter) finish() error { return cmp.Or(s.err, s.w.Flush()) }
