package rows

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/answer"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/rowstest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// readPlain reads an answer with ours. The rows are copied when they are handed
// over and spoiled afterwards, so that nothing read later may depend on them.
func readPlain(tb testing.TB, read func(*Reader, io.Reader) (metav1.ListMeta, error), in io.Reader, want trace.Want) ([]rowstest.Row, metav1.ListMeta, error) {
	tb.Helper()
	var rows []rowstest.Row
	r := &Reader{Want: &want, Sink: func(batch []trace.Row) {
		for i := range batch {
			rows = append(rows, rowstest.Plain(&batch[i]))
			batch[i].Name, batch[i].Grace = nil, -1
		}
	}}
	meta, err := read(r, in)
	return rows, meta, err
}

// TestReadRandomLists compares ours with the ordinary decoders, in both
// encodings and with readers that give as little as they may.
func TestReadRandomLists(t *testing.T) {
	rounds := uint64(300)
	if testing.Short() {
		rounds = 12
	}
	for seed := range rounds {
		list := rowstest.List(rowstest.Items(seed, rand.New(rand.NewPCG(seed, 1)).IntN(400))...)
		list.Continue = []string{"", "token"}[seed%2]
		want := rowstest.ExpectedOf(list, rowstest.Want)
		jsonBody, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		for name, in := range map[string]struct {
			read func(*Reader, io.Reader) (metav1.ListMeta, error)
			body []byte
		}{
			"protobuf": {(*Reader).ReadProtobuf, rowstest.Encode(t, list)},
			"json":     {(*Reader).ReadJSON, jsonBody},
		} {
			var reader io.Reader = bytes.NewReader(in.body)
			switch seed % 4 {
			case 1:
				reader = iotest.HalfReader(reader)
			case 2:
				reader = iotest.DataErrReader(reader)
			case 3:
				reader = iotest.OneByteReader(reader)
			}
			rows, meta, err := readPlain(t, in.read, reader, rowstest.Want)
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, name, err)
			}
			if diff := cmp.Diff(list.ListMeta, meta); diff != "" {
				t.Errorf("seed %d, %s: list metadata (-want +got):\n%s", seed, name, diff)
			}
			if diff := cmp.Diff(want, rows, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("seed %d, %s: rows (-want +got):\n%s", seed, name, diff)
			}
		}
	}
}

