package diagnose_test

import (
	"strings"
	"testing"
)

// known is a paste of which something is told, or not told.
type known struct{ text, of, tells, not string }

// checkKnown compares all that is told of the first that holds each.
func checkKnown(t *testing.T, all map[string]known) {
	t.Helper()
	for name, k := range all {
		t.Run(name, func(t *testing.T) {
			first := holdOf(pasted{text: k.text, of: k.of}.read(t))
			told := first.Message + "\n" + first.Cost.Loss + "\n"
			for i := range first.Next {
				told += first.Next[i].Text + "\n"
			}
			for _, w := range first.Warnings {
				told += w.Text + "\n"
			}
			if !strings.Contains(told, k.tells) || k.not != "" && strings.Contains(told, k.not) {
				t.Errorf("tells %s\nwant %q and not %q", told, k.tells, k.not)
			}
		})
	}
}

// TestWhyPastedAttachments tells of a VolumeAttachment what ends it by the words of its detachError: what it is detached
// with has to be there again, and a node that is gone is told of. Other words are told of as before.
func TestWhyPastedAttachments(t *testing.T) {
	text := func(driver, words string) string {
		return "```\napiVersion: storage.k8s.io/v1\nkind: VolumeAttachment\nmetadata:\n  name: csi-53bd\n  uid: 11111111-0000-4000-8000-000000000001\n  creationTimestamp: \"2026-01-01T10:00:00Z\"\n  deletionTimestamp: \"2026-02-01T09:00:00Z\"\n  finalizers:\n  - external-attacher/" + strings.ReplaceAll(driver, ".", "-") +
			"\nspec:\n  attacher: " + driver + "\n  nodeName: n-1\n  source:\n    persistentVolumeName: pv-1\nstatus:\n  attached: true\n  detachError:\n    message: '" + words + "'\n    time: \"2026-02-01T10:00:00Z\"\n```\n"
	}
	const does = "mend what the driver names, or bring node n-1 back"
	checkKnown(t, map[string]known{
		"its volume is gone":     {text: text("csi.acme.test", `failed to detach: persistentvolume "pv-1" not found`), tells: "make PersistentVolume pv-1 again from a backup"},
		"its secret is gone":     {text: text("csi.acme.test", `failed to load secret "shop/key": secrets "key" not found`), tells: "make that secret again with the credentials of the storage"},
		"its secret is refused":  {text: text("csi.acme.test", `failed to load secret "shop/key": secrets "key" is forbidden`), not: "make that secret again"},
		"its node is gone":       {text: text("csi.acme.test", `rpc error: code = Internal desc = node "n-1" not found`), tells: "where the machine of node n-1 is gone for good"},
		"its node is slow":       {text: text("csi.acme.test", `rpc error: code = DeadlineExceeded desc = node "n-1" did not answer`), tells: does, not: "is gone for good"},
		"a machine of vSphere":   {text: text("csi.vsphere.vmware.com", `rpc error: code = Internal desc = failed to find VirtualMachine for node:"n-1". Error: node was not found`), tells: "run v2.7.0 or later of the driver"},
		"another error of it":    {text: text("csi.vsphere.vmware.com", `rpc error: code = Internal desc = failed to detach disk`), tells: does, not: "v2.7.0"},
		"a machine of no driver": {text: text("csi.acme.test", `rpc error: code = Internal desc = failed to find VirtualMachine for node:"n-1"`), not: "v2.7.0"},
	})
}

