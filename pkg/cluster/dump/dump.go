package dump

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Dump reads a cluster from what was once written to disk. It is a
// trace.Reader, changes nothing after it was opened and is safe for concurrent
// use.
//
// Only a snapshot of this program says what it looked for. Of every other dump
// nobody can tell whether what it lacks existed: a missing object is then
// reported as trace.NotInDump and never as not found.
type Dump struct {
	kinds    []trace.Kind
	objects  map[schema.GroupKind][]entry // by namespace and name
	problems []trace.Problem
	none     map[schema.GroupKind][]place // what is not there: without a name all of a kind in a namespace, or in all where that is empty too
	reads    map[schema.GroupResource][]snapshotRead
	taken    []redact.Taken // of snapshots
	answers  map[string]snapshotAnswer
	tries    map[string]snapshotTry
	clock    trace.Clock
	version  string
	logs     logFiles
	kept     map[logID]explain.Log // of snapshots
	aside    explain.Aside
}

// Open reads the dump at a path, which is a file or a directory.
//
// A file holds YAML or JSON as kubectl writes them: single objects, several
// documents, a List or the list of one kind, or a Snapshot; it may be gzipped,
// and may be a tar archive of such files. Of a directory all files below it
// whose names end in .json, .yaml or .yml, or in one of these and .gz, and all
// archives (.tar, .tar.gz, .tgz) are read, wherever they lie, so that trees of
// kubectl cluster-info dump and of must-gather are understood; the logs of
// containers in such trees are read when Log asks for them, and everything else is
// not looked at. Symbolic links below the directory are not followed.
//
// What cannot be read becomes a problem, named by its path below the directory.
// Only a path without a single object is an error, as is the context's end.
//
// An object or document of more than 32 MiB is left out, and reading ends after
// 2 GiB of objects or 32 GiB of unpacked bytes; both become problems with the
// reason trace.LimitReached.
func Open(ctx context.Context, path string) (*Dump, error) { return About{}.Open(ctx, path) }

func open(ctx context.Context, path string, about About) (*Dump, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("opening the dump: %w", err)
	}
	l := about.loader()
	if info.IsDir() {
		root, err := os.OpenRoot(path)
		if err != nil {
			return nil, fmt.Errorf("opening the dump: %w", err)
		}
		err = l.tree(ctx, root.FS())
		l.logs.open = openBelow(path)
		return l.finish(path, errors.Join(err, root.Close()))
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening the dump: %w", err)
	}
	err = l.single(ctx, filepath.Base(path), file)
	return l.finish(path, errors.Join(err, file.Close()))
}

// OpenFS reads the dump that lies in a file system, as Open reads a
// directory.
func OpenFS(ctx context.Context, fsys fs.FS) (*Dump, error) {
	l := newLoader()
	l.logs.open = fsys.Open
	return l.finish("the file system", l.tree(ctx, fsys))
}

// Read reads a dump from a stream, as Open reads a file.
func Read(ctx context.Context, r io.Reader) (*Dump, error) {
	return About{}.Read(ctx, r)
}

// Clock is the moment that the dump shows, against which ages are to be taken: a
// snapshot's own, otherwise the newest moment that an object mentions as past, which
// is that of the dump only where several Leases were being renewed then.
func (d *Dump) Clock() trace.Clock { return d.clock }

// ServerVersion is the version of the server as a snapshot says, and empty for
// any other dump.
func (d *Dump) ServerVersion() string { return d.version }

// Problems returns what Kinds returns as problems: what could not be read of
// the dump, and what could not be asked when a snapshot was made.
func (d *Dump) Problems() []trace.Problem { return d.problems }

// Complete reports whether the dump says of itself what it was made of. It does
// not mean that everything could be read then.
func (d *Dump) Complete() bool { return len(d.reads) > 0 }
