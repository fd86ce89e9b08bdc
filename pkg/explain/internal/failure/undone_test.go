package failure

import "testing"

func TestLeftBehind(t *testing.T) {
	for words, want := range map[string]string{
		"failed to delete load balancer: load balancer 9476c89a-a894 is not ACTIVE, current status: ERROR": "load balancer 9476c89a-a894, deleted",
		"Unable to delete pool : cannot destroy 'gears-138c': pool is busy":                                "pool gears-138c, destroyed",
		"Failed to delete CStor pool": "CStor pool, deleted",
		"error reconciling: error revoking grant in MariaDB: Error 1064 (42000): You have":               "grant in MariaDB, revoked",
		`error deleting network: failed to delete vpc \"vpc-0792\": DependencyViolation`:                 "vpc vpc-0792, deleted",
		`failed to delete the vpc "vpc-0792" of gear g1: error deleting vpc: it turns`:                   "vpc vpc-0792 of gear g1, deleted",
		"error unmounting kernel artifacts: kernel artifacts record wasn't found":                        "kernel artifacts, unmounted",
		"could not delete instance due to 1 existing bindings":                                           "",
		"failed to remove finalizer from gear g1: it is bent":                                            "",
		`gears "g" is forbidden: User "x" cannot delete resource "gears" in API group`:                   "",
		"failed to delete realm: failed to delete keycloak realm: unable to delete realm: 404 Not Found": "keycloak realm, deleted",
		`cannot delete GearUse: gearuses.acme.io "g-use" is forbidden: User "x" cannot delete it`:        "GearUse g-use, deleted",
		"cannot delete box after 3 attempts":                                                             "box, deleted",
		"failed to delete gear g-1: it turns":                                                            "gear g-1, deleted",
		"could not delete security group sg-1":                                                           "security group sg-1, deleted",
		"failed to get client for cluster use1":                                                          "",
		"the gear was deleted":                                                                           "",
		"cannot be deleted":                                                                              "",
		"Failed to delete all resource types, 1 remaining":                                               "",
		"Error deleting resource: Request failed with status code 4":                                     "",
		`failed to delete volume: "9c31-0d6c-dea0": failed to delete disk:Fault cause: it turns`:         "volume 9c31-0d6c-dea0, deleted",
		"failed to delete disk:Fault cause: it turns":                                                    "disk, deleted",
		"failed to delete gear box:g1-rack of it":                                                        "gear box:g1-rack of, deleted",
		`failed to delete volume: "403"`:                                                                 "volume, deleted",
		`failed to delete volume: "the rack 12 turns"`:                                                   "volume, deleted",
		`failed to delete volume v-1: "9c31-0d6c-dea0" turns`:                                            "volume v-1, deleted",
	} {
		thing, done := LeftBehind(words)
		got := thing
		if thing != "" {
			got += ", " + done
		}
		if got != want {
			t.Errorf("%s\n got %q\nwant %q", words, got, want)
		}
	}
}

// What is not there is told by the noun before that, and is what was to go only where it is of its sort and its name.
func TestMissing(t *testing.T) {
	for words, want := range map[string]string{
		"failed to delete volume vol-7: argocd server secret not found":          "secret ",
		"failed to delete volume vol-7: credentials for instance db-7 not found": "credential ",
		`failed to delete bucket b-7: Account "billing" not found`:               "account billing",
		`cannot get info: Shaft.acme.io "s-1" not found`:                         "shaft s-1",
		`failed to get it: Secret: "s" not found`:                                "secret s",
		"rpc error: code = NotFound desc = the cluster c-1 could not be found":   "cluster c-1",
		"NoSuchBucket: The specified bucket does not exist":                      "bucket ",
		"unable to delete realm: 404 Not Found":                                  " ",
		"observe failed: no matching rack found":                                 "rack ",
		"cannot delete it: no such cluster":                                      "cluster ",
		"failed to delete gear g-1: it turns":                                    " ",
	} {
		if noun, name := Missing(words); noun+" "+name != want {
			t.Errorf("%s: %s %s", words, noun, name)
		}
	}
}

func TestSaysItselfGone(t *testing.T) {
	for words, want := range map[string]bool{
		"failed to delete volume vol-7: credentials for instance db-7 not found": false,
		"failed to delete volume vol-7: instance db-7 not found":                 false,
		"failed to delete volume vol-7: volume vol-8 not found":                  false,
		"failed to delete volume vol-7: volume vol-7 not found":                  true,
		"failed to delete volume vol-7: volume not found":                        true,
		"failed to delete realm: unable to delete realm: not found":              true,
		"failed to delete volume vol-7: it is busy":                              false,
	} {
		thing, _ := LeftBehind(words)
		if got := SaysItselfGone(words, thing); got != want {
			t.Errorf("%s (%s): %v", words, thing, got)
		}
	}
}
