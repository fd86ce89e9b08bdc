package rows

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"google.golang.org/protobuf/encoding/protowire"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/answer"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/rowstest"
)

// FuzzReadList feeds the bytes of a list, right and wrong, to the ordinary
// decoder and to ours. Where both make something of them, it must be the same.
// Ours may refuse what the ordinary one accepts only where no encoder writes it
// so: once encoded anew it must be read. Where the ordinary one refuses, so must
// ours, unless all that is wrong lies within managedFields, which it does not
// look at.
func FuzzReadList(f *testing.F) {
	for seed := range uint64(5) {
		list := rowstest.List(rowstest.Items(seed, int(seed))...)
		list.Continue = []string{"", "token"}[seed%2]
		raw, err := list.Marshal()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
		f.Add(raw[:len(raw)/2])
	}
	// An entry whose value reaches beyond it, an overlong number, a group, a
	// field number of more than 32 bits, times of no length and of fractions,
	// one object's metadata in two parts, a selfLink, a field of the wrong type.
	for _, meta := range []string{
		"\x0a\x01a\x5a\x06\x0a\x03app\x12\x02xy",
		"\x0a\x81\x80\x80\x80\x80\x80\x80\x80\x80\x7ea",
		"\x0a\x01a\xa3\x06\x08\x01\xa4\x06",
		"\x8a\x80\x80\x80\x80\x80\x80\x80\x40\x01b",
		"\x42\x00\x4a\x04\x08\x05\x10\x07",
		"\x50\x80\x80\x80\x80\x80\x80\x80\x80\x80\x03",
		"\x0a\x01a\x22\x07/api/v1\x5a\x07\x0a\x03app\x12\x00",
		"\x08\x01",
		"\x8a\x01\x02\x08\x01",
		"\x6a\x04\x30\x80\x80\x00",
	} {
		item := message(itemMetadata, meta)
		f.Add(message(listItem, string(item)))
		f.Add(message(listItem, string(item)+string(item)))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var ordinary metav1.PartialObjectMetadataList
		wantErr := ordinary.Unmarshal(raw)
		rows, meta, err := readPlain(t, (*Reader).ReadProtobuf, bytes.NewReader(wrapped(raw)), rowstest.Want)
		switch {
		case wantErr == nil && err != nil:
			again, encodeErr := ordinary.Marshal()
			if encodeErr != nil {
				t.Fatal(encodeErr)
			}
			refused := err
			if rows, meta, err = readPlain(t, (*Reader).ReadProtobuf, bytes.NewReader(wrapped(again)), rowstest.Want); err != nil || !answer.IsUndecodable(refused) {
				t.Fatalf("ours refuses a good list: %v, and encoded anew: %v", refused, err)
			}
		case wantErr != nil && err == nil:
			var again metav1.PartialObjectMetadataList
			if err := again.Unmarshal(withoutManagedFields(raw)); err != nil {
				t.Fatalf("ours accepts a bad list: %v", wantErr)
			}
			ordinary = again
		case wantErr != nil:
			if !answer.IsUndecodable(err) {
				t.Fatalf("the fault of the list is not told as such: %v", err)
			}
			return
		}
		compareWithOrdinary(t, &ordinary, meta, rows)
	})
}

