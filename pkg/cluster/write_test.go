package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	somePatch = `[{"op":"test","path":"/metadata/uid","value":"u"}]`
	anObject  = `{"apiVersion":"v1","kind":"X","metadata":{"name":"a"},"data":{"p":"x"}}`
)

var namespaces = trace.Kind{Version: "v1", Kind: "Namespace", Resource: "namespaces", Listable: true}

// terminating is a namespace as it was read.
func terminating() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Namespace",
		"metadata": map[string]any{"name": "shop", "uid": "u", "resourceVersion": "7", "generation": int64(12345678901)},
		"spec":     map[string]any{"finalizers": []any{}},
	}}
}

const terminatingJSON = `{"apiVersion":"v1","kind":"Namespace","metadata":{"generation":12345678901,"name":"shop","resourceVersion":"7","uid":"u"},"spec":{"finalizers":[]}}`

func anEvent() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Event", "metadata": map[string]any{"generateName": "x-"}}}
}

// write is one call of a function that writes; what it returns is nil where it
// returns nothing but the error.
type write func(context.Context, *Cluster) (*unstructured.Unstructured, error)

func dryRun(kind trace.Kind, namespace, subresource string, as explain.Subject) write {
	return func(ctx context.Context, c *Cluster) (*unstructured.Unstructured, error) {
		return c.DryRun(ctx, kind, namespace, "a", subresource, types.JSONPatchType, []byte(somePatch), as)
	}
}

func patch(kind trace.Kind, namespace, subresource string, patchType types.PatchType) write {
	return func(ctx context.Context, c *Cluster) (*unstructured.Unstructured, error) {
		return c.Patch(ctx, kind, namespace, "a", subresource, patchType, []byte(somePatch))
	}
}

func remove(kind trace.Kind, namespace, name, uid, resourceVersion string, dry bool) write {
	return func(ctx context.Context, c *Cluster) (*unstructured.Unstructured, error) {
		return nil, c.Delete(ctx, kind, namespace, name, uid, resourceVersion, dry)
	}
}

func finalize(name string, obj *unstructured.Unstructured, dry bool) write {
	return func(ctx context.Context, c *Cluster) (*unstructured.Unstructured, error) {
		return c.Finalize(ctx, name, obj, dry)
	}
}

func createEvent(namespace string, event *unstructured.Unstructured) write {
	return func(ctx context.Context, c *Cluster) (*unstructured.Unstructured, error) {
		return nil, c.CreateEvent(ctx, namespace, event)
	}
}

