package diagnose

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// mostReported bounds the events of one timeline: the newest tell most.
const mostReported = 25

// timelineOf is what was written to an object and said of it, the earliest first. Of what
// is in it nothing was read for it alone.
func timelineOf(ctx context.Context, w *sight.View, o *explain.Object, whole *unstructured.Unstructured, written []manifest.Write) []explain.Moment {
	all := slices.Concat(lifeOf(&o.Node, whole), writesOf(written), turnsOf(whole, written), reportsOf(ctx, w, &o.Node), printedOf(o))
	// A copy without the time at which it was made has times that are none.
	all = slices.DeleteFunc(all, func(m explain.Moment) bool { return m.At.Unix() <= 0 })
	slices.SortStableFunc(all, func(a, b explain.Moment) int { return a.At.Compare(b.At) })
	return all
}

// lifeOf is when the object was made and asked to go. The server adds to that moment the
// time that it gives.
func lifeOf(n *trace.Node, whole *unstructured.Unstructured) []explain.Moment {
	out := []explain.Moment{{At: n.Created, Kind: explain.WasCreated, What: "created", Source: "metadata.creationTimestamp"}}
	if !n.State.Going() {
		return out
	}
	asked := explain.Moment{At: n.Since, Kind: explain.WasAsked, What: "asked to go", Source: "metadata.deletionTimestamp"}
	grace := time.Duration(0)
	if whole != nil {
		if seconds := whole.GetDeletionGracePeriodSeconds(); seconds != nil {
			grace = time.Duration(*seconds) * time.Second
		}
	}
	if grace <= 0 || n.Since.IsZero() {
		return append(out, asked)
	}
	over := explain.Moment{At: n.Since, Kind: explain.GraceOver, What: "the end of the " + grace.String() + " that it was given", Source: asked.Source}
	asked.At = n.Since.Add(-grace)
	return append(out, asked, over)
}

// writesOf has the last write of each manager; no others are kept.
func writesOf(written []manifest.Write) []explain.Moment {
	var out []explain.Moment
	for i := range written {
		w := &written[i]
		marks, fields := w.Names()
		what := "last wrote " + phrase.Names(append(marks, fields...))
		if len(marks)+len(fields) == 0 {
			what = "last wrote its metadata"
		}
		out = append(out, explain.Moment{At: w.At, Kind: explain.WasWritten, By: w.Manager, What: what, Source: "metadata.managedFields"})
	}
	return out
}

// turnsOf has the conditions as they stand.
func turnsOf(whole *unstructured.Unstructured, written []manifest.Write) []explain.Moment {
	if whole == nil {
		return nil
	}
	var out []explain.Moment
	for _, c := range manifest.ConditionsOf(whole.Object) {
		var by []string
		for _, w := range c.WritersOf(written) {
			by = append(by, w.Manager)
		}
		slices.Sort(by)
		out = append(out, explain.Moment{
			At: c.Since, Kind: explain.HasTurned, By: strings.Join(slices.Compact(by), ", "), Source: c.Source(),
			What: said(explain.Joined(": ", c.Kind+" turned "+c.Status, c.Reason, c.Message)),
		})
	}
	return out
}

// reportsOf has the events, as far as the server still has them.
func reportsOf(ctx context.Context, w *sight.View, n *trace.Node) []explain.Moment {
	var out []explain.Moment
	for _, e := range w.EventsAbout(ctx, n.Ref, n.UID) {
		if len(out) == mostReported {
			break
		}
		count := 0
		if e.Count > 1 {
			count = int(e.Count)
		}
		out = append(out, explain.Moment{
			At: e.Last, Kind: explain.WasReported, By: e.Component, What: said(explain.Joined(": ", e.Reason, e.Message)), Source: "event", Count: count,
		})
	}
	return out
}

// printedOf has the lines of logs that the judgement quotes, each once.
func printedOf(o *explain.Object) []explain.Moment {
	var out []explain.Moment
	for i := range o.Holds {
		for _, e := range o.Holds[i].Evidence {
			if e.Log == nil || e.Log.Last.IsZero() {
				continue
			}
			m := explain.Moment{At: e.Log.Last, Kind: explain.WasPrinted, By: e.Log.Pod, What: e.Fact, Source: "log of container " + strconv.Quote(e.Log.Container)}
			if e.Log.Count > 1 {
				m.Count = e.Log.Count
			}
			if !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	}
	return out
}

// said is a text from the cluster on one line and without what is secret.
func said(text string) string { return redact.Text(phrase.OneLine(text)) }
