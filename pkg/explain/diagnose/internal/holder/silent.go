package holder

import (
	"cmp"
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rights"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/shown"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Silent is the outcome where what could be read does not decide the case. What was
// said last, where anything was, is quoted.
// Spoke is where the holder has said something since the deletion, so that it runs, or
// ran when that was copied.
func Silent(ctx context.Context, h *hearing.Case, said, spoke string) (f hearing.Finding) {
	holder := &h.Holder
	if anew, _ := shown.StartedAnew(h); !anew.IsZero() && holder.Name != "" {
		spoke = cmp.Or(spoke, "the "+LogBeside)
	}
	waits := " and does not say what it waits for"
	if said != "" {
		waits, said = "", "; "+said
	}
	if gone := TakenOff(h, said); gone.Decided() {
		return gone
	}
	switch {
	case holder.Name == "" && h.Wellbeing.Reason == "":
		return holderless(ctx, h, said, spoke)
	case h.Wellbeing.Reason != "" && h.Wellbeing.Health == h.Health:
		f.Join(Mend(h, &h.Wellbeing))
		return f.Decide(explain.Undecided, h.Wellbeing.Reason, h.Wellbeing.Message+said)
	case holder.Confidence == explain.Possible:
		return nearest(ctx, h, said)
	case h.Health == explain.Running && timed(holder.Workload):
		return awaitsRun(ctx, h, said)
	case h.Health == explain.Running && h.Shown.Name == "":
		standby, told := besideStandby(h)
		f.Join(told)
		f.Join(AskWhatItSays(h))
		return f.Decide(explain.Undecided, explain.Silent, h.HolderName()+" runs"+waits+said+standby+h.Usually()+phrase.Prefixed("; ", h.Overdue("its change is refused, or it passes the object over")))
	case h.Health == explain.Hidden:
		f.Join(acts.SeeWhatIsLeft(h))
		if h.View.Copied {
			f.Join(acts.SeeItsLog(h, mostOften(h, false), false))
			return f.Decide(explain.Undecided, explain.Silent, h.HolderName()+" has to take it off"+said+h.WaitsFor()+h.Without())
		}
		if often := mostOften(h, false); often != "" {
			f.Mend("see to what most often keeps " + h.HolderName() + " from it: " + often)
		}
		f.Mend("ask whoever runs " + h.HolderName() + " what its log says of " + h.Node.Name + ": it cannot be seen from here")
		return f.Decide(explain.Undecided, explain.Silent, h.HolderName()+" cannot be seen from here"+waits+said+h.Usually())
	}
	unseen := ""
	if holder.Workload.Name == "" {
		gone, likely, told := nowhere(ctx, h)
		f.Join(told)
		if likely {
			return f.And(likelyGone(h, gone+said))
		}
		unseen = phrase.Prefixed(": ", gone)
		defer func() { f.Join(PlanRemoval(h)) }()
		f.Join(unseenMend(h, spoke))
	} else {
		f.Next("see how it is", "kubectl", "describe", holder.Workload.Short(), "-n", holder.Workload.Namespace)
	}
	switch {
	case h.View.Copied && spoke != "":
		return f.Decide(explain.Undecided, explain.Silent, h.HolderName()+" has to take it off"+said+h.WaitsFor())
	case h.View.Copied:
		runs, told := runsAsTold(h)
		f.Join(told)
		return f.Decide(explain.Undecided, explain.Silent, h.HolderName()+" has to take it off"+said+h.WaitsFor()+"; "+runs)
	case !WorkloadsOf(ctx, h.View).Complete:
		unseen = ", since you may not look through the workloads of all namespaces"
	}
	return f.Decide(explain.Undecided, explain.Silent, "it is not known whether "+h.HolderName()+" runs"+unseen+said+h.WaitsFor())
}

// runsAsTold is what a copy tells of whether the holder runs.
func runsAsTold(h *hearing.Case) (says string, n hearing.Notes) {
	told, words := ToldBeside(h)
	switch {
	case h.Health == explain.Running:
		return "it ran when this was copied (" + h.Shown.Kind + " " + h.Shown.Name + ")", n
	case told <= sentence.Away:
		if _, left := acts.RefusedOver(h); left {
			return "helm has no release any more that holds it, by its answers: its controller went with that, if it was in it", n
		}
		return cmp.Or(h.Overdue("so it does not run, or its change is refused"), "whether it runs is not in the dump"), n
	}
	n.Add(AsTold(words))
	if told == sentence.Installed {
		return "it was installed again, by what is written beside it", n
	}
	return "it runs, by what is written beside it", n
}

// unseenMend is what helps where no workload of the holder is known: one that was heard is asked what else it says.
func unseenMend(h *hearing.Case, spoke string) (n hearing.Notes) {
	if spoke != "" || h.Shown.Name != "" {
		return spoken(h, spoke != "")
	}
	n = acts.SeeWhatIsLeft(h)
	if h.Entry.Pattern != "" && h.Entry.Project != Kubernetes {
		told, _ := ToldBeside(h)
		n.Join(acts.SeeToUnseen(h, runsBy[told], mostOften(h, true)))
	}
	n.Join(AskForWorkloads())
	return n
}

// runsBy is by what it is likely that the holder runs.
var runsBy = map[sentence.Standing]string{
	sentence.Runs:      "since it runs, by what is written beside it",
	sentence.Restarted: "since it runs, and was started anew already",
	sentence.Installed: "if it runs, now that it was installed again",
	sentence.PutsBack:  "since somebody puts the finalizer back, so that it runs",
}

// nearest is for a holder that is only possible: nothing is said of why it does not
// act, and nothing that mends it is advised.
func nearest(ctx context.Context, h *hearing.Case, last string) (f hearing.Finding) {
	said := untold(ctx, h) + "; " + h.Nearest
	if writer := wroteUnseen(ctx, h); writer != "" && h.Holder.Workload.Name != "" {
		f.Mend("find out where " + writer + " runs or ran, in the cluster or outside of it, and bring it back if it is gone: it put the finalizer there, and most likely takes it off after what it has to do")
	}
	if h.Shown.Name == "" {
		f.Join(installAgain(h, ""))
	}
	switch {
	case h.Shown.Name != "":
		f.Join(spoken(h, false))
		defer func() { f.Join(PlanRemoval(h)) }()
	case h.Holder.Workload.Name == "":
		gone, likely, told := nowhere(ctx, h)
		f.Join(told)
		if likely {
			return f.And(likelyGone(h, gone+last))
		}
		said += phrase.Prefixed(", and ", gone)
		f.Join(AskForWorkloads())
		defer func() { f.Join(PlanRemoval(h)) }()
	case h.Health == explain.Running:
		f.Join(AskWhatItSays(h))
	default:
		f.Next("see how the nearest one is doing", "kubectl", "describe", h.Holder.Workload.Short(), "-n", h.Holder.Workload.Namespace)
	}
	f.Next("see who wrote what, and when", h.View.Command(h.Node.Ref, "get", "-o", "yaml", "--show-managed-fields")...)
	if !WorkloadsOf(ctx, h.View).Complete {
		said += phrase.Prefixed("; ", unlessCopied(h.View, "you may not look through the workloads of all namespaces"))
	}
	return f.Decide(explain.Undecided, explain.HolderUnknown, said+last+h.Usually())
}

// unlessCopied is what a person may not read, which a dump says nothing of.
func unlessCopied(w *sight.View, missing string) string {
	if w.Copied {
		return ""
	}
	return missing
}

// spoken is what is to be done where the holder was heard, and does not say enough, or where it was seen to run.
func spoken(h *hearing.Case, heard bool) (n hearing.Notes) {
	n.Join(acts.SeeWhatIsLeft(h))
	n.Join(acts.SeeItsLog(h, mostOften(h, true), heard))
	return n
}

// AskWhatItSays points to the log of the holder: of its leader, where one is
// known to lead.
func AskWhatItSays(h *hearing.Case) (n hearing.Notes) {
	at := h.Holder.Workload
	if at.Name == "" {
		if h.Shown.Name != "" {
			n.Next("read more of what it says than was read here", h.Shown.Kubectl("logs", "--since=1h", "--tail=500")...)
		}
		return n
	}
	if timed(at) {
		n.Next("see its runs, the last at the end", "kubectl", "get", "jobs", "-n", at.Namespace, "--sort-by=.metadata.creationTimestamp")
		return n
	}
	text := "read what it says; look for " + h.Node.Name
	if h.Listening {
		text = "read more of what it says than was read here"
	}
	n.Next(text, "kubectl", "logs", at.Short(), "-n", at.Namespace, "--since=1h", "--tail=500")
	return n
}

// AskForWorkloads adds the step that looks for the holder.
func AskForWorkloads() (n hearing.Notes) {
	n.Next("look whether it runs anywhere", "kubectl", "get", "deployments,statefulsets,daemonsets", "-A")
	return n
}

// holderless is for a finalizer that nothing in sight can be tied to.
func holderless(ctx context.Context, h *hearing.Case, last, spoke string) (f hearing.Finding) {
	f.OnlyPlaced = true
	defer func() { f.Join(PlanRemoval(h)) }()
	said := untold(ctx, h)
	written := h.View.Command(h.Node.Ref, "get", "-o", "yaml", "--show-managed-fields")
	if missing := unseen(ctx, h); len(missing) > 0 {
		f.Join(findIt(h, written, spoke))
		return f.Decide(explain.Undecided, explain.HolderUnknown, said+phrase.Prefixed("; you may not read what could: ", unlessCopied(h.View, strings.Join(missing, ", ")))+last)
	}
	gone, likely, told := nowhere(ctx, h)
	f.Join(told)
	if likely {
		f.Mend("install its controller again, so that it can clean up")
		f.Next("see who wrote what, and when", written...)
		return f.Decide(explain.Undecided, explain.HolderMissing, "its controller is most likely not installed any more: "+gone+last)
	}
	f.Join(findIt(h, written, spoke))
	return f.Decide(explain.Undecided, explain.HolderUnknown, said+phrase.Prefixed("; ", gone)+last)
}

// findIt is what is to be done about a finalizer of which nothing tells whose it is.
func findIt(h *hearing.Case, written []string, spoke string) (n hearing.Notes) {
	if n = installAgain(h, spoke); len(n.Steps) > 0 {
		n.Next("see who wrote what, and when", written...)
		return n
	}
	if h.Kind.IsUntyped() {
		n.Mend("find out which object it is and which finalizers it has: that was not copied, and they tell who has to act")
		return n
	}
	if h.Finalizer == explain.NotCopied {
		n.Do(SeeFinalizers(h))
		return n
	}
	n.Do(explain.Look("find the program that takes "+h.Finalizer+" off, and have it run: who put it there is in managedFields", written...).For(explain.Mends))
	return n
}

// installAgain has the controller of the kind run again where only the object was copied and
// the finalizer is of the same domain: the kind came with its controller. One that has spoken of the object
// since runs, or ran, and one of which somebody writes so is to be found.
func installAgain(h *hearing.Case, spoke string) (n hearing.Notes) {
	if !h.View.Copied || h.Holder.Workload.Name != "" || h.Finalizer == explain.NotCopied {
		return n
	}
	host, _, qualified := strings.Cut(h.Finalizer, "/")
	told, _ := ToldBeside(h)
	_, program := h.ByName()
	switch {
	case told == sentence.PutsBack:
		n.Mend("find who puts " + h.Finalizer + " back once somebody has taken it off, and see what its log says of " + h.Node.Name)
		return n
	case told > sentence.Away:
		n.Mend("find its controller, which runs by what is written beside it, and see what its log says of " + h.Node.Name)
		return n
	case strings.Contains(host, ".."):
		n.Hint("metadata.finalizers", "its name has two dots in a row: whoever built it left a part empty, and a later release may not know it")
	case program != "" && spoke == "":
		again := explain.Tell("if none does, install it again, so that it can clean up")
		n.Join(acts.SeeThatItRuns(h, "see whether a program runs that calls itself "+program+", as the name of the finalizer reads, and if so what its log", "", hearing.Notes{Steps: []explain.Step{again}}))
		return n
	case qualified && strings.Contains(host, ".") && host != h.Kind.Group && !strings.HasSuffix(h.Kind.Group, "."+host):
		whose := ": the finalizer is of that domain, and not of the kind's own"
		if catalogue.MayBeKin(host, h.Kind.Group) {
			whose = ""
		}
		again := explain.Tell("if nothing does, install what that belongs to again, so that it can clean up" + whose)
		n.Join(acts.SeeThatItRuns(h, "see whether anything of "+host+" runs, and if so what its log", "", hearing.Notes{Steps: []explain.Step{again}}))
		return n
	}
	if catalogue.SameDomain(h.Kind.Group, h.Finalizer) || h.CalledAfterKind() {
		if spoke != "" {
			n.Mend("have its controller, which has spoken in " + spoke + ", look at " + h.Node.Name + " again: start its pods anew; where it then says the same, see which release of it takes " + h.Finalizer + " off")
			return n
		}
		whose := "its operator again, which the kind came with,"
		if project := h.View.Catalogue.ProjectOf(h.Kind.Group); project != "" {
			whose = project + " again,"
		}
		n.Mend("if no controller of " + h.Kind.Type() + " runs, install " + whose + " so that it can clean up; if one runs, see what its log says of " + h.Node.Name)
	}
	return n
}

// likelyGone decides for a holder that is known by its name alone, and of which
// nothing is in sight.
func likelyGone(h *hearing.Case, gone string) (f hearing.Finding) {
	f.Join(acts.Reinstall(h, "", h.HolderName(), ", so that it can clean up"))
	if h.Kind.MayBeCustom() {
		f.Next("see by its labels what brought the definition of the kind", "kubectl", "get", "crd", h.Kind.Type(), "-o", "yaml")
	}
	f.Join(PlanRemoval(h))
	return f.Decide(explain.Undecided, explain.HolderMissing, h.HolderName()+" is most likely not installed any more: "+gone)
}

// unseen lists what could not be read of that which would tell of a holder.
func unseen(ctx context.Context, h *hearing.Case) []string {
	var out []string
	if !WorkloadsOf(ctx, h.View).Complete {
		out = append(out, "the workloads of all namespaces")
	}
	if !rights.Changers(ctx, h.View, h.Kind, "").Complete {
		out = append(out, "ClusterRoles and their bindings")
	}
	crd := trace.Ref{Group: manifest.CrdGroup, Kind: manifest.CrdKind, Name: h.Kind.Resource + "." + h.Kind.Group}
	if h.Kind.MayBeCustom() && h.View.Look(ctx, crd).State == trace.Unreadable {
		out = append(out, "the CRD "+crd.Name)
	}
	return out
}

// SeeFinalizers is the step that looks which finalizers an object has, with those that are known of its kind.
func SeeFinalizers(h *hearing.Case) explain.Step {
	text := "see which finalizers it has: that was not copied, and they tell who has to act"
	switch names := h.View.Catalogue.FinalizersOf(h.Kind); {
	case len(names) == 1:
		text += "; on one of its kind " + names[0] + " is known"
	case len(names) > 1 && len(names) <= mostKnown:
		text += "; on one of its kind these are known: " + strings.Join(names, ", ")
	}
	return explain.Look(text, h.View.Command(h.Node.Ref, "get", "-o", "yaml", "--show-managed-fields")...).For(explain.Mends)
}

// mostKnown is how many finalizers are told of that an object may have.
const mostKnown = 4

// mostOften is what most often keeps the holder from it, with the node that the object says it is about.
func mostOften(h *hearing.Case, runs bool) string {
	often := acts.MostOften(h, runs)
	if node, _ := NodeNamed(h); node != "" && often != "" {
		often += " (it is about node " + node + ")"
	}
	return often
}
