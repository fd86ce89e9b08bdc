package acts

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// gearOf is a Gear that goes, with what is behind its metadata.
func gearOf(t *testing.T, rest string) *hearing.Case {
	t.Helper()
	view, err := sight.New(t.Context(), serving{}, nil, trace.Clock{})
	if err != nil {
		t.Fatal(err)
	}
	view.Copied = true
	obj := map[string]any{}
	if err := yaml.Unmarshal([]byte("apiVersion: acme.io/v1\nkind: Gear\nmetadata: {name: g-1, namespace: shop}\n"+rest), &obj); err != nil {
		t.Fatal(err)
	}
	return &hearing.Case{
		View: view, Kind: trace.Kind{Group: "acme.io", Version: "v1", Kind: "Gear", Resource: "gears", Namespaced: true},
		Node:   &trace.Node{Ref: trace.Ref{Group: "acme.io", Kind: "Gear", Namespace: "shop", Name: "g-1"}},
		Object: &unstructured.Unstructured{Object: obj}, Finalizer: "acme.io/turn",
	}
}

// What an object tells of its record is named where words call that empty.
func TestRecordEmpty(t *testing.T) {
	for _, c := range []struct{ rest, words, want string }{
		{`status: {turn: {ID: ""}}`, "gear ID must not be empty", "write its ID back into status.turn.ID, which is empty"},
		{`status: {turn: {ID: "", axleId: ""}}`, "gear ID must not be empty", "back into that of these which is meant, all empty: status.turn.ID and status.turn.axleId"},
		{``, "cannot turn: external name is empty", "back into the annotation crossplane.io/external-name, which is not set"},
		{`status: {turn: {ID: g-77}}`, "gear ID must not be empty", "what was made is on record (status.turn.ID), and may still be there"},
		{`status: {turn: {valid: ""}}`, "gear ID must not be empty", ""},
		{`status: {turn: {ID: ""}}`, "the gear is bent", ""},
	} {
		n := RecordEmpty(t.Context(), gearOf(t, c.rest), c.words)
		if text := textOf(n); c.want == "" && text != "" || !strings.Contains(text, c.want) {
			t.Errorf("%s, %s: %s", c.rest, c.words, text)
		}
		if strings.Contains(c.want, "back into") && (len(n.Steps) != 2 || n.Steps[1].Aim != explain.Guarded) {
			t.Errorf("%s: the removal is not planned last: %+v", c.words, n.Steps)
		}
	}
}

// What an object refers to is named by its spec, or by what was last applied where that was not copied.
func TestReferences(t *testing.T) {
	const words = "cannot resolve references: referenced field was empty (referenced resource may not yet be ready)"
	for _, c := range []struct{ rest, words, want string }{
		{`spec: {beltRef: {name: b-1}}`, words, "is there and ready (belt b-1), and mend or bring back what is not: its controller"},
		{`spec: {beltRef: {name: b-1}, mills: [{name: m-1}], teeth: [{name: t-1, size: 3}]}`, words, "(belt b-1 and mill m-1)"},
		{`spec: {beltRef: {name: b-1}}`, "error resolving value of referenced resource: field teeth is unsupported", "mend the reference that it cannot read (belt b-1), or run a later release"},
		{`spec: {providerConfigRef: {name: mill}}`, words, ""},
		{`spec: {size: big}`, words, ""},
		{`spec: {beltRef: {name: b-1}}`, "the gear is bent", ""},
	} {
		if text := textOf(References(t.Context(), gearOf(t, c.rest), c.words)); c.want == "" && text != "" || !strings.Contains(text, c.want) {
			t.Errorf("%s, %s: %s", c.rest, c.words, text)
		}
	}
	h := gearOf(t, "")
	h.Object.SetAnnotations(map[string]string{manifest.LastApplied: `{"spec":{"beltRef":{"name":"b-2"}}}`})
	if text := textOf(References(t.Context(), h, words)); !strings.Contains(text, "(belt b-2)") {
		t.Error(text)
	}
}

// By what its controller works is told by fields that are about that, and by none of what it makes.
func TestAccountOf(t *testing.T) {
	for rest, want := range map[string]string{
		`spec: {turner: {credentialsName: g-turner}}`:                               "Secret g-turner, in spec.turner.credentialsName",
		`spec: {providerConfigRef: {name: mill}}`:                                   "ProviderConfig mill, in spec.providerConfigRef",
		`spec: {identityRef: {kind: GearIdentity, name: mill}}`:                     "GearIdentity mill, in spec.identityRef",
		`spec: {credentials: {source: Secret, secretRef: {name: c, namespace: x}}}`: "Secret c, in spec.credentials.secretRef",
		`spec: {writeCredentialsToRef: {name: out}}`:                                "",
		`spec: {masterUserCredentialsRef: {name: own}}`:                             "",
		`spec: {credentials: {source: Secret}}`:                                     "",
		`spec: {passwordSecretRef: {name: own}}`:                                    "",
	} {
		if got := AccountOf(gearOf(t, rest)); got != want {
			t.Errorf("%s: %s", rest, got)
		}
	}
}

// What a cloud says is not there is what goes only where it is of its sort.
func TestGoneByCode(t *testing.T) {
	for words, gone := range map[string]bool{
		"NoSuchGear: there is none":                      true,
		"api error InvalidGearID.NotFound: no gear g-77": true,
		"GearNotFoundFault: no gear g-77":                true,
		"NoSuchBelt: there is none":                      false,
		"InvalidBeltID.NotFound: no belt b-1":            false,
		"NotFoundException: there is none":               false,
		"the gear was not found":                         false,
	} {
		text := textOf(GoneByCode(t.Context(), gearOf(t, ""), words))
		if gone != strings.HasPrefix(text, "make sure that it is gone") {
			t.Errorf("%s: %s", words, text)
		}
	}
}

// The log is asked of what is of no known sort, with the innermost of the words.
func TestAskWhyFailed(t *testing.T) {
	h := gearOf(t, "")
	h.Holder.Name = "acme"
	n := AskWhyFailed(h, "cannot turn g-1: the shaft is bent")
	if text := textOf(n); !strings.Contains(text, `"the shaft is bent"`) || !strings.Contains(text, "at its last try at g-1") || len(n.Steps[0].Command) == 0 {
		t.Errorf("%+v", n.Steps)
	}
	h.Node.Name = explain.NoName
	if n = AskWhyFailed(h, "it turns"); strings.Contains(textOf(n), explain.NoName) || len(n.Steps[0].Command) != 0 {
		t.Errorf("%+v", n.Steps)
	}
}

func textOf(n hearing.Notes) string {
	if len(n.Steps) == 0 {
		return ""
	}
	return n.Steps[0].Text
}
