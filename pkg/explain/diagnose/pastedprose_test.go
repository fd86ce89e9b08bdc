package diagnose_test

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// TestWhyPastedRows hears the rows of events of which no word is of a deletion, where they are about one object, which
// they or their reasons tell; who has written them tells who holds it.
func TestWhyPastedRows(t *testing.T) {
	const printed = "It does not go away:\nLAST SEEN   TYPE      REASON             OBJECT        MESSAGE\n18m         Warning   FailedBuildModel   ingress/web   Failed build model due to conflicting groups: [a] | [a b]\n"
	const narrow = "Our pv is getting stuck in terminating.\n`  Warning  VolumeFailedDelete  44s (x379 over 23h)  gears.csi.acme.com_gear-controller-6d9d89f7c7-abcde rpc error: code = Internal desc = the gear is bent`\n"
	checkAll(t, map[string]pasted{
		"one object":              {text: printed, is: "Ingress web: Stuck", holder: "aws load balancer controller", says: "conflicting groups", does: "mend what it names"},
		"by one blank":            {text: strings.ReplaceAll(strings.ReplaceAll(printed, "   ", " "), "  ", " "), is: "Ingress web: Stuck", holder: "aws load balancer controller", says: "conflicting groups"},
		"a reason of anybody":     {text: strings.ReplaceAll(printed, "FailedBuildModel", "FailedToBuild"), is: "Ingress web: Stuck", says: "conflicting groups"},
		"two objects":             {text: printed + "17m         Warning   FailedTurn         gear/g1       cannot turn it\n", is: "Object NAME: "},
		"one that is well":        {text: "It does not go away:\nLAST SEEN   TYPE     REASON                   OBJECT        MESSAGE\n18m         Normal   SuccessfullyReconciled   ingress/web   Successfully reconciled\n", is: "Ingress web: Undecided", lacks: "fails"},
		"of a volume":             {text: narrow, is: "PersistentVolume NAME: Stuck", finalizer: "external-provisioner.volume.kubernetes.io/finalizer", holder: "csi provisioner", says: "the gear is bent"},
		"its name in words":       {text: strings.Replace(narrow, "the gear", "persistentvolume pv-1", 1), is: "PersistentVolume pv-1: Stuck", finalizer: "external-provisioner.volume.kubernetes.io/finalizer", holder: "csi provisioner"},
		"of a storage of its own": {text: strings.Replace(narrow, "gears.csi.acme.com_", "acme.com/gears_", 1), is: "PersistentVolume NAME: Stuck", finalizer: explain.NotCopied, says: "the gear is bent"},
		"of another reason":       {text: strings.Replace(narrow, "VolumeFailedDelete", "Bent", 1), is: "PersistentVolume NAME: Stuck", finalizer: explain.NotCopied, holder: "csi provisioner", says: "the gear is bent"},
	})
}

// TestWhyPastedCalled finds the object that sentences say to hang, by its kind before its name, and leaves what is said
// of another one to that.
func TestWhyPastedCalled(t *testing.T) {
	const text = "For example `Machine : m-1` has a reference to `vspheremachine: v-1`.\n* `Machine : m-1` is stuck in a `Deleting` state.\n* `vspheremachine: v-1` has a failure message.\n    ```\n    Failure Message:   Unable to find VM 420c97cc\n    ```\n"
	checkAll(t, map[string]pasted{
		"one of two":         {text: text, is: "Machine m-1: Stuck", finalizer: "machine.cluster.x-k8s.io", holder: "cluster-api core", says: "of VSphereMachine v-1: \"Unable to find VM 420c97cc\""},
		"the other one":      {text: strings.Replace(text, "`Machine : m-1` is stuck", "`vspheremachine: v-1` is stuck", 1), is: "VSphereMachine v-1: Stuck", holder: "cluster-api vsphere", says: "Unable to find VM"},
		"nothing of another": {text: strings.Replace(text, "`vspheremachine: v-1` has a failure", "`Machine : m-1` has a failure", 1), is: "Machine m-1: Stuck", holder: "cluster-api core", says: "Unable to find VM", lacks: "of VSphereMachine"},
		"apart from it":      {text: strings.Replace(text, "`Machine : m-1` has a reference to", "There is a", 1), is: "Machine m-1: Undecided", holder: "cluster-api core", says: "whether that is what holds it is not known"},
		"two that hang":      {text: "`Machine : m-1` is stuck in Deleting\n`Pod: p-1` is stuck in Terminating\nError: cannot delete it\n", is: "Object NAME: "},
		"a plain word":       {text: "The service: web-1 runs, and I cannot delete the other one. Error: it fails\n", is: "Object NAME: "},
		"what is supposed":   {text: "If the `Machine: m-1` is stuck, I am lost. Error: cannot delete it\n", is: "Object NAME: "},
		"only a kind":        {text: "Every pvc is stuck in Terminating\n", is: "PersistentVolumeClaim NAME: ", holder: "pvc protection"},
		"a kind of others":   {text: "The cluster is stuck in Terminating\n", is: "Object NAME: "},
	})
}

