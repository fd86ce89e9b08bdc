package diagnose_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// TestWhyPastedAttached leads from words that volumes are attached to a node still to what keeps them there, whose words they
// are, and leaves alone what is said of other things that are waited for.
func TestWhyPastedAttached(t *testing.T) {
	gear := func(reason, says string) string {
		return "apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g-1\n  namespace: shop\n  deletionTimestamp: \"2026-01-01T10:00:00Z\"\n  finalizers: [zorg.io/gear]\n" +
			"status:\n  conditions:\n  - type: Clear\n    status: \"False\"\n    reason: " + reason + "\n    message: " + says + "\n    lastTransitionTime: \"2026-01-01T10:01:00Z\"\n"
	}
	const is, end = "Gear shop/g-1: Waiting", ", in the cluster that it is a node of, and end such pods there"
	checkAll(t, map[string]pasted{
		"a sentence":            {text: gear("Deleting", "Waiting for node volumes to be detached"), is: is, does: "VolumeAttachments name that node" + end},
		"a node":                {text: gear("Deleting", "volume pvc-1 is still attached to node n-7"), is: is, does: "VolumeAttachments name node n-7" + end},
		"a node by its address": {text: gear("Deleting", "volume pvc-1 is still attached to node ip-10-0-0-7"), is: is, does: "VolumeAttachments name node ip-10-0-0-7" + end},
		"a word":                {text: gear("AwaitingVolumeDetachment", "AwaitingVolumeDetachment"), is: is, does: "VolumeAttachments name that node" + end},
		"to be attached":        {text: gear("Deleting", "Waiting for node volumes to be attached"), is: is, lacks: "VolumeAttachments"},
		"none":                  {text: gear("Deleting", "waiting for 0 volumes to detach"), is: is, lacks: "VolumeAttachments"},
		"no longer":             {text: gear("Deleting", "volumes are no longer attached; wait for volume detach is disabled"), is: "Gear shop/g-1: ", lacks: "VolumeAttachments"},
		"a policy":              {text: gear("Deleting", "waiting until the volumes detach policy is applied"), is: is, lacks: "VolumeAttachments"},
		"skipped":               {text: gear("Deleting", "wait for volumes to detach is skipped"), is: "Gear shop/g-1: ", lacks: "VolumeAttachments"},
		"something else":        {text: gear("Deleting", "Waiting for the wheel to be detached"), is: is, lacks: "VolumeAttachments"},
	})
}

// TestWhyPastedStoredGoes keeps what is stored behind a volume that goes, whoever holds the volume, where that is to go with
// it, and once; not where it stays, and not where there is nothing left of it.
func TestWhyPastedStoredGoes(t *testing.T) {
	said := func(reason, at, words string) string {
		return "---\napiVersion: v1\nkind: Event\nmetadata: {name: e1, namespace: default}\ntype: Warning\nreason: " + reason + "\nmessage: '" + words + "'\nlastTimestamp: \"2026-01-0" + at + "T11:00:00Z\"\ninvolvedObject: {apiVersion: v1, kind: PersistentVolume, name: pvc-1}\n"
	}
	const gone, failed = "failed to delete volume v1: rpc error: code = NotFound desc = volume v1 not found", "VolumeFailedDelete"
	volume := func(policy, more string, finalizers ...string) string {
		return "apiVersion: v1\nkind: PersistentVolume\nmetadata:\n  name: pvc-1\n  deletionTimestamp: \"2026-01-01T10:00:00Z\"\n  finalizers: [" + strings.Join(finalizers, ", ") + "]\n" +
			"spec:\n  persistentVolumeReclaimPolicy: " + policy + "\n  claimRef: {namespace: shop, name: data}\nstatus:\n  phase: Released\n" + more
	}
	for name, c := range map[string]struct {
		text string
		keep bool
	}{
		"deleted with it":   {volume("Delete", "", "external-provisioner.volume.kubernetes.io/finalizer"), true},
		"another holds it":  {volume("Delete", "", "zorg.io/hold", "foregroundDeletion"), true},
		"kept":              {volume("Retain", "", "zorg.io/hold"), false},
		"recycled":          {volume("Recycle", "", "zorg.io/hold"), true},
		"gone already":      {volume("Delete", said(failed, "1", gone), "zorg.io/hold"), false},
		"gone before":       {strings.Replace(volume("Delete", said(failed, "1", gone), "zorg.io/hold"), "2026-01-01T10", "2026-01-02T10", 1), true},
		"another event":     {volume("Delete", said("VolumeResizeFailed", "1", gone), "zorg.io/hold"), true},
		"a snapshot":        {volume("Delete", said(failed, "1", "snapshot s1 not found"), "zorg.io/hold"), true},
		"a message":         {volume("Delete", "  message: 'scrubbed: volume v1 not found'\n", "zorg.io/hold"), true},
		"another complaint": {volume("Delete", "  message: 'rpc error: code = Internal desc = volume v1 is busy'\n", "zorg.io/hold"), true},
	} {
		t.Run(name, func(t *testing.T) {
			var keeps []string
			for _, hold := range (pasted{text: c.text}).read(t).Holds {
				for _, s := range hold.Next {
					if s.Aim == explain.Keeps {
						keeps = append(keeps, s.Text+" "+strings.Join(s.Command, " "))
					}
				}
			}
			if c.keep != (len(keeps) == 1) || c.keep && (!strings.Contains(keeps[0], "(claim shop/data)") || !strings.Contains(keeps[0], `"Retain"`)) || !c.keep && slices.ContainsFunc(keeps, func(s string) bool { return s != "" }) {
				t.Errorf("keeps %q", keeps)
			}
		})
	}
}

