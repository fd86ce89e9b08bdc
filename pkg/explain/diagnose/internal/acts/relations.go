package acts

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Relation is what an object names by no more than a word and names: broker events; clusters a, b.
type Relation struct {
	Word, Source string
	Names        []string
	What         string
}

// plainName is a name that an object may have and that is no version or number.
var plainName = regex.New(`^[a-z](?:[a-z0-9.-]*[a-z0-9])?$`)

// properties are what fields are called that say how something is, and name nothing.
var properties = strings.Fields("architecture arch class component env environment flavor id kind mode name os phase platform policy provider region role size stage state status strategy tier type version zone")

// NamedInSpec is what the spec names: by a field that a label of the project repeats, with the field's name, and by lists of
// the clusters or members that something is placed on.
func NamedInSpec(h *hearing.Case) (out []Relation) {
	for _, f := range fieldsOf(specOf(h), "spec", mostDeep) {
		r := Relation{Word: sortOf(f.key), Source: f.path}
		switch v := f.value.(type) {
		case string:
			if plainName.MatchString(v) && v != h.Node.Name && !slices.Contains(properties, r.Word) && repeatedByLabel(h, f.key, v) {
				r.Names = []string{v}
			}
		case []any:
			r.Word = placedOn(f.key)
			if r.Names = namesAlone(v); r.Word == "" {
				continue
			}
		}
		if len(r.Names) > 0 {
			r.What = phrase.Plural(len(r.Names), r.Word, phrase.PluralOf(r.Word)) + " " + phrase.OneLine(phrase.Names(r.Names))
			out = append(out, r)
		}
	}
	return out
}

// repeatedByLabel reports whether a label of the kind's or the finalizer's domain says the same as a field and is called so.
func repeatedByLabel(h *hearing.Case, key, value string) bool {
	labels := h.Object.GetLabels()
	return slices.ContainsFunc(slices.Collect(maps.Keys(labels)), func(label string) bool {
		host, name, _ := strings.Cut(label, "/")
		return labels[label] == value && strings.EqualFold(strings.ReplaceAll(name, "-", ""), key) &&
			(catalogue.SameDomain(host, h.Finalizer) || catalogue.SameDomain(h.Kind.Group, host+"/"))
	})
}

// placedOn is what a list holds that is called clusters, memberClusters or clusterNames; empty for others.
func placedOn(key string) string {
	word := phrase.SingularOf(strings.ToLower(key))
	for _, one := range []string{"cluster", "member"} {
		if strings.HasSuffix(word, one) || sortOf(word) == one {
			return one
		}
	}
	return ""
}

// namesAlone are the names in a list of those, or of entries that say no more than one; none where one of them does.
func namesAlone(list []any) (names []string) {
	for _, entry := range list {
		name, plain := entry.(string)
		if fields, is := entry.(map[string]any); is && len(fields) == 1 {
			name, plain = fields["name"].(string)
		}
		if !plain || !plainName.MatchString(name) {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// seeAwaited is the look at what the object names where its finalizer is known to wait for that first of all, by a sentence of
// the catalogue: an owner, or what its spec names.
func seeAwaited(h *hearing.Case, first string) (n hearing.Notes) {
	if h.Object == nil {
		return n
	}
	first, _, _ = strings.Cut(first, "(")
	first, _, _ = strings.Cut(first, ":")
	words := phrase.WordsOf(first)
	for i := range words {
		words[i] = phrase.SingularOf(words[i])
	}
	see := func(what string, kind schema.GroupKind, name string) explain.Step {
		text := "see to " + what + ": " + h.HolderName() + " waits for that, by what is known of it; do not delete it for the sake of this one alone"
		if kind.Kind == "" {
			return explain.Tell(text)
		}
		return explain.Look(text, append([]string{"kubectl", "get", h.View.TypeOf(kind.Group, kind.Kind) + "/" + name, "-o", "yaml"}, placeOf(h, kind, h.Node.Namespace)...)...).For(explain.Mends)
	}
	for _, o := range h.Object.GetOwnerReferences() {
		if o.Name != "" && slices.Contains(words, phrase.SingularOf(strings.ToLower(o.Kind))) {
			kind := schema.GroupKind{Group: trace.GroupOf(o.APIVersion), Kind: o.Kind}
			n.Do(see(BesideNames(h, trace.Ref{Kind: o.Kind, Name: o.Name}), kind, o.Name))
			return n
		}
	}
	for _, r := range NamedInSpec(h) {
		if !slices.Contains(words, r.Word) {
			continue
		}
		step := see(r.What, schema.GroupKind{}, "")
		if kind := KindMeant(h, r.Word); kind.Kind != "" && len(r.Names) == 1 {
			step = see(r.What, kind, r.Names[0])
		}
		if to := h.Entry.Controller.TalksTo; to != nil && len(to.See) > 0 && strings.Contains(to.What, r.Word) {
			step = explain.Look("see to "+r.What+", which "+h.HolderName()+" has to reach", to.See...).For(explain.Mends)
		}
		n.Do(step)
		return n
	}
	return n
}

// homeCluster is how entries are called that lie in the very cluster.
var homeCluster = regex.New(`^(?:local|host|hub|in-cluster|self|management)$`)

// OtherClusters tells in which other clusters the objects lie that the spec lists, and has them looked at.
func OtherClusters(h *hearing.Case) (fact string, see hearing.Notes) {
	var names []string
	part := ""
	for _, f := range fieldsOf(specOf(h), "spec", mostDeep) {
		entry, is := f.value.(map[string]any)
		if !is || !strings.HasSuffix(f.path, "[]") || nameIn(entry["kind"]) == "" || nameOf(f) == "" {
			continue
		}
		cluster := cmp.Or(nameIn(entry["cluster"]), nameIn(entry["clusterName"]))
		if cluster == "" || homeCluster.MatchString(cluster) {
			part = "part of "
		} else if plainName.MatchString(cluster) && !slices.Contains(names, cluster) {
			names = append(names, cluster)
		}
	}
	if len(names) == 0 {
		return "", see
	}
	which := phrase.Plural(len(names), "cluster ", "clusters ") + phrase.Names(names)
	see.Mend("see whether " + which + " can still be reached: " + h.HolderName() + " has to delete there what this lists")
	return part + "what it lists is in " + which + "; whether that can be reached is not known from here", see
}
