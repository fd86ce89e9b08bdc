package builtin

import "encoding/json"

// WrittenVersion is an apiVersion under which an object was written, by its managedFields: the
// first that they tell, as they are not in the order of their times.
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
