package manifest

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func TestReadWrite(t *testing.T) {
	at := metav1.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for name, tt := range map[string]struct {
		set  string
		want Write
		only bool
	}{
		"a finalizer alone": {
			set: `{"f:metadata":{"f:finalizers":{".":{},"v:\"b/c\"":{},"v:\"a\"":{}}}}`, want: Write{Finalizers: []string{"a", "b/c"}}, only: true,
		},
		"a finalizer and more": {
			set: `{"f:metadata":{"f:finalizers":{"v:\"a\"":{}}},"f:spec":{"f:x":{}}}`, want: Write{Finalizers: []string{"a"}},
		},
		"a finalizer and a label": {
			set: `{"f:metadata":{"f:finalizers":{"v:\"a\"":{}},"f:labels":{}}}`, want: Write{Finalizers: []string{"a"}},
		},
		"a status that nobody understands": {
			set: `{"f:metadata":{"f:finalizers":{"v:\"a\"":{}}},"f:status":7}`, want: Write{Finalizers: []string{"a"}},
		},
		"a name that is none": {set: `{"f:metadata":{"f:finalizers":{"v:a":{},"k:\"b\"":{}}}}`, want: Write{}, only: true},
		"no JSON":             {set: `{`, want: Write{}},
		"no fields":           {want: Write{}},
	} {
		t.Run(name, func(t *testing.T) {
			e := metav1.ManagedFieldsEntry{Manager: "m", Operation: "Apply", APIVersion: "example.com/v1beta1", Subresource: "status", Time: &at}
			if tt.set != "" {
				e.FieldsV1 = metav1.NewFieldsV1(tt.set)
			}
			got := readWrite(&e)
			want := tt.want
			want.Manager, want.Operation, want.Subresource, want.Version, want.At = "m", "Apply", "status", "v1beta1", at.Time
			if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Write{}), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got.OnlyFinalizers() != tt.only {
				t.Errorf("only finalizers: %t", got.OnlyFinalizers())
			}
		})
	}
}

// A manager whose conditions others have taken over, and that is left with the
// empty list, does not own theirs; one that writes a list without keys owns all.
func TestWritersOf(t *testing.T) {
	const (
		none  = `{"f:status":{"f:conditions":{".":{}}}}`
		ready = `{"f:status":{"f:conditions":{"k:{\"type\":\"Ready\"}":{".":{}}}}}`
		whole = `{"f:status":{"f:conditions":{}}}`
		older = `{"f:status":{"f:deprecated":{"f:v1beta1":{"f:conditions":{}}}}}`
	)
	for name, tt := range map[string]struct {
		list []string
		sets []string
		want []string
	}{
		"entries that are others'": {conditionPaths[0], []string{none, ready}, []string{"b"}},
		"a list without keys":      {conditionPaths[0], []string{whole, `{"f:spec":{}}`}, []string{"a"}},
		"of another type":          {conditionPaths[0], []string{`{"f:status":{"f:conditions":{"k:{\"type\":\"Old\"}":{".":{}}}}}`, none}, nil},
		"the list of an older API": {conditionPaths[2], []string{whole, older}, []string{"b"}},
	} {
		var obj unstructured.Unstructured
		obj.Object = map[string]any{}
		var fields []metav1.ManagedFieldsEntry
		for i, set := range tt.sets {
			fields = append(fields, metav1.ManagedFieldsEntry{Manager: string(rune('a' + i)), FieldsV1: metav1.NewFieldsV1(set)})
		}
		obj.SetManagedFields(fields)
		c := Condition{Kind: "Ready", list: tt.list}
		var got []string
		for _, w := range c.WritersOf(WritesOf(&obj)) {
			got = append(got, w.Manager)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", name, diff)
		}
	}
}

func TestOwns(t *testing.T) {
	w := readWrite(&metav1.ManagedFieldsEntry{FieldsV1: metav1.NewFieldsV1(`{"f:metadata":{"f:annotations":{".":{},"f:a.io/b":{}}},
		"f:status":{"f:error":{".":{},"f:message":{}},"f:items":{},"f:parts":{"k:{\"name\":\"x\"}":{"f:error":{}}}}}`)})
	for path, want := range map[string]bool{
		"status error message": true, "status error time": false, "status phase": false, "status items [a] error": true, "status parts [x] error": true,
		"metadata annotations [a.io/b]": true, "metadata annotations [a.io/c]": false, "status": true,
	} {
		if got := w.Owns(strings.Fields(path)...); got != want {
			t.Errorf("%s: got %t", path, got)
		}
	}
}
