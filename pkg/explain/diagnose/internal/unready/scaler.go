package unready

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Scaler is what scales a workload by itself, and by what it keeps that at no pod.
type Scaler struct {
	Ref trace.Ref
	By  string
}

// mostScalers is how many objects of a kind are read whole beside a workload: where there are more, what scales it is not
// looked for among them.
const mostScalers = 50

// KeptAtZero finds what keeps a workload scaled to zero, of whatever project: an object beside it whose scaleTargetRef names
// it, and which is told to go down to no pod, or is halted at that.
func KeptAtZero(ctx context.Context, w *sight.View, workload trace.Ref) (s Scaler, kept bool) {
	for i := range w.Kinds {
		k := &w.Kinds[i]
		if !k.Namespaced || !k.Listable || !scales(k.Kind) {
			continue
		}
		if there, _ := w.ScanOne(ctx, *k, workload.Namespace); len(there.Rows) == 0 || len(there.Rows) > mostScalers {
			continue
		}
		for _, obj := range w.Skim(ctx, k.Group, k.Kind, workload.Namespace).Objects {
			if by := downTo(obj); by != "" && targets(obj, workload) && obj.GetDeletionTimestamp() == nil {
				return Scaler{manifest.RefOf(k.Group, k.Kind, obj), by}, true
			}
		}
	}
	return s, false
}

// scales reports whether a kind is called after what sets how many pods run, and not how large they are.
func scales(kind string) bool {
	kind = strings.ToLower(kind)
	return strings.Contains(kind, "scal") && !strings.Contains(kind, "vertical")
}

// targets reports whether a scaler scales a workload.
func targets(obj *unstructured.Unstructured, workload trace.Ref) bool {
	name, _, _ := unstructured.NestedString(obj.Object, "spec", "scaleTargetRef", "name")
	kind, told, _ := unstructured.NestedString(obj.Object, "spec", "scaleTargetRef", "kind")
	return name == workload.Name && (kind == workload.Kind || !told && workload.Kind == "Deployment")
}

var (
	// fixing are annotations that halt a scaler at a number of pods, or say how many are to run; a domain of its own project
	// stands before them.
	fixing = regex.New(`(?i)^(?:paused?|min|max|desired)-?(?:replicas?(?:-?count)?|scale)$`)
	// fewest are the fields that say how few pods may run.
	fewest = regex.New(`(?i)^min-?replicas?(?:-?count)?$`)
)

// downTo is what tells a scaler to have no pod run: an annotation that halts it there, or how few may run.
func downTo(obj *unstructured.Unstructured) string {
	annotations := obj.GetAnnotations()
	for _, key := range slices.Sorted(maps.Keys(annotations)) {
		host, name, _ := strings.Cut(key, "/")
		if annotations[key] == "0" && fixing.MatchString(name) && phrase.KinDomains(host, obj.GroupVersionKind().Group) {
			return "annotation " + phrase.OneLine(key) + " is 0"
		}
	}
	spec, _, _ := unstructured.NestedMap(obj.Object, "spec")
	for _, field := range slices.Sorted(maps.Keys(spec)) {
		if few, is := spec[field].(int64); is && few == 0 && fewest.MatchString(field) {
			return "spec." + field + " is 0"
		}
	}
	return ""
}

// Earlier is how many pods a workload was to have before it was scaled down, by an annotation of whoever did that.
type Earlier struct {
	Count int
	// Says is where that stands: it completes a message.
	Says string
	// Until says what is to be seen to first, where that may do it again: it completes an act.
	Until string
}

// earlier is what an annotation is called that keeps for later how many were to run.
var earlier = regex.New(`(?i)^(?:[a-z-]*-)?(?:original|previous|prior|former|last|saved|stored|before)-?(?:[a-z]+-)*replicas?(?:-?count)?$`)

// mostReplicas is how many pods an annotation may ask for.
const mostReplicas = 100

// RanBefore is how many pods a workload that is scaled to zero was to have before, where an annotation of a domain keeps that;
// the zero Earlier where none does, or two tell different numbers.
func RanBefore(workload *unstructured.Unstructured) (e Earlier) {
	annotations := workload.GetAnnotations()
	for _, key := range slices.Sorted(maps.Keys(annotations)) {
		host, name, qualified := strings.Cut(key, "/")
		count, err := strconv.Atoi(annotations[key])
		if !qualified || err != nil || count < 1 || count > mostReplicas || !earlier.MatchString(name) {
			continue
		}
		if e.Count > 0 && e.Count != count {
			return Earlier{}
		}
		e = Earlier{Count: count, Says: fmt.Sprintf(" its annotation %s says that it was at %d before", phrase.OneLine(key), count), Until: ", once what writes the annotations of " + phrase.OneLine(host) + " leaves it alone, which else may scale it down again"}
	}
	return e
}
