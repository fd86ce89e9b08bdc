package dump

import (
	"strings"
	"testing"
	"time"
)

// TestMoments takes the newest moment that a status tells of as past, at any depth, and none that may
// lie ahead.
func TestMoments(t *testing.T) {
	const none = "2026-02-01T10:00:00Z" // the deletion itself
	for status, want := range map[string]string{
		`{ready: true}`: none,
		`{conditions: [{type: Ready, lastTransitionTime: "2026-02-01T11:00:00Z"}]}`:                        "2026-02-01T11:00:00Z",
		`{turnError: {message: no, time: "2026-02-01T12:00:00Z"}}`:                                         "2026-02-01T12:00:00Z",
		`{wheel: {shafts: [{name: a, lastOiled: "2026-02-01T12:30:00Z"}], teeth: 3}}`:                      "2026-02-01T12:30:00Z",
		`{runs: [{startedAt: "2026-02-01T12:00:00Z"}, {startedAt: "2026-02-01T11:00:00Z"}]}`:               "2026-02-01T12:00:00Z",
		`{turnError: {message: no}, time: "2027-02-01T12:00:00Z"}`:                                         none,
		`{wheel: [{turnError: {}}, {time: "2027-02-01T12:00:00Z"}], next: {time: "2028-02-01T12:00:00Z"}}`: none,
		`{nextRun: "2027-02-01T12:00:00Z", notAfter: "2028-02-01T12:00:00Z"}`:                              none,
		`{next: {time: "2027-02-01T12:00:00Z"}, message: 'at "lastOiled": "2029-02-01T12:00:00Z"'}`:        none,
		`{lastOiled: "yesterday", lasting: "2029-02-01T12:00:00Z", last: "2029-02-01T12:00:00Z"}`:          none,
		`{lastOiled: {by: "2029-02-01T12:00:00Z"}, createdAt: ["2026-02-01T10:30:00.5Z", 3, null, ]}`:      "2026-02-01T10:30:00.5Z",
	} {
		text := "apiVersion: zorg.io/v1\nkind: Gear\nmetadata: {name: g1, deletionTimestamp: \"" + none + "\"}\nstatus: " + status + "\n"
		d, err := Read(t.Context(), strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Clock().At.Format(time.RFC3339Nano); got != want || !d.Clock().AtLeast {
			t.Errorf("%s: %s, want %s", status, got, want)
		}
	}
}

// TestShownAt takes from the age in a table when an object was seen, where the object tells when it
// was made.
func TestShownAt(t *testing.T) {
	const table = "$ kubectl get gears.zorg.io -n shop\nNAME   READY   AGE\ng1     no      3h5m\n$ kubectl get gears.zorg.io g1 -n shop -o yaml\n"
	const object = "apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  creationTimestamp: \"2026-02-01T08:00:00Z\"\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n"
	for name, tt := range map[string]struct{ text, want string }{
		"its age":               {table + object, "2026-02-01T11:05:00Z"},
		"without a namespace":   {strings.ReplaceAll(table, " -n shop", "") + object, "2026-02-01T11:05:00Z"},
		"by its short name":     {strings.ReplaceAll(table, "gears.zorg.io", "gr") + object, "2026-02-01T11:05:00Z"},
		"with its type":         {"$ kubectl api-resources -o name | xargs -n 1 kubectl get --show-kind -n shop\nNAME                AGE\ngear.zorg.io/g1     3h5m\n" + object, "2026-02-01T11:05:00Z"},
		"before the deletion":   {strings.Replace(table, "3h5m", "59m ", 1) + object, "2026-02-01T10:00:00Z"},
		"of another":            {strings.Replace(table, "g1  ", "g2  ", 1) + object, "2026-02-01T10:00:00Z"},
		"no age":                {strings.Replace(table, "3h5m", "<invalid>", 1) + object, "2026-02-01T10:00:00Z"},
		"when made is not told": {table + strings.Replace(object, "creation", "observation", 1), "2026-02-01T10:00:00Z"},
	} {
		d, err := Read(t.Context(), strings.NewReader(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Clock().At.Format(time.RFC3339); got != tt.want || !d.Clock().AtLeast {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

// TestDated knows by a date that was printed beside an object when it was copied, and only at
// least when where the object has changed since.
func TestDated(t *testing.T) {
	const object = "apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n"
	for name, tt := range map[string]struct {
		date, want string
		atLeast    bool
	}{
		"after the deletion":    {"2026-02-01T12:30:00Z", "2026-02-01T12:30:00Z", false},
		"at once":               {"2026-02-01T09:59:59Z", "2026-02-01T10:00:00Z", false},
		"well before":           {"2026-02-01T09:00:00Z", "2026-02-01T10:00:00Z", true},
		"no date that is known": {"half past nine", "2026-02-01T10:00:00Z", true},
	} {
		d, err := Read(t.Context(), strings.NewReader("$ date -u +%FT%TZ; kubectl get gear g1 -n shop -o yaml\n"+tt.date+"\n"+object))
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Clock(); got.At.Format(time.RFC3339) != tt.want || got.AtLeast != tt.atLeast {
			t.Errorf("%s: %s, at least %t; want %s, %t", name, got.At.Format(time.RFC3339), got.AtLeast, tt.want, tt.atLeast)
		}
	}
}
