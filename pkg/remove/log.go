package remove

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Log is a file with a JSON line before and after each action. Lines are only
// ever added.
type Log struct {
	Path string
	mu   sync.Mutex
}

const (
	phaseBegun = "begun"
	phaseEnded = "ended"
)

// Entry is one line of the log.
type Entry struct {
	Time  string `json:"time"`
	Phase string `json:"phase"` // begun or ended
	Origin
	Group     string `json:"group"`
	Kind      string `json:"kind"`
	Resource  string `json:"resource"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name"`
	UID       string `json:"uid"`
	Finalizer string `json:"finalizer"`
	// Why is what the diagnosis said, and Overridden the guards that stood
	// against it.
	Why        string   `json:"why"`
	Overridden []string `json:"overridden"`
	// Evidence is a digest of the evidence, by which two lines can be compared.
	Evidence string `json:"evidence"`
	Backup   string `json:"backup,omitempty"`
	// Outcome, Message and Left are those of an ended action.
	Outcome string   `json:"outcome,omitempty"`
	Message string   `json:"message,omitempty"`
	Left    []string `json:"left,omitempty"`
}

func entryOf(t *turn, phase string) Entry {
	a := t.Action
	e := Entry{
		Time: t.Now().UTC().Format(time.RFC3339Nano), Phase: phase, Origin: t.Origin,
		Group: a.Kind.Group, Kind: a.Kind.Kind, Resource: a.Kind.Resource,
		Namespace: a.Object.Namespace, Name: a.Object.Name, UID: a.Object.UID,
		Finalizer: a.Hold.Finalizer, Why: string(a.Hold.Reason) + ": " + a.Hold.Message,
		Overridden: []string{}, Evidence: digest(a), Backup: t.Backup,
	}
	for _, o := range a.Objections {
		e.Overridden = append(e.Overridden, string(o.Guard))
	}
	if phase == phaseEnded {
		e.Outcome, e.Message, e.Left = string(t.Outcome), t.Message, t.Left
	}
	return e
}

// digest sums up the evidence that a removal rests on.
func digest(a *Action) string {
	sum := sha256.New()
	for _, e := range a.Hold.Evidence {
		_, _ = io.WriteString(sum, e.Source+"\x00"+e.Fact+"\x00") // a hash takes everything
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil))[:16]
}

// append writes one line, at once and to the disk.
func (l *Log) append(e Entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("encoding a line: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := privateFolder(filepath.Dir(l.Path)); err != nil {
		return err
	}
	f, err := privateFile(l.Path, os.O_CREATE|os.O_APPEND|os.O_RDWR)
	if err != nil {
		return err
	}
	if !endsLine(f) {
		line = append([]byte("\n"), line...) // a run was cut off in the middle of one
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Sync(), f.Close())
}

func endsLine(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return true
	}
	last := make([]byte, 1)
	_, err = f.ReadAt(last, info.Size()-1)
	return err != nil || last[0] == '\n'
}

// Read returns the lines of the log, the oldest first, and how many of them
// could not be read. A log that does not exist has none.
func (l *Log) Read() (entries []Entry, broken int, err error) {
	f, err := privateFile(l.Path, os.O_RDONLY)
	if errors.Is(err, os.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("reading the log: %w", err)
	}
	data, err := io.ReadAll(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, 0, fmt.Errorf("reading the log: %w", err)
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, len(data)+1)
	for lines.Scan() {
		var e Entry
		switch {
		case len(bytes.TrimSpace(lines.Bytes())) == 0:
		case json.Unmarshal(lines.Bytes(), &e) != nil:
			broken++
		default:
			entries = append(entries, e)
		}
	}
	return entries, broken, lines.Err()
}
