package failure

import (
	"strings"
	"testing"
)

func TestMechanism(t *testing.T) {
	for text, want := range map[string]string{
		`Exceeded failedDeleteThreshold threshold: 15, for volume "pvc-1", provisioner will not attempt retries for this volume`: "it has failed too often",
		"unknown rack profile small-7":                                                  "something that it needs is not there",
		"cannot size the gear: unknown class \"small\"":                                 "something that it needs is not there",
		"unknown pump template small":                                                   "",
		`unknown pump template: "small"`:                                                "something that it needs is not there",
		"(unknown pump template small-7)":                                               "something that it needs is not there",
		"unknown gear provider error":                                                   "",
		"unknown gear provider error-500":                                               "",
		`unknown gear provider "rpc-error"`:                                             "",
		"unknown gear driver: pump-7":                                                   "",
		"unknown gear driver version v1.2":                                              "",
		"unknown gear driver v1.2":                                                      "",
		"unknown gear provider: bent-by peer":                                           "",
		"unknown gear pool small-7 of the mill":                                         "",
		"unknown template of the gear that was bent":                                    "",
		"unknown teeth small-7 of the gear":                                             "",
		"the profile small-7 of the rack is of an unknown":                              "",
		"Internal error occurred: error resolving resource":                             KindUnserved,
		`cannot list gears: "Internal error occurred: error resolving resource", again`: KindUnserved,
		"Internal error occurred: error resolving resource teeth of the gear":           "",
		"Failure sending request: StatusCode=0 -- Original Error: autorest/azure: Service returned an error. Status=<nil> <nil>": "the cause is not told",
		`Service returned an error. Status=<nil> Code="Bent" Message="The gear is bent"`:                                         "",
		"cannot delete gear g1: an unknown error occurred.":                                                                      "the cause is not told",
		"an internal error occurred: the gear is bent":                                                                           "",
		"no unexpected errors occurred in gear g1":                                                                               "",
		"the gear is not allowed to perform a turn while it is greased":                                                          "",
		"error finding gear by id: MillFault: Permission to perform this operation was denied.":                                  "not allowed",
		"rights for turning gears are refused":                                                                                   "",
		"the permission to turn it was granted":                                                                                  "",
		"permission for it: no gear was denied":                                                                                  "",
		"role/turner is not allowed to perform gears:Turn on gear g-1":                                                           "not allowed",
		"error resolving resource":                                                                                               "",
		"DELETE /v1/gears/: Missing argument: 'gear_ident'":                                                                      "its record of what it made is empty",
		"cannot delete gear: no ID set on the object":                                                                            "its record of what it made is empty",
		"failed to free teeth: gearID must not be empty":                                                                         "its record of what it made is empty",
		"the ID of the gear is not set in status":                                                                                "its record of what it made is empty",
		"validation error: missing required field, DeleteGearInput.GearId":                                                       "its record of what it made is empty",
		"FinalGearIdentifier is required unless SkipFinalGear is specified":                                                      "the request is not valid",
		"GearIdentifier is required":                                                                                             "its record of what it made is empty",
		"the parameter FinalGearIdentifier is not valid":                                                                         "",
		"the house has still Belts":                                                                                              "still in use",
		"project ID must not be empty":                                                                                           "",
		"the request id is missing":                                                                                              "",
		"nothing that is valid may be empty":                                                                                     "",
		"no gear with ID g-1 is given away":                                                                                      "",
		"cannot destroy the house: state file not found":                                                                         "its record of what it made is lost",
		"cannot plan the house: no matching gear house found":                                                                    "what it looks up first is not there",
		"no matching belt was put on":                                                                                            "",
		"cannot resolve references: spec.beltRef: referenced field was empty (referenced resource may not yet be ready)":         "what it refers to cannot be made out",
		"error resolving value of target field of referenced resource gears/g1: field teeth is unsupported":                      "what it refers to cannot be made out",
		"rpc error: code = Unauthenticated desc = token invalid":                                                                 "not allowed",
		"panic: runtime error: slice bounds out of range":                                                                        "its controller breaks at it",
		"409 gears stand in the house":                                                                                           "",
		"HTTP 409: the gear turns":                                                                                               "it conflicts with something that is there",
		"gear status must be free or bent":                                                                                       "its state does not let it be deleted",
		"failed to decrypt the plan of the gear":                                                                                 "something that it reads cannot be understood",
		"cannot destroy the gear without setting deletion_protection=false":                                                      "protected from deletion",
		"delete failed: AccessDenied: User is not authorized to perform rds:DeleteDBInstance":                                    "not allowed",
		`Gear.acme.io "a" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"acme.io/x"}`: "a finalizer is put on what is being deleted",
		`Gear.acme.io "a" is invalid: spec.teeth: Forbidden: may not change while it turns`:                                                                                      "the request is not valid",
		`gears.acme.io "a" is forbidden: User "x" cannot delete resource "gears"`:                                                                                                "not allowed",
		`Internal error occurred: failed calling webhook "v.acme.io": the server could not find the requested resource`:                                                          "a webhook does not answer",
		"job.batch/web-pre-delete: BackoffLimitExceeded":                                                                                                                         "a job of it failed",
		"NoCredentialProviders: no valid providers in chain":                                                                                                                     "the configuration or the credentials are gone",
		`Cannot delete object propagated from namespace "gears"`:                                                                                                                 "a copy is kept from deletion",
		`admission webhook "v.acme.io" denied the request: gears synced from namespace "house" cannot be deleted`:                                                                "a copy is kept from deletion",
		`admission webhook "v.acme.io" denied the request: cannot delete a gear that turns`:                                                                                      "a webhook refuses it",
		`the object propagated from namespace "gears" is deleted`:                                                                                                                "",
		"pq: current user cannot be dropped":                                                                                                                                     "it would drop who it works as",
		"api error Forbidden (HTTP 403)":                                                                                                                                         "not allowed",
		"volume forbidden-zone is being emptied":                                                                                                                                 "",
		"waiting for pod denied-access_denied-1":                                                                                                                                 "",
		"the job has reached its backoff limit":                                                                                                                                  "a job of it failed",
		"InstanceLimitExceeded: no more of them":                                                                                                                                 "over a quota",
		"the disk has 4031 blocks":                                                                                                                                               "",
		"BucketNotEmpty: 14 objects are under legal hold LH-3 until 2027-03-01":                                                                                                  "kept by a hold",
		"AccessDenied: Access Denied because object protected by object lock":                                                                                                    "kept by a hold",
		"blob is immutable due to an immutability policy":                                                                                                                        "kept by a hold",
		"request timed out while looking up objects under retention policy 7d":                                                                                                   "what it talks to is not reached",
		"cannot update the description: backup is immutable after completion":                                                                                                    "the request is not valid",
		"failed to update the retention policy: AccessDenied":                                                                                                                    "not allowed",
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
		"retry failed with context deadline exceeded, last error: the subnet is in use by a card":                                                                                "still in use",
		"timed out waiting for the condition, last error: bucket not empty":                                                                                                      "still in use",
		"retry failed, last error: context deadline exceeded":                                                                                                                    "what it talks to is not reached",
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
		"failed to delete VM: could not find virtual machine vm-1":                                                                                                               "what is outside of the cluster is not there, by these words",
		`failed to detach volume: nodes "node-1" not found`:                                                                                                                      "something is not there",
		`failed to deregister target: targetgroup "web" not found`:                                                                                                               "something is not there",
		"could not find virtual machine vm-1":                                                                                                                                    "what is outside of the cluster is not there, by these words",
		"cleanup failed: connect ECONNREFUSED 10.0.3.3:8080":                                                                                                                     "what it talks to is not reached",
		"Cannot delete, object is referred by: ['Pool p-1', 'PoolGroup g-1']":                                                                                                    "others still refer to it",
		"the gear is referred to by its maker as 'blue'":                                                                                                                         "",
		"URL: DELETE https://vault.acme.io:8200/v1/auth/gear/config Code: 405. Errors: * unsupported operation":                                                                  "who answers cannot do what is asked",
		"bucket gear-405 is not reconciled yet":                                                                                                                                  "",
		"getaddrinfo ENOTFOUND api.acme.io":                                                                                                                                      "what it talks to is not reached",
		"dial tcp: lookup api.acme.io: no such host":                                                                                                                             "what it talks to is not reached",
		"NoSuchHostedZone: no hosted zone of that id":                                                                                                                            "something that it needs is not there",
		"timed out waiting for the volume to be detached":                                                                                                                        "what is to go first does not go in time",
		"timed out waiting for a reply of the gear house":                                                                                                                        "what it talks to is not reached",
		"gave up waiting for pods to be deleted":                                                                                                                                 "what is to go first does not go in time",
		"failed to look up the gear house: Internal Server Error":                                                                                                                "what it talks to fails itself",
		"the gear house answered with status code 502":                                                                                                                           "what it talks to fails itself",
		"the server is busy, try again":                                                                                                                                          "",
		"the gear is in state turning":                                                                                                                                           "",
		"a client for cluster gears was made":                                                                                                                                    "",
		"gear 502 is bent":                                                                                                                                                       "",
		"the name of the secret is empty":                                                                                                                                        "",
		"the name of the class must not be empty":                                                                                                                                "",
		"the gear house is empty":                                                                                                                                                "",
		"the gear was never bent":                                                                                                                                                "",
		"rpc error: code = NotFound desc = gear g-1 not found":                                                                                                                   "something that it needs is not there",
		"runtime error: invalid memory address or nil pointer dereference":                                                                                                       "its controller breaks at it",
		"AnotherOperationInProgress: it is being turned":                                                                                                                         "another operation runs at it",
		"Error acquiring the state lock: gears is taken":                                                                                                                         "somebody else has it locked",
		"the gear is locked": "",
		`database "gears" is being accessed by other users`:                                                                "still in use",
		"decommission timed out: 14 ranges have no other rack":                                                             "what is to go first does not go in time",
		"drain of rack-2 timed out: dial tcp 10.0.0.1:9: i/o timeout":                                                      "what it talks to is not reached",
		"gear g-1 is currently attached to shaft s-1":                                                                      "still in use",
		"volume g-1 has snapshots":                                                                                         "still in use",
		"gears cannot be deleted in state: InvalidGearState":                                                               "its state does not let it be deleted",
		"json: cannot unmarshal string into Go struct field Spec.teeth of type int32":                                      "something that it reads cannot be understood",
		`pods "g1" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true`:                           "a pod of it may not be as it is",
		`pods "g1" is forbidden: error looking up service account shop/a: serviceaccount "a" not found`:                    "a service account that it needs is not there",
		"Cannot evict pod as it would violate the pod's disruption budget.":                                                "a disruption budget keeps a pod",
		"HTTP 429 Too Many Requests: cannot evict pod as it would violate the pod's disruption budget":                     "a disruption budget keeps a pod",
		"The disruption budget g1 needs 3 healthy pods and has 3 currently":                                                "a disruption budget keeps a pod",
		"The disruption budget g1 does not allow evicting pods currently because it failed sync":                           "a disruption budget keeps a pod",
		"evicting pod violates a PDB (Pod=shop/g1)":                                                                        "a disruption budget keeps a pod",
		`removing termination finalizer, Gear.acme.test "g1" is invalid: spec: Invalid value: "object": spec is immutable`: "its finalizer cannot be taken off: the object is not valid",
		`adding finalizer, Gear.acme.test "g1" is invalid: spec: Invalid value: "object": spec is immutable`:               "the request is not valid",
		"Drain failed - resource name may not be empty":                                                                    "it looks for something by a name that is empty",
		"the name of a resource group":                                                                                     "",
		"evicting pods: Too Many Requests":                                                                                 "throttled",
		`password authentication failed for user "gears"`:                                                                  "not allowed",
		"InvalidAccessKeyId: the key that you gave does not exist":                                                         "not allowed",
		"etcdserver: request timed out":                                                                                    "the storage of the API server does not keep up",
		"write /gears: no space left on device":                                                                            "no room is left",
		"cannot write: no space left":                                                                                      "no room is left",
		"no space left in the pool p-1":                                                                                    "no room is left",
		"no space left between the cogs is allowed":                                                                        "",
		"the field must have no space left of its name":                                                                    "",
		"command terminated with exit code 2":                                                                              "a command of it failed",
		"the exit code 0 of the gear":                                                                                      "",
		`jobs.batch "clean" already exists`:                                                                                "what it is to make is there already",
		`could not delete disruption budget: disruptionbudgets.policy "g1" not found`:                                      "what it is to delete is not there, by these words",
		"error parsing the answer of the gear: unexpected end of JSON input":                                               "",
		"context canceled": "it was ended in the middle",
		"API error: 422 Unprocessable Entity: teeth must be even":                                 "the request is not valid",
		`failed to stop the mill: unknown mill class "fast-2"`:                                    "something that it needs is not there",
		`unknown component template big-7`:                                                        "something that it needs is not there",
		`unknown class of error`:                                                                  "",
		`unknown template variable "x"`:                                                           "",
		`Project #4711 has been deleted`:                                                          "what it stands in is gone, or about to be",
		`project p-1 was deleted: connection refused`:                                             "what it talks to is not reached",
		`the old project p-1 was deleted`:                                                         "",
		`the project's gear has been deleted`:                                                     "",
		`service account g-1 was deleted`:                                                         "",
		`tenantID must not be empty`:                                                              "",
		`vpc id is empty in provider config`:                                                      "",
		`failed to assume role: arn: invalid prefix`:                                              "",
		`oauth2: invalid ID token`:                                                                "",
		`"AKIAXX" is not a valid AWS access key id`:                                               "",
		`webhook certificate was never created`:                                                   "",
		`connection to the workload cluster was never made`:                                       "",
		`another operation (install/upgrade/rollback) is in progress`:                             "another operation of Helm is in progress",
		`timed out waiting for instance i-1 to terminate`:                                         "what it talks to is not reached",
		`timed out waiting for credentials to delete the bucket`:                                  "what it talks to is not reached",
		`timed out waiting for the API server to be good before deleting`:                         "what it talks to is not reached",
		`failed to sync cache: timed out waiting for the condition`:                               "what it talks to is not reached",
		`failed to delete volume v-1: timed out waiting for the condition`:                        "what is to go first does not go in time",
		`error: 500 objects remain`:                                                               "",
		"gear 9476 is not ACTIVE, current turning status: ERROR":                                  "its state does not let it be deleted",
		"gear 9476 is not available in the market, whatever its maker says of it":                 "",
		`error 500 from the gear house`:                                                           "what it talks to fails itself",
		"missing gear-keys Secret":                                                                "the configuration or the credentials are gone",
		"it fails due to missing the `gear-keys-1` ConfigMap":                                     "the configuration or the credentials are gone",
		"missing plain Secret of it":                                                              "",
		"missing gear-keys of it":                                                                 "",
		`field name must be not empty`:                                                            "",
		`object is locked by legal hold`:                                                          "kept by a hold",
		`cannot delete registry r1: it is not empty`:                                              "still in use",
		`failed to delete PodDisruptionBudget shop/a: User "x" cannot delete resource: forbidden`: "not allowed",
		"continue to destroy the gear: gear deletion isn't completed.":                            "what it has begun is not finished yet",
		"deletion is not completed: AccessDenied: no":                                             "not allowed",
		"gear deletion completed":                                                                 "",
		"cannot turn the gear: turning failed: ":                                                  "the cause is cut off",
		"cannot turn the gear: turning failed: it is bent":                                        "",
		"the gears that there are:":                                                               "",
		"Healthy":                                                                                 "",
	} {
		got := ""
		if m := Of(text); m != nil {
			got = m.Name
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// What is to go is not brought back, and its finalizer is not the first thing that is let go of.
func TestMechanismAdvice(t *testing.T) {
	for text, want := range map[string]string{
		"failed to delete VM: could not find virtual machine vm-1":        "look, where it was, ",
		"DELETE https://api.github.com/repos/acme/shop: 404 Not Found []": "look whether it is still there",
		"failed to delete gear g-1: gear g-1 does not exist":              "make sure, where it was,",
		"rpc error: code = NotFound desc = volume v-1 not found":          "look, where it was, ",
		`user "gears" not found`:                                          "find out whether ",
	} {
		if got, _ := Of(text).Advice(text, ""); !strings.HasPrefix(got, want) || !strings.HasSuffix(got, `"`+text+`"`) {
			t.Errorf("%q: %s", text, got)
		}
	}
	for text, want := range map[string]string{
		`Unexpected response code: 500 (rpc error: chain "mill" uses two sorts of oil)`: `mend, where it is kept, what these words name, for which what its controller talks to refuses, so that the controller goes on: rpc error: chain "mill" uses two sorts of oil`,
		`Unexpected response code: 500 (internal server error)`:                         `see to what its controller talks to: `,
	} {
		if got, _ := Of(text).Advice(text, ""); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s", text, got)
		}
	}
	text := `error removing volume: persistentvolumes "pv-1" not found`
	if got, _ := Of(text).Advice(text, ""); !strings.HasPrefix(got, `find out whether persistentvolumes "pv-1", which is not there, is what is to go, `) {
		t.Errorf("%q: %s", text, got)
	}
	text = "DELETE https://api.github.com/repos/acme/shop: 404 Not Found []"
	if got, _ := Of(text).Advice(text, ""); strings.Contains(got, "finalizer") {
		t.Errorf("%q: %s", text, got)
	}
}

// The first thing to do is named by what the words name.
func TestMechanismNames(t *testing.T) {
	for text, want := range map[string]string{
		`got 409 instead {"message": "member c6458b52-cef8 is using this pool", "type": "EntityInUse"}`: "have member c6458b52-cef8 use the pool no more, ",
		"subnet sn-4 still has network interface eni-9":                                                 "see whether anybody needs network interface eni-9 of subnet sn-4: ",
		"DELETE https://api.github.com/repos/acme//keys/k1: 404 Not Found []":                           "see why a part is empty of the address that its controller calls, https://api.github.com/repos/acme//keys/k1: ",
		"Cannot remove project 'p1' finalizer as is referenced by 2 applications":                       "see which 2 applications these are, and have them refer to another one, ",
		"subnet sn-4 still has 2 network interfaces":                                                    "see whether anybody needs the 2 network interfaces of subnet sn-4: ",
		"unable to load the config: open /etc/gear/teeth.yaml: no such file or directory":               "have the file /etc/gear/teeth.yaml there again for its controller: ",
		"cannot close: open /dev/gear-1: no such file or directory":                                     "find out whether what is not there is what is to go, ",
		"bucket logs-1 still has a retention policy of 30d":                                             "see what still uses it or is in it, and remove that where nobody needs it",
		"gear still has teeth":                                                     "see what still uses it or is in it, and remove that where nobody needs it",
		`secrets "gear-keys" not found`:                                            "bring back secrets gear-keys, or ",
		`deployments.apps "gears" not found`:                                       "bring back deployments.apps gears, or ",
		`failed to delete volume: "9c31-0d6c-dea0": rack.fault.InvalidState`:       "see whether the volume is still attached to a machine, ",
		"error deleting disk d-1: it is in an invalid state":                       "see whether the disk is still attached to a machine, ",
		"failed to delete volume group vg-1: Invalid state PENDING_TURN of vg-1":   "see what state the volume group vg-1 is in",
		`could not work as it: ServiceAccount "turner" not found`:                  "bring back ServiceAccount turner, with the bindings that gave it its rights, ",
		"failed to delete gear house gear-1: Invalid state PENDING_TURN of gear-1": "see what state the gear house gear-1 is in",
		"An error occurred (AccessDenied) when calling the DeleteBucket operation: role/turner is not authorized to perform s3:DeleteBucket on bucket g1-data":                                                                    "give role/turner the right s3:DeleteBucket on bucket g1-data",
		"AccessDenied: role turner was denied s3:DeleteBucket on bucket gears, in run (/app/x.py:3)":                                                                                                                              "give role turner the right s3:DeleteBucket on bucket gears",
		"AccessDenied: User: arn:aws:sts::1:assumed-role/turner/1 is not authorized to perform: s3:DeleteBucket on resource: \"arn:aws:s3:::g1\" because no identity-based policy allows it":                                      "give arn:aws:sts::1:assumed-role/turner/1 the right s3:DeleteBucket on \"arn:aws:s3:::g1\"",
		"AccessDenied: User: arn:aws:sts::1:assumed-role/turner/1 is not authorized to perform: s3:DeleteBucket on resource: arn:aws:s3:::g1 with an explicit deny in a service control policy":                                   "have who manages that account take the explicit deny of s3:DeleteBucket for arn:aws:sts::1:assumed-role/turner/1 out of a service control policy: ",
		"User is not authorized to perform rds:DeleteDBInstance because no policy allows it":                                                                                                                                      "give the account that it works with the right rds:DeleteDBInstance",
		"not authorized to perform s3:DeleteBucket on bucket because no policy allows it":                                                                                                                                         "give the account that it works with the right s3:DeleteBucket on bucket",
		"Error 403: turner@acme.iam.gserviceaccount.com does not have storage.buckets.delete access to the Google Cloud Storage bucket. Permission 'storage.buckets.delete' denied on resource (or it may not exist)., forbidden": "give turner@acme.iam.gserviceaccount.com the right storage.buckets.delete",
		`pq: must be member of role "turner"`:                                                                                     "make the user that it works as a member of role turner (GRANT turner TO that user)",
		"cannot destroy the gear without setting deletion_protection=false and turning":                                           "if it may really go, turn off deletion_protection of it, ",
		"Resource gear_house.a has lifecycle.prevent_destroy set":                                                                 "if it may really go, take prevent_destroy off Resource gear_house.a",
		"please disable deletion protection and try again":                                                                        "if it may really go, turn off its deletion protection, ",
		"volume v-1 has 2 snapshots and cannot be deleted":                                                                        "see whether the snapshots of it may go, and delete those first",
		`no endpoints available for service "gear-hook"`:                                                                          "have a pod of Service gear-hook run and be ready again",
		"cannot plan the house: no matching gear house found":                                                                     "take the lookup that finds no gear house any more out of what its controller applies",
		"Access denied; you need (at least one of) the DROP ROLE, CREATE USER privilege(s) for this operation":                    "grant the user that it works as one of these privileges: DROP ROLE, CREATE USER",
		"service account turner lacks the permission gears.teeth.delete on house h-1":                                             "give service account turner the right gears.teeth.delete on house h-1",
		`failed freeing teeth: pq: permission denied to drop objects`:                                                             "make the user that it works as a member of the role whose objects it is to drop",
		`failed freeing teeth: permission denied to gear g1`:                                                                      "give the account that it works with the right that the message names, or renew its credentials; that helps most often where it says: \"failed freeing teeth: permission denied to gear g1\"",
		`failed to remove finalizer: admission webhook "reef.example.com" denied the request: secret "reef-a/dns" not found`:      "make secret reef-a/dns again, without which webhook reef.example.com refuses it; the controller then goes on; where it cannot be made, have the webhook let its controller through",
		`failed to remove finalizer: admission webhook "reef.example.com" denied the request: gear "g1" not found`:                "bring back what webhook reef.example.com does not find or, where that is gone for good, have it let this object through",
		`ERROR: permission denied for table teeth (SQLSTATE 42501)`:                                                               "give the user that it works as the right on table teeth",
		`AccessDenied: user "anna" is not allowed to perform gears:Turn on "g 1"`:                                                 `give user "anna" the right gears:Turn on "g 1"`,
		"the account is not authorized":                                                                                           "give the account that it works with the right that the message names",
		`Gear.acme.io "g1" not found`:                                                                                             "bring back Gear.acme.io g1, or ",
		"the net has dependencies: interface eni-0f3a is still attached to it":                                                    "detach interface eni-0f3a from it, or end what uses it there, ",
		"a shaft is still attached to it":                                                                                         "see what is attached to it, ",
		"emptying it: dial failed: connection refused":                                                                            "have what it talks to answer again, ",
		"drain of rack-2 timed out: 2 gears turn":                                                                                 "mend why its drain of rack-2 does not end in time: 2 gears turn",
		"volume v-1 is currently attached to i-0123":                                                                              "have it detached from i-0123: ",
		"CephCluster has dependents: CephBlockPool: [a]":                                                                          "see whether these may go, and delete those first, or see what holds them: CephBlockPool: [a]",
		"must detach all policies first: DeleteConflict":                                                                          "detach the policies of it,",
		"timed out waiting for volume v-1 to be detached":                                                                         "see what keeps volume v-1 from being detached,",
		"Error acquiring the state lock: Lock Info: ID: 0123abcd-1 Path: x":                                                       "release the lock 0123abcd-1 of the state,",
		"failed to list: Get \"https://mill.example.org:6443/apis\": tls: failed to verify: x509: signed by an unknown authority": "mend the certificate of mill.example.org:6443, or what the controller trusts: signed by",
		"tls: failed to verify: x509: signed by an unknown authority":                                                             "mend the certificate of what it talks to, or what the controller trusts: signed by",
		"dial unix /csi/csi.sock: connect: connection refused":                                                                    "have what listens on /csi/csi.sock run again",
		"got 502 when accessing [GET https://gears.acme.io/v2]: Bad Gateway":                                                      "see to what answers at https://gears.acme.io: ",
		"failed to connect to gear house h-1: context deadline exceeded":                                                          "have gear house h-1 answer again, ",
		`"admission webhook \"g.acme.io\" denied the request: no": it is`:                                                         "do what webhook g.acme.io demands, or have it let its controller through: no",
		`admission webhook "g.acme.io" denied the request`:                                                                        "do what webhook g.acme.io demands, or have it let its controller through",
		"the answer was: Internal Server Error":                                                                                   "see to what its controller talks to: ",
		`Gear.acme.io "g1" is invalid: spec.teeth: Required value`:                                                                "mend the field spec.teeth, which has to be set",
		`Gear.acme.io "g1" is invalid: metadata.annotations[a.acme.io/turn]: Forbidden: no`:                                       "take off the annotation a.acme.io/turn, or mend its value: no",
		`failed to remove finalizer: Gear.acme.io "g1" is invalid: metadata.annotations[a.acme.io/turn]: Forbidden: it stands`:    "take off the annotation a.acme.io/turn, or mend its value: the server refuses",
		`failed to remove finalizer: Gear.acme.io "g1" is invalid: metadata.labels[a.acme.io/turn]: Required value`:               "set the label a.acme.io/turn, which has to be there: the server",
		`failed to remove finalizer: Gear.acme.io "g1" is invalid: metadata.annotations: Invalid value: "a_b": a name`:            "take off the annotation a_b, or mend it: the server",
		`failed to remove finalizer: Gear.acme.io "g1" is invalid: spec.teeth[0].size: Invalid value: "string": in body must be`:  "have the kind's definition and its controller be of one release, or mend the field spec.teeth[0].size: its part",
		`failed to remove finalizer: Gear.acme.io "g1" is invalid: spec.teeth: Forbidden: may not change`:                         "find what changes the field spec.teeth in the update",
		`failed to remove finalizer: Pod "p1" is invalid: spec.initContainers: Forbidden: pod updates may not add containers`:     "find what changes the field spec.initContainers in the update",
		`failed to remove finalizer: Gear.acme.io "g1" is invalid: spec.teeth: Forbidden: not with a belt`:                        "mend the field spec.teeth: its part is done",
		`failed to remove finalizer: Gear.acme.io "g1" is invalid: metadata.ownerReferences: Invalid value: only one`:             "mend metadata.ownerReferences: its part is done",
		"failed to update data-1 on API server: cannot add finalizer on claim because it is being deleted":                        "have this one go before claim data-1, and not the other way round",
		`no new finalizers can be added if the object is being deleted, found new finalizers []string{"foregroundDeletion"}`:      "start its controller anew: it writes back an old copy, from before the garbage collector took foregroundDeletion off",
		`no new finalizers can be added if the object is being deleted, found new finalizers []string{"acme.io/x"}`:               "run a release of its controller that puts no finalizer",
		`no new finalizers can be added if the object is being deleted, found new finalizers []string{"acme.io/x", "orphan"}`:     "run a release of its controller that puts no finalizer",
		`error when evicting pods/"g1" -n "shop": would violate the pod's disruption budget`:                                      "let the PodDisruptionBudget that covers pod g1 allow",
	} {
		m := Of(text)
		if m == nil {
			t.Errorf("%q: nothing is known", text)
			continue
		}
		if got, _ := m.Advice(text, ""); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// Where nobody tries again, no step says that the controller goes on.
func TestMechanismOnce(t *testing.T) {
	for i := range mechanisms {
		m := &mechanisms[i]
		all := []string{m.Step}
		for _, w := range m.ways {
			all = append(all, w.step)
		}
		for _, step := range all {
			if once := stays.Replace(step); strings.Contains(once, "controller goes on") || strings.Contains(once, "then goes on") {
				t.Errorf("%s: %s", m.Name, once)
			}
		}
	}
	const words = "BucketNotEmpty: The bucket you tried to delete is not empty"
	if advice, _ := Of(words).Advice(words, ""); !strings.HasSuffix(advice, "undone; the controller then goes on") {
		t.Error(advice)
	}
	for text, want := range map[string]string{
		`deleting bucket "logs": the bucket is not empty`:                  "empty bucket logs,",
		`bucket orders-1 is not empty`:                                     "empty bucket orders-1,",
		`The bucket you tried to delete is not empty`:                      "empty the bucket,",
		`bucket policy was kept; BucketNotEmpty: the rest went on 3 nodes`: "empty the bucket,",
	} {
		if advice, _ := Of(text).Advice(text, ""); !strings.HasPrefix(advice, want) {
			t.Errorf("%s: %s", text, advice)
		}
	}
	if advice, _ := Of(words).AdviceOnce(words, ""); !strings.HasSuffix(advice, "undone") {
		t.Error(advice)
	}
}

// Advice to bring back what is not there is known as such however it is worded.
func TestMechanismRestores(t *testing.T) {
	for text, want := range map[string]bool{
		`error looking up service account shop/turner`:                  true,
		`cannot get referenced ProviderConfig: "default"`:               true,
		`cannot get referenced ProviderConfig: configmap "a" not found`: true,
		"NoCredentialProviders: no valid providers in chain":            false,
		`deployments.apps "gears" not found`:                            true,
		`could not find gear house g-1`:                                 true,
		`namespaces "gears" not found`:                                  false,
		`no matches for kind "Gear" in version "acme.io/v1"`:            false,
		`rpc error: code = NotFound desc = gear g-1 not found`:          false,
	} {
		if advice, got := Of(text).Advice(text, ""); got != want {
			t.Errorf("%q: %v: %s", text, got, advice)
		}
	}
	reworded := Mechanism{Step: "fetch it again", restores: true}
	if _, restores := reworded.Advice("it is away", ""); !restores {
		t.Error("other words for the same advice do not bring back")
	}
}

// The first step destroys nothing, and calls nothing by a word that is no name.
func TestMechanismHarmless(t *testing.T) {
	for text, want := range map[string]string{
		"volume has 2 backups attached and is in use":                                   "see what the backups are for ",
		"volume still has snapshots":                                                    "see whether its snapshots may go",
		"forceDestroy is required":                                                      "see what it asks for ",
		"skipFinalSnapshot is required":                                                 "see what it asks for ",
		"FinalGearSnapshot is required unless SkipSnapshot is given":                    "see what it asks for ",
		`persistentvolumeclaims "data-0" already exists`:                                "see what is there already and what it is for",
		"another operation (install/upgrade/rollback) is in progress":                   "see whether that operation still runs",
		"cannot evict pod as it would violate the pod's disruption budget":              "let the PodDisruptionBudget that covers the pod ",
		"evicting pod violates a PDB (Pod=shop/g1)":                                     "let the PodDisruptionBudget that covers pod shop/g1 ",
		"cannot evict pod cart-0: would violate the pod's disruption budget":            "let the PodDisruptionBudget that covers pod cart-0 ",
		"timed out waiting for instance i-1 to terminate":                               "have what it talks to answer again",
		"failed to get client for cluster use1: failed to get manager for cluster use1": "have cluster use1 known to its controller again",
		"gear house: managed cluster edge-7 is not registered":                          "have the managed cluster edge-7 registered",
		"error turning in Gear: error revoking teeth in the house: Error 1064 (42000): You have an error in your SQL syntax; check": "do by hand, where it is kept, what its controller fails at (revoking teeth in the house)",
		"failed to drop role: pq: syntax error at or near":                                                                          "do by hand, where it is kept, what its controller fails at (to drop role)",
		"Unable to delete pool : cannot destroy 'gears-138c': pool is busy":                                                         "see what still uses the pool gears-138c",
		"failed to delete gear machine: Device vda is busy":                                                                         "see what still uses Device vda",
		"failed to delete server: server s-1 is locked":                                                                             "end what holds the server s-1 locked",
		"failed to delete load balancer: load balancer 9476-a is not ACTIVE, current provisioning status: ERROR":                    "see what left the load balancer 9476-a in state ERROR",
		"cannot delete the topic: Topic deletion is disabled.":                                                                      "if it may really go, turn Topic deletion on where that is set",
		"failed to drop role r-1: table is locked":                                                                                  "end what holds it locked, ",
		"failed to drop table t-1: table is locked":                                                                                 "end what holds the table t-1 locked, ",
		"failed to delete volume v-1: volume v-2 is in use":                                                                         "see what still uses it or is in it, and remove that where nobody needs it, ",
		"failed to delete volume v-1: rpc error: code = Internal desc = volume is in use":                                           "see what still uses the volume v-1 or is in it, ",
		"failed to delete gear g-1: cascade deletion is disabled":                                                                   "if it may really go, turn cascade deletion on",
		"ServerFaultCode: cannot complete login due to an incorrect user name or password":                                          "renew the credentials that it works with",
		"cannot delete registry r1: it is not empty":                                                                                "see what still uses the registry r1 or is in it, and remove that where nobody needs it",
		"cannot delete registry r1: registry r1 is not empty":                                                                       "empty the registry, once nobody needs what is in it",
		"the gear is locked by gear-house/a":                                                                                        "have gear-house/a let go of its lock, ",
		"the gear is locked by somebody":                                                                                            "end what holds it locked, ",
	} {
		if got, _ := Of(text).Advice(text, ""); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// What is not finished fails only where something beside that does.
func TestOnlyUnfinished(t *testing.T) {
	for text, want := range map[string]bool{
		"go on to destroy the gear: gear deletion isn't completed.":                 true,
		"gear deletion isn't completed: AccessDenied: no":                           false,
		"AccessDenied: no right to destroy gear g1, whose deletion isn't completed": false,
		"gear deletion completed":                                                   false,
	} {
		if got := OnlyUnfinished(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// Who answers is there, whatever the answer; a network answers nothing.
func TestWasAnswered(t *testing.T) {
	for text, want := range map[string]bool{
		`connection to server at "reef-db.reef.svc", port 5432 failed: FATAL: password authentication failed for user "a"`: true,
		"Post https://api.reef.svc: HTTP 403":                        true,
		"GET http://api.reef.svc/x: unexpected status code 404":      true,
		"ERROR 1045: Access denied for user 'a'@'b'":                 true,
		"dial tcp 10.0.0.1:5432: connect: connection refused":        false,
		"dial tcp 10.0.0.1:5432: connect: permission denied":         false,
		"Post https://api.reef.svc: unexpected status code 503":      false,
		"lookup reef-db.reef.svc on 10.0.0.10:53: no such host":      false,
		"failed to free 404 blocks of api.reef.svc: context timeout": false,
	} {
		if got := WasAnswered(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
