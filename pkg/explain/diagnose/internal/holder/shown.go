package holder

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/shown"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func tablesOf(h *hearing.Case) shown.Tables {
	return sight.Memory[memory](h.View).tables.Get("", func() shown.Tables { return shown.Read(h.View.Logs.Aside.Texts()) })
}

// shownBeside takes how the holder is from the tables that were copied beside the object. Nothing tells when that was, but
// what was taken off or put back below, or of which somebody writes otherwise, is not so any more.
func (found *Found) shownBeside(h *hearing.Case) {
	if !h.View.Copied || found.Holder.Workload.Name != "" || len(tablesOf(h).Programs) == 0 {
		return
	}
	as := *h
	as.Actor = found.Actor
	documented := func(p *hearing.Program) bool { return documentedAs(&as, p) }
	p, is := shown.Last(tablesOf(h).Programs, documented)
	if !is {
		p, is = shown.Last(tablesOf(h).Programs, func(p *hearing.Program) bool {
			return found.Holder.Name != "" && !commonName(found.Holder.Name) && (p.Workload == found.Holder.Name || partOf(found.Holder.Name, p.Workload))
		})
	}
	if !is && found.Holder.Name == "" {
		p, is = shownNear(h)
	}
	_, changed := sentence.InstalledLast(h.View.Logs.Aside.Texts()[p.Line:], func(i *sentence.Install) bool { return ofHolder(&as, i) })
	told, _ := ToldBeside(&as)
	if !is || changed || told == sentence.Away || told > sentence.Away && p.Down() {
		return
	}
	if found.Holder.Name == "" {
		found.Holder.Name, found.Holder.Confidence, found.Nearest = p.Workload, explain.Possible, "nearest by name: "+p.Workload
		as.Actor = found.Actor
	}
	if found.Holder.Confidence == explain.Possible && documented(&p) && (h.Finalizer != explain.NotCopied || h.Kind.MayBeCustom()) && !found.Holder.BuiltIn {
		found.Holder.Confidence, found.Nearest = explain.Likely, ""
		as.Actor = found.Actor
	}
	b := shown.Health(&as, &p)
	found.Shown, found.Evidence = p, append(found.Evidence, b.Evidence...)
	if b.Health != "" && found.Holder.Confidence != explain.Possible {
		found.Health, found.Wellbeing = b.Health, b
	}
}

// documentedAs reports whether a program is called as the catalogue has the holder's workloads, and is not of the object.
func documentedAs(h *hearing.Case, p *hearing.Program) bool {
	return !strings.HasPrefix(p.Name+"-", h.Node.Name+"-") && slices.ContainsFunc(h.Entry.Controller.Workloads, func(documented string) bool {
		kind, name, _ := strings.Cut(documented, "/")
		row := workload{Ref: trace.Ref{Kind: kind, Namespace: p.Namespace, Name: p.Workload}}
		points, _ := likeness(&row, kind, name, h.Entry.Controller)
		return slices.Contains(workloadKinds, kind) && points >= strongClue
	})
}

// shownNear is the one controller that is shown and called after the domain of the finalizer or the group of the kind.
func shownNear(h *hearing.Case) (p hearing.Program, is bool) {
	words := finalizerWords(h.Finalizer)
	if h.Finalizer == explain.NotCopied {
		words = nil
	}
	if words == nil || catalogue.SameDomain(h.Kind.Group, h.Finalizer) {
		words = append(words, tellingWords(h.Kind.Group)...)
	}
	near := func(p *hearing.Program) bool {
		role := p.Workload[strings.LastIndexByte(p.Workload, '-')+1:]
		return releaseSuffix(role) && !strings.HasPrefix(p.Name+"-", h.Node.Name+"-") && slices.ContainsFunc(words, func(word string) bool {
			return !commonName(word) && (hasPart(p.Workload, word) || hasPart(p.Namespace, word))
		})
	}
	p, is = shown.Last(tablesOf(h).Programs, near)
	return p, is && !slices.ContainsFunc(tablesOf(h).Programs, func(other hearing.Program) bool { return near(&other) && other.Workload != p.Workload })
}

// shownAbsent is the outcome where a namespace of the holder is said to be empty, or not to be there, and nothing else is
// known of why it does not act.
func shownAbsent(h *hearing.Case, said string) (f hearing.Finding) {
	if !h.View.Copied || h.Holder.BuiltIn || h.Health == explain.Running || h.Shown.Name != "" {
		return f
	}
	told, _ := ToldBeside(h)
	for _, place := range tablesOf(h).Empty {
		in := &sentence.Install{Namespace: place.Namespace}
		_, again := sentence.InstalledLast(h.View.Logs.Aside.Texts()[place.Line:], func(i *sentence.Install) bool { return !i.Off && ofHolder(h, i) })
		itself := place.Namespace == h.Node.Namespace && (place.Namespace == "default" || !asDocumented(h, in))
		if itself || again || told > sentence.Away || !ofHolder(h, in) || catalogue.Glob("kube-*", place.Namespace) {
			continue
		}
		words := redact.Text(place.Words)
		how := "what was answered where it belongs: " + phrase.Quoted(words)
		if place.Listed {
			how = "the list of namespace " + place.Namespace + ", in which nothing runs"
		}
		f.Quote("answer copied beside it", words, words)
		f.Join(acts.Reinstall(h, "", nameOf(h), ", so that it can clean up"))
		f.Join(PlanRemoval(h))
		return f.Decide(explain.Undecided, explain.HolderMissing, nameOf(h)+" is not there, by "+how+said)
	}
	return f
}

// PodShown is a pod as a table shows it last that was copied beside the object.
func PodShown(h *hearing.Case, namespace, name string) (hearing.Program, bool) {
	return shown.Last(tablesOf(h).Programs, func(p *hearing.Program) bool {
		return p.Kind == "pod" && p.Name == name && p.Namespace == namespace
	})
}

// ProgramsShown are the pods and deployments of the tables that were copied beside the object, in their order.
func ProgramsShown(h *hearing.Case) []hearing.Program { return tablesOf(h).Programs }
