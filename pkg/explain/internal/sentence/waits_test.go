package sentence

import (
	"slices"
	"strings"
	"testing"
)

// kinds are those of a server, as its discovery names them.
var kinds = strings.Fields(`pod pods node nodes namespace namespaces secret secrets configmap configmaps service services event events
	persistentvolume persistentvolumes persistentvolumeclaim persistentvolumeclaims serviceaccount serviceaccounts
	deployment deployments statefulset statefulsets daemonset daemonsets replicaset replicasets job jobs cronjob cronjobs
	volumeattachment volumeattachments poddisruptionbudget poddisruptionbudgets networkpolicy networkpolicies ingress ingresses
	machine machines machineset machinesets machinedeployment machinedeployments machinepool machinepools cluster clusters kubeadmcontrolplane
	clusterclass clusterclasses machinehealthcheck awscluster awsmachine
	gear gears widget widgets release releases usage usages network networks subnet router port ports
	cephblockpool cephblockpools cephfilesystem cephfilesystems cephcluster cephobjectstore cephobjectstores cephobjectstoreuser
	volume volumes engine engines replica replicas backingimage snapshot snapshots backup backups
	virtualmachine virtualmachines virtualmachineinstance vmi datavolume datavolumes
	shoot shoots managedresource managedresources managedcluster managedclusters managedclusteraddon managedclusteraddons manifestwork manifestworks
	clusterdeployment clusterdeployments clusterpool nodeclaim nodeclaims nodepool tenantcontrolplane helmrelease kustomization bucket buckets
	lease leases worker workers apiservice lock locks`)

func isKind(word string) bool {
	name, _, _ := strings.Cut(strings.ToLower(word), ".")
	return slices.Contains(kinds, name)
}

var goalNames = map[Goal]string{Unsaid: "?", Gone: "gone", Unused: "unused", Detached: "detached", Finished: "finished", Ready: "ready", Settled: "settled"}

func show(waits []Wait) string {
	var out []string
	for _, w := range waits {
		words := []string{goalNames[w.For]}
		for _, m := range w.Names {
			name := strings.ReplaceAll(m.Kind+"/"+m.Namespace+"/"+m.Name, "//", "/")
			words = append(words, strings.TrimSuffix(name, "/"))
		}
		out = append(out, strings.Join(words, " "))
	}
	return strings.Join(out, "; ")
}

