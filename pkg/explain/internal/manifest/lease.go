package manifest

import (
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// LeaseRenewed is when a Lease was renewed last.
func LeaseRenewed(lease *unstructured.Unstructured) time.Time {
	text, _, _ := unstructured.NestedString(lease.Object, "spec", "renewTime")
	return FirstTime(text)
}

// LeaseAcquired is since when whoever holds a Lease has it.
func LeaseAcquired(lease *unstructured.Unstructured) time.Time {
	text, _, _ := unstructured.NestedString(lease.Object, "spec", "acquireTime")
	return FirstTime(text)
}

// LeaseHolder is who holds a Lease.
func LeaseHolder(lease *unstructured.Unstructured) string {
	text, _, _ := unstructured.NestedString(lease.Object, "spec", "holderIdentity")
	return text
}

// LeaseEnd is until when a Lease is held as it was renewed last.
func LeaseEnd(lease *unstructured.Unstructured) time.Time {
	return LeaseRenewed(lease).Add(lasts(lease))
}

func lasts(lease *unstructured.Unstructured) time.Duration {
	seconds, _, _ := unstructured.NestedInt64(lease.Object, "spec", "leaseDurationSeconds")
	return time.Duration(seconds) * time.Second
}

// StaleLease is four times the lease that a controller manager takes by default, and how old a
// renewal may be at least: clocks differ.
const StaleLease = time.Minute

// LeasePatience is how old the last renewal of a Lease may be: three times its duration.
func LeasePatience(lease *unstructured.Unstructured) time.Duration {
	return max(3*lasts(lease), StaleLease)
}

// LeaseHost is the host in the identity of who holds a Lease: the name of a pod, most often.
func LeaseHost(lease *unstructured.Unstructured) string { return HostOf(LeaseHolder(lease)) }

// HostOf is the host in the identity of a leader.
func HostOf(identity string) string {
	name, _, _ := strings.Cut(identity, "_")
	return name
}

// IsHost reports whether a pod may be the host of an identity: a hostname is cut at 63
// characters, and some identities go on behind the name.
func IsHost(pod *unstructured.Unstructured, host string) bool {
	name := pod.GetName()
	return strings.HasPrefix(name, host) || strings.HasPrefix(host, name) || Str(pod, "spec", "hostname") == host
}

// podSuffixes are what the names of pods have behind that of their workload.
var podSuffixes = map[string]*regex.Regexp{
	"Deployment":  regex.New(`^[a-z0-9]+-[a-z0-9]{5}$`),
	"StatefulSet": regex.New(`^[0-9]+$`),
	"DaemonSet":   regex.New(`^[a-z0-9]{5}$`),
}

// EndsPod reports whether the name of a pod of such a workload may end so behind that of the workload.
func EndsPod(kind, end string) bool {
	its := podSuffixes[kind]
	return its != nil && its.MatchString(end)
}

// MayEndPod is EndsPod, and true of kinds whose pods may be called anything.
func MayEndPod(kind, end string) bool { return podSuffixes[kind] == nil || EndsPod(kind, end) }

// Ready reports whether the pod's condition Ready is True.
func Ready(pod *unstructured.Unstructured) bool {
	return ConditionOf(pod, "Ready").Status == "True"
}
