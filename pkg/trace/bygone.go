package trace

import (
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// bygone says of an object that was asked to go that the good news in its status is from before that, also where it admits
// the deletion, and that no time which is shown there is of after it. A condition that stays as it is keeps its time, so
// that nothing more is claimed; and nothing at all where the status is of the generation that the deletion made.
func bygone(obj *unstructured.Unstructured, all []Condition, c Clock, asked time.Time) string {
	told := statusTimes{asked: asked, generation: obj.GetGeneration()}
	told.read(obj.Object["status"], 0)
	if c.Since(asked).IsZero() || told.seen || len(denials(all)) > 0 {
		return ""
	}
	stale := !told.later && !told.newest.IsZero() && !writtenSince(obj, asked) && !admits(obj, all)
	well := wellness(obj, all)
	claim := goodNews(obj, well, c, asked)
	switch {
	case !stale:
		return claim
	case claim != "":
		return claim + "; no time that it shows is of after that"
	case len(well) > 0:
		claim = "says " + enumerate(well) + ", and "
	}
	return claim + "shows no time of after it was asked to go, the newest being " + strings.TrimPrefix(c.When(told.newest), "on ")
}

// goodNews says which conditions claim that the object works as it should, and have done so since before it was asked to
// go. It says nothing where one of them is newer.
func goodNews(obj *unstructured.Unstructured, well []string, c Clock, asked time.Time) string {
	var old []string
	var turned, looked time.Time
	list, _, _ := unstructured.NestedSlice(obj.Object, "status", "conditions")
	for _, entry := range list {
		fields, _ := entry.(map[string]any)
		claim := textOf(fields["type"]) + "=" + textOf(fields["status"])
		since := timeOf(fields, "lastTransitionTime")
		last := latest(since, timeOf(fields, "lastUpdateTime"), timeOf(fields, "lastProbeTime"), timeOf(fields, "lastHeartbeatTime"))
		switch {
		case !slices.Contains(well, claim) || last.IsZero() || claim == "Established=True": // which stays true to the end
			continue
		case !last.Before(asked):
			return ""
		}
		old, turned, looked = append(old, claim), latest(turned, since), latest(looked, last)
	}
	switch {
	case len(old) == 0:
		return ""
	case turned.IsZero():
		return "says " + enumerate(old) + ", written " + c.When(looked) + ", before it was asked to go"
	}
	return "says " + enumerate(old) + " " + c.For(turned) + ", from before it was asked to go"
}

func timeOf(fields map[string]any, field string) time.Time {
	at, _ := time.Parse(time.RFC3339, textOf(fields[field]))
	return at.UTC()
}

func latest(times ...time.Time) time.Time { return slices.MaxFunc(times, time.Time.Compare) }

// writtenSince reports whether somebody has written the status of an object since a time, by its managedFields.
func writtenSince(obj *unstructured.Unstructured, asked time.Time) bool {
	return slices.ContainsFunc(obj.GetManagedFields(), func(e metav1.ManagedFieldsEntry) bool {
		since := e.Time != nil && !e.Time.UTC().Before(asked)
		return since && (e.Subresource == "status" || e.FieldsV1 != nil && strings.Contains(e.FieldsV1.GetRawString(), `"f:status"`))
	})
}

// statusTimes are the times that a status shows.
type statusTimes struct {
	asked      time.Time
	newest     time.Time // of before that
	later      bool      // there is one of after it, or one of which that cannot be told
	generation int64
	seen       bool // it, or a part of it, is of the generation that the deletion made
}

const deepestStatus = 8 // of what is further down, nothing is known

func (t *statusTimes) read(value any, depth int) {
	t.later = t.later || depth > deepestStatus
	switch v := value.(type) {
	case map[string]any:
		n, _ := v["observedGeneration"].(int64)
		t.seen = t.seen || t.generation > 1 && n >= t.generation
		for _, inner := range v {
			t.read(inner, depth+1)
		}
	case []any:
		for _, inner := range v {
			t.read(inner, depth+1)
		}
	case string:
		at, err := time.Parse(time.RFC3339, v)
		t.later = t.later || err != nil && tellsMore(v) || err == nil && !at.Before(t.asked)
		if err == nil && at.After(t.newest) {
			t.newest = at
		}
	case int64: // seconds, or parts of them
		for _, second := range []int64{1, 1e3, 1e6, 1e9} {
			t.later = t.later || v/second >= t.asked.Unix() && v/second < 1e10
		}
	}
}

// tellsMore reports whether a text may tell a time in a form that is not compared, by a year or a clock, or speaks of the
// deletion.
func tellsMore(text string) bool {
	for _, part := range strings.FieldsFunc(text, func(c rune) bool { return c != ':' && (c < '0' || c > '9') }) {
		if clock := strings.Split(part, ":"); len(clock) > 1 && len(clock[0]) < 3 && len(clock[1]) == 2 || len(part) == 4 && strings.HasPrefix(part, "20") {
			return true
		}
	}
	return slices.ContainsFunc([]string{"delet", "terminat", "finaliz"}, func(word string) bool { return strings.Contains(strings.ToLower(text), word) })
}
