package diagnose

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/around"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

// carried tells what the object itself carries that may be why its holder leaves it alone: until when or for whom it is kept, who
// handles it, and what uses it. The names of fields tell that, and nobody says so.
func carried(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	obj := h.Object
	if !h.Kind.MayBeCustom() { // of the fields of these it is known what they mean
		obj = &unstructured.Unstructured{Object: map[string]any{"metadata": obj.Object["metadata"]}}
	}
	hints := manifest.HintsOf(obj, func(host string) bool { return around.OfProject(h, host) }, h.View.Clock.Before)
	hints = slices.DeleteFunc(hints, func(t manifest.Hint) bool {
		return t.Keeping == manifest.HandledByOther && h.Holder.Name != "" && (strings.Contains(t.Value, h.Holder.Name) || strings.Contains(h.Holder.Name, t.Value))
	})
	slices.SortStableFunc(hints, func(a, b manifest.Hint) int { return int(a.Keeping) - int(b.Keeping) })
	for _, t := range hints {
		t.Value = redact.Text(t.Value)
		f.Fact(t.Field, "is "+phrase.Quoted(t.Value))
		if f.Message == "" {
			tellHint(ctx, h, &f, t)
		}
	}
	return f
}

func tellHint(ctx context.Context, h *hearing.Case, f *hearing.Finding, t manifest.Hint) {
	see := h.View.AsYAML(h.Node.Ref)
	is := t.Field + " is " + phrase.Quoted(t.Value)
	switch t.Keeping {
	case manifest.KeptUntil:
		f.Message = is + ", which is to come: it may be kept until then"
		f.Do(explain.Look("wait until then ("+t.Value+"), or ask whoever set "+t.Field+" whether it may go before", see...).For(explain.Mends))
		f.Never("change " + t.Field + " before it is clear what the deletion then takes away")
	case manifest.HandledByOther:
		f.Message = is + ": that may be who has to act, and not " + h.HolderName()
		if h.Holder.Name == "" {
			f.Message = is + ": that may be who has to act"
		}
		if all := holder.WorkloadsOf(ctx, h.View); all.Complete && !all.Called(t.Value[strings.LastIndexByte(t.Value, '/')+1:]) {
			f.Message += ", and no workload is called so here"
		}
		f.Do(explain.Look("see whether "+t.Value+" runs, which by "+t.Field+" handles it, and bring it back if not", "kubectl", "get", "deployments,statefulsets,daemonsets", "-A").For(explain.Mends))
	case manifest.KeptFor:
		f.Message = is + ": that may be why " + h.HolderName() + " leaves it alone"
		f.Do(explain.Look("ask whoever set "+t.Field+" whether it may really go, and only then have that taken away", see...).For(explain.Mends))
		f.Never("take " + t.Field + " away before it is clear what the deletion then takes away")
	case manifest.UsedStill:
		f.Message = t.Field + " is " + t.Value + ": it may wait until nothing of that is left"
		f.Do(explain.Look("see what "+t.Field+" counts, and have that end or let go of it", see...).For(explain.Mends))
	}
}
