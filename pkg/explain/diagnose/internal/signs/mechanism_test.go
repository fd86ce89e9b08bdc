package signs

import (
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