// writes are the calls that a server is to see, and what it must see.
var writes = map[string]struct {
	call  write
	doing string // what an error begins with
	want  order
}{
	"dry run": {
		dryRun(pods, "shop", "", explain.Subject{}), "trying out a patch of pods/a in namespace shop",
		order{Method: "PATCH", URL: "/api/v1/namespaces/shop/pods/a?dryRun=All&fieldManager=kubectl-finalizers", Media: "application/json-patch+json", Accept: anyJSON, Body: somePatch},
	},
	"dry run of the status as somebody": {
		dryRun(widgets, "", "status", explain.Subject{User: "system:serviceaccount:shop:robot", Groups: []string{"dev", "ops"}}),
		"trying out a patch of the status of widgets.example.com/a as system:serviceaccount:shop:robot",
		order{
			Method: "PATCH", URL: "/apis/example.com/v1/widgets/a/status?dryRun=All&fieldManager=kubectl-finalizers", Media: "application/json-patch+json", Accept: anyJSON, Body: somePatch,
			User: "system:serviceaccount:shop:robot", Groups: []string{"dev", "ops"},
		},
	},
	"dry run on a secret": {
		dryRun(secrets, "shop", "", explain.Subject{User: "jane"}), "trying out a patch of secrets/a in namespace shop as jane",
		order{Method: "PATCH", URL: "/api/v1/namespaces/shop/secrets/a?dryRun=All&fieldManager=kubectl-finalizers", Media: "application/json-patch+json", Accept: metadataObject, Body: somePatch, User: "jane"},
	},
	"patch": {
		patch(pods, "shop", "", types.MergePatchType), "patching pods/a in namespace shop",
		order{Method: "PATCH", URL: "/api/v1/namespaces/shop/pods/a?fieldManager=kubectl-finalizers", Media: "application/merge-patch+json", Accept: anyJSON, Body: somePatch},
	},
	"patch of a subresource": {
		patch(pods, "shop", "resize", types.StrategicMergePatchType), "patching the resize of pods/a in namespace shop",
		order{Method: "PATCH", URL: "/api/v1/namespaces/shop/pods/a/resize?fieldManager=kubectl-finalizers", Media: "application/strategic-merge-patch+json", Accept: anyJSON, Body: somePatch},
	},
	"delete": {
		remove(pods, "shop", "a", "u", "7", false), "deleting pods/a in namespace shop",
		order{Method: "DELETE", URL: "/api/v1/namespaces/shop/pods/a", Media: anyJSON, Accept: anyJSON, Body: `{"kind":"DeleteOptions","apiVersion":"v1","preconditions":{"uid":"u","resourceVersion":"7"}}`},
	},
	"delete as a dry run": {
		remove(widgets, "", "a", "u", "", true), "trying out the deletion of widgets.example.com/a",
		order{Method: "DELETE", URL: "/apis/example.com/v1/widgets/a", Media: anyJSON, Accept: anyJSON, Body: `{"kind":"DeleteOptions","apiVersion":"v1","preconditions":{"uid":"u"},"dryRun":["All"]}`},
	},
	"finalize": {
		finalize("shop", terminating(), false), "finalizing namespaces/shop",
		order{Method: "PUT", URL: "/api/v1/namespaces/shop/finalize?fieldManager=kubectl-finalizers", Media: anyJSON, Accept: anyJSON, Body: terminatingJSON},
	},
	"finalize as a dry run": {
		finalize("shop", terminating(), true), "trying out to finalize namespaces/shop",
		order{Method: "PUT", URL: "/api/v1/namespaces/shop/finalize?dryRun=All&fieldManager=kubectl-finalizers", Media: anyJSON, Accept: anyJSON, Body: terminatingJSON},
	},
	"event": {
		createEvent("shop", anEvent()), "writing an event in namespace shop",
		order{Method: "POST", URL: "/api/v1/namespaces/shop/events?fieldManager=kubectl-finalizers", Media: anyJSON, Accept: anyJSON, Body: `{"apiVersion":"v1","kind":"Event","metadata":{"generateName":"x-"}}`},
	},
}

// TestWrite shows what each write looks like on the wire.
func TestWrite(t *testing.T) {
	for name, tc := range writes {
		t.Run(name, func(t *testing.T) {
			var got []order
			s := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
				got = append(got, orderOf(t, r))
				_, _ = io.WriteString(w, anObject)
			})
			obj, err := tc.call(t.Context(), s.Cluster)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]order{tc.want}, got); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
			if obj == nil {
				return
			}
			_, data := obj.Object["data"]
			if obj.GetName() != "a" || data == strings.Contains(tc.want.URL, "/secrets/") {
				t.Errorf("object %v", obj.Object)
			}
		})
	}
}

