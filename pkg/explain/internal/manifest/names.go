package manifest

// StorageGroup is the API group of volumes' drivers and attachments.
const StorageGroup = "storage.k8s.io"

// AdmissionGroup is the API group of webhook configurations and admission policies.
const AdmissionGroup = "admissionregistration.k8s.io"

// The type of what defines a type.
const (
	CrdGroup = "apiextensions.k8s.io"
	CrdKind  = "CustomResourceDefinition"
)

// LeaseGroup is the API group of Leases.
const LeaseGroup = "coordination.k8s.io"

// How Cluster API and clusterctl mark what is theirs.
const (
	ClusterGroup     = "cluster.x-k8s.io"
	ClusterNameLabel = "cluster.x-k8s.io/cluster-name"
	ClusterctlLabel  = "clusterctl.cluster.x-k8s.io"
)

// AppsGroup is the API group of workloads.
const AppsGroup = "apps"
