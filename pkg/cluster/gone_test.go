package cluster

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// served is what a group version says that it serves.
func served(resources ...string) metav1.APIResourceList {
	list := metav1.APIResourceList{TypeMeta: metav1.TypeMeta{Kind: "APIResourceList"}}
	for _, r := range resources {
		list.APIResources = append(list.APIResources, metav1.APIResource{Name: r, Verbs: metav1.Verbs{"list"}})
	}
	return list
}

// groupOf is what an API group says of its versions.
func groupOf(versions ...string) metav1.APIGroup {
	group := metav1.APIGroup{TypeMeta: metav1.TypeMeta{Kind: "APIGroup"}, Name: "example.com"}
	for _, v := range versions {
		group.Versions = append(group.Versions, metav1.GroupVersionForDiscovery{GroupVersion: "example.com/" + v, Version: v})
	}
	return group
}

const (
	widgetsV1   = "/apis/example.com/v1/widgets"
	exampleV1   = "/apis/example.com/v1"
	exampleV2   = "/apis/example.com/v2"
	exampleRoot = "/apis/example.com"
)

// missing is how a server answers for a path that it does not know.
func missing(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }

// TestScanGone lists a kind that discovery named and whose list answers 404.
// Each path has its answers in order; the last one stays.
func TestScanGone(t *testing.T) {
	says := func(v any) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { writeJSON(t, w, http.StatusOK, v) }
	}
	status := func(code int, reason metav1.StatusReason, message string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { writeStatus(t, w, code, reason, message) }
	}
	list := func(next string, names ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { writeProtobuf(t, w, page(next, names...)) }
	}
	problem := []trace.Problem{{
		About: trace.Part{Group: "example.com", Resource: "widgets"}, Reason: trace.ReadFailed,
		Message: "the server could not find the requested resource: 404 page not found",
	}}
	forEver := []string{widgetsV1, exampleV1, widgetsV1, exampleV1, widgetsV1, exampleV1, widgetsV1, exampleV1, widgetsV1, exampleV1}
	for name, tc := range map[string]struct {
		kind     trace.Kind
		answers  map[string][]http.HandlerFunc
		names    []string
		problems []trace.Problem
		requests []string
	}{
		"no longer listed": {
			answers: map[string][]http.HandlerFunc{
				widgetsV1: {missing}, exampleV1: {says(served("gadgets", "widgets/status"))}, exampleRoot: {says(groupOf("v1"))},
			},
			requests: []string{widgetsV1, exampleV1, exampleRoot},
		},
		"group version gone": {
			answers:  map[string][]http.HandlerFunc{widgetsV1: {missing}, exampleV1: {missing}, exampleRoot: {missing}},
			requests: []string{widgetsV1, exampleV1, exampleRoot},
		},
		"group version gone, the group still tells of it": {
			answers: map[string][]http.HandlerFunc{
				widgetsV1: {missing}, exampleV1: {missing}, exampleRoot: {says(groupOf("v1", "v2"))}, exampleV2: {missing},
			},
			requests: []string{widgetsV1, exampleV1, exampleRoot, exampleV2},
		},
		"core kind no longer listed": {
			kind:     trace.Kind{Version: "v1", Kind: "Widget", Resource: "widgets"},
			answers:  map[string][]http.HandlerFunc{"/api/v1/widgets": {missing}, "/api/v1": {says(served("pods"))}},
			requests: []string{"/api/v1/widgets", "/api/v1"},
		},
		"served in another version": {
			answers: map[string][]http.HandlerFunc{
				widgetsV1: {missing}, exampleV1: {missing}, exampleRoot: {says(groupOf("v2"))}, exampleV2: {says(served("widgets"))},
			},
			problems: problem,
			requests: []string{widgetsV1, exampleV1, exampleRoot, exampleV2},
		},
		"still listed for ever": {
			answers:  map[string][]http.HandlerFunc{widgetsV1: {missing}, exampleV1: {says(served("widgets"))}},
			problems: problem,
			requests: forEver,
		},
		"still listed, then works": {
			answers:  map[string][]http.HandlerFunc{widgetsV1: {missing, missing, list("", "a")}, exampleV1: {says(served("widgets"))}},
			names:    []string{"widgets/a"},
			requests: []string{widgetsV1, exampleV1, widgetsV1, exampleV1, widgetsV1},
		},
		"still listed, then gone": {
			answers: map[string][]http.HandlerFunc{
				widgetsV1: {missing}, exampleV1: {says(served("widgets")), missing}, exampleRoot: {missing},
			},
			requests: []string{widgetsV1, exampleV1, widgetsV1, exampleV1, exampleRoot},
		},
		"still listed, then forbidden": {
			answers: map[string][]http.HandlerFunc{
				widgetsV1: {missing, status(403, metav1.StatusReasonForbidden, "no")}, exampleV1: {says(served("widgets"))},
			},
			problems: []trace.Problem{{About: trace.Part{Group: "example.com", Resource: "widgets"}, Reason: trace.Forbidden, Message: "no"}},
			requests: []string{widgetsV1, exampleV1, widgetsV1},
		},
		"gone after the first page": {
			answers: map[string][]http.HandlerFunc{
				widgetsV1: {list("x", "a"), missing}, exampleV1: {missing}, exampleRoot: {missing},
			},
			names:    []string{"widgets/a"},
			requests: []string{widgetsV1, widgetsV1, exampleV1, exampleRoot},
		},
		"a 404 as a status": {
			answers: map[string][]http.HandlerFunc{
				widgetsV1:   {status(404, metav1.StatusReasonNotFound, "the server could not find the requested resource")},
				exampleV1:   {status(404, metav1.StatusReasonNotFound, "the server could not find the requested resource")},
				exampleRoot: {missing},
			},
			requests: []string{widgetsV1, exampleV1, exampleRoot},
		},
		"the group version does not answer": {
			answers:  map[string][]http.HandlerFunc{widgetsV1: {missing}, exampleV1: {status(503, metav1.StatusReasonServiceUnavailable, "dead")}},
			problems: problem,
			requests: []string{widgetsV1, exampleV1},
		},
		"the group may not be asked": {
			answers: map[string][]http.HandlerFunc{
				widgetsV1: {missing}, exampleV1: {missing}, exampleRoot: {status(403, metav1.StatusReasonForbidden, "no")},
			},
			problems: problem,
			requests: []string{widgetsV1, exampleV1, exampleRoot},
		},
		"the group version answers something else": {
			answers:  map[string][]http.HandlerFunc{widgetsV1: {missing}, exampleV1: {says(map[string]any{"kind": "Page"})}},
			problems: problem,
			requests: []string{widgetsV1, exampleV1},
		},
		"the group answers something else": {
			answers:  map[string][]http.HandlerFunc{widgetsV1: {missing}, exampleV1: {missing}, exampleRoot: {says(map[string]any{})}},
			problems: problem,
			requests: []string{widgetsV1, exampleV1, exampleRoot},
		},
		"another version does not answer": {
			answers: map[string][]http.HandlerFunc{
				widgetsV1: {missing}, exampleV1: {missing}, exampleRoot: {says(groupOf("v2"))}, exampleV2: {status(503, "", "dead")},
			},
			problems: problem,
			requests: []string{widgetsV1, exampleV1, exampleRoot, exampleV2},
		},
		"dead API service": {
			answers:  map[string][]http.HandlerFunc{widgetsV1: {status(503, metav1.StatusReasonServiceUnavailable, "dead")}},
			problems: []trace.Problem{{About: trace.Part{Group: "example.com", Resource: "widgets"}, Reason: trace.Unavailable, Message: "dead"}},
			requests: []string{widgetsV1},
		},
		"the list is not offered": {
			answers:  map[string][]http.HandlerFunc{widgetsV1: {status(405, metav1.StatusReasonMethodNotAllowed, "not allowed")}},
			problems: []trace.Problem{{About: trace.Part{Group: "example.com", Resource: "widgets"}, Reason: trace.ReadFailed, Message: "not allowed"}},
			requests: []string{widgetsV1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			kind := widgets
			if tc.kind.Kind != "" {
				kind = tc.kind
			}
			s, paths := serveInTurn(t, tc.answers)
			s.pause = time.Millisecond
			names, problems := scanNames(t.Context(), s.Cluster, trace.Scope{Kind: kind})
			if diff := cmp.Diff(append([]string{}, tc.names...), names); diff != "" {
				t.Errorf("visited (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tc.problems, problems); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tc.requests, paths()); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
		})
	}
}

// serveInTurn starts a server whose paths give one answer after the other, and
// the last one for ever. It returns the paths that were asked.
func serveInTurn(t *testing.T, answers map[string][]http.HandlerFunc) (s *fakeServer, paths func() []string) {
	t.Helper()
	var asked []string
	s = serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		left := answers[r.URL.Path]
		if len(left) == 0 {
			t.Errorf("unexpected request %s", r.URL)
			http.NotFound(w, r)
			return
		}
		asked = append(asked, r.URL.Path) // one request after the other
		if len(left) > 1 {
			answers[r.URL.Path] = left[1:]
		}
		left[0](w, r)
	})
	return s, func() []string { return asked }
}

