package catalogue

import (
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
)

// variable is what the expressions of a check know beside the object.
type variable struct {
	name string
	kind *cel.Type
	// unset is its value where a check does not ask for it.
	unset any
}

// variables are all there are.
func variables() []variable {
	fields := cel.MapType(cel.StringType, cel.DynType)
	nothing := map[string]any{}
	return []variable{
		{"finalizer", cel.StringType, ""},
		{"resource", cel.StringType, ""},
		{"now", cel.TimestampType, types.Timestamp{}},
		{"said", fields, nothing},
		{"other", fields, nothing},
		{"otherState", cel.StringType, ""},
		{"found", cel.ListType(fields), []any{}},
		{"complete", cel.BoolType, true},
		{"vars", fields, nothing},
	}
}

// Unset are the variables of a check, each as it is where nothing sets it.
func Unset() map[string]any {
	values := map[string]any{}
	for _, v := range variables() {
		values[v.name] = v.unset
	}
	return values
}