// TestWhyPastedAgain takes of several outcomes of the same, which a person tells, the last for the reason, unless that
// passes by itself.
func TestWhyPastedAgain(t *testing.T) {
	const host = "Unable to delete the resources: Get \"https://gears.acme.com/version\": dial tcp: lookup gears.acme.com on 10.0.0.10:53: no such host\n"
	const gone = "Unable to delete the resources: rpc error: code = NotFound desc = cluster \"https://gears.acme.com\" not found\n"
	const late = "Unable to delete the resources: Operation cannot be fulfilled on gears \"g1\": the object has been modified; please apply your changes to the latest version and try again\n"
	const head, then = "It is stuck in deleting. The log has\n```\n", "```\nI took it away, and now\n```\n"
	checkAll(t, map[string]pasted{
		"the last":             {text: head + host + then + gone, is: "Object NAME: Stuck", says: "(something is not there)", does: "cluster \"https://gears.acme.com\"", lacks: "no such host"},
		"the other order":      {text: head + gone + then + host, is: "Object NAME: Stuck", says: "no such host", does: "gears.acme.com resolve", lacks: "NotFound"},
		"that passes":          {text: head + gone + then + late, is: "Object NAME: Stuck", says: "not found", lacks: "modified"},
		"what is another's":    {text: head + gone + then + strings.Replace(host, "delete the resources", "turn the other gear", 1), is: "Object NAME: Stuck", says: "not found"},
		"the first once more":  {text: head + host + gone + then + host, is: "Object NAME: Stuck", says: "no such host"},
		"nothing of a failure": {text: head + "The resources: all of them are there\n", is: "Object NAME: Stuck", lacks: "fails"},
	})
}

// TestWhyPastedListed takes a list of finalizers in a sentence, and when it was asked to go, for those of a part of an
// object.
func TestWhyPastedListed(t *testing.T) {
	const part = "status:\n  conditions:\n  - {type: Progressing, status: \"False\", reason: Lost, message: the tracker t-1 does not exist}\n\n"
	const name = "`[backup.kubevirt.io/vmbackup-protection]`"
	checkAll(t, map[string]pasted{
		"in a sentence":   {text: part + "`metadata.finalizers` remained " + name + ".\n", is: "Object NAME: ", finalizer: "backup.kubevirt.io/vmbackup-protection", holder: "kubevirt", says: "t-1 does not exist"},
		"of its labels":   {text: part + "`metadata.labels` remained " + name + ".\n", is: "Object NAME: ", finalizer: explain.NotCopied},
		"that is no more": {text: part + "`metadata.finalizers` was " + name + " and is removed.\n", is: "Object NAME: ", finalizer: explain.NotCopied},
	})
}

