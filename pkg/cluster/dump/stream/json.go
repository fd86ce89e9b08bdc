package stream

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
)

// JSON takes a stream of JSON documents apart, value by value, so that of a
// list never more than its items is held.
type JSON struct {
	R      *bufio.Reader
	Limit  int // of one value
	offset int64
}

// Documents calls visit for each document, and for what could be read of the
// one that ends the stream early. Between documents it passes over the logs
// that kubectl cluster-info dump mixes in.
func (j *JSON) Documents(visit func(*Document)) error {
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
			doc := &Document{}
			err = j.object(doc)
			visit(doc)
		case '[':
			err = j.elements(func(value []byte) {
				visit(&Document{Items: [][]byte{value}, Listed: true})
			})
		case '=':
			err = skipLog(j.R)
		default:
			return j.unexpected(c)
		}
		if err != nil {
			return err
		}
	}
}

func (j *JSON) unexpected(c byte) error {
	return fmt.Errorf("unexpected %q at byte %d", c, j.offset)
}

func (j *JSON) peek() (byte, error) {
	for {
		c, err := j.R.ReadByte()
		if err != nil {
			return 0, err
		}
		if !IsBlank(c) {
			return c, j.R.UnreadByte()
		}
		j.offset++
	}
}

// value reads one value. With ErrTooLarge it has been passed over.
func (j *JSON) value() ([]byte, error) {
	if _, err := j.peek(); err != nil {
		return nil, unexpectedEnd(err)
	}
	var x Extent
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
		n, done := x.Scan(window)
		size += n
		if size <= j.Limit {
			out = append(out, window[:n]...)
		} else {
			out = nil
		}
		if err := j.skip(n); err != nil {
			return nil, err
		}
		switch {
		case done && size > j.Limit:
			return nil, fmt.Errorf("a value of %d bytes is %w", size, ErrTooLarge)
		case done && size == 0:
			return nil, j.unexpected(window[0])
		case done:
			return slices.Clip(out), nil
		}
	}
}

// window returns what can be looked at without reading on, at least one byte.
func (j *JSON) window() ([]byte, error) {
	if _, err := j.R.Peek(1); err != nil {
		return nil, err
	}
	return j.R.Peek(j.R.Buffered())
}

func (j *JSON) skip(n int) error {
	n, err := j.R.Discard(n)
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
func (j *JSON) object(doc *Document) error {
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
			doc.Listed = true
			return j.items(doc)
		}
		value, err := j.value()
		if err != nil {
			return err
		}
		doc.size += len(key) + len(value)
		if doc.size > j.Limit {
			return fmt.Errorf("a document beside its items is %w", ErrTooLarge)
		}
		doc.fields = append(doc.fields, field{key, value})
		return nil
	})
}

func (j *JSON) colon() error {
	c, err := j.peek()
	switch {
	case err != nil:
		return unexpectedEnd(err)
	case c != ':':
		return j.unexpected(c)
	}
	return j.skip(1)
}

func (j *JSON) items(doc *Document) error {
	return j.sequence(']', func(byte) error {
		value, err := j.value()
		switch {
		case errors.Is(err, ErrTooLarge):
			doc.Left++
		case err != nil:
			return err
		default:
			doc.Items = append(doc.Items, value)
		}
		return nil
	})
}

func (j *JSON) elements(visit func([]byte)) error {
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
func (j *JSON) sequence(closing byte, element func(next byte) error) error {
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
