package dump

import (
	"encoding/json"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
)

// typedAs gives a document its kind by the command that printed it, where it states none.
func (d *document) typedAs(typed string) {
	if typed == "" || d.listed || d.text("kind") != "" || !d.named() {
		return
	}
	apiVersion, kind := builtin.TypeIn(typed)
	if kind == "" {
		return
	}
	put := func(key, value string) {
		if text, err := json.Marshal(value); err == nil {
			d.fields = append(d.fields, docField{[]byte(`"` + key + `"`), text})
			d.size += len(key) + len(text)
		}
	}
	if d.text("apiVersion") == "" {
		put("apiVersion", apiVersion)
	}
	put("kind", kind)
}