// TestWhyPastedComplaints takes no sentence for the reason which says only that something does not go, and no line of a
// log that tells of no error.
func TestWhyPastedComplaints(t *testing.T) {
	const gear = "\n\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [acme.test/clean]\n"
	const head = "Gear cannot be deleted after the move from 1.0.2 to 1.0.3.\n\nIt is stuck in deleting.\n```\n"
	const tail = "297fb6f21276\", \"name\": \"g1\", \"error\": \"failed to delete gear: 403 Forbidden: the shaft is bent\"}\n```\n"
	const klog = "I0209 10:43:46.536685       1 machine_controller.go:340] \"Deleting Kubernetes Node associated with Machine is not allowed\" controller=\"machine\" controllerGroup=\"cluster.x-k8s.io\" controllerKind=\"Machine\" Machine=\"shop/m-1\" namespace=\"shop\" name=\"m-1\" cause=\"cluster is being deleted\"\n"
	checkAll(t, map[string]pasted{
		"a title alone":            {text: "Gear cannot be deleted after the move from 1.0.2 to 1.0.3.\n\nIt is stuck in deleting.\n", is: "Object NAME: Stuck HolderUnknown", says: "it hangs", lacks: "fails"},
		"a title of one's own":     {text: "My gear cannot be deleted after the move from 1.0.2 to 1.0.3.\n", is: "Object NAME: Stuck HolderUnknown", says: "it hangs"},
		"a title of another":       {text: "My pump p7 can't be deleted." + gear, is: "Gear shop/g1: Undecided HolderUnknown", lacks: "hangs"},
		"a title of this":          {text: "My gear can't be deleted." + gear, is: "Gear shop/g1: Stuck HolderUnknown", says: "it hangs"},
		"a title before an error":  {text: head + tail, is: "Object g1: Stuck", says: "the shaft is bent", lacks: "1.0.2"},
		"why behind it":            {text: strings.Replace(head, "after the move from 1.0.2 to 1.0.3", "because the shaft is bent", 1) + "```\n", is: "Object NAME: Stuck", says: "the shaft is bent"},
		"no why behind it":         {text: strings.Replace(head, "after the move from 1.0.2 to 1.0.3", "because it is being deleted", 1) + "```\n", is: "Object NAME: Stuck", lacks: "tries and fails"},
		"an error in the next one": {text: "Gear cannot be deleted. Error: the shaft is bent\n\nIt is stuck in deleting.\n", is: "Object NAME: Stuck", says: "the shaft is bent", lacks: "cannot be deleted"},
		"information":              {text: "CAPI unable to delete node: cluster is being deleted\n\nCluster stuck in deleting\n" + klog, is: "Machine shop/m-1: Stuck", holder: "cluster-api core", says: "is not allowed: cluster is being deleted", lacks: "tries and fails"},
		"information of an error":  {text: "Cluster stuck in deleting\n" + strings.Replace(klog, "cause=", "err=", 1), is: "Machine shop/m-1: Stuck", holder: "cluster-api core", says: "failed"},
		"an error with a cause":    {text: "Cluster stuck in deleting\nE" + klog[1:], is: "Machine shop/m-1: Stuck", holder: "cluster-api core", says: "failed"},
	})
}

