package manifest

import (
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
		list bool // conditions are among the fields
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
		"one condition": {
			set: `{"f:status":{"f:conditions":{".":{},"k:{\"type\":\"Ready\"}":{"f:status":{}}}}}`, want: Write{Conditions: []string{"Ready"}}, list: true,
		},
		"the whole list": {set: `{"f:status":{"f:conditions":{}}}`, want: Write{ConditionList: true}, list: true},
		"the list of an older version": {
			set: `{"f:status":{"f:deprecated":{"f:v1beta1":{"f:conditions":{}}}}}`, want: Write{}, list: true,
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
			if got.OnlyFinalizers() != tt.only || got.OfConditions() != tt.list {
				t.Errorf("only finalizers %t, of conditions %t", got.OnlyFinalizers(), got.OfConditions())
			}
		})
	}
}

// A manager whose conditions others have taken over, and that is left with the
// empty list, does not own theirs; one that writes a list without keys owns all.
func TestConditionList(t *testing.T) {
	const none, one, whole = `{"f:status":{"f:conditions":{".":{}}}}`, `{"f:status":{"f:conditions":{"k:{\"type\":\"Ready\"}":{".":{}}}}}`, `{"f:status":{"f:conditions":{}}}`
	for name, tt := range map[string]struct {
		sets []string
		want bool
	}{
		"entries that are others'": {[]string{none, one}, false},
		"a list without keys":      {[]string{whole, `{"f:spec":{}}`}, true},
	} {
		var obj unstructured.Unstructured
		obj.Object = map[string]any{}
		var fields []metav1.ManagedFieldsEntry
		for _, set := range tt.sets {
			fields = append(fields, metav1.ManagedFieldsEntry{FieldsV1: metav1.NewFieldsV1(set)})
		}
		obj.SetManagedFields(fields)
		if got := WritesOf(&obj)[0].ConditionList; got != tt.want {
			t.Errorf("%s: got %t", name, got)
		}
	}
}
