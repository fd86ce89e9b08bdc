package hearing

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// fieldNamed is a field of the spec as texts of the catalogue name one, by its path or in plain words, and what it
	// is said to be.
	fieldNamed = regex.New(`(?:\bspec((?:\.[a-z]\w*)+)|\b([a-z]+[A-Z][A-Za-z]*Policy|[a-z]+Policy)|\b(deletion|termination|removal|reclaim) policy)(?:( is(?: not)?)? ([A-Z]\w+))?\b`)
	// ofField is how a clause begins that is of what a field of the spec is.
	ofField = regex.New(`^(?:with|where) (?:the |its )?`)
	// plainValue is a value that may stand in a sentence.
	plainValue = regex.New(`^[A-Za-z][\w.-]{0,63}$`)
)

// Filled is a text of the catalogue with the values of the fields of the object that it names, where these were read. Of
// many objects nobody reads the values, and what is told of all has to be the same.
func (h *Case) Filled(text string) string {
	if h.Object == nil || text == "" || h.View == nil || !h.View.Copied || !h.GoesAlone() {
		return text
	}
	return h.fill(text)
}

// without leaves out the further clauses of a text that begin with what a field is, which the object has otherwise. One
// that another goes on from stays.
func (h *Case) without(text string) string {
	clauses := strings.Split(text, "; ")
	kept := clauses[:1:1]
	for i, clause := range clauses[1:] {
		goesOn := i+2 < len(clauses) && strings.HasPrefix(clauses[i+2], "else")
		if goesOn || !h.hasOtherwise(clause) {
			kept = append(kept, clause)
		}
	}
	return strings.Join(kept, "; ")
}

// hasOtherwise reports whether a clause begins with what a field is, and the object has none of the values that it names.
func (h *Case) hasOtherwise(clause string) bool {
	with := ofField.FindString(clause)
	clause = clause[len(with):]
	m := fieldNamed.FindStringSubmatchIndex(clause)
	if with == "" || m == nil || m[0] != 0 {
		return false
	}
	path, is, says := fieldOf(clause, m)
	value := h.plainly(path)
	return value != "" && says != "" && is != " is not" && !strings.Contains(strings.ToLower(clause), " "+strings.ToLower(value))
}

func (h *Case) fill(text string) string {
	text = h.without(text)
	told := map[string]bool{}
	var out strings.Builder
	from := 0
	for _, m := range fieldNamed.FindAllStringSubmatchIndex(text, -1) {
		path, is, says := fieldOf(text, m)
		value := h.plainly(path)
		if value == "" || told[path] || strings.HasPrefix(text[m[1]:], "=") {
			continue
		}
		told[path] = true
		here := " (here " + value + ")"
		if is != " is not" && says == value {
			here = " (as here)"
		}
		out.WriteString(text[from:m[1]] + here)
		from = m[1]
	}
	return out.String() + text[from:]
}

// Denies reports whether a text is of what a field of the spec is, which the object has otherwise, or of another finalizer,
// which it has not.
func (h *Case) Denies(text string) bool {
	if h.Object != nil && strings.HasPrefix(text, "another finalizer ") && len(h.Object.GetFinalizers()) == 1 {
		return true
	}
	m := fieldNamed.FindStringSubmatchIndex(text)
	if m == nil || m[0] != 0 || h.Object == nil {
		return false
	}
	path, is, says := fieldOf(text, m)
	value := h.plainly(path)
	return value != "" && is == " is" && value != says
}

// fieldOf is the path of the field that a match names, and what it says of that.
func fieldOf(text string, m []int) (path, is, says string) {
	part := func(i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return text[m[2*i]:m[2*i+1]]
	}
	switch {
	case part(1) != "":
		path = strings.TrimPrefix(part(1), ".")
	case part(2) != "":
		path = part(2)
	default:
		path = part(3) + "Policy"
	}
	return path, part(4), part(5)
}

// plainly is the value of a field of the spec, empty where it was not read or is none that may stand in a sentence.
func (h *Case) plainly(path string) string {
	if path == "reclaimPolicy" && h.Object.GetKind() == "PersistentVolume" {
		path = "persistentVolumeReclaimPolicy"
	}
	value, found, err := unstructured.NestedFieldNoCopy(h.Object.Object, append([]string{"spec"}, strings.Split(path, ".")...)...)
	if err != nil || !found {
		return ""
	}
	switch v := value.(type) {
	case string:
		if plainValue.MatchString(v) {
			return v
		}
	case bool, int64, float64:
		return fmt.Sprint(v)
	}
	return ""
}