// TestReadLargeItems has items larger than the buffer, which grows and stays.
func TestReadLargeItems(t *testing.T) {
	items := rowstest.Items(7, 20)
	for _, i := range []int{3, 4, 11} {
		items[i].Annotations = map[string]string{"note": strings.Repeat("large", windowSize), "other": strings.Repeat("x", 3*windowSize)}
	}
	list := rowstest.List(items...)
	rows, _, err := readPlain(t, (*Reader).ReadProtobuf, bytes.NewReader(rowstest.Encode(t, list)), rowstest.Want)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(rowstest.ExpectedOf(list, rowstest.Want), rows, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// TestReadBroken shows what is made of answers that are none. The rows before
// the fault have been handed over.
func TestReadBroken(t *testing.T) {
	items := rowstest.Items(1, 3)
	whole := rowstest.Encode(t, rowstest.List(items...))
	status := rowstest.Encode(t, &metav1.Status{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Status"}})
	short := []byte("k8s\x00\x0a\x1b\x12\x19PartialObjectMetadataList\x12")
	for name, tc := range map[string]struct {
		body  []byte
		json  bool
		rows  int
		early bool // io.ErrUnexpectedEOF instead of an undecodable answer
		words string
	}{
		"empty":                  {nil, false, 0, true, ""},
		"garbage":                {[]byte("<html>nothing here</html>"), false, 0, false, `"<htm"`},
		"magic only":             {[]byte("k8s\x00"), false, 0, false, "no list"},
		"status":                 {status, false, 0, false, `"Status"`},
		"cut in the last item":   {whole[:len(whole)-40], false, 2, true, ""},
		"two lists":              {slices.Concat(whole, whole[4:]), false, 3, false, "two lists"},
		"list claims too much":   {append(slices.Clone(short), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0x12, 0x01), false, 0, true, ""},
		"item claims too much":   {append(slices.Clone(short), 0xff, 0xff, 0xff, 0xff, 0x7f, 0x12, 0xff, 0xff, 0xff, 0xff, 0x0f), false, 0, false, "larger than any"},
		"item beyond the list":   {append(slices.Clone(short), 0x02, 0x12, 0x7f, 0x00), false, 0, false, errCutShort.Error()},
		"negative length":        {append(slices.Clone(short), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01), false, 0, false, errCutShort.Error()},
		"endless number":         {append(slices.Clone(short), 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01), false, 0, false, "overflow"},
		"json empty":             {nil, true, 0, true, ""},
		"json garbage":           {[]byte("<html>"), true, 0, false, "invalid character"},
		"json array":             {[]byte("[]"), true, 0, false, "begins with ["},
		"json without items":     {[]byte(`{"kind":"Status"}`), true, 0, false, `"Status"`},
		"json items no list":     {[]byte(`{"items":{}}`), true, 0, false, "are {"},
		"json cut":               {[]byte(`{"items":[{"metadata":{"name":"a"}},{"metadata":{"na`), true, 1, true, ""},
		"json wrong type":        {[]byte(`{"items":[{"metadata":{"name":"a"}},{"metadata":{"name":7}}]}`), true, 1, false, "cannot unmarshal"},
		"json finalizers string": {[]byte(`{"items":[{"metadata":{"finalizers":"a"}}]}`), true, 0, false, "cannot unmarshal"},
	} {
		t.Run(name, func(t *testing.T) {
			read := (*Reader).ReadProtobuf
			if tc.json {
				read = (*Reader).ReadJSON
			}
			rows, _, err := readPlain(t, read, bytes.NewReader(tc.body), rowstest.Want)
			if err == nil || !strings.Contains(err.Error(), tc.words) {
				t.Errorf("error %v, want one with %q", err, tc.words)
			}
			if answer.IsUndecodable(err) == tc.early || errors.Is(err, io.ErrUnexpectedEOF) != tc.early {
				t.Errorf("error %#v, want early end: %t", err, tc.early)
			}
			want := items
			if tc.json {
				want = []metav1.ObjectMeta{{Name: "a"}}
			}
			if diff := cmp.Diff(rowstest.ExpectedOf(rowstest.List(want[:tc.rows]...), rowstest.Want), rows, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

// TestReadErrorOfTheStream passes on what the connection says.
func TestReadErrorOfTheStream(t *testing.T) {
	broken := errors.New("the connection broke")
	whole := rowstest.Encode(t, rowstest.List(rowstest.Items(1, 3)...))
	in := io.MultiReader(bytes.NewReader(whole[:len(whole)-40]), iotest.ErrReader(broken))
	rows, _, err := readPlain(t, (*Reader).ReadProtobuf, in, rowstest.Want)
	if !errors.Is(err, broken) || len(rows) != 2 {
		t.Errorf("%d rows and error %v, want 2 and %v", len(rows), err, broken)
	}
}

// TestReadAllocatesNothing holds the reader to its promise: whatever the length
// of a list, what it takes is a buffer and a batch of rows.
func TestReadAllocatesNothing(t *testing.T) {
	body := rowstest.Encode(t, rowstest.List(rowstest.Items(3, 5000)...))
	want := rowstest.Want
	r := &Reader{Want: &want, Sink: func([]trace.Row) {}}
	in := bytes.NewReader(nil)
	read := func() {
		in.Reset(body)
		if _, err := r.ReadProtobuf(in); err != nil {
			t.Fatal(err)
		}
	}
	read()
	if n := testing.AllocsPerRun(5, read); n > 10 {
		t.Errorf("%.0f allocations for a list of 5000, want a handful", n)
	}
	if len(r.buf) > 2*windowSize || len(r.rows) > rowsAtOnce {
		t.Errorf("kept a buffer of %d bytes and %d rows", len(r.buf), len(r.rows))
	}
}

// TestWindowGrowsWithWhatArrives reads lengths that promise more than comes.
func TestWindowGrowsWithWhatArrives(t *testing.T) {
	w := newWindow(strings.NewReader("little"), nil, func() {})
	if _, err := w.take(maxPiece); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v, want an early end", err)
	}
	if len(w.buf) > 2*windowSize {
		t.Errorf("the buffer has %d bytes for an answer of 6", len(w.buf))
	}
}

func BenchmarkRead(b *testing.B) {
	const items = 5000
	list := rowstest.List(rowstest.Items(3, items)...)
	body := rowstest.Encode(b, list)
	jsonBody, err := json.Marshal(list)
	if err != nil {
		b.Fatal(err)
	}
	want := rowstest.Want
	count := 0
	r := &Reader{Want: &want, Sink: func(rows []trace.Row) { count += len(rows) }}
	ordinary := rowstest.Serializer(b)
	for name, bench := range map[string]struct {
		body []byte
		read func(io.Reader) error
	}{
		"protobuf/ours": {body, func(in io.Reader) error {
			_, err := r.ReadProtobuf(in)
			return err
		}},
		"protobuf/ordinary": {body, func(in io.Reader) error {
			data, err := io.ReadAll(in)
			if err != nil {
				return err
			}
			var into metav1.PartialObjectMetadataList
			_, _, err = ordinary.Decode(data, nil, &into)
			return err
		}},
		"json/ours": {jsonBody, func(in io.Reader) error {
			_, err := r.ReadJSON(in)
			return err
		}},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(bench.body)))
			for b.Loop() {
				if err := bench.read(bytes.NewReader(bench.body)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/items, "ns/item")
		})
	}
}
