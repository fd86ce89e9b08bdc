package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedSameProgram takes the log of the program that has to act for a sign that it runs, also where it speaks of
// another object, and tells of one that waits for this one.
func TestWhyPastedSameProgram(t *testing.T) {
	const claim = "```\napiVersion: objectbucket.io/v1alpha1\nkind: ObjectBucketClaim\nmetadata:\n  name: gears\n  namespace: mill\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers:\n  - objectbucket.io/finalizer\n```\n"
	const line = "2026-02-01 10:04:02.019100 E | ceph-object-controller: failed to reconcile CephObjectStore \"mill/store\". CephObjectStore \"mill/store\" will not be deleted until all dependents are removed: buckets in the object store: [gears-08e2b560-21c9-4787-93bf-c2cf913a26fe]"
	beside := func(line string) string { return "```\n" + line + "\n```\n\n" + claim }
	const is, holder, runs = "ObjectBucketClaim mill/gears: Undecided Silent", "bucket provisioner", "see what else the log of bucket provisioner says of gears"
	const unknown, sees = "whether it runs is not", "see whether bucket provisioner runs, and if so what its log says of gears"
	checkAll(t, map[string]pasted{
		"it runs":               {text: beside(line), is: is, holder: holder, does: runs, lacks: unknown},
		"before the deletion":   {text: beside(strings.Replace(line, "10:04", "09:04", 1)), is: is, holder: holder, says: unknown, does: sees},
		"of another program":    {text: beside(strings.NewReplacer("ceph-object-controller", "gear-controller", "CephObjectStore", "Gear").Replace(line)), is: "ObjectBucketClaim mill/gears: Undecided", holder: holder, lacks: "see what else"},
		"not by its controller": {text: beside(strings.Replace(line, "ceph-object-controller", "sync-gears", 1)), is: is, holder: holder, says: unknown, does: sees},
		"nothing beside it":     {text: claim, is: is, holder: holder, says: unknown, does: sees},
	})
	const pool = "```\napiVersion: ceph.rook.io/v1\nkind: CephBlockPool\nmetadata:\n  name: gears\n  namespace: mill\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers:\n  - cephblockpool.ceph.rook.io\n```\n"
	const cluster = "```\n2026-02-01 10:04:02.019100 E | ceph-cluster-controller: failed to reconcile CephCluster \"mill/main\". CephCluster \"mill/main\" will not be deleted until all dependents are removed: CephBlockPools: [gears]\n```\n\n"
	checkAll(t, map[string]pasted{
		"what waits for it": {text: cluster + pool, is: "CephBlockPool mill/gears: Undecided Silent", holder: "rook ceph", lacks: "fails"},
		"what it waits for": {text: strings.ReplaceAll(strings.Replace(cluster, "CephBlockPools: [gears]", "images: [a]", 1), "CephCluster \"mill/main\"", "CephBlockPool \"mill/gears\"") + pool, is: "CephBlockPool mill/gears: ", holder: "rook ceph", says: "images: [a]"},
	})
	for said, waits := range map[string]bool{
		line: true,
		strings.Replace(line, "[gears-", "[big-gears-", 1):          false,
		strings.Replace(line, "[gears-08e2b560", "[gears-8e2b", 1):  false,
		strings.Replace(line, "[gears-08", "[gears, gears-2-08", 1): true,
	} {
		told := false
		for _, e := range holdOf(pasted{text: beside(said)}.read(t)).Evidence {
			told = told || e.Words == "CephObjectStore store in namespace mill waits for it"
		}
		if told != waits {
			t.Errorf("%s: told %t", said, told)
		}
	}
}

