//go:build unix

package removal_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
)

// pasting is a person at a shell, with the real kubectl and the real plugin, who
// reads a plan and pastes the command that it prints.
type pasting struct {
	*bench
	home string
	// elsewhere is true once what stands under the address of the context "relay" is
	// another server; asked counts the requests that came there.
	elsewhere atomic.Bool
	asked     atomic.Int64
}

func newPasting(t *testing.T) *pasting {
	t.Helper()
	p := &pasting{bench: newBench(t, shared, "paste"), home: t.TempDir()}
	relay, err := shared.Relay(t.Context())
	must(t, err)
	t.Cleanup(func() { must(t, relay.Close()) })
	through := relay.Config("paste", func(w http.ResponseWriter, r *http.Request, forward http.Handler) {
		p.asked.Add(1)
		if p.elsewhere.Load() && r.URL.Path == "/api/v1/namespaces/kube-system" {
			w.Header().Set("Content-Type", "application/json")
			_, _ = fmt.Fprint(w, `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"kube-system","uid":"another"}}`)
			return
		}
		forward.ServeHTTP(w, r)
	})
	must(t, os.WriteFile(filepath.Join(p.home, "batch.yaml"), []byte(knowledge), 0o600))
	path := filepath.Join(p.home, "kubeconfig")
	_, err = shared.User(path, p.namespace, "admin", "system:masters")
	must(t, err)
	config, err := clientcmd.LoadFromFile(path)
	must(t, err)
	config.Clusters["relay"] = &clientcmdapi.Cluster{Server: through.Host, CertificateAuthorityData: through.CAData}
	config.Contexts["relay"] = &clientcmdapi.Context{Cluster: "relay", AuthInfo: "admin", Namespace: p.namespace}
	must(t, clientcmd.WriteToFile(*config, path))
	binary := labtest.Plugin(t)
	must(t, os.Symlink(binary, filepath.Join(p.home, "kubectl-finalizers")))
	return p
}

// sh runs a line in a shell and returns what it prints and its exit code.
func (p *pasting) sh(t *testing.T, line string) (string, int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh", "-c", line)
	cmd.Env = append(os.Environ(), "HOME="+p.home, "XDG_STATE_HOME="+filepath.Join(p.home, "state"), "KUBECONFIG="+filepath.Join(p.home, "kubeconfig"),
		"PATH="+p.home+":"+filepath.Dir(p.Path)+":"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// A pasted command does what the plan said that printed it, on that server, or nothing.
func TestPastedCommand(t *testing.T) {
	p := newPasting(t)
	annotate := []byte(`{"metadata":{"annotations":{"rival":"was here"}}}`)
	patch := func(kind types.PatchType, text []byte) func(*testing.T, string) {
		return func(t *testing.T, name string) {
			t.Helper()
			_, err := p.Patch(t.Context(), configMaps, p.namespace, name, "", kind, text)
			must(t, err)
		}
	}
	again := func(t *testing.T, name string) {
		t.Helper()
		patch(types.MergePatchType, []byte(`{"metadata":{"finalizers":null}}`))(t, name)
		p.make(t, []string{"example.com/off", "example.com/off-too"}, name)
		p.delete(t, name)
	}
	tests := map[string]struct {
		typed string // besides the names
		rival func(t *testing.T, name string)
		code  int
		says  string
	}{
		"nothing has changed":                   {says: "1 removal: 1 off and held by others."},
		"metadata written":                      {rival: patch(types.MergePatchType, annotate), says: "1 removal: 1 off and held by others."},
		"finalizer removed":                     {rival: patch(types.JSONPatchType, []byte(`[{"op":"remove","path":"/metadata/finalizers/1"}]`)), code: 4, says: "the finalizers are others"},
		"the one of it removed":                 {rival: patch(types.JSONPatchType, []byte(`[{"op":"remove","path":"/metadata/finalizers/0"}]`)), code: 4, says: "no longer part of it"},
		"finalizers reordered":                  {rival: patch(types.JSONPatchType, []byte(`[{"op":"move","from":"/metadata/finalizers/0","path":"/metadata/finalizers/-"}]`)), code: 4, says: "the finalizers are others"},
		"finalizer doubled":                     {rival: patch(types.JSONPatchType, []byte(`[{"op":"copy","from":"/metadata/finalizers/1","path":"/metadata/finalizers/-"}]`)), code: 4, says: "the finalizers are others"},
		"object replaced":                       {rival: again, code: 4, says: "another object stands under the name"},
		"object gone":                           {rival: patch(types.MergePatchType, []byte(`{"metadata":{"finalizers":null}}`)), code: 4, says: "no longer part of it"},
		"dependent created":                     {typed: "--finalizer example.com/off-too", rival: p.dependent, code: 4, says: "Dependents: once it is gone, the garbage collector deletes what it owns: configmap/"},
		"another context in use":                {rival: func(t *testing.T, _ string) { t.Helper(); p.sh(t, "kubectl config use-context relay") }, says: "1 removal: 1 off and held by others."},
		"another server under the same address": {typed: "--context relay", rival: func(*testing.T, string) { p.elsewhere.Store(true) }, code: 4, says: "it is another server"},
	}
	number := 0
	for name, tt := range tests {
		number++
		object := fmt.Sprintf("o%d", number)
		t.Run(name, func(t *testing.T) {
			p.sh(t, "kubectl config use-context lab")
			p.elsewhere.Store(false)
			list := []string{"example.com/off", "example.com/off-too"}
			if strings.Contains(tt.typed, "--finalizer") {
				list = list[1:] // the last that holds it: what it owns goes with it
			} else {
				tt.typed += " --finalizer example.com/off"
			}
			p.make(t, list, object)
			p.delete(t, object)
			text, code := p.sh(t, "kubectl finalizers remove configmap/"+object+" --catalogue "+p.home+" "+tt.typed)
			_, line, found := strings.Cut(text, "To do it:\n")
			if code != 0 || !found {
				t.Fatalf("exit code %d:\n%s", code, text)
			}
			if tt.rival != nil {
				tt.rival(t, object)
			}
			p.asked.Store(0)
			before, _ := p.Get(t.Context(), configMaps, p.namespace, object)
			text, code = p.sh(t, line)
			if code != tt.code || !strings.Contains(text, tt.says) {
				t.Errorf("exit code %d, want %d and %q:\n%s", code, tt.code, tt.says, text)
			}
			if !strings.Contains(tt.typed, "relay") && p.asked.Load() > 0 {
				t.Error("it asked the server of another context")
			}
			after, _ := p.Get(t.Context(), configMaps, p.namespace, object)
			if tt.code == 4 && before != nil && (after == nil || !slices.Equal(trace.FinalizersOf(before), trace.FinalizersOf(after))) {
				t.Errorf("it refuses, and the object is another: %v", after)
			}
		})
	}
}

// dependent makes an object that the other owns.
func (p *pasting) dependent(t *testing.T, name string) {
	t.Helper()
	owner, err := p.Get(t.Context(), configMaps, p.namespace, name)
	must(t, err)
	_, err = p.Patch(t.Context(), configMaps, p.namespace, name+"-owned", "", types.ApplyPatchType, fmt.Appendf(nil,
		`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"%s-owned","ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":%q,"uid":%q}]}}`, name, name, owner.GetUID()))
	must(t, err)
}
