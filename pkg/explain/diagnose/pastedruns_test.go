package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedRuns does not have installed again first what has seen the deletion, or what was installed again.
func TestWhyPastedRuns(t *testing.T) {
	const deleting = "  - {type: Deleting, status: \"True\", reason: Cluster is being deleted}\n"
	cluster := func(conditions string) string {
		return "```yaml\napiVersion: asdb.aerospike.com/v1\nkind: AerospikeCluster\nmetadata:\n  name: b1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [asdb.aerospike.com/storage-finalizer]\nstatus:\n  conditions:\n  - {type: Initializing, status: \"True\", reason: the gear turns}\n" + conditions + "```\n"
	}
	const sees = "see whether aerospike operator runs, and if so what its log says of b1"
	const is, holder, again = "AerospikeCluster shop/b1: Undecided Silent", "aerospike operator", "if it runs nowhere, install Aerospike Kubernetes operator again"
	checkAll(t, map[string]pasted{
		"has seen it":          {text: cluster(deleting), is: is, holder: holder, does: "see what else the log of aerospike operator says of b1", lacks: "whether it runs"},
		"of before":            {text: cluster(strings.Replace(deleting, "deleted}", "deleted, lastTransitionTime: \"2026-02-01T09:00:00Z\"}", 1)), is: is, holder: holder, does: sees, then: again},
		"does not go":          {text: cluster(strings.Replace(deleting, "True", "False", 1)), is: is, holder: holder, does: sees, then: again},
		"of something else":    {text: cluster(strings.Replace(deleting, "Deleting", "Ready", 1)), is: is, holder: holder, does: sees, then: again},
		"nothing of it":        {text: cluster(""), is: is, holder: holder, does: sees, then: again, says: "whether it runs"},
		"installed again":      {text: "I also tried to delete the operator, re-install it, and create a new one.\n\n" + cluster(""), is: is, holder: holder, does: "if it runs, now that it was installed again, see what the log"},
		"not installed again":  {text: "Should I re-install the operator?\n\n" + cluster(""), is: is, holder: holder, does: sees, then: again},
		"most often another":   {text: strings.NewReplacer("asdb.aerospike.com/v1", "ceph.rook.io/v1", "AerospikeCluster", "CephFilesystemSubVolumeGroup", "asdb.aerospike.com/storage-finalizer", "cephfilesystemsubvolumegroup.ceph.rook.io").Replace(cluster("")), is: "CephFilesystemSubVolumeGroup shop/b1: Undecided Silent", holder: "rook ceph", does: "see whether rook ceph runs, and if so what its log says of b1"},
		"that did not succeed": {text: "I tried to re-install the operator, which failed.\n\n" + cluster(""), is: is, holder: holder, does: sees, then: again},
	})
}

// TestWhyPastedStanding takes the word of a person for that the controller does not run, or does, where nothing else
// tells why it does not act: what was done already is then not the first step.
func TestWhyPastedStanding(t *testing.T) {
	cluster := func(said string) string {
		return said + "\n\n```yaml\napiVersion: asdb.aerospike.com/v1\nkind: AerospikeCluster\nmetadata:\n  name: b1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [asdb.aerospike.com/storage-finalizer]\n```\n"
	}
	gear := func(said string) string {
		return said + "\n\n```yaml\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [acme.test/turns]\n```\n"
	}
	const silent, missing, holder = "AerospikeCluster shop/b1: Undecided Silent", "AerospikeCluster shop/b1: Undecided HolderMissing", "aerospike operator"
	const sees = "see whether aerospike operator runs, and if so what its log says of b1"
	const again, seen = "if it runs nowhere, install Aerospike Kubernetes operator again", "see what the log of aerospike operator says of b1"
	checkAll(t, map[string]pasted{
		"does not run":               {text: cluster("It hangs. The operator is not running any more."), is: missing, holder: holder, says: "aerospike operator does not run any more, by what is written beside it: \"The operator", does: "install aerospike operator again"},
		"on two lines":               {text: cluster("It hangs since the operator\nis not running any more."), is: missing, holder: holder, does: "install aerospike operator again"},
		"was deleted":                {text: cluster("I already deleted the aerospike operator."), is: "AerospikeCluster shop/b1: Stuck HolderMissing", holder: holder, does: "install aerospike operator again"},
		"was deleted and is back":    {text: cluster("I deleted the operator. The operator is running now."), is: silent, holder: holder, says: "it runs, by what", does: seen},
		"may not run":                {text: cluster("I wonder whether the operator is not running any more."), is: silent, holder: holder, says: "whether it runs is not", does: sees, then: again},
		"another does not run":       {text: cluster("The mysql operator is not running any more."), is: silent, holder: holder, says: "whether it runs is not", does: sees, then: again},
		"its pod was deleted":        {text: cluster("I deleted the operator pod."), is: silent, holder: holder, says: "it runs, by what", does: "since it runs, and was started anew already, " + seen},
		"a line of a log":            {text: cluster("I0201 10:00:00.000000 1 main.go:1] the operator is not running any more"), is: silent, holder: holder, lacks: "does not run any more"},
		"it comes back":              {text: cluster("I removed the finalizer but it came back."), is: silent, holder: holder, does: "since somebody puts the finalizer back, so that it runs, " + seen},
		"of a kind not known":        {text: gear("The gear operator was uninstalled."), is: "Gear shop/g1: Undecided HolderMissing", says: "its controller does not run any more", does: "install its controller, whose finalizers begin with acme.test, again"},
		"that one runs":              {text: gear("I restarted the operator."), is: "Gear shop/g1: Undecided HolderUnknown", does: "find its controller, which runs by what is written"},
		"that one puts it back":      {text: gear("I took the finalizer off and it came back."), is: "Gear shop/g1: Undecided HolderUnknown", does: "find who puts acme.test/turns back"},
		"nobody says anything of it": {text: cluster("It hangs."), is: silent, holder: holder, says: "whether it runs is not", does: sees, then: again},
	})
}

