package explain

import (
	"slices"
	"strings"
)

// voice says whose words a condition or an event are.
type voice int

const (
	unheard voice = iota // nothing tells
	itsOwn               // the holder's
	another              // somebody else's
)

// voiceOf says whether a writer, by the name it goes under, is the holder.
func (h *hearing) voiceOf(name string) voice {
	switch {
	case name == "":
		return unheard
	case h.isHolder(name):
		return itsOwn
	case !h.hold.Holder.BuiltIn && bystander(name):
		return another
	case h.namesHolder(name), strings.Contains(strings.ToLower(name), strings.ToLower(h.kind.Kind)):
		return itsOwn
	case generic(name):
		return unheard
	}
	if sure := h.hold.Holder.Confidence; sure == Certain || sure == Likely {
		return another
	}
	return unheard
}

// bystanders write Warnings about everybody's objects: the parts of Kubernetes
// itself, and those that audit.
var bystanders = []string{
	"default-scheduler", "scheduler", "kubelet", "kube-proxy", "cluster-autoscaler", "descheduler", "karpenter",
	"garbage-collector-controller", "namespace-controller", "node-controller", "taint-eviction-controller",
	"attachdetach-controller", "persistentvolume-controller", "persistentvolume-expander", "volume_expand",
	"job-controller", "cronjob-controller", "replicaset-controller", "deployment-controller", "statefulset-controller",
	"daemonset-controller", "endpoint-controller", "endpoint-slice-controller", "horizontal-pod-autoscaler",
	"controllermanager", "kube-controller-manager", "kube-apiserver", "resourcequota-controller",
}

func bystander(name string) bool {
	lower := strings.ToLower(name)
	return slices.Contains(bystanders, lower) || strings.HasPrefix(lower, "kyverno") || strings.HasPrefix(lower, "gatekeeper") ||
		strings.HasPrefix(lower, "polaris") || strings.HasPrefix(lower, "falco")
}

// namesHolder reports whether the name is made of one of those that the holder
// is known by.
func (h *hearing) namesHolder(name string) bool {
	known := append([]string{h.hold.Holder.Name, h.hold.Holder.Workload.Name, h.hold.Holder.Account.Name, h.entry.Component}, h.entry.Controller.FieldManagers...)
	for _, w := range h.writes() {
		if slices.Contains(w.finalizers, h.hold.Finalizer) && !person(w.manager) {
			known = append(known, w.manager)
		}
	}
	stem := stemOf(name)
	return len(stem) >= 3 && slices.ContainsFunc(known, func(k string) bool {
		other := stemOf(k)
		return len(other) >= 3 && (strings.Contains(stem, other) || strings.Contains(other, stem))
	})
}

// stemOf takes off a name what every controller is called.
func stemOf(name string) string {
	stem := strings.NewReplacer(" ", "-", "_", "-", ".", "-", "/", "-").Replace(strings.ToLower(name))
	for {
		shorter := stem
		for _, suffix := range []string{"-controller-manager", "-controller", "-manager", "-operator", "-provider", "-reconciler", "-webhook", "-core"} {
			shorter = strings.TrimSuffix(shorter, suffix)
		}
		if shorter == stem {
			return stem
		}
		stem = shorter
	}
}

// voiceOfCondition says whose a condition is, by the managedFields. Where these
// do not tell, the status of an object is taken for that of its kind's own
// controller, which is the holder where the finalizer is of the same domain.
func (h *hearing) voiceOfCondition(conditionType string) voice {
	for _, manager := range h.conditionWriters(conditionType) {
		if v := h.voiceOf(manager); v != unheard {
			return v
		}
		if !generic(manager) {
			return unheard
		}
	}
	if h.hold.Holder.Name != "" || sameDomain(h.kind.Group, h.hold.Finalizer) {
		return itsOwn
	}
	return unheard
}

// conditionWriters are the managers that own a condition of the type, or the
// list as a whole.
func (h *hearing) conditionWriters(conditionType string) []string {
	var managers []string
	for _, w := range h.writes() {
		if w.conditionList || slices.Contains(w.conditions, conditionType) {
			managers = append(managers, w.manager)
		}
	}
	return managers
}

// cannotAct reports whether the holder is known not to do anything at all, so that it
// cannot be the one who tries.
func (h *hearing) cannotAct() bool {
	return slices.Contains([]Health{Missing, Uninstalled, ScaledDown}, h.hold.Health)
}

// outOfSight reports whether nothing that could run the holder was found.
func (h *hearing) outOfSight() bool {
	return h.hold.Health == "" && h.hold.Holder.Workload.Name == ""
}
