package rows

import (
	"slices"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Field numbers of meta/v1 in k8s.io/apimachinery, generated.proto.
const (
	listMetadata = 1
	listItem     = 2

	itemMetadata = 1

	metaName            = 1
	metaGenerateName    = 2
	metaNamespace       = 3
	metaSelfLink        = 4
	metaUID             = 5
	metaResourceVersion = 6
	metaGeneration      = 7
	metaCreated         = 8
	metaDeleted         = 9
	metaGrace           = 10
	metaLabel           = 11
	metaAnnotation      = 12
	metaOwner           = 13
	metaFinalizer       = 14
	metaManagedFields   = 17

	ownerKind       = 1
	ownerName       = 3
	ownerUID        = 4
	ownerAPIVersion = 5
	ownerController = 6
	ownerBlock      = 7

	entryKey   = 1
	entryValue = 2

	timeSeconds = 1
	timeNanos   = 2
)

// readItem fills a cleared row from the bytes of a PartialObjectMetadata. The
// row's slices lie in b afterwards. managedFields, as a rule the larger part
// of an object's metadata, are passed over unseen.
func readItem(b []byte, want *trace.Want, row *trace.Row) error {
	f := fields{b: b}
	for f.next() {
		if f.num != itemMetadata {
			f.skip()
			continue
		}
		if meta := f.bytes(); f.err == nil {
			f.err = readMeta(meta, want, row)
		}
	}
	return f.err
}

func readMeta(b []byte, want *trace.Want, row *trace.Row) error {
	f := fields{b: b}
	for f.next() {
		switch f.num {
		case metaName:
			row.Name = f.bytes()
		case metaNamespace:
			row.Namespace = f.bytes()
		case metaUID:
			row.UID = f.bytes()
		case metaCreated:
			row.Created = f.time()
		case metaDeleted:
			row.Deleted = f.time()
		case metaGrace:
			row.Grace = int64(f.varint())
		case metaLabel:
			row.Labels = f.pair(want.Labels, row.Labels)
		case metaAnnotation:
			row.Annotations = f.pair(want.Annotations, row.Annotations)
		case metaOwner:
			row.Owners = append(row.Owners, f.owner())
		case metaFinalizer:
			row.Finalizers = append(row.Finalizers, f.bytes())
		case metaGenerateName, metaSelfLink, metaResourceVersion, metaManagedFields:
			f.bytes()
		case metaGeneration:
			f.varint()
		default:
			f.skip()
		}
	}
	return f.err
}

// pair consumes a map entry and keeps it if its key is wanted. Of several
// entries with one key the last one holds.
func (f *fields) pair(wanted []string, pairs []trace.RowPair) []trace.RowPair {
	var key, value []byte
	g := fields{b: f.bytes()}
	for g.next() {
		switch g.num {
		case entryKey:
			key = g.bytes()
		case entryValue:
			value = g.bytes()
		default:
			g.skip()
		}
	}
	f.end(&g)
	if slices.ContainsFunc(wanted, func(w string) bool { return w == string(key) }) {
		return putPair(pairs, key, value)
	}
	return pairs
}

func putPair(pairs []trace.RowPair, key, value []byte) []trace.RowPair {
	for i := range pairs {
		if string(pairs[i].Key) == string(key) {
			pairs[i].Value = value
			return pairs
		}
	}
	return append(pairs, trace.RowPair{Key: key, Value: value})
}

func (f *fields) owner() trace.RowOwner {
	var o trace.RowOwner
	g := fields{b: f.bytes()}
	for g.next() {
		switch g.num {
		case ownerKind:
			o.Kind = g.bytes()
		case ownerName:
			o.Name = g.bytes()
		case ownerUID:
			o.UID = g.bytes()
		case ownerAPIVersion:
			o.APIVersion = g.bytes()
		case ownerController:
			o.Controller = g.varint() != 0
		case ownerBlock:
			o.Block = g.varint() != 0
		default:
			g.skip()
		}
	}
	f.end(&g)
	return o
}

// time consumes a Time. The API's times have whole seconds: fractions on the
// wire are ignored, as the API's own decoder does.
func (f *fields) time() time.Time {
	g := fields{b: f.bytes()}
	if len(g.b) == 0 {
		return time.Time{}
	}
	var seconds int64
	for g.next() {
		switch g.num {
		case timeSeconds:
			seconds = int64(g.varint())
		case timeNanos:
			g.varint()
		default:
			g.skip()
		}
	}
	f.end(&g)
	return time.Unix(seconds, 0).UTC()
}
