//go:build unix

package forecast_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const group = "forecast.example.com"

// The kinds that worlds consist of.
var (
	spaces       = trace.Kind{Version: "v1", Kind: "Namespace", Resource: "namespaces", Listable: true}
	configs      = trace.Kind{Version: "v1", Kind: "ConfigMap", Resource: "configmaps", Namespaced: true, Listable: true}
	pods         = trace.Kind{Version: "v1", Kind: "Pod", Resource: "pods", Namespaced: true, Listable: true}
	claims       = trace.Kind{Version: "v1", Kind: "PersistentVolumeClaim", Resource: "persistentvolumeclaims", Namespaced: true, Listable: true}
	volumes      = trace.Kind{Version: "v1", Kind: "PersistentVolume", Resource: "persistentvolumes", Listable: true}
	services     = trace.Kind{Version: "v1", Kind: "Service", Resource: "services", Namespaced: true, Listable: true}
	accounts     = trace.Kind{Version: "v1", Kind: "ServiceAccount", Resource: "serviceaccounts", Namespaced: true, Listable: true}
	deployments  = trace.Kind{Group: "apps", Version: "v1", Kind: "Deployment", Resource: "deployments", Namespaced: true, Listable: true}
	notes        = trace.Kind{Group: group, Version: "v1", Kind: "Note", Resource: "notes", Namespaced: true, Listable: true}
	posts        = trace.Kind{Group: group, Version: "v1", Kind: "Post", Resource: "posts", Listable: true}
	definitions  = trace.Kind{Group: "apiextensions.k8s.io", Version: "v1", Kind: "CustomResourceDefinition", Resource: "customresourcedefinitions", Listable: true}
	clusterRoles = trace.Kind{Group: "rbac.authorization.k8s.io", Version: "v1", Kind: "ClusterRole", Resource: "clusterroles", Listable: true}
	bindings     = trace.Kind{Group: "rbac.authorization.k8s.io", Version: "v1", Kind: "ClusterRoleBinding", Resource: "clusterrolebindings", Listable: true}
	hooks        = trace.Kind{Group: "admissionregistration.k8s.io", Version: "v1", Kind: "ValidatingWebhookConfiguration", Resource: "validatingwebhookconfigurations", Listable: true}
)

// called is the name of a thing.
func (w *world) called(i int) string { return fmt.Sprintf("%s-t%d", w.name, i) }

func (w *world) kind(i int) trace.Kind {
	switch w.Things[i].Kind {
	case space:
		return spaces
	case note:
		return notes
	case post:
		return posts
	case config:
		return configs
	case definition:
		return definitions
	case gear:
		return w.defined(w.Things[i].Of)
	case claim:
		return claims
	case volume:
		return volumes
	case pod:
		return pods
	case holder:
		return deployments
	default:
		return services
	}
}

// defined is the kind of a definition of the world's own.
func (w *world) defined(i int) trace.Kind {
	return trace.Kind{Group: w.called(i) + ".example.com", Version: "v1", Kind: "Gear", Resource: "gears", Namespaced: true, Listable: true}
}

func (w *world) ref(i int) trace.Ref {
	k := w.kind(i)
	r := trace.Ref{Group: k.Group, Kind: k.Kind, Name: w.called(i)}
	if in := w.Things[i].In; in >= 0 {
		r.Namespace = w.called(in)
	}
	if w.Things[i].Kind == definition {
		r.Name = "gears." + w.called(i) + ".example.com"
	}
	return r
}

// mark is a finalizer as it is written: that of a holder is the world's own.
func (w *world) mark(f string) string {
	if n, own := strings.CutPrefix(f, ownMark); own {
		return "own.forecast.example.com/" + w.name + "-t" + n
	}
	return f
}

func (w *world) marks(i int) []string {
	out := []string{}
	for _, f := range w.Things[i].Finalizers {
		out = append(out, w.mark(f))
	}
	return out
}

// stage builds worlds on a control plane.
type stage struct {
	*keeper
	limits limits
	// collector and spaces tell when these controllers have come round.
	collector, spaces *probe
	authority         []byte
	port              int
}

type fields = map[string]any