// TestScanGonePauses shows how long it takes to give up, and that the end of
// the context ends it.
func TestScanGonePauses(t *testing.T) {
	still := func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == exampleV1 {
			writeJSON(t, w, http.StatusOK, served("widgets"))
			return
		}
		http.NotFound(w, r)
	}
	t.Run("to the end", func(t *testing.T) {
		s := serve(t, Options{}, still)
		began := time.Now()
		_, problems := scanNames(t.Context(), s.Cluster, trace.Scope{Kind: widgets})
		if took := time.Since(began); len(problems) != 1 || took < 1500*time.Millisecond || took > 30*time.Second {
			t.Errorf("problems %v after %s", problems, took)
		}
	})
	t.Run("interrupted", func(t *testing.T) {
		s := serve(t, Options{}, still)
		s.pause = time.Minute
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		began := time.Now()
		_, problems := scanNames(ctx, s.Cluster, trace.Scope{Kind: widgets})
		if took := time.Since(began); len(problems) != 1 || took > 30*time.Second {
			t.Errorf("problems %v after %s", problems, took)
		}
	})
	t.Run("at the bound of a list", func(t *testing.T) {
		s := serve(t, Options{ListTimeout: 100 * time.Millisecond}, still)
		s.pause = time.Minute
		_, problems := scanNames(t.Context(), s.Cluster, trace.Scope{Kind: widgets})
		want := []trace.Problem{{
			About: trace.Part{Group: "example.com", Resource: "widgets"}, Reason: trace.ReadFailed,
			Message: "the server could not find the requested resource: 404 page not found",
		}}
		if diff := cmp.Diff(want, problems); diff != "" {
			t.Errorf("problems (-want +got):\n%s", diff)
		}
	})
}