// TestWhyPastedStoredBound warns of the data, and keeps it, before the claim of a volume is deleted, whatever else holds that.
func TestWhyPastedStoredBound(t *testing.T) {
	const claim = "---\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data, namespace: shop}\nspec: {volumeName: pvc-1}\nstatus: {phase: Bound}\n"
	for policy, goes := range map[string]bool{"Delete": true, "Recycle": true, "Retain": false} {
		for _, status := range []string{"status: {phase: Bound}\n", ""} {
			text := "apiVersion: v1\nkind: PersistentVolume\nmetadata:\n  name: pvc-1\n  deletionTimestamp: \"2026-01-01T10:00:00Z\"\n  finalizers: [zorg.io/hold, kubernetes.io/pv-protection]\n" +
				"spec:\n  persistentVolumeReclaimPolicy: " + policy + "\n  claimRef: {namespace: shop, name: data}\n" + status + claim
			holds := (pasted{text: text, of: "pvc-1"}).read(t).Holds
			at := slices.IndexFunc(holds, func(h explain.Hold) bool { return h.Finalizer == "kubernetes.io/pv-protection" })
			keeps := slices.ContainsFunc(holds[at].Next, func(s explain.Step) bool {
				return s.Aim == explain.Keeps && strings.Contains(s.Text, "(claim shop/data)")
			})
			warns := slices.ContainsFunc(holds[at].Warnings, func(w explain.Warning) bool { return strings.Contains(w.Text, "reclaim policy "+policy) })
			if keeps != goes || warns != goes {
				t.Errorf("%s %q: keeps %t, warns %t: %+v", policy, status, keeps, warns, holds[at])
			}
		}
	}
}

