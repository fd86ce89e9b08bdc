package sight

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Event is what a component wrote about an object.
type Event struct {
	Reason    string
	Message   string // one line
	Component string // who says of itself that it wrote it
	// Instance is the process of the component, by its pod or its host.
	Instance string
	Warning  bool
	About    trace.Ref // without a group where the event does not tell
	Count    int64     // at least 1
	First    time.Time
	Last     time.Time // zero where the event has no time at all
	// Ago is how long before the copy an event without a time was last seen, and Over for how long,
	// as both were printed there; empty where that is not told.
	Ago, Over string
	Quiet     bool // it came again and again and then, for much longer than its pauses were, did not: that may be over
	uid       string
}

// EventsOf returns the Warnings about an object, the newest first. They are a
// courtesy of whoever wrote them and vanish after an hour, so that none proves
// nothing.
func (w *View) EventsOf(ctx context.Context, node *trace.Node) []Event {
	return slices.DeleteFunc(w.EventsAbout(ctx, node.Ref, node.UID), func(e Event) bool { return !e.Warning })
}

// EventsAbout returns all events about an object, the newest first: those of its UID,
// and where one of the two has none, those of its kind and name.
func (w *View) EventsAbout(ctx context.Context, ref trace.Ref, uid string) []Event {
	index := w.eventsIn(ctx, ref.Namespace)
	w.List(ctx, "", "Event", cmp.Or(ref.Namespace, metav1.NamespaceDefault)) // that these cannot be read is told
	return slices.DeleteFunc(slices.Clone(index.about[nameInKind{ref.Kind, ref.Name}]), func(e Event) bool { return !e.IsAbout(ref, uid) })
}

// IsAbout reports whether the event is about an object: by its UID, and where one of the
// two has none, by its kind and name. As the UID of a node the kubelet gives its name.
func (e *Event) IsAbout(ref trace.Ref, uid string) bool {
	return e.About.Kind == ref.Kind && e.About.Name == ref.Name && (uid == "" || !phrase.IsUUID(e.uid) || e.uid == uid) && (e.About.Group == "" || e.About.Group == ref.Group)
}

// EventsNaming returns the Warnings about other objects of the same namespace that name
// an object by its UID or by its namespace and name, the newest first.
func (w *View) EventsNaming(ctx context.Context, ref trace.Ref, uid string) []Event {
	return w.Warnings(ctx, ref.Namespace, func(e *Event) bool {
		return (e.About.Name != ref.Name || e.About.Kind != ref.Kind) && names(e.Message, ref, uid)
	})
}

// Warnings returns those of a namespace that are meant, the newest first, as far as they
// can be read.
func (w *View) Warnings(ctx context.Context, namespace string, meant func(*Event) bool) []Event {
	var out []Event
	all := w.eventsIn(ctx, namespace).all
	for i := range all {
		if all[i].Warning && meant(&all[i]) {
			out = append(out, all[i])
		}
	}
	return out
}

// EventsCopied are all events of a namespace in a copy.
func (w *View) EventsCopied(ctx context.Context, namespace string) []Event {
	if !w.Copied {
		return nil
	}
	return w.eventsIn(ctx, namespace).all
}

// SameStem reports whether a kind is another one's for a platform, as an OpenStackCluster is
// a Cluster's.
func SameStem(kind, of string) bool {
	return !strings.EqualFold(kind, of) && len(of) >= 4 && strings.HasSuffix(strings.ToLower(kind), strings.ToLower(of))
}

// names reports whether a text holds the UID of an object or its namespace and name.
func names(text string, ref trace.Ref, uid string) bool {
	if uid != "" && strings.Contains(text, uid) {
		return true
	}
	whole := ref.Namespace + "/" + ref.Name
	for from := 0; ref.Namespace != ""; {
		at := strings.Index(text[from:], whole)
		if at < 0 {
			return false
		}
		at += from
		if from = at + len(whole); !inWord(text, at-1) && !inWord(text, from) {
			return true
		}
	}
	return false
}

func inWord(text string, at int) bool {
	if at < 0 || at >= len(text) {
		return false
	}
	c := text[at]
	return phrase.Alphanumeric(c) || c == '-' || c == '.' && inWord(text, at+1)
}

type nameInKind struct{ kind, name string }

// eventIndex holds the events of a namespace, the newest first.
type eventIndex struct {
	all   []Event
	about map[nameInKind][]Event
}

