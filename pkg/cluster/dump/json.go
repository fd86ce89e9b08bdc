package dump

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
)

// errTooLarge says that a value was passed over for its size. What follows
// it can still be read.
var errTooLarge = errors.New("too large")

// extent finds the end of one JSON value without decoding it. It takes
// whatever is bracketed like JSON; whether it is JSON is left to a decoder.
type extent struct {
	depth   int
	text    bool // inside a string
	escaped bool // after a backslash
	scalar  bool // inside a number or word
}

// scan reads on in the value. It returns how many bytes belong to it, and
// whether it has ended.
func (x *extent) scan(data []byte) (int, bool) {
	for at := 0; at < len(data); {
		if x.text {
			at += x.scanText(data[at:])
			if !x.text && x.depth == 0 {
				return at, true
			}
			continue
		}
		ended, within := x.mark(data[at])
		if within {
			at++
		}
		if ended {
			return at, true
		}
	}
	return len(data), false
}

// mark takes a byte outside strings. It tells whether the value has ended, and
// whether the byte belongs to it.
func (x *extent) mark(c byte) (ended, within bool) {
	switch c {
	case '"':
		x.text = true
	case '{', '[':
		x.depth++
	case '}', ']':
		if x.depth == 0 {
			return true, false
		}
		x.depth--
		return x.depth == 0, true
	case ' ', '\n', '\r', '\t', ',', ':':
		return x.scalar && x.depth == 0, !x.scalar || x.depth > 0
	default:
		x.scalar = x.scalar || x.depth == 0
	}
	return false, true
}

// scanText reads on in a string, up to its end, and returns how far.
func (x *extent) scanText(data []byte) int {
	for i, c := range data {
		switch {
		case x.escaped:
			x.escaped = false
		case c == '\\':
			x.escaped = true
		case c == '"':
			x.text = false
			return i + 1
		}
	}
	return len(data)
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// eachMember calls visit for each member of a JSON object with its key, still
// in quotes, its value, and where the value begins in data. For data that is no
// object it does nothing. data must be valid JSON to be told about in full.
func eachMember(data []byte, visit func(key, value []byte, at int)) {
	at := skipBlank(data, 0)
	if at >= len(data) || data[at] != '{' {
		return
	}
	at++
	for {
		at = skipBlank(data, at)
		if at < len(data) && data[at] == ',' {
			at = skipBlank(data, at+1)
		}
		if at >= len(data) || data[at] != '"' {
			return
		}
		n, done := new(extent).scan(data[at:])
		if !done {
			return
		}
		key := data[at : at+n]
		at = skipBlank(data, at+n)
		if at >= len(data) || data[at] != ':' {
			return
		}
		at = skipBlank(data, at+1)
		n, done = new(extent).scan(data[at:])
		if !done {
			return
		}
		visit(key, data[at:at+n], at)
		at += n
	}
}

func skipBlank(data []byte, at int) int {
	for at < len(data) && isBlank(data[at]) {
		at++
	}
	return at
}

// document is one document of a file, with the items of a list kept apart.
type document struct {
	fields []docField
	size   int // of the fields
	items  [][]byte
	listed bool // has items, be they none
	// described says that kubectl describe printed it.
	described bool
	left      int            // items that were passed over for their size
	by        beside.Command // that printed it, where that is known
}

type docField struct{ key, value []byte }

// text returns a field that is a string.
func (d *document) text(key string) string {
	var s string
	_ = json.Unmarshal(d.field(key), &s)
	return s
}

func (d *document) field(key string) []byte {
	for _, f := range d.fields {
		if string(f.key) == `"`+key+`"` {
			return f.value
		}
	}
	return nil
}

// whole puts the fields together again.
func (d *document) whole() []byte {
	out := make([]byte, 0, d.size+4*len(d.fields)+2)
	out = append(out, '{')
	for i, f := range d.fields {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, f.key...)
		out = append(out, ':')
		out = append(out, f.value...)
	}
	if len(d.items) > 0 {
		out = append(out, `,"items":[`...)
		out = append(out, bytes.Join(d.items, []byte{','})...)
		out = append(out, ']')
	}
	return append(out, '}')
}

// jsonReader takes a stream of JSON documents apart, value by value, so that of a
// list never more than its items is held.
type jsonReader struct {
	r      *bufio.Reader
	limit  int // of one value
	offset int64
}

// documents calls visit for each document, and for what could be read of the
// one that ends the stream early. Between documents it passes over the logs
// that kubectl cluster-info dump mixes in.
func (j *jsonReader) documents(visit func(*document)) error {
	for {
		c, err := j.peek()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch c {
		case '{':
			doc := &document{}
			err = j.object(doc)
			visit(doc)
		case '[':
			err = j.elements(func(value []byte) {
				visit(&document{items: [][]byte{value}, listed: true})
			})
		case '=':
			err = skipLog(j.r)
		default:
			return j.unexpected(c)
		}
		if err != nil {
			return err
		}
	}
}

