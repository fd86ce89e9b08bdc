package dump

import (
	"maps"
	"path"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// kindFacts is what the objects of a dump tell about a kind.
type kindFacts struct {
	versions map[string]bool
	// objects is true where the dump has objects of the kind, and not only
	// ownerReferences to some.
	objects    bool
	namespaced bool // an object has a namespace
	clustered  bool // an object without a namespace names the kind as its owner's
	plurals    map[string]bool
}

func (f *kindFacts) object(e *entry, hint hint) {
	f.objects = true
	f.namespaced = f.namespaced || e.namespace != ""
	f.versions[trace.VersionOf(e.apiVersion)] = true
	if hint.group == trace.GroupOf(e.apiVersion) && hint.fits(e.kind) {
		f.plural(hint.resource)
	}
}

func (f *kindFacts) plural(resource string) {
	if f.plurals == nil {
		f.plurals = map[string]bool{}
	}
	f.plurals[resource] = true
}

func (f *kindFacts) owner(apiVersion, namespace string) {
	f.versions[trace.VersionOf(apiVersion)] = true
	f.clustered = f.clustered || namespace == ""
}

func (f *kindFacts) merge(o *kindFacts) {
	f.objects = f.objects || o.objects
	f.namespaced = f.namespaced || o.namespaced
	f.clustered = f.clustered || o.clustered
	maps.Copy(f.versions, o.versions)
	for p := range o.plurals {
		f.plural(p)
	}
}

// version returns the newest version that objects have.
func (f *kindFacts) version() string {
	return builtin.NewestVersion(slices.Collect(maps.Keys(f.versions)))
}

// hint is the plural that the path of a file names, in the layout of oc adm
// inspect: cluster-scoped-resources/<group>/<resource>/<name>.yaml and
// namespaces/<namespace>/<group>/<resource>.yaml, where the group of the core
// kinds is called core.
type hint struct{ group, resource string }

func hintOf(name string) hint {
	parts := strings.Split(strings.TrimSuffix(name, ".gz"), "/")
	for i, part := range slices.Backward(parts) {
		at := i + 1
		switch part {
		case "namespaces":
			at = i + 2
		case "cluster-scoped-resources":
		default:
			continue
		}
		if len(parts) < at+2 {
			continue
		}
		group, resource := parts[at], parts[at+1]
		if len(parts) == at+2 {
			resource = strings.TrimSuffix(resource, path.Ext(resource))
		}
		if group == "core" {
			group = ""
		}
		return hint{group, resource}
	}
	return hint{}
}

// fits reports whether the plural can be that of the kind: names begin alike.
func (h hint) fits(kind string) bool {
	n := min(3, len(kind))
	return len(h.resource) >= n && h.resource[:n] == strings.ToLower(kind[:n])
}

// kindTable gathers the kinds of a dump. What is added first, stays.
type kindTable map[schema.GroupKind]trace.Kind

func (t kindTable) add(k trace.Kind) {
	gk := schema.GroupKind{Group: k.Group, Kind: k.Kind}
	if _, known := t[gk]; !known {
		t[gk] = k
	}
}

// observe adds the kinds of objects and owners that nothing else describes, and
// gives the built-in kinds the version that the objects have.
func (t kindTable) observe(facts map[schema.GroupKind]*kindFacts) {
	for gk, f := range facts {
		if k, known := t[gk]; known {
			if f.objects && builtin.Kind(gk).Version == k.Version {
				k.Version = f.version()
				t[gk] = k
			}
			continue
		}
		t[gk] = f.kind(gk)
	}
}

// called gives the kind of the one object that has the name asked about the type it was asked
// by, where nothing else is called so and that may be short for it.
func (t kindTable) called(about spoken.Of, objects map[schema.GroupKind][]entry) {
	word := strings.ToLower(about.Kind)
	var found []schema.GroupKind
	for gk, k := range t {
		if word == "" || word == k.Singular || word == k.Resource || slices.Contains(k.ShortNames, word) {
			return
		}
		of := func(e entry) bool {
			return e.name == about.Name && (about.Namespace == "" || e.namespace == about.Namespace)
		}
		if beside.Shortens(word, gk.Kind) && builtin.VersionOf(gk.Kind) == "" && slices.ContainsFunc(objects[gk], of) {
			found = append(found, gk)
		}
	}
	if len(found) == 1 && trace.GroupOf(about.APIVersion) == "" {
		k := t[found[0]]
		k.ShortNames = append(slices.Clone(k.ShortNames), word, phrase.PluralOf(word))
		t[found[0]] = k
	}
}

// kind describes a kind of which only objects or references are known.
func (f *kindFacts) kind(gk schema.GroupKind) trace.Kind {
	singular := strings.ToLower(gk.Kind)
	k := trace.Kind{
		Group: gk.Group, Version: f.version(), Kind: gk.Kind, Resource: phrase.PluralOf(singular), Singular: singular,
		// An object without a namespace can have only an owner without one.
		Namespaced: f.namespaced || !f.objects && !f.clustered,
		Listable:   true,
	}
	if len(f.plurals) > 0 {
		k.Resource = slices.Min(slices.Collect(maps.Keys(f.plurals)))
	}
	return k
}

// sorted returns the kinds by group and resource.
func (t kindTable) sorted() []trace.Kind {
	return slices.SortedFunc(maps.Values(t), trace.Kind.Compare)
}