// TestListGone is the same for whole objects.
func TestListGone(t *testing.T) {
	item := func(names ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			list := map[string]any{"kind": "WidgetList", "items": []any{}}
			for _, n := range names {
				list["items"] = append(list["items"].([]any), map[string]any{"metadata": map[string]any{"name": n, "uid": n}})
			}
			writeJSON(t, w, http.StatusOK, list)
		}
	}
	says := func(v any) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { writeJSON(t, w, http.StatusOK, v) }
	}
	for name, tc := range map[string]struct {
		answers map[string][]http.HandlerFunc
		want    []string
		missing bool
	}{
		"gone":                  {answers: map[string][]http.HandlerFunc{widgetsV1: {missing}, exampleV1: {missing}, exampleRoot: {missing}}},
		"still listed for ever": {answers: map[string][]http.HandlerFunc{widgetsV1: {missing}, exampleV1: {says(served("widgets"))}}, missing: true},
		"still listed, then works": {
			answers: map[string][]http.HandlerFunc{widgetsV1: {missing, item("a", "b")}, exampleV1: {says(served("widgets"))}},
			want:    []string{"a", "b"},
		},
		"another version serves it": {
			answers: map[string][]http.HandlerFunc{
				widgetsV1: {missing}, exampleV1: {says(served("gadgets"))},
				exampleRoot: {says(groupOf("v1", "v2"))}, exampleV2: {says(served("widgets"))},
			},
			missing: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := serveInTurn(t, tc.answers)
			s.pause = time.Millisecond
			var got []string
			err := s.List(t.Context(), trace.Scope{Kind: widgets}, func(obj *unstructured.Unstructured) { got = append(got, obj.GetName()) })
			if apierrors.IsNotFound(err) != tc.missing || !tc.missing && err != nil {
				t.Errorf("error %v", err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("objects (-want +got):\n%s", diff)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s, _ := serveInTurn(t, nil)
	if err := s.List(ctx, trace.Scope{Kind: widgets}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}
