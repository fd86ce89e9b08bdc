package cluster

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func TestGet(t *testing.T) {
	configmaps := trace.Kind{Version: "v1", Kind: "ConfigMap", Resource: "configmaps", Namespaced: true}
	others := trace.Kind{Group: "example.com", Version: "v1", Kind: "Secret", Resource: "secrets", Namespaced: true}
	object := func(apiVersion, kind string, more map[string]any) map[string]any {
		obj := map[string]any{"apiVersion": apiVersion, "kind": kind, "metadata": map[string]any{"name": "a", "namespace": "shop"}}
		maps.Copy(obj, more)
		return obj
	}
	for name, tc := range map[string]struct {
		kind   trace.Kind
		body   string
		path   string
		accept string
		want   map[string]any
	}{
		"whole": {
			pods, `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","namespace":"shop"},"spec":{"replicas":3,"share":0.5,"data":{"x":"y"}}}`,
			"/api/v1/namespaces/shop/pods/a", anyJSON,
			object("v1", "Pod", map[string]any{"spec": map[string]any{"replicas": int64(3), "share": 0.5, "data": map[string]any{"x": "y"}}}),
		},
		"cluster-scoped": {
			widgets, `{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"a","namespace":"shop"},"data":{"x":"y"}}`,
			"/apis/example.com/v1/widgets/a", anyJSON,
			object("example.com/v1", "Widget", map[string]any{"data": map[string]any{"x": "y"}}),
		},
		"a secret as metadata": {
			secrets, `{"apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadata","metadata":{"name":"a","namespace":"shop"}}`,
			"/api/v1/namespaces/shop/secrets/a", metadataObject, object("v1", "Secret", nil),
		},
		"a secret whole in spite of the request": {
			secrets, `{"apiVersion":"v1","kind":"Secret","type":"Opaque","metadata":{"name":"a","namespace":"shop","annotations":{"kubectl.kubernetes.io/last-applied-configuration":"{\"data\":{\"p\":\"eA==\"}}","odd":7,"kept":"x"}},"data":{"p":"eA=="},"stringData":{"p":"x"}}`,
			"/api/v1/namespaces/shop/secrets/a", metadataObject,
			map[string]any{"apiVersion": "v1", "kind": "Secret", "type": "Opaque", "metadata": map[string]any{"name": "a", "namespace": "shop", "annotations": map[string]any{"odd": int64(7), "kept": "x"}}},
		},
		"a configmap whole in spite of the request": {
			configmaps, `{"metadata":{"name":"a","namespace":"shop"},"data":{"p":"x"},"binaryData":{"p":"eA=="}}`,
			"/api/v1/namespaces/shop/configmaps/a", metadataObject, object("v1", "ConfigMap", nil),
		},
		"another group's secret": {
			others, `{"metadata":{"name":"a","namespace":"shop"},"data":{"p":"x"}}`,
			"/apis/example.com/v1/namespaces/shop/secrets/a", anyJSON,
			object("example.com/v1", "Secret", map[string]any{"data": map[string]any{"p": "x"}}),
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Accept") != tc.accept {
					t.Errorf("Accept is %q, want %q", r.Header.Get("Accept"), tc.accept)
				}
				_, _ = io.WriteString(w, tc.body)
			})
			obj, err := s.Get(t.Context(), tc.kind, "shop", "a")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, obj.Object); diff != "" {
				t.Errorf("object (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]string{tc.path}, s.requests()); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
		})
	}
}

