package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedLeftBehind hears what stands behind the description of an object where no fence is between.
func TestWhyPastedLeftBehind(t *testing.T) {
	const gear = "Name:         g1\nNamespace:    shop\nLabels:       <none>\nAPI Version:  acme.com/v1\nKind:         Gear\nMetadata:\n  Deletion Timestamp:  2026-03-01T11:40:00Z\n  Finalizers:\n    acme.com/gear\nSpec:\n  Teeth:  3\n"
	const claim = "Name:          data-1\nNamespace:     shop\nStatus:        Terminating (lasts 4d)\n\nVolume:\nLabels:        \nFinalizers:    [kubernetes.io/pvc-protection]\nUsed By:       pg-0\n"
	const log = "E0301 11:45:05.224034       1 reflector.go:178] Failed to list *v1.Shaft: shafts.acme.com is forbidden: User \"system:serviceaccount:shop:gears\" cannot list resource \"shafts\" in API group \"acme.com\" in the namespace \"shop\"\n"
	const grant = "give system:serviceaccount:shop:gears the right to list shafts.acme.com"
	checkAll(t, map[string]pasted{
		"a log":                {text: gear + "\nand the log keeps repeating this\n\n" + log, is: "Gear shop/g1: Undecided Failing", does: grant},
		"what leads to it":     {text: gear + "\nIn another tab I ran:\nkubectl logs -f gears-bbbb47c7-ftshs\n" + log, is: "Gear shop/g1: Undecided Failing", holder: "gears", does: grant},
		"why":                  {text: gear + "\nIt cannot be deleted because the shaft turns.\n", is: "Gear shop/g1: Stuck", says: "because the shaft turns"},
		"a question":           {text: gear + "\nCan it not be deleted because the shaft turns?\n", is: "Gear shop/g1: Undecided", lacks: "the shaft turns"},
		"another field":        {text: gear + "\nStatus:\n  Conditions:\n    Message:  cannot delete it, the shaft is bent\n    Status:   False\n    Type:     Deleted\n", is: "Gear shop/g1: Undecided", says: "the shaft is bent"},
		"events at a margin":   {text: gear + "Events:\n\nType     Reason        Age                From   Message\n----     ------        ----               ----   -------\n\nWarning  DeleteFailed  5s (x9 over 2m)    gears  failed to delete gear: the shaft is bent\n", is: "Gear shop/g1: Stuck", says: "the shaft is bent"},
		"a field of nothing":   {text: gear + "\nStatus:\nMetadata:\n  Conditions:\nEvents:\n  Type     Reason        Age   From   Message\n  ----     ------        ----  ----   -------\n  Warning  DeleteFailed  5s    gears  failed to delete gear: the shaft is bent\n", is: "Gear shop/g1: Stuck", says: "the shaft is bent"},
		"fields of nothing":    {text: claim, is: "PersistentVolumeClaim shop/data-1: Waiting", holder: "pvc protection", says: "pg-0"},
		"gaps all over":        {text: strings.ReplaceAll(claim, "\n", "\n\n"), is: "PersistentVolumeClaim shop/data-1: Waiting", holder: "pvc protection", says: "pg-0"},
		"a colon and no field": {text: gear + "\nOur log says:\n" + log, is: "Gear shop/g1: Undecided Failing", does: grant},
		"a healthy log":        {text: gear + "\nand the log says\n\nI0301 11:45:05.224034       1 gears.go:178] the caches are synced\n", is: "Gear shop/g1: Undecided HolderUnknown", lacks: "the right"},
	})
}

