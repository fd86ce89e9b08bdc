package diagnose

import (
	"cmp"
	"context"
	"maps"
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

// keptByMark tells what the object itself carries that may be why its holder leaves it alone: until when or for whom it is kept, and
// who handles it. The names of fields tell that, and nobody says so.
func keptByMark(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	all := hintsOf(h, func(t manifest.Hint) bool { return t.Keeping != manifest.UsedStill })
	if len(all) == 0 {
		return f
	}
	t := all[0]
	see := h.View.AsYAML(h.Node.Ref)
	is := t.Field + " is " + phrase.Quoted(t.Value)
	switch t.Keeping {
	case manifest.KeptUntil:
		f.Message = is + ", which is to come: it may be kept until then"
		f.Do(explain.Look("wait until then ("+t.Value+"), or ask whoever set "+t.Field+" whether it may go before", see...).For(explain.Mends))
		f.Never("change " + t.Field + " before it is clear what the deletion then takes away")
	case manifest.KeptFor:
		f.Message = is + ": that may be why " + h.HolderName() + " leaves it alone"
		f.Do(explain.Look("ask whoever set "+t.Field+" whether it may really go, and only then have that taken away", see...).For(explain.Mends))
		f.Never("take " + t.Field + " away before it is clear what the deletion then takes away")
	default:
		f.Message = is + ": that may be who has to act" + phrase.Prefixed(", and not ", h.Holder.Name)
		if workloads := holder.WorkloadsOf(ctx, h.View); workloads.Complete && !strings.ContainsAny(t.Value, "./") && !workloads.Called(t.Value) {
			f.Message += ", and no workload is called so here"
		}
		f.Do(explain.Look("see whether "+t.Value+" runs, which by "+t.Field+" handles it, and bring it back if not", "kubectl", "get", "deployments,statefulsets,daemonsets", "-A").For(explain.Mends))
	}
	f.Fact(t.Field, "is "+phrase.Quoted(t.Value))
	return f
}

// counted tells what the status counts that uses the object.
func counted(_ context.Context, h *hearing.Case) (f hearing.Finding) {
	for _, t := range hintsOf(h, func(t manifest.Hint) bool { return t.Keeping == manifest.UsedStill }) {
		f.Fact(t.Field, "is "+t.Value)
		if f.Message == "" {
			f.Message = t.Field + " is " + t.Value + ": it may wait until nothing of that is left"
			f.Do(explain.Look("see what "+t.Field+" counts, and have that end or let go of it", h.View.AsYAML(h.Node.Ref)...).For(explain.Mends))
		}
	}
	return f
}

// hintsOf are the hints of some sorts that the object carries, the strongest first. That its holder handles it is none.
func hintsOf(h *hearing.Case, some func(manifest.Hint) bool) []manifest.Hint {
	obj := h.Object
	if !h.Kind.MayBeCustom() { // of the fields of these it is known what they mean
		obj = &unstructured.Unstructured{Object: map[string]any{"metadata": obj.Object["metadata"]}}
	}
	all := manifest.HintsOf(obj, func(host string) bool { return around.OfProject(h, host) }, h.View.Clock.Before)
	all = slices.DeleteFunc(all, func(t manifest.Hint) bool {
		own := h.Holder.Name != "" && (strings.Contains(t.Value, h.Holder.Name) || strings.Contains(h.Holder.Name, t.Value))
		return !some(t) || t.Keeping == manifest.HandledByOther && own
	})
	for i := range all {
		all[i].Value = redact.Text(all[i].Value)
	}
	slices.SortStableFunc(all, func(a, b manifest.Hint) int { return cmp.Compare(a.Keeping, b.Keeping) })
	return all
}

// mostTold is how many fields of a status are told of which it is not known what they say.
const mostTold = 5

// statusTold quotes what was written to the status since the object was asked to go, where nobody else says anything: what its
// fields mean is not known, and they are the last that its holder has told.
func statusTold(h *hearing.Case) (f hearing.Finding) {
	status, _ := h.Object.Object["status"].(map[string]any)
	if !h.Kind.MayBeCustom() {
		return f
	}
	var told []string
	for _, key := range slices.Sorted(maps.Keys(status)) {
		if h.WrittenSince([]string{"status", key}) {
			told = append(told, manifest.PlainOf(key, status[key])...)
		}
	}
	if len(told) == 0 || len(told) > mostTold {
		return f
	}
	said := redact.Text(strings.Join(told, ", "))
	f.Fact("status", said+" (after the deletion)")
	f.Message = "its status, written since, has " + said
	return f
}