// TestWhyPastedNotReclaimed has a volume whose claim is gone mended where its deletion fails, at once only where that was
// said of late, and says nothing of one whose claim is there.
func TestWhyPastedNotReclaimed(t *testing.T) {
	const volume = "apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: pvc-1}\nspec:\n  persistentVolumeReclaimPolicy: Delete\n  claimRef: {namespace: shop, name: data, uid: c1}\nstatus: {phase: Failed, message: the gear is bent}\n"
	const claim = "---\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data, namespace: shop, uid: c1}\nspec: {volumeName: pvc-1}\nstatus: {phase: Bound}\n"
	const is = "PersistentVolume pvc-1: Stuck DeleteAwaited"
	described := func(age string) string {
		return "Name:            pvc-1\nLabels:          <none>\nFinalizers:      []\nStorageClass:    fast\nStatus:          Released\nClaim:           shop/data\nReclaim Policy:  Delete\nAccess Modes:    RWO\nVolumeMode:      Filesystem\nCapacity:        10Gi\nMessage:         \nEvents:\n" +
			"  Type     Reason              Age               From      Message\n  ----     ------              ----              ----      -------\n  Warning  VolumeFailedDelete  " + age + "  zorg.io  the gear is bent\n"
	}
	checkAll(t, map[string]pasted{
		"it fails":           {text: volume, of: "pvc-1", is: is, does: "mend what it names", then: "mend what keeps its storage from being deleted"},
		"its claim is there": {text: volume + claim, of: "pvc-1", is: "PersistentVolume pvc-1: ", lacks: "its claim is gone"},
		"another claim":      {text: volume + strings.Replace(claim, "c1", "c2", 1), of: "pvc-1", is: is, does: "mend what it names", then: "mend what keeps its storage from being deleted"},
		"of late":            {text: described("8s (x4 over 3d)"), is: is, holder: "zorg.io", does: "mend what it names", then: "mend what keeps its storage from being deleted"},
		"long ago":           {text: described("3d (x4 over 3d)"), is: is, holder: "zorg.io", does: "see what was said newest", then: "if that is still so, mend what keeps its storage"},
	})
}

// TestWhyPastedDefinitionUnread tells of a definition whose objects were not copied what its API server does and says, and
// with what it was installed.
func TestWhyPastedDefinitionUnread(t *testing.T) {
	definition := func(labels, condition string) string {
		return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: gears.zorg.io\n  deletionTimestamp: \"2026-01-01T10:00:00Z\"\n  finalizers: [customresourcecleanup.apiextensions.k8s.io]\n" + labels +
			"spec:\n  group: zorg.io\n  scope: Namespaced\n  names: {kind: Gear, plural: gears}\nstatus:\n  conditions:\n  - {type: Established, status: \"True\", reason: InitialNamesAccepted}\n" + condition
	}
	const waits = "asks all gears to go, and waits until none is left"
	told := pasted{
		text: definition("  labels: {release: zorg, chart: zorg-1.2, heritage: Helm}\n", "  - {type: Terminating, status: \"True\", reason: InstanceDeletionCheck, message: 'could not confirm zero remaining', lastTransitionTime: \"2026-01-01T10:00:30Z\"}\n"),
		is:   "CustomResourceDefinition gears.zorg.io: Undecided", holder: "crd finalizer (kube-apiserver)", says: waits, does: "see which gears there are",
	}
	bare, by, nowhere := told, told, told
	bare.text, bare.lacks = definition("", ""), "Terminating"
	by.text, by.lacks = definition("  labels: {release: stable, chart: zorg-1.2}\n", ""), "the definition is of"
	nowhere.text, nowhere.lacks = definition("  annotations: {meta.helm.sh/release-namespace: shop}\n", ""), "the definition is of"
	const part = "status:\n  acceptedNames: {kind: Gear, plural: gears}\n  storedVersions: [v1]\n  conditions:\n  - {type: Terminating, status: \"%s\", reason: InstanceDeletionInProgress, message: CustomResource deletion is in progress}\n"
	headless := told
	headless.text, headless.is = "```yaml\n"+fmt.Sprintf(part, "True")+"```\n", "CustomResourceDefinition NAME: Undecided"
	checkAll(t, map[string]pasted{
		"told": told, "bare": bare, "labels of nobody": by, "a namespace of no release": nowhere, "without its head": headless,
		"none that goes": {text: "```yaml\n" + fmt.Sprintf(part, "False") + "```\n"},
	})
	for _, p := range []pasted{bare, by, nowhere} {
		if slices.ContainsFunc(p.read(t).Holds[0].Next, func(s explain.Step) bool { return strings.Contains(s.Text, "(the definition is of") }) {
			t.Errorf("what nobody says it is of: %s", p.text)
		}
	}
	hold := told.read(t).Holds[0]
	if !strings.Contains(hold.Message, `Terminating says: "could not confirm zero remaining"`) || !slices.ContainsFunc(hold.Next, func(s explain.Step) bool {
		return strings.Contains(s.Text, "have that run again (the definition is of release zorg, chart zorg-1.2)")
	}) {
		t.Errorf("%s\n%v", hold.Message, hold.Next)
	}
}