// TestWhyPastedRowAlone takes a row without a head and a command for one of the kind that alone has such rows.
func TestWhyPastedRowAlone(t *testing.T) {
	const claim = "```\ngear-data      Terminating   pvc-6f644f7b-b14e-11ea-b163-52540065f05e\n```\n"
	const pods = "```\n$ kubectl get pod | grep gear\ngear-4zqx4-a   0/1     Completed   0    64m\ngear-4zqx4-b   0/1     Running   0    64m\n```\n"
	checkAll(t, map[string]pasted{
		"a claim":            {text: "The claim hangs.\n" + claim, is: "PersistentVolumeClaim gear-data: Stuck", does: "see which pods use it", holder: "pvc protection", warns: "depends on the reclaim policy"},
		"whole":              {text: "It hangs.\n" + strings.Replace(claim, "05e\n", "05e   5Gi   RWO   nfs   3d\n", 1), is: "PersistentVolumeClaim gear-data: Undecided", holder: "pvc protection", warns: "depends on the reclaim policy"},
		"with its namespace": {text: "It hangs.\n" + strings.Replace(claim, "gear-data", "shop gear-data", 1), is: "PersistentVolumeClaim shop/gear-data: Undecided", holder: "pvc protection", warns: "depends on the reclaim policy"},
		"behind pods":        {text: "It stays as there is only a completed pod.\n" + pods + claim, is: "PersistentVolumeClaim gear-data: Undecided", does: "if one of these, which have ended by the table beside, is among them, it has to be deleted, once its logs are no longer needed: gear-4zqx4-a", holder: "pvc protection", warns: "depends on the reclaim policy"},
		"beside what runs":   {text: "It stays.\n" + strings.ReplaceAll(pods, "Completed", "Running") + claim, is: "PersistentVolumeClaim gear-data: Undecided", lacks: "which have ended", holder: "pvc protection", warns: "depends on the reclaim policy"},
		"started again":      {text: "It stays.\n" + strings.ReplaceAll(pods, "Completed   0", "Error       5") + claim, is: "PersistentVolumeClaim gear-data: Undecided", lacks: "which have ended", holder: "pvc protection", warns: "depends on the reclaim policy"},
		"used by none":       {text: "It stays.\n" + pods + claim + "\nUsed By: <none>\n", is: "PersistentVolumeClaim gear-data: Undecided", lacks: "which have ended", holder: "pvc protection", warns: "depends on the reclaim policy"},
		"a volume":           {text: "The volume hangs.\n```\npvc-6f644f7b-b14e-11ea-b163-52540065f05e 5Gi RWO Delete Terminating shop/gear-data nfs 3d\n```\n", is: "PersistentVolume pvc-6f644f7b-b14e-11ea-b163-52540065f05e: Stuck", holder: "pv protection", does: "see to claim shop/gear-data"},
		"of others":          {text: "The claim hangs.\n" + claim + "and what I saw in my colleague's cluster:\n" + strings.ReplaceAll(claim[4:], "gear-data", "rack-data"), is: "PersistentVolumeClaim gear-data: ", holder: "pvc protection"},
		"in a sentence":      {text: "The claim gear-data is Terminating pvc-6f644f7b-b14e-11ea-b163-52540065f05e which is odd.\n", is: "Object NAME: Undecided"},
		"that is bound":      {text: "The claim hangs.\n" + strings.Replace(claim, "Terminating", "Bound", 1), is: "PersistentVolumeClaim gear-data: NotDeleting"},
		"of another kind":    {text: "The gear hangs.\n```\ngear-data      Terminating   shaft-6f644f7b\n```\n", is: "Object NAME: Undecided"},
	})
}

// TestWhyPastedAccountRefused takes what the account of its holder is refused for what that fails at, though no line
// names the object.
func TestWhyPastedAccountRefused(t *testing.T) {
	const gear = "```\napiVersion: acme.com/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  creationTimestamp: \"2026-03-01T10:40:00Z\"\n  deletionTimestamp: \"2026-03-01T11:40:00Z\"\n  finalizers: [acme.com/gear]\n```\n"
	const log = "```\n$ kubectl logs gear-operator-bbbb47c7-ftshs -n shop\nE0301 11:45:05.224034       1 reflector.go:178] Failed to list *v1.Shaft: shafts.acme.com is forbidden: User \"system:serviceaccount:shop:gear-operator\" cannot list resource \"shafts\" in API group \"acme.com\" in the namespace \"shop\"\n```\n"
	const fails = "gear-operator failed (not allowed)"
	checkAll(t, map[string]pasted{
		"its own":             {text: gear + log, is: "Gear shop/g1: Stuck Failing", holder: "gear-operator", says: fails, does: "give system:serviceaccount:shop:gear-operator the right"},
		"that of another":     {text: gear + strings.Replace(log, "shop:gear-operator", "shop:mill-operator", 1), is: "Gear shop/g1: Undecided", holder: "gear-operator", lacks: fails},
		"one of many":         {text: gear + strings.Replace(log, "shop:gear-operator", "shop:default", 1), is: "Gear shop/g1: Undecided", holder: "gear-operator", lacks: fails},
		"a person":            {text: gear + strings.Replace(log, "system:serviceaccount:shop:gear-operator", "gear-operator", 1), is: "Gear shop/g1: Undecided", holder: "gear-operator", lacks: fails},
		"of no known program": {text: gear + strings.Replace(log, "$ kubectl logs gear-operator-bbbb47c7-ftshs -n shop\n", "", 1), is: "Gear shop/g1: Undecided", lacks: fails},
		"what is healthy":     {text: gear + "```\n$ kubectl logs gear-operator-bbbb47c7-ftshs -n shop\nI0301 11:45:05.224034       1 shared.go:178] caches are synced\n```\n", is: "Gear shop/g1: Undecided", holder: "gear-operator", lacks: fails},
	})
}
