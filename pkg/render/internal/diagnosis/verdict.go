package diagnosis

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Verdict is the sentence that answers first.
func Verdict(d *explain.Diagnosis) string {
	return verdict(inBlocks(d), words.Asked(words.Objects(d)), "")
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
		if reached(d, &d.Causes[i]) {
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
		return subject + words.Deleting(&o.Node, d.Clock()) + ofDeleting(o) + "." + words.Undated(o.Since, d.Clock())
	}
}

func ofLive(o *explain.Object) string {
	switch o.Verdict {
	case explain.Stuck:
		return ", and waits for something that will not come about without help"
	case explain.Waiting, explain.Progressing, explain.InGrace:
		if chosen(o) {
			return " yet: something else has to happen first"
		}
		return ", and waits for something else to happen first"
	case explain.Unknown:
		if chosen(o) {
			return " yet; what could be read does not tell whether it will be"
		}
		return "; what could be read does not tell whether what it waits for will come about"
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

func ofDeleting(o *explain.Object) string {
	if len(o.Holds) == 0 {
		return ", and nothing holds it any more: the server should have removed it"
	}
	switch o.Verdict {
	case explain.Stuck:
		return " and will not finish without help"
	case explain.Waiting:
		return " and waits for something else to happen first"
	case explain.Progressing:
		return " and is making progress"
	case explain.Unknown:
		return "; what could be read does not tell whether it will finish"
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
		text += " " + waitVerb(waiting) + " for " + words.Count(causes, "cause")
	}
	return text + ": " + verdictCounts(counts, len(asked)) + "."
}

func waitVerb(n int) string {
	if n == 1 {
		return "waits"
	}
	return "wait"
}

// verdictCounts lists how many objects have each verdict, what needs a person
// first.
func verdictCounts(counts map[explain.Verdict]int, total int) string {
	var parts []string
	for _, v := range []struct {
		verdict explain.Verdict
		text    string
	}{
		{explain.Stuck, "stuck"},
		{explain.Unknown, "undecided"},
		{explain.Waiting, "waiting"},
		{explain.InGrace, "in grace"},
		{explain.Progressing, "making progress"},
		{explain.NotAsked, "not asked to go yet"},
		{explain.NotDeleting, "not being deleted"},
		{explain.Absent, "gone"},
	} {
		switch n := counts[v.verdict]; n {
		case 0:
		case total:
			return "all " + v.text
		default:
			parts = append(parts, words.Thousands(n)+" "+v.text)
		}
	}
	return strings.Join(parts, ", ")
}
