package explain

import "slices"

// Reason says why a hold lasts. The values are a public contract: programs
// branch on them, and each stands in a test.
type Reason string

// The ladder of a holder's health, from the worst.
const (
	// NobodyRemoves says that no controller in existence takes this finalizer
	// off any more.
	NobodyRemoves Reason = "NobodyRemoves"
	// HolderUninstalled says that what the holder belongs to, such as its
	// namespace, was removed.
	HolderUninstalled Reason = "HolderUninstalled"
	// HolderMissing says that no workload was found that could be the holder.
	HolderMissing Reason = "HolderMissing"
	// HolderScaledDown says that the holder is scaled to zero.
	HolderScaledDown Reason = "HolderScaledDown"
	// HolderNotReady says that the holder's pods crash, wait or cannot be placed.
	HolderNotReady Reason = "HolderNotReady"
	// HolderNotLeading says that the holder's leader election has come to a stop.
	HolderNotLeading Reason = "HolderNotLeading"
	// HolderNotAllowed says that the holder lacks a right that it needs.
	HolderNotAllowed Reason = "HolderNotAllowed"
	// Excluded says that the holder was told to leave this object alone.
	Excluded Reason = "Excluded"
	// Failing says that the holder tries and fails.
	Failing Reason = "Failing"
	// Blocked says that the holder waits for something that can be named.
	Blocked Reason = "Blocked"
	// Working says that the holder did something a moment ago.
	Working Reason = "Working"
	// Silent says that the holder runs and tells nothing of what it waits for.
	Silent Reason = "Silent"
	// HolderUnknown says that nothing tells who the holder is.
	HolderUnknown Reason = "HolderUnknown"
	// JustAsked says that the deletion is so young that silence means nothing.
	JustAsked Reason = "JustAsked"
	// Circle says that what the holder waits for waits for the object in turn.
	Circle Reason = "Circle"
	// WouldHold says that the object is not being deleted; the finalizer would
	// hold it if it were.
	WouldHold Reason = "WouldHold"
)

// OfHolder reports whether the reason says that a holder is not well, whatever it holds.
func (r Reason) OfHolder() bool {
	return slices.Contains([]Reason{
		HolderUninstalled, HolderMissing, HolderScaledDown, HolderNotReady, HolderNotLeading, HolderNotAllowed,
	}, r)
}

// What projects' own rules find, and what waits before any deletion.
const (
	// PrerequisiteGone says that the holder does nothing for the object as long
	// as something that it needs first, and that is gone, is not back.
	PrerequisiteGone Reason = "PrerequisiteGone"
	// HookWaits says that the finalizer is a hook: the one who set it has to take
	// it off, and the controller that manages the object never does.
	HookWaits Reason = "HookWaits"
	// DeleteAwaited says that the object is chosen to be deleted, and that
	// something has to happen before anybody asks for it.
	DeleteAwaited Reason = "DeleteAwaited"
	// DeleteRefused says that a request to delete the object would be refused.
	DeleteRefused Reason = "DeleteRefused"
	// LifecycleStalled says that the object could go on to its next state, and
	// that its controller has not noticed.
	LifecycleStalled Reason = "LifecycleStalled"
)

// What the finalizers of Kubernetes itself wait for.
const (
	// InUse says that other objects use this one, such as pods a claim.
	InUse Reason = "InUse"
	// DriverMissing says that the storage driver that has to act is not
	// installed any more.
	DriverMissing Reason = "DriverMissing"
	// DependentsRemain says that a foreground deletion waits for dependents.
	DependentsRemain Reason = "DependentsRemain"
	// CollectorBlind says that the garbage collector cannot see a dependent, or
	// cannot look up an owner of one, so that it never decides on it.
	CollectorBlind Reason = "CollectorBlind"
	// ReferencesRemain says that dependents still name an owner that is to leave
	// them behind.
	ReferencesRemain Reason = "ReferencesRemain"
	// InstancesRemain says that objects of a definition's kind are not gone yet.
	InstancesRemain Reason = "InstancesRemain"
	// InstancesUnreadable says that the objects of a definition's kind cannot be
	// listed, so that they cannot be deleted either.
	InstancesUnreadable Reason = "InstancesUnreadable"
	// PodUnfinished says that a Job waits for the kubelet to report that the pod
	// has ended.
	PodUnfinished Reason = "PodUnfinished"
	// JobElsewhere says that another controller than Kubernetes' own runs the
	// Job of the pod.
	JobElsewhere Reason = "JobElsewhere"
)

// What keeps a namespace, and what is in one that is going.
const (
	// PodsFirst says that pods are left in the namespace, before which nothing
	// else in it is asked to go.
	PodsFirst Reason = "PodsFirst"
	// ContentRemains says that the pods are gone and other objects are not.
	ContentRemains Reason = "ContentRemains"
	// ContentNotAsked says that objects are left that nobody has asked to go,
	// although their turn has come.
	ContentNotAsked Reason = "ContentNotAsked"
	// DiscoveryFails says that an API group does not answer, so that nobody
	// knows all kinds that the namespace may hold.
	DiscoveryFails Reason = "DiscoveryFails"
	// ContentUnlistable says that the server cannot list a kind, so that what
	// there is of it cannot be deleted.
	ContentUnlistable Reason = "ContentUnlistable"
	// Undecodable says that the API server cannot decode what it has stored.
	Undecodable Reason = "Undecodable"
	// NotAskedYet says that nobody has asked the object to go, although its
	// namespace is going.
	NotAskedYet Reason = "NotAskedYet"
)

// What keeps a pod beside its finalizers, and any object for a time.
const (
	// GraceRuns says that the object still has the time it was given.
	GraceRuns Reason = "GraceRuns"
	// NodeGone says that the pod's node does not exist, so that no kubelet ends
	// the pod.
	NodeGone Reason = "NodeGone"
	// NodeNotReady says that the pod's node is not well or not heard of.
	NodeNotReady Reason = "NodeNotReady"
	// KubeletSilent says that the kubelet has stopped renewing its Lease while
	// its node still counts as ready.
	KubeletSilent Reason = "KubeletSilent"
	// KubeletUnfinished says that the kubelet is well and has not finished with
	// the pod.
	KubeletUnfinished Reason = "KubeletUnfinished"
)

// What the API server's own machinery does to the writes of a holder.
const (
	// WebhookDown says that the server has to ask a webhook before it takes the
	// removal, and that the webhook does not answer.
	WebhookDown Reason = "WebhookDown"
	// WebhookRefuses says that a webhook refuses the removal.
	WebhookRefuses Reason = "WebhookRefuses"
	// PolicyRefuses says that an admission policy refuses the removal.
	PolicyRefuses Reason = "PolicyRefuses"
	// ObjectInvalid says that the object is no longer valid, so that the server
	// takes no write to it.
	ObjectInvalid Reason = "ObjectInvalid"
	// ConversionFails says that the object has to be converted between versions
	// and that what converts it does not answer.
	ConversionFails Reason = "ConversionFails"
	// OwnerInvalid says that an ownerReference of the object names something that
	// cannot own it, so that it lives on or goes with nobody.
	OwnerInvalid Reason = "OwnerInvalid"
	// PutBack says that the finalizer was taken off and put there again.
	PutBack Reason = "PutBack"
)

// What refuses a holder the objects that it has to create first.
const (
	// NamespaceTerminating says that they belong in a namespace that takes none
	// any more.
	NamespaceTerminating Reason = "NamespaceTerminating"
	// QuotaRefuses says that a quota has no room for them.
	QuotaRefuses Reason = "QuotaRefuses"
)
