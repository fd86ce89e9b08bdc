package signs

import (
	"strings"
	"testing"
)

func TestMechanism(t *testing.T) {
	for text, want := range map[string]string{
		"delete failed: AccessDenied: User is not authorized to perform rds:DeleteDBInstance":                                                                                    "not allowed",
		`Gear.acme.io "a" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"acme.io/x"}`: "a finalizer is put on what is being deleted",
		`Gear.acme.io "a" is invalid: spec.teeth: Forbidden: may not change while it turns`:                                                                                      "the request is not valid",
		`gears.acme.io "a" is forbidden: User "x" cannot delete resource "gears"`:                                                                                                "not allowed",
		`Internal error occurred: failed calling webhook "v.acme.io": the server could not find the requested resource`:                                                          "a webhook does not answer",
		"job.batch/web-pre-delete: BackoffLimitExceeded":                                                                                                                         "a job of it failed",
		"NoCredentialProviders: no valid providers in chain":                                                                                                                     "the configuration or the credentials are gone",
		"pq: current user cannot be dropped":                                                                                                                                     "it would drop who it works as",
		"api error Forbidden (HTTP 403)":                                                                                                                                         "not allowed",
		"volume forbidden-zone is being emptied":                                                                                                                                 "",
		"waiting for pod denied-access_denied-1":                                                                                                                                 "",
		"the job has reached its backoff limit":                                                                                                                                  "a job of it failed",
		"InstanceLimitExceeded: no more of them":                                                                                                                                 "over a quota",
		"the disk has 4031 blocks":                                                                                                                                               "",
		"BucketNotEmpty: The bucket you tried to delete is not empty":                                                                                                            "still in use",
		"DependencyViolation: The vpc 'vpc-1' has dependencies and cannot be deleted":                                                                                            "still in use",
		`connect failed: cannot get referenced ProviderConfig: "default" not found`:                                                                                              "the configuration or the credentials are gone",
		"dial tcp: lookup rds.eu-west-1.amazonaws.com: no such host":                                                                                                             "what it talks to is not reached",
		"Operation cannot be fulfilled on x: the object has been modified; please apply your changes":                                                                            "another writer was faster",
		"Throttling: Rate exceeded":                                                                                                                                              "throttled",
		"cannot track ProviderConfig usage: unable to create new content because it is being terminated":                                                                         "the namespace refuses new objects",
		"configmaps is forbidden: unable to create new content in namespace x because it is being terminated":                                                                    "the namespace refuses new objects",
		"Cannot delete protected instance: DeletionProtection is on":                                                                                                             "protected from deletion",
		"quota lock is held by job purge-4411":                                                                                                                                   "",
		"rule 403 of the firewall stays":                                                                                                                                         "",
		"exec add admin user: no primary":                                                                                                                                        "",
		"the subnet is in use by a card":                                                                                                                                         "still in use",
		`could not delete gear budget: gearbudgets.example.com "g1" not found`:                                                                                                   "what it is to delete is not there, by these words",
		"failed to delete gear g-1: gear g-1 does not exist":                                                                                                                     "what it is to delete is not there, by these words",
		"cannot delete database: Database 'APP' does not exist or not authorized":                                                                                                "not allowed",
		"DELETE https://api.github.com/repos/acme/shop: 404 Not Found []":                                                                                                        "the deletion was answered by 404",
		`failed to delete database app-db: secrets "app-db" not found`:                                                                                                           "something that it needs is not there",
		`cannot delete bucket orders-1: Secret "orders-1" not found`:                                                                                                             "something that it needs is not there",
		`failed to delete remote secret: secrets "cluster-kubeconfig" not found`:                                                                                                 "something is not there",
		`failed to delete secret "a": secrets "provider-creds" not found`:                                                                                                        "something is not there",
		`cannot delete workload cluster: clusters.cluster.x-k8s.io "prod" not found`:                                                                                             "something is not there",
		`failed to delete machine m-1: failed to get cluster client: cluster "c1" not found`:                                                                                     "something is not there",
		"failed to delete VM: could not find virtual machine vm-1":                                                                                                               "something is not there",
		`failed to detach volume: nodes "node-1" not found`:                                                                                                                      "something is not there",
		`failed to deregister target: targetgroup "web" not found`:                                                                                                               "something is not there",
		"could not find virtual machine vm-1":                                                                                                                                    "something that it needs is not there",
		"Healthy":                                                                                                                                                                "",
	} {
		got := ""
		if m := mechanismOf(text); m != nil {
			got = m.name
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// What is to go is not brought back, and its finalizer is not the first thing that is let go of.
func TestMechanismAdvice(t *testing.T) {
	for text, want := range map[string]string{
		"failed to delete VM: could not find virtual machine vm-1":        "find out whether ",
		`error removing volume: persistentvolumes "pv-1" not found`:       "find out whether ",
		"DELETE https://api.github.com/repos/acme/shop: 404 Not Found []": "look whether it is still there",
		"failed to delete gear g-1: gear g-1 does not exist":              "make sure, where it was,",
	} {
		if got := mechanismOf(text).advice(text); !strings.HasPrefix(got, want) || !strings.HasSuffix(got, `"`+text+`"`) {
			t.Errorf("%q: %s", text, got)
		}
	}
	text := "DELETE https://api.github.com/repos/acme/shop: 404 Not Found []"
	if got := mechanismOf(text).advice(text); strings.Contains(got, "finalizer") {
		t.Errorf("%q: %s", text, got)
	}
}
