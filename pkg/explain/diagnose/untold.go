package diagnose

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/namespace"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/shown"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// judgeUntold judges what holds an object of which the finalizers were not copied: the one that the
// text beside it names; what the words there tell of whoever it is; or else the one that Kubernetes
// itself puts on such an object.
func judgeUntold(ctx context.Context, h *hearing.Case) explain.Hold {
	if name := namedBeside(h); name != "" {
		hold := judgeAs(ctx, *h, name, "its finalizers were not copied; the text beside it names this one")
		hold.Evidence[0].Kind = "" // it is told
		return hold
	}
	if name := namespace.Holding(ctx, h); name != "" {
		return judgeAs(ctx, *h, name, "its finalizers were not copied; the conditions of its namespace name this one")
	}
	name, why := kube.Told(ctx, h)
	if name == "" {
		name, why = marked(ctx, h)
	}
	if name != "" {
		return judgeAs(ctx, *h, name, "its finalizers were not copied, and this one is presumed: "+why)
	}
	presumed, why, always := kube.Presumed(ctx, h)
	as := *h
	as.Enter(entryUntold(ctx, h))
	hold := judge(ctx, &as)
	if presumed == "" {
		return presume(h, hold)
	}
	why = "its finalizers were not copied, and this one is presumed: " + why
	own := judgeAs(ctx, *h, presumed, why)
	entry, _ := h.View.Catalogue.Entry(h.Kind, presumed)
	switch same := slices.Contains(entry.Controller.FieldManagers, hold.Holder.Name); {
	case hold.Verdict == explain.Undecided && (as.Entry.Pattern == "" || own.Verdict != explain.Undecided), kube.Alone(h.Kind),
		!always && hold.Holder.Name == "" && own.Verdict == hold.Verdict && restsOn(&hold, kube.OfBalancer): // nobody else is told of
		hold = own
	case !same: // who says more of it may hold another one
		return presume(h, hold)
	default:
		hold.Finalizer, hold.Cost, hold.Evidence = presumed, own.Cost, append(own.Evidence[:1:1], hold.Evidence...)
	}
	hold.Message += "; " + why
	if !always && hold.Verdict == explain.Undecided {
		hold.Next = append([]explain.Step{holder.SeeFinalizers(h)}, hold.Next...)
	}
	return hold
}

// shapeOf is the kind that an object shows by what stands in it where that is the one it is taken for.
func shapeOf(h *hearing.Case) (catalogue.Shape, bool) {
	if h.Kind.Version != trace.Unstated {
		return catalogue.Shape{}, false
	}
	shape, is := h.View.Catalogue.Shaped(objectOf(h))
	return shape, is && shape.Kind == h.Kind.Kind && shape.Group == h.Kind.Group
}

// shapedAs tells by what an object is taken for one of its kind that was copied without a head. Where several are known to
// hold such, that has to be seen first.
func shapedAs(h *hearing.Case, hold explain.Hold) explain.Hold {
	shape, is := shapeOf(h)
	if !is {
		return hold
	}
	hold.Message = "taken for what it most likely is, by what stands in it: " + hold.Message
	fact := "it is most likely of kind " + shape.Kind + " of " + shape.Project + ", by " + phrase.And(shape.Signs) + ": its head was not copied"
	hold.Evidence = append([]explain.Evidence{{Kind: explain.Known, Fact: fact, Source: "status", Weak: true}}, hold.Evidence...)
	if hold.Verdict == explain.Undecided && hold.Holder.Name != "" && len(h.View.Catalogue.FinalizersOf(h.Kind)) > 1 {
		hold.Next = append([]explain.Step{holder.SeeFinalizers(h)}, hold.Next...)
	}
	return hold
}

// onlyGoing tells where all that the conditions of an object say is that it goes, which is no reason.
func onlyGoing(h *hearing.Case, hold explain.Hold) explain.Hold {
	var types []string
	for _, c := range manifest.ConditionsOf(objectOf(h)) {
		if c.Message == "" && sentence.Goes(c.Reason) || sentence.Restates(c.Message) {
			types = append(types, c.Kind)
		} else if c.Message != "" || c.Status != "True" {
			return hold
		}
	}
	if len(types) > 0 {
		hold.Evidence = append(hold.Evidence, explain.Evidence{Kind: explain.Known, Fact: "by " + phrase.And(types) + " it is only said that it goes, and not what it waits for", Source: "status.conditions", Weak: true})
	}
	return hold
}

