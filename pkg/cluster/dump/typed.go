package dump

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"

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
