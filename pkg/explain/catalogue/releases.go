package catalogue

import (
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// gateFunction is the CEL function gate: what a workload's flag --feature-gates
// says of a gate.
func gateFunction(workload, name ref.Val) ref.Val {
	m, ok := workload.Value().(map[string]any)
	gate, isText := name.(types.String)
	if !ok || !isText {
		return types.MaybeNoSuchOverloadErr(workload)
	}
	return types.String(manifest.GateOf(m, string(gate)))
}

// releaseFunction is the CEL function release: the version in the tag of a
// workload's image, empty where that is not known.
func releaseFunction(workload ref.Val) ref.Val {
	m, ok := workload.Value().(map[string]any)
	if !ok {
		return types.MaybeNoSuchOverloadErr(workload)
	}
	return types.String(manifest.ReleaseIn(m))
}

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
