package diagnose_test

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// TestWhyPastedSubject finds which object words are about by how provisioners, OpenShift and people call one, and who has
// printed a log by what stands before its lines.
func TestWhyPastedSubject(t *testing.T) {
	const volume = "```\nacme-provisioner-gear-0 acme-provisioner E0822 18:57:53.529400       1 controller.go:685] Exceeded failedDeleteThreshold threshold: 15, for volume \"pvc-b154104f-a4e7-11e8-b870-16ebc57da236\", provisioner will not attempt retries for this volume\n```\n"
	const vendored = "acme-provisioner-gear-0 acme-provisioner I0822 18:57:53.526521       1 reflector.go:286] github.com/acme/provisioner/vendor/github.com/foo/storage/lib/controller/controller.go:498: forcing resync\n"
	const project = "`oc delete project shop` hangs. The shop project is stuck in terminating. After that, I cannot create a new one.\n"
	const balancer = "the targetgroupbinding finalizer was the problem and it was blocked on the gate pod which was already deleted\n"
	const refused = "{\"level\":\"error\",\"msg\":\"Reconciler error\",\"controllerKind\":\"Gear\",\"controllerGroup\":\"acme.com\",\"gear\":{\"name\":\"g-xyz\",\"namespace\":\"shop\"},\"namespace\":\"shop\",\"name\":\"g1\",\"error\":\"deleting: admission webhook \\\"gears.acme.com\\\" denied the request: Gear.acme.com \\\"g1\\\" is invalid: spec.shaft: Invalid value: 1: no\"}\n"
	checkAll(t, map[string]pasted{
		"a volume":              {text: "It is stuck in Terminating.\n" + volume, is: "PersistentVolume pvc-b154104f-a4e7-11e8-b870-16ebc57da236: Stuck", holder: "acme-provisioner", says: "by its own words, does not try again", does: "find the error of before in its log"},
		"of what is taken in":   {text: "It is stuck in Terminating.\n" + strings.Replace(volume, "```\n", "```\n"+vendored, 1), is: "PersistentVolume pvc-", holder: "acme-provisioner"},
		"that a node lets go":   {text: "It is stuck in Terminating.\n" + strings.Replace(volume, "Exceeded failedDeleteThreshold", "UnmountVolume failed to delete", 1), is: "Pod NAME: Stuck KubeletUnfinished", holder: "kubelet"},
		"a project":             {text: project, is: "Namespace shop: Undecided", finalizer: "kubernetes", holder: "namespace controller"},
		"a project of another":  {text: strings.Replace(project, "oc delete", "kubectl delete", 1), is: "Project shop: Undecided", finalizer: explain.NotCopied},
		"the finalizer of one":  {text: "The uninstall hangs.\n\nError: uninstallation completed with 1 error(s): timed out waiting for the condition\n\nproblem:\n" + balancer, is: "TargetGroupBinding NAME: Undecided", holder: "aws load balancer controller", says: "whoever copied it says", lacks: "timed out"},
		"the finalizer of none": {text: "The uninstall hangs.\n" + strings.Replace(balancer, "targetgroupbinding", "old", 1), is: "Object NAME: "},
		"with a blank left out": {text: "time=\"2026-03-01T12:00:00Z\" level=error msg=\"cannot delete it: it is bent\" kind=Gear name=g1namespace=shop phase=Sync\n", is: "Gear shop/g1: Undecided"},
		"as it was refused":     {text: refused, is: "Gear shop/g1: Stuck", says: "spec.shaft", warns: "is asked about a removal by hand too"},
		"as another was":        {text: strings.ReplaceAll(refused, "\\\"g1\\\"", "\\\"g2\\\""), is: "Gear shop/g-xyz: Stuck", says: "spec.shaft"},
	})
}

// TestWhyPastedClientWaits takes the words of a client whose own wait has ended, and of a controller that only looks, for
// no reason.
func TestWhyPastedClientWaits(t *testing.T) {
	const head = "`kubectl delete -n shop gear g1` hangs.\n"
	const line = "time=\"2026-03-01T12:00:00Z\" level=info msg=\"Start ...\" gear=shop/g1\n"
	checkAll(t, map[string]pasted{
		"of kubectl":       {text: head + "error: An error occurred while waiting for the object to be deleted: an error on the server (\"unable to decode an event from the watch stream\") has prevented the request from succeeding\n", is: "Gear shop/g1: Undecided", lacks: "decode"},
		"of terraform":     {text: head + "module.gear.g1: Still destroying... [id=g1, 6m50s elapsed]\nmodule.gear.g1: Still destroying... [id=g1, 7m0s elapsed]\n", is: "Gear shop/g1: Undecided", lacks: "Still destroying"},
		"of its namespace": {text: "`kubectl -n shop describe gear g1` hangs.\n```\nE0301 12:00:00.000000       1 gear.go:1] failed to delete Gear \"g1\": bent\n```\n", is: "Gear shop/g1: Stuck", says: "bent"},
		"that only looks":  {text: head + "```\n" + line + "```\n", is: "Gear shop/g1: Undecided", lacks: "Start"},
		"that does a deed": {text: head + "```\n" + strings.Replace(line, "Start ...", "Deleting the shaft, waiting for its belt", 1) + "```\n", is: "Gear shop/g1: ", says: "waiting for its belt"},
	})
}

