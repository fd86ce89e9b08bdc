package rows

import (
	"errors"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protowire"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/answer"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// rowsAtOnce bounds how many rows are handed over together.
const rowsAtOnce = 256

// Reader reads lists of metadata, one after the other, into rows that it
// reuses. The zero value is ready but for Want and Sink. It is not safe for
// concurrent use.
type Reader struct {
	// Want says which labels and annotations the rows show.
	Want *trace.Want
	// Sink takes rows, which change after it returns.
	Sink func([]trace.Row)

	buf  []byte
	rows []trace.Row // filled ones first
	full int         // how many are filled
}

// flush hands over the filled rows.
func (r *Reader) flush() {
	if r.full > 0 {
		r.Sink(r.rows[:r.full])
		r.full = 0
	}
}

// row returns a cleared row, which counts as filled.
func (r *Reader) row() *trace.Row {
	if r.full == rowsAtOnce {
		r.flush()
	}
	if r.full == len(r.rows) {
		r.rows = append(r.rows, trace.Row{})
	}
	row := &r.rows[r.full]
	r.full++
	*row = trace.Row{
		Finalizers:  row.Finalizers[:0],
		Owners:      row.Owners[:0],
		Labels:      row.Labels[:0],
		Annotations: row.Annotations[:0],
	}
	return row
}

// The fields of runtime.Unknown, which wraps every answer.
const (
	wrapperType = 1
	wrapperBody = 2
	// wrapperEncoding and wrapperContent say how the body is encoded where it
	// is not a plain message; the API server leaves both empty.
	wrapperEncoding = 3
	wrapperContent  = 4
)

// ReadProtobuf reads a PartialObjectMetadataList as the API server sends it,
// item by item: what it keeps in memory is a buffer and one item at most. It
// returns the list's own metadata.
//
// Rows that were read before an error have been handed over. Of what the
// ordinary decoder accepts it refuses: a body that stands twice or not at all
// or before its type, another type, single items above maxPiece, and bytes that
// no encoder writes, such as overlong numbers or an entry of a map that reaches
// beyond its end. Of what the ordinary decoder refuses it accepts: malformed
// managedFields.
func (r *Reader) ReadProtobuf(in io.Reader) (metav1.ListMeta, error) {
	var meta metav1.ListMeta
	w := newWindow(in, r.buf, r.flush)
	err := r.readWrapper(w, &meta)
	r.flush()
	r.buf = w.buf
	return meta, err
}

func (r *Reader) readWrapper(w *window, meta *metav1.ListMeta) error {
	magic, err := w.take(int64(len(answer.ProtobufMagic)))
	if err != nil {
		return err
	}
	if string(magic) != answer.ProtobufMagic {
		return answer.Undecodable(fmt.Errorf("the answer does not begin as one in protocol buffers: %q", magic))
	}
	var kind runtime.TypeMeta
	seen := false
	for {
		more, err := w.more()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		num, typ, err := w.tag()
		if err != nil {
			return err
		}
		if num == wrapperBody && seen {
			return answer.Undecodable(errors.New("the answer holds two lists"))
		}
		seen = seen || num == wrapperBody
		if err := r.readWrapperField(w, num, typ, &kind, meta); err != nil {
			return err
		}
	}
	if !seen {
		return answer.Undecodable(errors.New("the answer holds no list"))
	}
	return nil
}

func (r *Reader) readWrapperField(w *window, num protowire.Number, typ protowire.Type, kind *runtime.TypeMeta, meta *metav1.ListMeta) error {
	switch num {
	case wrapperType:
		b, err := w.message(typ)
		if err != nil {
			return err
		}
		return answer.Undecodable(kind.Unmarshal(b))
	case wrapperBody:
		if kind.Kind != "PartialObjectMetadataList" {
			return answer.Undecodable(fmt.Errorf("the answer is a %q and not a list of metadata", kind.Kind))
		}
		n, err := w.length(typ)
		if err != nil {
			return err
		}
		return r.readList(w, n, meta)
	case wrapperEncoding, wrapperContent:
		_, err := w.message(typ)
		return err
	default:
		return w.skip(typ)
	}
}

// readList reads the n bytes of a PartialObjectMetadataList.
func (r *Reader) readList(w *window, n int64, meta *metav1.ListMeta) error {
	outer := w.limit
	w.limit = w.at + n
	for w.at < w.limit {
		num, typ, err := w.tag()
		if err != nil {
			return err
		}
		switch num {
		case listMetadata:
			err = readListMeta(w, typ, meta)
		case listItem:
			err = r.readListItem(w, typ)
		default:
			err = w.skip(typ)
		}
		if err != nil {
			return err
		}
	}
	w.limit = outer
	return nil
}

func readListMeta(w *window, typ protowire.Type, meta *metav1.ListMeta) error {
	b, err := w.message(typ)
	if err != nil {
		return err
	}
	return answer.Undecodable(meta.Unmarshal(b))
}

func (r *Reader) readListItem(w *window, typ protowire.Type) error {
	b, err := w.message(typ)
	if err != nil {
		return err
	}
	row := r.row()
	if err := readItem(b, r.Want, row); err != nil {
		r.full--
		return answer.Undecodable(err)
	}
	return nil
}
