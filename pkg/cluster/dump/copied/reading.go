package copied

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/stream"
)

// reading is what was read of a text, and what is wrong with it.
type reading struct {
	documents []*document
	faults    []error
	seen      time.Time // when something of it was, as a table tells
	cut       error     // where the text ends in the midst of an object
}

// objects counts what is like an object, and how much is said of all of them.
func (r *reading) objects() (n, size int) {
	for _, d := range r.documents {
		if !d.Listed && d.Text("kind") == "" && !d.part() {
			continue
		}
		if size += d.Size(); !d.Listed {
			n++
		}
		for _, item := range d.Items {
			if size += len(item); d.Text("kind") != "" || bytes.Contains(item, []byte(`"kind"`)) && bytes.Contains(item, []byte(`"metadata"`)) {
				n++ // the conditions of an object are none, and references to others
			}
		}
	}
	return n, size
}

// better reports whether more was understood than by another reading, or the same
// without what is no object.
func (r *reading) better(than *reading) bool {
	n, size := r.objects()
	others, otherSize := than.objects()
	return n > others || n == others && (size > otherSize || len(r.faults) > 0 && len(than.faults) > 0 || than.orphan() && !r.orphan() && len(r.faults) == 0)
}

// asGood reports whether as much was understood as by another reading, with fewer faults
// where that one has some.
func (r *reading) asGood(than *reading, mixed bool) bool {
	n, size := r.objects()
	others, otherSize := than.objects()
	if !mixed {
		return n == others && size >= otherSize-than.logged() && len(r.faults) == 0
	}
	return n >= others && len(r.faults) < len(than.faults)
}

// logged is how long the fields are that are lines of a log: YAML takes one for a field where a colon is in it.
func (r *reading) logged() (size int) {
	for _, d := range r.documents {
		stream.EachMember(d.Whole(), func(key, value []byte, _ int) {
			if line := ""; json.Unmarshal(key, &line) == nil && spoken.Logged(line) {
				size += len(key) + len(value)
			}
		})
	}
	return size
}

// any reports whether there is an object in it.
func (r *reading) any() bool {
	n, _ := r.objects()
	return n > 0
}

// large reports whether so much was understood that a program has written it.
func (r *reading) large() bool {
	n, _ := r.objects()
	return n > mostCopied || slices.ContainsFunc(r.documents, func(d *document) bool { return d.Text("kind") == SnapshotKind })
}

// mostCopied is how many objects a person copies among other things.
const mostCopied = 50

// orphan reports whether a document is in it that has no kind.
func (r *reading) orphan() bool {
	return slices.ContainsFunc(r.documents, func(d *document) bool { return !d.Listed && d.Text("kind") == "" })
}

// mixed reports whether there may be more in it than was understood. What a snapshot
// that was cut short lacks, nobody can tell.
func (r *reading) mixed() bool {
	large := slices.ContainsFunc(r.faults, func(err error) bool { return errors.Is(err, stream.ErrTooLarge) })
	snapshot := slices.ContainsFunc(r.documents, func(d *document) bool { return d.Text("kind") == SnapshotKind })
	n, _ := r.objects()
	return !large && !snapshot && (len(r.faults) > 0 || n == 0 || r.orphan())
}

// read reads a text that is YAML or JSON as a whole.
func read(text []byte, limit int) reading {
	var r reading
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	first := stream.SkipBlank(text, 0)
	if first == len(text) {
		return r
	}
	var err error
	visit := func(d *stream.Document) { r.documents = append(r.documents, &document{Document: *d}) }
	fault := func(err error) { r.faults = append(r.faults, err) }
	if c := text[first]; c == '{' || c == '[' {
		err = (&stream.JSON{R: bufio.NewReader(bytes.NewReader(text)), Limit: limit}).Documents(visit)
	} else {
		err = (&stream.YAML{R: bufio.NewReader(bytes.NewReader(text)), Limit: limit}).Documents(visit, fault)
	}
	if err != nil {
		fault(err)
	}
	return r
}