// eventsIn reads the events of a namespace, once. The API server keeps those of
// cluster-scoped objects in the namespace default; that components write of them
// elsewhere is not looked for, since that takes the events of the whole cluster.
func (w *View) eventsIn(ctx context.Context, namespace string) *eventIndex {
	if namespace == "" {
		namespace = metav1.NamespaceDefault
	}
	return w.events.Get(namespace, func() *eventIndex {
		index := &eventIndex{about: map[nameInKind][]Event{}}
		for _, obj := range w.listEvents(ctx, namespace) {
			index.all = append(index.all, eventFrom(obj))
		}
		slices.SortStableFunc(index.all, func(a, b Event) int {
			if a.Last.IsZero() && b.Last.IsZero() {
				return 0 // as they were copied, the newest first
			}
			return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(a.Reason, b.Reason), cmp.Compare(a.Message, b.Message))
		})
		for _, e := range index.all {
			at := nameInKind{e.About.Kind, e.About.Name}
			index.about[at] = append(index.about[at], e)
		}
		return index
	})
}

// newerGroup serves the same events under other names. A dump may hold them as such.
const newerGroup = "events.k8s.io"

// listEvents lists the events of a namespace. A server has the same in both groups, so
// that the newer one is asked only where the older one has none.
func (w *View) listEvents(ctx context.Context, namespace string) []*unstructured.Unstructured {
	found := w.Skim(ctx, "", "Event", namespace)
	kind, served := w.Kind(newerGroup, "Event")
	if len(found.Objects) > 0 || !served {
		return found.Objects
	}
	var newer []*unstructured.Unstructured
	// That these cannot be read either tells nothing new.
	_ = w.Reader.List(ctx, trace.Scope{Kind: kind, Namespace: namespace}, func(obj *unstructured.Unstructured) { newer = append(newer, obj) })
	return newer
}

// Often is how often it was seen, and over which time and when last where that was copied: 3 times over 17m.
func (e *Event) Often() string { return e.Times() + e.Lately() }

// Times is how often it was seen and over which time, which is not told of what was seen within one long ago.
func (e *Event) Times() string {
	times := phrase.Count(int(e.Count), "time", "times")
	if e.Quiet {
		return times
	}
	return times + phrase.Prefixed(" over ", e.Over)
}

// Lately completes that by when it was seen last, where that was minutes before the copy: of less, ages tell the seconds.
func (e *Event) Lately() string {
	if e.Ago == "" || strings.HasSuffix(e.Ago, "s") {
		return ""
	}
	return ", last " + e.Ago + " before this was copied"
}

// combined is what client-go puts before a message that stands for several alike.
const combined = "(combined from similar events): "

// eventFrom reads an event of either group and generation.
func eventFrom(obj *unstructured.Unstructured) Event {
	text := func(fields ...string) string {
		s, _, _ := unstructured.NestedString(obj.Object, fields...)
		return s
	}
	number := func(fields ...string) int64 {
		n, _, _ := unstructured.NestedInt64(obj.Object, fields...)
		return n
	}
	about := func(field string) string { return cmp.Or(text("involvedObject", field), text("regarding", field)) }
	quiet, _, _ := unstructured.NestedBool(obj.Object, "printed", "quiet")
	first := manifest.FirstTime(text("firstTimestamp"), text("deprecatedFirstTimestamp"), text("eventTime"))
	return Event{
		Reason:    text("reason"),
		Message:   strings.TrimPrefix(phrase.OneLine(cmp.Or(text("message"), text("note"))), combined),
		Component: cmp.Or(text("reportingComponent"), text("reportingController"), text("source", "component"), text("deprecatedSource", "component")),
		Instance:  cmp.Or(text("reportingInstance"), text("source", "host"), text("deprecatedSource", "host")),
		Warning:   text("type") == "Warning",
		About:     trace.Ref{Group: trace.GroupOf(about("apiVersion")), Kind: about("kind"), Namespace: about("namespace"), Name: about("name")},
		Count:     max(number("series", "count"), number("count"), number("deprecatedCount"), 1),
		First:     first,
		Last:      latest(text("series", "lastObservedTime"), text("lastTimestamp"), text("deprecatedLastTimestamp"), text("eventTime")),
		Ago:       text("printed", "last"),
		Over:      text("printed", "over"),
		Quiet:     quiet,
		uid:       about("uid"),
	}
}

// latest is the latest of the texts that are times.
func latest(texts ...string) time.Time {
	var last time.Time
	for _, text := range texts {
		if at := manifest.FirstTime(text); at.After(last) {
			last = at
		}
	}
	return last
}
