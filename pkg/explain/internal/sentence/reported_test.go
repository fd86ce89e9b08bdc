package sentence_test

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

// TestReported takes what a person quotes of a program for that, and never a command, a name, a file, advice, or what
// is only supposed or of something else.
func TestReported(t *testing.T) {
	const words = "the gear is not empty"
	for text, want := range map[string]string{
		"It deleted the resource, but the claim still exists and reports `the gear is not empty` on each try:": "claim",
		"The operator says \"the gear is not empty\".":                                                         "operator",
		"the gear-controller keeps logging the error `the gear is not empty`":                                  "controller",
		"Its status shows: `the gear is not empty`":                                                            "status",
		"The logs show `the gear is not empty` over and over":                                                  "logs",
		"It hangs. I see `the gear is not empty` in the logs":                                                  "logs",
		"We can see the error “the gear is not empty” in the operator logs.":                                   "logs",
		"In the logs of the operator I see `the gear is not empty`.":                                           "logs",
		"in its events there is the message `the gear is not empty`":                                           "events",
		"If it is gone, it hangs. The operator says `the gear is not empty`":                                   "operator",

		"The operator reports `kubectl delete gear g1 now`":                   "",
		"The operator says `restart it with --force now`":                     "",
		"I see `/var/log/gear/failed.log` in the logs":                        "",
		"The operator reports `gear-g1-failed`":                               "",
		"The operator of gear `the gear is not empty` does nothing":           "",
		"The operator should say `the gear is not empty`":                     "",
		"If the operator says `the gear is not empty`, wait":                  "",
		"The docs of the operator say `the gear is not empty`":                "",
		"Someone of the operator said `the gear is not empty`":                "",
		"The operator of another cluster says `the gear is not empty`":        "",
		"When it is to create one, the operator says `the gear is not empty`": "",
		"kubectl delete of the object returns `the gear is not empty`":        "",
		"The operator never reported `the gear is not empty`":                 "",
		"I see `the gear is not empty` and wonder":                            "",
		"I suggest that the operator says `the gear is not empty`":            "",
		"The operator reports it. My idea is `the gear is not empty`":         "",
		"the gear is not empty":                                               "",
	} {
		by, said, told := sentence.Reported(text)
		if by != want || told != (want != "") || told && said != words {
			t.Errorf("%s\nis %q by %q, want by %q", text, said, by, want)
		}
	}
}
