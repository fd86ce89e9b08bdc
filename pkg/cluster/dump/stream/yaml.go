package stream

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"sigs.k8s.io/yaml"
)

// YAML takes a stream of YAML documents apart. The items of a list that is
// written in block style are parsed one by one, because a YAML parser holds a
// document many times over.
//
// That rests on a rule of YAML: below a key at the left margin, only the dash
// of a sequence's next entry may stand at the margin too; every other line of
// an entry, be it of a quoted or literal text, is indented.
type YAML struct {
	R     *bufio.Reader
	Limit int    // of one item, or of a document beside its items
	ahead []byte // the line that began the next document
}

// Documents calls visit for each document. The error is that of the stream;
// what is wrong with single documents is told to fault.
func (y *YAML) Documents(visit func(*Document), fault func(error)) error {
	for {
		d := yamlDocument{limit: y.Limit}
		more, err := y.lines(&d)
		d.close()
		doc := &Document{Items: d.items, Listed: d.split, Left: d.left}
		headErr := d.addHead(doc)
		for _, e := range append(d.faults, headErr) {
			if e != nil {
				fault(e)
			}
		}
		if doc.fields != nil || doc.Items != nil {
			visit(doc)
		}
		if err != nil || !more {
			return err
		}
	}
}

// lines reads up to the end of the document, and reports whether another may
// follow.
func (y *YAML) lines(d *yamlDocument) (bool, error) {
	if y.ahead != nil {
		d.line(y.ahead)
		y.ahead = nil
	}
	fresh := true // at the beginning of a line
	for {
		piece, err := y.R.ReadSlice('\n')
		ended := errors.Is(err, io.EOF)
		partial := errors.Is(err, bufio.ErrBufferFull)
		if err != nil && !ended && !partial {
			return false, err
		}
		switch {
		case !fresh:
			d.more(piece)
		case Separates(piece):
			return !ended, nil
		case d.stated && !partial && bytes.HasPrefix(piece, stating):
			y.ahead = bytes.Clone(piece)
			return true, nil
		case bytes.HasPrefix(piece, []byte(logStart)):
			rest := bufio.NewReader(io.MultiReader(bytes.NewReader(bytes.Clone(piece)), y.R))
			if err := skipLog(rest); err != nil {
				return false, err
			}
			y.R = rest
		default:
			d.line(piece)
		}
		if ended {
			return false, nil
		}
		fresh = !partial
	}
}

// stating is how an object begins. Where a document goes on so, nobody has separated
// it from the next.
var stating = []byte("apiVersion: ")

// Separates reports whether a line stands between documents. Content after
// the dashes, which no program that writes dumps puts there, is not understood.
func Separates(line []byte) bool {
	s := strings.TrimRight(string(line[:min(len(line), 16)]), " \r\n")
	return s == "---" || s == "..."
}

// yamlDocument collects the lines of one document.
type yamlDocument struct {
	limit   int
	head    bytes.Buffer // the document without its items
	item    bytes.Buffer
	into    *bytes.Buffer // where the last line went
	pending bool          // after "items:", before the first entry
	stated  bool          // has an apiVersion
	inside  bool          // among the items
	split   bool          // there were items
	over    bool          // into has passed the limit
	skipped bool          // the head has
	items   [][]byte
	left    int
	faults  []error
}

func (d *yamlDocument) line(line []byte) {
	dash := line[:min(len(line), 1)]
	entry := string(dash) == "-" && (len(line) == 1 || IsBlank(line[1]))
	blank := len(bytes.TrimSpace(line)) == 0 || line[0] == '#'
	d.stated = d.stated || bytes.HasPrefix(line, stating)
	switch {
	case d.pending && blank:
		d.into = nil
		return
	case d.pending && entry:
		d.pending, d.inside, d.split = false, true, true
		d.put(&d.item, line)
		return
	case d.pending:
		d.pending = false
		d.put(&d.head, []byte("items:\n"))
	case d.inside && entry:
		d.endItem()
		d.put(&d.item, line)
		return
	case d.inside && (blank || line[0] == ' ' || line[0] == '\t'):
		d.put(&d.item, line)
		return
	case d.inside:
		d.endItem()
		d.inside = false
	}
	if !d.split && strings.TrimRight(string(line[:min(len(line), 16)]), " \r\n") == "items:" {
		d.pending, d.into = true, nil
		return
	}
	d.put(&d.head, line)
}

// more adds to the line before.
func (d *yamlDocument) more(piece []byte) {
	if d.into != nil {
		d.put(d.into, piece)
	}
}

func (d *yamlDocument) put(into *bytes.Buffer, text []byte) {
	if d.into != into {
		d.into, d.over = into, into == &d.head && d.skipped
	}
	if d.over || into.Len()+len(text) > d.limit {
		d.over = true
		d.skipped = d.skipped || into == &d.head
		into.Reset()
		return
	}
	into.Write(text)
}

func (d *yamlDocument) endItem() {
	defer func() {
		d.item.Reset()
		d.into, d.over = nil, false
	}()
	if d.over {
		d.left++
		return
	}
	list, err := yaml.YAMLToJSON(d.item.Bytes())
	if err != nil {
		d.faults = append(d.faults, fmt.Errorf("item %d: %w", len(d.items)+d.left+len(d.faults)+1, err))
		return
	}
	list = bytes.TrimSpace(list)
	if len(list) > 2 && list[0] == '[' {
		d.items = append(d.items, bytes.Clone(list[1:len(list)-1]))
	}
}

func (d *yamlDocument) close() {
	if d.inside {
		d.endItem()
	}
}

// addHead parses the document beside its items.
func (d *yamlDocument) addHead(doc *Document) error {
	if d.skipped {
		return fmt.Errorf("a document is %w", ErrTooLarge)
	}
	text := bytes.TrimPrefix(d.head.Bytes(), []byte("\xef\xbb\xbf"))
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	head, err := yaml.YAMLToJSON(text)
	if err != nil {
		return err
	}
	j := JSON{R: bufio.NewReader(bytes.NewReader(head)), Limit: d.limit}
	switch {
	case bytes.HasPrefix(head, []byte("{")):
		return j.object(doc)
	case bytes.HasPrefix(head, []byte("[")):
		doc.Listed = true
		return j.items(doc)
	}
	return nil
}
