package holder

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// csiProject is the project whose programs run once for each driver, as containers of
// the driver's own workload.
const csiProject = "Kubernetes CSI"

const snapshotGroup = "snapshot.storage.k8s.io"

// driverOf is the CSI driver that an object is about: that of the volume, of the
// attachment, of the snapshot's class.
func driverOf(ctx context.Context, h *hearing.Case) string {
	if h.Object == nil {
		return ""
	}
	for _, path := range [][]string{{"spec", "csi", "driver"}, {"spec", "attacher"}, {"spec", "driver"}} {
		if name := manifest.Str(h.Object, path...); name != "" {
			return name
		}
	}
	for _, key := range []string{"pv.kubernetes.io/provisioned-by", "volume.kubernetes.io/storage-provisioner", "volume.beta.kubernetes.io/storage-provisioner"} {
		if name := h.Object.GetAnnotations()[key]; name != "" {
			return name
		}
	}
	if class := manifest.Str(h.Object, "spec", "volumeSnapshotClassName"); class != "" {
		if s := h.View.Look(ctx, trace.Ref{Group: snapshotGroup, Kind: "VolumeSnapshotClass", Name: class}); s.Object != nil {
			return manifest.Str(s.Object, "driver")
		}
	}
	return ""
}

// byDriver looks for the workload that runs the component beside the driver which the
// object names. Of those that run it beside another driver none is the holder.
func (t *tally) byDriver(ctx context.Context) {
	if t.id.driver == "" || len(t.entry.Controller.FieldManagers) == 0 || len(t.entry.Controller.Workloads) > 0 {
		return
	}
	sidecar := t.entry.Controller.FieldManagers[0]
	_, telling, _ := strings.Cut(sidecar, "-") // "attacher" of "csi-attacher"
	marks := t.marksOfDriver(ctx)
	for i := range t.workloads.rows {
		row := &t.workloads.rows[i]
		if _, known := t.candidates[row.Ref]; !known && !strings.Contains(row.Name, "csi") && !strings.Contains(row.Name, telling) && !row.shares(marks) && !t.calledAfterDriver(row.Name) {
			continue
		}
		obj := t.View.Look(ctx, row.Ref).Object
		switch {
		case obj != nil && runsSidecar(obj, telling):
			t.addClue(row.Ref, clue{sidecarClue, strongClue, "runs the " + sidecar, sight.Where(row.Ref) + ": .spec.template.spec.containers"}).fit(row)
		case !slices.Contains(manifest.WordsOf(obj), t.id.driver): // a provisioner of its own is told for which it is
			delete(t.candidates, row.Ref)
			continue
		}
		t.matchDriver(ctx, row, obj, marks)
	}
	t.otherDrivers(ctx)
}

// matchDriver adds what tells that a workload serves the driver.
func (t *tally) matchDriver(ctx context.Context, row *workload, obj *unstructured.Unstructured, marks map[string]string) {
	where := sight.Where(row.Ref)
	for _, lease := range t.View.List(ctx, manifest.LeaseGroup, "Lease", row.Namespace).Objects {
		if leaseOfDriver(lease.GetName(), t.id.driver) && leads(ctx, t.View, manifest.LeaseHolder(lease), row.Ref) {
			t.addClue(row.Ref, clue{driverClue, proofClue, "has the pod that leads for the driver " + t.id.driver, "Lease/" + lease.GetName() + " in namespace " + row.Namespace})
			return
		}
	}
	switch {
	case slices.Contains(manifest.WordsOf(obj), t.id.driver):
		t.addClue(row.Ref, clue{driverClue, proofClue, "is started for the driver " + t.id.driver, where + ": .spec.template.spec.containers"})
	case row.shares(marks):
		t.addClue(row.Ref, clue{driverClue, strongClue, "came with the driver " + t.id.driver, "CSIDriver/" + t.id.driver})
	case t.calledAfterDriver(row.Name):
		t.addClue(row.Ref, clue{driverClue, hintClue, "has a part of the driver's name in its own", where})
	}
}

// otherDrivers takes those out of the candidates that are started for another driver.
func (t *tally) otherDrivers(ctx context.Context) {
	drivers := t.View.List(ctx, manifest.StorageGroup, "CSIDriver", "")
	for ref := range t.candidates {
		words := manifest.WordsOf(t.View.Look(ctx, ref).Object)
		if slices.ContainsFunc(drivers.Objects, func(d *unstructured.Unstructured) bool {
			return d.GetName() != t.id.driver && slices.Contains(words, d.GetName())
		}) {
			delete(t.candidates, ref)
		}
	}
}

// marksOfDriver are the marks with which the driver was installed.
func (t *tally) marksOfDriver(ctx context.Context) map[string]string {
	obj := t.View.Look(ctx, trace.Ref{Group: manifest.StorageGroup, Kind: "CSIDriver", Name: t.id.driver}).Object
	marks := map[string]string{}
	if obj == nil {
		return marks
	}
	for _, key := range []string{appName, appInstance} {
		marks[key] = obj.GetLabels()[key]
	}
	for _, key := range []string{helmRelease, helmNamespace} {
		marks[key] = obj.GetAnnotations()[key]
	}
	return marks
}

// shares reports whether a workload was installed with what has these marks.
func (k *workload) shares(marks map[string]string) bool {
	same := func(key string) bool { return marks[key] != "" && k.marks[key] == marks[key] }
	return same(helmRelease) && same(helmNamespace) || same(appName) && (same(appInstance) || marks[appInstance] == "")
}

// calledAfterDriver reports whether a name has a telling word of the driver's.
func (t *tally) calledAfterDriver(name string) bool {
	return slices.ContainsFunc(tellingWords(t.id.driver+".x"), func(word string) bool { return word != "csi" && word != "com" && hasPart(name, word) })
}

// leaseOfDriver reports whether a Lease is that of a sidecar for the driver: it is called
// after the driver, in letters that a name may have.
func leaseOfDriver(lease, driver string) bool {
	called := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(driver))
	return lease == called || strings.HasSuffix(lease, "-"+called)
}

// runsSidecar reports whether a container is the sidecar, by its name or its image.
func runsSidecar(obj *unstructured.Unstructured, telling string) bool {
	return slices.ContainsFunc(manifest.ContainersOf(obj), func(c map[string]any) bool {
		name, _ := c["name"].(string)
		image, _ := c["image"].(string)
		repository := manifest.RepositoryOf(image)
		return hasPart(name, telling) && (hasPart(name, "csi") || hasPart(name, "external") || name == telling) ||
			hasPart(repository, telling) && (hasPart(repository, "csi") || hasPart(repository, "external"))
	})
}
