package dump

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// planter grows objects in which it plants values that must not be shown, and
// counts them. Each has the mark in it.
type planter struct {
	r       *rand.Rand
	planted int
}

const plantMark = "PLANTED"

func (p *planter) secret() string {
	p.planted++
	return fmt.Sprintf("%s%d", plantMark, p.planted)
}

func (p *planter) pick(words ...string) string { return words[p.r.IntN(len(words))] }

// secretKey makes a name that speaks of a credential.
func (p *planter) secretKey() string {
	word := p.pick("password", "token", "secret", "apiKey", "privateKey", "kubeconfig", "api-key", "private_key", "credentials")
	if p.r.IntN(2) == 0 {
		word = strings.ToUpper(word[:1]) + word[1:]
	}
	return p.pick("", "admin", "my-", "x_") + word + p.pick("", "Value", "1", "Text", "-data")
}

func (p *planter) plainKey() string {
	return p.pick("spec", "template", "size", "config", "values", "containers", "items", "data", "metadata2", "status", "provider", "secretRef", "jobTemplate")
}

// node grows a map with things planted in it at any depth.
func (p *planter) node(depth int) map[string]any {
	m := map[string]any{}
	for range p.r.IntN(4) + 1 {
		switch p.r.IntN(9) {
		case 0:
			m[p.secretKey()] = p.secret()
		case 1:
			m["env"] = []any{
				map[string]any{"name": "A", "value": p.secret()},
				map[string]any{"name": "B", "valueFrom": map[string]any{"secretKeyRef": map[string]any{"name": "a", "key": "b"}}},
			}
		case 2:
			m["env"] = map[string]any{"A": p.secret(), "name": p.secret()}
		case 3:
			m[p.pick("args", "extraArgs")] = []any{p.secret(), "--a=" + p.secret()}
		case 4:
			m["command"] = []any{"sh", "-c", p.secret()}
		case 5:
			m[p.secretKey()] = []any{p.secret()}
		case 6:
			m[p.plainKey()] = map[string]any{"kind": p.pick("Secret", "ConfigMap"), "data": map[string]any{"a": p.secret()}, "stringData": map[string]any{"b": p.secret()}}
		default:
			p.deeper(m, depth)
		}
	}
	return m
}

func (p *planter) deeper(m map[string]any, depth int) {
	switch {
	case depth <= 0:
		m["leaf"] = "plain"
	case p.r.IntN(2) == 0:
		m[p.plainKey()] = p.node(depth - 1)
	default:
		m[p.plainKey()] = []any{p.node(depth - 1), p.node(depth - 1)}
	}
}

func (p *planter) object(i int) map[string]any {
	meta := map[string]any{"name": fmt.Sprintf("o%d", i), "namespace": "shop", "annotations": map[string]any{
		"kubectl.kubernetes.io/last-applied-configuration": `{"data":{"a":"` + p.secret() + `"}}`,
		"example.com/" + p.secretKey():                     p.secret(),
		"example.com/json":                                 `{"` + p.secretKey() + `":"` + p.secret() + `"}`,
	}}
	kind := p.r.IntN(4)
	obj := p.node(4)
	switch kind {
	case 0, 1:
		obj["data"] = map[string]any{"a": p.secret(), "b": p.secret()}
		obj["stringData"] = map[string]any{"a": p.secret()}
		obj["binaryData"] = map[string]any{"a": p.secret()}
		meta["annotations"].(map[string]any)["example.com/copy"] = `{"a":"` + p.secret() + `"}`
	}
	obj["apiVersion"] = []string{"v1", "v1", "v1", "example.com/v1"}[kind]
	obj["kind"] = []string{"Secret", "ConfigMap", "Pod", "Ox"}[kind]
	obj["metadata"] = meta
	return obj
}

// FuzzSnapshotHides plants values where credentials stand, and looks for them
// in every byte of the snapshot.
func FuzzSnapshotHides(f *testing.F) {
	for seed := range uint64(50) {
		f.Add(seed)
	}
	configMapKind := trace.Kind{Version: "v1", Kind: "ConfigMap", Resource: "configmaps", Namespaced: true, Listable: true}
	f.Fuzz(func(t *testing.T, seed uint64) {
		p := &planter{r: rand.New(rand.NewPCG(seed, 1))}
		source := &memory{kinds: []trace.Kind{secretKind, configMapKind, podKind, oxKind}}
		for i := range 8 {
			source.objects = append(source.objects, p.object(i))
		}
		d, _, text := snapshotOf(t, source, SnapshotOptions{})
		if at := strings.Index(text, plantMark); at >= 0 {
			t.Fatalf("of %d values one is shown: …%s", p.planted, text[max(0, at-300):min(len(text), at+30)])
		}
		held := 0
		for _, kind := range source.kinds {
			if err := d.List(t.Context(), trace.Scope{Kind: kind}, func(*unstructured.Unstructured) { held++ }); err != nil {
				t.Fatal(err)
			}
		}
		if held != len(source.objects) {
			t.Fatalf("%d objects held of %d", held, len(source.objects))
		}
	})
}

// TestPlanterPlants checks that the fuzz test above looks for something.
func TestPlanterPlants(t *testing.T) {
	p := &planter{r: rand.New(rand.NewPCG(1, 1))}
	text := fmt.Sprint(p.object(0), p.object(1), p.object(2))
	if p.planted < 10 || strings.Count(text, plantMark) < p.planted*9/10 {
		t.Errorf("%d planted, %d found in the objects", p.planted, strings.Count(text, plantMark))
	}
}
