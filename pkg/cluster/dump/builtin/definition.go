package builtin

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/version"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// definition is what a CustomResourceDefinition tells about its kind.
type definition struct {
	Metadata struct {
		Name string `json:"name"`
	} `json:"metadata"`
	Spec struct {
		Group string `json:"group"`
		Scope string `json:"scope"`
		Names struct {
			Kind       string   `json:"kind"`
			Plural     string   `json:"plural"`
			Singular   string   `json:"singular"`
			ShortNames []string `json:"shortNames"`
			Categories []string `json:"categories"`
		} `json:"names"`
		Version  string `json:"version"` // of apiextensions.k8s.io/v1beta1
		Versions []struct {
			Name   string `json:"name"`
			Served bool   `json:"served"`
		} `json:"versions"`
	} `json:"spec"`
}

// Defined describes the kind that a CustomResourceDefinition defines.
func Defined(raw []byte) (trace.Kind, error) {
	var d definition
	if err := json.Unmarshal(raw, &d); err != nil {
		return trace.Kind{}, err
	}
	if plural, group, named := strings.Cut(d.Metadata.Name, "."); named {
		d.Spec.Names.Plural, d.Spec.Group = plural, group // the same by definition; what was copied may end in the midst of one
	}
	var served []string
	for _, v := range d.Spec.Versions {
		if v.Served {
			served = append(served, v.Name)
		}
	}
	if d.Spec.Version == "" && d.Spec.Versions == nil {
		d.Spec.Version = trace.Unstated // every definition has one: what was copied ends before it
	}
	names := d.Spec.Names
	k := trace.Kind{
		Group: d.Spec.Group, Version: cmp.Or(NewestVersion(served), d.Spec.Version), Kind: names.Kind,
		Resource: names.Plural, Singular: cmp.Or(names.Singular, strings.ToLower(names.Kind)),
		ShortNames: names.ShortNames, Categories: names.Categories,
		Namespaced: d.Spec.Scope == "Namespaced", Listable: true,
	}
	if k.Kind == "" || k.Resource == "" || k.Version == "" {
		return k, fmt.Errorf("a definition without a kind, a plural or a served version")
	}
	return k, nil
}

// NewestVersion is the newest of versions, by what Kubernetes takes for newer.
func NewestVersion(versions []string) string {
	if len(versions) == 0 {
		return ""
	}
	return slices.MaxFunc(versions, func(x, y string) int {
		return cmp.Or(version.CompareKubeAwareVersionStrings(x, y), strings.Compare(x, y))
	})
}
