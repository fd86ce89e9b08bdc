package rows

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/answer"
)

const (
	// windowSize is what a window reads at a time.
	windowSize = 64 << 10
	// maxPiece bounds what a window keeps in memory at once. The server refuses
	// request bodies above 3 MiB and etcd objects above 1.5 MiB unless told
	// otherwise, so that the metadata of a real object is far smaller.
	maxPiece = 16 << 20
)

// window reads a stream piece by piece through one buffer. It grows the buffer
// only for bytes that have arrived, never for a length that something claims.
type window struct {
	in io.Reader
	// buf is reused; buf[from:to] has been read from in and not been taken.
	buf      []byte
	from, to int
	// at counts the bytes taken; nothing is taken beyond limit.
	at, limit int64
	// release is called before the bytes of earlier pieces are overwritten.
	release func()
}

func newWindow(in io.Reader, buf []byte, release func()) *window {
	return &window{in: in, buf: buf, limit: math.MaxInt64, release: release}
}

// more reports whether the stream goes on. It is not bounded by the limit.
func (w *window) more() (bool, error) {
	err := w.need(1)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return false, nil
	}
	return err == nil, err
}

// need makes n bytes stand in the buffer. At the end of the stream it fails
// with io.ErrUnexpectedEOF itself.
func (w *window) need(n int) error {
	if w.to-w.from >= n {
		return nil
	}
	w.release()
	w.to = copy(w.buf, w.buf[w.from:w.to])
	w.from = 0
	for idle := 0; w.to < n; {
		if w.to == len(w.buf) {
			w.buf = append(w.buf, make([]byte, min(max(len(w.buf), windowSize), max(n-len(w.buf), windowSize)))...)
		}
		got, err := w.in.Read(w.buf[w.to:])
		w.to += got
		switch {
		case w.to >= n:
		case err == io.EOF:
			return io.ErrUnexpectedEOF
		case err != nil:
			return err
		case got > 0:
			idle = 0
		default:
			if idle++; idle > 100 {
				return io.ErrNoProgress
			}
		}
	}
	return nil
}

// take returns the next n bytes. They stay as they are until release is called.
func (w *window) take(n int64) ([]byte, error) {
	switch {
	case n > w.limit-w.at:
		return nil, answer.Undecodable(errCutShort)
	case n > maxPiece:
		return nil, answer.Undecodable(fmt.Errorf("a piece of %d bytes is larger than any object's metadata", n))
	}
	if err := w.need(int(n)); err != nil {
		return nil, err
	}
	w.from += int(n)
	w.at += n
	return w.buf[w.from-int(n) : w.from], nil
}

// drop passes over the next n bytes without keeping them.
func (w *window) drop(n int64) error {
	if n > w.limit-w.at {
		return answer.Undecodable(errCutShort)
	}
	for n > 0 {
		if err := w.need(1); err != nil {
			return err
		}
		step := min(n, int64(w.to-w.from))
		w.from += int(step)
		w.at += step
		n -= step
	}
	return nil
}

// number reads a number, as the function number does from memory.
func (w *window) number() (uint64, error) {
	var v uint64
	for shift := 0; shift < 64; shift += 7 {
		b, err := w.take(1)
		if err != nil {
			return 0, err
		}
		v |= uint64(b[0]&0x7f) << shift
		if b[0] < 0x80 {
			return v, nil
		}
	}
	return 0, answer.Undecodable(errOverflow)
}

// length reads a length.
func (w *window) length() (int64, error) {
	v, err := w.number()
	switch {
	case err != nil:
		return 0, err
	case int64(v) < 0:
		return 0, answer.Undecodable(errLength)
	}
	return int64(v), nil
}

// tag reads the tag of a field.
func (w *window) tag() (num int32, typ int, err error) {
	tag, err := w.number()
	num, typ = int32(tag>>3), int(tag&7)
	switch {
	case err != nil:
	case typ == wireEndGroup:
		err = answer.Undecodable(errGroupEnd)
	case num <= 0:
		err = answer.Undecodable(errFieldNumber)
	}
	return num, typ, err
}

// message reads the length of a message whose tag says that it is of the wire
// type, and the message.
func (w *window) message(typ int) ([]byte, error) {
	n, err := w.messageLength(typ)
	if err != nil {
		return nil, err
	}
	return w.take(n)
}

func (w *window) messageLength(typ int) (int64, error) {
	if typ != wireBytes {
		return 0, answer.Undecodable(fmt.Errorf("a message has wire type %d", typ))
	}
	return w.length()
}

// skip passes over the value of a field whose tag has been read.
func (w *window) skip(typ int) error {
	depth := 0
	for {
		var err error
		switch typ {
		case wireVarint:
			_, err = w.number()
		case wireFixed64:
			err = w.drop(8)
		case wireFixed32:
			err = w.drop(4)
		case wireBytes:
			err = w.skipBytes()
		case wireStartGroup:
			depth++
		case wireEndGroup:
			if depth == 0 {
				return answer.Undecodable(errGroupEnd)
			}
			depth--
		default:
			err = answer.Undecodable(fmt.Errorf("wire type %d does not exist", typ))
		}
		if err != nil || depth == 0 {
			return err
		}
		tag, err := w.number()
		if err != nil {
			return err
		}
		typ = int(tag & 7)
	}
}

func (w *window) skipBytes() error {
	n, err := w.length()
	if err != nil {
		return err
	}
	return w.drop(n)
}
