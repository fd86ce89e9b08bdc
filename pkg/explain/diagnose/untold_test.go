package diagnose_test

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// TestWhyPastedPresumed names the finalizer that Kubernetes itself puts on an object of which the
// finalizers were not copied, says that it is presumed, and does not where another one speaks of it.
func TestWhyPastedPresumed(t *testing.T) {
	const claim = "$ kubectl get pvc -n shop\nNAME     STATUS        VOLUME   CAPACITY   ACCESS MODES   STORAGECLASS   AGE\ndata-0   Terminating   pv-1     5Gi        RWO            fast           26h\n"
	const volume = "$ kubectl get pv\nNAME   CAPACITY   ACCESS MODES   RECLAIM POLICY   STATUS        CLAIM         STORAGECLASS   AGE\npv-1   5Gi        RWO            Retain           Terminating   shop/data-0   fast           26h\n"
	const definition = "$ kubectl delete crd gears.zorg.io\nE0917 21:03:17.330814       1 crd_finalizer.go:288] gears.zorg.io failed with: timed out waiting for the condition\n"
	const service = "$ kubectl describe svc pay -n shop\n...\nEvents:\n  Type     Reason                    Age                 From                Message\n  ----     ------                    ----                ----                -------\n  Warning  UnAvailableLoadBalancer   34m (x2 over 81m)   service-controller  There are no available nodes for LoadBalancer\n"
	const cloud = "$ kubectl logs -n kube-system cloud-controller-manager-6d9f7b5c8-qx2lm\nE0412 10:14:41.266191       1 controller.go:275] error processing service shop/pay (will retry): failed to delete load balancer: 403 AuthorizationFailed: not authorized\n"
	const other = `{"level":"error","msg":"Reconciler error","controllerKind":"Service","name":"pay","namespace":"shop","error":"deleting the gear: AccessDenied: not authorized"}` + "\n"
	checkAll(t, map[string]pasted{
		"a claim":                            {text: claim, is: "PersistentVolumeClaim shop/data-0: Undecided", finalizer: "kubernetes.io/pvc-protection", holder: "pvc protection", says: "presumed"},
		"a volume":                           {text: volume, is: "PersistentVolume pv-1: ", finalizer: "kubernetes.io/pv-protection", holder: "pv protection", says: "presumed"},
		"a definition":                       {text: definition, is: "CustomResourceDefinition gears.zorg.io: Undecided", finalizer: "customresourcecleanup.apiextensions.k8s.io", holder: "crd finalizer (kube-apiserver)", says: "presumed", does: "see which gears there are"},
		"a service that its cloud speaks of": {text: service + cloud, is: "Service shop/pay: Stuck", finalizer: "service.kubernetes.io/load-balancer-cleanup", holder: "cloud-controller-manager", says: "presumed"},
		"a service that is told of":          {text: service, is: "Service shop/pay: Undecided", finalizer: "service.kubernetes.io/load-balancer-cleanup", holder: "cloud load balancer controller", says: "presumed", lacks: "fails"},
		"a service that another speaks of":   {text: service + other, is: "Service shop/pay: Stuck", finalizer: explain.NotCopied, says: "AccessDenied", lacks: "presumed"},
		"a service of which nothing tells":   {text: "$ kubectl delete svc pay -n shop\nI cannot delete it, it hangs\n", is: "Service shop/pay: Stuck", finalizer: explain.NotCopied, lacks: "presumed"},
		"its own finalizers":                 {text: claim + "$ kubectl get pvc data-0 -n shop -o jsonpath={.metadata.finalizers}\n[\"zorg.io/keep\"]\n", is: "PersistentVolumeClaim shop/data-0: ", finalizer: "zorg.io/keep", lacks: "presumed"},
	})
}

// TestWhyPastedOnly names the finalizer of a kind that has only one, as the catalogue knows, and does
// not where it may have others, or where its kind may be another project's.
func TestWhyPastedOnly(t *testing.T) {
	const line = `{"level":"error","msg":"Reconciler error","controllerGroup":"GROUP","controllerKind":"KIND","name":"g1","namespace":"shop","error":"deleting it: AccessDenied: not authorized"}` + "\n"
	of := func(group, kind string) string {
		return strings.NewReplacer("GROUP", group, "KIND", kind).Replace(line)
	}
	checkAll(t, map[string]pasted{
		"only one":           {text: of("ray.io", "RayCluster"), is: "RayCluster shop/g1: Stuck", finalizer: "ray.io/gcs-ft-redis-cleanup-finalizer", holder: "kuberay", says: "AccessDenied"},
		"of several":         {text: of("argoproj.io", "Application"), is: "Application shop/g1: Stuck", finalizer: explain.NotCopied, holder: "argo cd"},
		"in a log of Rust":   {text: "2026-03-01T11:58:02.123456Z  WARN reconciling object: gears::controller: reconcile failed: deleting it: AccessDenied: not authorized object.ref=RayCluster.v1.ray.io/g1.shop object.reason=error policy requested retry\n", is: "RayCluster shop/g1: Stuck", finalizer: "ray.io/gcs-ft-redis-cleanup-finalizer", holder: "kuberay", says: "AccessDenied", lacks: "object."},
		"of another project": {text: of("ray.acme.io", "RayCluster"), is: "RayCluster shop/g1: Stuck", finalizer: explain.NotCopied, maybe: "-"},
		"of its few":         {text: of("kafka.banzaicloud.io", "KafkaCluster"), is: "KafkaCluster shop/g1: Stuck", finalizer: explain.NotCopied, holder: "koperator", maybe: "finalizer.kafkaclusters.kafka.banzaicloud.io topics.kafkaclusters.kafka.banzaicloud.io users.kafkaclusters.kafka.banzaicloud.io"},
		"of whoever speaks":  {text: of("sql.cnrm.cloud.google.com", "SQLInstance"), is: "SQLInstance shop/g1: Stuck", finalizer: "cnrm.cloud.google.com/finalizer", holder: "config connector", says: "AccessDenied"},
	})
}

