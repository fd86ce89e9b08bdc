package catalogue

import (
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// BeforeFunction is the CEL function before: whether both are versions and the
// first is the earlier one.
func BeforeFunction(one, other ref.Val) ref.Val {
	a, isText := one.(types.String)
	b, alsoText := other.(types.String)
	if !isText || !alsoText {
		return types.MaybeNoSuchOverloadErr(one)
	}
	return types.Bool(manifest.Before(string(a), string(b)))
}
