package explain

import (
	"encoding/json"
	"strings"
	"time"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// setAtFunction is the CEL function setAt: the time of the last write by whoever
// owns a field, which has been as it is for that long at least. It is empty
// where the managedFields do not tell.
func setAtFunction(object, path ref.Val) ref.Val {
	m, ok := object.Value().(map[string]any)
	name, isText := path.(types.String)
	if !ok || !isText {
		return types.MaybeNoSuchOverloadErr(object)
	}
	at := setAt(&unstructured.Unstructured{Object: m}, string(name))
	if at.IsZero() {
		return types.String("")
	}
	return types.String(at.Format(time.RFC3339))
}

func setAt(obj *unstructured.Unstructured, path string) time.Time {
	keys := managedPath(path)
	last := len(keys) - 1
	var latest time.Time
	for _, w := range writesOf(obj) {
		if _, owned := below(w.set, keys[:last]...)[keys[last]]; owned && w.at.After(latest) {
			latest = w.at
		}
	}
	return latest
}

// managedPath is a path such as metadata.labels[example.com/a] or
// metadata.finalizers[example.com/a] as managedFields spell it.
func managedPath(path string) []string {
	fields, key, keyed := strings.Cut(strings.TrimSuffix(path, "]"), "[")
	var keys []string
	for name := range strings.SplitSeq(fields, ".") {
		keys = append(keys, "f:"+name)
	}
	if !keyed {
		return keys
	}
	if strings.HasSuffix(fields, "finalizers") {
		quoted, err := json.Marshal(key)
		if err != nil {
			return append(keys, key)
		}
		return append(keys, "v:"+string(quoted))
	}
	return append(keys, "f:"+key)
}
