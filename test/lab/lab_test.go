//go:build unix

package lab_test

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
)

// TestMain lets this binary stand in for a test that is killed: see TestKilled.
func TestMain(m *testing.M) {
	if os.Getenv("LAB_TEST_VICTIM") != "" {
		victim()
		return
	}
	os.Exit(m.Run())
}

// TestLab shows on one control plane what tests rely on.
func TestLab(t *testing.T) {
	began := time.Now()
	l, err := lab.Start(t.Context(), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("ready after %s", time.Since(began))
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(l.Dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the folder is still there: %v", err)
		}
	})
	t.Run("collector", func(t *testing.T) { testCollector(t, l) })
	t.Run("rights", func(t *testing.T) { testRights(t, l) })
	t.Run("status", func(t *testing.T) { testStatus(t, l) })
	t.Run("token", func(t *testing.T) { testToken(t, l) })
	t.Run("webhook", func(t *testing.T) { testWebhook(t, l) })
	t.Run("aggregation", func(t *testing.T) { testAggregation(t, l) })
	t.Run("namespace", func(t *testing.T) { testNamespace(t, l) })
	t.Run("controllers", func(t *testing.T) { testControllers(t, l) })
	t.Run("apiserver", func(t *testing.T) { testAPIServer(t, l) }) // last: disturbs the others
}

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: toys.lab.example.com}
spec:
  group: lab.example.com
  scope: Namespaced
  names: {plural: toys, singular: toy, kind: Toy}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}]
`

// An owner of a kind that is a second old takes its dependent with it. Without
// waiting for the collector, it would not.
func testCollector(t *testing.T, l *lab.Lab) {
	file := filepath.Join(t.TempDir(), "crd.yaml")
	if err := os.WriteFile(file, []byte(crd), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := l.InstallCRDs(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	must(t, l.Apply(t.Context(), `{apiVersion: lab.example.com/v1, kind: Toy, metadata: {name: owner, namespace: default}}`))
	uid := get(t, l, "toy/owner", "{.metadata.uid}")
	must(t, l.Apply(t.Context(), fmt.Sprintf(`{apiVersion: v1, kind: ConfigMap, metadata: {name: dependent, namespace: default,
  ownerReferences: [{apiVersion: lab.example.com/v1, kind: Toy, name: owner, uid: %s}]}}`, uid)))
	if _, err := l.Run(t.Context(), "delete", "toy/owner"); err != nil {
		t.Fatal(err)
	}
	must(t, l.Eventually(t.Context(), "the dependent to be collected", func() error {
		out, err := l.Run(t.Context(), "get", "configmap", "dependent", "--ignore-not-found", "--output=name")
		if err == nil && out != "" {
			return errors.New("still there")
		}
		return err
	}))
}

// A user has the rights that were given and no others.
func testRights(t *testing.T, l *lab.Lab) {
	must(t, l.Apply(t.Context(), `
{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: readers, namespace: default}, rules: [{apiGroups: [""], resources: [configmaps], verbs: [list]}]}
---
{apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, metadata: {name: readers, namespace: default},
  roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: readers}, subjects: [{kind: Group, apiGroup: rbac.authorization.k8s.io, name: readers}]}
`))
	user, err := l.User(filepath.Join(t.TempDir(), "kubeconfig"), "default", "somebody", "readers")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := user.Run(t.Context(), "get", "configmaps"); err != nil {
		t.Error(err)
	}
	if _, err := user.Run(t.Context(), "get", "secrets"); err == nil || !strings.Contains(err.Error(), "Forbidden") {
		t.Errorf("listing secrets: got %v, want Forbidden", err)
	}
}

// What a kubelet, a controller or an elected leader would write is set by hand.
func testStatus(t *testing.T, l *lab.Lab) {
	must(t, l.Apply(t.Context(), `
{apiVersion: v1, kind: Node, metadata: {name: n1}}
---
{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: default}, spec: {nodeName: n1, containers: [{name: c, image: i}]}}
---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: d, namespace: default}, spec: {replicas: 0, selector: {matchLabels: {a: b}},
  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}}}
