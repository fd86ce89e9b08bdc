package diagnose_test

import "testing"

// TestWhyPastedKnownOfData tells what is known of one project's state that the pasted object shows, and not of one next to it.
func TestWhyPastedKnownOfData(t *testing.T) {
	object := func(api, kind, finalizer, rest string) string {
		return "```\napiVersion: " + api + "\nkind: " + kind + "\nmetadata:\n  name: o1\n  namespace: shop\n  uid: 11111111-0000-4000-8000-000000000001\n  creationTimestamp: \"2026-01-01T10:00:00Z\"\n  deletionTimestamp: \"2026-02-01T09:00:00Z\"\n  finalizers:\n  - " + finalizer + "\n" + rest + "```\n"
	}
	snapshot := func(rest string) string {
		return object("flink.apache.org/v1beta1", "FlinkStateSnapshot", "flinkstatesnapshots.flink.apache.org/finalizer", rest)
	}
	job := func(state string) string {
		return object("flink.apache.org/v1beta1", "FlinkSessionJob", "flinksessionjobs.flink.apache.org/finalizer", "spec:\n  deploymentName: session\nstatus:\n  jobStatus:\n    jobId: abcd\n    state: "+state+"\n")
	}
	backup := func(rest string) string {
		return object("pingcap.com/v1alpha1", "Backup", "tidb.pingcap.com/backup-protection", rest)
	}
	rabbit := func(message string) string {
		return object("rabbitmq.com/v1beta1", "Queue", "deletion.finalizers.queues.rabbitmq.com", "spec:\n  name: q\n  rabbitmqClusterReference:\n    name: rmq\nstatus:\n  conditions:\n  - type: Ready\n    status: \"False\"\n    reason: FailedCreateOrUpdate\n    lastTransitionTime: \"2026-02-01T09:00:30Z\"\n    message: '"+message+"'\n")
	}
	const savepoint = "spec:\n  jobReference:\n    kind: FlinkDeployment\n    name: app\n  savepoint:\n    disposeOnDelete: "
	const failed = "spec:\n  cleanPolicy: Delete\nstatus:\n  conditions:\n  - type: CleanFailed\n    status: \"True\"\n    message: AccessDenied\n    lastTransitionTime: \"2026-02-01T09:01:00Z\"\n"
	checkAll(t, map[string]pasted{
		"a savepoint to dispose of":     {text: snapshot(savepoint + "true\nstatus:\n  state: COMPLETED\n  path: s3://b/1\n"), is: "FlinkStateSnapshot shop/o1: Undecided Failing", holder: "flink operator", says: "by the job of FlinkDeployment app"},
		"a savepoint to keep":           {text: snapshot(savepoint + "false\nstatus:\n  state: COMPLETED\n  path: s3://b/1\n"), is: "FlinkStateSnapshot shop/o1: Undecided Silent", holder: "flink operator", lacks: "by the job of"},
		"never looked at":               {text: snapshot(savepoint + "true\n"), is: "FlinkStateSnapshot shop/o1: Undecided NobodyRemoves", holder: "flink operator", says: "it has no status"},
		"a job that is cancelled":       {text: job("CANCELLING"), is: "FlinkSessionJob shop/o1: Undecided Failing", holder: "flink operator", says: "releases v1.10 to v1.14 wait for ever"},
		"a job that runs":               {text: job("RUNNING"), is: "FlinkSessionJob shop/o1: Undecided Silent", holder: "flink operator", lacks: "v1.10 to v1.14 wait for ever"},
		"a clean job that failed":       {text: backup(failed), is: "Backup shop/o1: Stuck Blocked", holder: "tidb controller manager", does: "mend what the Job clean-o1 tripped over"},
		"a policy changed":              {text: backup("spec:\n  cleanPolicy: Retain\n"), is: "Backup shop/o1: Stuck NobodyRemoves", holder: "tidb controller manager", does: "set spec.cleanPolicy to OnFailure"},
		"a policy as it was":            {text: backup("spec:\n  cleanPolicy: Delete\n"), is: "Backup shop/o1: Undecided Silent", holder: "tidb controller manager", lacks: "set spec.cleanPolicy"},
		"a user's secret gone":          {text: rabbit(`failed to retrieve cluster from reference: Secret "rmq-default-user" not found`), is: "Queue shop/o1: Stuck PrerequisiteGone", holder: "rabbitmq topology operator", does: "see whether its RabbitmqCluster is still there"},
		"a namespace not allowed":       {text: rabbit("resource is not allowed to reference defined cluster reference. Check the namespace of the resource is allowed as part of the cluster`s `rabbitmq.com/topology-allowed-namespaces` annotation"), is: "Queue shop/o1: Stuck Excluded", holder: "rabbitmq topology operator", does: "name its namespace (shop) in that annotation"},
		"a broker that does not answer": {text: rabbit("dial tcp: connection refused"), is: "Queue shop/o1: Stuck Failing", holder: "rabbitmq topology operator", lacks: "default user of its RabbitmqCluster"},
	})
}
