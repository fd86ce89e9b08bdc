package sentence_test

import (
	"strings"
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

		"The operator says as expected \"_the gear is not empty_\"":           "operator",
		"The operator says the expected `the gear is not empty`":              "",
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

// TestFailsWith takes for the words with which a deletion fails those that a person quotes for that, and none that are of
// something else, only supposed or asked about, denied, or a person's own.
func TestFailsWith(t *testing.T) {
	const words = "unknown rack profile small-7"
	for _, text := range []string{
		"Deletion of the gear fails with `unknown rack profile small-7`",
		"After I removed the rack, the gear can no longer be deleted: **unknown rack profile small-7**",
		"The gear can't be deleted - \"unknown rack profile small-7\"",
		"Deleting a gear fails with: unknown rack profile small-7",
		"The gear is stuck in deleting because of `unknown rack profile small-7`.",
		"When I delete the gear I get the error \"unknown rack profile small-7\" and nothing happens.",
		"Deletion fails with `unknown rack profile small-7`",
		"The gear hangs in deletion. The error is \"unknown rack profile small-7\" when I delete it.",
		"The gear hangs in deletion. The error is: `unknown rack profile small-7`",
		"The gear hangs in deletion.\nThe reason is `unknown rack profile small-7`",
		"As long as I create no rack for it, I cannot delete it. The gear's condition message is `unknown rack profile small-7`.",
		"I cannot delete it. Its status message is `unknown rack profile small-7`.",
		"Why does the deletion of the gear fail with `unknown rack profile small-7`?",
	} {
		if said := sentence.FailsWith(strings.Split(text, "\n"), func(said string) bool { return strings.Contains(said, "gear") }); said != words {
			t.Errorf("%s\nfails with %q", text, said)
		}
	}
	for _, text := range []string{
		"The gear hangs in deletion. My pump p7 can't be deleted: `unknown rack profile small-7`, a known bug.",
		"The gear hangs. When I delete the pump I get the error \"unknown rack profile small-7\".",
		"The gear hangs. Deleting racks fails with `unknown rack profile small-7`",
		"The gear hangs. My pump cannot be deleted.\nThe error is `unknown rack profile small-7`",
		"The gear hangs in deletion. Updating the pump is something else.\nThe error is: `unknown rack profile small-7`",
		"The gear hangs in deletion.\nThe error is \"unknown rack profile small-7\" when I list racks.",
		"In staging the deletion of the gear fails with `unknown rack profile small-7`",
		"Would the deletion of the gear fail with `unknown rack profile small-7`?",
		"Does the deletion of the gear hang with `unknown rack profile small-7`?",
		"Deletion of the other gear fails with `unknown rack profile small-7`",
		"If the rack is removed first, deletion fails with `unknown rack profile small-7`",
		"As long as I create no rack for it, I cannot delete it. The pump's condition message is `unknown rack profile small-7`.",
		"I cannot delete it. The gear's condition message should be `unknown rack profile small-7`.",
		"I cannot delete it. The other gear's condition message is `unknown rack profile small-7`.",
		"I cannot delete it. The status message \"unknown rack profile small-7\" belongs to another gear.",
		"I cannot delete it. The status message \"unknown rack profile small-7\" is that of the pump.",
		"I cannot delete it. The condition message \"unknown rack profile small-7\" is on the other gear g2.",
		"I cannot delete it. The g2 gear's error message is \"unknown rack profile small-7\".",
		"I cannot delete the gear.\nThe pod's status message is \"unknown rack profile small-7\" by the way.",
		"I cannot delete the gear.\nThe pod status message is \"unknown rack profile small-7\".",
		"I cannot delete the gear.\nThe node’s condition message \"unknown rack profile small-7\" shows up.",
		"Creating a gear fails with `unknown rack profile small-7`",
		"Deletion no longer fails with `unknown rack profile small-7`",
		"Deletion does not fail with `unknown rack profile small-7`",
		"The gear starts slowly. The error is: `unknown rack profile small-7`",
		"The gear cannot be deleted: **please help, there is no time**",
		"The gear cannot be deleted: **all of the three**",
		"Deletion of the gear fails with `kubectl delete gear g1`",
		"Deletion of the gear fails with `error: timed out waiting for the condition on gears/g1`",
		"Deletion of the gear fails with `small-7`",
		"The deletion hangs, see `unknown rack profile small-7`",
		"2026-02-01T10:00:00Z deletion fails with: unknown rack profile small-7",
	} {
		if said := sentence.FailsWith(strings.Split(text, "\n"), func(said string) bool { return strings.Contains(said, "gear") }); said != "" {
			t.Errorf("%s\nfails with %q", text, said)
		}
	}
}