`))
	now := time.Now().UTC().Format(time.RFC3339)
	for object, status := range map[string]string{
		"node/n1":      `{"conditions":[{"type":"Ready","status":"False","reason":"KubeletNotReady","lastHeartbeatTime":"` + now + `","lastTransitionTime":"` + now + `"}]}`,
		"pod/p":        `{"phase":"Running"}`,
		"deployment/d": `{"replicas":3}`,
	} {
		must(t, l.SetStatus(t.Context(), "default", object, status))
	}
	must(t, l.Apply(t.Context(), `{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: leader, namespace: default},
  spec: {holderIdentity: me, leaseDurationSeconds: 15, renewTime: "2026-01-01T00:00:00.000000Z"}}`))
	if phase := get(t, l, "pod/p", "{.status.phase}"); phase != "Running" {
		t.Errorf("the pod's phase is %q", phase)
	}
}

// A ServiceAccount's token is accepted.
func testToken(t *testing.T, l *lab.Lab) {
	token, err := l.Run(t.Context(), "create", "token", "default", "--namespace=default")
	if err != nil {
		t.Fatal(err)
	}
	out := whoami(t, l, strings.TrimSpace(token))
	if out != "system:serviceaccount:default:default" {
		t.Errorf("the token speaks for %q", out)
	}
}

func whoami(t *testing.T, l *lab.Lab, token string) string {
	t.Helper()
	authorities, err := l.ClientAuthorities()
	if err != nil {
		t.Fatal(err)
	}
	body := strings.NewReader(`{"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"}`)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, l.Server()+"/apis/authentication.k8s.io/v1/selfsubjectreviews", body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+token)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: authorities}}}
	defer client.CloseIdleConnections()
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var review struct {
		Status struct {
			UserInfo struct{ Username string }
		}
	}
	if err := json.NewDecoder(resp.Body).Decode(&review); err != nil {
		t.Fatal(err)
	}
	return review.Status.UserInfo.Username
}

// serveTLS answers with a certificate that the API server can be told to trust.
func serveTLS(t *testing.T, l *lab.Lab, handler http.Handler, hosts ...string) (server *httptest.Server, ca string) {
	t.Helper()
	cert, authority, err := l.ServingCertificate(hosts...)
	if err != nil {
		t.Fatal(err)
	}
	server = httptest.NewUnstartedServer(handler)
	server.TLS = &tls.Config{Certificates: []tls.Certificate{cert}}
	server.StartTLS()
	t.Cleanup(server.Close)
	return server, base64.StdEncoding.EncodeToString(authority)
}

// A webhook on loopback is asked, and its refusal arrives.
func testWebhook(t *testing.T, l *lab.Lab) {
	server, ca := serveTLS(t, l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var review struct {
			Request struct {
				UID string `json:"uid"`
			} `json:"request"`
		}
		if err := json.NewDecoder(r.Body).Decode(&review); err != nil {
			t.Error(err)
		}
		fmt.Fprintf(w, `{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":%q,"allowed":false,"status":{"message":"not on my watch"}}}`, review.Request.UID)
	}))
	must(t, l.Namespace(t.Context(), "guarded"))
	must(t, l.Apply(t.Context(), fmt.Sprintf(`
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: refuser}
webhooks:
- name: refuser.example.com
  clientConfig: {url: %q, caBundle: %s}
  rules: [{apiGroups: [""], apiVersions: [v1], resources: [configmaps], operations: [DELETE]}]
  namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: guarded}}
  admissionReviewVersions: [v1]
  sideEffects: None
`, server.URL, ca)))
	must(t, l.Eventually(t.Context(), "the webhook to be asked", func() error {
		_, err := l.Run(t.Context(), "delete", "configmap", "kube-root-ca.crt", "--namespace=guarded", "--dry-run=server")
		if err == nil || !strings.Contains(err.Error(), "not on my watch") {
			return fmt.Errorf("deleting: got %w, want the webhook's refusal", err)
		}
		return nil
	}))
}

