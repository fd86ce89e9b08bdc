package render

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// whyVerdict is the sentence that answers first.
func whyVerdict(d *explain.Diagnosis) string {
	var asked []int
	for i := range d.Objects {
		if d.Objects[i].Asked {
			asked = append(asked, i)
		}
	}
	switch {
	case len(asked) == 1:
		return whyOne(d, &d.Objects[asked[0]])
	case len(asked) == 0 && len(d.Incomplete) > 0:
		return "Nothing that could be read is being deleted."
	case len(asked) == 0:
		return "Nothing is being deleted."
	}
	return whyMany(d, asked)
}

func whyOne(d *explain.Diagnosis, o *explain.Object) string {
	subject := objectName(&o.Node)
	deleting := subject + " has been deleting" + forAge(o.Since, d.At)
	switch o.Verdict {
	case explain.Stuck:
		if o.State == trace.Live {
			return subject + " is not being deleted, but waits for something that will not come about without help."
		}
		return deleting + " and will not finish without help."
	case explain.Waiting:
		if o.State == trace.Live {
			return subject + " is not being deleted yet: that waits for something else."
		}
		return deleting + " and waits for something that is on its way."
	case explain.Progressing:
		return deleting + " and is making progress."
	case explain.InGrace:
		return subject + " is " + stateText(&o.Node, d.At) + "."
	case explain.NotAsked:
		return subject + " is not being deleted yet, though its namespace is."
	case explain.Absent:
		return subject + " does not exist."
	case explain.NotDeleting:
		return subject + " is not being deleted" + wouldHold(o) + "."
	case explain.Unknown:
		if o.State == trace.Unreadable {
			return subject + " could not be read, so whether it is being deleted is not known."
		}
		return deleting + "; what could be read does not tell whether it will finish."
	}
	return deleting + "."
}

func wouldHold(o *explain.Object) string {
	switch n := len(o.Finalizers); n {
	case 0:
		return ", and no finalizer would hold it"
	case 1:
		return "; 1 finalizer would hold it"
	default:
		return "; " + thousands(n) + " finalizers would hold it"
	}
}

// whyMany counts the asked objects by verdict, and the causes of what is stuck.
func whyMany(d *explain.Diagnosis, asked []int) string {
	counts := map[explain.Verdict]int{}
	for _, i := range asked {
		counts[d.Objects[i].Verdict]++
	}
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
		if n := counts[v.verdict]; n > 0 {
			parts = append(parts, thousands(n)+" "+v.text)
		}
	}
	text := count(len(asked), "object")
	if home := homeOf(d); home != "" {
		text += " in namespace " + identifier(home)
	}
	switch n := len(d.Causes); n {
	case 0:
	case 1:
		text += " with 1 cause"
	default:
		text += " with " + thousands(n) + " causes"
	}
	return text + ": " + strings.Join(parts, ", ") + "."
}

// homeOf is the namespace that all asked objects share.
func homeOf(d *explain.Diagnosis) string {
	home, first := "", true
	for i := range d.Objects {
		o := &d.Objects[i]
		if !o.Asked {
			continue
		}
		ns := o.Namespace
		if o.Group == "" && o.Kind == "Namespace" {
			ns = o.Name
		}
		if !first && ns != home {
			return ""
		}
		home, first = ns, false
	}
	return home
}
