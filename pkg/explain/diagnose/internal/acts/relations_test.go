package acts_test

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// gear is a case of a Gear with these labels, owners and this spec.
func gear(t *testing.T, text string) *hearing.Case {
	t.Helper()
	obj := &unstructured.Unstructured{}
	if err := yaml.Unmarshal([]byte(text), &obj.Object); err != nil {
		t.Fatal(err)
	}
	return &hearing.Case{
		View: &sight.View{Copied: true, Catalogue: &catalogue.Catalogue{}}, Object: obj, Finalizer: "zorg.io/gear",
		Kind: trace.Kind{Group: "zorg.io", Kind: "Gear"}, Node: &trace.Node{Ref: trace.Ref{Group: "zorg.io", Kind: "Gear", Namespace: "shop", Name: "g-1"}},
	}
}

// TestNamedInSpec takes for another object what a label of the project repeats, and what a list of clusters names; not what
// says how the object is, what a label of others happens to say, or a list that says more.
func TestNamedInSpec(t *testing.T) {
	for text, want := range map[string]string{
		`{metadata: {labels: {zorg.io/shaft: s-1}}, spec: {shaft: s-1}}`:               "shaft s-1",
		`{metadata: {labels: {mill.zorg.io/shaft-name: s-1}}, spec: {shaftName: s-1}}`: "shaft s-1",
		`{metadata: {labels: {zorg.io/shaft: s-2}}, spec: {shaft: s-1}}`:               "",
		`{metadata: {labels: {app.acme.test/shaft: s-1}}, spec: {shaft: s-1}}`:         "",
		`{metadata: {labels: {shaft: s-1}}, spec: {shaft: s-1}}`:                       "",
		`{metadata: {labels: {zorg.io/type: round}}, spec: {type: round}}`:             "",
		`{metadata: {labels: {zorg.io/rev: "1.2"}}, spec: {rev: "1.2"}}`:               "",
		`{metadata: {labels: {zorg.io/gear: g-1}}, spec: {gear: g-1}}`:                 "",
		`{spec: {placement: {clusters: [{name: c-1}, {name: c-2}]}}}`:                  "clusters c-1, c-2",
		`{spec: {placement: {clusterNames: [c-1]}}}`:                                   "cluster c-1",
		`{spec: {placement: {clusters: [{name: c-1, endpoint: "https://c-1:6443"}]}}}`: "",
		`{spec: {placement: {wheels: [{name: w-1}]}}}`:                                 "",
		`{metadata: {labels: {zorg.io/shaft: s-1}}, status: {shaft: s-1}}`:             "",
	} {
		var got []string
		for _, r := range acts.NamedInSpec(gear(t, text)) {
			got = append(got, r.What)
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestSeeWhatIsAwaited leads to what the object names and its finalizer waits for first of all, with the command where the kind is
// known; not to what that tells of beside.
func TestSeeWhatIsAwaited(t *testing.T) {
	const owned = `{metadata: {ownerReferences: [{apiVersion: zorg.io/v1, kind: BigMill, name: m-1}], labels: {zorg.io/shaft: s-1}}, spec: {shaft: s-1, clusters: [{name: c-1}]}}`
	for waits, want := range map[string]string{
		"its Mill or BigMill to be deleted":                "see to BigMill m-1 | kubectl get bigmills.zorg.io/m-1 -o yaml -n shop",
		"its shaft to stand still":                         "see to shaft s-1 |",
		"its parts to be gone from the clusters":           "see to cluster c-1, which its holder has to reach | kubectl get zorgclusters",
		"its teeth to be gone; unless its BigMill is gone": "",
		"its teeth to be gone (without its shaft at once)": "",
		"": "",
	} {
		h := gear(t, owned)
		h.Entry.WaitsFor = waits
		h.Entry.Controller.TalksTo = &catalogue.Answering{What: "its clusters", See: []string{"kubectl", "get", "zorgclusters"}}
		got := ""
		for _, s := range acts.SeeWhatIsLeft(h).Steps {
			text, _, _ := strings.Cut(s.Text, ":")
			got += strings.TrimSpace(text + " | " + strings.Join(s.Command, " "))
		}
		if got != want {
			t.Errorf("%q: %s, want %s", waits, got, want)
		}
	}
}
