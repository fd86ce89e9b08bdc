package dump

import (
	"archive/tar"
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/copied"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/stream"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// The bounds that Open documents.
const (
	maxValue = 32 << 20
	maxKept  = 2 << 30
	maxRead  = 32 << 30
	// entryCost is what keeping an object costs beside its text.
	entryCost = 256
	// maxNesting is how often files may be packed in one another, such as a
	// gzipped file in a gzipped archive.
	maxNesting = 4
)

// loader collects what the files of a dump hold. Files may be read beside
// one another; the outcome does not depend on which comes first.
type loader struct {
	valueLimit int
	keepLimit  int64
	readLimit  int64

	read atomic.Int64 // bytes unpacked so far
	kept atomic.Int64 // bytes of objects so far

	mu        sync.Mutex
	entries   []entry
	facts     map[schema.GroupKind]*kindFacts
	problems  []trace.Problem
	snapshots []snapshotHeader
	newest    time.Time           // that objects mention
	dated     time.Time           // that a command date printed beside them
	renewed   map[place]time.Time // Leases
	aged      bool                // it is told how long before something was
	unnamed   []string            // files with something that has no name
	found     bool                // something was understood
	// about is what somebody asks about, its name empty where that is not known.
	about spoken.Of
	asks  About // by which kinds are known
	hangs bool  // an object may be presumed to have been asked to go
	alone bool  // one text is all that is read
	logs  logFiles
	none  map[schema.GroupKind][]place // what is not there, as Dump has it
	aside map[string]explain.Aside     // what stands beside objects, by the name of the file
}

func newLoader() *loader {
	return &loader{
		valueLimit: maxValue, keepLimit: maxKept, readLimit: maxRead,
		facts: map[schema.GroupKind]*kindFacts{}, renewed: map[place]time.Time{}, logs: logFiles{name: map[logID]string{}},
		aside: map[string]explain.Aside{},
	}
}

// errFull ends the reading of a dump that passes a bound.
var errFull = errors.New("the dump is larger than this program reads")

// counter counts what is read, and stops at the bound and at the context's
// end.
type counter struct {
	ctx context.Context
	l   *loader
	r   io.Reader
}

func (c *counter) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.r.Read(p)
	if c.l.read.Add(int64(n)) > c.l.readLimit {
		return 0, errFull
	}
	return n, err
}

// single reads one file whose name says nothing.
func (l *loader) single(ctx context.Context, name string, r io.Reader) error {
	l.alone = true
	return l.report(ctx, name, l.file(ctx, name, r, 0))
}

// tree reads all files of a file system that look like parts of a dump.
func (l *loader) tree(ctx context.Context, fsys fs.FS) error {
	running, reading := errgroup.WithContext(ctx)
	running.SetLimit(min(runtime.GOMAXPROCS(0), 8))
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case reading.Err() != nil:
			return fs.SkipAll
		case err != nil:
			return l.report(ctx, name, err)
		case d.Type().IsRegular() && (worthReading(name) || isArchive(name)):
			running.Go(func() error { return l.report(reading, name, l.open(reading, fsys, name)) })
		case d.Type().IsRegular() && isLog(name):
			l.logs.name[idOfFile(name)] = name
		}
		return nil
	})
	_ = running.Wait() // what ended it is told, but for the end of the context
	return errors.Join(ctx.Err(), err)
}

func (l *loader) open(ctx context.Context, fsys fs.FS, name string) error {
	file, err := fsys.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(l.file(ctx, name, file, 0), file.Close())
}

// worthReading reports whether a file below a directory or in an archive
// may hold objects, by its name.
func worthReading(name string) bool {
	base := path.Base(name)
	if strings.HasPrefix(base, ".") {
		return false
	}
	switch path.Ext(strings.TrimSuffix(base, ".gz")) {
	case ".json", ".yaml", ".yml":
		return true
	}
	return prose(base)
}

// prose reports whether a file is a text that somebody may have put an object in. What
// has none is no fault of it. kubectl cluster-info dump writes logs as such files.
func prose(name string) bool {
	base := strings.TrimSuffix(path.Base(name), ".gz")
	ext := path.Ext(base)
	return (ext == ".md" || ext == ".txt") && base != "logs.txt" && !strings.HasPrefix(base, ".")
}

func isArchive(name string) bool {
	base := path.Base(name)
	return !strings.HasPrefix(base, ".") &&
		(strings.HasSuffix(base, ".tar") || strings.HasSuffix(base, ".tar.gz") || strings.HasSuffix(base, ".tgz"))
}

