package diagnosis

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Verdict is the sentence that answers first.
func Verdict(d *explain.Diagnosis) string {
	return verdict(d.Told(), d.Asked(), "")
}

// verdict says it of a diagnosis in blocks.
func verdict(d *explain.Diagnosis, asked []int, searched string) string {
	switch len(asked) {
	case 0:
		return nothing(d, searched)
	case 1:
		return ofOne(d, &d.Objects[asked[0]])
	}
	return ofMany(d, asked)
}

// nothing is the answer where no object was found that is being deleted. It
// claims no more than was searched.
func nothing(d *explain.Diagnosis, searched string) string {
	text := "Nothing"
	if searched != "" {
		text += " " + paper.Prose(searched)
	}
	if len(d.Incomplete) > 0 {
		text += " that could be read"
	}
	return text + " is being deleted."
}

func ofOne(d *explain.Diagnosis, o *explain.Object) string {
	text := ofObject(d, o)
	if causes := reachedCauses(d); causes > 1 {
		text += " There are " + words.Count(causes, "cause") + "."
	}
	return text
}

// reachedCauses counts the causes that something asked about waits for.
func reachedCauses(d *explain.Diagnosis) int {
	n := 0
	for i := range d.Causes {
		if d.Reached(&d.Causes[i]) {
			n++
		}
	}
	return n
}

func ofObject(d *explain.Diagnosis, o *explain.Object) string {
	subject := words.Placed(o.Ref)
	switch o.State {
	case trace.Gone:
		return subject + " does not exist."
	case trace.Recreated:
		return subject + " is not the object that was meant: another one now stands under this name."
	case trace.Unreadable:
		return subject + " could not be read, so whether it is being deleted is not known."
	case trace.Grace:
		return subject + " is " + words.StateText(&o.Node, d.Clock()) + "."
	case trace.Live:
		return subject + " is not being deleted" + ofLive(o) + "."
	default:
		return subject + words.Deleting(&o.Node, d.Clock()) + ofDeleting(d, o) + "." + words.Undated(o.Since, d.Clock())
	}
}

func ofLive(o *explain.Object) string {
	switch o.Verdict {
	case explain.Stuck:
		return ", and is stuck: it waits for something that will not come about without help"
	case explain.Waiting, explain.Progressing, explain.InGrace:
		if chosen(o) {
			return " yet: something else has to happen first"
		}
		return ", and is waiting for something else to happen first"
	case explain.Undecided:
		if chosen(o) {
			return " yet; whether it will be is undecided: what could be read does not tell"
		}
		return "; whether what it waits for will come about is undecided: what could be read does not tell"
	case explain.NotAsked:
		return " yet, though its namespace is"
	default:
		return wouldHold(o)
	}
}

// chosen reports whether the object is to go, although nobody has asked for it.
func chosen(o *explain.Object) bool {
	return slices.ContainsFunc(o.Holds, func(h explain.Hold) bool { return h.Reason == explain.DeleteAwaited })
}

// unheld says that nothing is seen that holds an object: of what was copied nothing follows
// for what was not.
func unheld(d *explain.Diagnosis) string {
	if slices.ContainsFunc(d.Incomplete, trace.Problem.Rest) {
		return "nothing of what was copied tells what holds it"
	}
	return "nothing holds it any more: the server should have removed it"
}

func ofDeleting(d *explain.Diagnosis, o *explain.Object) string {
	if len(o.Holds) == 0 {
		return ", and " + unheld(d)
	}
	switch o.Verdict {
	case explain.Stuck:
		return " and is stuck: it will not finish without help"
	case explain.Waiting:
		return " and is waiting for something else to happen first"
	case explain.Progressing:
		return " and is progressing"
	case explain.Undecided:
		return "; whether it will finish is undecided: what could be read does not tell"
	default:
		return ""
	}
}

func wouldHold(o *explain.Object) string {
	switch n := len(o.Finalizers); n {
	case 0:
		return ", and no finalizer would hold it"
	case 1:
		return "; 1 finalizer would hold it"
	default:
		return "; " + words.Thousands(n) + " finalizers would hold it"
	}
}

// waits reports whether something keeps an object from going, now.
func waits(o *explain.Object) bool {
	return slices.ContainsFunc(o.Holds, func(h explain.Hold) bool {
		return h.Verdict != explain.NotDeleting && h.Reason != explain.WouldHold
	})
}

// ofMany counts the asked objects by verdict, and what they wait for.
func ofMany(d *explain.Diagnosis, asked []int) string {
	counts := map[explain.Verdict]int{}
	waiting := 0
	for _, i := range asked {
		o := &d.Objects[i]
		counts[o.Verdict]++
		if waits(o) {
			waiting++
		}
	}
	text := words.Count(len(asked), "object") + words.Within(words.Home(words.Objects(d)))
	if causes := reachedCauses(d); waiting > 0 && causes > 0 {
		if waiting < len(asked) {
			text += ", " + words.Thousands(waiting) + " of which"
		}
		text += " " + phrase.Plural(waiting, "waits", "wait") + " for " + words.Count(causes, "cause")
	}
	return text + ": " + verdictCounts(counts, len(asked)) + "."
}

// verdictCounts lists how many objects have each verdict, what needs a person
// first.
func verdictCounts(counts map[explain.Verdict]int, total int) string {
	var parts []string
	for _, v := range []explain.Verdict{
		explain.Stuck, explain.Undecided, explain.Waiting, explain.InGrace, explain.Progressing, explain.NotAsked, explain.NotDeleting, explain.Absent,
	} {
		switch n := counts[v]; n {
		case 0:
		case total:
			return "all " + v.Words()
		default:
			parts = append(parts, words.Thousands(n)+" "+v.Words())
		}
	}
	return strings.Join(parts, ", ")
}
