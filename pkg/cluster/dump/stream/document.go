package stream

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
)

// ErrTooLarge says that a value was passed over for its size. What follows
// it can still be read.
var ErrTooLarge = errors.New("too large")

// Document is one document of a stream, with the items of a list kept apart.
type Document struct {
	Items  [][]byte
	Listed bool // has items, be they none
	Left   int  // items that were passed over for their size
	fields []field
	size   int // of the fields
}

type field struct{ key, value []byte }

// Size is how long the fields are beside the items.
func (d *Document) Size() int { return d.size }

// Text returns a field that is a string.
func (d *Document) Text(key string) string {
	var s string
	_ = json.Unmarshal(d.Field(key), &s)
	return s
}

// Field returns a field as it is written, nil where there is none.
func (d *Document) Field(key string) []byte {
	for _, f := range d.fields {
		if string(f.key) == `"`+key+`"` {
			return f.value
		}
	}
	return nil
}

// Put adds a field that is a string.
func (d *Document) Put(key, value string) {
	if text, err := json.Marshal(value); err == nil {
		d.fields = append(d.fields, field{[]byte(`"` + key + `"`), text})
		d.size += len(key) + len(text)
	}
}

// Words reports whether the document is a list without a single object in it.
func (d *Document) Words() bool {
	return len(d.Items) > 0 && len(d.fields) == 0 && !slices.ContainsFunc(d.Items, func(item []byte) bool { return item[0] == '{' || item[0] == '[' })
}

// Head is the document without its items.
func (d *Document) Head() []byte {
	head := Document{fields: d.fields, size: d.size}
	return head.Whole()
}

// Whole puts the fields together again.
func (d *Document) Whole() []byte {
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
	if len(d.Items) > 0 {
		out = append(out, `,"items":[`...)
		out = append(out, bytes.Join(d.Items, []byte{','})...)
		out = append(out, ']')
	}
	return append(out, '}')
}