// TestWhyPastedEcho does not take for a reason what says no more than that the object goes.
func TestWhyPastedEcho(t *testing.T) {
	claim := func(message string) string {
		return "```\nName:         gears-t9\nAPI Version:  karpenter.sh/v1\nKind:         NodeClaim\nMetadata:\n  Creation Timestamp:  2026-02-01T09:00:00Z\n  Deletion Timestamp:  2026-02-01T10:00:00Z\n  Finalizers:\n    karpenter.sh/termination\nEvents:\n  Type    Reason             Age                 From       Message\n  ----    ------             ----                ----       -------\n  Normal  DisruptionBlocked  48s (x29 over 56m)  karpenter  " + message + "\n```\n"
	}
	const is, holder = "NodeClaim gears-t9: Undecided Silent", "karpenter"
	checkAll(t, map[string]pasted{
		"of its node":   {text: claim("Cannot disrupt NodeClaim: state node is marked for deletion"), is: is, holder: holder, says: "it waits for", lacks: "marked for deletion"},
		"of itself":     {text: claim("NodeClaim gears-t9 is being deleted"), is: is, holder: holder, says: "it waits for", lacks: "being deleted"},
		"in quotes":     {text: claim(`nodeclaim "gears-t9" is terminating`), is: is, holder: holder, says: "it waits for", lacks: "is terminating"},
		"of another":    {text: claim("NodeClaim gears-t8 is being deleted"), is: "NodeClaim gears-t9: Waiting Blocked", holder: holder, says: "gears-t8 is being deleted"},
		"and the cause": {text: claim("Cannot disrupt NodeClaim: pdb shop/web prevents pod evictions"), is: "NodeClaim gears-t9: ", holder: holder, says: "prevents pod evictions"},
	})
}

// TestWhyPastedEarlier tells what was so when an object was copied long ago, where the catalogue knows it.
func TestWhyPastedEarlier(t *testing.T) {
	route := func(year, version string) string {
		return "```\napiVersion: serving.knative.dev/" + version + "\nkind: Route\nmetadata:\n  name: gears\n  namespace: mill\n  deletionTimestamp: \"" + year + "-02-01T10:00:00Z\"\n  finalizers: [routes.serving.knative.dev]\n```\n"
	}
	challenge := func(year, finalizers string) string {
		return "```\napiVersion: acme.cert-manager.io/v1\nkind: Challenge\nmetadata:\n  name: c1\n  namespace: mill\n  creationTimestamp: \"" + year + "-02-01T09:00:00Z\"\n  deletionTimestamp: \"" + year + "-02-01T10:00:00Z\"\n  finalizers: [" + finalizers + "]\nstatus:\n  conditions:\n  - {type: Seen, status: \"True\", lastTransitionTime: \"" + year + "-02-09T10:00:00Z\"}\n```\n"
	}
	const is, holder, late = "Challenge mill/c1: Undecided Silent", "cert-manager", "it should have done so long ago: so it does not run, or its change is refused"
	const old = "finalizer.acme.cert-manager.io"
	checkAll(t, map[string]pasted{
		"of then":         {text: route("2019", "v1alpha1"), is: "Route mill/gears: Undecided Silent", holder: "knative serving", says: "its ClusterIngress", costs: "goes on routing"},
		"of now":          {text: route("2026", "v1"), is: "Route mill/gears: Undecided Silent", holder: "knative serving", says: "its mark to be taken off", costs: "Revisions that outlive"},
		"once":            {text: challenge("2022", old), is: is, holder: holder, says: late},
		"of another one":  {text: challenge("2022", old+", acme.test/turns"), is: is, holder: holder, lacks: late},
		"not any more":    {text: challenge("2027", old), is: is, holder: holder, lacks: late},
		"an hour not yet": {text: strings.Replace(challenge("2022", old), "02-09T10:00", "02-01T10:20", 1), is: is, holder: holder, lacks: late},
	})
}

