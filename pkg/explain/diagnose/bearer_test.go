package diagnose_test

import (
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// bearing is an object of a kind that comes with Kubernetes, with the finalizer that a project also
// puts on the objects that it makes it for.
func bearing(kind, finalizer string) string {
	return "kind: " + kind + "\nmetadata:\n  name: agent-a\n  namespace: shop\n  uid: u-1\n" +
		"  deletionTimestamp: \"2026-01-02T03:04:05Z\"\n  finalizers: [" + finalizer + "]\n"
}

// TestWhyPastedBearer tells what an object waits for that bears the finalizer of its parent: not
// what the parent waits for.
func TestWhyPastedBearer(t *testing.T) {
	const ofVictoria = "apps.victoriametrics.com/finalizer"
	checkAll(t, map[string]pasted{
		"a child": {
			text: "apiVersion: v1\n" + bearing("ServiceAccount", ofVictoria), is: "ServiceAccount shop/agent-a: Undecided", holder: "victoriametrics operator",
			says: "one whose owner stays is never let go", lacks: "cluster role",
		},
		"a child that has data": {
			text: "apiVersion: v1\n" + bearing("PersistentVolumeClaim", ofVictoria), is: "PersistentVolumeClaim shop/agent-a: Undecided", holder: "victoriametrics operator",
			says: "for a person to save its data", lacks: "cluster role",
		},
		"the parent": {
			text: "apiVersion: operator.victoriametrics.com/v1beta1\n" + bearing("VMAgent", ofVictoria), is: "VMAgent shop/agent-a: Undecided", holder: "victoriametrics operator",
			says: "cluster role and binding", lacks: "owner stays",
		},
		"a child of another project": {
			text: "apiVersion: apps/v1\n" + bearing("DaemonSet", "resource.nvidia.com/computeDomain"), is: "DaemonSet shop/agent-a: Undecided", holder: "nvidia dra driver",
			says: "the ComputeDomain that it was made for", lacks: "labels",
		},
	})
}

// TestWhyPastedHolderByKind tells who holds what was copied without its kind, or without its
// finalizers.
func TestWhyPastedHolderByKind(t *testing.T) {
	linked := func(group string) string {
		return "metadata:\n  name: db\n  namespace: shop\n  deletionTimestamp: \"2026-01-02T03:04:05Z\"\n  finalizers: [kubernetes-incubator/service-catalog]\n" +
			"  selfLink: /apis/" + group + "/v1beta1/namespaces/shop/serviceinstances/db\n"
	}
	logged := func(group string) string {
		return `{"level":"error","ts":"2026-01-02T03:04:05Z","msg":"failed to delete policy","controllerGroup":"` + group + `","controllerKind":"Policy","Policy":{"name":"ha","namespace":"shop"},"error":"broker says no"}` + "\n"
	}
	checkAll(t, map[string]pasted{
		"by its link":               {text: linked("servicecatalog.k8s.io"), is: "Serviceinstance shop/db", holder: "service catalog"},
		"by a link to another":      {text: linked("zorg.example.org"), is: "Serviceinstance shop/db", holder: ""},
		"by the kind of its log":    {text: logged("rabbitmq.com"), is: "Policy shop/ha", holder: "rabbitmq topology operator"},
		"a log of another's Policy": {text: logged("zorg.example.org"), is: "Policy shop/ha", holder: ""},
	})
}

// TestWhyPastedHolderIsSure tells that who holds all that a project has of a kind is no guess, however
// its finalizers are matched.
func TestWhyPastedHolderIsSure(t *testing.T) {
	const line = `{"level":"error","ts":"2026-01-02T03:04:05Z","msg":"failed to delete policy","controllerGroup":"rabbitmq.com","controllerKind":"Policy","Policy":{"name":"ha","namespace":"shop"},"error":"broker says no"}` + "\n"
	hold := holdOf(pasted{text: line}.read(t))
	if hold.Holder.Confidence != explain.Likely || hold.Cost.Risk != "high" {
		t.Errorf("held by %+v, which costs %+v", hold.Holder, hold.Cost)
	}
}

// TestWhyPastedProvisioner tells who has to delete a volume: who has made it, where that is no driver
// of CSI.
func TestWhyPastedProvisioner(t *testing.T) {
	const whole = "spec:\n  persistentVolumeReclaimPolicy: Delete\n"
	volume := func(by, spec string) string {
		return "apiVersion: v1\nkind: PersistentVolume\nmetadata:\n  name: pv-a\n  uid: u-1\n  deletionTimestamp: \"2026-01-02T03:04:05Z\"\n" +
			"  finalizers: [external-provisioner.volume.kubernetes.io/finalizer]\n  annotations:\n    pv.kubernetes.io/provisioned-by: " + by + "\n" + spec
	}
	checkAll(t, map[string]pasted{
		"another provisioner":           {text: volume("tape-maker", ""), is: "PersistentVolume pv-a", holder: "tape-maker", says: "tape-maker to delete it", lacks: "CSI"},
		"one with the name of a driver": {text: volume("tape.example.org", whole+"  nfs:\n    server: a\n    path: /b\n"), is: "PersistentVolume pv-a", holder: "tape.example.org", lacks: "CSI"},
		"a driver":                      {text: volume("csi.tape.example.org", whole+"  csi:\n    driver: csi.tape.example.org\n"), is: "PersistentVolume pv-a", holder: "csi provisioner"},
		"a driver in a table":           {text: volume("csi.tape.example.org", whole), is: "PersistentVolume pv-a", holder: "csi provisioner"},
		"perhaps a driver":              {text: volume("csi.tape.example.org", ""), is: "PersistentVolume pv-a", holder: "csi provisioner"},
		"of Kubernetes itself":          {text: volume("kubernetes.io/tape", whole), is: "PersistentVolume pv-a", holder: "csi provisioner"},
	})
}

// TestWhyPastedRestGone tells that nothing but an API that does not answer keeps a namespace, where its
// conditions of after the deletion say so.
func TestWhyPastedRestGone(t *testing.T) {
	namespace := func(removed, status string) string {
		return "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n  uid: u-1\n  deletionTimestamp: \"2026-01-02T03:04:05Z\"\nspec:\n  finalizers: [kubernetes]\nstatus:\n  phase: Terminating\n  conditions:\n" +
			"  - {type: NamespaceDeletionDiscoveryFailure, status: \"True\", reason: DiscoveryFailed, lastTransitionTime: \"2026-01-02T03:04:10Z\", message: 'unable to retrieve the complete list of server APIs: gears.example.org/v1: the server is currently unable to handle the request'}\n" +
			"  - {type: NamespaceContentRemaining, status: \"" + status + "\", reason: " + removed + ", lastTransitionTime: \"2026-01-02T03:04:10Z\", message: words}\n"
	}
	const is = "Namespace shop: Stuck DiscoveryFails"
	checkAll(t, map[string]pasted{
		"all is gone":   {text: namespace("ContentRemoved", "False"), is: is, holder: "namespace controller", says: "all else in it is gone"},
		"some is there": {text: namespace("SomeResourcesRemain", "True"), is: is, holder: "namespace controller", lacks: "all else"},
	})
}

// TestWhyPastedGroupAlone tells who may hold an object of which nothing tells the kind: those of whose
// API group the words are, where these are of one project.
func TestWhyPastedGroupAlone(t *testing.T) {
	line := func(typ string) string {
		return "2026-01-02 03:04:05.000000 E | op: failed finalizer for cluster. the server could not find the requested resource (get " + typ + ")\n"
	}
	checkAll(t, map[string]pasted{
		"one project":  {text: line("volumes.rook.io"), is: "Object NAME", holder: "rook ceph", says: "its holder failed"},
		"nobody known": {text: line("volumes.zorg.io"), is: "Object NAME", holder: ""},
		"of two":       {text: line("volumes.rook.io") + line("backups.velero.io"), is: "Object NAME", holder: ""},
		"for everyone": {text: line("volumes.storage.k8s.io"), is: "Object NAME", holder: ""},
	})
}

// TestWhyPastedAskedBy tells by when an object had been asked to go of which nothing tells when it was.
func TestWhyPastedAskedBy(t *testing.T) {
	line := func(at, words string) string {
		return `{"level":"error","ts":"` + at + `","msg":"` + words + `","controllerGroup":"rabbitmq.com","controllerKind":"Policy","Policy":{"name":"ha","namespace":"shop"},"error":"broker says no"}` + "\n"
	}
	const early, late = "2026-01-02T03:04:05Z", "2026-01-02T04:04:05Z"
	for name, test := range map[string]struct{ text, want string }{
		"the first of two":     {line(late, "failed to delete policy") + line(early, "failed to delete policy"), early},
		"what is of no delete": {line(early, "failed to sync policy") + line(late, "failed to delete policy"), late},
	} {
		t.Run(name, func(t *testing.T) {
			if got := (pasted{text: test.text}).read(t).AskedBy.Format(time.RFC3339); got != test.want {
				t.Errorf("asked by %s, want %s", got, test.want)
			}
		})
	}
}

// TestWhyPastedSpoke tells when a holder was heard last: after the deletion, it ran then.
func TestWhyPastedSpoke(t *testing.T) {
	attachment := func(at string) string {
		return "apiVersion: storage.k8s.io/v1\nkind: VolumeAttachment\nmetadata:\n  name: csi-a\n  uid: u-1\n  deletionTimestamp: \"2026-01-02T03:04:05Z\"\n  finalizers: [external-attacher/tape-example-org]\n" +
			"spec: {attacher: tape.example.org, nodeName: node-a, source: {persistentVolumeName: pv-a}}\nstatus:\n  attached: true\n  detachError: {message: the tape is jammed, time: \"" + at + "\"}\n"
	}
	for name, test := range map[string]struct {
		at    string
		spoke bool
	}{"after": {"2026-01-02T05:04:05Z", true}, "before": {"2026-01-02T01:04:05Z", false}} {
		t.Run(name, func(t *testing.T) {
			if got := holdOf(pasted{text: attachment(test.at)}.read(t)).Spoke; got.IsZero() == test.spoke {
				t.Errorf("spoke at %s", got)
			}
		})
	}
}
