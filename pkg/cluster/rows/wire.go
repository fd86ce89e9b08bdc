package rows

import (
	"errors"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protowire"
)

var errCutShort = errors.New("a value reaches beyond its end")

// wireError is what protowire says of bytes that are in memory whole: where
// they end too early, no more of them come.
func wireError(n int) error {
	err := protowire.ParseError(n)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errCutShort
	}
	return err
}

// fields walks the fields of one message that is in memory whole. After next
// has returned true, exactly one of the methods that consume a field must be
// called. Errors stick: once err is set, next is false.
type fields struct {
	b   []byte           // what is left
	num protowire.Number // of the current field
	typ protowire.Type   // of the current field
	err error
}

func (f *fields) next() bool {
	if f.err != nil || len(f.b) == 0 {
		return false
	}
	num, typ, n := protowire.ConsumeTag(f.b)
	f.num, f.typ = num, typ
	f.pass(n)
	return f.err == nil
}

// pass goes on behind n bytes, or keeps the error that protowire gives instead.
func (f *fields) pass(n int) {
	if n < 0 {
		f.err = wireError(n)
		return
	}
	f.b = f.b[n:]
}

// bytes consumes a field that holds a string or a message.
func (f *fields) bytes() []byte {
	if !f.is(protowire.BytesType) {
		return nil
	}
	v, n := protowire.ConsumeBytes(f.b)
	f.pass(n)
	return v
}

// varint consumes a field that holds a number.
func (f *fields) varint() uint64 {
	if !f.is(protowire.VarintType) {
		return 0
	}
	v, n := protowire.ConsumeVarint(f.b)
	f.pass(n)
	return v
}

// skip consumes a field of any type.
func (f *fields) skip() { f.pass(protowire.ConsumeFieldValue(f.num, f.typ, f.b)) }

// end takes over the error of the fields of a message within.
func (f *fields) end(inner *fields) {
	if f.err == nil {
		f.err = inner.err
	}
}

func (f *fields) is(typ protowire.Type) bool {
	if f.typ != typ {
		f.err = fmt.Errorf("field %d has wire type %d instead of %d", f.num, f.typ, typ)
	}
	return f.err == nil
}
