package dump

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func TestRedact(t *testing.T) {
	for name, test := range map[string]struct{ in, want string }{
		"secret": {
			`
apiVersion: v1
kind: Secret
type: Opaque
immutable: true
data: {a: aGlkZGVu}
stringData: {a: hidden}
metadata:
  name: s
  labels: {token: kept}
  finalizers: [example.com/a]
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: '{"data":{"a":"hidden"}}'
    example.com/copy: '{"a":"hidden"}'
    openshift.io/token-secret.value: hidden
    openshift.io/token-secret.name: kept
    kubernetes.io/service-account.name: kept
`, `
apiVersion: v1
kind: Secret
type: Opaque
immutable: true
metadata:
  name: s
  labels: {token: kept}
  finalizers: [example.com/a]
  annotations:
    example.com/copy: <redacted>
    openshift.io/token-secret.value: <redacted>
    openshift.io/token-secret.name: kept
    kubernetes.io/service-account.name: kept
`,
		},
		"config map": {
			`
apiVersion: v1
kind: ConfigMap
binaryData: {a: aGlkZGVu}
data: {a: hidden}
metadata:
  name: c
  annotations: {control-plane.alpha.kubernetes.io/leader: '{"holderIdentity":"a"}'}
`, `
apiVersion: v1
kind: ConfigMap
metadata:
  name: c
  annotations: {control-plane.alpha.kubernetes.io/leader: '{"holderIdentity":"a"}'}
`,
		},
		"pod": {
			`
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  serviceAccountName: kept
  automountServiceAccountToken: true
  imagePullSecrets: [{name: kept}]
  nodeSelector: {disk: kept}
  volumes:
  - {name: v, secret: {secretName: kept, defaultMode: 420, items: [{key: kept, path: kept}]}}
  - {name: t, projected: {sources: [{serviceAccountToken: {path: kept, expirationSeconds: 3600}}]}}
  containers:
  - name: kept
    image: kept:1
    command: [/bin/sh, -c, hidden]
    args: [--password=hidden, --v=4, "--feature-gates=Kept=true,Also=false", "--feature-gates=Kept=true,Odd=hidden"]
    env:
    - {name: KEPT, value: hidden}
    - {name: REF, valueFrom: {secretKeyRef: {name: kept, key: kept}}}
    - {name: EMPTY, value: ""}
    envFrom: [{secretRef: {name: kept}}]
    livenessProbe: {exec: {command: [cat, hidden]}, httpGet: {path: /kept, httpHeaders: [{name: kept, value: hidden}]}}
`, `
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  serviceAccountName: kept
  automountServiceAccountToken: true
  imagePullSecrets: [{name: kept}]
  nodeSelector: {disk: kept}
  volumes:
  - {name: v, secret: {secretName: kept, defaultMode: 420, items: [{key: kept, path: kept}]}}
  - {name: t, projected: {sources: [{serviceAccountToken: {path: kept, expirationSeconds: 3600}}]}}
  containers:
  - name: kept
    image: kept:1
    command: [/bin/sh, <redacted>, <redacted>]
    args: [<redacted>, <redacted>, "--feature-gates=Kept=true,Also=false", <redacted>]
    env:
    - {name: KEPT, value: <redacted>}
    - {name: REF, valueFrom: {secretKeyRef: {name: kept, key: kept}}}
    - {name: EMPTY, value: ""}
    envFrom: [{secretRef: {name: kept}}]
    livenessProbe: {exec: {command: [cat, <redacted>]}, httpGet: {path: /kept, httpHeaders: [{name: kept, value: <redacted>}]}}
`,
		},
		"custom resource": {
			`
apiVersion: example.com/v1
kind: Database
metadata:
  name: d
  annotations:
    example.com/api-token: hidden
    example.com/spec: '{"password":"hidden","size":1}'
    example.com/plain: '{"size": 1}'
    kapp.k14s.io/original: '{"password":"hidden"}'
  managedFields:
  - manager: kept
    operation: Update
    subresource: status
    time: "2026-03-01T12:00:00Z"
    apiVersion: example.com/v1
    fieldsType: FieldsV1
    fieldsV1: {"f:metadata": {"f:finalizers": {'v:"a"': {}}}, "f:spec": {"f:password": {}}}
spec:
  password: hidden
  pin: kept
  adminPasswd: 12345
  apiKey: hidden
  api_keys: [hidden, hidden]
  privateKey: {algorithm: kept, value: hidden}
  token: {plain: {text: hidden}}
  secretName: kept
  secretRef: {name: kept, namespace: kept}
  passwordSecretRef: {name: kept, key: kept}
  tokenSecretName: kept
  connectionSecretKeys: [kept]
  keys: [kept]
  names: [kept]
  kubeconfig: hidden
  address: https://user:hidden@example.com/kept
  text: "-----BEGIN RSA PRIVATE KEY-----\nhidden"
  env: {KEPT: hidden, name: hidden, nested: {a: [hidden]}}
  parameters: [{name: adminPassword, value: hidden}, {name: size, value: kept}]
  files: [{path: kept, content: hidden}]
  preStartCommands: [hidden]
  kubeletExtraArgs: {kept: hidden}
  manifest: {apiVersion: v1, kind: Secret, metadata: {name: kept}, data: {a: hidden}}
  target: {kind: Secret, name: kept}
  data: {size: kept}
  stringData: {size: hidden}
status:
  conditions: [{type: TokenReady, status: "False", message: kept}]
`, `
apiVersion: example.com/v1
kind: Database
metadata:
  name: d
  annotations:
    example.com/api-token: <redacted>
    example.com/spec: '{"password":"<redacted>","size":1}'
    example.com/plain: '{"size": 1}'
  managedFields:
  - manager: kept
    operation: Update
    subresource: status
    time: "2026-03-01T12:00:00Z"
    fieldsV1: {"f:metadata": {"f:finalizers": {'v:"a"': {}}}}
spec:
  password: <redacted>
  pin: kept
  adminPasswd: <redacted>
  apiKey: <redacted>
  api_keys: [<redacted>, <redacted>]
  privateKey: {algorithm: kept, value: <redacted>}
  token: {plain: {text: <redacted>}}
  secretName: kept
  secretRef: {name: kept, namespace: kept}
  passwordSecretRef: {name: kept, key: kept}
  tokenSecretName: kept
  connectionSecretKeys: [kept]
  keys: [kept]
  names: [kept]
  kubeconfig: <redacted>
  address: https://user:<redacted>@example.com/kept
  text: <redacted>
  env: {KEPT: <redacted>, name: <redacted>, nested: {a: [<redacted>]}}
  parameters: [{name: adminPassword, value: <redacted>}, {name: size, value: kept}]
  files: [{path: kept, content: <redacted>}]
  preStartCommands: [<redacted>]
  kubeletExtraArgs: {kept: <redacted>}
  manifest: {apiVersion: v1, kind: Secret, metadata: {name: kept}, data: {a: <redacted>}}
  target: {kind: Secret, name: kept}
  data: {size: kept}
  stringData: {size: <redacted>}
status:
  conditions: [{type: TokenReady, status: "False", message: kept}]
`,
		},
		"definition": {
			`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: oxen.example.com}
spec:
  group: example.com
  validation: {openAPIV3Schema: {}}
  versions: [{name: v1, served: true, schema: {openAPIV3Schema: {}}}]
  conversion: {webhook: {clientConfig: {caBundle: kept}}}
`, `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: oxen.example.com}
spec:
  group: example.com
  versions: [{name: v1, served: true}]
  conversion: {webhook: {clientConfig: {caBundle: kept}}}
`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			in, untouched, want := parseObject(t, test.in), parseObject(t, test.in), parseObject(t, test.want)
			got := (&redactor{}).object(in)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if diff := cmp.Diff(untouched, in); diff != "" {
				t.Errorf("the object was changed:\n%s", diff)
			}
		})
	}
}

