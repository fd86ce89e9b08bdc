package explain

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func TestReadWrite(t *testing.T) {
	at := metav1.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for name, tt := range map[string]struct {
		set  string
		want write
		only bool
		list bool // conditions are among the fields
	}{
		"a finalizer alone": {
			set: `{"f:metadata":{"f:finalizers":{".":{},"v:\"b/c\"":{},"v:\"a\"":{}}}}`, want: write{finalizers: []string{"a", "b/c"}}, only: true,
		},
		"a finalizer and more": {
			set: `{"f:metadata":{"f:finalizers":{"v:\"a\"":{}}},"f:spec":{"f:x":{}}}`, want: write{finalizers: []string{"a"}},
		},
		"a finalizer and a label": {
			set: `{"f:metadata":{"f:finalizers":{"v:\"a\"":{}},"f:labels":{}}}`, want: write{finalizers: []string{"a"}},
		},
		"one condition": {
			set: `{"f:status":{"f:conditions":{".":{},"k:{\"type\":\"Ready\"}":{"f:status":{}}}}}`, want: write{conditions: []string{"Ready"}}, list: true,
		},
		"the whole list": {set: `{"f:status":{"f:conditions":{}}}`, want: write{conditionList: true}, list: true},
		"the list of an older version": {
			set: `{"f:status":{"f:deprecated":{"f:v1beta1":{"f:conditions":{}}}}}`, want: write{}, list: true,
		},
		"a status that nobody understands": {
			set: `{"f:metadata":{"f:finalizers":{"v:\"a\"":{}}},"f:status":7}`, want: write{finalizers: []string{"a"}},
		},
		"a name that is none": {set: `{"f:metadata":{"f:finalizers":{"v:a":{},"k:\"b\"":{}}}}`, want: write{}, only: true},
		"no JSON":             {set: `{`, want: write{}},
		"no fields":           {want: write{}},
	} {
		t.Run(name, func(t *testing.T) {
			e := metav1.ManagedFieldsEntry{Manager: "m", Operation: "Apply", APIVersion: "example.com/v1beta1", Subresource: "status", Time: &at}
			if tt.set != "" {
				e.FieldsV1 = metav1.NewFieldsV1(tt.set)
			}
			got := readWrite(&e)
			want := tt.want
			want.manager, want.operation, want.subresource, want.version, want.at = "m", "Apply", "status", "v1beta1", at.Time
			shown := got
			shown.set = nil
			if diff := cmp.Diff(want, shown, cmp.AllowUnexported(write{}), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got.onlyFinalizers() != tt.only || got.ofConditions() != tt.list {
				t.Errorf("only finalizers %t, of conditions %t", got.onlyFinalizers(), got.ofConditions())
			}
		})
	}
}
