package dump

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// FuzzDump reads anything: it must end, must not show the data of Secrets, and
// what it shows must be consistent.
func FuzzDump(f *testing.F) {
	for _, s := range []string{
		podText, farm, "kind: List\nitems:\n- a: b\n- |\n c\n", "[1,[2],{}]", `{"kind":"List","items":[{"kind":"PodList","items":[]}]}`,
		"==== START logs for container a of pod b/c ====\n", "a: &a [*a]", "\xef\xbb\xbf---\n...\n", `{"kind":"` + snapshotKind + `","apiVersion":"` + snapshotAPIVersion + `","read":[{}],"items":[]}`,
		"\x1f\x8b", `{"a":1e999999}`, `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"},"data":{"never":"shown"}}`,
	} {
		f.Add([]byte(s))
	}
	f.Add(gzipped(f, []byte(podText)))
	for _, archive := range scenarios(f) {
		for _, file := range archive.Files {
			f.Add(file.Data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l := newLoader()
		l.valueLimit, l.readLimit = 1<<16, 1<<20
		d, err := l.finish("x", l.single(t.Context(), "x", bytes.NewReader(data)))
		if err != nil {
			return
		}
		kinds, _, err := d.Kinds(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSortedFunc(kinds, trace.Kind.Compare) {
			t.Error("the kinds are not sorted")
		}
		for _, k := range kinds {
			checkKind(t, d, k)
		}
	})
}

// checkKind compares what Scan, List and Get say of a kind.
func checkKind(t *testing.T, d *Dump, k trace.Kind) {
	t.Helper()
	var scanned, listed []string
	d.Scan(t.Context(), []trace.Scope{{Kind: k}}, trace.Want{Labels: []string{"app"}}, func(_ trace.Kind, r *trace.Row) {
		scanned = append(scanned, string(r.Namespace)+"/"+string(r.Name))
	})
	_ = d.List(t.Context(), trace.Scope{Kind: k}, func(obj *unstructured.Unstructured) {
		listed = append(listed, obj.GetNamespace()+"/"+obj.GetName())
		if _, ok := obj.Object["data"]; ok && (k.Kind == "Secret" || k.Kind == "ConfigMap") && k.Group == "" {
			t.Errorf("the data of a %s is shown", k.Kind)
		}
		again, err := d.Get(t.Context(), k, obj.GetNamespace(), obj.GetName())
		if err != nil {
			t.Fatalf("getting %s %s/%s: %v", k.Kind, obj.GetNamespace(), obj.GetName(), err)
		}
		if diff := cmp.Diff(obj, again); diff != "" {
			t.Errorf("listed and got differ:\n%s", diff)
		}
	})
	if diff := cmp.Diff(scanned, listed); diff != "" {
		t.Errorf("%s: scanned and listed differ:\n%s", k.Kind, diff)
	}
}
