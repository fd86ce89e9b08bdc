package copied

import (
	"encoding/json"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
)

// applied is how an object was called when it was applied, as its annotation tells: nothing where that
// is of another object. Of one that was cut it is what stands before the cut.
func (d *document) applied() (name, namespace string) {
	var meta struct{ Annotations map[string]any }
	if json.Unmarshal(d.Field("metadata"), &meta) != nil {
		return "", ""
	}
	as := identity(spoken.Text(meta.Annotations, "kubectl.kubernetes.io/last-applied-configuration"))
	if as["kind"] != d.Text("kind") || as["apiVersion"] != d.Text("apiVersion") {
		return "", ""
	}
	return as["metadata.name"], as["metadata.namespace"]
}

// identity are the texts of an object of JSON and of its metadata, by their fields, as far as it was copied.
func identity(text string) map[string]string {
	told := map[string]string{}
	fields(json.NewDecoder(strings.NewReader(text)), "", told)
	return told
}

// fields adds the texts of the object that comes next, and reports whether it is whole.
func fields(d *json.Decoder, within string, told map[string]string) bool {
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return false
	}
	for d.More() {
		token, err := d.Token()
		key, named := token.(string)
		if err != nil || !named {
			return false
		}
		if within == "" && key == "metadata" {
			if !fields(d, "metadata.", told) {
				return false
			}
			continue
		}
		var value any
		if d.Decode(&value) != nil {
			return false
		}
		if text, is := value.(string); is {
			told[within+key] = text
		}
	}
	_, err := d.Token()
	return err == nil
}