// endsEarly says in plain words that a text was cut.
var endsEarly = strings.NewReplacer("unexpected EOF", "it ends early", "unexpected end of JSON input", "it ends early")

// report makes a problem of an error about a file, though others have ended the reading meanwhile. What ends all
// reading it returns.
func (l *loader) report(ctx context.Context, name string, err error) error {
	ended := ctx.Err()
	switch {
	case err == nil:
		return nil
	case ended != nil && errors.Is(err, ended):
		return ended
	case errors.Is(err, errFull):
		l.problem(trace.Problem{About: trace.Part{Words: "the rest of the dump"}, Reason: trace.LimitReached, Message: errFull.Error()})
		return cmp.Or(ended, errFull)
	}
	l.problem(l.faultOf(name, err))
	return ended
}

// faultOf is what is wrong with a file.
func (l *loader) faultOf(name string, err error) trace.Problem {
	var lack *copied.LackError
	p := trace.Problem{About: trace.Part{Words: "file " + name}, Reason: trace.Undecodable, Message: phrase.OneLine(err.Error())}
	switch {
	case errors.Is(err, stream.ErrTooLarge):
		p.Reason = trace.LimitReached
	case errors.As(err, &lack):
		p.About.Words, p.Reason = "all of "+name, trace.CopiedInPart
	case errors.Is(err, fs.ErrPermission):
		p.Reason = trace.ReadFailed
	case l.alone && l.found: // it is no part of a cluster that cannot be read
		p.About.Words, p.Reason, p.Message = "all of "+name, trace.CopiedInPart, endsEarly.Replace(p.Message)
	}
	return p
}

func (l *loader) problem(p trace.Problem) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.problems = append(l.problems, p)
}

// file reads a file of any form. The form is told from its first bytes.
func (l *loader) file(ctx context.Context, name string, r io.Reader, depth int) error {
	br := bufio.NewReaderSize(&counter{ctx, l, r}, 64<<10)
	start, err := br.Peek(512)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch {
	case depth > maxNesting:
		return fmt.Errorf("packed more than %d times", maxNesting)
	case bytes.HasPrefix(start, []byte{0x1f, 0x8b}):
		unpacked, err := gzip.NewReader(br)
		if err != nil {
			return err
		}
		return l.file(ctx, name, unpacked, depth+1)
	case len(start) > 262 && string(start[257:262]) == "ustar":
		return l.archive(ctx, name, br, depth)
	case bytes.HasPrefix(start, []byte("\xff\xfe")), bytes.HasPrefix(start, []byte("\xfe\xff")):
		wide, err := io.ReadAll(io.LimitReader(br, copied.MostRead))
		return cmp.Or(err, l.paste(ctx, name, beside.Narrow(wide)))
	case bytes.IndexByte(start, 0) >= 0:
		return nil // neither text nor an archive
	}
	return l.text(ctx, name, br)
}

// archive reads the files of a tar archive. Their names are for messages and
// hints alone: nothing is written anywhere.
func (l *loader) archive(ctx context.Context, name string, r io.Reader, depth int) error {
	archive := tar.NewReader(r)
	if l.alone {
		l.alone = false // as it never is where others are read at the same time
	}
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if header.Typeflag != tar.TypeReg || !worthReading(header.Name) {
			continue
		}
		inside := path.Join(name, path.Join("/", header.Name))
		if err := l.report(ctx, inside, l.file(ctx, inside, archive, depth+1)); err != nil {
			return err
		}
	}
}

// text reads the documents of a file. One that is wrong does not keep the
// others from being read.
func (l *loader) text(ctx context.Context, name string, br *bufio.Reader) error {
	start, err := io.ReadAll(io.LimitReader(br, copied.MostRead))
	if err != nil || len(start) < copied.MostRead {
		return cmp.Or(err, l.paste(ctx, name, start))
	}
	br = bufio.NewReaderSize(io.MultiReader(bytes.NewReader(start), br), 64<<10)
	batch := batch{loader: l, ctx: ctx, hint: hintOf(name)}
	first, err := firstByte(br)
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return err
	case first == '{' || first == '[':
		err = (&stream.JSON{R: br, Limit: l.valueLimit}).Documents(batch.add)
	default:
		err = (&stream.YAML{R: br, Limit: l.valueLimit}).Documents(batch.add, batch.fault)
	}
	return batch.done(err)
}

