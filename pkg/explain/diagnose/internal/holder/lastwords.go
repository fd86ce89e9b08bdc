package holder

import (
	"context"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

// nearTheEnd is how many entries before the end of a log may still tell why a
// program has ended.
const nearTheEnd = 50

// killedForMemory is the reason that the status of a container has which took too much.
const killedForMemory = "OOMKilled"

// mostUnready is how many logs of pods that do not get ready are read: they say the same.
const mostUnready = 3

// LastWords is how the holder is, with what its container said before it ended, where
// that one crashes and its status does not say why; or with what is wrong by the log of one
// that runs and does not get ready.
func LastWords(ctx context.Context, h *hearing.Case) (b hearing.Wellbeing, n hearing.Notes) {
	b = h.Wellbeing
	if b.Reason != explain.HolderNotReady || h.View.Logs.Reader == nil || strings.Contains(b.Message, killedForMemory) {
		return b, n // whoever is killed has no last words of that
	}
	pods := podsOfHolder(ctx, h)
	for _, pod := range pods {
		of, crashed := crashOf(h, pod)
		if !crashed {
			continue
		}
		log := h.View.Log(ctx, of)
		if log.Problem.Reason != "" {
			n.Hint(sight.SourceOfLog(of), "what it said before it ended could not be read: "+log.Problem.Message)
			return b, n
		}
		last := lastEntry(EntriesOf(h, log.Log))
		if last == nil {
			n.Hint(sight.SourceOfLog(of), "it ended without a word")
			return b, n
		}
		return lastSaid(h, of, log.Log, last, "its last words: ")
	}
	read := 0
	for _, pod := range pods {
		of, since := unreadyOf(h, pod)
		if of.Pod == "" || b.Verdict != explain.Stuck {
			continue
		}
		if read++; read > mostUnready {
			break
		}
		log := h.View.Log(ctx, of)
		last := lastEntry(slices.DeleteFunc(EntriesOf(h, log.Log), func(e Entry) bool {
			old := !e.At.IsZero() && e.At.Before(since) && h.View.Clock.Passed(e.At, Recently)
			return old || e.Tells() == 0 || e.NamesSome() // what it cannot do for an object keeps it from nothing
		}))
		if last != nil {
			return lastSaid(h, of, log.Log, last, "its log says: ")
		}
	}
	return b, n
}

// lastSaid adds the entry of a log to how the holder is.
func lastSaid(h *hearing.Case, of explain.LogOf, log explain.Log, last *Entry, says string) (b hearing.Wellbeing, n hearing.Notes) {
	b = h.Wellbeing
	h.View.KeepLog(of, log, last.Printed)
	b.LastWords = redact.Text(phrase.OneLine(last.Said()))
	n.Add(explain.Evidence{
		Kind: explain.Logged, Source: sight.SourceOfLog(of), Fact: phrase.Quoted(b.LastWords), Words: b.LastWords, Log: &explain.Printed{LogOf: of, First: last.At, Last: last.At, Count: 1},
	})
	b.Message += "; " + says + phrase.Quoted(b.LastWords)
	return b, n
}

// unreadyOf is the container of a pod that runs and is not ready, that of the holder before
// others, and since when the pod is not.
func unreadyOf(h *hearing.Case, pod *unstructured.Unstructured) (of explain.LogOf, since time.Time) {
	for _, status := range manifest.ContainerStatusesOf(pod) {
		name, _ := status["name"].(string)
		_, runs, _ := unstructured.NestedMap(status, "state", "running")
		if ready, told := status["ready"].(bool); runs && told && !ready && pod.GetDeletionTimestamp() == nil && (of.Pod == "" || name == speakerOf(h, pod)) {
			of = explain.LogOf{Namespace: pod.GetNamespace(), Pod: pod.GetName(), Container: name}
		}
	}
	return of, manifest.ConditionOf(pod, "Ready").Since
}

// crashOf is the container of a pod that crashes and has left no message, and
// which of its runs told why: of several, the one in which the holder runs.
func crashOf(h *hearing.Case, pod *unstructured.Unstructured) (of explain.LogOf, crashed bool) {
	speaker := speakerOf(h, pod)
	for _, status := range manifest.ContainerStatusesOf(pod) {
		text := func(path ...string) string {
			s, _, _ := unstructured.NestedString(status, path...)
			return s
		}
		name, _ := status["name"].(string)
		looping := text("state", "waiting", "reason") == "CrashLoopBackOff"
		state := "state"
		if looping {
			state = "lastState"
		}
		code, ended, _ := unstructured.NestedInt64(status, state, "terminated", "exitCode")
		if (looping || ended && code != 0) && text(state, "terminated", "message") == "" && (!crashed || name == speaker) {
			of = explain.LogOf{Namespace: pod.GetNamespace(), Pod: pod.GetName(), Container: name, Previous: looping}
			crashed = true
		}
	}
	return of, crashed
}

// lastEntry picks from the end of a log what tells most of why the program has ended:
// of what says that something is wrong, what names something before what does not, and
// of these the last; else the last of all.
func lastEntry(entries []Entry) (last *Entry) {
	entries = entries[max(len(entries)-nearTheEnd, 0):]
	most := -1
	for i := range entries {
		e := &entries[i]
		if tells := e.Tells(); e.Said() != "" && tells >= most {
			last, most = e, tells
		}
	}
	return last
}

// Entry is an entry of a log, with its lines as they were printed.
type Entry struct {
	logline.Line
	Printed []explain.LogLine
}

// EntriesOf reads the entries of a log, the oldest first. The time is that of the
// container's runtime, where it is known.
func EntriesOf(h *hearing.Case, log explain.Log) []Entry { return EntriesBefore(log, h.View.Clock.At) }

// EntriesBefore is EntriesOf where lines that leave the year out are of before a moment.
func EntriesBefore(log explain.Log, now time.Time) []Entry {
	var out []Entry
	for i := 0; i < len(log.Lines); {
		l, lines := logline.ParseEntry(len(log.Lines)-i, func(n int) string { return log.Lines[i+n].Text }, now)
		end := i + lines
		if printed := log.Lines[i].At; !printed.IsZero() {
			l.At = printed
		}
		out = append(out, Entry{l, log.Lines[i:end]})
		i = end
	}
	return out
}
