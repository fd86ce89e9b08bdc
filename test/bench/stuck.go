//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// What is stuck: objects of five causes in namespaces of their own, beside everything else
// that the server was filled with. A usual cluster has a handful, one in trouble very many.
const (
	fewNamespace   = "few"
	stuckNamespace = "stuck"
	stuckOfEach    = 200
	causes         = 5
)

// stuckObject is an object that will be asked to go and will not.
type stuckObject struct {
	manifest
	list   string // the path of its kind
	status string // what its controller has written, empty for nothing
}

// operator is a controller that was scaled to zero, with the rights that tell
// whose it is.
func operator() []manifest {
	const deployment = `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"shop-operator","namespace":"operators"},
"spec":{"replicas":0,"selector":{"matchLabels":{"app":"shop-operator"}},"template":{"metadata":{"labels":{"app":"shop-operator"}},
"spec":{"serviceAccountName":"shop-operator","containers":[{"name":"manager","image":"registry.example.com/shop-operator:1"}]}}}}`
	rule := fmt.Sprintf(`{"apiGroups":[%q],"resources":["things000","things000/finalizers"],"verbs":["get","list","watch","update","patch"]}`, group(0))
	return []manifest{
		{"/api/v1/namespaces", []byte(`{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"operators"}}`)},
		{"/api/v1/namespaces/operators/serviceaccounts", []byte(`{"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"shop-operator","namespace":"operators"}}`)},
		{"/apis/rbac.authorization.k8s.io/v1/clusterroles", []byte(`{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","metadata":{"name":"shop-operator"},"rules":[` + rule + `]}`)},
		{"/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", []byte(`{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding","metadata":{"name":"shop-operator"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"shop-operator"},"subjects":[{"kind":"ServiceAccount","namespace":"operators","name":"shop-operator"}]}`)},
		{"/apis/apps/v1/namespaces/operators/deployments", []byte(deployment)},
	}
}

// surroundings are a namespace, and in it a Pod that uses so many claims.
func surroundings(namespace string, claims int) []manifest {
	in := "/api/v1/namespaces/" + namespace
	return []manifest{
		{"/api/v1/namespaces", fmt.Appendf(nil, `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":%q}}`, namespace)},
		{in + "/serviceaccounts", fmt.Appendf(nil, `{"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"default","namespace":%q}}`, namespace)},
		{in + "/pods", fmt.Appendf(nil, `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"reader","namespace":%q},"spec":{"nodeName":"n","containers":[{"name":"c","image":"i"}],"volumes":[%s]}}`, namespace, volumes(claims))},
	}
}

// volumes are the claims that one Pod uses.
func volumes(claims int) string {
	var b bytes.Buffer
	for i := range claims {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":"v%d","persistentVolumeClaim":{"claimName":"claim-%03d"}}`, i, i)
	}
	return b.String()
}

// stuckThing is a custom object with a finalizer.
func stuckThing(namespace string, kind, i int, manager, finalizer, spec, status string) stuckObject {
	list := fmt.Sprintf("/apis/%s/v1/namespaces/%s/things%03d", group(kind), namespace, kind)
	return stuckObject{
		list: list,
		manifest: manifest{
			path: list + "?fieldManager=" + manager,
			body: fmt.Appendf(nil, `{"apiVersion":"%s/v1","kind":"Thing%03d","metadata":{"name":"stuck-%03d","namespace":%q,"finalizers":[%q]},"spec":%s}`,
				group(kind), kind, i, namespace, finalizer, spec),
		},
		status: status,
	}
}

// stuckObjects are so many of each cause, and what each list of them is deleted by.
func stuckObjects(namespace string, ofEach int) (objects []stuckObject, lists []string) {
	claims := "/api/v1/namespaces/" + namespace + "/persistentvolumeclaims"
	const failing = `{"conditions":[{"type":"Synced","status":"False","reason":"ReconcileError","message":"delete failed: AccessDenied: User is not authorized to perform: rds:DeleteDBInstance","lastTransitionTime":"NOW"}]}`
	for i := range ofEach {
		uid := fmt.Sprintf("d30b0e74-1c67-43a2-adac-%012d", i)
		objects = append(objects,
			stuckThing(namespace, 0, i, "shop-operator", group(0)+"/cleanup", `{}`, ""),            // scaled to zero
			stuckThing(namespace, 10, i, "ten-operator", group(10)+"/hold", `{"paused":true}`, ""), // told to leave it alone
			stuckThing(namespace, 20, i, "twenty-operator", group(20)+"/hold", `{}`, failing),      // tries and fails
			stuckThing(namespace, 30, i, "kro", uid+".kro.run/finalizer", `{}`, ""),                // nobody removes it
			stuckObject{list: claims, manifest: manifest{ // used by a Pod
				path: claims,
				body: fmt.Appendf(nil, `{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"claim-%03d","namespace":%q},"spec":{"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1Gi"}}}}`, i, namespace),
			}},
		)
	}
	for _, o := range objects[:causes] {
		lists = append(lists, o.list)
	}
	return objects, lists
}

