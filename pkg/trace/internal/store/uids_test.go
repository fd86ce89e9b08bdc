package store

import "testing"

func FuzzUIDs(f *testing.F) {
	for _, s := range []string{"", "x", "0b8c3e5a-1d2f-4a6b-8c7d-9e0f1a2b3c4d", "0B8C3E5A-1D2F-4A6B-8C7D-9E0F1A2B3C4D", "0b8c3e5a-1d2f-4a6b-8c7d-9e0f1a2b3c4g", "0b8c3e5a01d2f-4a6b-8c7d-9e0f1a2b3c4d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var u uids
		key := u.Key([]byte(s))
		if got := u.Text(key); got != s {
			t.Errorf("%q came back as %q", s, got)
		}
		if _, plain := parseUUID([]byte(s)); plain == (len(u.odd) > 0) {
			t.Errorf("%q is kept though its key spells it, or the reverse", s)
		}
	})
}