func meta(ref trace.Ref, finalizers []string) fields {
	m := fields{"name": ref.Name}
	if ref.Namespace != "" {
		m["namespace"] = ref.Namespace
	}
	if len(finalizers) > 0 {
		m["finalizers"] = finalizers
	}
	return m
}

// apply makes or changes an object.
func (s *stage) apply(ctx context.Context, kind trace.Kind, obj fields) (*unstructured.Unstructured, error) {
	obj["apiVersion"], obj["kind"] = kind.Version, kind.Kind
	if kind.Group != "" {
		obj["apiVersion"] = kind.Group + "/" + kind.Version
	}
	text, err := json.Marshal(obj)
	if err != nil {
		return nil, err
	}
	m := obj["metadata"].(fields)
	namespace, _ := m["namespace"].(string)
	return s.Patch(ctx, kind, namespace, m["name"].(string), "", types.ApplyPatchType, text)
}

// make makes all of a world, without owners.
func (s *stage) make(ctx context.Context, w *world) error {
	w.uids = make([]string, len(w.Things))
	for _, kinds := range [][]string{{space, definition}, {volume, holder}, {note, post, config, gear, claim}, {pod}, {hook}} {
		for i := range w.Things {
			if slices.Contains(kinds, w.Things[i].Kind) {
				if err := s.makeOne(ctx, w, i); err != nil {
					return fmt.Errorf("making %s %s: %w", w.Things[i].Kind, w.called(i), err)
				}
			}
		}
	}
	return nil
}

func (s *stage) makeOne(ctx context.Context, w *world, i int) error {
	t, ref := &w.Things[i], w.ref(i)
	obj := fields{"metadata": meta(ref, w.marks(i))}
	switch t.Kind {
	case definition:
		obj["spec"] = definitionOf(w.defined(i))
	case volume:
		obj["spec"] = s.volumeSpec(w, i)
	case claim:
		obj["spec"] = fields{"accessModes": []string{"ReadWriteOnce"}, "storageClassName": "", "volumeName": w.called(t.Volume), "resources": fields{"requests": fields{"storage": "1Gi"}}}
	case pod:
		obj["spec"] = w.podSpec(i)
	case holder:
		return s.makeHolder(ctx, w, i)
	case hook:
		return s.makeHook(ctx, w, i)
	}
	made, err := s.eventually(ctx, func() (*unstructured.Unstructured, error) { return s.apply(ctx, w.kind(i), obj) })
	if err != nil {
		return err
	}
	w.uids[i] = string(made.GetUID())
	if t.Kind == claim {
		return s.until(ctx, "the claim to be bound", func() (bool, error) {
			now, err := s.Get(ctx, claims, ref.Namespace, ref.Name)
			if err != nil {
				return false, err
			}
			phase, _, _ := unstructured.NestedString(now.Object, "status", "phase")
			return phase == "Bound", nil
		})
	}
	return nil
}

