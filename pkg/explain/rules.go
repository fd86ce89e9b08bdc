package explain

import (
	"errors"
	"fmt"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// edgeRule is an edge with its expressions.
type edgeRule struct {
	*edgeSpec
	when, refs, value, namespaces *expression // nil where the edge has none
}

func newEdgeRule(e *edgeSpec) *edgeRule {
	r := &edgeRule{edgeSpec: e, when: optionalExpression(e.From.When, cel.BoolType)}
	r.refs = optionalExpression(e.Refs, cel.ListType(cel.DynType))
	if e.Join != nil {
		r.value = optionalExpression(e.Join.Value, cel.StringType)
		r.namespaces = optionalExpression(e.Join.Namespaces, cel.ListType(cel.StringType))
	}
	return r
}

func optionalExpression(source string, want *cel.Type) *expression {
	if source == "" {
		return nil
	}
	return newExpression(source, want)
}

// compile compiles every expression now and returns what is wrong with them.
func (r *edgeRule) compile() error {
	return compileAllOf(map[string]*expression{
		"from.when": r.when, "refs": r.refs, "join.value": r.value, "join.namespaces": r.namespaces,
	}, "from.when", "refs", "join.value", "join.namespaces")
}

func compileAllOf(expressions map[string]*expression, order ...string) error {
	var errs []error
	for _, field := range order {
		e := expressions[field]
		if e == nil {
			continue
		}
		if _, err := e.program(); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", field, err))
		}
	}
	return errors.Join(errs...)
}

// applies asks the condition of the object itself.
func (r *edgeRule) applies(object map[string]any) bool {
	return r.when == nil || r.when.evalBool(object)
}

func (r *edgeRule) up() bool { return r.Direction == directionUp }

// links appends what the rule finds in the object.
func (r *edgeRule) links(out []trace.Link, obj *unstructured.Unstructured) []trace.Link {
	if r.refs == nil || !r.applies(obj.Object) {
		return out
	}
	namespace := obj.GetNamespace()
	r.refs.evalList(obj.Object, func(value ref.Val) {
		m, ok := value.(traits.Mapper)
		if !ok {
			return
		}
		link, ok := linkOf(m, namespace)
		if !ok {
			return
		}
		link.Rule, link.Up, link.Optional = r.Name, r.up(), r.Optional
		out = append(out, link)
	})
	return out
}

// linkOf reads one reference in any of the shapes that APIs use: a full object
// reference, a typed local one with an apiGroup, or one with a plural. Fields
// that say nothing about the target are passed over.
func linkOf(m traits.Mapper, namespace string) (trace.Link, bool) {
	link := trace.Link{
		Target: trace.Ref{
			Group:     field(m, "group"),
			Kind:      field(m, "kind"),
			Namespace: field(m, "namespace"),
			Name:      field(m, "name"),
		},
		Resource: field(m, "resource"),
		UID:      field(m, "uid"),
	}
	if link.Target.Group == "" {
		link.Target.Group = field(m, "apiGroup")
	}
	if link.Target.Group == "" {
		link.Target.Group = trace.GroupOf(field(m, "apiVersion"))
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
		Rule: r.Name, Key: r.Join.Label, Value: r.value.evalString(obj.Object),
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
	ok := r.namespaces.evalList(obj.Object, func(value ref.Val) {
		if ns := text(value); ns != "" {
			join.Namespaces = append(join.Namespaces, ns)
		}
	})
	return join, ok
}

// noteRule is a note with its condition.
type noteRule struct {
	*noteSpec
	when *expression
}

func newNoteRule(n *noteSpec) *noteRule {
	return &noteRule{noteSpec: n, when: optionalExpression(n.From.When, cel.BoolType)}
}

func (r *noteRule) compile() error {
	return compileAllOf(map[string]*expression{"from.when": r.when}, "from.when")
}

func (r *noteRule) applies(obj *unstructured.Unstructured) bool {
	return r.when == nil || r.when.evalBool(obj.Object)
}
