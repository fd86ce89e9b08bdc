package sentence_test

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

func TestRefused(t *testing.T) {
	const denied = `admission webhook "g.acme.io" denied the request: no`
	for text, want := range map[string]sentence.Request{
		"Failed to create cleanup Job shop/g-1-clean, " + denied:           {Verb: "create", What: "cleanup Job shop/g-1-clean"},
		`cannot delete gear: creating Job "clean": ` + denied:              {Verb: "create", What: "Job clean"},
		"failed to patch gear g-1: " + denied:                              {Verb: "update", What: "gear g-1"},
		"failed to remove finalizer from gear g-1: " + denied:              {Verb: "update", What: "finalizer from gear g-1"},
		"could not add the finalizer: " + denied:                           {Verb: "update", What: "finalizer"},
		"Fleet error: RackMapping delete error: ApiError: " + denied:       {Verb: "delete", What: "RackMapping"},
		`admission webhook "g" denied the request: update of gears is bad`: {Verb: "update", What: "gears"},
		"cleanup failed: " + denied:                                        {},
		"failed to create Job a: connection refused":                       {},
		`deleting Pod a: failed calling webhook "g.acme.io": no endpoints`: {Verb: "delete", What: "Pod a"},
	} {
		if got, told := sentence.Refused(text); got != want || told != (want.What != "") {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestRefusedByState(t *testing.T) {
	for text, want := range map[string]bool{
		`spec.rack.name: Invalid value: "r1": rack is in deletion`:                                          true,
		`admission webhook "g" denied the request: shop is being deleted`:                                   true,
		`gear "g1" is invalid: spec: Forbidden: field is immutable while it turns`:                          true,
		`admission webhook "g" denied the request: once the Gear is at rest, no updates are allowed`:        true,
		`admission webhook "g" denied the request: After it has been deleted, no changes are permitted: `:   true,
		`admission webhook "g" denied the request: after the trial is over, no changes are allowed`:         false,
		`admission webhook "g" denied the request: spec: Forbidden: while it turns, no update is accepted`:  true,
		`admission webhook "g" denied the request: spec.teeth may not be changed once it turns`:             false,
		`admission webhook "g" denied the request: no updates are allowed without a ticket`:                 false,
		`admission webhook "g" denied the request: once the Gear is at rest, updates are allowed by owners`: false,
		`once the Gear is at rest, no updates are allowed`:                                                  false,
		`failed to create Job a: forbidden: shop is being deleted`:                                          false,
		`metadata.finalizers: Forbidden: no new finalizers can be added if it is deleted`:                   false,
		`spec.rack.name: Invalid value: "r1": rack is unknown`:                                              false,
		"rack is being deleted": false,
		"Error 400: Invalid value for field 'rack': the rack is being deleted": false,
	} {
		if got := sentence.RefusedByState(text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
