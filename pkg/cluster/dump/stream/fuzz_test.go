package stream

import (
	"bufio"
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzJSON takes valid JSON apart and compares with the standard decoder.
func FuzzJSON(f *testing.F) {
	for _, s := range []string{
		`{"a":1,"b":"\"}","items":[1,"x",{"y":[]},null]}`, `{}`, `{"items":[]}`, ` { "a" : [ { } ] , "c":-1.5e3 } `, `{"items":{}}`, `{"a":"\\"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var want map[string]json.RawMessage
		if trimmed := bytes.TrimSpace(data); len(trimmed) == 0 || trimmed[0] != '{' || json.Unmarshal(data, &want) != nil {
			return
		}
		compareMembers(t, data, want)
		doc := &Document{}
		j := JSON{R: bufio.NewReaderSize(bytes.NewReader(data), 16), Limit: 1 << 20}
		if err := j.Documents(func(d *Document) { doc = d }); err != nil {
			t.Fatalf("%q: %v", data, err)
		}
		var items []json.RawMessage
		if doc.Listed && json.Unmarshal(want["items"], &items) == nil && !strings.Contains(string(data[1:]), `"items"`) {
			t.Errorf("items out of nothing")
		}
		var got map[string]json.RawMessage
		if err := json.Unmarshal(doc.Whole(), &got); err != nil && len(doc.Items) == 0 {
			t.Fatalf("%q: put together: %q: %v", data, doc.Whole(), err)
		}
		for key := range got {
			if _, ok := want[key]; !ok {
				t.Errorf("%q: field %q out of nothing", data, key)
			}
		}
	})
}

func compareMembers(t *testing.T, data []byte, want map[string]json.RawMessage) {
	t.Helper()
	got := map[string]json.RawMessage{}
	EachMember(data, func(quoted, value []byte, at int) {
		var key string
		if err := json.Unmarshal(quoted, &key); err != nil {
			t.Fatalf("%q: key %q: %v", data, quoted, err)
		}
		if !bytes.Equal(data[at:at+len(value)], value) {
			t.Errorf("%q: %q does not stand at %d", data, value, at)
		}
		got[key] = value
	})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%q: members, -want +got:\n%s", data, diff)
	}
}
