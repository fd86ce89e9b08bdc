package copied

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// edited is the document with its object changed.
func (d *document) edited(change func(obj map[string]any)) *document {
	obj := map[string]any{}
	if json.Unmarshal(d.Whole(), &obj) != nil {
		return d
	}
	change(obj)
	text, err := json.Marshal(obj)
	if err != nil {
		return d
	}
	if again := read(text, len(text)+1); len(again.documents) == 1 {
		next := again.documents[0]
		next.described, next.by = d.described, d.by
		return next
	}
	return d
}

// going reports whether the document tells of a deletion or of what would hold one.
func (d *document) going() bool {
	var meta struct {
		DeletionTimestamp string
		Finalizers        []string
	}
	return json.Unmarshal(d.Field("metadata"), &meta) == nil && (meta.DeletionTimestamp != "" || len(meta.Finalizers) > 0)
}

// nameFrom gives an object that was copied without its name the one of the command that
// printed it, or the one by which it was applied, or else a word that stands for it.
func (d *document) nameFrom(c beside.Command) (*document, error) {
	if d.Listed || d.named() || d.Text("kind") == "" || !d.going() {
		return d, nil
	}
	name, namespace := c.Name, c.Namespace
	if name == "" {
		name, namespace = d.applied()
	}
	labelled := false
	if name == "" {
		name = d.labelled()
		labelled = name != ""
	}
	name = cmp.Or(name, explain.NoName)
	named := d.edited(func(obj map[string]any) {
		meta, _ := obj["metadata"].(map[string]any)
		meta["name"] = name
		if namespace != "" && meta["namespace"] == nil {
			meta["namespace"] = namespace
		}
	})
	if labelled {
		return named, lackf("the name of the %s was not copied, and the one in its label is taken for it; %s", d.Text("kind"), advice)
	}
	if name != explain.NoName {
		return named, nil
	}
	return named, lackf("the name of the %s was not copied, and %s stands for it; %s", d.Text("kind"), explain.NoName, advice)
}

// labelled is the name by the label in which the group of a kind has the name of an object of it: zorg.io/gear-name, empty
// where there is none.
func (d *document) labelled() string {
	var meta struct{ Labels map[string]string }
	group := trace.GroupOf(d.Text("apiVersion"))
	if group == "" || json.Unmarshal(d.Field("metadata"), &meta) != nil {
		return ""
	}
	name := meta.Labels[group+"/"+strings.ToLower(d.Text("kind"))+"-name"]
	if !objectName.MatchString(name) {
		return ""
	}
	return name
}

// objectName is what an object may be called.
var objectName = regex.New(`^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$`)

// itemsNamed gives the items of a list that were copied without their names the word that
// stands for one.
func (d *document) itemsNamed() (err error) {
	for i, item := range d.Items {
		one := read(item, len(item)+1)
		if len(one.documents) != 1 {
			continue
		}
		named, fault := one.documents[0].nameFrom(beside.Command{})
		if named != one.documents[0] {
			d.Items[i], err = named.Whole(), cmp.Or(fault, err)
		}
	}
	return err
}

// ofNamespaces reports whether a document without a kind is the status of a namespace that
// goes, as the controller of namespaces writes it, or a namespace that goes of which the
// end was not copied: it has its finalizer to the end.
func (d *document) ofNamespaces() bool {
	var status struct {
		Phase      string
		Conditions []struct{ Type string }
	}
	text := d.Field("status")
	if text == nil {
		text = d.Whole() // the fields of the status alone
	}
	if d.Text("kind") == "Namespace" {
		version := d.Text("apiVersion") // of another group it is another kind
		return (version == "" || version == "v1") && d.Field("spec") == nil && strings.Contains(string(d.Field("metadata")), `"deletionTimestamp"`)
	}
	return d.Text("kind") == "" && json.Unmarshal(text, &status) == nil &&
		slices.ContainsFunc(status.Conditions, func(c struct{ Type string }) bool {
			return slices.Contains(endOfNamespace, c.Type) || status.Phase == "Terminating" && strings.HasPrefix(c.Type, "Namespace")
		})
}

// endOfNamespace are the conditions that the controller of namespaces writes on those that go, and nobody
// else on anything.
var endOfNamespace = []string{"NamespaceDeletionDiscoveryFailure", "NamespaceDeletionGroupVersionParsingFailure", "NamespaceDeletionContentFailure", "NamespaceContentRemaining", "NamespaceFinalizersRemaining"}

// asNamespace is such a status as a whole object.
func (d *document) asNamespace() *document {
	return d.edited(func(obj map[string]any) {
		if obj["status"] == nil && obj["kind"] == nil {
			status := maps.Clone(obj)
			clear(obj)
			obj["status"] = status
		}
		obj["apiVersion"], obj["kind"] = "v1", "Namespace"
		if status, is := obj["status"].(map[string]any); is && status["phase"] == nil {
			status["phase"] = "Terminating"
		}
		meta := goingMeta(obj)
		if name := spoken.NamespaceOfConditions(obj); name != "" && meta["name"] == nil {
			meta["name"] = name
		}
		if shown, _ := meta["finalizers"].([]any); obj["spec"] == nil {
			obj["spec"] = presumedSpec(len(shown) > 0 && obj["status"] == nil)
		}
	})
}

// goingMeta is the metadata of an object that goes, made where it was not copied.
func goingMeta(obj map[string]any) map[string]any {
	meta, _ := obj["metadata"].(map[string]any)
	if meta == nil {
		meta = map[string]any{}
	}
	if meta["deletionTimestamp"] == nil {
		meta["deletionTimestamp"] = trace.Untold
	}
	obj["metadata"] = meta
	return meta
}

// presumedSpec is the spec of a namespace that was copied without it. Where its finalizers are shown and nothing tells
// that its controller is not done, that is said to be presumed.
func presumedSpec(doubted bool) map[string]any {
	spec := map[string]any{"finalizers": []any{"kubernetes"}}
	if doubted {
		spec[trace.PresumedSpec] = true
	}
	return spec
}

// completedNamespace is the document with the conditions of a namespace told in full, where one was copied in part.
func (d *document) completedNamespace() *document {
	if d.Listed || d.Text("kind") != "Namespace" || d.Text("apiVersion") != "v1" {
		return d
	}
	if !slices.ContainsFunc(d.objectsOf(), spoken.CompleteNamespace) {
		return d
	}
	return d.edited(func(obj map[string]any) { spoken.CompleteNamespace(obj) })
}
