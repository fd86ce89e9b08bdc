//go:build unix

package lab_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
)

// servedConfig registers the webhooks that the test serves. Each is asked about
// the objects with its own label.
const servedConfig = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: served}
webhooks:
- name: deny.example.com
  clientConfig: {url: "%[1]s/deny", caBundle: %[2]s}
  rules: [{apiGroups: [""], apiVersions: [v1], resources: [configmaps], operations: [UPDATE]}]
  objectSelector: {matchLabels: {hook: deny}}
  admissionReviewVersions: [v1]
  sideEffects: None
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: served}
webhooks:
- name: keep.example.com
  clientConfig: {url: "%[1]s/keep", caBundle: %[2]s}
  rules: [{apiGroups: [""], apiVersions: [v1], resources: [configmaps], operations: [UPDATE]}]
  objectSelector: {matchLabels: {hook: keep}}
  admissionReviewVersions: [v1]
  sideEffects: None
- name: real.example.com
  clientConfig: {url: "%[1]s/allow", caBundle: %[2]s}
  rules: [{apiGroups: [""], apiVersions: [v1], resources: [configmaps], operations: [UPDATE]}]
  objectSelector: {matchLabels: {hook: real}}
  admissionReviewVersions: [v1]
  sideEffects: None
`

const servedObjects = `
{apiVersion: v1, kind: ConfigMap, metadata: {name: deny, namespace: served, labels: {hook: deny}, finalizers: [example.com/hold]}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: mine, namespace: served, labels: {hook: deny}, finalizers: [butler.example.com/hold]}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: keep, namespace: served, labels: {hook: keep}, finalizers: [example.com/hold]}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: real, namespace: served, labels: {hook: real}, finalizers: [example.com/hold]}}
---
{apiVersion: v1, kind: ServiceAccount, metadata: {name: butler, namespace: served}}
---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: butler, namespace: served},
  spec: {selector: {matchLabels: {app: butler}}, template: {metadata: {labels: {app: butler}}, spec: {serviceAccountName: butler, containers: [{name: butler, image: example.com/butler}]}}}}
---
{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: butler}, rules: [{apiGroups: [""], resources: [configmaps], verbs: [get, list, watch, update, patch]}]}
---
{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: butler}, roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: butler}, subjects: [{kind: ServiceAccount, name: butler, namespace: served}]}
`

// TestServedWebhooks asks the plugin about objects whose finalizer real webhooks
// keep: one that refuses, one that puts it back, and one that agrees.
func TestServedWebhooks(t *testing.T) {
	l, err := lab.Start(t.Context(), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { must(t, l.Close()) })
	server, ca := serveTLS(t, l, http.HandlerFunc(reviewed))
	must(t, l.Namespace(t.Context(), "served"))
	must(t, l.StopControllers()) // so that the Deployment stays as it is said to be
	must(t, l.Apply(t.Context(), servedObjects))
	run := func(args ...string) {
		t.Helper()
		if _, err := l.Run(t.Context(), append(args, "--namespace=served")...); err != nil {
			t.Fatal(err)
		}
	}
	run("patch", "configmap", "mine", "--type=merge", "--patch", `{"metadata":{"finalizers":null}}`)
	run("patch", "configmap", "mine", "--type=merge", "--patch", `{"metadata":{"finalizers":["butler.example.com/hold"]}}`, "--field-manager=butler")
	run("patch", "deployment", "butler", "--subresource=status", "--type=merge", "--patch",
		`{"status":{"observedGeneration":1,"replicas":1,"readyReplicas":1,"availableReplicas":1,"updatedReplicas":1}}`)
	must(t, l.Apply(t.Context(), fmt.Sprintf(servedConfig, server.URL, ca)))
	must(t, l.Eventually(t.Context(), "the webhook to be asked", func() error {
		_, err := l.Run(t.Context(), "annotate", "configmap", "deny", "a=b", "--namespace=served", "--dry-run=server")
		if err == nil || !strings.Contains(err.Error(), "not on my watch") {
			return fmt.Errorf("annotating: got %w, want the webhook's refusal", err)
		}
		return nil
	}))
	run("delete", "configmap", "deny", "mine", "keep", "real", "--wait=false")
	plugin := labtest.Plugin(t)
	for name, want := range map[string]struct{ verdict, reason, says string }{
		// An empty reason stands for any that does not blame a webhook.
		// Whether the holder, who is not known, would be refused as well is not known.
		"deny": {"Undecided", "WebhookRefuses", "not on my watch"},
		// Here the holder is known, and the removal is tried out in its name.
		"mine": {"Stuck", "WebhookRefuses", "as system:serviceaccount:served:butler"},
		"keep": {"Stuck", "PutBack", "keep.example.com puts the finalizer back"},
		"real": {"Undecided", "", "the server would take the removal"},
	} {
		t.Run(name, func(t *testing.T) {
			verdict, reason, all := diagnosed(t, l, plugin, name)
			if verdict != want.verdict || want.reason != "" && reason != want.reason || want.reason == "" && strings.HasPrefix(reason, "Webhook") || !strings.Contains(all, want.says) {
				t.Errorf("got %s %s, want %s %s and %q in\n%s", verdict, reason, want.verdict, want.reason, want.says, all)
			}
		})
	}
}

// reviewed answers an admission review as its path says.
func reviewed(w http.ResponseWriter, r *http.Request) {
	var review struct {
		Request struct {
			UID string `json:"uid"`
		} `json:"request"`
	}
	if err := json.NewDecoder(r.Body).Decode(&review); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	response := map[string]any{"uid": review.Request.UID, "allowed": r.URL.Path != "/deny"}
	switch r.URL.Path {
	case "/deny":
		response["status"] = map[string]string{"message": "not on my watch"}
	case "/keep":
		patch := `[{"op":"add","path":"/metadata/finalizers","value":["example.com/hold"]}]`
		response["patchType"], response["patch"] = "JSONPatch", base64.StdEncoding.EncodeToString([]byte(patch))
	}
	answer := map[string]any{"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "response": response}
	if err := json.NewEncoder(w).Encode(answer); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// diagnosed runs the plugin on one object.
func diagnosed(t *testing.T, l *lab.Lab, plugin, name string) (verdict, reason, all string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), plugin, "why-stuck", "configmap/"+name, "--namespace=served", "--kubeconfig", l.Kubeconfig, "-o", "json")
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	var d struct {
		Objects []struct {
			Verdict string `json:"verdict"`
			Holds   []struct {
				Reason string `json:"reason"`
			} `json:"holds"`
		} `json:"objects"`
	}
	if err := json.Unmarshal(out, &d); err != nil || len(d.Objects) == 0 || len(d.Objects[0].Holds) == 0 {
		t.Fatalf("%v in %s", err, out)
	}
	return d.Objects[0].Verdict, d.Objects[0].Holds[0].Reason, string(out)
}