func (j *jsonReader) unexpected(c byte) error {
	return fmt.Errorf("unexpected %q at byte %d", c, j.offset)
}

func (j *jsonReader) peek() (byte, error) {
	for {
		c, err := j.r.ReadByte()
		if err != nil {
			return 0, err
		}
		if !isBlank(c) {
			return c, j.r.UnreadByte()
		}
		j.offset++
	}
}

// value reads one value. With errTooLarge it has been passed over.
func (j *jsonReader) value() ([]byte, error) {
	if _, err := j.peek(); err != nil {
		return nil, unexpectedEnd(err)
	}
	var x extent
	var out []byte
	size := 0
	for {
		window, err := j.window()
		if errors.Is(err, io.EOF) && x.scalar && x.depth == 0 {
			return slices.Clip(out), nil
		}
		if err != nil {
			return nil, unexpectedEnd(err)
		}
		n, done := x.scan(window)
		size += n
		if size <= j.limit {
			out = append(out, window[:n]...)
		} else {
			out = nil
		}
		if err := j.skip(n); err != nil {
			return nil, err
		}
		switch {
		case done && size > j.limit:
			return nil, fmt.Errorf("a value of %d bytes is %w", size, errTooLarge)
		case done && size == 0:
			return nil, j.unexpected(window[0])
		case done:
			return slices.Clip(out), nil
		}
	}
}

// window returns what can be looked at without reading on, at least one byte.
func (j *jsonReader) window() ([]byte, error) {
	if _, err := j.r.Peek(1); err != nil {
		return nil, err
	}
	return j.r.Peek(j.r.Buffered())
}

func (j *jsonReader) skip(n int) error {
	n, err := j.r.Discard(n)
	j.offset += int64(n)
	return err
}

func unexpectedEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// object reads a document that is an object.
func (j *jsonReader) object(doc *document) error {
	return j.sequence('}', func(c byte) error {
		if c != '"' {
			return j.unexpected(c)
		}
		key, err := j.value()
		if err != nil {
			return err
		}
		if err := j.colon(); err != nil {
			return err
		}
		if c, err = j.peek(); err == nil && c == '[' && string(key) == `"items"` {
			doc.listed = true
			return j.items(doc)
		}
		value, err := j.value()
		if err != nil {
			return err
		}
		doc.size += len(key) + len(value)
		if doc.size > j.limit {
			return fmt.Errorf("a document beside its items is %w", errTooLarge)
		}
		doc.fields = append(doc.fields, docField{key, value})
		return nil
	})
}

func (j *jsonReader) colon() error {
	c, err := j.peek()
	switch {
	case err != nil:
		return unexpectedEnd(err)
	case c != ':':
		return j.unexpected(c)
	}
	return j.skip(1)
}

func (j *jsonReader) items(doc *document) error {
	return j.sequence(']', func(byte) error {
		value, err := j.value()
		switch {
		case errors.Is(err, errTooLarge):
			doc.left++
		case err != nil:
			return err
		default:
			doc.items = append(doc.items, value)
		}
		return nil
	})
}

func (j *jsonReader) elements(visit func([]byte)) error {
	return j.sequence(']', func(byte) error {
		value, err := j.value()
		if err == nil {
			visit(value)
		}
		return err
	})
}

// sequence reads the bracket that is next, and calls element before each member
// up to the closing one.
func (j *jsonReader) sequence(closing byte, element func(next byte) error) error {
	if err := j.skip(1); err != nil {
		return err
	}
	for first := true; ; first = false {
		c, err := j.peek()
		if err != nil {
			return unexpectedEnd(err)
		}
		if c == closing {
			return j.skip(1)
		}
		if !first {
			if c != ',' {
				return j.unexpected(c)
			}
			if err := j.skip(1); err != nil {
				return err
			}
			if c, err = j.peek(); err != nil {
				return unexpectedEnd(err)
			}
		}
		if err := element(c); err != nil {
			return err
		}
	}
}

const (
	logStart = "==== START logs for container "
	logEnd   = "==== END logs for container "
)

// skipLog passes over one log, which is next: kubectl cluster-info dump
// writes logs between its documents when it writes to its output. The line that
// ends a log follows the log at once, even where that ends without a newline.
func skipLog(r *bufio.Reader) error {
	first, err := r.ReadSlice('\n')
	subject, ok := bytes.CutPrefix(first, []byte(logStart))
	if !ok || err != nil {
		return fmt.Errorf("unexpected text %.40q", first)
	}
	end := append([]byte(logEnd), bytes.TrimSpace(subject)...)
	var tail []byte
	for {
		piece, err := r.ReadSlice('\n')
		tail = append(tail, piece...)
		if bytes.HasSuffix(bytes.TrimRight(tail, "\r\n"), end) {
			return nil
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return fmt.Errorf("a log without an end: %w", unexpectedEnd(err))
		}
		if keep := len(end) + 2; len(tail) > keep {
			tail = append(tail[:0], tail[len(tail)-keep:]...)
		}
	}
}
