package trace

import (
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace/internal/dated"
)

// bygone says of an object that was asked to go that the good news in its status is from before that, also where it admits
// the deletion, and that no time which is shown there is of after it. A condition that stays as it is keeps its time, so
// that nothing more is claimed; and nothing at all where the status is of the generation that the deletion made.
func bygone(obj *unstructured.Unstructured, all []Condition, c Clock, asked time.Time) string {
	told := dated.Times{Asked: asked, Generation: obj.GetGeneration()}
	told.Read(obj.Object["status"], 0)
	if c.Since(asked).IsZero() || told.Seen || len(denials(all)) > 0 {
		return ""
	}
	stale := !told.Later && !told.Newest.IsZero() && !dated.WrittenSince(obj, asked) && !admits(obj, all)
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
	return claim + "shows no time of after it was asked to go, the newest being " + strings.TrimPrefix(c.When(told.Newest), "on ")
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
		last := dated.Latest(since, timeOf(fields, "lastUpdateTime"), timeOf(fields, "lastProbeTime"), timeOf(fields, "lastHeartbeatTime"))
		switch {
		case !slices.Contains(well, claim) || last.IsZero() || claim == "Established=True": // which stays true to the end
			continue
		case !last.Before(asked):
			return ""
		}
		old, turned, looked = append(old, claim), dated.Latest(turned, since), dated.Latest(looked, last)
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