// TestWhyPastedReported hears what a person quotes that a program says, as something of which nobody knows whether it is
// the reason; never where it is well, or where something was copied that says why.
func TestWhyPastedReported(t *testing.T) {
	const gear = "\n```\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  creationTimestamp: \"2026-02-01T09:00:00Z\"\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers:\n  - acme.test/oil\n"
	const failing, unsaid = "Gear shop/g1: Undecided Failing", "Gear shop/g1: Undecided HolderUnknown"
	const printed = "2026-02-01T10:05:00Z ERROR failed to reconcile Gear shop/g1: the shaft is bent\n"
	checkAll(t, map[string]pasted{
		"by itself":                         {text: "I deleted it, but the resource still exists and reports `the name cannot be empty` on each update:" + gear, is: failing, says: "the resource, as is written beside it, says of it: \"the name cannot be empty\"", does: "mend what it names"},
		"by its controller":                 {text: "The operator keeps logging \"failed to drain: no such pump\"." + gear, is: failing, says: "the operator, as is written beside it, says of it: \"failed to drain: no such pump\""},
		"seen in a log":                     {text: "It stays for ever.\nI see `failed to drain: no such pump` in the logs." + gear, is: failing, says: "no such pump"},
		"by who tells that it fails":        {text: "Deletion of the gear fails with `no pump for rack small-7`." + gear, is: "Gear shop/g1: Stuck Failing", says: "the text written beside it says: \"no pump for rack small-7\"", does: "mend what it names"},
		"what it uses is unknown":           {text: "After I removed the profile, the gear can no longer be deleted: **unknown rack profile small-7**\n" + gear, is: "Gear shop/g1: Stuck Failing", says: "while the profile is gone", does: "make the profile again"},
		"it is not known who removed it":    {text: "The gear can no longer be deleted: **unknown rack profile small-7**\n" + gear, is: "Gear shop/g1: Stuck Failing", does: "make rack profile small-7 again"},
		"another one fails with it":         {text: "Deletion of the other gear fails with `no pump for rack small-7`." + gear, is: unsaid, lacks: "small-7"},
		"a thing of its own fails with it":  {text: "My gear hangs. My pump p7 can't be deleted: `no pump for rack small-7`." + gear, is: "Gear shop/g1: Stuck HolderUnknown", lacks: "small-7"},
		"it fails with what a command says": {text: "Deletion of the gear fails with `error: timed out waiting for the condition`." + gear, is: unsaid, lacks: "timed out"},
		"that waits":                        {text: "The operator says `waiting for the pump to be drained`." + gear, is: "Gear shop/g1: Undecided", says: "waiting for the pump"},
		"that is well":                      {text: "The operator says `the gear is drained and oiled`." + gear, is: unsaid, lacks: "oiled"},
		"a command":                         {text: "The operator says `kubectl delete failed gears`." + gear, is: unsaid, lacks: "failed gears"},
		"a file":                            {text: "I see `/var/log/failed.log` in the logs." + gear, is: unsaid, lacks: "failed.log"},
		"advice":                            {text: "It should be that the operator says `cannot drain the gear`." + gear, is: unsaid, lacks: "cannot drain"},
		"a line of a log too":               {text: "The operator keeps logging \"failed to drain: no such pump\".\n" + printed + gear, is: "Gear shop/g1: Stuck Failing", says: "the shaft is bent", lacks: "no such pump"},
		"nothing but a finding":             {text: "I found `cannot drain the gear` on a page." + gear, is: unsaid, lacks: "cannot drain"},
	})
}