// paste reads a text of which all is at hand, as one that somebody may have copied.
func (l *loader) paste(ctx context.Context, name string, text []byte) error {
	q := copied.Question{About: l.about, Hangs: l.hangs, Kinds: l.asks.Kinds, Spelled: l.asks.Spelled, Typed: l.asks.Typed, Listed: l.asks.Listed, Grouped: l.asks.Grouped, Shaped: l.asks.Shaped, Alone: l.alone, Limit: l.valueLimit}
	read := q.Read(text)
	l.seen(read.Seen)
	if prose(name) && !read.Objects {
		return nil
	}
	l.setAside(name, read.Aside)
	l.date(beside.Date(read.Aside))
	l.lacking(read.None)
	if read.Nameless {
		l.nameless(name)
	}
	b := batch{loader: l, ctx: ctx, hint: hintOf(name)}
	for _, d := range read.Documents {
		b.add(d)
	}
	for _, err := range read.Faults {
		b.fault(err)
	}
	return b.done(nil)
}

// lacking takes over what is not there.
func (l *loader) lacking(none []spoken.Of) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, of := range none {
		if l.none == nil {
			l.none = map[schema.GroupKind][]place{}
		}
		gk := typed(trace.GroupOf(of.APIVersion), of.Kind)
		l.none[gk] = append(l.none[gk], place{of.Namespace, of.Name})
		l.served(&of)
	}
}

// served takes over the kind of what was looked for in vain, an object in a namespace or all that there are: the server has
// it.
func (l *loader) served(of *spoken.Of) {
	group := trace.GroupOf(of.APIVersion)
	if of.Name != "" && of.Namespace == "" || group == "" || l.asks.Spelled == nil || builtin.VersionOf(of.Kind) != "" {
		return
	}
	_, kind := l.asks.Spelled(strings.ToLower(of.Kind) + "." + group)
	if plain, as := l.asks.Spelled(of.Kind); plain == group {
		kind = as // it is the only one of that name
	}
	if strings.EqualFold(kind, of.Kind) {
		gk := schema.GroupKind{Group: group, Kind: kind}
		if l.facts[gk] == nil {
			l.facts[gk] = &kindFacts{versions: map[string]bool{trace.VersionOf(of.APIVersion): true}}
		}
		l.facts[gk].namespaced = l.facts[gk].namespaced || of.Namespace != ""
	}
}

// typed is a kind as people spell it to kubectl, who write no capitals.
func typed(group, kind string) schema.GroupKind {
	return schema.GroupKind{Group: group, Kind: strings.ToLower(kind)}
}

// nameless remembers that a file holds something that looks like an object and has no
// name.
func (l *loader) nameless(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unnamed = append(l.unnamed, name)
}

// seen takes a moment at which something of what was read was seen.
func (l *loader) seen(at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.newest = later(l.newest, at)
}

// date takes over what a command date printed.
func (l *loader) date(at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.newest, l.dated = later(l.newest, at), later(l.dated, at)
}

// firstByte returns the first byte that is not blank, and leaves it to be read.
func firstByte(br *bufio.Reader) (byte, error) {
	if mark, err := br.Peek(3); err == nil && string(mark) == "\xef\xbb\xbf" {
		if _, err := br.Discard(3); err != nil {
			return 0, err
		}
	}
	for {
		c, err := br.ReadByte()
		if err != nil {
			return 0, err
		}
		if !stream.IsBlank(c) {
			return c, br.UnreadByte()
		}
	}
}

// batch is what one file holds.
type batch struct {
	loader *loader
	ctx    context.Context
	hint   hint
	lists  int // how many lists are open
	faults int
	first  error // fault
	full   error
}

func (b *batch) fault(err error) {
	if b.first == nil {
		b.first = err
	}
	b.faults++
}

// done joins what was wrong with the file and its documents to one error.
func (b *batch) done(err error) error {
	if b.full != nil {
		return b.full
	}
	if err == nil {
		err = b.first
	} else {
		b.faults++
	}
	if b.faults > 1 {
		return fmt.Errorf("%w (and %d more)", err, b.faults-1)
	}
	return err
}

