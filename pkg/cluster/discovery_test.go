package cluster

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	aggregatedCore = `{"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","items":[{"metadata":{"name":""},"versions":[{"version":"v1","freshness":"Current","resources":[
		{"resource":"pods","responseKind":{"group":"","version":"v1","kind":"Pod"},"scope":"Namespaced","singularResource":"pod","verbs":["get","list"],"shortNames":["po"],"categories":["all"],
			"subresources":[{"subresource":"status","responseKind":{"kind":"Pod"},"verbs":["get"]}]},
		{"resource":"bindings","responseKind":{"group":"","version":"v1","kind":"Binding"},"scope":"Namespaced","singularResource":"binding","verbs":["create"]}]}]}]}`
	aggregatedGroups = `{"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","items":[
		{"metadata":{"name":"example.com"},"versions":[
			{"version":"v2","resources":[{"resource":"widgets","responseKind":{"group":"example.com","version":"v2","kind":"Widget"},"scope":"Cluster","singularResource":"widget","verbs":["list"]}]},
			{"version":"v1","resources":[
				{"resource":"gadgets","responseKind":{"kind":"Gadget"},"scope":"Namespaced","verbs":["list"]},
				{"resource":"widgets","responseKind":{"kind":"Widget"},"scope":"Cluster","singularResource":"widget","verbs":["list"]},
				{"resource":"onlysubs","scope":"Cluster","verbs":null,"subresources":[{"subresource":"scale","responseKind":{"kind":"Scale"}}]}]}]},
		{"metadata":{"name":"metrics.k8s.io"},"versions":[
			{"version":"v1beta2","freshness":"Stale","resources":[{"resource":"nodes","responseKind":{"kind":"NodeMetrics"},"scope":"Cluster","verbs":["list"]},{"resource":"pods","responseKind":{"kind":"PodMetrics"},"scope":"Namespaced","verbs":["list"]}]},
			{"version":"v1beta1","freshness":"Current","resources":[{"resource":"pods","responseKind":{"kind":"PodMetrics"},"scope":"Namespaced","verbs":["list"]}]}]},
		{"metadata":{"name":"dead.example.com"},"versions":[{"version":"v1","freshness":"Stale"}]}]}`
)

var aggregatedTypes = Types{
	Groups: []string{"", "example.com", "metrics.k8s.io", "dead.example.com"},
	Kinds: []trace.Kind{
		{Version: "v1", Kind: "Binding", Resource: "bindings", Singular: "binding", Namespaced: true},
		{Version: "v1", Kind: "Pod", Resource: "pods", Singular: "pod", ShortNames: []string{"po"}, Categories: []string{"all"}, Namespaced: true, Listable: true},
		{Group: "example.com", Version: "v1", Kind: "Gadget", Resource: "gadgets", Namespaced: true, Listable: true},
		{Group: "example.com", Version: "v2", Kind: "Widget", Resource: "widgets", Singular: "widget", Listable: true},
		{Group: "metrics.k8s.io", Version: "v1beta2", Kind: "NodeMetrics", Resource: "nodes", Listable: true},
		{Group: "metrics.k8s.io", Version: "v1beta1", Kind: "PodMetrics", Resource: "pods", Namespaced: true, Listable: true},
	},
	Others: []trace.Kind{
		{Group: "example.com", Version: "v1", Kind: "Widget", Resource: "widgets", Singular: "widget", Listable: true},
		{Group: "metrics.k8s.io", Version: "v1beta2", Kind: "PodMetrics", Resource: "pods", Namespaced: true, Listable: true},
	},
}

var staleProblems = []trace.Problem{
	{About: trace.Part{Group: "metrics.k8s.io", Version: "v1beta2"}, Reason: trace.Unavailable, Message: "the server does not reach what serves it"},
	{About: trace.Part{Group: "dead.example.com", Version: "v1"}, Reason: trace.Unavailable, Message: "the server does not reach what serves it"},
}

