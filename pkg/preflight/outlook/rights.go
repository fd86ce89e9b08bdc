package outlook

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const rbacGroup = "rbac.authorization.k8s.io"

// actors are the accounts that go, and the workloads: each can be a holder.
func (k *looking) actors(ctx context.Context) (accounts map[trace.Ref]bool, workloads map[trace.Ref]bool) {
	accounts, workloads = map[trace.Ref]bool{}, map[trace.Ref]bool{}
	var runs []trace.Ref
	for r := range k.gone.refs {
		switch {
		case r.Group == "" && r.Kind == "ServiceAccount":
			accounts[r] = true
		case r.Group == "apps" && (r.Kind == "Deployment" || r.Kind == "StatefulSet" || r.Kind == "DaemonSet"):
			workloads[r] = true
			runs = append(runs, r)
		}
	}
	slices.SortFunc(runs, trace.Ref.Compare)
	for _, r := range runs {
		kind, served := k.kind(r.Group, r.Kind)
		if !served {
			continue
		}
		o, err := k.Reader.Get(ctx, kind, r.Namespace, r.Name)
		if err != nil {
			k.out.Incomplete = append(k.out.Incomplete, k.Reader.Problem(trace.PartOf(kind, r.Namespace, r.Name), err))
			continue
		}
		name, _, _ := unstructured.NestedString(o.Object, "spec", "template", "spec", "serviceAccountName")
		accounts[trace.Ref{Kind: "ServiceAccount", Namespace: r.Namespace, Name: cmp.Or(name, "default")}] = true
	}
	return accounts, workloads
}

// rights finds what the accounts may write to, and what stays of their rights.
func (k *looking) rights(ctx context.Context, accounts, workloads map[trace.Ref]bool) {
	if len(accounts) == 0 {
		return
	}
	reach := &reach{}
	for _, name := range []string{"ClusterRoleBinding", "RoleBinding"} {
		read := k.list(ctx, rbacGroup, name, func(kind trace.Kind, o *unstructured.Unstructured) { k.binding(ctx, kind, o, accounts, reach) })
		reach.all = reach.all || !read
	}
	if len(workloads) > 0 {
		k.held(ctx, workloads, reach)
	}
}

// binding looks at who is bound: with an account that goes it tells what that may do, and
// with nothing else it is of no use afterwards.
func (k *looking) binding(ctx context.Context, kind trace.Kind, o *unstructured.Unstructured, accounts map[trace.Ref]bool, reach *reach) {
	subjects, _, _ := unstructured.NestedSlice(o.Object, "subjects")
	var account trace.Ref
	others := false
	for _, s := range subjects {
		subject, _ := s.(map[string]any)
		name, _ := subject["name"].(string)
		namespace, _ := subject["namespace"].(string)
		ref := trace.Ref{Kind: "ServiceAccount", Namespace: cmp.Or(namespace, o.GetNamespace()), Name: name}
		if subject["kind"] != "ServiceAccount" || !accounts[ref] && !k.gone.has(ref) {
			others = true
			continue
		}
		if account.Name == "" || k.gone.has(ref) {
			account = ref
		}
	}
	if account.Name == "" {
		return
	}
	role, _, _ := unstructured.NestedString(o.Object, "roleRef", "kind")
	name, _, _ := unstructured.NestedString(o.Object, "roleRef", "name")
	k.role(ctx, trace.Ref{Group: rbacGroup, Kind: role, Namespace: o.GetNamespace(), Name: name}, reach)
	if ref := refOf(kind, o); !others && k.gone.has(account) && !k.gone.has(ref) && o.GetDeletionTimestamp() == nil {
		k.out.Bound = append(k.out.Bound, Bound{ref, kind.Resource, account})
	}
}

// role adds what a role lets its account write to.
func (k *looking) role(ctx context.Context, ref trace.Ref, reach *reach) {
	kind, served := k.kind(ref.Group, ref.Kind)
	if !served {
		return
	}
	if !kind.Namespaced {
		ref.Namespace = ""
	}
	o, err := k.Reader.Get(ctx, kind, ref.Namespace, ref.Name)
	if err != nil {
		reach.all = true // what it may do is not known
		return
	}
	rules, _, _ := unstructured.NestedSlice(o.Object, "rules")
	for _, r := range rules {
		rule, _ := r.(map[string]any)
		if verbs := texts(rule["verbs"]); !slices.ContainsFunc(verbs, func(v string) bool { return v == "update" || v == "patch" || v == "*" }) {
			continue
		}
		for _, group := range texts(rule["apiGroups"]) {
			for _, resource := range texts(rule["resources"]) {
				resource, _, _ = strings.Cut(resource, "/")
				reach.types = append(reach.types, trace.Kind{Group: group, Resource: resource})
			}
		}
	}
}

