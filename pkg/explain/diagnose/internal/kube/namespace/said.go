package namespace

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/apiwords"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// saidToFail reports whether the namespace controller says that requests of it fail, and
// what there is could not be seen from here, so that nothing disproves it.
func saidToFail(ctx context.Context, h *hearing.Case, c *content) bool {
	words := contentFailure(h)
	if len(c.failedAs(trace.Unavailable)) > 0 || idleLong(ctx, h, c) {
		return false
	}
	if group, _, name, told := apiwords.Unconverted(words); told {
		kind, known := h.View.Kind(group, name)
		converts := gates.ConversionOf(ctx, h.View, kind)
		return !known || converts == nil && c.unseen(kind) || converts != nil && gates.Down(ctx, h.View, converts)
	}
	return refusal(words) && len(believed(h, c)) > 0
}

// contentSaid judges by what the namespace controller says.
func contentSaid(ctx context.Context, h *hearing.Case, c *content) (f hearing.Finding) {
	words := contentFailure(h)
	f.Join(admitGaps(h, c))
	reason := explain.ContentNotAsked
	group, _, name, unconverted := apiwords.Unconverted(words)
	if unconverted {
		reason = explain.ContentUnlistable
		if kind, known := h.View.Kind(group, name); known {
			if converts := gates.ConversionOf(ctx, h.View, kind); converts != nil {
				down := gates.ConversionDown(ctx, h, converts, gates.AnswersOf(ctx, h.View, *converts.Backend))
				f.Join(down.Notes)
				return f.Decide(explain.Stuck, reason, "the namespace controller says: "+phrase.Quoted(words)+"; "+down.Message)
			}
		}
	}
	why, told := gates.ServiceSaid(ctx, h, words)
	if unconverted && gates.ServedFrom(words) == h.Node.Name {
		// What converts the kind cannot come back: the namespace takes nothing new.
		told.Steps = nil
		f.Mend("have " + name + "." + group + " converted no more: set spec.conversion.strategy of its definition to None; what converted it lay in this namespace, which takes nothing new. Each object is then read as it is stored, whatever version is asked for")
		f.Next("see the definition", "kubectl", "get", "crds", "-o", "wide")
	}
	f.Join(told)
	if unconverted && len(told.Steps) > 0 {
		f.Do(explain.Tell("if that is gone for good, and all versions of " + name + "." + group + " are alike, set spec.conversion.strategy of its definition to None: until then nothing of it can be listed or deleted, in no namespace"))
	}
	return f.Decide(explain.Stuck, reason, "the namespace controller says: "+phrase.Quoted(words)+phrase.Prefixed("; ", why)+alsoSaid(h, c, &f.Notes))
}
