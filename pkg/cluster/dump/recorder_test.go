package dump

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const planted = "password=hunter2-Planted9"

// answering adds to plain data what a server answers.
type answering struct{ *memory }

func (a answering) Scan(_ context.Context, scopes []trace.Scope, _ trace.Want, visit func(trace.Kind, *trace.Row)) []trace.Problem {
	for _, s := range scopes {
		visit(s.Kind, &trace.Row{Name: []byte("only-a-row"), Namespace: []byte("far"), UID: []byte("r1"), Finalizers: [][]byte{[]byte("a.example.com/b")}})
	}
	return nil
}

var errNoAnswer = errors.New("no answer with " + planted)

func (a answering) Allowed(_ context.Context, who explain.Subject, what []explain.Access) ([]explain.Decision, error) {
	if who.User == "nobody" {
		return nil, errNoAnswer
	}
	return []explain.Decision{{Allowed: what[0].Verb == "get", Reason: "by a rule with " + planted}}, nil
}

func (a answering) DryRun(_ context.Context, kind trace.Kind, namespace, name, _ string, _ types.PatchType, patch []byte, _ explain.Subject) (*unstructured.Unstructured, error) {
	if string(patch) == "refused" {
		return nil, apierrors.NewForbidden(schema.GroupResource{Resource: kind.Resource}, name, errors.New("denied with "+planted))
	}
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": name, "namespace": namespace},
		"data": map[string]any{"a": "cGxhbnRlZC1QbGFudGVkOQ=="}, "stringData": map[string]any{"b": planted},
	}}, nil
}

// What was read and answered is the same from the snapshot; what was not asked, nobody
// knows; and no credential is in it.
func TestRecorder(t *testing.T) {
	source := answering{readFarm(t)}
	source.broken["pods/hidden in namespace shop"] = apierrors.NewForbidden(schema.GroupResource{Resource: "pods"}, "hidden", errors.New("no"))
	recorder := Record(source)
	type answers struct{ lines []string }
	run := func(r explain.Reader) answers {
		var a answers
		ctx := t.Context()
		tell := func(what string, err error) {
			var status apierrors.APIStatus
			switch {
			case err == nil:
				a.lines = append(a.lines, what)
			case errors.As(err, &status):
				a.lines = append(a.lines, string(status.Status().Reason))
			default:
				a.lines = append(a.lines, r.Problem(trace.Part{Words: "it"}, err).Reason)
			}
		}
		get := func(kind trace.Kind, namespace, name string) {
			obj, err := r.Get(ctx, kind, namespace, name)
			if err == nil {
				tell(obj.GetKind()+" "+string(obj.GetUID()), nil)
				return
			}
			a.lines = append(a.lines, r.Problem(trace.Part{Words: "it"}, err).Reason+map[bool]string{true: " gone"}[apierrors.IsNotFound(err)])
		}
		get(namespaceKind, "", "other")
		get(podKind, "shop", "never")
		get(podKind, "shop", "hidden")
		n := 0
		tell("nodes listed", r.List(ctx, trace.Scope{Kind: nodeKind}, func(*unstructured.Unstructured) { n++ }))
		for _, p := range r.Scan(ctx, []trace.Scope{{Kind: oxKind}}, trace.Want{}, func(_ trace.Kind, row *trace.Row) {
			a.lines = append(a.lines, string(row.Namespace)+"/"+string(row.Name)+" "+string(row.Finalizers[0]))
		}) {
			a.lines = append(a.lines, p.Reason)
		}
		for _, user := range []string{"somebody", "nobody"} {
			for _, verb := range []string{"get", "delete"} {
				d, err := r.Allowed(ctx, explain.Subject{User: user}, []explain.Access{{Verb: verb, Resource: "pods"}})
				tell(strings.Repeat("may", len(d))+map[bool]string{true: " do it"}[len(d) > 0 && d[0].Allowed], err)
			}
		}
		for _, patch := range []string{"taken", "refused"} {
			obj, err := r.DryRun(ctx, secretKind, "shop", "s", "", types.JSONPatchType, []byte(patch), explain.Subject{})
			if err != nil {
				tell("", err)
				continue
			}
			tell(obj.GetKind()+" "+obj.GetName(), nil)
		}
		return a
	}
	live := run(recorder)
	var file bytes.Buffer
	if _, err := Snapshot(t.Context(), &file, source, SnapshotOptions{At: snapshotAt, Looked: recorder, Only: true}); err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"Planted9", "cGxhbnRlZC1QbGFudGVkOQ"} {
		if strings.Contains(file.String(), secret) {
			t.Errorf("%q is in the snapshot:\n%s", secret, file.String())
		}
	}
	d, err := Read(t.Context(), &file)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(run(d).lines, "\n"); got != strings.Join(live.lines, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(live.lines, "\n"))
	}
	// What was not asked then is not known.
	if _, err := d.Get(t.Context(), oxKind, "far", "only-a-row"); err == nil || apierrors.IsNotFound(err) {
		t.Errorf("an object of which metadata was read is %v", err)
	}
	if _, err := d.Get(t.Context(), podKind, "other", "never"); err == nil || apierrors.IsNotFound(err) {
		t.Errorf("a namesake in a namespace that was not looked in is %v", err)
	}
	if err := d.List(t.Context(), trace.Scope{Kind: oxKind}, func(*unstructured.Unstructured) { t.Error("metadata is shown as a whole object") }); err == nil {
		t.Error("a list that nobody made is whole")
	}
	if _, err := d.Allowed(t.Context(), explain.Subject{User: "other"}, []explain.Access{{Verb: "get", Resource: "pods"}}); err == nil {
		t.Error("a right that nobody asked for is known")
	}
	if _, err := d.DryRun(t.Context(), secretKind, "shop", "s", "", types.MergePatchType, []byte("taken"), explain.Subject{}); err == nil {
		t.Error("a dry run of another patch is known")
	}
}
