package holder

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// byDefinition asks the CRD of the kind with whom it was installed.
func (t *tally) byDefinition(ctx context.Context) {
	if !t.kind.MayBeCustom() {
		return // a kind of Kubernetes itself
	}
	ref := trace.Ref{Group: manifest.CrdGroup, Kind: manifest.CrdKind, Name: t.kind.Resource + "." + t.kind.Group}
	crd := t.View.Look(ctx, ref).Object
	if crd == nil {
		return
	}
	d := &definition{tally: t, crd: crd, source: sight.Where(ref)}
	d.byConversion(ctx)
	d.byRevision(ctx)
	d.byRelease(ctx)
	d.byOperatorLabel(ctx)
	d.byProviderLabel()
	d.byInstance()
}

// definition is the CRD of the kind of a case.
type definition struct {
	*tally
	crd    *unstructured.Unstructured
	source string
}

// weigh is what a clue of the CRD is worth: where the finalizer is not of the
// kind's own domain, somebody else may have put it there.
func (d *definition) weigh(points int) int {
	if !d.related {
		return hintClue
	}
	return points
}

func (d *definition) marks() map[string]string {
	all := map[string]string{}
	maps.Copy(all, d.crd.GetAnnotations())
	maps.Copy(all, d.crd.GetLabels())
	return all
}

// byConversion takes who converts the objects of the kind.
func (d *definition) byConversion(ctx context.Context) {
	namespace := manifest.Str(d.crd, "spec", "conversion", "webhook", "clientConfig", "service", "namespace")
	name := manifest.Str(d.crd, "spec", "conversion", "webhook", "clientConfig", "service", "name")
	if name == "" {
		return
	}
	source := d.source + ": .spec.conversion.webhook"
	ref := trace.Ref{Kind: "Service", Namespace: namespace, Name: name}
	s := d.View.Look(ctx, ref)
	if s.Gone() && !d.namespaceGone(ctx, namespace, source) {
		d.lose(loss{fact: "its conversion webhook is " + sight.Where(ref) + ", which does not exist", source: source})
	}
	if s.Object == nil {
		return
	}
	for _, w := range WorkloadsBehind(ctx, d.View, s.Object) {
		d.addClue(w, clue{conversionClue, d.weigh(proofClue), "serves the conversion webhook of the kind", source})
	}
}

// byRelease looks for workloads of the Helm release that installed the CRD.
func (d *definition) byRelease(ctx context.Context) {
	marks := d.marks()
	release, namespace := marks[helmRelease], marks[helmNamespace]
	if release == "" {
		return
	}
	source := d.source + ": annotation " + helmRelease
	d.install(release, "the CRD is of the Helm release "+release+" in namespace "+namespace, source)
	found := false
	for i := range d.workloads.rows {
		row := &d.workloads.rows[i]
		if row.marks[helmRelease] == release && row.marks[helmNamespace] == namespace {
			found = true
			d.addClue(row.Ref, clue{installedClue, d.weigh(strongClue + 1), "is of the same Helm release", source}).fit(row)
		}
	}
	if !found && d.workloads.Complete && !d.namespaceGone(ctx, namespace, source) {
		d.lose(loss{fact: "no workload is left of the Helm release " + release + " in namespace " + namespace + ", which installed the CRD", source: source})
	}
}

// byOperatorLabel reads the label by which OLM marks what an operator owns.
func (d *definition) byOperatorLabel(ctx context.Context) {
	for _, key := range slices.Sorted(maps.Keys(d.crd.GetLabels())) {
		name, ok := strings.CutPrefix(key, olmComponent)
		dot := strings.LastIndex(name, ".")
		if !ok || dot < 0 {
			continue
		}
		d.byOperator(ctx, name[:dot], name[dot+1:], d.source+": label "+key)
	}
}

// byProviderLabel joins by the label of a Cluster API provider, and takes who
// serves what kro generates.
func (d *definition) byProviderLabel() {
	marks := d.marks()
	provider, found := marks[capiProvider], false
	for i := range d.workloads.rows {
		row := &d.workloads.rows[i]
		switch {
		case provider != "" && row.marks[capiProvider] == provider:
			found = true
			d.addClue(row.Ref, clue{installedClue, d.weigh(proofClue), "is of the Cluster API provider " + provider + ", as the CRD is", d.source + ": label " + capiProvider}).fit(row)
		case marks[kroGraph] != "" && (row.marks[appName] == "kro" || row.Name == "kro"):
			d.addClue(row.Ref, clue{installedClue, proofClue, "is kro, which serves the kind for the ResourceGraphDefinition " + marks[kroGraph], d.source + ": label " + kroGraph}).fit(row)
		}
	}
	if provider != "" && !found && d.workloads.Complete {
		source := d.source + ": label " + capiProvider
		d.install(provider, "the CRD is of the Cluster API provider "+provider, source)
		d.lose(loss{fact: "no workload in any namespace is of the Cluster API provider " + provider, source: source, uninstalled: true, proof: true})
	}
}

// byInstance joins by the common labels, which say less than a release.
func (d *definition) byInstance() {
	marks := d.marks()
	name, instance := marks[appName], marks[appInstance]
	if name == "" && instance == "" {
		return
	}
	for i := range d.workloads.rows {
		row := &d.workloads.rows[i]
		same := row.marks[appInstance] == instance && row.marks[appName] == name
		if same {
			d.addClue(row.Ref, clue{installedClue, d.weigh(strongClue), fmt.Sprintf("has the labels %s=%q and %s=%q, as the CRD has", appName, name, appInstance, instance), d.source + ": labels"}).fit(row)
		}
	}
}

// install notes what the CRD came with.
func (d *definition) install(name, fact, source string) {
	d.installed, d.cameWith = name, "its kind came with "+name
	d.learn(explain.Evidence{Fact: fact, Source: source, Weak: !d.related})
}

// namespaceGone notes where the namespace that something was installed in does
// not exist any more.
func (t *tally) namespaceGone(ctx context.Context, namespace, source string) bool {
	if namespace == "" || !t.View.Look(ctx, trace.Ref{Kind: "Namespace", Name: namespace}).Gone() {
		return false
	}
	t.lose(loss{fact: "its namespace " + namespace + " does not exist", source: source, uninstalled: true, proof: true})
	return true
}

// lose notes something that is gone. It proves nothing of a finalizer that a
// person put there, or somebody else than who serves the kind.
func (t *tally) lose(l loss) {
	l.proof = l.proof && !t.byHand() && (t.related || t.entry.Pattern != "")
	if !slices.ContainsFunc(t.lost, func(was loss) bool { return was.fact == l.fact }) {
		t.lost = append(t.lost, l)
	}
}
