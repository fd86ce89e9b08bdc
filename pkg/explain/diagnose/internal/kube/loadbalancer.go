package kube

import (
	"context"
	"fmt"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/signs"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// balancerFinalizers are those that a cloud's controller takes off a Service
// once the load balancer is gone.
var balancerFinalizers = []string{
	"service.kubernetes.io/load-balancer-cleanup", "service.k8s.aws/resources",
	"gke.networking.io/l4-*", "networking.gke.io/l4-*",
}

const cloudManager = "cloud-controller-manager"

// judgeBalancer is for a Service whose load balancer is to be deleted. What
// does that runs out of sight in many clusters; it tells of its failures in
// events (cloud-provider, controllers/service).
func judgeBalancer(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Object != nil {
		if class := manifest.Str(h.Object, "spec", "loadBalancerClass"); class != "" {
			f.Fact(h.Name()+": .spec.loadBalancerClass", phrase.OneLine(class)+": served by the controller that claims this class")
		}
		if address := hearing.AddressOf(h.Object); address != "" {
			f.Fact(h.Name()+": .status.loadBalancer", address)
		}
	}
	for _, e := range h.View.EventsOf(ctx, h.Node) {
		if !strings.Contains(e.Reason, "LoadBalancer") && !strings.Contains(e.Reason, "Deploy") && !strings.Contains(e.Reason, "Delete") {
			continue
		}
		if ofUpkeep.MatchString(e.Reason) && e.Last.IsZero() {
			f.Add(explain.Evidence{Source: "event " + e.Reason + " of its upkeep, perhaps from before the deletion", Fact: e.Message, Words: e.Message, Weak: true})
			continue
		}
		return f.And(balancerFails(ctx, h, &e))
	}
	return f.And(cloudHalted(ctx, h))
}

// ofUpkeep is the reason of an event about a load balancer that is made or kept, and not deleted.
var ofUpkeep = regex.New(`^(?:UnAvailable|Creat|Updat|Ensur)`)

// balancerFails decides by the newest event of the controller. One from before
// the deletion proves nothing about it.
func balancerFails(ctx context.Context, h *hearing.Case, e *sight.Event) (f hearing.Finding) {
	said := fmt.Sprintf("%s (%s, last %s)", e.Message, times(e.Count), h.View.Clock.When(e.Last))
	if e.Last.IsZero() { // copied without its time
		said = fmt.Sprintf("%s (%s)", e.Message, e.Often())
	}
	if !e.Last.IsZero() && e.Last.Before(h.Node.Since) {
		f.Add(explain.Evidence{Source: "event " + e.Reason + " from before the deletion", Fact: said, Words: e.Message, Weak: true})
		return f
	}
	f.Quote("event "+e.Reason+phrase.Prefixed(" of ", e.Component), said, e.Message)
	if h.Holder.Name == "" {
		f.Actor = &hearing.Actor{Holder: explain.Holder{Name: e.Component, Confidence: explain.Likely}, Health: h.Health}
	}
	f.Join(hearing.IfStill(h, e.Quiet, e.Ago, signs.Mechanics(ctx, h, e.Message)))
	f.Next("read what the controller says", h.View.Command(h.Node.Ref, "describe")...)
	return f.Decide(explain.Stuck, explain.Failing, "deleting the load balancer fails: "+said)
}

func times(n int64) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// cloudUnseen is what to do where the cloud's controller is not in sight: it tells in events of the object what it fails at,
// which mostly are copied with no manifest.
func cloudUnseen(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	const run = "have the cloud's controller run, which has to delete the load balancer; many clusters run it out of sight"
	if !h.View.Copied || h.Node.Name == explain.NoName || len(h.View.EventsAbout(ctx, h.Node.Ref, h.Node.UID)) > 0 {
		n.Mend(run)
		return n
	}
	n.Do(explain.Look("read its events, in which the cloud's controller says what it fails at, and mend that: it tries again by itself; where they tell nothing, "+run, h.View.Command(h.Node.Ref, "describe")...).For(explain.Mends))
	return n
}

// cloudHalted decides where the leader of the cloud controller has stopped. A
// cluster without a Lease of it may run it elsewhere.
func cloudHalted(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Finalizer != balancerFinalizers[0] {
		return f // another controller, whose health is looked at like any other
	}
	ref := trace.Ref{Group: manifest.LeaseGroup, Kind: "Lease", Namespace: sight.SystemNamespace, Name: cloudManager}
	lease := h.View.Look(ctx, ref)
	if lease.Object == nil && signs.SpokeAside(h) {
		return f
	}
	if lease.Object == nil {
		f.Join(cloudUnseen(ctx, h))
		f.Next("look for it", "kubectl", "get", "leases,pods", "-n", sight.SystemNamespace)
		f.Join(holder.PlanRemoval(h))
		f.Hint(h.View.NameOf(ref), "not visible here, as where the cloud's controller runs outside of the cluster")
		return f
	}
	clock, renewed := h.View.ClockOf(ctx), manifest.LeaseRenewed(lease.Object)
	f.Fact(h.View.NameOf(ref)+": .spec.renewTime", manifest.LeaseHolder(lease.Object)+" holds the leader election, renewed "+clock.When(renewed))
	if !clock.Passed(renewed, manifest.StaleLease) {
		return f
	}
	f.Actor = &hearing.Actor{Holder: h.Holder, Health: explain.NotLeading}
	f.Mend("have " + cloudManager + " run again")
	f.Next("see who led last", "kubectl", "get", "lease", cloudManager, "-n", sight.SystemNamespace, "-o", "yaml")
	return f.Decide(explain.Stuck, explain.HolderNotLeading, cloudManager+" has not renewed its leader election "+clock.For(renewed))
}