// An aggregated API behind a Service is served, which reaches loopback as an
// ExternalName, and discovered, and
// becomes unavailable with its server.
func testAggregation(t *testing.T, l *lab.Lab) {
	server, ca := serveTLS(t, l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"kind":"APIResourceList","apiVersion":"v1","groupVersion":"far.example.com/v1","resources":[{"name":"stars","singularName":"star","namespaced":false,"kind":"Star","verbs":["list"]}]}`)
	}), "far.default.svc")
	port := server.URL[strings.LastIndex(server.URL, ":")+1:]
	must(t, l.Apply(t.Context(), fmt.Sprintf(`
{apiVersion: v1, kind: Service, metadata: {name: far, namespace: default}, spec: {type: ExternalName, externalName: localhost, ports: [{port: %[1]s}]}}
---
{apiVersion: apiregistration.k8s.io/v1, kind: APIService, metadata: {name: v1.far.example.com},
  spec: {group: far.example.com, version: v1, groupPriorityMinimum: 1000, versionPriority: 10, caBundle: %[2]s, service: {name: far, namespace: default, port: %[1]s}}}
`, port, ca)))
	available := func(want string) {
		t.Helper()
		must(t, l.Eventually(t.Context(), "Available="+want, func() error {
			got, err := l.Run(t.Context(), "get", "apiservice", "v1.far.example.com", `--output=jsonpath={range .status.conditions[?(@.type=="Available")]}{.status} {.message}{end}`)
			if err == nil && !strings.HasPrefix(got, want) {
				return fmt.Errorf("it is %q", got)
			}
			return err
		}))
	}
	available("True")
	server.Close()
	available("False")
	if _, err := l.Run(t.Context(), "delete", "apiservice", "v1.far.example.com"); err != nil {
		t.Error(err)
	}
}

// The namespace controller empties and removes a namespace within a few seconds.
func testNamespace(t *testing.T, l *lab.Lab) {
	must(t, l.Namespace(t.Context(), "brief"))
	began := time.Now()
	if _, err := l.Run(t.Context(), "delete", "namespace", "brief", "--timeout=60s"); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 15*time.Second {
		t.Errorf("it took %s", took)
	}
}

// Without controllers a namespace stays; with them again it goes.
func testControllers(t *testing.T, l *lab.Lab) {
	must(t, l.Namespace(t.Context(), "held"))
	must(t, l.StopControllers())
	if _, err := l.Run(t.Context(), "delete", "namespace", "held", "--timeout=2s"); err == nil {
		t.Error("the namespace went without a controller")
	}
	must(t, l.StartControllers(t.Context()))
	must(t, l.Eventually(t.Context(), "the namespace to go", func() error {
		out, err := l.Run(t.Context(), "get", "namespace", "held", "--ignore-not-found", "--output=name")
		if err == nil && out != "" {
			return errors.New("still there")
		}
		return err
	}))
}

// The API server can be made to refuse, to hang, and to come back with its data.
func testAPIServer(t *testing.T, l *lab.Lab) {
	must(t, l.StopAPIServer())
	if _, err := l.Run(t.Context(), "get", "--raw", "/readyz"); err == nil || !strings.Contains(err.Error(), "refused") {
		t.Errorf("stopped: got %v, want a refused connection", err)
	}
	must(t, l.StartAPIServer(t.Context()))
	if _, err := l.Run(t.Context(), "get", "node", "n1"); err != nil {
		t.Errorf("after the restart: %v", err)
	}
	must(t, l.FreezeAPIServer())
	if _, err := l.Run(t.Context(), "get", "--raw", "/readyz", "--request-timeout=1s"); err == nil {
		t.Error("a frozen server answered")
	}
	must(t, l.ThawAPIServer())
	if _, err := l.Run(t.Context(), "get", "--raw", "/readyz"); err != nil {
		t.Errorf("after the thaw: %v", err)
	}
}

// TestKilled kills a process with a running lab and one whose lab has just
// begun to start, and looks for what is left.
func TestKilled(t *testing.T) {
	if _, err := lab.Assets(t.Context(), os.Stderr); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		signal syscall.Signal
		when   string // what the folder holds when the signal is sent
	}{
		{"running/kill", syscall.SIGKILL, "lab.json"},
		{"running/interrupt", syscall.SIGINT, "lab.json"},
		{"starting/kill", syscall.SIGKILL, "kube-apiserver.log"},
		{"starting/interrupt", syscall.SIGINT, "kube-apiserver.log"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tmp := t.TempDir()
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "LAB_TEST_VICTIM=1", "TMPDIR="+tmp)
			cmd.Stderr = os.Stderr
			must(t, cmd.Start())
			eventually(t, tt.when, func() bool {
				found, err := filepath.Glob(filepath.Join(tmp, "*", tt.when))
				return err == nil && len(found) == 1
			})
			must(t, cmd.Process.Signal(tt.signal))
			var exit *exec.ExitError
			if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
				t.Error(err)
			}
			nothingLeft(t, tmp)
		})
	}
}

// victim starts a lab and waits to be killed.
func victim() {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	if _, err := lab.Start(ctx, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	select {}
}

// anyProcessNames reports whether a process mentions dir on its command line.
func anyProcessNames(t *testing.T, dir string) bool {
	t.Helper()
	out, err := exec.Command("ps", "-A", "-o", "args=").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(out), dir)
}

func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(90 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if done() {
			return
		}
	}
	t.Fatalf("waited in vain for %s", what)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, l *lab.Lab, object, path string) string {
	t.Helper()
	out, err := l.Run(t.Context(), "get", object, "--namespace=default", "--output=jsonpath="+path)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestUp shows the control plane that outlives the command that started it.
func TestUp(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	kubeconfig, err := lab.Up(t.Context(), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	again, err := lab.Up(t.Context(), os.Stderr)
	if err != nil || again != kubeconfig {
		t.Errorf("a second time: got %q, %v; want %q", again, err, kubeconfig)
	}
	assets, err := lab.Assets(t.Context(), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	kubectl := lab.Kubectl{Path: filepath.Join(assets, "kubectl"), Kubeconfig: kubeconfig}
	if out, err := kubectl.Run(t.Context(), "get", "namespaces", "--output=name"); err != nil || !strings.Contains(out, "namespace/kube-system") {
		t.Errorf("got %q, %v", out, err)
	}
	must(t, lab.Down(t.Context()))
	nothingLeft(t, tmp)
	if err := lab.Down(t.Context()); err != nil {
		t.Errorf("with nothing up: %v", err)
	}

	ctx, interrupt := context.WithCancel(t.Context())
	go func() {
		eventually(t, "the start to be under way", func() bool {
			found, err := filepath.Glob(filepath.Join(tmp, "*", "kube-apiserver.log"))
			return err == nil && len(found) == 1
		})
		interrupt()
	}()
	if _, err := lab.Up(ctx, os.Stderr); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: got %v", err)
	}
	nothingLeft(t, tmp)
}

// TestAssetsElsewhere shows that a folder of programs is used when one is named,
// and that one which lacks a program is refused by its name.
func TestAssetsElsewhere(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("KUBEBUILDER_ASSETS", dir)
	for _, name := range []string{"etcd", "kube-apiserver", "kubectl"} {
		must(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	if _, err := lab.Assets(t.Context(), os.Stderr); err == nil || !strings.Contains(err.Error(), "kube-controller-manager") {
		t.Errorf("got %v, want the missing program named", err)
	}
	must(t, os.WriteFile(filepath.Join(dir, "kube-controller-manager"), nil, 0o600))
	if got, err := lab.Assets(t.Context(), os.Stderr); err != nil || got != dir {
		t.Errorf("got %q, %v; want %q", got, err, dir)
	}
}

func nothingLeft(t *testing.T, tmp string) {
	t.Helper()
	eventually(t, "nothing to be left", func() bool {
		left, err := os.ReadDir(tmp)
		return err == nil && len(left) == 0 && !anyProcessNames(t, tmp)
	})
}
