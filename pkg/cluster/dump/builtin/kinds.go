package builtin

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// kinds are the kinds that an API server of release 1.37 offers to list without any
// extension, as its discovery describes them.
var kinds = parse(kindsText)

// All are the built-in kinds.
func All() iter.Seq2[schema.GroupKind, trace.Kind] { return maps.All(kinds) }

// Kind is the built-in kind, the zero one where it is none.
func Kind(gk schema.GroupKind) trace.Kind { return kinds[gk] }

func parse(text string) map[schema.GroupKind]trace.Kind {
	t := map[schema.GroupKind]trace.Kind{}
	var gv schema.GroupVersion
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0:
		case len(fields) == 1:
			gv = schema.FromAPIVersionAndKind(fields[0], "").GroupVersion()
		default:
			k := kindIn(gv, fields)
			t[schema.GroupKind{Group: k.Group, Kind: k.Kind}] = k
		}
	}
	return t
}

// kindIn reads the kind, its plural, its scope and, where there are some, its short names
// and categories.
func kindIn(gv schema.GroupVersion, fields []string) trace.Kind {
	k := trace.Kind{
		Group: gv.Group, Version: gv.Version, Kind: fields[0], Resource: fields[1],
		Singular: strings.ToLower(fields[0]), Namespaced: fields[2] == "namespaced", Listable: true,
	}
	for _, field := range fields[3:] {
		if category, ok := strings.CutPrefix(field, "+"); ok {
			k.Categories = append(k.Categories, category)
			continue
		}
		k.ShortNames = append(k.ShortNames, field)
	}
	return k
}

// HasType reports whether a type, as in ingresses.networking.k8s.io, is built in.
func HasType(name string) bool {
	for _, k := range kinds {
		if k.Type() == name {
			return true
		}
	}
	return false
}

// Named is a built-in kind by any of its names.
func Named(name string) (trace.Kind, bool) {
	name = strings.ToLower(name)
	var found trace.Kind
	for _, k := range kinds {
		if name != "" && (name == k.Singular || name == k.Resource || slices.Contains(k.ShortNames, name)) && (found.Kind == "" || k.Compare(found) < 0) {
			found = k
		}
	}
	return found, found.Kind != ""
}

// VersionOf is the apiVersion of a built-in kind, and empty for any other.
func VersionOf(kind string) string {
	k, ok := Named(kind)
	if !ok || k.Kind != kind {
		return ""
	}
	return schema.GroupVersion{Group: k.Group, Version: k.Version}.String()
}

const kindsText = `
v1
	ComponentStatus componentstatuses cluster cs
	ConfigMap configmaps namespaced cm
	Endpoints endpoints namespaced ep
	Event events namespaced ev
	LimitRange limitranges namespaced limits
	Namespace namespaces cluster ns
	Node nodes cluster no
	PersistentVolume persistentvolumes cluster pv
	PersistentVolumeClaim persistentvolumeclaims namespaced pvc
	Pod pods namespaced po +all
	PodTemplate podtemplates namespaced
	ReplicationController replicationcontrollers namespaced rc +all
	ResourceQuota resourcequotas namespaced quota
	Secret secrets namespaced
	Service services namespaced svc +all
	ServiceAccount serviceaccounts namespaced sa
apiregistration.k8s.io/v1
	APIService apiservices cluster +api-extensions
apps/v1
	ControllerRevision controllerrevisions namespaced
	DaemonSet daemonsets namespaced ds +all
	Deployment deployments namespaced deploy +all
	ReplicaSet replicasets namespaced rs +all
	StatefulSet statefulsets namespaced sts +all
events.k8s.io/v1
	Event events namespaced ev
autoscaling/v2
	HorizontalPodAutoscaler horizontalpodautoscalers namespaced hpa +all
batch/v1
	CronJob cronjobs namespaced cj +all
	Job jobs namespaced +all
certificates.k8s.io/v1
	CertificateSigningRequest certificatesigningrequests cluster csr
	ClusterTrustBundle clustertrustbundles cluster
	PodCertificateRequest podcertificaterequests namespaced
networking.k8s.io/v1
	IPAddress ipaddresses cluster ip
	Ingress ingresses namespaced ing
	IngressClass ingressclasses cluster
	NetworkPolicy networkpolicies namespaced netpol
	ServiceCIDR servicecidrs cluster
policy/v1
	PodDisruptionBudget poddisruptionbudgets namespaced pdb
rbac.authorization.k8s.io/v1
	ClusterRole clusterroles cluster
	ClusterRoleBinding clusterrolebindings cluster
	Role roles namespaced
	RoleBinding rolebindings namespaced
storage.k8s.io/v1
	CSIDriver csidrivers cluster
	CSINode csinodes cluster
	CSIStorageCapacity csistoragecapacities namespaced
	StorageClass storageclasses cluster sc
	VolumeAttachment volumeattachments cluster
	VolumeAttributesClass volumeattributesclasses cluster vac
admissionregistration.k8s.io/v1
	MutatingAdmissionPolicy mutatingadmissionpolicies cluster +api-extensions
	MutatingAdmissionPolicyBinding mutatingadmissionpolicybindings cluster +api-extensions
	MutatingWebhookConfiguration mutatingwebhookconfigurations cluster +api-extensions
	ValidatingAdmissionPolicy validatingadmissionpolicies cluster +api-extensions
	ValidatingAdmissionPolicyBinding validatingadmissionpolicybindings cluster +api-extensions
	ValidatingWebhookConfiguration validatingwebhookconfigurations cluster +api-extensions
apiextensions.k8s.io/v1
	CustomResourceDefinition customresourcedefinitions cluster crd crds +api-extensions
scheduling.k8s.io/v1
	PriorityClass priorityclasses cluster pc
scheduling.k8s.io/v1beta1
	PodGroup podgroups namespaced
	Workload workloads namespaced
scheduling.k8s.io/v1alpha3
	CompositePodGroup compositepodgroups namespaced
coordination.k8s.io/v1
	Lease leases namespaced
coordination.k8s.io/v1beta1
	LeaseCandidate leasecandidates namespaced
node.k8s.io/v1
	RuntimeClass runtimeclasses cluster
discovery.k8s.io/v1
	EndpointSlice endpointslices namespaced
resource.k8s.io/v1
	DeviceClass deviceclasses cluster
	DeviceTaintRule devicetaintrules cluster
	ResourceClaim resourceclaims namespaced
	ResourceClaimTemplate resourceclaimtemplates namespaced
	ResourceSlice resourceslices cluster
resource.k8s.io/v1alpha3
	ResourcePoolStatusRequest resourcepoolstatusrequests cluster
flowcontrol.apiserver.k8s.io/v1
	FlowSchema flowschemas cluster
	PriorityLevelConfiguration prioritylevelconfigurations cluster
internal.apiserver.k8s.io/v1alpha1
	StorageVersion storageversions cluster
storagemigration.k8s.io/v1
	StorageVersionMigration storageversionmigrations cluster
lifecycle.k8s.io/v1alpha1
	Eviction evictions namespaced
	EvictionRequest evictionrequests namespaced
`