func TestGetFails(t *testing.T) {
	s := serve(t, Options{Timeout: 2 * time.Second}, func(w http.ResponseWriter, r *http.Request) {
		switch name := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]; name {
		case "missing":
			writeStatus(t, w, 404, metav1.StatusReasonNotFound, `pods "missing" not found`)
		case "hanging":
			hang(r)
		case "corrupt":
			writeStatus(t, w, 500, metav1.StatusReasonInternalError, "Internal error occurred: StorageError: corrupt object, Code: 7")
		default:
			_, _ = io.WriteString(w, map[string]string{"null": "null", "text": "text", "array": "[]", "nameless": `{"metadata":{}}`, "bare": "{}", "cut": `{"metadata":{"na`}[name])
		}
	})
	_, err := s.Get(t.Context(), pods, "shop", "missing")
	if !apierrors.IsNotFound(err) || err.Error() != `reading pods/missing in namespace shop: pods "missing" not found` {
		t.Errorf("missing: %v", err)
	}
	for name, want := range map[string]trace.Problem{
		"hanging":  {Reason: trace.TimedOut, Message: "no answer within 2s"},
		"corrupt":  {Reason: trace.Undecodable, Message: "Internal error occurred: StorageError: corrupt object, Code: 7"},
		"null":     {Reason: trace.Undecodable, Message: "reading pods/null in namespace shop: an object is null"},
		"bare":     {Reason: trace.Undecodable, Message: "reading pods/bare in namespace shop: an object has no metadata"},
		"nameless": {Reason: trace.Undecodable, Message: "reading pods/nameless in namespace shop: an object has no name"},
		"text":     {Reason: trace.Undecodable, Message: "reading pods/text in namespace shop: invalid character 'e' in literal true (expecting 'r')"},
		"array":    {Reason: trace.Undecodable, Message: "reading pods/array in namespace shop: json: cannot unmarshal array into Go value of type map[string]interface {}"},
		"cut":      {Reason: trace.ReadFailed, Message: "the answer ends early"},
	} {
		obj, err := s.Get(t.Context(), pods, "shop", name)
		if obj != nil || err == nil {
			t.Errorf("%s: got %v and error %v", name, obj, err)
			continue
		}
		want.About = trace.PartOf(pods, "shop", name)
		if diff := cmp.Diff(want, s.Problem(want.About, err)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	before := len(s.requests())
	for _, bad := range [][2]string{{"shop", ""}, {"", "a"}, {"shop", ".."}, {"a/b", "a"}, {"shop", "a%2fb"}} {
		if _, err := s.Get(t.Context(), pods, bad[0], bad[1]); err == nil {
			t.Errorf("%q is accepted as namespace and name", bad)
		}
	}
	if len(s.requests()) != before {
		t.Errorf("requests %v", s.requests()[before:])
	}
}

func TestList(t *testing.T) {
	item := func(name string) string {
		return fmt.Sprintf(`{"metadata":{"name":%q,"uid":%q},"data":{"p":"x"}}`, name, name)
	}
	list := func(next string, names ...string) string {
		var items []string
		for _, n := range names {
			items = append(items, item(n))
		}
		return fmt.Sprintf(`{"kind":"XList","metadata":{"continue":%q},"items":[%s]}`, next, strings.Join(items, ","))
	}
	const path = "/api/v1/namespaces/shop/"
	for name, tc := range map[string]struct {
		kind     trace.Kind
		answers  []string // an empty one is a 410
		want     []string
		requests []string
		err      string
	}{
		"pages": {
			kind: pods, answers: []string{list("x", "a", "b"), list("", "c")}, want: []string{"a x", "b x", "c x"},
			requests: []string{path + "pods?limit=500", path + "pods?continue=x&limit=500"},
		},
		"secrets": {
			kind: secrets, answers: []string{list("", "a")}, want: []string{"a "},
			requests: []string{path + "secrets?limit=500"},
		},
		"expired": {
			kind: pods, answers: []string{list("x", "a", "b"), "", list("", "a", "b", "c")}, want: []string{"a x", "b x", "c x"},
			requests: []string{path + "pods?limit=500", path + "pods?continue=x&limit=500", path + "pods"},
		},
		"expired at once": {
			kind: pods, answers: []string{""}, requests: []string{path + "pods?limit=500"},
			err: "listing pods in namespace shop: gone",
		},
		"a null among them": {
			kind: pods, answers: []string{`{"items":[` + item("a") + `,null]}`}, want: []string{"a x"},
			requests: []string{path + "pods?limit=500"}, err: "listing pods in namespace shop: an object is null",
		},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			s := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
				wantAccept := anyJSON
				if tc.kind.Resource == "secrets" {
					wantAccept = metadataList
				}
				if r.Header.Get("Accept") != wantAccept {
					t.Errorf("Accept is %q, want %q", r.Header.Get("Accept"), wantAccept)
				}
				answer := tc.answers[asked]
				asked++
				if answer == "" {
					writeStatus(t, w, 410, metav1.StatusReasonExpired, "gone")
					return
				}
				_, _ = io.WriteString(w, answer)
			})
			var got []string
			err := s.List(t.Context(), trace.Scope{Kind: tc.kind, Namespace: "shop"}, func(obj *unstructured.Unstructured) {
				if obj.GetAPIVersion() != "v1" || obj.GetKind() != tc.kind.Kind {
					t.Errorf("%s is a %s %s", obj.GetName(), obj.GetAPIVersion(), obj.GetKind())
				}
				data, _, _ := unstructured.NestedString(obj.Object, "data", "p")
				got = append(got, obj.GetName()+" "+data)
			})
			if fmt.Sprint(err) != tc.err && (err != nil || tc.err != "") {
				t.Errorf("error %v, want %q", err, tc.err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("objects (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tc.requests, s.requests()); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
		})
	}
}