// TestWhyPastedTable takes from the tables beside the object whether its holder ran when that was copied, and has its log
// read, or it started: never from those of another program or cluster, of before, or of what the object itself runs.
func TestWhyPastedTable(t *testing.T) {
	object := func(kind, finalizer, said string) string {
		return said + "\n\n```yaml\napiVersion: " + strings.Split(finalizer, "/")[0] + "/v1\nkind: " + kind + "\nmetadata:\n  name: b1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [" + finalizer + "]\n```\n"
	}
	cluster := func(said string) string {
		return object("AerospikeCluster", "asdb.aerospike.com/storage-finalizer", said)
	}
	gear := func(said string) string { return object("Gear", "acme.test/turns", said) }
	const get, head = "$ kubectl get pods -n operators\n", "NAME   READY   STATUS   RESTARTS   AGE\n"
	const manager = "aerospike-operator-controller-manager-6dcc59d7d8-p6hvn   "
	const runs, crashes = manager + "2/2   Running   3 (22s ago)   6d20h\n", manager + "1/2   CrashLoopBackOff   26 (22s ago)   6d20h\n"
	const silent, missing, down, holder = "AerospikeCluster shop/b1: Undecided Silent", "AerospikeCluster shop/b1: Undecided HolderMissing", "AerospikeCluster shop/b1: Undecided HolderNotReady", "aerospike operator"
	const sees = "see whether aerospike operator runs, and if so what its log says of b1"
	const again, seen, ran, untold = "if it runs nowhere, install Aerospike", "see what the log of aerospike operator says of b1", "it ran when this was copied (pod aerospike-operator-controller-manager-6dcc59d7d8-p6hvn)", "whether it runs is not in the dump"
	checkAll(t, map[string]pasted{
		"runs":                         {text: cluster(get + head + runs), is: silent, holder: holder, says: ran, does: seen},
		"in all namespaces":            {text: cluster("$ kubectl get pods -A\nNAMESPACE   " + head + "operators   " + runs), is: silent, holder: holder, says: ran, does: seen},
		"without a head":               {text: cluster("$ kubectl get pods | grep operator\n" + runs), is: silent, holder: holder, says: ran, does: seen},
		"its Deployment runs":          {text: cluster("$ kubectl get deploy -n operators\nNAME   READY   UP-TO-DATE   AVAILABLE   AGE\naerospike-operator-controller-manager   1/1   1   1   4d\n"), is: silent, holder: holder, says: "it ran when this was copied (deployment", does: seen},
		"is scaled to zero":            {text: cluster("$ kubectl get deploy -n operators\nNAME   READY   UP-TO-DATE   AVAILABLE   AGE\naerospike-operator-controller-manager   0/0   0   0   4d\n"), is: "AerospikeCluster shop/b1: Undecided HolderScaledDown", holder: holder, does: "bring it back: scale it up"},
		"crashes":                      {text: cluster(get + head + crashes), is: down, holder: holder, says: "is shown as CrashLoopBackOff, 1 of 2 ready", does: "what it said before it ended tells why"},
		"has no image":                 {text: cluster(get + head + strings.NewReplacer("2/2", "0/2", "Running", "ImagePullBackOff").Replace(runs)), is: down, holder: holder, says: "ImagePullBackOff", does: "what is said of it tells why"},
		"crashed and then runs":        {text: cluster(get + head + crashes + "\n" + get + head + runs), is: silent, holder: holder, says: ran},
		"crashed before it was mended": {text: cluster(get + head + crashes + "\nThe operator is running now."), is: silent, holder: holder, lacks: "CrashLoopBackOff"},
		"was taken off since":          {text: cluster(get + head + runs + "$ helm uninstall aerospike-operator -n operators\n"), is: missing, holder: holder, says: "was uninstalled", lacks: ran},
		"is taken off by words":        {text: cluster(get + head + runs + "\nI uninstalled the operator."), is: missing, holder: holder, lacks: ran},
		"starts":                       {text: cluster(get + head + strings.NewReplacer("2/2", "0/2", "Running", "ContainerCreating").Replace(runs)), is: silent, holder: holder, lacks: "did not run"},
		"ends":                         {text: cluster(get + head + strings.Replace(runs, "Running", "Terminating", 1)), is: silent, holder: holder, says: untold, does: sees, then: again},
		"of another cluster":           {text: cluster("$ kubectl --context other get pods -n operators\n" + head + runs), is: silent, holder: holder, says: untold, does: sees, then: again},
		"of another cluster in words":  {text: cluster("On another cluster it is fine:\n\n" + get + head + runs), is: silent, holder: holder, says: untold, does: sees, then: again},
		"of another program":           {text: cluster(get + head + strings.Replace(runs, "aerospike-operator", "mysql-operator", 1)), is: silent, holder: holder, says: untold, does: sees, then: again},
		"of the object":                {text: cluster("$ kubectl get pods -n shop\n" + head + "b1-0   1/1   Running   0   4d\n"), is: silent, holder: holder, says: untold, does: sees, then: again},
		"its namespace is empty":       {text: cluster("$ kubectl get pods -n aerospike\nNo resources found in aerospike namespace.\n"), is: missing, holder: holder, says: "aerospike operator is not there, by what was answered where it belongs", does: "install aerospike operator again"},
		"its namespace is gone":        {text: cluster("$ kubectl get ns aerospike\nError from server (NotFound): namespaces \"aerospike\" not found\n"), is: missing, holder: holder, does: "install aerospike operator again"},
		"empty by its name":            {text: gear("$ kubectl get all -n acme-system\nNo resources found in acme-system namespace.\n"), is: "Gear shop/b1: Undecided HolderMissing", says: "its controller is not there", does: "install its controller again"},
		"empty and installed since":    {text: cluster("$ kubectl get pods -n aerospike\nNo resources found in aerospike namespace.\n$ helm install aerospike-operator aerospike/aerospike-operator -n aerospike\n"), is: silent, holder: holder, lacks: "is not there"},
		"another namespace is empty":   {text: gear("$ kubectl get all -n mill-system\nNo resources found in mill-system namespace.\n"), is: "Gear shop/b1: Undecided HolderUnknown", lacks: "is not there"},
		"none of something else":       {text: cluster("$ kubectl get secrets -n aerospike\nNo resources found in aerospike namespace.\n"), is: silent, holder: holder, says: untold},
		"none with a label":            {text: cluster("$ kubectl get pods -n aerospike -l app=x\nNo resources found in aerospike namespace.\n"), is: silent, holder: holder, says: untold},
		"near by its name":             {text: gear("$ kubectl get pods -n mill\n" + head + "acme-operator-6dcc59d7d8-p6hvn   1/1   Running   0   4d\n"), is: "Gear shop/b1: Undecided HolderUnknown", holder: "acme-operator", says: "nearest by name: acme-operator", does: "see what the log of acme-operator says of b1"},
		"near, and so is another":      {text: gear("$ kubectl get pods -n mill\n" + head + "acme-operator-6dcc59d7d8-p6hvn   1/1   Running   0   4d\nacme-web-controller-6dcc59d7d8-p6hvn   1/1   Running   0   4d\n"), is: "Gear shop/b1: Undecided HolderUnknown", lacks: "nearest"},
		"a name of any":                {text: gear("$ kubectl get pods -n mill\n" + head + "operator-6dcc59d7d8-p6hvn   1/1   Running   0   4d\n"), is: "Gear shop/b1: Undecided HolderUnknown", lacks: "nearest"},
	})
}