// reach is what accounts may write to.
type reach struct {
	types []trace.Kind
	// all says that it is not known, so that it may be anything.
	all bool
}

// covers reports whether an object of the kind may be written to. Kinds whose objects are
// many and short-lived are left out: nobody but Kubernetes puts finalizers on them to stay.
func (r *reach) covers(k trace.Kind) bool {
	switch k.Kind {
	case "Pod", "Event", "Lease", "Endpoints", "EndpointSlice", "ReplicaSet", "ControllerRevision":
		return false
	}
	return k.Listable && (r.all || slices.ContainsFunc(r.types, func(t trace.Kind) bool {
		return (t.Group == "*" || t.Group == k.Group) && (t.Resource == "*" || t.Resource == k.Resource)
	}))
}

// How many objects that are held alike are judged, and how many sorts of them.
const (
	samples   = 2
	mostSorts = 100
)

// held finds the objects elsewhere that only a workload that goes lets go. Objects of one
// kind with the same finalizers are judged by a few of them.
func (k *looking) held(ctx context.Context, workloads map[trace.Ref]bool, reach *reach) {
	var scopes []trace.Scope
	for _, kind := range k.Kinds {
		if reach.covers(kind) {
			scopes = append(scopes, trace.Scope{Kind: kind})
		}
	}
	type sort struct {
		kind       trace.Kind
		finalizers string
	}
	all := map[string]*sort{}
	objects := map[string][]trace.Ref{}
	problems := k.Reader.Scan(ctx, scopes, trace.Want{}, func(kind trace.Kind, row *trace.Row) {
		ref := trace.Ref{Group: kind.Group, Kind: kind.Kind, Namespace: string(row.Namespace), Name: string(row.Name)}
		if len(row.Finalizers) == 0 || k.gone.known[ref] || k.gone.has(ref) {
			return
		}
		var names []string
		for _, f := range row.Finalizers {
			names = append(names, string(f))
		}
		slices.Sort(names)
		key := kind.Type() + "\n" + strings.Join(names, "\n")
		all[key] = &sort{kind, strings.Join(names, ", ")}
		objects[key] = append(objects[key], ref)
	})
	k.out.Incomplete = append(k.out.Incomplete, problems...)
	keys := make([]string, 0, len(all))
	for key := range all {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	if len(keys) > mostSorts {
		k.out.Incomplete = append(k.out.Incomplete, trace.Problem{About: trace.Part{Words: "who holds further objects"}, Reason: trace.LimitReached, Message: "more sorts of them than are looked at in one run"})
		keys = keys[:mostSorts]
	}
	var targets []trace.Target
	for _, key := range keys {
		slices.SortFunc(objects[key], trace.Ref.Compare)
		for _, ref := range objects[key][:min(samples, len(objects[key]))] {
			targets = append(targets, trace.Target{Kind: all[key].kind, Namespace: ref.Namespace, Name: ref.Name})
		}
	}
	if len(targets) == 0 || ctx.Err() != nil {
		return
	}
	d, err := k.Diagnose(ctx, targets)
	if d == nil {
		k.out.Incomplete = append(k.out.Incomplete, trace.Problem{About: trace.Part{Words: "who holds other objects"}, Reason: trace.ReadFailed, Message: err.Error()})
		return
	}
	for _, key := range keys {
		k.heldAlike(d, all[key].kind, objects[key], workloads)
	}
}

// heldAlike takes over what the judged ones of some objects say of all.
func (k *looking) heldAlike(d *explain.Diagnosis, kind trace.Kind, refs []trace.Ref, workloads map[trace.Ref]bool) {
	for i := range d.Objects {
		o := &d.Objects[i]
		if !slices.Contains(refs[:min(samples, len(refs))], o.Ref) {
			continue
		}
		found := false
		for j := range o.Holds {
			h := &o.Holds[j]
			if h.Finalizer == "" || !h.Holder.Sure() || !workloads[h.Holder.Workload] {
				continue
			}
			found = true
			k.out.Held = append(k.out.Held, Held{
				Group:     Group{Group: kind.Group, Kind: kind.Kind, Resource: kind.Resource, Count: len(refs), Objects: refs},
				Finalizer: h.Finalizer, Holder: h.Holder,
			})
		}
		if found {
			return
		}
	}
}