// TestWhyPastedSnapshotContents tells of what a release of the csi-snapshotter may have passed over, by the state that it
// leaves; and of what Velero makes to have a snapshot deleted.
func TestWhyPastedSnapshotContents(t *testing.T) {
	text := func(created, marks, spec, status string) string {
		return "```\napiVersion: snapshot.storage.k8s.io/v1\nkind: VolumeSnapshotContent\nmetadata:\n  name: content-1\n  uid: 11111111-0000-4000-8000-000000000001\n  creationTimestamp: \"" + created + "\"\n  deletionTimestamp: \"2026-02-01T09:00:00Z\"\n" + marks + "  finalizers:\n  - snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection\nspec:\n  driver: csi.acme.test\n" + spec + status + "```\n"
	}
	const (
		asked    = "  annotations:\n    snapshot.storage.kubernetes.io/volumesnapshot-being-deleted: \"yes\"\n"
		bound    = "  deletionPolicy: Delete\n  source:\n    volumeHandle: v-1\n  volumeSnapshotRef:\n    kind: VolumeSnapshot\n    name: s-1\n    namespace: shop\n    uid: 11111111-0000-4000-8000-000000000002\n"
		helper   = "  deletionPolicy: Delete\n  source:\n    snapshotHandle: h-1\n  volumeSnapshotRef:\n    kind: VolumeSnapshot\n    name: name-1\n    namespace: ns-1\n"
		old, new = "2026-01-01T10:00:00Z", "2026-02-01T08:58:00Z"
		ready    = "status:\n  readyToUse: true\n  snapshotHandle: h-1\n"
	)
	checkKnown(t, map[string]known{
		"emptied":               {text: text(old, asked, bound, "status: {}\n"), tells: "its status was emptied"},
		"emptied, kept":         {text: text(old, asked, strings.Replace(bound, "Delete", "Retain", 1), "status: {}\n"), not: "its status was emptied"},
		"not emptied":           {text: text(old, asked, bound, ready), not: "its status was emptied"},
		"not marked":            {text: text(old, "", bound, ready), tells: "it has no annotation volumesnapshot-being-deleted"},
		"not bound":             {text: text(old, "", helper, ""), not: "it has no annotation volumesnapshot-being-deleted"},
		"its snapshot is there": {text: strings.TrimSuffix(text(old, "", bound, ready), "```\n") + "---\napiVersion: snapshot.storage.k8s.io/v1\nkind: VolumeSnapshot\nmetadata:\n  name: s-1\n  namespace: shop\n  uid: 11111111-0000-4000-8000-000000000002\n  creationTimestamp: \"2026-01-01T10:00:00Z\"\nspec:\n  source:\n    persistentVolumeClaimName: data\n```\n", of: "content-1", not: "it has no annotation volumesnapshot-being-deleted"},
		"being taken":           {text: text(old, strings.Replace(asked, "deleted", "created", 1), bound, ""), not: "it has no annotation volumesnapshot-being-deleted"},
		"no status":             {text: text(old, asked, bound, ""), not: "its status was emptied"},
		"soon":                  {text: text(new, asked, bound, ready), tells: "releases of it before v8.6.0 may not have looked at a deletion that came while the snapshot was taken"},
		"later":                 {text: text(old, asked, bound, ready), not: "v8.6.0"},
		"soon, not asked":       {text: text(new, "", bound, ready), not: "v8.6.0"},
		"of Velero":             {text: text(new, "  labels:\n    velero.io/backup-name: daily\n", helper, ""), tells: "before v1.18.1 so fast that a csi-snapshotter may miss it"},
		"not of Velero":         {text: text(new, "", helper, ""), not: "v1.18.1"},
		"of a backup, else":     {text: text(new, asked+"  labels:\n    velero.io/backup-name: daily\n", bound, ready), not: "v1.18.1"},
	})
}