// TestTypesAggregated reads both roots in one answer each, in either version
// of that answer.
func TestTypesAggregated(t *testing.T) {
	for _, version := range []string{"v2", "v2beta1"} {
		s := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasPrefix(r.Header.Get("Accept"), "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,") {
				t.Errorf("Accept is %q", r.Header.Get("Accept"))
			}
			body := map[string]string{"/api": aggregatedCore, "/apis": aggregatedGroups}[r.URL.Path]
			w.Header().Set("Content-Type", "application/json;g=apidiscovery.k8s.io;v="+version+";as=APIGroupDiscoveryList")
			_, _ = w.Write([]byte(strings.ReplaceAll(body, "apidiscovery.k8s.io/v2", "apidiscovery.k8s.io/"+version)))
		})
		types, problems, err := s.Types(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		clockOf(t, &types)
		if diff := cmp.Diff(aggregatedTypes, types); diff != "" {
			t.Errorf("types (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(staleProblems, problems); diff != "" {
			t.Errorf("problems (-want +got):\n%s", diff)
		}
		kinds, again, err := s.Kinds(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(aggregatedTypes.Kinds, kinds); diff != "" {
			t.Errorf("kinds (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(staleProblems, again); diff != "" {
			t.Errorf("problems (-want +got):\n%s", diff)
		}
	}
}

// TestTypesConfirmed shows that an answer is used again only while the server
// confirms it.
func TestTypesConfirmed(t *testing.T) {
	etag, groups, sent := `"one"`, aggregatedGroups, 0
	s := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("ETag", etag)
		if r.Header.Get("If-None-Match") == etag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		sent++
		_, _ = w.Write([]byte(groups))
	})
	kinds := func() int {
		t.Helper()
		kinds, _, err := s.Kinds(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return len(kinds)
	}
	if first, second := kinds(), kinds(); first != 4 || second != 4 || sent != 1 {
		t.Errorf("%d and %d kinds from %d answers, want 4, 4 and 1", first, second, sent)
	}
	etag, groups = `"two"`, `{"kind":"APIGroupDiscoveryList","items":[]}`
	if third := kinds(); third != 0 || sent != 2 {
		t.Errorf("%d kinds from %d answers after a change, want 0 and 2", third, sent)
	}
}

// TestTypesOld asks a server that knows nothing of aggregated discovery, and of
// which one group does not answer.
func TestTypesOld(t *testing.T) {
	answers := map[string]any{
		"/api": metav1.APIVersions{TypeMeta: metav1.TypeMeta{Kind: "APIVersions"}, Versions: []string{"v1"}},
		"/apis": metav1.APIGroupList{TypeMeta: metav1.TypeMeta{Kind: "APIGroupList"}, Groups: []metav1.APIGroup{
			{Name: "example.com", Versions: []metav1.GroupVersionForDiscovery{{GroupVersion: "example.com/v2", Version: "v2"}, {GroupVersion: "example.com/v1", Version: "v1"}}},
			{Name: "dead.example.com", Versions: []metav1.GroupVersionForDiscovery{{GroupVersion: "dead.example.com/v1", Version: "v1"}}},
		}},
		"/api/v1": metav1.APIResourceList{TypeMeta: metav1.TypeMeta{Kind: "APIResourceList"}, APIResources: []metav1.APIResource{
			{Name: "pods", SingularName: "pod", Namespaced: true, Kind: "Pod", Verbs: metav1.Verbs{"get", "list"}, ShortNames: []string{"po"}, Categories: []string{"all"}},
			{Name: "pods/status", Namespaced: true, Kind: "Pod", Verbs: metav1.Verbs{"get"}},
			{Name: "bindings", SingularName: "binding", Namespaced: true, Kind: "Binding", Verbs: metav1.Verbs{"create"}},
		}},
		"/apis/example.com/v2": metav1.APIResourceList{TypeMeta: metav1.TypeMeta{Kind: "APIResourceList"}, APIResources: []metav1.APIResource{{Name: "widgets", SingularName: "widget", Kind: "Widget", Verbs: metav1.Verbs{"list"}}}},
		"/apis/example.com/v1": metav1.APIResourceList{TypeMeta: metav1.TypeMeta{Kind: "APIResourceList"}, APIResources: []metav1.APIResource{{Name: "widgets", SingularName: "widget", Kind: "Widget", Verbs: metav1.Verbs{"list"}}, {Name: "gadgets", Namespaced: true, Kind: "Gadget", Verbs: metav1.Verbs{"list"}}}},
	}
	s := serve(t, Options{Parallel: 2}, func(w http.ResponseWriter, r *http.Request) {
		if answer, ok := answers[r.URL.Path]; ok {
			writeJSON(t, w, 200, answer)
			return
		}
		http.Error(w, "service unavailable", http.StatusServiceUnavailable)
	})
	types, problems, err := s.Types(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	clockOf(t, &types)
	want := Types{Kinds: aggregatedTypes.Kinds[:4], Others: aggregatedTypes.Others[:1], Groups: []string{"", "example.com", "dead.example.com"}}
	if diff := cmp.Diff(want, types); diff != "" {
		t.Errorf("types (-want +got):\n%s", diff)
	}
	wantProblems := []trace.Problem{{About: trace.Part{Group: "dead.example.com", Version: "v1"}, Reason: trace.Unavailable, Message: "the server is currently unable to handle the request: service unavailable"}}
	if diff := cmp.Diff(wantProblems, problems); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

// TestTypesFails has no answer to give when a root does not answer: what it
// serves is not known then, which is not the same as nothing.
func TestTypesFails(t *testing.T) {
	for name, tc := range map[string]struct {
		answer http.HandlerFunc
		words  string
	}{
		"forbidden": {func(w http.ResponseWriter, _ *http.Request) {
			writeStatus(t, w, 403, metav1.StatusReasonForbidden, "no")
		}, ": no"},
		"garbage": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte("<html>"))
		}, "reading what /apis serves: invalid character"},
		"hanging": {func(_ http.ResponseWriter, r *http.Request) { hang(r) }, "no answer within 2s"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, Options{Timeout: 2 * time.Second}, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/api" {
					_, _ = w.Write([]byte(aggregatedCore))
					return
				}
				tc.answer(w, r)
			})
			kinds, _, err := s.Kinds(t.Context())
			if kinds != nil || err == nil || !strings.Contains(err.Error(), tc.words) || !strings.HasPrefix(err.Error(), "asking for the kinds of the server http://127.0.0.1:") {
				t.Errorf("kinds %v and error %v, want none and one with %q", kinds, err, tc.words)
			}
		})
	}
}

// clockOf checks that the server's clock was read, and takes it out of what is
// compared.
func clockOf(t *testing.T, types *Types) {
	t.Helper()
	if ago := time.Since(types.At); ago < -time.Second || ago > time.Minute {
		t.Errorf("the server's clock says %s", types.At)
	}
	types.At = time.Time{}
}
