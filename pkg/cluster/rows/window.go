package rows

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"google.golang.org/protobuf/encoding/protowire"

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
	w.pass(int(n))
	return w.buf[w.from-int(n) : w.from], nil
}

func (w *window) pass(n int) {
	w.from += n
	w.at += int64(n)
}

// number reads a number. Bytes behind it are waited for only as long as they
// could be part of it.
func (w *window) number() (uint64, error) {
	err := w.need(binary.MaxVarintLen64) // at the end of the stream there are fewer
	there := int64(w.to - w.from)
	v, n := protowire.ConsumeVarint(w.buf[w.from : w.from+int(min(there, w.limit-w.at))])
	switch {
	case n >= 0:
		w.pass(n)
		return v, nil
	case err != nil && errors.Is(protowire.ParseError(n), io.ErrUnexpectedEOF) && there < w.limit-w.at:
		return 0, err
	}
	return 0, answer.Undecodable(wireError(n))
}

// tag reads the tag of a field.
func (w *window) tag() (protowire.Number, protowire.Type, error) {
	v, err := w.number()
	if err != nil {
		return 0, 0, err
	}
	num, typ := protowire.DecodeTag(v)
	if num < protowire.MinValidNumber {
		err = answer.Undecodable(fmt.Errorf("%d is no field number", num))
	}
	return num, typ, err
}

// length reads the length of a message whose tag says that it is of the wire
// type.
func (w *window) length(typ protowire.Type) (int64, error) {
	if typ != protowire.BytesType {
		return 0, answer.Undecodable(fmt.Errorf("a message has wire type %d", typ))
	}
	v, err := w.number()
	if err == nil && v > uint64(w.limit-w.at) {
		err = answer.Undecodable(errCutShort)
	}
	return int64(v), err
}

// message reads a message whose tag says that it is of the wire type.
func (w *window) message(typ protowire.Type) ([]byte, error) {
	n, err := w.length(typ)
	if err != nil {
		return nil, err
	}
	return w.take(n)
}

// skip passes over the value of a field whose tag has been read. Groups, which
// are older than any API, are none.
func (w *window) skip(typ protowire.Type) error {
	var err error
	switch typ {
	case protowire.VarintType:
		_, err = w.number()
	case protowire.Fixed64Type:
		_, err = w.take(8)
	case protowire.Fixed32Type:
		_, err = w.take(4)
	default:
		_, err = w.message(typ)
	}
	return err
}
