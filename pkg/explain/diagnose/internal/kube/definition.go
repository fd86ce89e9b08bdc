package kube

import (
	"context"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// judgeDefinition finds the custom resources that keep their definition. The
// API server deletes them itself, straight in its store, and waits until a list
// is empty (apiextensions-apiserver, pkg/controller/finalizer).
func judgeDefinition(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Object == nil {
		return f
	}
	f.Never("take this finalizer off by hand: its objects stay in the store, come back with the next definition of this name, and what they hold outside is never cleaned up")
	state := manifest.ConditionOf(h.Object, "Terminating")
	if state.Reason != "" {
		f.Quote(h.Name()+": .status.conditions", "Terminating="+state.Status+" ("+state.Reason+")"+phrase.Prefixed(": ", state.Message), state.Message)
	}
	plural, group := definedType(h)
	kind := manifest.Str(h.Object, "spec", "names", "kind")
	instances := h.View.Sketch(ctx, group, kind, "")
	if state.Reason == "InstanceDeletionFailed" && strings.Contains(state.Message, "could not list instances") {
		return f.And(unlistable(ctx, h, plural, state.Message))
	}
	if words := unconverted(h, group, kind); words != "" {
		return f.And(unlistable(ctx, h, plural, words))
	}
	if len(instances.Rows) > 0 {
		return f.And(instancesRemain(h, instances.Rows, plural, state))
	}
	if !instances.Complete {
		return f.And(instancesUnread(h, plural, group, kind, state))
	}
	if manifest.ConditionOf(h.Object, "Established").Status != "True" {
		f.Fact(h.Name()+": .status.conditions", "was never established, so that it has no objects")
	}
	f.Fact("list of "+plural, "none remain")
	f.Hint("kube-apiserver", "after a failed try it pauses, up to 16 minutes")
	f.Unblocked = "none of its objects remain; the API server confirms that at its next try"
	return f
}

// leftOnThem is what ends the objects of a definition that stay: their holder or, where that never comes back, what is
// done about them, and not about the definition.
func leftOnThem(h *hearing.Case, of trace.Kind) string {
	again := ""
	if e, is := h.View.Catalogue.EntryForKind(of); is {
		again = ": install " + e.Project
	}
	return "where they stay for a finalizer whose controller runs nowhere, have that run again" + again + installedBy(h) +
		"; only where that is gone for good, and nobody needs what it would still have done, see what taking that one finalizer off each of them would do, and take none off this definition, which then goes by itself"
}

// noPlural stands for the plural of a definition of which it was not copied.
const noPlural = "its objects"

// definedType is the plural and the group of what a definition defines. Its name is made of them, and is
// taken before its spec, of which the copy may end in the midst of one; they are empty where nothing tells.
func definedType(h *hearing.Case) (plural, group string) {
	plural, group = manifest.Str(h.Object, "spec", "names", "plural"), manifest.Str(h.Object, "spec", "group")
	if first, rest, whole := strings.Cut(h.Object.GetName(), "."); whole {
		plural, group = first, rest
	}
	if plural == "" {
		return noPlural, ""
	}
	return plural, group
}

// instancesRemain decides for a definition that still has objects.
func instancesRemain(h *hearing.Case, rows []sight.Brief, plural string, state manifest.Condition) (f hearing.Finding) {
	var names []string
	var live *sight.Brief
	for i := range rows {
		d := &rows[i]
		name := d.Name
		if d.Namespace != "" {
			name = d.Namespace + "/" + d.Name
		}
		names = append(names, name)
		if live == nil && d.Deleted.IsZero() {
			live = d
		}
	}
	f.BlockBriefs(h.View, rows, func(d *sight.Brief) string {
		if d.Deleted.IsZero() {
			return "not asked to go"
		}
		return h.View.GoingText(d.Deleted)
	})
	message := phrase.Count(len(rows), "object of its kind remains", "objects of its kind remain") + ": " + phrase.Names(names)
	switch {
	case live == nil:
		f.Next("find out what keeps "+phrase.Plural(len(rows), "it", "the first of them"), h.View.WhyStuck(rows[0].Ref)...)
		return f.Decide(explain.Waiting, explain.InstancesRemain, message)
	case state.Reason == "InstanceDeletionFailed":
		f.Mend("mend what refuses to let them be deleted: " + phrase.OneLine(state.Message))
		f.Next("try whether a delete is refused; this changes nothing", h.View.Command(live.Ref, "delete", "--dry-run=server")...)
		return f.Decide(explain.Stuck, explain.InstancesRemain, message+"; the API server cannot delete them: "+state.Message)
	case !h.Older(time.Minute):
		return f.Decide(explain.Progressing, explain.InstancesRemain, message+"; the API server is deleting them")
	}
	f.Do(explain.Act(explain.Deletes, live.Ref, "delete it, as the API server should have", h.View.Command(live.Ref, "delete")...))
	f.Next("see them", "kubectl", "get", plural+"."+rows[0].Group, "-A")
	return f.Decide(explain.Undecided, explain.InstancesRemain, message+"; some of them have not been asked to go")
}

// unlistable decides where the server cannot list the objects. Most often their
// conversion webhook does not answer.
func unlistable(ctx context.Context, h *hearing.Case, plural, message string) (f hearing.Finding) {
	strategy := manifest.Str(h.Object, "spec", "conversion", "strategy")
	if strategy == "Webhook" {
		f.Join(conversionService(ctx, h))
	}
	if len(f.Blockers) == 0 {
		f.BlockFact(message)
	}
	if service, named := gates.ServiceNamed(message); named && strategy == "Webhook" && len(f.Steps) == 0 {
		f.Mend(convertsNoMore(ctx, h, service))
	}
	if len(f.Steps) == 0 {
		f.Mend("have " + plural + " be listed again: " + phrase.OneLine(message))
	}
	f.Next("see whether "+plural+" can be listed, and the error", "kubectl", "get", plural+"."+manifest.Str(h.Object, "spec", "group"), "-A")
	return f.Decide(explain.Stuck, explain.InstancesUnreadable, "its objects cannot be deleted because they cannot be listed: "+message)
}

// convertsNoMore is the way out where the Service that converts the objects does not answer.
func convertsNoMore(ctx context.Context, h *hearing.Case, service trace.Ref) string {
	const none = "set spec.conversion.strategy of this definition to None"
	where := "service " + service.Name + " in namespace " + service.Namespace
	if home := h.View.Look(ctx, trace.Ref{Kind: "Namespace", Name: service.Namespace}); home.State.Going() || home.Gone() {
		return none + ": what converts its objects, " + where + ", goes with its namespace, which takes nothing new"
	}
	return "bring back " + where + ", which converts its objects, until the last of them is gone; or, if that is gone for good, " + none
}

// unconverted is what listing the objects met just now, where the API server's next try must
// meet it too: what it lists itself is converted to the version that objects are stored in.
// Its condition tells that only between two tries.
func unconverted(h *hearing.Case, group, kind string) string {
	words, version := gates.ConversionProblem(h.View, group, kind)
	for _, v := range manifest.MapsAt(h.Object, "spec", "versions") {
		if v["storage"] == true && v["name"] == version {
			return ""
		}
	}
	return words
}

// conversionService names the Service that converts the objects.
func conversionService(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	ref := trace.Ref{Kind: "Service", Namespace: manifest.Str(h.Object, "spec", "conversion", "webhook", "clientConfig", "service", "namespace"), Name: manifest.Str(h.Object, "spec", "conversion", "webhook", "clientConfig", "service", "name")}
	if ref.Name == "" {
		n.Fact(h.Name()+": .spec.conversion", "its objects are converted by a webhook outside the cluster")
		return n
	}
	what := "converts its objects"
	if h.View.Look(ctx, ref).Gone() {
		what = "converts its objects and does not exist"
	}
	n.Block(ctx, h.View, ref, what)
	n.Fact(h.Name()+": .spec.conversion", "its objects are converted by "+h.View.NameOf(ref))
	n.Join(gates.Revive(ctx, h, ref))
	return n
}
