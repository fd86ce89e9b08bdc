package signs

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

// author says whose words a condition or an event are.
type author int

const (
	unknownAuthor author = iota // nothing tells
	theHolder                   // the holder's
	somebodyElse                // somebody else's
)

// authorOf says whether a writer, by the name it goes under, is the holder.
func authorOf(h *hearing.Case, name string) author {
	switch {
	case name == "":
		return unknownAuthor
	case h.IsHolder(name), name == h.Holder.Name, name == h.Entry.Component:
		return theHolder
	case !h.Holder.BuiltIn && bystander(name):
		return somebodyElse
	case putAnother(h, name):
		return somebodyElse
	case namesHolder(h, name), strings.Contains(strings.ToLower(name), strings.ToLower(h.Kind.Kind)):
		return theHolder
	case manifest.GenericManager(name):
		return unknownAuthor
	}
	if h.Holder.Sure() && h.Holder.Workload.Name != "" {
		return somebodyElse
	}
	return unknownAuthor
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

// namesHolder reports whether the name is made of one of those that the holder is known by.
func namesHolder(h *hearing.Case, name string) bool {
	known := append([]string{h.Holder.Name, h.Holder.Workload.Name, h.Holder.Account.Name, h.Entry.Component}, h.Entry.Controller.FieldManagers...)
	for _, w := range h.Writes() {
		if slices.Contains(w.Finalizers, h.Finalizer) && !manifest.PersonalManager(w.Manager) {
			known = append(known, w.Manager)
		}
	}
	stem := stemOf(name)
	return len(stem) >= 3 && slices.ContainsFunc(known, func(k string) bool {
		other := stemOf(k)
		return len(other) >= 3 && (strings.Contains(stem, other) || strings.Contains(other, stem))
	})
}

// putAnother reports whether a writer put another finalizer there, while that of the hold
// was put there by another controller: each speaks for itself.
func putAnother(h *hearing.Case, name string) bool {
	other, own := false, false
	for _, w := range h.Writes() {
		holds := slices.Contains(w.Finalizers, h.Finalizer)
		other = other || w.Manager == name && len(w.Finalizers) > 0 && !holds
		own = own || holds && w.Manager != name && !manifest.PersonalManager(w.Manager)
	}
	return other && own
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

// authorOfStatus says whose a part of the status is, by the writes of those who own it.
// Where these do not tell, the status of an object is taken for that of its kind's own
// controller, which is the holder where the finalizer is of the same domain, and not
// where another finalizer of the object is.
func authorOfStatus(h *hearing.Case, writers []manifest.Write) author {
	if v, told := authorOfWrites(h, writers); told {
		return v
	}
	if h.Entry.Quiet {
		return somebodyElse
	}
	if own := func(f string) bool { return catalogue.SameDomain(h.Kind.Group, f) }; own(h.Finalizer) || h.Holder.Name != "" && !slices.ContainsFunc(h.Object.GetFinalizers(), own) {
		return theHolder
	}
	return unknownAuthor
}

// ofAnother reports whether a text is about another finalizer of the object, and not about this one, for which it
// has to go first.
func ofAnother(h *hearing.Case, text string) bool {
	other, named := anotherNamed(h, text)
	return named && h.Finalizer != "" && !sentence.Named(text, h.Finalizer) && !goesFirst(text, other)
}

// goesFirst reports whether a text says of a finalizer that it has to go before something else does, and of no
// failure.
func goesFirst(text, finalizer string) bool {
	return sentence.GoesFirst(text, finalizer) && failure.Of(text) == nil
}

// anotherNamed is another finalizer of the object that a text names.
func anotherNamed(h *hearing.Case, text string) (finalizer string, named bool) {
	if h.Object == nil {
		return "", false
	}
	for _, f := range h.Object.GetFinalizers() {
		if f != h.Finalizer && strings.Contains(f, "/") && sentence.Named(text, f) {
			return f, true
		}
	}
	return "", false
}

// ofItsOwn reports whether the holder has written something and another one has put the
// finalizers on: then it may speak of those that are not its own.
func ofItsOwn(h *hearing.Case, writers []manifest.Write) bool {
	put, _ := h.Managers()
	v, told := authorOfWrites(h, writers)
	return told && v == theHolder && put != "" && !slices.ContainsFunc(writers, func(w manifest.Write) bool { return slices.Contains(strings.Fields(put), w.Manager) })
}

// authorOfWrites says whose words these are by the names of those who wrote them, which
// tell nothing where many write under them.
func authorOfWrites(h *hearing.Case, writers []manifest.Write) (v author, told bool) {
	for i := range writers {
		manager := writers[i].Manager
		if v := authorOf(h, manager); v != unknownAuthor {
			return v, true
		}
		if !manifest.GenericManager(manager) {
			return unknownAuthor, true
		}
	}
	return unknownAuthor, false
}

// cannotAct reports whether the holder is known not to do anything at all, so that it
// cannot be the one who tries.
func cannotAct(h *hearing.Case) bool {
	return h.Holder.Sure() && slices.Contains([]explain.Health{explain.Missing, explain.Uninstalled, explain.ScaledDown}, h.Health)
}

// OutOfSight reports whether nothing that could run the holder was found.
func OutOfSight(h *hearing.Case) bool {
	return h.Health == "" && h.Holder.Workload.Name == ""
}