// add takes over a document: an object, a list or a snapshot.
func (b *batch) add(doc *stream.Document) {
	if doc.Left > 0 {
		b.fault(fmt.Errorf("%d items of a list are %w", doc.Left, stream.ErrTooLarge))
	}
	kind := doc.Text("kind")
	apiVersion := doc.Text("apiVersion")
	switch {
	case kind == snapshotKind && apiVersion == snapshotAPIVersion:
		b.header(doc)
		b.objects(doc.Items, schema.GroupVersionKind{})
	case doc.Listed && (kind == "" || strings.HasSuffix(kind, "List")):
		if kind != "" {
			b.understood()
		}
		b.objects(doc.Items, schema.FromAPIVersionAndKind(apiVersion, strings.TrimSuffix(kind, "List")))
	case kind != "":
		b.objects([][]byte{doc.Whole()}, schema.GroupVersionKind{})
	}
}

func (b *batch) understood() {
	b.loader.mu.Lock()
	defer b.loader.mu.Unlock()
	b.loader.found = true
}

func (b *batch) header(doc *stream.Document) {
	var header snapshotHeader
	if err := json.Unmarshal(doc.Head(), &header); err != nil {
		b.fault(fmt.Errorf("the head of the snapshot: %w", err))
	}
	b.loader.mu.Lock()
	defer b.loader.mu.Unlock()
	b.loader.found = true
	b.loader.snapshots = append(b.loader.snapshots, header)
}

// objects takes over the objects of a document.
func (b *batch) objects(raws [][]byte, fallback schema.GroupVersionKind) {
	entries := make([]entry, 0, len(raws))
	sum := tally{facts: map[schema.GroupKind]*kindFacts{}, renewed: map[place]time.Time{}}
	for _, raw := range raws {
		if b.full != nil {
			break
		}
		e, seen, ok, err := parseEntry(raw, fallback)
		switch {
		case err != nil:
			b.fault(err)
		case ok:
			entries = append(entries, e)
			sum.add(&e, &seen, b.hint)
			b.charge(len(e.raw))
		default:
			b.nested(raw)
		}
	}
	b.loader.take(entries, &sum)
}

// maxListNesting is how deep lists may lie in one another.
const maxListNesting = 4

// nested takes over what is no object if it is a list of some.
func (b *batch) nested(raw []byte) {
	listed := false
	stream.EachMember(raw, func(key, value []byte, _ int) {
		listed = listed || string(key) == `"items"` && value[0] == '['
	})
	if !listed || b.lists == maxListNesting {
		return
	}
	b.lists++
	defer func() { b.lists-- }()
	j := stream.JSON{R: bufio.NewReader(bytes.NewReader(raw)), Limit: b.loader.valueLimit}
	if err := j.Documents(b.add); err != nil {
		b.fault(err)
	}
}

func (b *batch) charge(size int) {
	if b.ctx.Err() != nil {
		b.full = b.ctx.Err()
	}
	if b.loader.kept.Add(int64(size)+entryCost) > b.loader.keepLimit {
		b.full = errFull
	}
}

// tally is what the objects of a document tell together.
type tally struct {
	facts   map[schema.GroupKind]*kindFacts
	newest  time.Time
	renewed map[place]time.Time // Leases
	aged    bool
}

func (s *tally) of(gk schema.GroupKind) *kindFacts {
	f, ok := s.facts[gk]
	if !ok {
		f = &kindFacts{versions: map[string]bool{}}
		s.facts[gk] = f
	}
	return f
}

func (s *tally) add(e *entry, seen *mentions, hint hint) {
	f := s.of(e.groupKind())
	f.object(e, hint)
	for _, o := range seen.owners {
		if o.APIVersion != "" && o.Kind != "" {
			s.of(schema.GroupKind{Group: trace.GroupOf(o.APIVersion), Kind: o.Kind}).owner(o.APIVersion, e.namespace)
		}
	}
	s.newest = later(s.newest, seen.newest)
	s.aged = s.aged || seen.aged
	if !seen.renewed.IsZero() {
		s.renewed[place{e.namespace, e.name}] = seen.renewed
	}
}

func (l *loader) take(entries []entry, sum *tally) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range entries {
		if l.alone { // who copies twice does so in this order
			entries[i].order = len(l.entries) + i
		}
	}
	l.entries = append(l.entries, entries...)
	l.found = l.found || len(entries) > 0
	l.aged = l.aged || sum.aged
	l.newest = later(l.newest, sum.newest)
	maps.Copy(l.renewed, sum.renewed)
	for gk, f := range sum.facts {
		if known, ok := l.facts[gk]; ok {
			known.merge(f)
			continue
		}
		l.facts[gk] = f
	}
}