// TestWaits has what controllers write into conditions and events, with names filled in.
func TestWaits(t *testing.T) {
	for _, tt := range []struct{ by, text, want string }{
		// What is waited for has to go.
		{"Cluster API", "Waiting for Machines to be deleted", "gone Machines"},
		{"Cluster API", "Waiting for MachineSets to be deleted: md-1-abc, md-1-def", "gone MachineSets/md-1-abc MachineSets/md-1-def"},
		{"Cluster API", "Waiting for worker nodes to be deleted first", "gone nodes"},
		{"Cluster API", "Waiting for control plane Machines to not exist anymore", "gone Machines"},
		{"Cluster API", "KubeadmControlPlane deletion blocked because following objects still exist:\n* MachineDeployments: md-1, md-2\n* Worker Machines: w-1", "gone MachineDeployments/md-1 MachineDeployments/md-2 Machines/w-1"},
		{"Cluster API", "* Control plane Machines: cp-1, cp-2\n* Worker Machines: w-1", ""},
		{"Cluster API", "waiting for workers deletion: * MachineDeployments: md-1\n* Worker Machines: w-1", "gone MachineDeployments/md-1 Machines/w-1"},
		{"various", `waiting: Waiting for Gear "g-1" to finish its last turn`, "finished Gear/g-1"},
		{"various", "waiting: * Gears: g-1, g-2\n* pods/web-0 and Gear shop/g-3 still exist", "gone Gears/g-1 Gears/g-2 pods/web-0 Gear/shop/g-3"},
		{"various", "dependents exist: see what the controller has found of the Pod web-0", ""},
		{"Cluster API", "ClusterClass cannot be deleted because it is used by Cluster(s): prod-1", "unused Cluster/prod-1"},
		{"Cluster API", `MachineDeploymentClass "default-worker" cannot be deleted because it is used by Cluster "prod-1"`, "unused Cluster/prod-1"},
		{"Cluster API", "Waiting for Node volumes to be detached (started at 2026-03-01T11:41:00Z)", "detached volumes"},
		{"Cluster API", "Waiting for pre-terminate hooks to succeed (hooks: pre-terminate.delete.hook.machine.cluster.x-k8s.io/lifecycle)", "finished"},
		{"Cluster API", "Drain not completed yet (started at 2026-03-01T11:41:00Z):\n* Pod shop/web-0: cannot evict pod as it would violate the pod's disruption budget", ""},
		{"Crossplane", `Waiting for the using resource (which is a "Release" named "web-7k2") to be deleted.`, "gone Release/web-7k2"},
		{"Crossplane", `This resource is in-use by 1 Usage(s), including the Usage "keep-db" by resource Release/foo.`, "unused Usage/keep-db"},
		{"Crossplane", "waiting for defined composite resources to be deleted", "gone"},
		{"Crossplane", "Blocking deletion while usages still exist", "gone usages"},
		{"Rook", `CephCluster "rook-ceph/rook-ceph" will not be deleted until all dependents are removed: CephBlockPools: [replicapool], CephFilesystems: [myfs otherfs]`, "gone CephBlockPools/replicapool CephFilesystems/myfs CephFilesystems/otherfs"},
		{"Rook", `waiting for csi volume attachments in cluster "rook-ceph" to be cleaned up`, "gone volumeattachments"},
		{"ORC", "Waiting for Subnet/internal to be deleted", "gone Subnet/internal"},
		{"ORC", "Waiting for Network/internal to be ready", "ready Network/internal"},
		{"ORC", "Waiting for finalizer openstack.k-orc.cloud/subnet to be removed", "gone"},
		{"Longhorn", "waiting for the backup backup-1f2e to be deleted before enabling backup monitor", "gone backup/backup-1f2e"},
		{"Longhorn", "Volume (pvc-1) still has engines pvc-1-e-0, so skip deleting its replicas until the engines have been deleted", "gone engines/pvc-1-e-0; gone engines"},
		{"Longhorn", "cannot delete snapshot s-1: it is the entrypoint for linked-clone volume(s): pvc-2", "gone snapshot/s-1"},
		{"Longhorn", "Waiting for all replicas stopping using this backing image before removing the finalizer", "finished replicas"},
		{"Go", "failed to delete cluster: waiting for 2 virtual nodes to be removed", "gone nodes"},
		{"Go", "error deleting Cluster: blocked by 2 machines", "? machines"},
		{"Go", "error deleting clusters: blocked by 2 machines", "? machines"},
		{"Go", "cannot delete cluster: 2 machines still exist", "gone machines"},
		{"Go", "cannot delete ingress: 2 machines still exist", "gone machines"},
		{"Go", "waiting for Cluster: timeout", "? Cluster"},
		{"various", "waiting for these Gears: web, data", "? Gears/web Gears/data"},
		{"various", "blocked by Gear: web", "? Gear/web"},
		{"KubeVirt", "Waiting for VMI to be deleted (VM stopped)", "gone VMI"},
		{"KubeVirt", "Waiting for the DataVolume to be deleted", "gone DataVolume"},
		{"KubeVirt", "Migration is waiting for utility volumes to detach. Will timeout in 60 seconds.", "detached volumes"},
		{"Gardener", "waiting until the following machine resources have been deleted: machines: m-1, m-2", "gone machines/m-1 machines/m-2"},
		{"Gardener", "at least one ManagedResource still exists, cannot delete gardener-resource-manager", "gone ManagedResource"},
		{"Gardener", "shoot managed resource shoot--a--b/shoot-core still exists", "gone managedresource/shoot--a--b/shoot-core"},
		{"Gardener", `Cannot release namespace "garden-a" because it still contains Shoots: crazy-botany`, "gone Shoots/crazy-botany"},
		{"Gardener", "finalizer must not be removed - secret binding garden/my-creds is still in use by at least one shoot", "unused shoot"},
		{"OCM", "ManagedClusterAddOn still exists, waiting for deletion", "gone ManagedClusterAddOn; gone"},
		{"Hive", "Keeping ClusterPool alive, waiting for 2 ClusterDeployment(s) to be deleted.", "gone ClusterDeployment"},
		{"Kubernetes", "Waiting for Gear \"g-1\" to be deleted", "gone Gear/g-1"},
		{"Kubernetes", "Operation cannot be completed: PersistentVolumeClaim shop/data is being used by Pod web-0", "unused Pod/web-0"},
		{"Kubernetes", "Pod is waiting for VolumeAttachment csi-7a1b to be removed", "gone VolumeAttachment/csi-7a1b"},
		{"Karpenter", "Waiting on volume attachments to be deleted: volumeattachments/csi-1, volumeattachments/csi-2", "gone volumeattachments/csi-1 volumeattachments/csi-2"},
		{"Kamaji", "DataStore is in use by TenantControlPlane tenants/acme", "unused TenantControlPlane/tenants/acme"},
		{"Strimzi", "Kafka cluster still has Pods: kafka-0, kafka-1", "gone Pods/kafka-0 Pods/kafka-1"},
		{"various", "3 leases are still held by Worker w-1, w-2", "unused Worker/w-1 Worker/w-2"},
		{"various", "deletion is blocked by PodDisruptionBudget shop/web", "? PodDisruptionBudget/shop/web"},
		{"various", "Deletion is pending: remaining resources: deployments.apps/web, services/web", "gone deployments.apps/web services/web"},
		{"various", "NetworkPolicy shop/np still references this object", "unused NetworkPolicy/shop/np"},
		{"various", "NetworkPolicy shop/np references this object", "unused NetworkPolicy/shop/np"},
		{"various", "Deployment web depends on it", "unused Deployment/web"},
		{"various", "cannot delete: Pod web-0 must be deleted first", "gone Pod/web-0"},
		{"various", "pole p-3 carries 14 bunches, Gear vines/ho-17 must be closed first", "settled Gear/vines/ho-17"},
		{"various", "Gear ho-17 has to be signed off before the deletion", "settled Gear/ho-17"},
		{"various", "Gear s-1 must first be empty", "settled Gear/s-1"},
		{"various", "Gear g-4 needs to be unlocked first", "settled Gear/g-4"},
		{"various", "Gear ho-17 must be closed", ""},
		{"various", "Gear g-1 must be specified before it starts; Gear ho-17 was closed first", ""},
		{"various", "Pod web-0 has not been deleted yet", "gone Pod/web-0"},
		{"various", "Job purge-1 is not yet finished", "finished Job/purge-1"},
		{"various", "waiting for Job purge-1 to complete before deleting Pod web-0", "finished Job/purge-1"},
		{"various", "waiting for web-0 pod to terminate", "gone pod/web-0"},
		{"various", "failed to delete Deployment web-api: context deadline exceeded", "gone Deployment/web-api"},
		{"various", "Deleting StatefulSet db-main", "gone StatefulSet/db-main"},
		{"various", "deletion of Bucket logs-1 is in progress", "gone Bucket/logs-1"},
		{"various", "Volume pvc-1 is still attached to Node node-3", "detached Node/node-3"},
		{"various", "waiting for Volume pvc-1 to be detached from Node node-3", "detached Volume/pvc-1"},
		{"various", "waiting for Cluster prod-1 to become healthy", "ready Cluster/prod-1"},
		{"various", "waiting for Lock backup-1 to be released", "unused Lock/backup-1"},
		{"various", "waiting for Secret db-creds to be unused", "unused Secret/db-creds"},
		{"various", "Waiting for the garage to be swept", "?"},
		{"various", "Backup nightly-1 is still running", "finished Backup/nightly-1"},
		{"various", "wait until Machine m-1 in namespace infra is gone", "gone Machine/m-1"},

		// What is named is not waited for.
		{"Kubernetes", `pods is forbidden: User "system:serviceaccount:a:b" cannot list resource "pods" in API group "" in the namespace "shop"`, ""},
		{"Kubernetes", `deployments.apps "web" is forbidden: User "system:serviceaccount:a:b" cannot get resource "deployments" in API group "apps" in the namespace "shop"`, ""},
		{"client-go", `Get "https://10.96.0.1:443/api/v1/namespaces/shop/pods/web-0": dial tcp 10.96.0.1:443: connect: connection refused`, ""},
		{"client-go", `Delete "https://api.example.com/v1/clusters/prod/nodes/n-1?force=true": context deadline exceeded`, ""},
		{"client-go", `Operation cannot be fulfilled on widgets.acme.io "blue": the object has been modified; please apply your changes to the latest version and try again`, ""},
		{"garbage collector", `ownerRef [v1/Node, namespace: default, name: node-1, uid: 11000000-0000-4000-8000-000000000002] does not exist in namespace "default"`, ""},
		{"admission", `admission webhook "v1.vpod.example.com" denied the request: Pod web-0 has no label app`, ""},
		{"API server", `configmaps "lock" is forbidden: unable to create new content in namespace shop because it is being terminated`, ""},
		{"Cluster API", "Node node-1 has been deleted while the Machine still exists", "gone Machine"},
		{"Cluster API", "Cluster deletion is unblocked by BeforeClusterDelete hook", ""},
		{"controller-runtime", `no matches for kind "Gear" in version "acme.io/v1"`, ""},
		{"AWS", "DependencyViolation: The vpc 'vpc-1' has dependencies and cannot be deleted", ""},
		{"AWS", "deleting instance db-1: AccessDenied: User arn:aws:iam::1:role/acme is not authorized to perform rds:DeleteDBInstance", ""},
		{"various", `secrets "db-creds" not found`, ""},
		{"various", "Pod web-0 deleted", ""},
		{"various", "successfully removed Deployment web-1", ""},
		{"various", "Deployment web-1 no longer exists", ""},
		{"various", "ConfigMap settings-1 does not exist", ""},
		{"various", "not waiting for Pod web-0 to be deleted", ""},
		{"various", "reconciled Deployment web-1 in namespace shop on Node node-1", ""},
		{"various", "Secret db-creds is not used by Pod web-0", ""},
		{"various", "token used by Pod web-0 expired", ""},
		{"various", "removed finalizer from Pod web-0", ""},
		{"various", "removing finalizer from Pod web-0", ""},
		{"various", "Waiting for a reply of the cloud in namespace shop", "?"},
		{"various", "exceeded quota: pods-1, requested: pods=1, used: pods=10, limited: pods=10", ""},
		{"various", "Scaled down Deployment web-1 from 3 to 2", ""},
	} {
		if got := show(Waits(tt.text, isKind)); got != tt.want {
			t.Errorf("%s says %q:\n got %q\nwant %q", tt.by, tt.text, got, tt.want)
		}
	}
}

// TestAsks has what controllers ask a person to do, and what only looks like it.
func TestAsks(t *testing.T) {
	for text, want := range map[string]string{
		"3 sessions are open; close them with `acme sessions close blue`":                    "close them with `acme sessions close blue",
		"Deletion is blocked. Run kubectl annotate widget blue acme.io/force=true to go on.": "Run kubectl annotate widget blue acme.io/force=true to go on",
		"waiting for approval: please approve the release":                                   "please approve the release",
		"manual intervention is required":                                                    "manual intervention is required",
		"the bucket has to be emptied manually":                                              "the bucket has to be emptied manually",
		"remove the annotation acme.io/keep first":                                           "remove the annotation acme.io/keep first",
		"Delete \"https://api.example.com/v1/nodes/n-1\": EOF":                               "",
		"delete failed: the volume is attached":                                              "",
		"Deleting StatefulSet web":                                                           "",
		"Waiting for Machines to be deleted":                                                 "",
		"failed to delete Pod web-0":                                                         "",
		"update of the status failed":                                                        "",
		"reconcile error: update timed out":                                                  "",
	} {
		if got := Asks(text); got != want {
			t.Errorf("%q asks for %q, want %q", text, got, want)
		}
	}
}
