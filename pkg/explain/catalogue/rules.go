package catalogue

import (
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/expression"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// edgeRule is an edge with its expressions.
type edgeRule struct {
	*edgeSpec
	when, refs, value, namespaces *expression.Expression // nil where the edge has none
	deletes, awaits, cascade      *expression.Expression // of what its holder deletes
}

func newEdgeRule(e *edgeSpec) *edgeRule {
	r := &edgeRule{edgeSpec: e, when: expression.Optional(e.From.When, cel.BoolType)}
	r.refs = expression.Optional(e.Refs, cel.ListType(cel.DynType))
	if e.Join != nil {
		r.value = expression.Optional(e.Join.Value, cel.StringType)
		r.namespaces = expression.Optional(e.Join.Namespaces, cel.ListType(cel.StringType))
	}
	if e.Deletes != nil {
		r.deletes = expression.Optional(e.Deletes.When, cel.BoolType)
		r.awaits = expression.Optional(e.Deletes.Awaits, cel.BoolType)
		r.cascade = expression.Optional(e.Deletes.Cascade, cel.StringType)
	}
	return r
}

// compile compiles every expression now and returns what is wrong with them.
func (r *edgeRule) compile() error {
	return expression.CompileAll([]expression.Named{
		{Name: "from.when", Expression: r.when},
		{Name: "refs", Expression: r.refs},
		{Name: "join.value", Expression: r.value},
		{Name: "join.namespaces", Expression: r.namespaces},
		{Name: "deletes.when", Expression: r.deletes},
		{Name: "deletes.awaits", Expression: r.awaits},
		{Name: "deletes.cascade", Expression: r.cascade},
	}...)
}

// applies asks the condition of the object itself.
func (r *edgeRule) applies(object map[string]any) bool {
	return r.when == nil || r.when.EvalBool(object)
}

func (r *edgeRule) up() bool { return r.Direction == directionUp }

// links appends what the rule finds in the object.
func (r *edgeRule) links(out []trace.Link, obj *unstructured.Unstructured) []trace.Link {
	if r.refs == nil || !r.applies(obj.Object) {
		return out
	}
	namespace := obj.GetNamespace()
	r.refs.EvalList(obj.Object, func(value ref.Val) {
		m, ok := value.(traits.Mapper)
		if !ok {
			return
		}
		link, ok := LinkOf(m, namespace)
		if !ok {
			return
		}
		link.Rule, link.Up, link.Optional = r.Name, r.up(), r.Optional
		out = append(out, link)
	})
	return out
}

// LinkOf reads one reference in any of the shapes that APIs use: a full object
// reference, a typed local one with an apiGroup, or one with a plural. Fields
// that say nothing about the target are passed over.
func LinkOf(m traits.Mapper, namespace string) (trace.Link, bool) {
	link := trace.Link{
		Target: trace.Ref{
			Group:     expression.Field(m, "group"),
			Kind:      expression.Field(m, "kind"),
			Namespace: expression.Field(m, "namespace"),
			Name:      expression.Field(m, "name"),
		},
		Resource: expression.Field(m, "resource"),
		UID:      expression.Field(m, "uid"),
	}
	if link.Target.Group == "" {
		link.Target.Group = expression.Field(m, "apiGroup")
	}
	if link.Target.Group == "" {
		link.Target.Group = trace.GroupOf(expression.Field(m, "apiVersion"))
	}
	if link.Target.Namespace == "" {
		link.Target.Namespace = namespace
	}
	if link.Target.Kind != "" {
		link.Resource = ""
	}
	return link, link.Target.Name != "" && (link.Target.Kind != "" || link.Resource != "")
}

// join returns the rule's join for the object, and false where it has none.
func (r *edgeRule) join(obj *unstructured.Unstructured) (trace.Join, bool) {
	if r.Join == nil || r.value == nil || !r.applies(obj.Object) {
		return trace.Join{}, false
	}
	join := trace.Join{
		Rule: r.Name, Key: r.Join.Label, Value: r.value.EvalString(obj.Object),
		AllNamespaces: r.Join.AllNamespaces, Up: r.up(),
	}
	if r.Join.Annotation != "" {
		join.Key, join.Annotation = r.Join.Annotation, true
	}
	if join.Value == "" {
		return trace.Join{}, false
	}
	if r.namespaces == nil {
		return join, true
	}
	ok := r.namespaces.EvalList(obj.Object, func(value ref.Val) {
		if ns := expression.Text(value); ns != "" {
			join.Namespaces = append(join.Namespaces, ns)
		}
	})
	return join, ok
}

// noteRule is a note with its condition.
type noteRule struct {
	*noteSpec
	when *expression.Expression
}

func newNoteRule(n *noteSpec) *noteRule {
	return &noteRule{noteSpec: n, when: expression.Optional(n.From.When, cel.BoolType)}
}

func (r *noteRule) compile() error {
	return expression.CompileAll(expression.Named{Name: "from.when", Expression: r.when})
}

func (r *noteRule) applies(obj *unstructured.Unstructured) bool {
	return r.when == nil || r.when.EvalBool(obj.Object)
}