// TestWhyPastedOneTry does not take one try for the last where who has to act tries again.
func TestWhyPastedOneTry(t *testing.T) {
	topic := func(said string) string {
		return "```\napiVersion: kafka.strimzi.io/v1beta2\nkind: KafkaTopic\nmetadata:\n  name: gears\n  namespace: mill\n  generation: 2\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [strimzi.io/topic-operator]\nstatus:\n  observedGeneration: 2\n  conditions:\n  - {type: Ready, status: \"False\", reason: KafkaError, lastTransitionTime: \"2026-02-01T10:05:00Z\", message: \"" + said + "\"}\n```\n"
	}
	const holder, once = "strimzi topic operator", "; it tries again"
	const slow = "TimeoutException: Call(callName=deleteTopics, tries=1) timed out at 1712845666215 after 1 attempt(s)"
	checkAll(t, map[string]pasted{
		"one try":       {text: topic(slow), is: "KafkaTopic mill/gears: Undecided Failing", holder: holder, says: once, does: "answer again"},
		"not counted":   {text: topic(slow), is: "KafkaTopic mill/gears: Undecided Failing", holder: holder, lacks: "tried once"},
		"several":       {text: topic(strings.NewReplacer("tries=1", "tries=12", "after 1 attempt", "after 12 attempt").Replace(slow)), is: "KafkaTopic mill/gears: Stuck Failing", holder: holder, lacks: once},
		"refused":       {text: topic("after 1 attempt: connection refused"), is: "KafkaTopic mill/gears: Stuck Failing", holder: holder, lacks: once},
		"not any more":  {text: topic(slow) + "\nLast seen on 2026-02-01T12:00:00Z\n", is: "KafkaTopic mill/gears: ", holder: holder},
		"nothing of it": {text: topic("the topic is busy"), is: "KafkaTopic mill/gears: ", holder: holder, lacks: once},
	})
}

// TestWhyPastedBefore does not take what a log says of before the deletion for what came of that, nor what a person writes for
// what is known of who has to act.
func TestWhyPastedBefore(t *testing.T) {
	beside := func(said string) string {
		return said + "\n\n```\napiVersion: snapshot.storage.k8s.io/v1\nkind: VolumeSnapshot\nmetadata:\n  name: gears\n  namespace: mill\n  creationTimestamp: \"2026-02-01T03:00:00Z\"\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [snapshot.storage.kubernetes.io/volumesnapshot-bound-protection]\n```\n"
	}
	const removed = "I0201 09:30:30.132034       1 snapshot_controller.go:1524] Removed protection finalizer from volume snapshot mill/gears"
	const is, holder, waits = "VolumeSnapshot mill/gears: Undecided Silent", "snapshot controller", "snapshot controller has to take it off; it waits for its VolumeSnapshotContent"
	checkAll(t, map[string]pasted{
		"before":   {text: beside(removed), is: is, holder: holder, says: waits},
		"after":    {text: beside(strings.Replace(removed, "09:30", "10:30", 1)), is: "VolumeSnapshot mill/gears: ", holder: holder, says: "Removed protection"},
		"a person": {text: beside("I want to use kubectl get for it. The pod and namespaces got removed, but the snapshot stays."), is: is, holder: holder, says: waits},
	})
	told := false
	for _, e := range holdOf(pasted{text: beside("I run kubectl delete and wait. I've already deleted all other gears.")}.read(t)).Evidence {
		told = told || e.Source == "text written beside it" && e.Words == "I've already deleted all other gears."
	}
	if !told {
		t.Error("the words of a person are not told")
	}
}

