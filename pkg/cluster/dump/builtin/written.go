package builtin

import "encoding/json"

// WrittenVersion is the apiVersion under which an object was written last, by its
// managedFields.
func WrittenVersion(meta []byte) string {
	var written struct {
		ManagedFields []struct {
			APIVersion string `json:"apiVersion"`
		} `json:"managedFields"`
	}
	_ = json.Unmarshal(meta, &written)
	for _, f := range written.ManagedFields {
		if f.APIVersion != "" {
			return f.APIVersion
		}
	}
	return ""
}