// TestWriteFails keeps what the server says, however it says it, and sends
// nothing twice.
func TestWriteFails(t *testing.T) {
	for name, tc := range writes {
		for code, reason := range map[int]metav1.StatusReason{
			403: metav1.StatusReasonForbidden, 404: metav1.StatusReasonNotFound, 409: metav1.StatusReasonConflict,
			422: metav1.StatusReasonInvalid, 429: metav1.StatusReasonTooManyRequests, 500: metav1.StatusReasonInternalError,
		} {
			t.Run(fmt.Sprintf("%s/%d", name, code), func(t *testing.T) {
				sent := metav1.Status{
					TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Status"}, Status: metav1.StatusFailure,
					Code: int32(code), Reason: reason, Message: "no, said the server",
					Details: &metav1.StatusDetails{Name: "a", Causes: []metav1.StatusCause{{Type: "x", Message: "because", Field: "y"}}},
				}
				s := serve(t, Options{}, func(w http.ResponseWriter, _ *http.Request) { writeJSON(t, w, code, sent) })
				obj, err := tc.call(t.Context(), s.Cluster)
				var status apierrors.APIStatus
				if obj != nil || !errors.As(err, &status) {
					t.Fatalf("object %v, error %v", obj, err)
				}
				if diff := cmp.Diff(sent, status.Status()); diff != "" {
					t.Errorf("status (-want +got):\n%s", diff)
				}
				if want := tc.doing + ": no, said the server"; err.Error() != want {
					t.Errorf("error %q, want %q", err, want)
				}
				if n := len(s.requests()); n != 1 {
					t.Errorf("%d requests", n)
				}
			})
		}
		t.Run(name+"/no status", func(t *testing.T) {
			s := serve(t, Options{}, func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "tunnel closed", http.StatusBadGateway) })
			obj, err := tc.call(t.Context(), s.Cluster)
			if obj != nil || statusCode(err) != http.StatusBadGateway || s.Problem(trace.Part{}, err).Reason != trace.Unavailable {
				t.Errorf("object %v, error %v", obj, err)
			}
		})
		t.Run(name+"/sent elsewhere", func(t *testing.T) {
			for _, code := range []int{301, 302, 303, 307, 308} {
				s := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
					if r.URL.Path == "/login" {
						_, _ = io.WriteString(w, anObject)
						return
					}
					http.Redirect(w, r, "/login", code)
				})
				if obj, err := tc.call(t.Context(), s.Cluster); obj != nil || statusCode(err) != code || len(s.requests()) != 1 {
					t.Errorf("object %v, error %v, requests %v", obj, err, s.requests())
				}
			}
		})
	}
}

// TestWriteEnds has a server that does not answer.
func TestWriteEnds(t *testing.T) {
	for name, tc := range writes {
		t.Run(name, func(t *testing.T) {
			s := serve(t, Options{Timeout: 50 * time.Millisecond}, func(_ http.ResponseWriter, r *http.Request) { hang(r) })
			began := time.Now()
			if _, err := tc.call(t.Context(), s.Cluster); fmt.Sprint(err) != tc.doing+": no answer within 50ms" {
				t.Errorf("bound: %v", err)
			}
			s = serve(t, Options{}, func(_ http.ResponseWriter, r *http.Request) { hang(r) })
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			time.AfterFunc(50*time.Millisecond, cancel)
			if _, err := tc.call(ctx, s.Cluster); !errors.Is(err, context.Canceled) {
				t.Errorf("interrupted: %v", err)
			}
			if took := time.Since(began); took > 30*time.Second {
				t.Errorf("ended after %s", took)
			}
		})
	}
}

