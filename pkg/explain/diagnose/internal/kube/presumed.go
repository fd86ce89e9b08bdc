package kube

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/storage"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// presumption is a finalizer that Kubernetes itself puts on the objects of a kind, and on which of
// them.
type presumption struct {
	group, kind, finalizer, why string
	where                       func(ctx context.Context, h *hearing.Case) bool // nil for all
}

var presumptions = []presumption{
	{"", "PersistentVolumeClaim", storage.ClaimProtection, "every claim has it", nil},
	{"", "PersistentVolume", storage.VolumeProtection, "every volume has it", nil},
	{"", "Service", balancerFinalizers[0], "a service with a load balancer has it, or one of its cloud's", balanced},
	{manifest.CrdGroup, manifest.CrdKind, trace.DefinitionFinalizer, "every definition has it", nil},
}

// Presumed is the finalizer that Kubernetes itself has most likely put on an object of which the
// finalizers were not copied, and why; empty where there is none. Always says that none goes without.
func Presumed(ctx context.Context, h *hearing.Case) (finalizer, why string, always bool) {
	for _, p := range presumptions {
		if h.Kind.Group == p.group && h.Kind.Kind == p.kind && (p.where == nil || p.where(ctx, h)) {
			return p.finalizer, p.why, p.where == nil
		}
	}
	return "", "", false
}

// Told is the finalizer of whoever says, by an event about a volume, that it deletes that where it is stored: the
// provisioner of a CSI driver calls itself after the driver and its pod. Else it is that of the attacher whose
// attachment of the volume is there. It is empty where neither is.
func Told(ctx context.Context, h *hearing.Case) (finalizer, why string) {
	if h.Kind.Group != "" || h.Kind.Kind != "PersistentVolume" {
		return "", ""
	}
	for _, e := range h.View.EventsAbout(ctx, h.Node.Ref, h.Node.UID) {
		driver, pod, called := strings.Cut(e.Component, "_")
		if called && pod != "" && e.Warning && e.Reason == "VolumeFailedDelete" && strings.Contains(driver, ".") && !strings.Contains(driver, "/") {
			return storage.VolumeProvisioner, "the provisioner of " + driver + ", which says that it deletes the volume, puts it on"
		}
	}
	if name := storage.AttacherOf(ctx, h); name != "" {
		return name, "its attacher has it on the VolumeAttachment that names the volume, and puts it on both"
	}
	return "", ""
}

// Alone reports whether nobody but Kubernetes itself puts finalizers on objects of a kind, as a rule.
func Alone(kind trace.Kind) bool {
	return kind.IsDefinition()
}

// typeSaid is how people speak of a service that has a load balancer.
var typeSaid = regex.New("(?i)\\bload ?balancers?[`\"'*]* (?:type )?services?\\b|\\bservices?[`\"'*]* (?:is |are |objects? )?(?:of |with )(?:the )?(?:type:? )?[`\"'*]*load ?balancer\\b|\\btype[:=] ?LoadBalancer\\b")

// balancerSaid is how a log speaks of the load balancer of a service: by the reason of an event in it, or in words.
var balancerSaid = regex.New(`(?i)\breason['"]?[=:] ?['"]?\w*LoadBalancer|\bservice\b.*\b(?:delet\w+|clean\w* up|remov\w+|sync\w*) (?:the |its )?load ?balancer\b`)

// OfBalancer reports whether words are of a load balancer.
func OfBalancer(words string) bool { return balancer.MatchString(words) }

var balancer = regex.New(`(?i)\bload ?balancer`)

// balanced reports whether a service has a load balancer, or had one, by its type or its events, or else by what is
// written beside one of which no more was copied.
func balanced(ctx context.Context, h *hearing.Case) bool {
	if h.Object != nil && manifest.Str(h.Object, "spec", "loadBalancerClass") != "" {
		return false // another controller's, and its finalizer
	}
	if h.Object != nil && manifest.Str(h.Object, "spec", "type") == "LoadBalancer" {
		return true
	}
	for _, e := range h.View.EventsAbout(ctx, h.Node.Ref, h.Node.UID) {
		if strings.Contains(e.Reason, "LoadBalancer") {
			return true
		}
	}
	said := func(line string) bool {
		return typeSaid.MatchString(line) || strings.Contains(line, h.Node.Name) && balancerSaid.MatchString(line)
	}
	return h.View.Copied && (h.Object == nil || h.Object.Object["spec"] == nil) && slices.ContainsFunc(h.View.Logs.Aside.Texts(), said)
}
