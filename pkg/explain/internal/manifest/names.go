package manifest

const StorageGroup = "storage.k8s.io"

const (
	CrdGroup = "apiextensions.k8s.io"
	CrdKind  = "CustomResourceDefinition"
)

const LeaseGroup = "coordination.k8s.io"

// How Cluster API and clusterctl mark what is theirs.
const (
	ClusterGroup     = "cluster.x-k8s.io"
	ClusterNameLabel = "cluster.x-k8s.io/cluster-name"
	ClusterctlLabel  = "clusterctl.cluster.x-k8s.io"
)

const AppsGroup = "apps"
