// Package dated reads of when the parts of a status are.
package dated

import (
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// WrittenSince reports whether somebody has written the status of an object since a time, by its managedFields.
func WrittenSince(obj *unstructured.Unstructured, asked time.Time) bool {
	return slices.ContainsFunc(obj.GetManagedFields(), func(e metav1.ManagedFieldsEntry) bool {
		since := e.Time != nil && !e.Time.UTC().Before(asked)
		return since && (e.Subresource == "status" || e.FieldsV1 != nil && strings.Contains(e.FieldsV1.GetRawString(), `"f:status"`))
	})
}

// Times are the times that a status shows.
type Times struct {
	Asked      time.Time
	Newest     time.Time // of before that
	Later      bool      // there is one of after it, or one of which that cannot be told
	Generation int64
	Seen       bool // it, or a part of it, is of the generation that the deletion made
}

const deepestStatus = 8 // of what is further down, nothing is known

// Read takes up what a part of the status shows.
func (t *Times) Read(value any, depth int) {
	t.Later = t.Later || depth > deepestStatus
	switch v := value.(type) {
	case map[string]any:
		n, _ := v["observedGeneration"].(int64)
		t.Seen = t.Seen || t.Generation > 1 && n >= t.Generation
		for key, inner := range v {
			t.Later = t.Later || tellsTime(key)
			t.Read(inner, depth+1)
		}
	case []any:
		for _, inner := range v {
			t.Read(inner, depth+1)
		}
	case string:
		t.text(v)
	case int64: // seconds, or parts of them
		for _, second := range []int64{1, 1e3, 1e6, 1e9} {
			t.Later = t.Later || v/second >= t.Asked.Unix() && v/second < 1e10
		}
	}
}

// text takes up a text, which may be a time.
func (t *Times) text(v string) {
	at, err := time.Parse(time.RFC3339, v)
	t.Later = t.Later || err != nil && tellsMore(v) || err == nil && !at.Before(t.Asked)
	if err == nil && at.After(t.Newest) {
		t.Newest = at
	}
}

// tellsMore reports whether a text may tell a time in a form that is not compared, or speaks of the deletion.
func tellsMore(text string) bool {
	return tellsTime(text) || slices.ContainsFunc([]string{"delet", "terminat", "finaliz"}, func(word string) bool { return strings.Contains(strings.ToLower(text), word) })
}

// tellsTime reports whether a text may tell a time, by a year or a clock, a day or a moment without signs between, or as
// many digits as seconds since 1970 and parts of them have.
func tellsTime(text string) bool {
	for _, part := range strings.FieldsFunc(text, func(c rune) bool { return c != ':' && (c < '0' || c > '9') }) {
		if clock := strings.Split(part, ":"); len(clock) > 1 && len(clock[0]) < 3 && len(clock[1]) == 2 || len(part) >= 10 || (len(part) == 4 || len(part) >= 8) && strings.HasPrefix(part, "20") {
			return true
		}
	}
	return false
}

// Latest is the last of several times.
func Latest(times ...time.Time) time.Time { return slices.MaxFunc(times, time.Time.Compare) }
