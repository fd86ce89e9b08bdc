package holder

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// outsiders are projects whose controllers managed clusters run where nobody
// sees them, so that none in sight says nothing: the cloud controllers, storage
// drivers and autoscalers of the clouds, and what is part of another binary.
var outsiders = []string{
	"Kubernetes", "Kubernetes CSI", "K3s / RKE2", "Karpenter", "GKE cloud controller manager",
	"GKE ingress controller (ingress-gce / glbc)", "AWS VPC resource controller", "AWS Load Balancer Controller",
	"Azure cloud provider", "Alibaba Cloud provider", "vcluster", "Gardener", "gardener/machine-controller-manager",
	"HyperShift", "vSphere CSI",
}

// ofAmazon are projects that EKS runs out of sight where it is asked to.
var ofAmazon = []string{"Argo CD", "kro", "AWS Controllers for Kubernetes (ACK)"}

// hidden reports whether the controllers of the project may run where they
// cannot be seen.
func (t *tally) hidden(ctx context.Context) bool {
	if slices.Contains(outsiders, t.entry.Project) {
		return true
	}
	if !slices.Contains(ofAmazon, t.entry.Project) {
		return false
	}
	roles := t.View.List(ctx, rbacGroup, "ClusterRole", "")
	return !roles.Complete || slices.ContainsFunc(roles.Objects, func(r *unstructured.Unstructured) bool {
		return strings.HasPrefix(r.GetName(), "eks:")
	})
}

// byAbsence notes where what the catalogue documents is nowhere. It proves
// something only where everything could be looked through, the entry was
// checked well, and a program put the finalizer there.
func (t *tally) byAbsence(ctx context.Context) {
	var names []string
	telling := true
	for _, documented := range t.entry.Controller.Workloads {
		kind, name, _ := strings.Cut(documented, "/")
		if slices.Contains(workloadKinds, kind) && !slices.Contains(workloadKinds, name) {
			names = append(names, kind+" "+name)
			telling = telling && !commonName(name)
		}
	}
	if len(names) == 0 || !t.workloads.Complete || t.hidden(ctx) || t.catalogued() {
		return
	}
	l := loss{
		fact:   "no " + strings.Join(names, " or ") + " in any namespace",
		source: "deployments, statefulsets and daemonsets of all namespaces",
		proof:  telling && t.entry.Confidence == "high" && !t.byHand(),
	}
	if home := t.homesGone(ctx); home != "" {
		l.fact += ", and no namespace " + home
		l.uninstalled = true
	}
	t.lose(l)
}

// catalogued reports whether a workload fits the catalogue.
func (t *tally) catalogued() bool {
	for _, c := range t.candidates {
		if c.catalogued {
			return true
		}
	}
	return false
}

// homesGone names the documented namespaces where none of them exists.
func (t *tally) homesGone(ctx context.Context) string {
	for _, n := range t.entry.Controller.Namespaces {
		if strings.Contains(n, "*") || !t.View.Look(ctx, trace.Ref{Kind: "Namespace", Name: n}).Gone() {
			return ""
		}
	}
	return strings.Join(t.entry.Controller.Namespaces, " or ")
}
