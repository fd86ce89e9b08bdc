package catalogue

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestEntryForKind finds the holder of an object of which no finalizer was copied by its group
// and kind: a kind of the same name in another group tells nothing, of a group alone nothing
// is known but the holder, and a plain word for a kind without its group only suggests.
func TestEntryForKind(t *testing.T) {
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		kind, project string
		lost          bool // what a removal costs is told
		confidence    string
	}{
		{"Workspace.app.terraform.io", "Terraform Cloud / HCP Terraform operator", true, "high"},
		{"Workspace.tf.crossplane.io", "", false, ""},
		{"Workspace", "", false, ""}, // KubeSphere has one too
		{"AgentPool", "Terraform Cloud / HCP Terraform operator", true, "high"},
		{"Application.core.oam.dev", "KubeVela", false, "high"}, // its finalizers differ in that
		{"Application.app.k8s.io", "", false, ""},
		{"Application", "", false, ""},
		{"Cluster.redpanda.vectorized.io", "Redpanda operator", true, "high"},
		{"Console.redpanda.vectorized.io", "Redpanda operator", false, "high"}, // known by its group
		{"BareMetalHost.metal3.io", "Metal3 baremetal-operator", true, "high"},
		{"BareMetalHost.acme.io", "", false, ""},
		{"BareMetalHost", "Metal3 baremetal-operator", true, "high"},
		{"baremetalhost", "Metal3 baremetal-operator", true, "high"}, // as a text writes it
		{"AWSMachine.infrastructure.cluster.x-k8s.io", "Cluster API AWS (CAPA)", true, "high"},
		{"VirtualMachineInstance.kubevirt.io", "KubeVirt", true, "high"},
		{"NetworkAttachmentDefinition.k8s.cni.cncf.io", "OVN-Kubernetes", true, "low"}, // anybody may hold one
		{"CronJob.batch", "KubeBlocks", true, "low"},
		{"NetworkPolicy.networking.k8s.io", "amazon-network-policy-controller-k8s", true, "low"},
		{"PostgresUser.db.movetokube.com", "postgres-operator (movetokube)", true, "high"},
		{"Postgres.acme.io", "", false, ""},
		{"Postgres.kubedb.com", "KubeDB", true, "high"}, // all of its group are
		{"VolumeSnapshotContent.snapshot.storage.k8s.io", "Kubernetes CSI", true, "high"},
		{"MachineSet.cluster.x-k8s.io", "Cluster API", true, "high"},                         // of MachineSet.machine.openshift.io others are
		{"Ingress.networking.k8s.io", "", false, ""},                                         // many hold it
		{"Queue.sqs.services.k8s.aws", "AWS Controllers for Kubernetes (ACK)", true, "high"}, // all of its groups are
		{"Bucket.s3.services.k8s.aws", "AWS Controllers for Kubernetes (ACK)", true, "high"},
		{"Queue.services.k8s.aws.acme.io", "", false, ""},
		{"Queue", "", false, ""},
		{"PubSubTopic.pubsub.cnrm.cloud.google.com", "Google Config Connector", true, "high"}, // two of its components hold each, of which one writes to the status
		{"GearBox.hypershift.openshift.io", "HyperShift", false, "high"},                      // no more than the project is known by its group
		{"ApimService.azure.microsoft.com", "Azure Service Operator", true, "high"},           // one of its names is known second hand
		{"StorageAccount.storage.azure.com", "Azure Service Operator", true, "high"},          // one of its groups
		{"GearBox.gears.azure.com", "Azure Service Operator", true, "low"},                    // anybody may have names there
	} {
		name, group, grouped := strings.Cut(tt.kind, ".")
		kind := trace.Kind{Group: group, Version: "v1", Kind: name}
		if !grouped {
			kind.Version = trace.Unstated
		}
		e, ok := c.EntryForKind(kind)
		if ok != (tt.project != "") || e.Project != tt.project || (e.Loss != "") != tt.lost || ok && e.Confidence != tt.confidence {
			t.Errorf("%s: %q, %q, %q", tt.kind, e.Project, e.Loss, e.Confidence)
		}
	}
}

// TestFinalizerForKind names the one finalizer of a kind where the group, or a name of several
// words, tells whose it is, and none where there may be others.
func TestFinalizerForKind(t *testing.T) {
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		kind trace.Kind
		want string
	}{
		{trace.Kind{Group: "ray.io", Version: "v1", Kind: "RayCluster"}, "ray.io/gcs-ft-redis-cleanup-finalizer"},
		{trace.Kind{Version: trace.Unstated, Kind: "raycluster"}, "ray.io/gcs-ft-redis-cleanup-finalizer"},
		{trace.Kind{Group: "app.terraform.io", Version: "v1", Kind: "Workspace"}, "workspace.app.terraform.io/finalizer"},
		{trace.Kind{Version: trace.Unstated, Kind: "Workspace"}, ""},
		{trace.Kind{Group: "tf.acme.io", Version: "v1", Kind: "Workspace"}, ""},
		{trace.Kind{Group: "argoproj.io", Version: "v1", Kind: "Application"}, ""}, // it has several
		{trace.Kind{Group: "networking.k8s.io", Version: "v1", Kind: "Ingress"}, ""},
		{trace.Kind{Version: "v1", Kind: "Secret"}, ""},
		{trace.Kind{Group: "ray.io", Version: "v1", Kind: "Gear"}, ""},
	} {
		if got, ok := c.FinalizerForKind(tt.kind); got != tt.want || ok != (tt.want != "") {
			t.Errorf("%v: %q, %v", tt.kind, got, ok)
		}
	}
}
