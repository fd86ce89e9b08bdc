package copied

import (
	"encoding/json"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
)

// typedByLink gives an object its kind by its own path, where it states none.
func (d *document) typedByLink() {
	var meta struct{ SelfLink string }
	if d.Listed || d.Text("kind") != "" || json.Unmarshal(d.Field("metadata"), &meta) != nil {
		return
	}
	if apiVersion, kind := builtin.TypeOfLink(meta.SelfLink); kind != "" {
		d.Put("apiVersion", apiVersion)
		d.Put("kind", kind)
	}
}

// typedAs gives a document its kind by the command that printed it, where it states none.
func (d *document) typedAs(typed string) {
	if typed == "" || d.Listed || d.Text("kind") != "" || !d.named() {
		return
	}
	apiVersion, kind := builtin.TypeIn(typed)
	if kind == "" {
		return
	}
	if d.Text("apiVersion") == "" {
		d.Put("apiVersion", apiVersion)
	}
	d.Put("kind", kind)
}
