package spoken

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// reasonKinds are the reasons of events that Kubernetes' own parts, and the programs that come with its drivers, give
// on objects of one kind alone, with its group where it is no built-in one.
var reasonKinds = map[string]string{
	"VolumeFailedDelete": "PersistentVolume", "VolumeFailedRecycle": "PersistentVolume", "VolumeRecycled": "PersistentVolume",
	"ClaimLost": "PersistentVolumeClaim", "ClaimMisbound": "PersistentVolumeClaim", "ProvisioningFailed": "PersistentVolumeClaim",
	"FailedKillPod": "Pod", "FailedPreStopHook": "Pod", "FailedMount": "Pod", "FailedAttachVolume": "Pod", "FailedUnMount": "Pod",
	"SyncLoadBalancerFailed": "Service", "DeletingLoadBalancer": "Service", "DeletingLoadBalancerFailed": "Service", "CleanupLoadBalancerFailed": "Service",
	"RemovingNode": "Node", "DeletingNode": "Node",
	"SnapshotContentObjectDeleteError": "VolumeSnapshot.snapshot.storage.k8s.io",
	"SnapshotDeleteError":              "VolumeSnapshotContent.snapshot.storage.k8s.io",
}

// OfReason is what an event is about, where its reason tells the kind of that; its message may name it after that.
func OfReason(reason, message string, kindOf KindOf) (of Of) {
	kind, group, _ := strings.Cut(reasonKinds[reason], ".")
	if of.Kind = kind; kind == "" {
		return of
	}
	if of.APIVersion = builtin.VersionOf(kind); of.APIVersion == "" {
		of.APIVersion = group + "/" + trace.Unstated
	}
	for _, m := range called.FindAllStringSubmatch(message, -1) {
		if _, named := kindOf(m[3]); named == kind && nameLike.MatchString(m[7]) {
			of.Name = m[7]
		}
	}
	return of
}
