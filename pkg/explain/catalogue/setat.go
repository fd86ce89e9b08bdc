package catalogue

import (
	"time"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// setAtFunction is the CEL function setAt: the time of the last write by whoever
// owns a field, which has been as it is for that long at least. It is empty
// where the managedFields do not tell.
func setAtFunction(object, path ref.Val) ref.Val {
	m, ok := object.Value().(map[string]any)
	name, isText := path.(types.String)
	if !ok || !isText {
		return types.MaybeNoSuchOverloadErr(object)
	}
	at := manifest.SetAt(&unstructured.Unstructured{Object: m}, string(name))
	if at.IsZero() {
		return types.String("")
	}
	return types.String(at.Format(time.RFC3339))
}
