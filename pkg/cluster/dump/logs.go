package dump

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// logID is one run of a container.
type logID struct {
	namespace, pod, container string
	previous                  bool
}

var (
	// gathered is where must-gather puts the log of a container, which it names once
	// or twice.
	gathered = regex.New(`(?:^|/)namespaces/([^/]+)/pods/([^/]+)/(?:[^/]+/)?([^/]+)/logs/(current|previous)(?:\.insecure)?\.log$`)
	// shown is where kubectl cluster-info dump puts those of all containers of a pod.
	shown = regex.New(`(?:^|/)([^/]+)/([^/]+)/logs\.txt$`)
	// begun begins one of them in such a file.
	begun = regex.New(`^==== START logs for container (\S+) of pod \S+ ====$`)
)

// isLog reports whether a file of a dump is the log of a container or of a pod.
func isLog(name string) bool { return gathered.MatchString(name) || shown.MatchString(name) }

// idOfFile tells whose log a file is. Of a file that holds those of a pod, the
// container is empty.
func idOfFile(name string) logID {
	if m := gathered.FindStringSubmatch(name); m != nil {
		return logID{m[1], m[2], m[3], m[4] == "previous"}
	}
	m := shown.FindStringSubmatch(name)
	return logID{m[1], m[2], "", false}
}

// logFiles are the logs of a dump, which are read when they are asked for.
type logFiles struct {
	open func(name string) (fs.File, error)
	name map[logID]string
}

// HasLogs reports whether there are logs in the dump.
func (d *Dump) HasLogs() bool { return len(d.logs.name) > 0 || len(d.kept) > 0 }

// Log implements explain.LogReader.
func (d *Dump) Log(ctx context.Context, of explain.LogOf) (explain.Log, error) {
	if err := ctx.Err(); err != nil {
		return explain.Log{}, err
	}
	id := logID{of.Namespace, of.Pod, of.Container, of.Previous}
	if log, ok := d.kept[id]; ok {
		return log, nil
	}
	name, ok := d.logs.name[id]
	if !ok && !of.Previous {
		name, ok = d.logs.name[logID{of.Namespace, of.Pod, "", false}]
	}
	if !ok {
		return explain.Log{}, &gapError{trace.Problem{Reason: trace.NotInDump, Message: "the dump does not contain this log"}}
	}
	log, err := d.logs.read(name, of)
	if err != nil {
		return explain.Log{}, fmt.Errorf("reading the file %s: %w", path.Base(name), err)
	}
	if log.Partial {
		log = log.Bounded()
	}
	return log, nil
}

// read reads the end of a file.
func (f *logFiles) read(name string, of explain.LogOf) (log explain.Log, err error) {
	file, err := f.open(name)
	if err != nil {
		return log, err
	}
	defer func() { err = cmp.Or(err, file.Close()) }()
	sections := shown.MatchString(name)
	if seeker, ok := file.(io.Seeker); ok && !sections {
		if size, err := seeker.Seek(0, io.SeekEnd); err == nil {
			log.Partial = size > explain.MostLog
			if _, err := seeker.Seek(max(size-explain.MostLog, 0), io.SeekStart); err != nil {
				return log, err
			}
		}
	}
	lines := bufio.NewReaderSize(file, 64<<10)
	if log.Partial {
		if _, err := lines.ReadString('\n'); err != nil { // the rest of one
			return log, nil
		}
	}
	return log, takeLines(&log, lines, sections, of)
}

// takeLines takes the lines that are wanted, of a file with sections those of the
// container.
func takeLines(log *explain.Log, r *bufio.Reader, sections bool, of explain.LogOf) error {
	inside, size := !sections, 0
	for {
		text, err := r.ReadString('\n')
		text = strings.TrimRight(text, "\r\n")
		switch m := begun.FindStringSubmatch(text); {
		case sections && m != nil:
			inside = m[1] == of.Container
		case sections && strings.HasPrefix(text, "==== END logs for container "):
			inside = false
		case inside && text != "":
			line := explain.LogLineOf(text)
			if line.At.IsZero() || !line.At.Before(of.Since) {
				log.Lines = append(log.Lines, line)
				size += len(line.Text) + 1
			}
		}
		for ; size > explain.MostLog; log.Lines = log.Lines[1:] {
			size -= len(log.Lines[0].Text) + 1
			log.Partial = true
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// openBelow opens a file of a folder that was walked through, and none outside of it.
func openBelow(folder string) func(name string) (fs.File, error) {
	return func(name string) (fs.File, error) {
		root, err := os.OpenRoot(folder)
		if err != nil {
			return nil, err
		}
		file, err := root.FS().Open(name)
		return file, errors.Join(err, root.Close())
	}
}