// TestWhyPastedStorageLeft tells of what a release of a provisioner, of Kubernetes or of Longhorn leaves behind, after what
// the copy itself says.
func TestWhyPastedStorageLeft(t *testing.T) {
	object := func(head, finalizers, rest string) string {
		return "```\n" + head + "  uid: 11111111-0000-4000-8000-000000000001\n  creationTimestamp: \"2026-01-01T10:00:00Z\"\n  deletionTimestamp: \"2026-02-01T09:00:00Z\"\n  finalizers: [" + finalizers + "]\n" + rest + "```\n"
	}
	const provisioner = "external-provisioner.volume.kubernetes.io/finalizer"
	volume := func(finalizers, phase string) string {
		return object("apiVersion: v1\nkind: PersistentVolume\nmetadata:\n  name: pv-1\n  annotations:\n    pv.kubernetes.io/provisioned-by: csi.acme.test\n", finalizers,
			"spec:\n  persistentVolumeReclaimPolicy: Delete\n  csi:\n    driver: csi.acme.test\n    volumeHandle: v-1\nstatus:\n  phase: "+phase+"\n")
	}
	efs := func(handle, policy string) string {
		return object("apiVersion: v1\nkind: PersistentVolume\nmetadata:\n  name: pv-1\n", provisioner, "spec:\n  persistentVolumeReclaimPolicy: "+policy+"\n  csi:\n    driver: efs.csi.aws.com\n    volumeHandle: "+handle+"\nstatus:\n  phase: Released\n")
	}
	service := func(mark string) string {
		return object("apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  namespace: shop\n  annotations:\n    "+mark+": lb-1\n", "service.kubernetes.io/load-balancer-cleanup", "spec:\n  type: LoadBalancer\n")
	}
	claim := func(snapshot string) string {
		return object("apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: data\n  namespace: shop\n", "snapshot.storage.kubernetes.io/pvc-as-source-protection", "spec:\n  volumeName: pv-1\nstatus:\n  phase: Bound\n---\napiVersion: snapshot.storage.k8s.io/v1\nkind: VolumeSnapshot\nmetadata:\n  name: bad\n  namespace: shop\n  uid: 11111111-0000-4000-8000-000000000002\n  creationTimestamp: \"2026-01-02T10:00:00Z\"\nspec:\n  source:\n    persistentVolumeClaimName: data\nstatus:\n  readyToUse: "+snapshot+"\n")
	}
	pod := func(phase string) string {
		return object("apiVersion: v1\nkind: Pod\nmetadata:\n  name: clean-1\n  namespace: shop\n  ownerReferences: [{apiVersion: batch/v1, kind: Job, name: clean, controller: true, uid: 11111111-0000-4000-8000-000000000002}]\n", "batch.kubernetes.io/job-tracking", "spec:\n  containers: [{name: app}]\nstatus:\n  phase: "+phase+"\n")
	}
	device := func(reserved string) string {
		return object("apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata:\n  name: gpu\n  namespace: shop\n", "resource.kubernetes.io/delete-protection", "spec: {}\nstatus:\n  allocation: {}\n  reservedFor: ["+reserved+"]\n")
	}
	checkKnown(t, map[string]known{
		"a volume":                {text: volume(provisioner, "Released"), tells: "one before v5.0.2 may forget this"},
		"with another":            {text: volume(provisioner+", external-attacher/csi-acme-test", "Released"), not: "v5.0.2"},
		"a bound volume":          {text: volume(provisioner, "Bound"), not: "v5.0.2"},
		"of EFS, no access point": {text: efs("fs-1:/shared", "Delete"), tells: "set its reclaim policy to Retain"},
		"of EFS":                  {text: efs("fs-1::fsap-1", "Delete"), not: "set its reclaim policy to Retain"},
		"of EFS, kept":            {text: efs("fs-1", "Retain"), not: "set its reclaim policy to Retain; "},
		"of Octavia":              {text: service("loadbalancer.openstack.org/load-balancer-id"), tells: "see in OpenStack how that load balancer is"},
		"of another cloud":        {text: service("acme.test/load-balancer-id"), not: "see in OpenStack"},
		"a claim":                 {text: claim("false"), of: "data", tells: "volumesnapshot/bad"},
		"a claim, not":            {text: claim("true"), of: "data", not: "volumesnapshot/bad"},
		"a snapshot":              {text: object("apiVersion: snapshot.storage.k8s.io/v1\nkind: VolumeSnapshot\nmetadata:\n  name: s-1\n  namespace: shop\n", "provisioner.storage.kubernetes.io/volumesnapshot-as-source-protection", "spec:\n  source:\n    persistentVolumeClaimName: data\nstatus:\n  readyToUse: true\n"), tells: "an attempt that was given up left it"},
		"a snapshot, another":     {text: object("apiVersion: snapshot.storage.k8s.io/v1\nkind: VolumeSnapshot\nmetadata:\n  name: s-1\n  namespace: shop\n", "snapshot.storage.kubernetes.io/volumesnapshot-as-source-protection", "spec:\n  source:\n    persistentVolumeClaimName: data\nstatus:\n  readyToUse: true\n"), not: "an attempt that was given up left it"},
		"a pod":                   {text: pod("Succeeded"), tells: "From v1.32 on it tries once as the Job goes"},
		"a pod that runs":         {text: pod("Running"), not: "From v1.32 on"},
		"a device":                {text: device("{resource: pods, name: train-0, uid: 11111111-0000-4000-8000-000000000003}"), tells: "passes such a claim over after a restart"},
		"a device, free":          {text: device(""), not: "passes such a claim over"},
		"of Longhorn":             {text: object("apiVersion: longhorn.io/v1beta2\nkind: Node\nmetadata:\n  name: host-1\n  namespace: longhorn-system\n", "longhorn.io", "spec: {}\nstatus: {}\n"), tells: "that is done by the Job longhorn-uninstall"},
		"a replica of it":         {text: object("apiVersion: longhorn.io/v1beta2\nkind: Replica\nmetadata:\n  name: r-1\n  namespace: longhorn-system\n", "longhorn.io", "spec: {}\nstatus: {}\n"), not: "that is done by the Job longhorn-uninstall"},
	})
}