// TestWhyPastedProgram names the program of which a log is that has several controllers of a kind, by its logger.
func TestWhyPastedProgram(t *testing.T) {
	beside := func(logger, controller string) string {
		return "The Gear does not go:\n\n2026-02-01T10:00:00Z    DEBUG    " + logger + "    cannot delete GearUsage    {\"controller\": \"" + controller + "\", \"request\": {\"name\":\"g1\"}, \"name\": \"g1\", \"error\": \"it is bent\"}\n\n```yaml\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  deletionTimestamp: \"2026-02-01T09:00:00Z\"\n  finalizers: [acme.test/turns]\n```\n"
	}
	const is = "Gear g1: Undecided Failing"
	checkAll(t, map[string]pasted{
		"by its logger":           {text: beside("provider-mill", "gear/gear.acme.test"), is: is, holder: "provider-mill"},
		"a logger of any":         {text: beside("manager", "gear/gear.acme.test"), is: is},
		"a controller of another": {text: beside("provider-mill", "gear/shaft.acme.test"), is: is},
		"one of the kind":         {text: beside("provider-mill", "gear"), is: "Gear g1: Stuck Failing", holder: "gear controller"},
	})
}

// TestWhyPastedHeard tells that the holder ran where a log has words of it about the object, without a time too, and not
// where a person or the API server says something.
func TestWhyPastedHeard(t *testing.T) {
	for said, heard := range map[string]bool{
		`{"level":"error","msg":"Reconciler error","controllerKind":"Gear","controllerGroup":"acme.test","name":"g1","error":"it is bent"}`: true,
		`{"level":"error","msg":"Reconciler error","controllerKind":"Mill","controllerGroup":"acme.test","name":"m1","error":"it is bent"}`: false,
		`Error from server (NotFound): gears.acme.test "g1" not found`:                                                                      false,
		`The controller of Gear g1 fails, as it is bent.`:                                                                                   false,
	} {
		p := pasted{text: said + "\n\n```yaml\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  deletionTimestamp: \"2026-02-01T09:00:00Z\"\n  finalizers: [acme.test/turns]\n```\n"}
		if is := holdOf(p.read(t)).Heard; is != heard {
			t.Errorf("heard is %v of %s", is, said)
		}
	}
}

