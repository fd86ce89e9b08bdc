package copied

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// withoutStatus are the built-in kinds that have a spec and no status.
var withoutStatus = []string{"NetworkPolicy", "Lease", "IngressClass", "CSIDriver", "CSINode", "PodTemplate"}

func cutAt(line int) error {
	return lackf("line %d ends the copy, in the midst of an object; %s", line, advice)
}

// ending tells whether a text ends in the midst of what a server printed: of a list without its kind, which stands
// behind the items, or on a line of an object that has a spec and no status, which nothing ends. Where other lines
// could not be read, that is said of them alone.
func (r *reading) ending(text []byte) {
	if len(r.faults) > 0 || len(r.documents) == 0 || r.cut != nil {
		return
	}
	last := r.documents[len(r.documents)-1]
	cut := !last.Listed && !bytes.HasSuffix(text, []byte("\n")) && last.cutBehindSpec(text[bytes.LastIndexByte(text, '\n')+1:])
	if last.Listed {
		cut = !last.described && last.Text("apiVersion") != "" && last.Text("kind") == "" && len(last.Items) > 0
	}
	if cut {
		r.cut = cutAt(bytes.Count(bytes.TrimRight(text, "\n"), []byte("\n")) + 1)
	}
}

// cutBehindSpec reports whether the line, which is the last of the text, is within the spec of an object on its way out
// that has no status.
func (d *document) cutBehindSpec(line []byte) bool {
	var meta struct{ UID, DeletionTimestamp string }
	_ = json.Unmarshal(d.Field("metadata"), &meta)
	return strings.HasPrefix(string(line), " ") && strings.IndexByte("}]`", line[len(line)-1]) < 0 &&
		meta.UID != "" && meta.DeletionTimestamp != "" && d.Field("spec") != nil && d.Field("status") == nil && !slices.Contains(withoutStatus, d.Text("kind"))
}

// finalizersCut says of an object that goes, and of which the copy ends with the word before its finalizers, that these
// were not copied: a server prints no word without its list. Nor were they where all is left out that a server gives
// each object of somebody else's kind: one that had none would be gone.
func (r *reading) finalizersCut() {
	for i, d := range r.documents {
		r.documents[i] = d.changed(func(obj map[string]any) {
			meta, _ := obj["metadata"].(map[string]any)
			list, there := meta["finalizers"]
			abridged := !there && meta["uid"] == nil && meta["creationTimestamp"] == nil && meta["resourceVersion"] == nil && builtin.VersionOf(spoken.Text(obj, "kind")) == ""
			if (there && list == nil || abridged) && meta["deletionTimestamp"] != nil {
				meta["finalizers"] = []any{explain.NotCopied}
			}
		})
	}
}
