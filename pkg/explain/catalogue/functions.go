package catalogue

import (
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/expression"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// checkEnvironment adds to the variable object what else a check knows. It is
// built when the first check is compiled.
var checkEnvironment = sync.OnceValues(func() (*cel.Env, error) {
	base, err := expression.Environment()
	if err != nil {
		return nil, err
	}
	dyn := cel.MapType(cel.StringType, cel.DynType)
	knows := []cel.EnvOption{
		cel.Function("condition", cel.Overload("condition_map_string",
			[]*cel.Type{dyn, cel.StringType}, dyn, cel.BinaryBinding(conditionFunction))),
		cel.Function("annotation", cel.Overload("annotation_map_string",
			[]*cel.Type{dyn, cel.StringType}, cel.StringType, cel.BinaryBinding(metadataText("annotations")))),
		cel.Function("label", cel.Overload("label_map_string",
			[]*cel.Type{dyn, cel.StringType}, cel.StringType, cel.BinaryBinding(metadataText("labels")))),
		cel.Function("quote", cel.Overload("quote_string",
			[]*cel.Type{cel.StringType}, cel.StringType, cel.UnaryBinding(quoteFunction))),
		cel.Function("names", cel.Overload("names_list",
			[]*cel.Type{cel.ListType(cel.DynType)}, cel.StringType, cel.UnaryBinding(namesFunction))),
	}
	for _, v := range variables() {
		knows = append(knows, cel.Variable(v.name, v.kind))
	}
	return base.Extend(knows...)
})

// conditionFunction is the CEL function condition: the status condition of a
// type, with every field that a condition has; its texts are empty where the
// object has no such condition.
func conditionFunction(object, conditionType ref.Val) ref.Val {
	m, ok := object.Value().(map[string]any)
	name, isText := conditionType.(types.String)
	if !ok || !isText {
		return types.MaybeNoSuchOverloadErr(object)
	}
	return types.DefaultTypeAdapter.NativeToValue(manifest.FindCondition(m, string(name)).AsMap())
}

// metadataText is a CEL function that reads a label or annotation; one that is
// not there is the empty text.
func metadataText(field string) func(object, key ref.Val) ref.Val {
	return func(object, key ref.Val) ref.Val {
		m, ok := object.Value().(map[string]any)
		name, isText := key.(types.String)
		if !ok || !isText {
			return types.MaybeNoSuchOverloadErr(object)
		}
		metadata, _ := m["metadata"].(map[string]any)
		values, _ := metadata[field].(map[string]any)
		text, _ := values[string(name)].(string)
		return types.String(text)
	}
}

func quoteFunction(value ref.Val) ref.Val {
	text, ok := value.(types.String)
	if !ok {
		return types.MaybeNoSuchOverloadErr(value)
	}
	return types.String(phrase.Quoted(string(text)))
}

func namesFunction(value ref.Val) ref.Val {
	list, ok := value.(traits.Lister)
	if !ok {
		return types.MaybeNoSuchOverloadErr(value)
	}
	var names []string
	expression.Each(list, func(v ref.Val) {
		if m, ok := v.(traits.Mapper); ok {
			names = append(names, strings.TrimSpace(expression.Field(m, "kind")+" "+expression.Field(m, "name")))
		} else if s := expression.Text(v); s != "" {
			names = append(names, s)
		}
	})
	return types.String(phrase.Names(names))
}