// TestWhyPastedDenial takes what a person says that there is none of for no reason.
func TestWhyPastedDenial(t *testing.T) {
	beside := func(said string) string {
		return "$ kubectl delete gearboxes.acme.test my-box\ngearbox.acme.test \"my-box\" deleted\n^C\n\n" + said + "\n"
	}
	const none = "Gearbox my-box: Undecided"
	checkAll(t, map[string]pasted{
		"no webhook":       {text: beside("There is no webhook that failed."), is: none, lacks: "webhook"},
		"no error":         {text: beside("No errors in the log of the mill. Nothing is blocked."), is: none, lacks: "mill"},
		"it is not in use": {text: beside("The box is not in use by a mill."), is: none, lacks: "mill"},
		"but another":      {text: beside("No webhook failed, but the mill refuses it: forbidden"), is: "Gearbox my-box: Stuck Failing", says: "the mill refuses"},
		"it was not found": {text: beside("Error: the mill was not found"), is: "Gearbox my-box: Stuck Failing", says: "mill was not found"},
	})
}

// TestWhyPastedController names the controller of the kind whose log was copied beside the object, where nobody else is
// known to hold it.
func TestWhyPastedController(t *testing.T) {
	beside := func(finalizer, line string) string {
		return "```yaml\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [" + finalizer + "]\n```\n\n```\n" + line + "\n```\n"
	}
	const own, foreign = "acme.test/turns", "other.test/turns"
	const logger = `{"level":"info","ts":"2026-02-01T10:00:01Z","logger":"controllers.Gear","msg":"turning","namespace":"shop","name":"g1"}`
	const fields = `E0201 10:00:01.000000       1 controller.go:329] "Reconciler error" err="the shaft is bent" controller="gear-operator" controllerGroup="acme.test" controllerKind="Gear" Gear="shop/g1" namespace="shop" name="g1"`
	const is, silent = "Gear shop/g1: Undecided ", "Gear shop/g1: Undecided Silent"
	checkAll(t, map[string]pasted{
		"by its logger":         {text: beside(own, logger), is: silent, holder: "gear controller", does: "see what else the log of gear controller says"},
		"for people":            {text: beside(own, "2026-02-01T10:00:01Z\tINFO\tcontrollers.Gear\tturning the gear\t{\"gear\": \"shop/g1\"}"), is: silent, holder: "gear controller"},
		"by its fields":         {text: beside(own, fields), is: "Gear shop/g1: Stuck Failing", holder: "gear-operator", says: "gear-operator failed"},
		"of another's domain":   {text: beside(foreign, logger), is: "Gear shop/g1: Undecided HolderUnknown", holder: "gear controller", says: "the log that was copied beside it is that of gear controller"},
		"of another kind":       {text: beside(own, strings.Replace(logger, "Gear", "Rack", 1)), is: is},
		"about another object":  {text: beside(own, strings.Replace(logger, "g1", "g2", 1)), is: is},
		"of another group":      {text: beside(own, strings.Replace(fields, `"acme.test"`, `"mill.test"`, 1)), is: "Gear shop/g1: "},
		"of two of them":        {text: beside(own, logger+"\n"+fields), is: "Gear shop/g1: Stuck Failing"},
		"Kubernetes' own kinds": {text: strings.Replace(strings.ReplaceAll(beside(own, strings.Replace(logger, "Gear", "Ingress", 1)), "kind: Gear", "kind: Ingress"), "acme.test/v1", "networking.k8s.io/v1", 1), is: "Ingress shop/g1: "},
	})
}

