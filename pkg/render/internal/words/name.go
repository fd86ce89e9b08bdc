package words

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Own makes a command of this program, word by word and without its name, into one
// that a person can run.
type Own func(words ...string) []string

// Ask is the command that tells why an object is not gone.
func Ask(n *trace.Node) []string {
	words := []string{"why-stuck", typed(n)}
	if n.Namespace != "" {
		words = append(words, "-n", n.Namespace)
	}
	return words
}

// FirstSee leads from a step that deletes to the command that tells what comes of it, which
// stands before that of the step.
const FirstSee = "; first see what goes with it:"

// Foretell is the command that tells what comes of deleting an object, before it is done.
func Foretell(r trace.Ref) []string {
	words := []string{"preflight", "delete", WithGroup(strings.ToLower(r.Kind), r.Group) + "/" + r.Name}
	if r.Namespace != "" {
		words = append(words, "-n", r.Namespace)
	}
	return words
}

// typed is how a person types an object: pods/web-0.
func typed(n *trace.Node) string {
	resource := n.Resource
	if resource == "" {
		resource = strings.ToLower(n.Kind)
	}
	return WithGroup(resource, n.Group) + "/" + n.Name
}

// Typed is how a person types an object, for use in a sentence: pods/web-0 in
// namespace shop.
func Typed(n *trace.Node) string { return paper.Identifier(typed(n)) + Within(n.Namespace) }

// KindName is how kubectl prints an object: pod/web-0, deployment.apps/web.
func KindName(r trace.Ref) string {
	return paper.Identifier(WithGroup(strings.ToLower(r.Kind), r.Group) + "/" + r.Name)
}

// Placed names an object wherever it is.
func Placed(r trace.Ref) string { return KindName(r) + Within(r.Namespace) }

// Within says in which namespace something is, behind its name.
func Within(namespace string) string {
	if namespace == "" {
		return ""
	}
	return " in namespace " + paper.Identifier(namespace)
}

// Named is the name of an object, with its namespace where that is not plain.
func Named(role paper.Role, r trace.Ref, home string) []paper.Span {
	return InPlace(role, KindName(r), r.Namespace, home)
}

// InPlace is a name of any kind, with its namespace where that is not plain.
func InPlace(role paper.Role, name, namespace, home string) []paper.Span {
	spans := []paper.Span{role.Of(name)}
	if namespace != "" && namespace != home {
		spans = append(spans, paper.Plain.Of(" "), paper.Quiet.Of("in namespace "+paper.Identifier(namespace)))
	}
	return spans
}

// WithGroup is a resource or a kind with its group, as kubectl takes it.
func WithGroup(name, group string) string {
	if group == "" {
		return name
	}
	return name + "." + group
}

// Title is the name of an object of an answer, with its namespace where that is not
// plain.
func Title(n *trace.Node, home string) []paper.Span { return Named(NameRole(n), n.Ref, home) }

// NameRole is how the name of an object of an answer looks.
func NameRole(n *trace.Node) paper.Role {
	if n.Asked {
		return paper.Asked
	}
	return paper.Name
}
