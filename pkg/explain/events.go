package explain

import (
	"cmp"
	"context"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// event is one Warning that a component wrote about an object.
type event struct {
	Reason    string
	Message   string // one line
	Component string
	Count     int64 // at least 1
	First     time.Time
	Last      time.Time // zero where the event has no time at all
}

// eventsOf returns the Warning events about an object, the newest first. They
// are a courtesy of whoever wrote them and vanish after an hour, so that none
// proves nothing.
func (w *world) eventsOf(ctx context.Context, node *trace.Node) []event {
	if node.UID == "" {
		return nil
	}
	namespace := node.Namespace
	if namespace == "" {
		namespace = metav1.NamespaceDefault // where the API server keeps those of cluster-scoped objects
	}
	return w.eventIndex(ctx, namespace)[node.UID]
}

// eventIndex holds the Warnings of a namespace by the UID of what they are about.
func (w *world) eventIndex(ctx context.Context, namespace string) map[string][]event {
	return w.events.get(namespace, func() map[string][]event {
		index := map[string][]event{}
		for _, obj := range w.list(ctx, "", "Event", namespace).objects {
			uid, _, _ := unstructured.NestedString(obj.Object, "involvedObject", "uid")
			if kind, _, _ := unstructured.NestedString(obj.Object, "type"); uid != "" && kind == "Warning" {
				index[uid] = append(index[uid], eventFrom(obj))
			}
		}
		for _, events := range index {
			slices.SortStableFunc(events, func(a, b event) int {
				return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(a.Reason, b.Reason), cmp.Compare(a.Message, b.Message))
			})
		}
		return index
	})
}

// eventFrom reads the fields of both generations of events: the older count and
// lastTimestamp, the newer series and eventTime.
func eventFrom(obj *unstructured.Unstructured) event {
	text := func(fields ...string) string {
		s, _, _ := unstructured.NestedString(obj.Object, fields...)
		return s
	}
	number := func(fields ...string) int64 {
		n, _, _ := unstructured.NestedInt64(obj.Object, fields...)
		return n
	}
	return event{
		Reason: text("reason"), Message: oneLine(text("message")),
		Component: cmp.Or(text("reportingComponent"), text("source", "component")),
		Count:     max(number("series", "count"), number("count"), 1),
		First:     firstTime(text("firstTimestamp"), text("eventTime")),
		Last:      firstTime(text("series", "lastObservedTime"), text("lastTimestamp"), text("eventTime")),
	}
}

// firstTime is the first of the texts that is a time.
func firstTime(texts ...string) time.Time {
	for _, text := range texts {
		if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}