// TestWhyPastedTakenOff takes commands that were copied beside an object, and what these have printed, for that its
// holder was taken off the cluster, where they are of that one and nothing tells that it is there again.
func TestWhyPastedTakenOff(t *testing.T) {
	scaled := func(said string) string {
		return "```yaml\napiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata:\n  name: web\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [finalizer.keda.sh]\n```\n\n" + said + "\n"
	}
	gear := func(said string) string {
		return "```yaml\napiVersion: gears.acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [gears.acme.test/turns]\n```\n\n" + said + "\n"
	}
	const stuck, missing, silent, holder, again = "ScaledObject shop/web: Stuck HolderMissing", "ScaledObject shop/web: Undecided HolderMissing", "ScaledObject shop/web: Undecided Silent", "keda", "install keda again, so that it can clean up before it is uninstalled"
	checkAll(t, map[string]pasted{
		"its release":          {text: scaled("I ran `helm uninstall keda -n keda` first."), is: stuck, holder: holder, says: "keda was uninstalled", does: again},
		"with its chart":       {text: scaled("$ helm install keda kedacore/keda -n keda\n$ helm uninstall keda -n keda"), is: stuck, holder: holder, does: again + ": Deployment/keda-operator in namespace keda"},
		"its namespace":        {text: scaled("$ kubectl delete ns keda"), is: stuck, holder: holder, does: again},
		"its workload":         {text: scaled("$ kubectl delete -f all.yaml\ndeployment.apps \"keda-operator\" deleted"), is: stuck, holder: holder, does: again},
		"what it was built as": {text: scaled("$ make undeploy"), is: missing, holder: holder, does: again},
		"by its chart":         {text: scaled("I removed the KEDA helm chart and then deleted it."), is: missing, holder: holder, says: "keda does not run any more"},
		"of a kind not known":  {text: gear("$ helm uninstall gears -n gears"), is: "Gear shop/g1: Undecided HolderMissing", says: "its controller was uninstalled, by what was copied", does: "install its controller again"},
		"of the object's own":  {text: gear("$ helm uninstall gear -n shop"), is: "Gear shop/g1: Undecided HolderUnknown"},
		"another project":      {text: scaled("`helm uninstall cert-manager` was run first."), is: silent, holder: holder, says: "whether it runs is not"},
		"its own namespace":    {text: scaled("$ kubectl delete ns shop\nnamespace \"shop\" deleted"), is: silent, holder: holder, says: "whether it runs is not"},
		"it hangs":             {text: scaled("$ helm uninstall keda -n keda\n\nThe uninstall hangs on a hook."), is: silent, holder: holder, says: "whether it runs is not"},
		"it was refused":       {text: scaled("$ make undeploy\nmake: *** [undeploy] Error 1"), is: silent, holder: holder, says: "whether it runs is not"},
		"advice":               {text: scaled("You can run `helm uninstall keda` then."), is: silent, holder: holder, says: "whether it runs is not"},
		"it is back":           {text: scaled("$ helm uninstall keda\n$ helm install keda kedacore/keda"), is: silent, holder: holder, says: "whether it runs is not"},
		"it is said to be":     {text: scaled("$ helm uninstall keda\n\nI have reinstalled the operator since."), is: silent, holder: holder, says: "it was installed again"},
	})
}
