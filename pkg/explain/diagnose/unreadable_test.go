package diagnose_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestAllUnreadable hides one kind after the other from every case, and then one
// API group: less to see may make a judgement less sure, and never surer.
func TestAllUnreadable(t *testing.T) {
	catalogue := builtIn(t)
	eachCase(t, func(name string, c whyCase) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := c.open(t.Context()); err != nil {
				t.Fatal(err)
			}
			seen := sureHolds(c.answered(t))
			for what, blinded := range blindedCases(t, c) {
				d, err := blinded.run(t.Context(), catalogue)
				if err != nil {
					continue // what was asked about is of a kind that is not known now
				}
				for hold, why := range sureHolds(d) {
					// Of one that is not installed it may be left that it is not there.
					less := strings.Replace(hold, string(explain.HolderMissing), string(explain.HolderUninstalled), 1)
					if seen[hold] == "" && seen[less] == "" && !trueBlind(what, hold) {
						t.Errorf("without %s: %s is %s", what, hold, why)
					}
				}
			}
		})
	})
}

// trueBlind holds what is true whether or not the rest can be seen.
func trueBlind(what, hold string) bool {
	object, reason := hold[:strings.LastIndex(hold, " ")], hold[strings.LastIndex(hold, " ")+1:]
	switch explain.Reason(reason) {
	case explain.DiscoveryFails, explain.ContentUnlistable, explain.ContentNotAsked, explain.Undecodable:
		// The namespace controller does not see an API group that is not served either.
		return strings.HasPrefix(what, "group ") && strings.HasPrefix(object, "Namespace ")
	case explain.DriverMissing:
		return what == "volumeattachments.storage.k8s.io" // no driver detaches them, if there are any
	case explain.Failing:
		// That the holder fails is so; what it fails at could not be checked.
		return what == "namespaces" || what == "resourcequotas" || strings.HasPrefix(what, "providerconfigs.")
	case explain.NamespaceTerminating:
		return what == "namespaces" // that it was refused for that is so; whether that still holds could not be checked
	case explain.HolderScaledDown:
		return what != "deployments.apps" // it is read from the workload, and another rule came first
	case explain.PrerequisiteGone:
		return strings.HasSuffix(what, "s.apps") || what == "group apps/v1" // what holds once the holder runs again
	case explain.Blocked:
		return what == "resourcegraphdefinitions.kro.run" // the child is there, whatever made it
	default:
		return false
	}
}

// sureHolds are the holds that are stuck, with why.
func sureHolds(d *explain.Diagnosis) map[string]string {
	out := map[string]string{}
	for i := range d.Objects {
		for j := range d.Objects[i].Holds {
			h := &d.Objects[i].Holds[j]
			if h.Verdict == explain.Stuck {
				out[refText(d.Objects[i].Ref)+" "+string(h.Reason)] = h.Finalizer + ": " + h.Message
			}
		}
	}
	return out
}

// workloadKinds are hidden from every case, although few hold them.
var workloadKinds = []string{
	"deployments.apps", "statefulsets.apps", "daemonsets.apps", "pods", "leases.coordination.k8s.io", "namespaces", "nodes", "events",
	"customresourcedefinitions.apiextensions.k8s.io", "clusterroles.rbac.authorization.k8s.io", "clusterrolebindings.rbac.authorization.k8s.io",
	"services", "endpointslices.discovery.k8s.io", "persistentvolumes", "persistentvolumeclaims", "volumeattachments.storage.k8s.io", "csidrivers.storage.k8s.io",
}

// blindedCases are the cases that show less.
func blindedCases(t *testing.T, c whyCase) map[string]whyCase {
	t.Helper()
	kinds, groups := map[string]bool{}, map[string]bool{}
	for _, k := range workloadKinds {
		kinds[k] = true
	}
	for _, k := range c.kinds(t) {
		kinds[resourceOf(k)] = true
		if k.Group != "" {
			groups[k.Group+"/"+k.Version] = true
		}
	}
	out := map[string]whyCase{}
	for k := range kinds {
		blinded := c
		blinded.server.Unreadable = maps.Clone(c.server.Unreadable)
		if blinded.server.Unreadable == nil {
			blinded.server.Unreadable = map[string]string{}
		}
		blinded.server.Unreadable[k] = "you may not"
		out[k] = blinded
	}
	for g := range groups {
		blinded := c
		blinded.server.BrokenGroups = append(slices.Clone(c.server.BrokenGroups), g)
		out["group "+g] = blinded
	}
	return out
}

func (c whyCase) kinds(t *testing.T) []trace.Kind {
	t.Helper()
	kinds, _, err := c.read.Kinds(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(slices.Clone(kinds), func(k trace.Kind) bool { return !strings.Contains(c.objects, "kind: "+k.Kind) })
}
