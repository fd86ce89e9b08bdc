package explain

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// tellOrder lists who wrote the object last, in the order of the times: what a
// finalizer was put there after tells whether it was put back. Who wrote
// annotations or finalizers comes before the others. Of statuses only their
// controller writes, so they tell nothing here.
func (h *hearing) tellOrder() {
	type turn struct {
		write
		fields []string
		marks  bool
	}
	var turns []turn
	entries := h.obj.GetManagedFields()
	for i, w := range h.writes() {
		if w.subresource != "" || w.at.IsZero() || entries[i].FieldsV1 == nil {
			continue
		}
		if marks, fields := fieldNames(entries[i].FieldsV1.GetRawBytes()); len(marks)+len(fields) > 0 {
			turns = append(turns, turn{w, append(marks, fields...), len(marks) > 0})
		}
	}
	slices.SortStableFunc(turns, func(a, b turn) int {
		if a.marks != b.marks {
			if a.marks {
				return -1
			}
			return 1
		}
		return a.at.Compare(b.at)
	})
	for i, t := range turns {
		after := ""
		if i > 0 && t.at.After(turns[i-1].at) {
			after = ", " + t.at.Sub(turns[i-1].at).String() + " after " + turns[i-1].manager
		}
		h.fact("managedFields", t.manager+" wrote "+naming(t.fields)+" last at "+t.at.Format(time.DateTime)+" UTC"+after)
	}
}

// fieldNames are the fields in a set of managed ones, as a person names them:
// each annotation and finalizer, and the others by the beginning of their path.
func fieldNames(set []byte) (marks, fields []string) {
	var top map[string]map[string]json.RawMessage
	if json.Unmarshal(set, &top) != nil {
		return nil, nil
	}
	for part, below := range top {
		for field, keys := range below {
			switch field {
			case "f:annotations", "f:finalizers":
				marks = append(marks, keysOf(strings.TrimSuffix(strings.TrimPrefix(field, "f:"), "s"), keys)...)
			default:
				if part != "f:metadata" && strings.HasPrefix(field, "f:") {
					fields = append(fields, strings.TrimPrefix(part, "f:")+"."+strings.TrimPrefix(field, "f:"))
				}
			}
		}
	}
	slices.Sort(marks)
	slices.Sort(fields)
	return marks, fields
}

// keysOf names the keys of a map or the entries of a set in managed fields.
func keysOf(what string, below json.RawMessage) []string {
	var keys map[string]json.RawMessage
	if json.Unmarshal(below, &keys) != nil {
		return nil
	}
	var names []string
	for key := range keys {
		if name, is := strings.CutPrefix(key, "f:"); is {
			names = append(names, what+" "+name)
			continue
		}
		var name string
		if text, is := strings.CutPrefix(key, "v:"); is && json.Unmarshal([]byte(text), &name) == nil {
			names = append(names, what+" "+name)
		}
	}
	return names
}
