package explain

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// builtInRule judges a finalizer whose holder is a part of Kubernetes, or that
// has one mechanism whoever runs it.
type builtInRule struct {
	fits  func(kind trace.Kind, finalizer string) bool
	judge stage
}

// builtInRules are asked in order; the first that fits judges alone.
var builtInRules = []builtInRule{
	namespaceRule,
	{on("", "PersistentVolumeClaim", claimProtection), judgeClaim},
	{on("", "PersistentVolumeClaim", "provisioner.storage.kubernetes.io/cloning-protection"), usedBy(madeOfIt, search{kind: "PersistentVolumeClaim", uses: cloneOf})},
	{on("", "PersistentVolumeClaim", "snapshot.storage.kubernetes.io/pvc-as-source-protection"), usedBy(madeOfIt, search{group: snapshotGroup, kind: "VolumeSnapshot", uses: snapshotOf})},
	{
		on(snapshotGroup, "VolumeSnapshot", "provisioner.storage.kubernetes.io/volumesnapshot-as-source-protection", "snapshot.storage.kubernetes.io/volumesnapshot-as-source-protection"),
		usedBy(madeOfIt, search{kind: "PersistentVolumeClaim", uses: restoreOf}),
	},
	{on("", "PersistentVolume", volumeProtection, volumeProvisioner, volumeBinder), judgeVolume},
	{on("", "PersistentVolume", attacherPrefix+"*"), judgeAttachedVolume},
	{on(storageGroup, "VolumeAttachment", attacherPrefix+"*"), judgeAttachment},
	{
		on(storageGroup, "VolumeAttributesClass", "kubernetes.io/vac-protection"),
		usedBy(usesIt, search{kind: "PersistentVolume", everywhere: true, uses: volumeOfClass}, search{kind: "PersistentVolumeClaim", everywhere: true, uses: claimOfClass}),
	},
	{everywhere(metav1.FinalizerDeleteDependents), judgeForeground},
	{everywhere(metav1.FinalizerOrphanDependents), judgeOrphan},
	{on(crdGroup, "CustomResourceDefinition", definitionCleanup), judgeDefinition},
	{on("", "Pod", jobTracking), judgeJobPod},
	{on("", "Service", balancerFinalizers...), judgeBalancer},
	{on("resource.k8s.io", "ResourceClaim", "resource.kubernetes.io/delete-protection"), judgeResourceClaim},
	{on("networking.k8s.io", "ServiceCIDR", "networking.k8s.io/service-cidr-finalizer"), judgeRange},
	{on("scheduling.k8s.io", "PodGroup", "scheduling.k8s.io/podgroup-protection"), judgeGroup},
}

// builtIn is the stage for what Kubernetes itself holds.
func builtIn(ctx context.Context, h *hearing) bool {
	for _, r := range builtInRules {
		if r.fits(h.kind, h.hold.Finalizer) {
			return r.judge(ctx, h)
		}
	}
	return false
}
