package sight

import (
	"cmp"
	"context"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Event is one Warning that a component wrote about an object.
type Event struct {
	Reason    string
	Message   string // one line
	Component string
	Count     int64 // at least 1
	First     time.Time
	Last      time.Time // zero where the event has no time at all
}

// EventsOf returns the Warning events about an object, the newest first. They
// are a courtesy of whoever wrote them and vanish after an hour, so that none
// proves nothing.
func (w *View) EventsOf(ctx context.Context, node *trace.Node) []Event {
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
func (w *View) eventIndex(ctx context.Context, namespace string) map[string][]Event {
	return w.events.Get(namespace, func() map[string][]Event {
		index := map[string][]Event{}
		for _, obj := range w.List(ctx, "", "Event", namespace).Objects {
			uid, _, _ := unstructured.NestedString(obj.Object, "involvedObject", "uid")
			if kind, _, _ := unstructured.NestedString(obj.Object, "type"); uid != "" && kind == "Warning" {
				index[uid] = append(index[uid], eventFrom(obj))
			}
		}
		for _, events := range index {
			slices.SortStableFunc(events, func(a, b Event) int {
				return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(a.Reason, b.Reason), cmp.Compare(a.Message, b.Message))
			})
		}
		return index
	})
}

// eventFrom reads the fields of both generations of events: the older count and
// lastTimestamp, the newer series and eventTime.
func eventFrom(obj *unstructured.Unstructured) Event {
	text := func(fields ...string) string {
		s, _, _ := unstructured.NestedString(obj.Object, fields...)
		return s
	}
	number := func(fields ...string) int64 {
		n, _, _ := unstructured.NestedInt64(obj.Object, fields...)
		return n
	}
	return Event{
		Reason: text("reason"), Message: phrase.OneLine(text("message")),
		Component: cmp.Or(text("reportingComponent"), text("source", "component")),
		Count:     max(number("series", "count"), number("count"), 1),
		First:     manifest.FirstTime(text("firstTimestamp"), text("eventTime")),
		Last:      manifest.FirstTime(text("series", "lastObservedTime"), text("lastTimestamp"), text("eventTime")),
	}
}
