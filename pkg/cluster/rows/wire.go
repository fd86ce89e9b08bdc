package rows

import (
	"errors"
	"fmt"
)

// The wire types of protocol buffers.
const (
	wireVarint     = 0
	wireFixed64    = 1
	wireBytes      = 2
	wireStartGroup = 3
	wireEndGroup   = 4
	wireFixed32    = 5
)

// What can be wrong with bytes that should be a message.
var (
	errCutShort    = errors.New("a value reaches beyond its end")
	errOverflow    = errors.New("a number has too many bits")
	errLength      = errors.New("a length is negative")
	errGroupEnd    = errors.New("a group ends that has not begun")
	errFieldNumber = errors.New("a field number is not positive")
)

// fields walks the fields of one message that is in memory whole. After next
// has returned true, exactly one of the methods that consume a field must be
// called. Errors stick: once err is set, next is false.
//
// It accepts what the decoders generated for the Kubernetes API types accept,
// oddities included (overlong numbers, truncated field numbers, map entries
// that reach beyond their own end), so that the two never disagree on an
// object. That is why it does without protowire, which is stricter.
type fields struct {
	b   []byte
	i   int   // the next byte to read
	tag int   // where the current field begins
	num int32 // number of the current field
	typ int   // wire type of the current field
	err error
}

func (f *fields) next() bool {
	if f.err != nil || f.i >= len(f.b) {
		return false
	}
	f.tag = f.i
	tag := f.number()
	f.num, f.typ = int32(tag>>3), int(tag&7)
	switch {
	case f.err != nil:
	case f.typ == wireEndGroup:
		f.err = errGroupEnd
	case f.num <= 0:
		f.err = errFieldNumber
	}
	return f.err == nil
}

// number reads a number at the current position.
func (f *fields) number() uint64 {
	if f.i < len(f.b) && f.b[f.i] < 0x80 {
		f.i++
		return uint64(f.b[f.i-1])
	}
	v, next, err := number(f.b, f.i)
	if err != nil {
		f.err = err
		return 0
	}
	f.i = next
	return v
}

// piece reads a length and returns the bytes that follow.
func (f *fields) piece() []byte {
	n := int(f.number())
	switch {
	case f.err != nil:
		return nil
	case n < 0:
		f.err = errLength
		return nil
	case n > len(f.b)-f.i:
		f.err = errCutShort
		return nil
	}
	f.i += n
	return f.b[f.i-n : f.i : f.i]
}

// bytes consumes a field that holds a string or a message.
func (f *fields) bytes() []byte {
	if !f.is(wireBytes) {
		return nil
	}
	return f.piece()
}

// varint consumes a field that holds a number.
func (f *fields) varint() uint64 {
	if !f.is(wireVarint) {
		return 0
	}
	return f.number()
}

// entry consumes a field that holds an entry of a map from string to string.
// Generated decoders let a key or value reach beyond the entry as long as it
// ends within the message, and do not look at wire types here.
func (f *fields) entry() (key, value []byte) {
	body := f.bytes()
	if f.err != nil {
		return nil, nil
	}
	end := f.i
	f.i -= len(body)
	for f.err == nil && f.i < end {
		at := f.i
		switch tag := f.number(); {
		case f.err != nil:
		case int32(tag>>3) == 1:
			key = f.piece()
		case int32(tag>>3) == 2:
			value = f.piece()
		default:
			f.i = at
			f.skipWithin(end)
		}
	}
	f.i = end
	return key, value
}

// skip consumes a field of any type.
func (f *fields) skip() {
	f.i = f.tag
	f.skipWithin(len(f.b))
}

func (f *fields) skipWithin(end int) {
	next, err := skipField(f.b, f.i)
	switch {
	case err != nil:
		f.err = err
	case next > end:
		f.err = errCutShort
	default:
		f.i = next
	}
}

func (f *fields) is(typ int) bool {
	if f.typ != typ {
		f.err = fmt.Errorf("field %d has wire type %d instead of %d", f.num, f.typ, typ)
	}
	return f.err == nil
}

// number reads a number of up to ten bytes, whatever bits the last one has.
func number(b []byte, i int) (v uint64, next int, err error) {
	for shift := 0; shift < 64; shift += 7 {
		if i >= len(b) {
			return 0, 0, errCutShort
		}
		c := b[i]
		i++
		v |= uint64(c&0x7f) << shift
		if c < 0x80 {
			return v, i, nil
		}
	}
	return 0, 0, errOverflow
}

// skipField returns where the field ends whose tag begins at i. That may lie
// beyond the end of b.
func skipField(b []byte, i int) (int, error) {
	depth := 0
	for i < len(b) {
		tag, next, err := number(b, i)
		if err != nil {
			return 0, err
		}
		i, depth, err = skipValue(b, next, int(tag&7), depth)
		if err != nil || depth == 0 {
			return i, err
		}
	}
	return 0, errCutShort
}

// skipValue returns where the value ends that begins at i, and how many groups
// are open then.
func skipValue(b []byte, i, typ, depth int) (int, int, error) {
	switch typ {
	case wireVarint:
		_, next, err := number(b, i)
		return next, depth, err
	case wireFixed64:
		return i + 8, depth, nil
	case wireFixed32:
		return i + 4, depth, nil
	case wireStartGroup:
		return i, depth + 1, nil
	case wireEndGroup:
		if depth == 0 {
			return 0, 0, errGroupEnd
		}
		return i, depth - 1, nil
	case wireBytes:
		v, next, err := number(b, i)
		if err != nil {
			return 0, 0, err
		}
		if int(v) < 0 || next+int(v) < 0 {
			return 0, 0, errLength
		}
		return next + int(v), depth, nil
	}
	return 0, 0, fmt.Errorf("wire type %d does not exist", typ)
}