// stuck makes so many objects of each cause in a namespace, once.
func (f *filler) stuck(ctx context.Context, namespace string, ofEach int) error {
	made := surroundings(namespace, ofEach)
	switch {
	case slices.Contains(f.stuckIn, namespace):
		return nil
	case len(f.stuckIn) == 0:
		made = append(operator(), made...)
	}
	f.stuckIn = append(f.stuckIn, namespace)
	for _, m := range made {
		if _, err := f.create(ctx, m); err != nil {
			return err
		}
	}
	objects, lists := stuckObjects(namespace, ofEach)
	if err := f.createAll(ctx, func(yield func(manifest) bool) {
		for _, o := range objects {
			if !yield(o.manifest) {
				return
			}
		}
	}); err != nil {
		return err
	}
	for _, list := range lists {
		if err := f.send(ctx, http.MethodDelete, list, "", nil); err != nil {
			return err
		}
	}
	now := time.Now().UTC().Format(time.RFC3339)
	for _, o := range objects {
		if o.status == "" {
			continue
		}
		var named struct{ Metadata struct{ Name string } }
		if err := json.Unmarshal(o.body, &named); err != nil {
			return fmt.Errorf("reading a manifest: %w", err)
		}
		if err := f.send(ctx, http.MethodPatch, o.list+"/"+named.Metadata.Name+"/status?fieldManager=twenty-operator", "application/merge-patch+json", []byte(`{"status":`+strings.ReplaceAll(o.status, "NOW", now)+`}`)); err != nil {
			return err
		}
	}
	return nil
}

// send sends one request that has to succeed.
func (f *filler) send(ctx context.Context, method, path, media string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, method, f.host+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", media)
	req.Header.Set("User-Agent", "shop-operator")
	resp, err := f.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %s", method, path, answer)
	}
	return err
}

// why measures the question what is stuck in the whole cluster, and checks the
// answer.
func (b *bench) why(ctx context.Context, f *filler, rounds int) error {
	if err := f.stuck(ctx, stuckNamespace, stuckOfEach); err != nil {
		return err
	}
	bare := &subject{name: "bare, everything", argv: []string{b.path("bare"), "-namespace=", "-cluster"}}
	why := &subject{name: "why-stuck -A", argv: []string{b.path("kubectl-finalizers"), "why-stuck", "-A"}, exits: 3}
	fmt.Fprintf(b.report, "stuck: %d objects of %d causes\n", causes*stuckOfEach, causes)
	if err := b.meter.rounds(ctx, rounds, []*subject{bare, why}); err != nil {
		return err
	}
	b.report.table([]*subject{bare, why})
	b.report.ratio("wall", wall, why, bare, allToBare)
	b.report.atMost("peak MiB: "+why.name, why.middle(peak), stuckAtMost)
	return b.answer(ctx, f)
}

// answer checks that the objects of each of the five causes are found.
func (b *bench) answer(ctx context.Context, f *filler) error {
	cmd := exec.CommandContext(ctx, b.path("kubectl-finalizers"), "why-stuck", "-A", "-o", "json")
	cmd.Env = append(os.Environ(), "KUBECONFIG="+b.meter.kubeconfig)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err
	}
	var d struct {
		Causes []struct {
			Reason string
			Frees  int
		}
	}
	if err := json.Unmarshal(out, &d); err != nil {
		return fmt.Errorf("reading the diagnosis: %w", err)
	}
	found, parts := map[string]int{}, map[string]int{}
	for _, c := range d.Causes {
		found[c.Reason] += c.Frees
		// A Pod in each namespace uses its claims, and what is older may be surer.
		if parts[c.Reason]++; parts[c.Reason] > len(f.stuckIn) {
			return fmt.Errorf("why-stuck found %d causes %s in %d namespaces", parts[c.Reason], c.Reason, len(f.stuckIn))
		}
	}
	ofEach := stuckOfEach
	if slices.Contains(f.stuckIn, fewNamespace) {
		ofEach++
	}
	want := map[string]int{"Excluded": ofEach, "Failing": ofEach, "HolderScaledDown": ofEach, "InUse": ofEach, "NobodyRemoves": ofEach}
	if !maps.Equal(found, want) {
		return fmt.Errorf("why-stuck found the causes %v, not %v", found, want)
	}
	return nil
}
