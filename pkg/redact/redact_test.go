package redact

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"
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
  labels: {token: hidden, app: kept}
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
  labels: {token: <redacted>, app: kept}
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
    args: [--password=hidden, --v=4, --watch-filter=kept, --watch-namespace, kept, --namespace=Hidden/9, "--feature-gates=Kept=true,Also=false", "--feature-gates=Kept=true,Odd=hidden"]
    env:
    - {name: KEPT, value: hidden}
    - {name: REF, valueFrom: {secretKeyRef: {name: kept, key: kept}}}
    - {name: EMPTY, value: ""}
    - {name: WATCH_NAMESPACE, value: "kept,also"}
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
    args: [<redacted>, <redacted>, --watch-filter=kept, --watch-namespace, kept, <redacted>, "--feature-gates=Kept=true,Also=false", <redacted>]
    env:
    - {name: KEPT, value: <redacted>}
    - {name: REF, valueFrom: {secretKeyRef: {name: kept, key: kept}}}
    - {name: EMPTY, value: ""}
    - {name: WATCH_NAMESPACE, value: "kept,also"}
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
    fieldsV1: {"f:metadata": {"f:finalizers": {'v:"a"': {}}}, "f:spec": {"f:password": {}, "f:tokens": {'v:"hidden"': {}}, "f:names": {'v:"a"': {}}}}
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
    apiVersion: example.com/v1
    fieldsType: FieldsV1
    fieldsV1: {"f:metadata": {"f:finalizers": {'v:"a"': {}}}, "f:spec": {"f:password": {}, "f:tokens": {'v:"<redacted>"': {}}, "f:names": {'v:"a"': {}}}}
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
			got := (&Redactor{}).Object(in)
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
