package acts

import (
	"slices"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

// What has nothing to be deleted any more is let go by the setting of its holder for that, where it has one that is not set
// yet and is told where the object is known.
func TestLetItGo(t *testing.T) {
	for _, c := range []struct{ rest, keeps, name, kind, want, command string }{
		{"", "annotation acme.io/keep=yes", "", "", "have its holder let it go with nothing deleted, which it does once the annotation acme.io/keep is yes", "acme.io/keep=yes"},
		{"spec: {drop: true}", "field spec.drop=false", "", "", "the field spec.drop is false", `{"spec":{"drop":false}}`},
		{"spec: {drop: false}", "field spec.drop=false", "", "", "let go of this one finalizer, or run a release of its controller that turns", ""},
		{"", "", "", "", "let go of this one finalizer, or run", ""},
		{"", "annotation acme.io/keep=yes", explain.NoName, "", "the annotation acme.io/keep is yes", ""},
		{"", "field spec.drop=false", "", "Secret", "let go of this one finalizer", ""},
	} {
		h := gearOf(t, c.rest)
		h.Entry.Keeps = c.keeps
		if c.name != "" {
			h.Node.Name = c.name
		}
		if c.kind != "" {
			h.Kind.Kind, h.Kind.Group = c.kind, ""
		}
		n := letItGo(h, "turns")
		step := n.Steps[0]
		if !strings.Contains(step.Text, c.want) || !step.After || (c.command != "") != slices.ContainsFunc(step.Command, func(word string) bool { return c.command != "" && word == c.command }) {
			t.Errorf("%+v: %+v", c, step)
		}
	}
	h := gearOf(t, "")
	h.Entry.Keeps, h.Object = "annotation acme.io/keep=yes", nil
	if n := letItGo(h, ""); !slices.Contains(n.Steps[0].Command, "--overwrite") {
		t.Errorf("an object that was not copied: %+v", n.Steps)
	}
	if h.Entry.Quiet = true; len(letItGo(h, "").Steps) > 0 {
		t.Error("one of whom nothing is said is let go")
	}
}

// A name that cannot be one is looked for once and then let go; what only has a field like it is not.
func TestInvalidIdentity(t *testing.T) {
	const asked = `DELETE https://api.test/mills/m1/gears/g-77: RESPONSE 400: 400 Bad Request: `
	for words, want := range map[string]string{
		`'arn:x:gear/7' is not a valid gear ARN, status code: 400`:                                         "check with the provider that there is no gear arn:x:gear/7",
		`'arn:x:role/7' is not a valid role ARN, status code: 400`:                                         "",
		`'arn:x:gear/7' is not a valid gear ARN for a final copy`:                                          "",
		`'arn:x:box/7' is not a valid gear box ARN`:                                                        "",
		`invalid peer gear ID: "g-7"`:                                                                      "",
		asked + `The gear ID 'g-77' is not valid. It must be a GUID.`:                                      "check with the provider that there is no gear g-77",
		asked + `The gear ID 'g-77' is not valid. The gear ID must be a GUID.`:                             "check with the provider that there is no gear g-77",
		asked + `The gear ID 'g-77' is malformed`:                                                          "check with the provider that there is no gear g-77",
		asked + `The gear ID 'g-77' must be a valid UUID.`:                                                 "check with the provider that there is no gear g-77",
		asked + `The belt loop ID 'g-77' is not valid. It must be a GUID.`:                                 "",
		asked + `The gear ID 'g-77' is not valid.`:                                                         "",
		asked + `The gear ID 'g-77' is invalid for a final copy`:                                           "",
		asked + `The gear ID 'g-77' must be a standalone gear`:                                             "",
		asked + `The gear ID 'g-77' must be a primary`:                                                     "",
		asked + `The gear ID 'g-77' must be a number of a running gear`:                                    "",
		asked + `The gear ID 'g-78' must be a GUID.`:                                                       "",
		`The gear ID 'g-77' must be a GUID.`:                                                               "",
		asked + `InvalidGearName: the gear name 'g-77' is not valid.`:                                      "check with the provider that there is no gear g-77",
		asked + `InvalidResourceName: Resource name 'g-77' is invalid`:                                     "check with the provider that there is no gear g-77",
		asked + `InvalidResourceName: Resource name 'wipe_1' is invalid`:                                   "",
		asked + `InvalidResourceName: the nested wipe "w_1" has a bad name`:                                "",
		asked + `InvalidResourceName`:                                                                      "",
		strings.ReplaceAll(asked, "gears", "belts") + `The belt ID 'g-77' must be a GUID.`:                 "",
		asked + `InvalidSubscriptionId`:                                                                    "",
		asked + `InvalidParameterValue`:                                                                    "",
		asked + `The account ID 'a-1' is not valid.`:                                                       "",
		strings.ReplaceAll(asked, "DELETE", "PUT") + `InvalidGearName: the gear name 'g-77' is not valid.`: "",
		strings.ReplaceAll(asked, "400", "409") + `InvalidGearName: the gear name 'g-77' is not valid.`:    "",
		`GET https://api.test/gears/g-77: 400: The belt ID 'g-77' is invalid.`:                             "",
	} {
		n := InvalidIdentity(t.Context(), gearOf(t, ""), words)
		if text := textOf(n); want == "" && text != "" || !strings.HasPrefix(text, want) {
			t.Errorf("%s: %s", words, text)
		}
		if want != "" && !strings.HasPrefix(n.Steps[1].Text, "let go of this one finalizer") {
			t.Errorf("%s: %+v", words, n.Steps)
		}
	}
}

// A thing is called by a kind as a whole, and not by a part of its words.
func TestIsCalled(t *testing.T) {
	for _, c := range []struct {
		kind, word string
		asked, is  bool
	}{
		{"GearBox", "gearbox", false, true},
		{"GearBoxBinding", "gearbox", false, true},
		{"TopGearBox", "gearbox", true, true},
		{"TopGearBox", "gearbox", false, false},
		{"GearBox", "gear", true, false},
		{"GearBoxGroup", "gearbox", false, false},
		{"GearBox", "", true, false},
	} {
		if isCalled(c.kind, c.word, c.asked) != c.is {
			t.Errorf("%+v", c)
		}
	}
}

// Where that is gone in which it stood, that is looked for before the object is let go.
func TestHomeGone(t *testing.T) {
	for words, want := range map[string]string{
		`error reading gear: Project #4711 has been deleted`:                              "see whether project 4711 can be had back",
		`(2) Project p-1 has been scheduled for deletion and cannot be used for calls`:    "see whether project p-1 can be had back",
		`The subscription 's-1' is disabled and therefore marked as read only`:            "see whether subscription s-1 can be had back",
		`cannot delete gear: the account is suspended`:                                    "see whether the account can be had back",
		`cannot delete gear: service account g-1 was deleted`:                             "",
		`cannot delete gear: user account g-1 is suspended`:                               "",
		`cannot delete gear: the box is not empty, project p-1 is pending deletion`:       "",
		`gear still has teeth: tenant blue is being deleted`:                              "",
		`the peered project p-1 was suspended, and keeps its connection`:                  "",
		`the identity of the old subscription 4711 was deleted`:                           "",
		`cannot delete: member project "p-2" was suspended`:                               "",
		`the previous project was deleted, now p-2 is used`:                               "",
		`project p-1 was deleted for gear g-9; dial tcp 10.0.0.1:443: connection refused`: "",
		`Error 403: permission denied: project p-1 has been deleted`:                      "see whether project p-1 can be had back",
		`Project p-1 has been created`:                                                    "",
		`the gear of project p-1 has been deleted by hand`:                                "",
	} {
		if text := textOf(HomeGone(t.Context(), gearOf(t, ""), words)); want == "" && text != "" || !strings.HasPrefix(text, want) {
			t.Errorf("%s: %s", words, text)
		}
	}
	for _, kind := range []string{"GearProject", "GearFolder", "Organization"} {
		h := gearOf(t, "")
		h.Kind.Kind = kind
		if n := HomeGone(t.Context(), h, "Project p-1 has been deleted"); len(n.Steps) > 0 {
			t.Errorf("%s, in which others stand: %+v", kind, n.Steps)
		}
	}
	h := gearOf(t, "")
	h.Entry.Quiet = true
	if n := HomeGone(t.Context(), h, "Project p-1 has been deleted"); len(n.Steps) > 0 {
		t.Errorf("the words are not of who holds it: %+v", n.Steps)
	}
}

// Who has an annotation that asks for another try is asked by that.
func TestLookAgainByRetry(t *testing.T) {
	command := func(retry string) []string {
		h := gearOf(t, "")
		h.Entry.Retry = retry
		var n hearing.Notes
		n.Join(LookAgain(h, "acme", sentence.Recorded))
		return n.Steps[0].Command
	}
	if got := command("acme.io/do=retry"); !slices.Contains(got, "acme.io/do=retry") {
		t.Error(got)
	}
	if got := command("acme.io/at={now}"); !slices.Contains(got, "acme.io/at=again") {
		t.Error(got)
	}
	if got := command(""); len(got) > 0 {
		t.Error(got)
	}
	h := gearOf(t, "")
	h.Entry.Retry = "acme.io/do=retry"
	if n := ComesBack(h, []explain.Step{explain.Tell("oil it")}, true); len(n.Steps) != 1 || !slices.Contains(n.Steps[0].Command, "acme.io/do=retry") {
		t.Errorf("%+v", n.Steps)
	}
}
