package acts

import (
	"context"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	// mostFields is how many fields of an object a step names.
	mostFields = 3
	// deepRecord is how deep in an object a record is looked for.
	deepRecord = 3
)

// identity is how fields are called that say what was made outside.
var identity = regex.New(`(?:^|[a-z_])(?:ID|Id|UUID|Uuid|ARN|Arn|Handle|Identifier)$|^(?:id|uuid|arn|handle|identifier)$`)

// RecordEmpty is what is to be done where its controller says that the record is empty by which it finds what it made:
// the field of the object that should have it is named where one is there and empty.
func RecordEmpty(_ context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	m := failure.Of(words)
	what := failure.RecordEmpty(words)
	if m == nil || m.Name != failure.EmptyRecord || h.Object == nil || h.Node.Name == explain.NoName || h.Kind.IsUntyped() {
		return n
	}
	in := emptyIn(h, what)
	if has := recordIn(h); in == "" && has != "" {
		n.Do(explain.Look("see which field of its spec gives "+asWritten(words, what)+", which its request lacks, and set that: what was made is on record ("+has+"), and may still be there", h.View.AsYAML(h.Node.Ref)...).For(explain.Mends))
		return n
	}
	if in == "" {
		return n
	}
	n.Do(explain.Look("look, where its controller would have made it, whether there is anything that belongs to "+h.Node.Name+": if so, write its ID back into "+in+", so that it is found; if not, nothing was made, and no retry fills that in: a later release "+ofHolder(h)+" may let go by itself",
		h.View.AsYAML(h.Node.Ref)...).For(explain.Mends))
	if h.Entry.Keeps != "" {
		n.Join(letItGo(h, ""))
		return n
	}
	n.PlanRemoval(h, "only where nothing was made, or it is gone, and no release lets go: see what taking the finalizer off would do")
	return n
}

// recordIn is the field of the status that tells what was made outside, empty for none.
func recordIn(h *hearing.Case) string {
	if h.Object == nil {
		return ""
	}
	status, _, _ := unstructured.NestedMap(h.Object.Object, "status")
	for _, f := range fieldsOf(status, "status", deepRecord) {
		if value, is := f.value.(string); is && value != "" && identity.MatchString(f.key) && failure.OfRecord(f.key) && !strings.Contains(f.path, "[]") {
			return phrase.OneLine(f.path)
		}
	}
	return ""
}

// asWritten is the name of a field, of which the words were set apart and put in lower case, as it stands in words.
func asWritten(words, name string) string {
	for _, written := range fieldName.FindAllString(words, -1) {
		if sameField(written, strings.ReplaceAll(name, " ", "")) {
			return written
		}
	}
	return phrase.OneLine(name)
}

// emptyIn are the fields of the object that are empty and should have what it was made as; where words name the external
// name of Crossplane, the annotation for that.
func emptyIn(h *hearing.Case, what string) string {
	const external = "crossplane.io/external-name"
	if h.Object == nil {
		return ""
	}
	if strings.HasPrefix(strings.NewReplacer("-", "", "_", "", " ", "").Replace(what), "externalname") {
		if h.Object.GetAnnotations()[external] != "" {
			return ""
		}
		return "the annotation " + external + ", which is not set"
	}
	var empty []string
	for _, part := range []string{"status", "spec"} {
		below, _, _ := unstructured.NestedMap(h.Object.Object, part)
		for _, f := range fieldsOf(below, part, deepRecord) {
			if value, is := f.value.(string); is && value == "" && identity.MatchString(f.key) {
				empty = append(empty, phrase.OneLine(f.path))
			}
		}
		if len(empty) > 0 {
			break
		}
	}
	switch len(empty) {
	case 0:
		return ""
	case 1:
		return empty[0] + ", which is empty"
	}
	return "that of these which is meant, all empty: " + listed(empty, mostFields)
}