// marked is the one finalizer that an object has by one of its marks, whatever its kind, and why.
func marked(ctx context.Context, h *hearing.Case) (finalizer, why string) {
	events := h.View.EventsAbout(ctx, h.Node.Ref, h.Node.UID)
	name, mark, is := h.View.Catalogue.FinalizerToldBy(func(mark string) bool {
		switch {
		case strings.HasSuffix(mark, "/"):
			return slices.ContainsFunc(events, func(e sight.Event) bool { return strings.HasPrefix(e.Component, mark) }) || spokenBy(h, mark)
		case strings.Contains(mark, "."):
			_, there, _ := unstructured.NestedFieldNoCopy(objectOf(h), strings.Split(mark, ".")...)
			return there
		}
		return slices.ContainsFunc(events, func(e sight.Event) bool { return e.Reason == mark })
	})
	if !is {
		return "", ""
	}
	return name, "objects that have it are known by " + mark
}

// spokenBy reports whether lines that were copied beside an object are of a controller of its type that begins its name so.
func spokenBy(h *hearing.Case, begin string) bool {
	return h.GoesAlone() && slices.ContainsFunc(h.View.Logs.Aside, func(l explain.LogLine) bool {
		return slices.ContainsFunc(strings.FieldsFunc(l.Text, betweenNames), func(word string) bool {
			rest, is := strings.CutPrefix(word, begin)
			return is && strings.Contains(rest, ".") && strings.Contains(rest, h.Kind.Group)
		})
	})
}

func betweenNames(c rune) bool { return strings.ContainsRune(" \t\"'`,;=()[]{}", c) }

// objectOf are the fields of an object, as far as they are known.
func objectOf(h *hearing.Case) map[string]any {
	if h.Object == nil {
		return nil
	}
	return h.Object.Object
}

// presume names the finalizer that holds, where only one is known on objects of the kind, or else those few that whoever
// has to act is known to put on them.
func presume(h *hearing.Case, hold explain.Hold) explain.Hold {
	if hold.Finalizer != explain.NotCopied {
		return hold
	}
	why := "no other is known on a " + h.Kind.Kind
	if name, only := h.View.Catalogue.FinalizerForKind(h.Kind); only {
		hold.Finalizer = name
	} else {
		switch names := fewOf(h, &hold.Holder); len(names) {
		case 0:
			return hold
		case 1:
			hold.Finalizer = names[0]
			why += " of " + hold.Holder.Name
		default:
			hold.Maybe = names
			why = "those of " + hold.Holder.Name + " on a " + h.Kind.Kind + " are " + phrase.And(names)
		}
	}
	hold.Evidence = append([]explain.Evidence{unseen("its finalizers were not copied, and " + why)}, hold.Evidence...)
	return hold
}

// mostMaybe is how many finalizers are told of that may hold.
const mostMaybe = 3

// fewOf are the finalizers that a holder is known to put on objects of the kind, where it is likely to be that one and
// they are few.
func fewOf(h *hearing.Case, who *explain.Holder) []string {
	if !who.Sure() || who.Project == "" || h.Kind.IsUntyped() {
		return nil
	}
	names := h.View.Catalogue.FinalizersBy(who.Project, who.Component, h.Kind)
	if len(names) > mostMaybe {
		return nil
	}
	return names
}

// unseen is why a finalizer is judged that nobody has copied.
func unseen(why string) explain.Evidence {
	return explain.Evidence{Kind: explain.Presumed, Fact: why, Source: "metadata.finalizers", Weak: true}
}

// judgeAs judges an object of which the finalizers were not copied as one that has this one, of
// which nothing is more than likely.
func judgeAs(ctx context.Context, h hearing.Case, finalizer, why string) explain.Hold {
	h.Finalizer = finalizer
	h.LookUp()
	hold := judge(ctx, &h)
	hold.Evidence = append([]explain.Evidence{unseen(why)}, hold.Evidence...)
	if hold.Holder.Sure() {
		hold.Holder.Confidence = explain.Likely
	}
	return hold
}