// FuzzReadAnswer feeds whole answers to both. Ours is stricter about what is
// around the list: see ReadProtobuf.
func FuzzReadAnswer(f *testing.F) {
	for seed := range uint64(4) {
		whole := rowstest.Encode(f, rowstest.List(rowstest.Items(seed, int(seed))...))
		f.Add(whole)
		f.Add(whole[:len(whole)/2])
		f.Add(append(bytes.Clone(whole), message(wrapperContent, "application/json")...))
		f.Add(append(bytes.Clone(whole), "\xa3\x06\x08\x01\xa4\x06"...))
	}
	f.Add(rowstest.Encode(f, &metav1.Status{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Status"}}))
	decoder := rowstest.Serializer(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		rows, meta, err := readPlain(t, (*Reader).ReadProtobuf, bytes.NewReader(body), rowstest.Want)
		if err != nil {
			return
		}
		var wrapper runtime.Unknown
		if err := wrapper.Unmarshal(body[len(answer.ProtobufMagic):]); err != nil {
			t.Fatalf("ours accepts a bad wrapper: %v", err)
		}
		var list metav1.PartialObjectMetadataList
		if _, _, err := decoder.Decode(body, nil, &list); err != nil {
			list = metav1.PartialObjectMetadataList{}
			if err := list.Unmarshal(withoutManagedFields(wrapper.Raw)); err != nil {
				t.Fatalf("ours accepts a bad answer: %v", err)
			}
		}
		compareWithOrdinary(t, &list, meta, rows)
	})
}

// FuzzReadJSON holds the reader of JSON to what the ordinary decoder makes of
// the lists that both accept.
func FuzzReadJSON(f *testing.F) {
	f.Add([]byte(`{"kind":"PodList","metadata":{"continue":"t"},"items":[{"metadata":{"name":"a","labels":{"app":"b"},"finalizers":["x"]}},{}]}`))
	f.Add([]byte(`{"items":null}`))
	f.Add([]byte(`{"items":[{"metadata":{"creationTimestamp":null,"deletionTimestamp":"2026-01-02T03:04:05Z","deletionGracePeriodSeconds":3}}]}`))
	f.Add([]byte(`{"items":[{"metadata":{"ownerReferences":[{"uid":"u","controller":true}]}}],"metadata":{"resourceVersion":"1"}} trailing`))
	f.Fuzz(func(t *testing.T, body []byte) {
		rows, meta, err := readPlain(t, (*Reader).ReadJSON, bytes.NewReader(body), rowstest.Want)
		var list metav1.PartialObjectMetadataList
		if err != nil || json.NewDecoder(bytes.NewReader(body)).Decode(&list) != nil {
			return
		}
		compareWithOrdinary(t, &list, meta, rows)
	})
}

// compareWithOrdinary compares ours with what the ordinary decoder has made of
// the same bytes.
func compareWithOrdinary(t *testing.T, ordinary *metav1.PartialObjectMetadataList, meta metav1.ListMeta, rows []rowstest.Row) {
	t.Helper()
	if diff := cmp.Diff(ordinary.ListMeta, meta); diff != "" {
		t.Errorf("list metadata (-ordinary +ours):\n%s", diff)
	}
	if want := rowstest.ExpectedOf(ordinary, rowstest.Want); !reflect.DeepEqual(want, rows) { // far faster than a diff of thousands
		if diff := cmp.Diff(want, rows, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("rows (-ordinary +ours):\n%s", diff)
		}
	}
}

// wrapped puts a list into the wrapper that the server sends it in.
func wrapped(raw []byte) []byte {
	typeMeta := message(2, "PartialObjectMetadataList")
	b := append([]byte("k8s\x00"), message(wrapperType, string(typeMeta))...)
	return append(b, message(wrapperBody, string(raw))...)
}

func message(num protowire.Number, body string) []byte {
	return protowire.AppendString(protowire.AppendTag(nil, num, protowire.BytesType), body)
}

// withoutManagedFields drops the managedFields from the bytes of a list and
// leaves all else as it is.
func withoutManagedFields(raw []byte) []byte {
	return mapField(raw, listItem, func(item []byte) []byte {
		return mapField(item, itemMetadata, func(meta []byte) []byte {
			return mapField(meta, metaManagedFields, func([]byte) []byte { return nil })
		})
	})
}

// mapField puts in the place of each message with the number what change makes
// of it; an empty one is left out. Bytes that are no fields stay.
func mapField(b []byte, num protowire.Number, change func([]byte) []byte) []byte {
	var out []byte
	for len(b) > 0 {
		got, typ, n := protowire.ConsumeField(b)
		if n < 0 {
			return append(out, b...)
		}
		field := b[:n]
		if got == num && typ == protowire.BytesType {
			_, _, tag := protowire.ConsumeTag(b)
			body, _ := protowire.ConsumeBytes(b[tag:])
			field = nil
			if changed := change(body); len(changed) > 0 || num != metaManagedFields {
				field = message(num, string(changed))
			}
		}
		out = append(out, field...)
		b = b[n:]
	}
	return out
}
