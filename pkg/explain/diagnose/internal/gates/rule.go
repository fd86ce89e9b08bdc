package gates

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// validation is a rule of a kind's schema, with the path of what it calls self. Below says that
// this is one of many, so that the path does not lead to it.
type validation struct {
	rule, message string
	path          []string
	below         bool
}

// ruleBroken finds the rule of the kind's definition by which the server refuses the object: the
// one that has the server's words for its message. The server names neither the rule nor what it
// reads, and without these nobody can tell which field to mend.
func ruleBroken(ctx context.Context, h *hearing.Case, faults string) (says string, n hearing.Notes) {
	crd := trace.Ref{Group: "apiextensions.k8s.io", Kind: "CustomResourceDefinition", Name: h.Kind.Resource + "." + h.Kind.Group}
	def := h.View.Look(ctx, crd).Object
	if def == nil {
		return "", n
	}
	all := slices.DeleteFunc(validationsOf(def, h.Kind.Version), func(v validation) bool { return !v.saidIn(faults) })
	if len(all) != 1 {
		return "", n // of two with the same words nobody knows which
	}
	v := &all[0]
	says = "rule " + phrase.Quoted(v.rule) + " of CustomResourceDefinition " + crd.Name
	n.Fact(h.View.NameOf(crd)+": x-kubernetes-validations", "it has the rule "+v.rule)
	if read := v.values(h); len(read) > 0 {
		says += "; it reads " + phrase.Names(read)
	}
	n.Do(explain.Act(explain.Changes, crd, "relax the rule "+phrase.Quoted(v.rule)+" in CustomResourceDefinition "+crd.Name, h.View.Command(crd, "edit")...))
	return says, n
}

// validationsOf are the rules of one version of a definition.
func validationsOf(def *unstructured.Unstructured, version string) (out []validation) {
	versions, _, _ := unstructured.NestedSlice(def.Object, "spec", "versions")
	for _, one := range versions {
		if fields, _ := one.(map[string]any); fields["name"] == version {
			schema, _, _ := unstructured.NestedMap(fields, "schema", "openAPIV3Schema")
			addValidations(&out, schema, nil, false)
		}
	}
	return out
}

func addValidations(out *[]validation, schema map[string]any, path []string, below bool) {
	rules, _ := schema["x-kubernetes-validations"].([]any)
	for _, one := range rules {
		fields, _ := one.(map[string]any)
		rule, _ := fields["rule"].(string)
		message, _ := fields["message"].(string)
		if rule != "" {
			*out = append(*out, validation{rule, message, path, below})
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	for name, one := range properties {
		if of, is := one.(map[string]any); is {
			addValidations(out, of, append(slices.Clone(path), name), below)
		}
	}
	for _, many := range []string{"items", "additionalProperties"} {
		if of, is := schema[many].(map[string]any); is {
			addValidations(out, of, path, true)
		}
	}
}

// saidIn reports whether the server's words are those of the rule, to their end.
func (v *validation) saidIn(faults string) bool {
	words := ": " + strings.TrimSpace(v.message)
	if v.message == "" {
		words = ": failed rule: " + strings.TrimSpace(v.rule)
	}
	_, rest, said := strings.Cut(faults, words)
	return said && (rest == "" || strings.HasPrefix(rest, ", ") || strings.HasPrefix(rest, "]"))
}

// readBySelf finds the fields that a rule reads, and whether what comes last is a call.
var readBySelf = regex.New(`\bself((?:\.[A-Za-z_]\w*)+)(\()?`)

// longestValue bounds how much of a value is shown.
const longestValue = 60

// values are the plain fields that the rule reads, as they are in the object.
func (v *validation) values(h *hearing.Case) (out []string) {
	if h.Object == nil || v.below {
		return nil
	}
	for _, m := range readBySelf.FindAllStringSubmatch(v.rule, -1) {
		parts := strings.Split(m[1][1:], ".")
		if m[2] != "" {
			parts = parts[:len(parts)-1]
		}
		path := append(slices.Clone(v.path), parts...)
		value, there, err := unstructured.NestedFieldNoCopy(h.Object.Object, path...)
		if !there || err != nil {
			continue
		}
		switch value.(type) {
		case string, bool, int64, float64:
		default:
			continue
		}
		said := redact.Text(fmt.Sprintf("%s: %v", strings.Join(path, "."), value))
		if len(said) <= longestValue && !slices.Contains(out, said) {
			out = append(out, said)
		}
	}
	return out
}