// TestWhyPastedAccount takes what people tell of what they did and saw into the answer, where it bears on that, and nothing that
// they only suppose, ask, or tell of what is well.
func TestWhyPastedAccount(t *testing.T) {
	const head = "\n```\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  creationTimestamp: \"2026-02-01T09:00:00Z\"\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n"
	const gear = head + "  finalizers:\n  - acme.test/oil\n```\n"
	const rack = head + "  finalizers:\n  - acme.test/oil\nstatus:\n  conditions:\n  - {type: Ready, status: \"False\", reason: DeleteFailed, message: 'delete failed: rack r-1 is not usable', lastTransitionTime: \"2026-02-01T10:05:00Z\"}\n```\n"
	const living = "\n```\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  uid: 11111111-0000-4000-8000-000000000001\n  creationTimestamp: \"2026-02-01T09:00:00Z\"\n  finalizers:\n  - acme.test/oil\nspec: {teeth: 7}\n```\n"
	const federated = "\n```\napiVersion: types.kubefed.io/v1beta1\nkind: FederatedConfigMap\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [kubefed.io/sync-controller]\n```\n"
	const silent = "FederatedConfigMap shop/g1: Undecided Silent"
	const unsaid, failing = "Gear shop/g1: Undecided HolderUnknown", "Gear shop/g1: Stuck Failing"
	checkAll(t, map[string]pasted{
		"nobody looks at it":           {text: "I changed the spec, but no kubefed controller logs a reconcile of this object." + federated, is: silent, holder: "kubefed", says: "takes no note of it, by what is written beside it", does: "have kubefed look at g1 again: by an annotation that means nothing, or by starting it anew"},
		"nobody has an error":          {text: "The kubefed controller does not log any errors for this object." + federated, is: silent, holder: "kubefed", lacks: "takes no note"},
		"somebody may look":            {text: "Perhaps no kubefed controller logs a reconcile of this object." + federated, is: silent, holder: "kubefed", lacks: "takes no note"},
		"who looks is not known":       {text: "I changed the spec, but no gear-controller logs a reconcile of this gear." + gear, is: unsaid, lacks: "takes no note"},
		"it is not to go":              {text: "I changed the spec, but no gear-controller logs a reconcile of this gear." + living, is: "Gear shop/g1: NotDeleting", lacks: "takes no note"},
		"something went first":         {text: "The problem is that the pump was removed first." + gear, is: unsaid, says: "the pump went first, by what is written beside it", does: "whether it looks for the pump"},
		"without trouble":              {text: "When I delete the pump first and then the gear, it goes. When I delete the gear first it hangs." + gear, is: "Gear shop/g1: Stuck HolderUnknown", lacks: "went first"},
		"with trouble":                 {text: "When I delete the pump first and then the gear, it hangs." + gear, is: "Gear shop/g1: Stuck HolderUnknown", says: "the pump went first"},
		"something may have":           {text: "Would it help if the pump was removed first?" + gear, is: unsaid, lacks: "went first"},
		"what failed at it went first": {text: "I removed the rack first, and only then the gear." + rack, is: failing, says: "that the rack went first is why"},
		"another thing went first":     {text: "I removed the pump first, and only then the gear." + rack, is: failing, lacks: "went first"},
		"what failed at it is back":    {text: "So I restored the rack, and it stays all the same." + rack, is: failing, does: "see what it says by now: the rack is there again"},
		"what may come back":           {text: "It would go on if I restored the rack." + rack, is: failing, lacks: "there again"},
		"nothing was made":             {text: "It was never created in Zorg." + gear, is: unsaid, does: "make sure where it would be that nothing was ever made for it"},
		"its own words come first":     {text: "It was never created in Zorg." + rack, is: failing, does: "mend what it names"},
		"another was not made":         {text: "The replica was never created in Zorg." + gear, is: unsaid, lacks: "nothing was ever made"},
		"nobody reports something":     {text: "The kubefed controller does not report the metrics that we scrape." + federated, is: silent, holder: "kubefed", lacks: "takes no note"},
		"it went first elsewhere":      {text: "In staging the pump was removed before the gear." + gear, is: unsaid, lacks: "went first"},
		"it went first and is back":    {text: "The pump was removed before the gear. It is there now." + gear, is: unsaid, lacks: "went first"},
		"nothing was made here":        {text: "It was never created in the cluster." + rack, is: failing, lacks: "nothing was ever made"},
		"what stayed after force":      {text: "Taking the finalizer out by hand lets it go. But then the tooth is still listed at Zorg." + gear, is: unsaid, costs: "whoever has done that tells: \"But then the tooth is still listed at Zorg\""},
		"what would stay, is supposed": {text: "If I take the finalizer out by hand, would the tooth be still listed at Zorg?" + gear, is: unsaid, lacks: "still listed"},
	})
}

// TestWhyPastedNothingThere has what is waited for let go alone, of which a person tells that nothing of it is there.
func TestWhyPastedNothingThere(t *testing.T) {
	const waits = `{"level":"info","ts":"2026-02-01T10:05:00Z","msg":"Still waiting for the following teeth to be deleted: [shop/tooth-7]","controllerKind":"Gear","controllerGroup":"acme.test","name":"g1","namespace":"shop"}` + "\n"
	for said, want := range map[string]bool{
		"A zorg client does not list a tooth \"shop/tooth-7\".":    true,
		"A zorg client does not list a tooth \"shop/tooth-8\".":    false,
		"What if a zorg client does not list \"shop/tooth-7\"?":    false,
		"A zorg client does not show errors for shop/tooth-7.":     false,
		"In the staging cluster tooth-7 does not exist.":           false,
		"A zorg client lists a tooth \"shop/tooth-7\" even today.": false,
	} {
		hold, told := holdOf(pasted{text: waits + said + "\n"}.read(t)), false
		for _, step := range hold.Next {
			told = told || strings.Contains(step.Text, "nothing is there of what tooth-7 stands for") && strings.Contains(step.Text, "let go of that alone")
		}
		if told != want {
			t.Errorf("%s\n%s\n%+v", said, hold.Message, hold.Next)
		}
	}
}