// TestWriteRefuses sends nothing that could reach more than one object, or
// another one than was meant.
func TestWriteRefuses(t *testing.T) {
	changed := func(change func(*unstructured.Unstructured)) *unstructured.Unstructured {
		obj := terminating()
		change(obj)
		return obj
	}
	s := serve(t, Options{}, func(http.ResponseWriter, *http.Request) {})
	for name, call := range map[string]write{
		"dry run of a proxy":               dryRun(pods, "shop", "proxy", explain.Subject{}),
		"dry run of an eviction":           dryRun(pods, "shop", "eviction", explain.Subject{}),
		"dry run as groups without a user": dryRun(pods, "shop", "", explain.Subject{Groups: []string{"dev"}}),
		"dry run without namespace":        dryRun(pods, "", "", explain.Subject{}),
		"patch without namespace":          patch(pods, "", "", types.JSONPatchType),
		"patch of an odd subresource":      patch(pods, "shop", "../b", types.JSONPatchType),
		"patch of an odd namespace":        patch(pods, "..", "", types.JSONPatchType),
		"patch of a kind without resource": patch(trace.Kind{Version: "v1", Kind: "Pod", Namespaced: true}, "shop", "", types.JSONPatchType),
		"patch of a kind without version":  patch(trace.Kind{Kind: "Pod", Resource: "pods", Namespaced: true}, "shop", "", types.JSONPatchType),
		"delete without name":              remove(pods, "shop", "", "u", "", false),
		"delete without namespace":         remove(pods, "", "a", "u", "", false),
		"delete without UID":               remove(pods, "shop", "a", "", "7", false),
		"delete of an odd name":            remove(namespaces, "", "shop/pods", "u", "", false),
		"delete of a kind not served":      remove(trace.Kind{Kind: "Widget"}, "", "widgets", "u", "", false),
		"finalize of another":              finalize("other", terminating(), false),
		"finalize of nothing":              finalize("shop", nil, false),
		"finalize without a name":          finalize("", changed(func(o *unstructured.Unstructured) { o.SetName("") }), false),
		"finalize without UID":             finalize("shop", changed(func(o *unstructured.Unstructured) { o.SetUID("") }), false),
		"finalize without version":         finalize("shop", changed(func(o *unstructured.Unstructured) { o.SetResourceVersion("") }), false),
		"event without namespace":          createEvent("", anEvent()),
		"event in an odd namespace":        createEvent("a/b", anEvent()),
		"no event":                         createEvent("shop", nil),
	} {
		if obj, err := call(t.Context(), s.Cluster); obj != nil || err == nil {
			t.Errorf("%s: object %v, error %v", name, obj, err)
		}
	}
	if sent := s.requests(); len(sent) != 0 {
		t.Errorf("requests %v", sent)
	}
}

// TestDryRunAsOther shows that the subject of a dry run replaces the one that
// every request is made in the name of, and that other requests keep that one.
func TestDryRunAsOther(t *testing.T) {
	var got []order
	s := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		got = append(got, orderOf(t, r))
		_, _ = io.WriteString(w, anObject)
	})
	config := &rest.Config{Host: s.host, Impersonate: rest.ImpersonationConfig{UserName: "admin", Groups: []string{"admins"}}}
	c, err := Connect(restConfig{config: config}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range []write{
		dryRun(pods, "shop", "", explain.Subject{User: "jane", Groups: []string{"dev"}}),
		dryRun(pods, "shop", "", explain.Subject{}),
		patch(pods, "shop", "", types.JSONPatchType),
	} {
		if _, err := call(t.Context(), c); err != nil {
			t.Error(err)
		}
	}
	var users []string
	for _, o := range got {
		users = append(users, o.User+" "+strings.Join(o.Groups, ","))
	}
	if diff := cmp.Diff([]string{"jane dev", "admin admins", "admin admins"}, users); diff != "" {
		t.Errorf("subjects (-want +got):\n%s", diff)
	}
}

// TestWarnings has a server that warns in every answer. It is the command that
// decides what a person reads.
func TestWarnings(t *testing.T) {
	s := serve(t, Options{}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Warning", `299 - "v1 Widget is deprecated"`)
		_, _ = io.WriteString(w, anObject)
	})
	printed, err := os.Create(filepath.Join(t.TempDir(), "printed"))
	if err != nil {
		t.Fatal(err)
	}
	defer printed.Close()
	stdout, stderr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = printed, printed
	for _, w := range writes {
		if _, err := w.call(t.Context(), s.Cluster); err != nil {
			t.Error(err)
		}
	}
	_, getting := s.Get(t.Context(), pods, "shop", "a")
	_, asking := s.Version(t.Context())
	os.Stdout, os.Stderr = stdout, stderr
	if getting != nil || asking != nil {
		t.Errorf("reading: %v, %v", getting, asking)
	}
	if text, err := os.ReadFile(printed.Name()); err != nil || len(text) > 0 {
		t.Errorf("error %v, printed %q", err, text)
	}
}
