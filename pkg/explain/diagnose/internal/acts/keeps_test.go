package acts

import (
	"slices"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
)

// Before what uses data is ended, it is decided whether that may go, and how it is kept is told where that is known.
func TestDataGuarded(t *testing.T) {
	const used, vpc = `database "gears" is being accessed by other users`, "DependencyViolation: the vpc 'vpc-1' has dependencies and cannot be deleted"
	for _, c := range []struct{ rest, keeps, words, says string }{
		{"", "", used, "decide whether database gears may go"},
		{"", "annotation acme.io/keep=yes", used, "set the annotation acme.io/keep to yes first"},
		{"spec: {drop: true}", "field spec.drop=false", "role g cannot be dropped because some objects depend on it", "decide whether what it stands for may go, with its data: the next try that succeeds deletes it, as spec.drop is true"},
		{"spec: {drop: false}", "field spec.drop=false", used, ""},
		{"spec: {teeth: 3}", "field spec.drop=false", used, ""},
		{"", "annotation acme.io/keep=yes", vpc, ""},
		{"", "", "database is being accessed by other users", "decide whether the database may go"},
		{"", "", "table cannot be dropped because other objects depend on it", "decide whether the table may go"},
		{"", "", "database gears-7 is being accessed by other users", "decide whether database gears-7 may go"},
		{"", "", "subnet s-1 of the database is in use", ""},
		{"spec: {policy: delete}", "field spec.policy=retain", used, "as spec.policy is delete"},
		{"spec: {policy: other}", "field spec.policy=retain", used, "the next try that succeeds deletes it; if it may not"},
		{"spec: {policy: other}", "field spec.policy=retain", vpc, ""},
		{"spec: {}", "field spec.policy=retain", vpc, ""},
		{"spec: {policy: skip}", "field spec.policy=detach-on-delete", used, ""},
		{"spec: {policy: manage}", "field spec.policy=detach-on-delete", vpc, "as spec.policy is manage"},
		{"", "", "cannot connect to database gears", ""},
	} {
		h := gearOf(t, c.rest)
		h.Entry.Keeps = c.keeps
		var n hearing.Notes
		n.Mend("end that")
		n = DataGuarded(h, c.words, n)
		first := n.Steps[0].Text
		keeps := slices.ContainsFunc(n.Steps, func(s explain.Step) bool { return s.Aim == explain.Keeps })
		if keeps && n.Steps[1].Aim != explain.Keeps {
			t.Errorf("%+v: it is not kept before its use is ended: %+v", c, n.Steps)
		}
		if c.says == "" && first != "end that" || !strings.Contains(first, c.says) || keeps != (c.says != "" && c.keeps != "") {
			t.Errorf("%+v: %+v", c, n.Steps)
		}
	}
}