// TestWhyPastedGroups names who holds an object of a kind that the catalogue does not name, where it knows
// all of the groups of its domain, and what is lost if that is forced.
func TestWhyPastedGroups(t *testing.T) {
	const line = `{"level":"error","msg":"Reconciler error","controllerGroup":"GROUP","controllerKind":"Queue","name":"q1","namespace":"shop","error":"deleting it: AccessDenied: not authorized"}` + "\n"
	of := func(group string) string { return strings.Replace(line, "GROUP", group, 1) }
	checkAll(t, map[string]pasted{
		"of the domain": {text: of("sqs.services.k8s.aws"), is: "Queue shop/q1: Stuck", holder: "aws ack controller", costs: "stays in AWS", says: "AccessDenied"},
		"only like it":  {text: of("sqs.services.k8s.aws.acme.io"), is: "Queue shop/q1: Stuck", finalizer: explain.NotCopied},
		"for everybody": {text: of("gears.azure.com"), is: "Queue shop/q1: Stuck", holder: "azure service operator", says: "its holder failed"},
		"that stays":    {text: "apiVersion: sqs.services.k8s.aws/v1\nkind: Queue\nmetadata: {name: q1, namespace: shop, uid: 11111111-0000-4000-8000-000000000001, creationTimestamp: \"2026-02-01T09:00:00Z\"}\n", is: "Queue shop/q1: NotDeleting"},
	})
}

// TestWhyPastedAsked takes nobody for the holder by the webhook that refuses what that asks.
func TestWhyPastedAsked(t *testing.T) {
	const line = `{"level":"error","msg":"Reconciler error","controllerKind":"Cluster","controllerGroup":"cluster.x-k8s.io","name":"c1","namespace":"shop","error":"cannot delete it: WHO \"rancher.cattle.io.namespaces\" denied the request: Unauthorized"}` + "\n"
	checkAll(t, map[string]pasted{
		"a webhook": {text: strings.Replace(line, "WHO", "admission webhook", 1), is: "Cluster shop/c1: Stuck"},
		"who acts":  {text: strings.Replace(line, "WHO", "I,", 1), is: "Cluster shop/c1: Stuck", holder: "rancher turtles"},
	})
}

// TestWhyPastedNamed takes a finalizer that the text names for that of the object, where those were not
// copied.
func TestWhyPastedNamed(t *testing.T) {
	const line = `{"level":"error","msg":"Reconciler error","controllerGroup":"eventing.knative.dev","controllerKind":"Trigger","name":"t1","namespace":"shop","error":"deleting it: AccessDenied: not authorized"}` + "\n"
	const name = "kafka.triggers.eventing.knative.dev"
	checkAll(t, map[string]pasted{
		"in prose":         {text: line + "So neither goes. The finalizer is `" + name + "`.\n", is: "Trigger shop/t1: Stuck", finalizer: name, holder: "knative kafka"},
		"in a line":        {text: line + "E0412 10:14:41.266191 1 controller.go:275] waiting on " + name + " of shop/t1\n", is: "Trigger shop/t1: Stuck", finalizer: name, holder: "knative kafka"},
		"that is not here": {text: line + "I removed " + name + " from the others\n", is: "Trigger shop/t1: Stuck", finalizer: explain.NotCopied, holder: "knative kafka"},
		"nowhere":          {text: line, is: "Trigger shop/t1: Stuck", finalizer: explain.NotCopied, holder: "knative kafka"},
		"of another kind":  {text: line + "It has to do with foregroundDeletion and kubernetes.io/pvc-protection\n", is: "Trigger shop/t1: Stuck", finalizer: explain.NotCopied, holder: "knative kafka"},
		"unknown to all":   {text: strings.ReplaceAll(line, "knative.dev", "zorg.io") + "The finalizer is called zorg.io/oil.\n", is: "Trigger shop/t1: Stuck", finalizer: "zorg.io/oil"},
	})
}