// TestWhyPastedListTable takes for gone what a list of several types does not show.
func TestWhyPastedListTable(t *testing.T) {
	const pod = "```\napiVersion: v1\nkind: Pod\nmetadata:\n  name: p1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  deletionGracePeriodSeconds: 0\n  finalizers: [batch.kubernetes.io/job-tracking]\n  ownerReferences:\n  - apiVersion: batch/v1\n    kind: Job\n    name: j1\n    controller: true\n```\n"
	const list = "```\n$ kubectl get jobs,pods -A\nNAMESPACE   NAME     READY   STATUS        RESTARTS   AGE\nshop        pod/p1   0/1     Terminating   0          3d\n```\n"
	checkAll(t, map[string]pasted{
		"not shown":     {text: list + pod, is: "Pod shop/p1: Undecided", holder: "job controller", says: "job/j1 is gone"},
		"of its place":  {text: strings.Replace(list, "-A", "-n shop", 1) + pod, is: "Pod shop/p1: Undecided", holder: "job controller", says: "job/j1 is gone"},
		"of another":    {text: strings.Replace(list, "-A", "-n mill", 1) + pod, is: "Pod shop/p1: Undecided", holder: "job controller", lacks: "j1 is gone"},
		"shown":         {text: strings.Replace(list, "3d\n", "3d\n\nNAMESPACE   NAME               COMPLETIONS   AGE\nshop        job.batch/j1       0/1           3d\n", 1) + pod, is: "Pod shop/p1: ", holder: "job controller", lacks: "j1 is gone"},
		"cut off":       {text: strings.Replace(list, "3d\n", "3d\n...\n", 1) + pod, is: "Pod shop/p1: ", holder: "job controller", lacks: "j1 is gone"},
		"not asked for": {text: strings.Replace(list, "jobs,pods", "pods,services", 1) + pod, is: "Pod shop/p1: ", holder: "job controller", lacks: "j1 is gone"},
	})
}

// TestWhyPastedEnded says of a pod whose containers have ended that nothing of it runs.
func TestWhyPastedEnded(t *testing.T) {
	pod := func(state string) string {
		return "```\napiVersion: v1\nkind: Pod\nmetadata:\n  name: p1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  deletionGracePeriodSeconds: 0\n  finalizers: [foregroundDeletion]\nstatus:\n  containerStatuses:\n  - name: gear\n    state:\n      " + state + "\n```\n"
	}
	const is, holder, ended = "Pod shop/p1: Undecided Silent", "garbage collector", "nothing of it runs any more: its containers have ended, and its kubelet is done"
	const over = `terminated: {exitCode: 137, reason: Error, finishedAt: "2026-02-01T10:00:02Z"}`
	checkAll(t, map[string]pasted{
		"killed":         {text: pod(over), is: is, holder: holder, says: ended + " (exit code 137 is of its being killed, as a deletion does)"},
		"by itself":      {text: pod(strings.Replace(over, "137", "0", 1)), is: is, holder: holder, says: ended, lacks: "exit code"},
		"runs":           {text: pod(`running: {startedAt: "2026-02-01T09:00:00Z"}`), is: is, holder: holder, lacks: ended},
		"in its grace":   {text: strings.Replace(pod(over), "Seconds: 0", "Seconds: 30", 1), is: "Pod shop/p1: ", holder: holder, lacks: ended},
		"the state lost": {text: pod(`restarted: {}`), is: is, holder: holder, lacks: ended},
	})
}

// TestWhyPastedReferring reads who still refers to an object from a list as programs print it.
func TestWhyPastedReferring(t *testing.T) {
	gear := func(by string) string {
		return "```\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: mill\n  generation: 4\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [acme.test/turns]\nstatus:\n  observedGeneration: 2\n  conditions:\n  - {type: Deleted, status: \"False\", reason: Refused, lastTransitionTime: \"2026-02-01T13:00:00Z\", message: \"Cannot delete, object is referred by: " + by + "\"}\n```\n"
	}
	const is = "Gear mill/g1: Stuck Failing"
	checkAll(t, map[string]pasted{
		"a list":     {text: gear("['Mill m1', 'Rack r1']"), is: is, does: "in the system outside that its controller works at, take the reference to it out of Mill m1 and Rack r1, or have that refer", lacks: "has not said that it has looked"},
		"cut off":    {text: gear("['Mill m1', 'Rack r1', 'Wheel w1'"), is: is, does: "out of Mill m1, Rack r1 and Wheel w1, or"},
		"of its own": {text: gear("['Pod m1', 'Service r1']"), is: is, does: "Pod m1 and Service r1", lacks: "in the system outside"},
	})
}
