package copied

import (
	"encoding/json"
	"strings"
	"unicode"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// typeIn is the kind of a type as people name it to kubectl, and its apiVersion: that of the one group which is known to
// have a kind of the name, where that is of several words. Of a plain word there may be one of anybody's.
func (q *Question) typeIn(name string) (apiVersion, kind string) {
	apiVersion, kind = builtin.TypeIn(name)
	if apiVersion != trace.Unstated {
		return apiVersion, kind
	}
	of, known := q.kindOf(kind)
	if known == "" || strings.IndexFunc(known[1:], unicode.IsUpper) < 0 {
		return apiVersion, kind
	}
	return of, known
}

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
