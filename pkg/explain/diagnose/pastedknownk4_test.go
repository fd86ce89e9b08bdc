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
	topic := func(message string) string {
		return object("kafka.strimzi.io/v1beta2", "KafkaTopic", "strimzi.io/topic-operator", "  labels:\n    strimzi.io/cluster: main\nspec:\n  partitions: 3\nstatus:\n  conditions:\n  - type: Ready\n    status: \"False\"\n    reason: KafkaError\n    lastTransitionTime: \"2026-02-01T09:05:00Z\"\n    message: '"+message+"'\n")
	}
	mongo := func(state string) string {
		return object("psmdb.percona.com/v1", "PerconaServerMongoDB", "percona.com/delete-psmdb-pods-in-order", "spec:\n  crVersion: 1.17.0\nstatus:\n  state: "+state+"\n")
	}
	ceph := func(kind, finalizer, labels string) string {
		return object("ceph.rook.io/v1", kind, finalizer, labels+"spec: {}\nstatus:\n  phase: Deleting\n")
	}
	graph := func(clean string) string {
		return object("apps.nebula-graph.io/v1alpha1", "NebulaBackup", "apps.nebula-graph.io/backup-cleanup", "spec:\n  cleanBackupData: "+clean+"\n")
	}
	managed := func(annotations string) string {
		return object("clusters.instaclustr.com/v1beta1", "Cassandra", "instaclustr.com/deletionFinalizer", annotations+"spec:\n  name: c\nstatus:\n  id: abcd\n")
	}
	function := func(remove string) string {
		return object("schemas.schemahero.io/v1alpha4", "Function", "functions.schemas.schemahero.io/finalizer", "spec:\n  database: main\n  name: f\n"+remove)
	}
	checkAll(t, map[string]pasted{
		"a function that is to stay":       {text: function(""), is: "Function shop/o1: Stuck NobodyRemoves", holder: "schemahero", says: "spec.removeOnDeletion is off by now"},
		"a function that is to be dropped": {text: function("  removeOnDeletion: true\n"), is: "Function shop/o1: Undecided", holder: "schemahero", lacks: "is off by now"},
		"a bucket whose store is gone":     {text: object("seaweed.seaweedfs.com/v1", "Bucket", "seaweed.seaweedfs.com/bucket-protection", "spec:\n  clusterRef:\n    name: main\nstatus:\n  conditions:\n  - type: ClusterReachable\n    status: \"False\"\n    reason: ClusterRefNotFound\n    message: 'Seaweed \"main\" not found in namespace \"shop\"'\n    lastTransitionTime: \"2026-02-01T09:01:00Z\"\n"), is: "Bucket shop/o1: Stuck", holder: "seaweedfs operator"},
		"a run of a job":                   {text: object("databricks.microsoft.com/v1alpha1", "Run", "run.finalizers.databricks.microsoft.com", "spec: {}\n"), is: "Run shop/o1: Undecided", holder: "azure databricks operator", costs: "goes on in Databricks"},
		"a console":                        {text: object("redpanda.vectorized.io/v1alpha1", "Console", "consoles.redpanda.vectorized.io/acl", "spec:\n  clusterRef:\n    name: main\n"), is: "Console shop/o1: Undecided", holder: "redpanda operator", warns: "operator.redpanda.com/finalizers-timeout=1m"},
		"a console that may time out":      {text: object("redpanda.vectorized.io/v1alpha1", "Console", "consoles.redpanda.vectorized.io/acl", "  annotations:\n    operator.redpanda.com/finalizers-timeout: 5m\nspec:\n  clusterRef:\n    name: main\n"), is: "Console shop/o1: Undecided", holder: "redpanda operator", warns: "-"},
		"a universe":                       {text: object("operator.yugabyte.io/v1alpha1", "YBUniverse", "finalizer.k8soperator.yugabyte.com", "spec: {}\n"), is: "YBUniverse shop/o1: Undecided", holder: "yugabytedb anywhere", costs: "runs on, with its pods and volumes"},
		"topics that may not go":           {text: topic("org.apache.kafka.common.errors.TopicDeletionDisabledException: Topic deletion is disabled."), is: "KafkaTopic shop/o1: Stuck Blocked", holder: "strimzi topic operator", does: "set delete.topic.enable to true in spec.kafka.config of the Kafka main", then: "mark it as not managed", warns: "strimzi.io/managed=false"},
		"a Kafka that does not answer":     {text: topic("org.apache.kafka.common.errors.TimeoutException: timed out after 1 attempt(s)"), is: "KafkaTopic shop/o1: Undecided Failing", holder: "strimzi topic operator", does: "have its Kafka answer again", lacks: "delete.topic.enable", warns: "strimzi.io/managed=false"},
		"a database in error":              {text: mongo("error"), is: "PerconaServerMongoDB shop/o1: Undecided Blocked", holder: "percona mongodb operator", says: "an operator before 1.18.0 then waits for its pods for ever"},
		"a database that stops":            {text: mongo("stopping"), is: "PerconaServerMongoDB shop/o1: Undecided", holder: "percona mongodb operator", lacks: "before 1.18.0"},
		"a cluster left alone":             {text: ceph("CephCluster", "cephcluster.ceph.rook.io", "  labels:\n    ceph.rook.io/do-not-reconcile: \"\"\n"), is: "CephCluster shop/o1: Undecided Excluded", holder: "rook ceph", does: "find out who put that label there", then: "only where the whole Ceph cluster may go", warns: "at the next start of the operator"},
		"a pool left alone":                {text: ceph("CephBlockPool", "cephblockpool.ceph.rook.io", "  labels:\n    do_not_reconcile: \"true\"\n"), is: "CephBlockPool shop/o1: Undecided Excluded", holder: "rook ceph", does: "find out who put that label there", then: "have the operator look anew", warns: "label or not"},
		"a pool looked after":              {text: ceph("CephBlockPool", "cephblockpool.ceph.rook.io", "  labels:\n    do_not_reconcile: \"false\"\n"), is: "CephBlockPool shop/o1: Undecided", holder: "rook ceph", lacks: "do_not_reconcile keeps"},
		"a clean-up switched off":          {text: graph("false"), is: "NebulaBackup shop/o1: Stuck NobodyRemoves", holder: "nebula operator", says: "spec.cleanBackupData is not true by now"},
		"a clean-up wanted":                {text: graph("true"), is: "NebulaBackup shop/o1: Undecided", holder: "nebula operator", lacks: "is not true by now"},
		"a deletion to confirm":            {text: managed("  annotations:\n    instaclustr.com/clusterDeletion: triggered\n"), is: "Cassandra shop/o1: Waiting Blocked", holder: "instaclustr operator", does: "spec.twoFactorDelete confirm it"},
		"a deletion not asked yet":         {text: managed(""), is: "Cassandra shop/o1: Undecided", holder: "instaclustr operator", lacks: "confirm it"},
		"an operator that comes back":      {text: object("clickhouse.altinity.com/v1", "ClickHouseInstallation", "finalizer.clickhouseinstallation.altinity.com", "spec: {}\n"), is: "ClickHouseInstallation shop/o1: Undecided", holder: "clickhouse operator", warns: "carries this deletion out"},
		"a savepoint to dispose of":        {text: snapshot(savepoint + "true\nstatus:\n  state: COMPLETED\n  path: s3://b/1\n"), is: "FlinkStateSnapshot shop/o1: Undecided Failing", holder: "flink operator", says: "by the job of FlinkDeployment app"},
		"a savepoint to keep":              {text: snapshot(savepoint + "false\nstatus:\n  state: COMPLETED\n  path: s3://b/1\n"), is: "FlinkStateSnapshot shop/o1: Undecided Silent", holder: "flink operator", lacks: "by the job of"},
		"never looked at":                  {text: snapshot(savepoint + "true\n"), is: "FlinkStateSnapshot shop/o1: Undecided NobodyRemoves", holder: "flink operator", says: "it has no status"},
		"a job that is cancelled":          {text: job("CANCELLING"), is: "FlinkSessionJob shop/o1: Undecided Failing", holder: "flink operator", says: "releases v1.10 to v1.14 wait for ever"},
		"a job that runs":                  {text: job("RUNNING"), is: "FlinkSessionJob shop/o1: Undecided Silent", holder: "flink operator", lacks: "v1.10 to v1.14 wait for ever"},
		"a clean job that failed":          {text: backup(failed), is: "Backup shop/o1: Stuck Blocked", holder: "tidb controller manager", does: "mend what the Job clean-o1 tripped over"},
		"a policy changed":                 {text: backup("spec:\n  cleanPolicy: Retain\n"), is: "Backup shop/o1: Stuck NobodyRemoves", holder: "tidb controller manager", does: "set spec.cleanPolicy to OnFailure"},
		"a policy changed, and it failed":  {text: backup("spec:\n  cleanPolicy: Retain\nstatus:\n  conditions:\n  - {type: Failed, status: \"True\", lastTransitionTime: \"2026-02-01T09:00:00Z\"}\n"), is: "Backup shop/o1: Stuck NobodyRemoves", holder: "tidb controller manager", does: "take the finalizer off by hand", lacks: "to OnFailure"},
		"a policy as it was":               {text: backup("spec:\n  cleanPolicy: Delete\n"), is: "Backup shop/o1: Undecided Silent", holder: "tidb controller manager", lacks: "set spec.cleanPolicy"},
		"a user's secret gone":             {text: rabbit(`failed to retrieve cluster from reference: Secret "rmq-default-user" not found`), is: "Queue shop/o1: Stuck PrerequisiteGone", holder: "rabbitmq topology operator", does: "see whether its RabbitmqCluster is still there"},
		"a namespace not allowed":          {text: rabbit("resource is not allowed to reference defined cluster reference. Check the namespace of the resource is allowed as part of the cluster`s `rabbitmq.com/topology-allowed-namespaces` annotation"), is: "Queue shop/o1: Stuck Excluded", holder: "rabbitmq topology operator", does: "name its namespace (shop) in that annotation"},
		"a broker that does not answer":    {text: rabbit("dial tcp: connection refused"), is: "Queue shop/o1: Stuck Failing", holder: "rabbitmq topology operator", lacks: "default user of its RabbitmqCluster"},
	})
}