// TestWhyPastedTold takes the one object of a kind, of which sentences tell that somebody deletes it, for one that was
// asked to go, and no other.
func TestWhyPastedTold(t *testing.T) {
	const head = "I have a shaft and a gear. When I attempt to delete the gear, it errors.\n\n```\nDELETE https://gears.acme.com/g1: the belt is bent\n```\n"
	const object = "```\napiVersion: acme.com/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\nspec:\n  teeth: 3\n```\n\n"
	shaft := strings.NewReplacer("Gear", "Shaft", "g1", "s1").Replace(object)
	checkAll(t, map[string]pasted{
		"one of two kinds":     {text: head + shaft + object, of: "g1", is: "Gear shop/g1: Undecided"},
		"that a command does":  {text: "```\n$ kubectl delete gear g1 -n shop\n^C\n```\n" + shaft + object, of: "g1", is: "Gear shop/g1: Undecided"},
		"what another does":    {text: "```\n$ kubectl delete gear g2 -n shop\n^C\n```\n" + shaft + object, of: "g1", is: "Gear shop/g1: NotDeleting"},
		"with parts beside it": {text: head + "```\n- lastTransitionTime: \"2026-03-01T10:00:00Z\"\n      reason: Failed\n      status: \"True\"\n      type: ReconcileError\n```\n\n" + object, of: "g1", is: "Gear shop/g1: Undecided"},
		"the other one":        {text: head + shaft + object, of: "s1", is: "Shaft shop/s1: NotDeleting"},
		"one that is supposed": {text: strings.Replace(head, "When I attempt", "If I attempt", 1) + shaft + object, of: "g1", is: "Gear shop/g1: NotDeleting"},
		"one of two":           {text: head + strings.Replace(object, "g1", "g2", 1) + object, of: "g1", is: "Gear shop/g1: NotDeleting"},
		"one that is whole":    {text: head + shaft + strings.Replace(object, "  name:", "  creationTimestamp: \"2026-03-01T10:00:00Z\"\n  name:", 1), of: "g1", is: "Gear shop/g1: NotDeleting"},
		"where another goes":   {text: head + object + strings.Replace(shaft, "  name:", "  deletionTimestamp: \"2026-03-01T10:00:00Z\"\n  name:", 1), of: "g1", is: "Gear shop/g1: NotDeleting"},
	})
}

// TestWhyPastedFilled tells of the fields that it names what the object has there, and leaves out what that denies.
func TestWhyPastedFilled(t *testing.T) {
	const content = "apiVersion: snapshot.storage.k8s.io/v1\nkind: VolumeSnapshotContent\nmetadata:\n  name: c1\n  deletionTimestamp: \"2026-03-01T11:40:00Z\"\n  finalizers: [snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection]\nspec:\n  deletionPolicy: Delete\n  driver: csi.acme.com\n"
	const cluster = "apiVersion: apps.kubeblocks.io/v1\nkind: Cluster\nmetadata:\n  name: c1\n  namespace: shop\n  deletionTimestamp: \"2026-03-01T11:40:00Z\"\n  finalizers: [cluster.kubeblocks.io/finalizer]\nspec:\n  terminationPolicy: WipeOut\n"
	checkAll(t, map[string]pasted{
		"as it says":   {text: content, is: "VolumeSnapshotContent c1: Undecided", holder: "csi snapshotter", costs: "where the deletion policy is Delete (as here)"},
		"as it is not": {text: strings.Replace(content, ": Delete", ": Retain", 1), is: "VolumeSnapshotContent c1: Undecided", holder: "csi snapshotter", costs: "where the deletion policy is Delete (here Retain)"},
	})
	for spec, want := range map[string]bool{"terminationPolicy: WipeOut": false, "topology: semisync": true} {
		said := ""
		for _, step := range holdOf(pasted{text: strings.Replace(cluster, "terminationPolicy: WipeOut", spec, 1)}.read(t)).Next {
			said += step.Text + "\n"
		}
		if strings.Contains(said, "terminationPolicy is DoNotTerminate") != want {
			t.Errorf("with %s: %s", spec, said)
		}
	}
}
