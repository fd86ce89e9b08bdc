package holder

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	packageGroup  = "pkg.crossplane.io"
	operatorGroup = "operators.coreos.com"
)

// byRevision follows the owners of the CRD to what Crossplane runs for them. A revision
// that is not active, or whose package could not be set up, is why nothing runs.
func (d *definition) byRevision(ctx context.Context) {
	for _, o := range d.crd.GetOwnerReferences() {
		if trace.GroupOf(o.APIVersion) != packageGroup || o.Kind != "ProviderRevision" {
			continue
		}
		source := d.source + ": .metadata.ownerReferences"
		d.install(o.Name, "the CRD belongs to the package revision "+o.Name, source)
		found := false
		for i := range d.workloads.rows {
			row := &d.workloads.rows[i]
			if slices.ContainsFunc(row.owners, func(w sight.Owner) bool { return w.UID == string(o.UID) }) {
				found = true
				d.addClue(row.Ref, clue{packageClue, proofClue + strongClue, "runs for this package revision", source}).fit(row)
			}
		}
		ref := trace.Ref{Group: packageGroup, Kind: o.Kind, Name: o.Name}
		switch s := d.View.Look(ctx, ref); {
		case s.Gone() && o.Controller != nil && *o.Controller:
			d.lose(loss{fact: "the package revision " + o.Name + ", which the CRD belongs to, does not exist any more", source: source, uninstalled: true, proof: true})
		case s.Object != nil && !found && d.workloads.Complete:
			d.idleRevision(ref, s.Object)
		}
	}
}

// idleRevision says why nothing runs for a package revision that exists.
func (d *definition) idleRevision(ref trace.Ref, revision *unstructured.Unstructured) {
	at := sight.Where(ref)
	if state := manifest.Str(revision, "spec", "desiredState"); state == "Inactive" {
		d.lose(loss{
			fact: "the package revision " + ref.Name + ", which the CRD belongs to, is " + state, source: at + ": .spec.desiredState", proof: true,
			steps: []explain.Step{explain.Act(explain.Starts, ref, "make the package revision active, so that its controller runs again", d.View.Command(ref, "patch", "--type=merge", "-p", `{"spec":{"desiredState":"Active"}}`)...)},
		})
		return
	}
	for _, kind := range []string{"Healthy", "RevisionHealthy", "RuntimeHealthy", "Installed"} {
		if c := manifest.ConditionOf(revision, kind); c.Status == "False" {
			d.lose(loss{
				fact:   "nothing runs for the package revision " + ref.Name + ", which the CRD belongs to; it says " + kind + "=False" + phrase.Prefixed(": ", cmp.Or(phrase.OneLine(c.Message), c.Reason)),
				source: at + ": .status.conditions[" + kind + "]", proof: true,
				steps: []explain.Step{
					explain.Tell("mend what the package revision " + ref.Name + " says, so that its controller runs again"),
					explain.Look("read all that it says", d.View.Command(ref, "describe")...),
				},
			})
			return
		}
	}
}

func (d *definition) byOperator(ctx context.Context, operator, namespace, source string) {
	d.install(operator, "the CRD was installed by OLM with the operator "+operator+" in namespace "+namespace, source)
	if d.namespaceGone(ctx, namespace, source) {
		return
	}
	found := false
	for i := range d.workloads.rows {
		row := &d.workloads.rows[i]
		owner := row.marks[olmOwner]
		switch {
		case row.Namespace != namespace || owner == "":
		case strings.HasPrefix(owner, operator):
			found = true
			d.addClue(row.Ref, clue{installedClue, d.weigh(strongClue + 1), "was installed by OLM with the same operator", source}).fit(row)
		default:
			found = true
			d.addClue(row.Ref, clue{installedClue, hintClue, "was installed by OLM in the namespace of the operator " + operator, source}).fit(row)
		}
	}
	if !found && d.workloads.Complete {
		d.idleOperator(ctx, operator, namespace)
	}
}

// idleOperator says why nothing runs for an operator of OLM: what installs it has not
// gone through, waits to be approved, or is gone.
func (d *definition) idleOperator(ctx context.Context, operator, namespace string) {
	label := olmComponent + operator + "." + namespace
	versions := d.View.List(ctx, operatorGroup, "ClusterServiceVersion", namespace)
	for _, csv := range versions.Objects {
		if _, labelled := csv.GetLabels()[label]; !labelled && !strings.HasPrefix(csv.GetName(), operator+".") {
			continue
		}
		ref := manifest.RefOf(operatorGroup, "ClusterServiceVersion", csv)
		phase := manifest.Str(csv, "status", "phase")
		if phase != "" && phase != "Succeeded" {
			said := cmp.Or(phrase.OneLine(manifest.Str(csv, "status", "message")), manifest.Str(csv, "status", "reason"))
			d.lose(loss{
				fact: "its ClusterServiceVersion " + ref.Name + " is " + phase + phrase.Prefixed(": ", said), source: sight.Where(ref) + ": .status", proof: true,
				steps: []explain.Step{
					explain.Tell("mend what the ClusterServiceVersion " + ref.Name + " says, so that the operator is installed"),
					explain.Look("read all that it says", d.View.Command(ref, "describe")...),
				},
			})
		}
		return
	}
	plans := d.View.List(ctx, operatorGroup, "InstallPlan", namespace)
	for _, plan := range plans.Objects {
		names, _, _ := unstructured.NestedStringSlice(plan.Object, "spec", "clusterServiceVersionNames")
		approved, _, _ := unstructured.NestedBool(plan.Object, "spec", "approved")
		if approved || !slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, operator+".") }) {
			continue
		}
		ref := manifest.RefOf(operatorGroup, "InstallPlan", plan)
		d.lose(loss{
			fact: "the InstallPlan " + ref.Name + ", which installs " + phrase.Names(names) + ", waits to be approved", source: sight.Where(ref) + ": .spec.approved", proof: true,
			steps: []explain.Step{explain.Act(explain.Starts, ref, "approve it, so that the operator is installed", d.View.Command(ref, "patch", "--type=merge", "-p", `{"spec":{"approved":true}}`)...)},
		})
		return
	}
	if _, served := d.View.Kind(operatorGroup, "ClusterServiceVersion"); served && versions.Complete && plans.Complete {
		d.lose(loss{fact: "no ClusterServiceVersion of the operator " + operator + " is left in namespace " + namespace, source: "clusterserviceversions." + operatorGroup, uninstalled: true, proof: true})
	}
}