// eventually tries again what something else has to be there for.
func (s *stage) eventually(ctx context.Context, try func() (*unstructured.Unstructured, error)) (*unstructured.Unstructured, error) {
	for began := time.Now(); ; {
		obj, err := try()
		if err == nil || time.Since(began) > 30*time.Second {
			return obj, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (s *stage) until(ctx context.Context, what string, holds func() (bool, error)) error {
	for began := time.Now(); ; {
		ok, err := holds()
		if ok {
			return nil
		}
		if time.Since(began) > 60*time.Second {
			return fmt.Errorf("waiting for %s: %w", what, err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func definitionOf(k trace.Kind) fields {
	scope := "Cluster"
	if k.Namespaced {
		scope = "Namespaced"
	}
	return fields{
		"group": k.Group, "scope": scope, "names": fields{"kind": k.Kind, "plural": k.Resource},
		"versions": []fields{{"name": k.Version, "served": true, "storage": true, "schema": fields{"openAPIV3Schema": fields{"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}},
	}
}

func (s *stage) volumeSpec(w *world, i int) fields {
	spec := fields{
		"capacity": fields{"storage": "1Gi"}, "accessModes": []string{"ReadWriteOnce"}, "storageClassName": "",
		"persistentVolumeReclaimPolicy": w.Things[i].Policy, "hostPath": fields{"path": "/tmp/forecast/" + w.called(i)},
	}
	for j := range w.Things {
		if w.Things[j].Kind == claim && w.Things[j].Volume == i {
			spec["claimRef"] = fields{"namespace": w.ref(j).Namespace, "name": w.ref(j).Name}
		}
	}
	return spec
}

func (w *world) podSpec(i int) fields {
	t := &w.Things[i]
	// The namespace controller comes back only after half of the grace period.
	spec := fields{"containers": []fields{{"name": "c", "image": "i"}}, "automountServiceAccountToken": false, "terminationGracePeriodSeconds": 1}
	if t.Node != "" {
		spec["nodeName"] = t.Node
	}
	if t.Claim >= 0 {
		spec["volumes"] = []fields{{"name": "v", "persistentVolumeClaim": fields{"claimName": w.called(t.Claim)}}}
	}
	return spec
}

// makeHolder makes a workload that runs, as far as the cluster tells, with what it needs.
func (s *stage) makeHolder(ctx context.Context, w *world, i int) error {
	ref := w.ref(i)
	name := ref.Name
	rules := []fields{{"apiGroups": []string{"*"}, "resources": []string{"*"}, "verbs": []string{"*"}}}
	labels := fields{"app": name}
	for _, o := range []struct {
		kind trace.Kind
		obj  fields
	}{
		{accounts, fields{"metadata": meta(ref, nil)}},
		{clusterRoles, fields{"metadata": meta(trace.Ref{Name: name}, nil), "rules": rules}},
		{bindings, fields{
			"metadata": meta(trace.Ref{Name: name}, nil), "roleRef": fields{"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": name},
			"subjects": []fields{{"kind": "ServiceAccount", "namespace": ref.Namespace, "name": name}},
		}},
	} {
		if _, err := s.eventually(ctx, func() (*unstructured.Unstructured, error) { return s.apply(ctx, o.kind, o.obj) }); err != nil {
			return err
		}
	}
	made, err := s.apply(ctx, deployments, fields{"metadata": meta(ref, nil), "spec": fields{
		"replicas": 1, "selector": fields{"matchLabels": labels},
		"template": fields{"metadata": fields{"labels": labels}, "spec": fields{"serviceAccountName": name, "containers": []fields{{"name": "c", "image": "i"}}}},
	}})
	if err != nil {
		return err
	}
	w.uids[i] = string(made.GetUID())
	return s.run(ctx, ref)
}

// run says of the pods of a workload that they run.
func (s *stage) run(ctx context.Context, ref trace.Ref) error {
	return s.until(ctx, ref.Name+" to run", func() (bool, error) {
		var of []string
		err := s.List(ctx, trace.Scope{Kind: pods, Namespace: ref.Namespace}, func(p *unstructured.Unstructured) {
			if p.GetLabels()["app"] == ref.Name {
				of = append(of, p.GetName())
			}
		})
		if err != nil || len(of) == 0 {
			return false, err
		}
		for _, name := range of {
			status := `{"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True","lastTransitionTime":"2026-01-01T00:00:00Z"}],"containerStatuses":[{"name":"c","image":"i","imageID":"","ready":true,"restartCount":0,"state":{"running":{}},"lastState":{}}]}}`
			if _, err := s.Patch(ctx, pods, ref.Namespace, name, "status", types.MergePatchType, []byte(status)); err != nil {
				return false, err
			}
		}
		d, err := s.Get(ctx, deployments, ref.Namespace, ref.Name)
		if err != nil {
			return false, err
		}
		ready, _, _ := unstructured.NestedInt64(d.Object, "status", "readyReplicas")
		return ready > 0, nil
	})
}

// makeHook registers a webhook for the notes of the world, with a service that leads here.
func (s *stage) makeHook(ctx context.Context, w *world, i int) error {
	ref := w.ref(i)
	service, err := s.eventually(ctx, func() (*unstructured.Unstructured, error) {
		return s.apply(ctx, services, fields{"metadata": meta(ref, nil), "spec": fields{"type": "ExternalName", "externalName": "localhost"}})
	})
	if err != nil {
		return err
	}
	w.uids[i] = string(service.GetUID())
	var in []string
	for j := range w.Things {
		if w.Things[j].Kind == space {
			in = append(in, w.called(j))
		}
	}
	_, err = s.apply(ctx, hooks, fields{"metadata": meta(trace.Ref{Name: ref.Name}, nil), "webhooks": []fields{{
		"name": ref.Name + ".example.com", "admissionReviewVersions": []string{"v1"}, "sideEffects": "None", "failurePolicy": "Fail", "timeoutSeconds": 5,
		"clientConfig":      fields{"caBundle": s.authority, "service": fields{"namespace": ref.Namespace, "name": ref.Name, "port": s.port}},
		"namespaceSelector": fields{"matchExpressions": []fields{{"key": "kubernetes.io/metadata.name", "operator": "In", "values": in}}},
		"rules":             []fields{{"apiGroups": []string{group}, "apiVersions": []string{"v1"}, "resources": []string{"notes"}, "operations": []string{w.Things[i].On}}},
	}}})
	return err
}

// own gives the things their owners.
func (s *stage) own(ctx context.Context, w *world) error {
	for i := range w.Things {
		if len(w.Things[i].Owners) == 0 {
			continue
		}
		var refs []metav1.OwnerReference
		for _, o := range w.Things[i].Owners {
			to := w.ref(o.To)
			k := w.kind(o.To)
			r := metav1.OwnerReference{APIVersion: k.Version, Kind: k.Kind, Name: to.Name, UID: types.UID(w.uids[o.To]), BlockOwnerDeletion: &o.Block}
			if k.Group != "" {
				r.APIVersion = k.Group + "/" + k.Version
			}
			switch o.Wrong {
			case "uid":
				r.UID = types.UID(fmt.Sprintf("00000000-0000-4000-8000-%06d%06d", w.Seed%1000000, i*100+o.To))
			case "name":
				r.Name += "-not"
			case "kind":
				r.APIVersion, r.Kind, r.UID = "unserved.example.com/v1", "Thing", types.UID(fmt.Sprintf("00000000-0000-4000-9000-%06d%06d", w.Seed%1000000, i*100+o.To))
			}
			refs = append(refs, r)
		}
		patch, err := json.Marshal(fields{"metadata": fields{"ownerReferences": refs}})
		if err != nil {
			return err
		}
		ref := w.ref(i)
		if _, err := s.Patch(ctx, w.kind(i), ref.Namespace, ref.Name, "", types.MergePatchType, patch); err != nil && !apierrors.IsNotFound(err) {
			return err
		}
	}
	return nil
}

// askBefore asks what is going from the beginning.
func (s *stage) askBefore(ctx context.Context, w *world) (asked bool, err error) {
	for i := range w.Things {
		if c := w.Things[i].Asked; c != "" {
			asked = true
			if err := s.ask(ctx, w, i, c); err != nil {
				return asked, err
			}
		}
	}
	return asked, nil
}

// ask deletes with the real kubectl.
func (s *stage) ask(ctx context.Context, w *world, i int, cascade string) error {
	ref := w.ref(i)
	args := []string{"delete", w.kind(i).Type(), ref.Name, "--cascade=" + cascade, "--wait=false", "--ignore-not-found"}
	if ref.Namespace != "" {
		args = append(args, "-n", ref.Namespace)
	}
	_, err := s.lab.Run(ctx, args...)
	if err != nil && (strings.Contains(err.Error(), "admission webhook") || strings.Contains(err.Error(), "failed calling webhook")) {
		return nil // it is refused, and stays
	}
	if err != nil && strings.Contains(err.Error(), "the server doesn't have a resource type") {
		return nil // its definition was deleted before it, and has gone already
	}
	return err
}

// takeOff takes finalizers off by hand.
func (s *stage) takeOff(ctx context.Context, w *world, i int) error {
	ref := w.ref(i)
	obj, err := s.Get(ctx, w.kind(i), ref.Namespace, ref.Name)
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	left := slices.DeleteFunc(obj.GetFinalizers(), func(f string) bool { return slices.Contains(w.Act.Off, f) })
	patch, err := json.Marshal(fields{"metadata": fields{"finalizers": left, "resourceVersion": obj.GetResourceVersion()}})
	if err != nil {
		return err
	}
	_, err = s.Patch(ctx, w.kind(i), ref.Namespace, ref.Name, "", types.MergePatchType, patch)
	return err
}
