package signs

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/unready"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// What an API server says to a controller that has to create a helper object
// before it can let go of this one.
var terminatingPattern = regex.New(`unable to create new content in namespace (\S+) because it is being terminated`)

// NoRoom decides where the holder has to create something and the server
// refuses it. What was Word may be old, so that it is checked against what is.
func NoRoom(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	for _, s := range heard(ctx, h) {
		if m := terminatingPattern.FindStringSubmatch(s.Line()); m != nil {
			f = f.And(namespaceCloses(ctx, h, s, m[1]))
		}
		if m := unready.QuotaPattern.FindStringSubmatch(s.Line()); m != nil && !f.Decided() {
			f = f.And(quotaFull(ctx, h, s, m[1], m[2]))
		}
		if f.Decided() {
			return f
		}
	}
	return f
}

// namespaceCloses decides where a namespace takes no new objects any more.
func namespaceCloses(ctx context.Context, h *hearing.Case, s Word, name string) (f hearing.Finding) {
	switch space := h.View.Look(ctx, trace.Ref{Kind: "Namespace", Name: name}); {
	case space.State == trace.Unreadable:
		f.Add(s.quoted("; whether that is still so could not be read"))
		return f
	case !space.State.Going():
		f.Add(s.past("; the namespace is not going now"))
		return f
	}
	f.Add(s.quoted(""))
	f.BlockFact("namespace " + name + " takes no new objects, because it is being deleted")
	f.Mend("do by hand what " + h.HolderName() + " would have done, since it cannot do so in this namespace any more" + phrase.Prefixed(": ", hearing.IdentityOf(h)))
	f.PlanRemoval(h, "only then take the finalizer off")
	f.Steps[len(f.Steps)-1] = f.Steps[len(f.Steps)-1].Then()
	f.Warn("the deletion of a namespace cannot be called off; what the holder would have cleaned up has to be cleaned up by hand")
	return f.Decide(explain.Stuck, explain.NamespaceTerminating, h.HolderName()+" has to create an object in namespace "+name+" first, which takes none because it is being deleted")
}

// quotaFull decides where a quota is still exhausted.
func quotaFull(ctx context.Context, h *hearing.Case, s Word, name, requested string) (f hearing.Finding) {
	ref := trace.Ref{Kind: "ResourceQuota", Namespace: h.Node.Namespace, Name: name}
	quota := h.View.Look(ctx, ref)
	switch {
	case quota.State == trace.Unreadable:
		f.Add(s.quoted("; whether that is still so could not be read"))
		return f
	case quota.Object == nil:
		f.Add(s.past("; there is no such quota in namespace " + h.Node.Namespace))
		return f
	}
	what, enough := unready.Exhausted(quota.Object, requested)
	if what == "" {
		f.Add(s.past("; there is room now"))
		return f
	}
	f.Add(s.quoted(""))
	f.Fact(h.View.NameOf(ref)+": .status", what)
	f.Block(ctx, h.View, ref, what)
	f.Do(unready.RaiseQuota(h.View, ref, enough))
	f.Next("see what uses up the quota", h.View.Command(ref, "describe")...)
	return f.Decide(explain.Stuck, explain.QuotaRefuses, h.HolderName()+s.unmade()+" quota "+name+" refuses: "+what)
}

// refusedObject is what was to be created, as the server calls it.
var refusedObject = regex.New(`\b([a-z][a-z.]*) "([^" ]+)" is forbidden`)

// unmade says what has to be made first, by the words that it was refused with.
func (w Word) unmade() string {
	if w.of.Name != "" {
		return " waits for " + w.of.Kind + " " + w.of.Name + ", whose pods"
	}
	if m := refusedObject.FindStringSubmatch(w.Line()); m != nil {
		return " has to create " + m[1] + "/" + m[2] + " first, which"
	}
	return " has to create an object first, which"
}
