package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedKnownOfClusters tells what is known of a project in the very state that was copied, and not of its near miss.
func TestWhyPastedKnownOfClusters(t *testing.T) {
	object := func(version, kind, namespace, finalizers, more string) string {
		if namespace != "" {
			namespace = "  namespace: " + namespace + "\n"
		}
		return "apiVersion: " + version + "\nkind: " + kind + "\nmetadata:\n  name: o1\n" + namespace + "  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [" + finalizers + "]\n" + more
	}
	condition := func(name, status, reason string) string {
		return "status:\n  providerID: zorg:///a/i-1\n  jobName: o1-machine-provision\n  conditions:\n  - {type: " + name + ", status: \"" + status + "\", reason: " + reason + ", message: it is bent, lastTransitionTime: \"2026-02-01T10:00:01Z\"}\n"
	}
	claim := func(group, status string) string {
		return object("karpenter.sh/v1", "NodeClaim", "", "karpenter.sh/termination", "spec:\n  nodeClassRef: {group: "+group+", kind: C, name: c1}\n"+status)
	}
	const never, ends = "no instance was ever launched for it", "the cloud was told to terminate the instance"
	checkTold(t, map[string]told{
		"never launched":       {text: claim("karpenter.k8s.gcp", ""), is: "NodeClaim o1: Undecided", says: never, first: "older than v0.3.3"},
		"launched":             {text: claim("karpenter.k8s.gcp", "status: {providerID: \"gce://p/z/i-1\"}\n"), is: "NodeClaim o1: ", lacks: never},
		"of another cloud":     {text: claim("karpenter.k8s.aws", ""), is: "NodeClaim o1: ", lacks: never},
		"instance ends":        {text: claim("karpenter.k8s.aws", condition("InstanceTerminating", "True", "InstanceTerminating")), is: "NodeClaim o1: Undecided", says: ends, first: "see in the cloud whether", lacks: "spec is immutable"},
		"instance ended early": {text: strings.NewReplacer("2026-02-01", "2024-08-16").Replace(claim("karpenter.k8s.aws", condition("InstanceTerminating", "True", "InstanceTerminating"))), is: "NodeClaim o1: Undecided", says: "spec is immutable"},
		"instance runs":        {text: claim("karpenter.k8s.aws", condition("InstanceTerminating", "Unknown", "AwaitingReconciliation")), is: "NodeClaim o1: ", lacks: ends},
		"class of nodes":       {text: object("karpenter.k8s.gcp/v1alpha1", "GCENodeClass", "", "karpenter.k8s.gcp/termination", ""), is: "GCENodeClass o1: ", says: "no NodeClaim that uses the class"},
	})
	const deprovision = "hive.openshift.io/deprovision"
	cluster := func(annotation, more string) string {
		return object("hive.openshift.io/v1", "ClusterDeployment", "shop", deprovision, "  annotations: {"+annotation+"}\nspec:\n  platform: {aws: {credentialsSecretRef: {name: s1}}}\n"+more)
	}
	const guarded = "starts no deprovision, as long as that is there"
	checkTold(t, map[string]told{
		"protected":            {text: cluster(`hive.openshift.io/protected-delete: "true"`, ""), is: "ClusterDeployment shop/o1: Stuck", says: guarded, first: "if the whole cluster may really go"},
		"no longer protected":  {text: cluster(`hive.openshift.io/protected-delete: "false"`, ""), is: "ClusterDeployment shop/o1: ", lacks: guarded},
		"credentials fail":     {text: cluster("", condition("DeprovisionLaunchError", "True", "AuthenticationFailed")), is: "ClusterDeployment shop/o1: ", says: "the credentials for the cloud (Secret s1) fail", first: "put credentials that work"},
		"credentials are fine": {text: cluster("", condition("DeprovisionLaunchError", "False", "AuthenticationSucceeded")), is: "ClusterDeployment shop/o1: ", lacks: "the credentials for the cloud"},
	})
	const provision, forced = "wrangler.cattle.io/machine-provision-remove", "rancher makes no other"
	checkTold(t, map[string]told{
		"its Job failed":    {text: object("rke-machine.cattle.io/v1", "GearMachine", "shop", provision, condition("DeleteJob", "False", "DeleteError")), is: "GearMachine shop/o1: Stuck", says: forced},
		"its Job runs":      {text: object("rke-machine.cattle.io/v1", "GearMachine", "shop", provision, condition("DeleteJob", "Unknown", "x")), is: "GearMachine shop/o1: ", lacks: forced},
		"let go by a hand":  {text: object("rke-machine.cattle.io/v1", "GearMachine", "shop", provision, "  annotations: {provisioning.cattle.io/force-machine-remove: \"true\"}\n"+condition("DeleteJob", "False", "DeleteError")), is: "GearMachine shop/o1: ", lacks: forced},
		"a Content":         {text: object("fleet.cattle.io/v1alpha1", "Content", "", "shop-b1", ""), is: "Content o1: ", says: "the BundleDeployment of that name"},
		"another's Content": {text: object("acme.test/v1", "Content", "", "shop-b1", ""), is: "Content o1: ", lacks: "BundleDeployment"},
	})
	const server, soft = "openstackserver.infrastructure.cluster.x-k8s.io", "has deleted the server softly"
	checkTold(t, map[string]told{
		"deleted softly": {text: object("infrastructure.cluster.x-k8s.io/v1alpha1", "OpenStackServer", "shop", server, "status: {instanceState: SOFT_DELETED}\n"), is: "OpenStackServer shop/o1: Undecided", says: soft, first: "older than v0.14.0"},
		"still runs":     {text: object("infrastructure.cluster.x-k8s.io/v1alpha1", "OpenStackServer", "shop", server, "status: {instanceState: ACTIVE}\n"), is: "OpenStackServer shop/o1: ", lacks: soft},
	})
	const store, unused = "kamaji.clastix.io/TenantControlPlane", "never lets go of a DataStore that none used"
	checkTold(t, map[string]told{
		"used by none":   {text: object("kamaji.clastix.io/v1alpha1", "DataStore", "", store, "status: {usedBy: []}\n"), is: "DataStore o1: Undecided", says: unused, first: "older than 26.4.4-edge"},
		"used by one":    {text: object("kamaji.clastix.io/v1alpha1", "DataStore", "", store, "status: {usedBy: [shop/t1]}\n"), is: "DataStore o1: ", lacks: unused},
		"it was allowed": {text: object("kamaji.clastix.io/v1alpha1", "DataStore", "", store, condition("AllowedDeletion", "False", "DataStoreStillUsed")), is: "DataStore o1: ", lacks: unused},
	})
	const last = "only gardener-controller-manager has to take this last one off"
	checkTold(t, map[string]told{
		"the last one":   {text: object("core.gardener.cloud/v1beta1", "Shoot", "shop", "gardener.cloud/reference-protection", ""), is: "Shoot shop/o1: Undecided", says: last},
		"beside another": {text: object("core.gardener.cloud/v1beta1", "Shoot", "shop", "gardener.cloud/reference-protection, gardener", ""), of: "o1", is: "Shoot shop/o1: ", lacks: last},
	})
	const hosted, alone = "openshift.io/destroy-cluster", "the operator is done with it"
	platform := func(of string) string {
		return object("hypershift.openshift.io/v1beta1", "HostedCluster", "shop", hosted, "spec: {platform: {type: "+of+"}}\n")
	}
	checkTold(t, map[string]told{
		"by the command alone": {text: platform("AWS"), is: "HostedCluster shop/o1: Undecided", says: alone, first: "run the command that destroys the cluster again", lacks: "has nothing in a cloud"},
		"nothing in a cloud":   {text: platform("KubeVirt"), is: "HostedCluster shop/o1: Undecided", says: "has nothing in a cloud to delete"},
		"and the operator":     {text: strings.Replace(platform("AWS"), "["+hosted+"]", "["+hosted+", hypershift.openshift.io/finalizer]", 1), is: "HostedCluster shop/o1: ", lacks: alone},
	})
	const hook = "pre-terminate.delete.hook.machine.cluster.x-k8s.io/"
	machine := func(of string) string {
		return object("cluster.x-k8s.io/v1beta2", "Machine", "shop", "machine.cluster.x-k8s.io", "  annotations: {"+hook+of+": \"\"}\nspec: {clusterName: c1}\nstatus: {conditions: [{type: Deleting, status: \"True\", reason: WaitingForPreTerminateHook, lastTransitionTime: \"2026-02-01T10:00:01Z\"}]}\n")
	}
	checkTold(t, map[string]told{
		"hook of kubeadm": {text: machine("kcp-cleanup"), is: "Machine shop/o1: Waiting", says: "only where its KubeadmControlPlane is gone", lacks: "RKE2"},
		"hook of RKE2":    {text: machine("rke2-cleanup"), is: "Machine shop/o1: Waiting", says: "only where its RKE2ControlPlane is gone"},
		"another's hook":  {text: machine("gears"), is: "Machine shop/o1: Waiting", lacks: "ControlPlane is gone"},
	})
	managed := func(finalizer string) string {
		return object("cluster.open-cluster-management.io/v1", "ManagedCluster", "", finalizer, "")
	}
	checkTold(t, map[string]told{
		"import controller": {text: managed("managedcluster-import-controller.open-cluster-management.io/cleanup"), is: "ManagedCluster o1: ", says: "no ManifestWork, add-on or role binding"},
		"record of it":      {text: managed("managedclusterinfo.finalizers.open-cluster-management.io"), is: "ManagedCluster o1: ", says: "the ManagedClusterInfo of the cluster"},
	})
	member := func(day string) string {
		return strings.Replace(object("cluster.karmada.io/v1alpha1", "Cluster", "", "karmada.io/cluster-controller", "spec: {syncMode: Pull}\n"), "2026-02-01", day, 1)
	}
	checkTold(t, map[string]told{
		"pull mode of old":   {text: member("2022-05-20"), is: "Cluster o1: ", says: "but not in Pull mode"},
		"pull mode of today": {text: member("2026-02-01"), is: "Cluster o1: ", lacks: "but not in Pull mode"},
	})
	const removal = "rancher waits for the Machine of Cluster API m1 to be gone"
	removed := func(words string) string {
		return strings.Replace(object("provisioning.cattle.io/v1", "Cluster", "shop", "wrangler.cattle.io/provisioning-cluster-remove", condition("Removed", "Unknown", "Waiting")), "it is bent", "\""+words+"\"", 1)
	}
	checkTold(t, map[string]told{
		"a machine of it":  {text: removed("waiting for machine [m1] to delete"), is: "Cluster shop/o1: ", says: removal, first: "see what holds that Machine"},
		"by hand":          {text: removed("error deleting machine [m1], machine must be deleted manually"), is: "Cluster shop/o1: ", says: "Cluster API fails to delete the Machine m1"},
		"the cluster then": {text: removed("waiting for cluster-api cluster [o1] to delete"), is: "Cluster shop/o1: ", lacks: "the Machine of Cluster API"},
	})
	const away = "it last said that these member clusters are not ready, or not reached: c2;"
	federated := func(status string) string {
		return object("types.kubefed.io/v1beta1", "FederatedSecret", "shop", "kubefed.io/sync-controller", "status: {clusters: [{name: c1}, {name: c2, status: "+status+"}]}\n")
	}
	checkTold(t, map[string]told{
		"a member is away": {text: federated("ClusterNotReady"), is: "FederatedSecret shop/o1: Undecided", says: away, first: "bring those clusters back"},
		"a member is slow": {text: federated("DeletionTimedOut"), is: "FederatedSecret shop/o1: ", lacks: away},
	})
	owned := func(finalizer string) string {
		return object("cluster.k8s.io/v1alpha1", "Machine", "shop", finalizer, "")
	}
	checkTold(t, map[string]told{
		"an instance":    {text: owned("machine-delete-finalizer"), is: "Machine shop/o1: ", says: "its node to be drained, for two hours at most"},
		"its Node":       {text: owned("machine-node-delete-finalizer"), is: "Machine shop/o1: ", says: "its finalizer machine-delete-finalizer to be gone"},
		"its disks":      {text: owned("kubermatic.io/cleanup-azure-disks"), is: "Machine shop/o1: ", says: "to be deleted in Azure by the UID of the Machine"},
		"of monitoring":  {text: object("kubermatic.k8c.io/v1", "Cluster", "", "kubermatic.k8c.io/mla", ""), is: "Cluster o1: ", says: "to be gone in the Grafana of the seed"},
		"another's disk": {text: owned("kubermatic.io/cleanup-gears"), is: "Machine shop/o1: ", lacks: "in Azure"},
	})
}
