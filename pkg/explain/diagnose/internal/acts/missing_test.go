package acts

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// What goes is not brought back, whatever kind of object tells of it.
func TestItself(t *testing.T) {
	bucket := trace.Ref{Group: "s3.aws.upbound.io", Kind: "Bucket", Name: "logs"}
	claim := trace.Ref{Kind: "PersistentVolumeClaim", Namespace: "shop", Name: "data-0"}
	plurals := map[string]string{"Bucket": "buckets", "PersistentVolumeClaim": "persistentvolumeclaims", "Secret": "secrets", "Medium": "media", "Application": "applications"}
	for _, tt := range []struct {
		of    trace.Ref
		words string
		want  bool
	}{
		{trace.Ref{Group: "acme.io", Kind: "Medium", Name: "m-1"}, `media.acme.io "m-2" not found`, true},
		{bucket, `buckets.s3.aws.upbound.io "logs" not found`, true},
		{bucket, `Secret "logs" not found`, false},
		{trace.Ref{Group: "argoproj.io", Kind: "Application", Name: "web"}, `appproject.argoproj.io "web" not found`, false},
		{bucket, `secrets "keys" not found`, false},
		{bucket, `storageclasses.storage.k8s.io "fast" not found`, false},
		{claim, `PersistentVolumeClaim "data-0" not found`, true},
		{trace.Ref{}, `PersistentVolumeClaim "data-0" not found`, true},
		{trace.Ref{}, `configmaps "ab" not found`, false},
		{trace.Ref{Kind: "Secret", Name: "ab"}, `secrets "ab" not found`, true},
		{bucket, `Shaft.acme.test "s-1" not found`, false},
	} {
		if got := Itself(tt.of, plurals[tt.of.Kind], tt.words); got != tt.want {
			t.Errorf("%v, %s: %t", tt.of, tt.words, got)
		}
	}
}
