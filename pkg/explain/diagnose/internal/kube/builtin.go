package kube

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/collector"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/namespace"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/pod"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/storage"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// builtInRule judges a finalizer whose holder is a part of Kubernetes, or that
// has one mechanism whoever runs it.
type builtInRule struct {
	fits  func(kind trace.Kind, finalizer string) bool
	judge hearing.Rung
}

// builtInRules are asked in order; the first that fits judges alone.
var builtInRules = []builtInRule{
	namespaceRule,
	{on("", "PersistentVolumeClaim", storage.ClaimProtection), storage.JudgeClaim},
	{on("", "PersistentVolumeClaim", "provisioner.storage.kubernetes.io/cloning-protection"), storage.UsedBy(storage.MadeOfIt, storage.Search{Kind: "PersistentVolumeClaim", Uses: storage.CloneOf})},
	{on("", "PersistentVolumeClaim", "snapshot.storage.kubernetes.io/pvc-as-source-protection"), storage.UsedBy(storage.MadeOfIt, storage.Search{Group: storage.SnapshotGroup, Kind: "VolumeSnapshot", Uses: storage.SnapshotOf})},
	{
		on(storage.SnapshotGroup, "VolumeSnapshot", "provisioner.storage.kubernetes.io/volumesnapshot-as-source-protection", "snapshot.storage.kubernetes.io/volumesnapshot-as-source-protection"),
		storage.UsedBy(storage.MadeOfIt, storage.Search{Kind: "PersistentVolumeClaim", Uses: storage.RestoreOf}),
	},
	{on("", "PersistentVolume", storage.VolumeProtection, storage.VolumeProvisioner, storage.VolumeBinder), storage.JudgeVolume},
	{on("", "PersistentVolume", storage.AttacherPrefix+"*"), storage.JudgeAttachedVolume},
	{on(manifest.StorageGroup, "VolumeAttachment", storage.AttacherPrefix+"*"), storage.JudgeAttachment},
	{
		on(manifest.StorageGroup, "VolumeAttributesClass", "kubernetes.io/vac-protection"),
		storage.UsedBy(storage.UsesIt, storage.Search{Kind: "PersistentVolume", Everywhere: true, Uses: storage.VolumeOfClass}, storage.Search{Kind: "PersistentVolumeClaim", Everywhere: true, Uses: storage.ClaimOfClass}),
	},
	{everywhere(metav1.FinalizerDeleteDependents), collector.JudgeForeground},
	{everywhere(metav1.FinalizerOrphanDependents), collector.JudgeOrphan},
	{on(manifest.CrdGroup, manifest.CrdKind, trace.DefinitionFinalizer), judgeDefinition},
	{on("", "Pod", pod.JobTracking), pod.JudgeJobPod},
	{on("", "Service", balancerFinalizers...), judgeBalancer},
	{on("resource.k8s.io", "ResourceClaim", "resource.kubernetes.io/delete-protection"), storage.JudgeResourceClaim},
	{on("networking.k8s.io", "ServiceCIDR", "networking.k8s.io/service-cidr-finalizer"), storage.JudgeRange},
	{on("scheduling.k8s.io", "PodGroup", "scheduling.k8s.io/podgroup-protection"), storage.JudgeGroup},
}

// BuiltIn is the rung for what Kubernetes itself holds.
func BuiltIn(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	for _, r := range builtInRules {
		if r.fits(h.Kind, h.Finalizer) {
			return r.judge(ctx, h)
		}
	}
	return f
}

var namespaceRule = builtInRule{
	fits: func(kind trace.Kind, finalizer string) bool {
		return kind.IsNamespace() && finalizer == namespace.NamespaceFinalizer
	},
	judge: namespace.Judge,
}