// entryUntold is the entry of an object of which the finalizers were not copied: that of the
// one component for its kind, or of the one that the lines beside it, or events about it, tell of.
func entryUntold(ctx context.Context, h *hearing.Case) catalogue.Entry {
	if e, ok := h.View.Catalogue.EntryForKind(h.Kind); ok {
		return e
	}
	if e, ok := entrySpeaking(ctx, h); ok {
		return e
	}
	if shape, is := shapeOf(h); is {
		if e, ok := h.View.Catalogue.EntryForShape(shape); ok {
			return e
		}
	}
	for _, program := range sentence.Placers(h.View.Logs.Aside.Texts(), func(said string) bool { return acts.NamesIt(h, said) }) {
		if e, ok := h.View.Catalogue.EntryForProgram(h.Kind, program); ok && !h.Kind.IsUntyped() && h.View.Catalogue.SameProgram(&e, h.Kind.Kind) {
			return e
		}
	}
	var words strings.Builder
	for _, l := range h.View.Logs.Aside {
		words.WriteString(askedWebhook.ReplaceAllString(l.Text, "webhook"))
		words.WriteByte('\n')
	}
	for _, e := range h.View.EventsAbout(ctx, h.Node.Ref, h.Node.UID) {
		words.WriteString(e.Component + " " + askedWebhook.ReplaceAllString(e.Message, "webhook") + " " + reasonsOf[e.Reason] + "\n")
	}
	words.WriteString(ownWords(h))
	find := h.View.Catalogue.EntryForWords
	if h.Kind.IsUntyped() {
		find = func(_ trace.Kind, words string) (catalogue.Entry, bool) {
			return h.View.Catalogue.EntryForGroups(words)
		}
	}
	said, _ := find(h.Kind, words.String())
	if said.Pattern != "" && said.Confidence != catalogue.ConfidenceLow {
		return said
	}
	program, surely := shown.Speaker(ctx, h)
	if !surely {
		return said
	}
	e, _ := h.View.Catalogue.EntryForProgram(h.Kind, program)
	if said.Pattern != "" && (e.Project != said.Project || e.Component != said.Component) {
		return said
	}
	return e
}

// entrySpeaking is the entry of the one component that holds objects of the kind and speaks in events of this one; false
// where none does, or several do.
func entrySpeaking(ctx context.Context, h *hearing.Case) (entry catalogue.Entry, ok bool) {
	for _, e := range h.View.EventsAbout(ctx, h.Node.Ref, h.Node.UID) {
		spoke, is := h.View.Catalogue.EntryForSpeaker(h.Kind, e.Component)
		if !is || manifest.GenericManager(e.Component) {
			continue
		}
		if ok && (spoke.Project != entry.Project || spoke.Component != entry.Component) {
			return catalogue.Entry{}, false
		}
		entry, ok = spoke, true
	}
	return entry, ok
}

// reasonsOf are reasons of events that one project alone gives, each with the domain of its finalizers.
var reasonsOf = map[string]string{
	"FailedBuildModel": "elbv2.k8s.aws/", "FailedDeployModel": "elbv2.k8s.aws/",
}

// askedWebhook is a webhook that refuses: it is whoever's, and seldom that of who asks.
var askedWebhook = regex.New(`\bwebhook:? \\*"[^"]*"`)

// ownWords are those of an object that its project may have chosen: its namespace, its
// annotations, what its conditions say and the class that it is of.
func ownWords(h *hearing.Case) string {
	words := []string{h.Node.Namespace}
	if h.Object == nil {
		return words[0]
	}
	for key, value := range h.Object.GetAnnotations() {
		words = append(words, key+" "+value)
	}
	for _, c := range manifest.ConditionsOf(h.Object.Object) {
		words = append(words, c.Message)
	}
	for _, field := range []string{"ingressClassName", "loadBalancerClass", "gatewayClassName", "storageClassName"} {
		words = append(words, manifest.Str(h.Object, "spec", field))
	}
	return strings.Join(words, "\n")
}

// restsOn reports whether words that a hold quotes for its reason are such.
func restsOn(hold *explain.Hold, such func(words string) bool) bool {
	return slices.ContainsFunc(hold.Evidence, func(e explain.Evidence) bool {
		return such(e.Words) && quotes(hold.Message, &e)
	})
}