func parseObject(t *testing.T, text string) map[string]any {
	t.Helper()
	var obj map[string]any
	if err := yaml.Unmarshal([]byte(strings.ReplaceAll(text, ": <redacted>", `: "<redacted>"`)), &obj); err != nil {
		t.Fatal(err)
	}
	return obj
}

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

func TestClassify(t *testing.T) {
	for key, want := range map[string]redactField{
		"password": redactSecret, "adminPASSWORD": redactSecret, "db_pass-word": redactSecret, "clientSecret": redactSecret,
		"aws_secret_access_key": redactSecret, "bearerToken": redactSecret, ".dockerconfigjson": redactSecret,
		"secretName": redactPlain, "secretRef": redactPlain, "secretKeyRef": redactPlain, "tokenSecretName": redactPlain,
		"writeConnectionSecretToRef": redactPlain, "secretNamespace": redactPlain, "dataSecretName": redactPlain,
		"provisioner-secret-name": redactPlain, "secretTypes": redactSecret, "name": redactPlain, "keys": redactPlain,
		"resources": redactPlain, "finalizers": redactPlain, "env": redactAll, "envFrom": redactPlain, "extraArgs": redactAll,
		"command": redactCommand, "stringData": redactContainer,
	} {
		if got := classify(key); got != want {
			t.Errorf("%s: %d, want %d", key, got, want)
		}
	}
}