// TestWhyPastedRenamed takes what a person writes of the name of a finalizer for a likely reason why nobody takes it off,
// and never where that is of another one, is only meant to be, or where its holder is known.
func TestWhyPastedRenamed(t *testing.T) {
	gear := func(finalizers string) string {
		return "\n```\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  creationTimestamp: \"2026-02-01T09:00:00Z\"\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers:\n  - " + finalizers + "\n```\n"
	}
	const renamed, unsaid = "Gear shop/g1: Undecided NobodyRemoves", "Gear shop/g1: Undecided HolderUnknown"
	const says = "says that the finalizer is called acme.test/new by now"
	const old = "acme.test/old"
	checkAll(t, map[string]pasted{
		"from one to another":  {text: "The finalizer was renamed from `acme.test/old` to `acme.test/new`." + gear(old), is: renamed, says: says, does: "from before the renaming"},
		"only the new one":     {text: "It stays.\nIn v1.3, the finalizer is changed to `acme.test/new`." + gear(old), is: renamed, says: says, does: "from before v1.3"},
		"behind the object":    {text: gear(old) + "\nIn v1.3, the finalizer is changed to `acme.test/new`.\n", is: renamed, says: says},
		"of another one":       {text: "The finalizer was renamed from `acme.test/older` to `acme.test/new`." + gear(old), is: unsaid, lacks: "by now"},
		"of another domain":    {text: "In v1.3, the finalizer is changed to `zorg.test/new`." + gear(old), is: unsaid, lacks: "by now"},
		"it has the new one":   {text: "The finalizer was renamed from `acme.test/old` to `acme.test/new`." + gear("acme.test/new"), is: unsaid, lacks: "by now"},
		"it has both":          {text: "In v1.3, the finalizer is changed to `acme.test/new`." + gear("acme.test/old\n  - acme.test/new"), is: unsaid, lacks: "by now"},
		"what is meant to be":  {text: "The finalizer should be renamed from `acme.test/old` to `acme.test/new`." + gear(old), is: unsaid, lacks: "by now"},
		"its controller tells": {text: "The finalizer was renamed from `acme.test/old` to `acme.test/new`.\n2026-02-01T10:05:00Z ERROR failed to reconcile Gear shop/g1: it is bent\n" + gear(old), is: "Gear shop/g1: Stuck Failing", says: "it is bent"},
	})
}

// TestWhyPastedRoleGone tells that a person says that the role of a controller is gone, and not what is only supposed.
func TestWhyPastedRoleGone(t *testing.T) {
	const gear = "\n```\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  creationTimestamp: \"2026-02-01T09:00:00Z\"\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers:\n  - acme.test/oil\n```\n"
	for text, told := range map[string]bool{
		"The ClusterRole was deleted with the chart.":   true,
		"Its role binding has already been removed.":    true,
		"The service account is gone.":                  true,
		"The ClusterRole should be deleted.":            false,
		"It hangs unless the ClusterRole was deleted.":  false,
		"The ClusterRole is there, and I deleted a pod": false,
	} {
		said := false
		for _, e := range holdOf(pasted{text: text + gear}.read(t)).Evidence {
			said = said || e.Source == "text written beside it"
		}
		if said != told {
			t.Errorf("%s: told %t, want %t", text, said, told)
		}
	}
}

// TestWhyPastedHeading tells the title of a text from the lines of the log below it, and of two lines about one error the
// one that says why.
func TestWhyPastedHeading(t *testing.T) {
	const title = "unable to delete gears that are in an error state\n\n"
	const object = "```yaml\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [acme.test/finalizer]\n```\n"
	const short = "2026-02-01T10:20:02.014Z\tERROR\tmill\tFailed to delete gear\t{\"name\": \"g1\", \"namespace\": \"shop\"}\n"
	const why = "E0201 10:20:02.014651       8 mill.go:353] Unable to delete gear shop/g1: cannot stop 'mill-7': the mill is busy\n"
	checkAll(t, map[string]pasted{
		"a log below it":       {text: title + object + "```\n" + why + "```\n", is: "Gear shop/g1: Stuck Failing", says: "the mill is busy", lacks: "unable to delete gears"},
		"the line that is why": {text: title + object + "```\n" + why + short + "```\n", is: "Gear shop/g1: Stuck Failing", says: "the mill is busy"},
		"a line of one log":    {text: object + "```\n" + short + "```\n", is: "Gear shop/g1: Stuck Failing", says: "Failed to delete gear"},
	})
}
