package diagnose

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rights"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// outsideHolder decides where who put the finalizer there comes from outside of the cluster, as a user: whether it lives its
// Lease tells, and what the cluster has of the place it runs in.
func outsideHolder(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	name := h.Holder.Name
	if h.View.Copied || h.Holder.Workload.Name != "" || h.Entry.Pattern != "" || name == "" || !holder.PutFromOutside(ctx, h, name) {
		return f
	}
	if last, wrote := h.LastActed(); wrote && h.View.Clock.Within(last.At, holder.Recently) {
		return f
	}
	user, by := rights.Outsider(ctx, h.View, name, h.Node.Namespace)
	who := h.Holder
	who.Confidence = explain.Likely
	f.Actor = &hearing.Actor{Holder: who, Health: explain.Hidden}
	f.Fact(h.View.NameOf(by), name+" comes from outside of this cluster, as the user "+user)
	message := name + " put it there, and runs outside of this cluster, as the user " + user
	lease, dead := leaseOf(ctx, h, name)
	if lease != nil {
		at := manifest.RefOf(manifest.LeaseGroup, "Lease", lease)
		said := "renewed last " + h.View.Clock.When(manifest.LeaseRenewed(lease)) + " by " + phrase.OneLine(manifest.LeaseHolder(lease))
		f.Fact(h.View.NameOf(at)+": .spec.renewTime", said)
		message += "; its Lease " + at.Name + " was " + said
	}
	where, place := placeOf(ctx, h, user)
	if where != "" {
		f.Fact(h.View.NameOf(place), where)
		message += "; " + place.Kind + " " + place.Name + " says: " + where
	}
	if lease != nil && !dead {
		f.Mend("read its log where " + name + " runs, outside of this cluster: by its Lease it lives")
		return f.Decide(explain.Undecided, explain.Silent, message)
	}
	act := "have " + name + " run where it does, and reach this cluster again as " + user
	if place.Name != "" {
		f.Do(explain.Look(act+": see to "+h.View.NameOf(place)+", which tells of where that is", h.View.AsYAML(place)...).For(explain.Mends))
	} else {
		f.Mend(act)
	}
	stays := "all that it made there"
	if made := madeOutside(h); made != "" {
		stays = "what it made there (" + made + ")"
	}
	f.PlanRemoval(h, "only where that place is gone for good, or once "+stays+" is taken away there by hand, take this one off")
	cost := h.Cost
	cost.Loss = explain.Joined("; ", cost.Loss, "Where "+name+" runs, "+stays+" stays and goes on")
	cost.Risk = cmp.Or(cost.Risk, explain.RiskHigh)
	f.Cost = &cost
	if !dead {
		return f.Decide(explain.Undecided, explain.HolderMissing, message)
	}
	return f.Decide(explain.Stuck, explain.HolderMissing, message)
}

// leaseOf is the Lease of a program in the namespace of the object, and whether that has run out.
func leaseOf(ctx context.Context, h *hearing.Case, program string) (lease *unstructured.Unstructured, dead bool) {
	for _, l := range h.View.List(ctx, manifest.LeaseGroup, "Lease", h.Node.Namespace).Objects {
		if renewed := manifest.LeaseRenewed(l); l.GetName() == program && !renewed.IsZero() {
			return l, h.View.Clock.Passed(renewed, manifest.LeasePatience(l))
		}
	}
	return nil, false
}

// reaches is how conditions are called that say whether something is there and answers.
var reaches = regex.New(`^(?:\w*[a-z])?(?:Available|Ready|Connected|Online|Healthy|Reachable|Joined)$`)

// placeOf is what an object of the same API group says that is called as the user's place or the namespace is.
func placeOf(ctx context.Context, h *hearing.Case, user string) (said string, at trace.Ref) {
	names := append(strings.FieldsFunc(user, func(c rune) bool { return strings.ContainsRune(":/", c) }), h.Node.Namespace)
	for i := range h.View.Kinds {
		k := &h.View.Kinds[i]
		if k.Group != h.Kind.Group || k.Namespaced || !k.Listable {
			continue
		}
		for _, obj := range h.View.List(ctx, k.Group, k.Kind, "").Objects {
			if !slices.Contains(names, obj.GetName()) {
				continue
			}
			for _, c := range manifest.ConditionsOf(obj.Object) {
				if (c.Status == "False" || c.Status == "Unknown") && reaches.MatchString(c.Kind) {
					return phrase.OneLine(c.Kind + "=" + c.Status + phrase.Prefixed(" ", c.Reason) + phrase.Prefixed(": ", c.Message)), manifest.RefOf(k.Group, k.Kind, obj)
				}
			}
		}
	}
	return "", trace.Ref{}
}

// madeThere is how a status calls what was made in another place.
var madeThere = regex.New(`^(?:applied|deployed|synced|managed)(?:Resources|Objects|Manifests)$|^inventory$`)

// madeOutside is what the status says was made in another place.
func madeOutside(h *hearing.Case) string {
	status, _, _ := unstructured.NestedMap(h.Object.Object, "status")
	for _, key := range slices.Sorted(maps.Keys(status)) {
		if list, is := status[key].([]any); is && madeThere.MatchString(key) {
			var names []string
			for _, entry := range list {
				if name, is := entry.(string); is {
					names = append(names, phrase.OneLine(name))
				}
			}
			if len(names) > 0 {
				return phrase.Names(names)
			}
			return "status." + key
		}
	}
	return ""
}
