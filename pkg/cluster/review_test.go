package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	authorizationv1 "k8s.io/api/authorization/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

const (
	selfReviews    = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"
	subjectReviews = "/apis/authorization.k8s.io/v1/subjectaccessreviews"
)

var (
	updateWidgets = explain.Access{Verb: "update", Group: "example.com", Resource: "widgets", Subresource: "finalizers", Namespace: "shop", Name: "a"}
	listPods      = explain.Access{Verb: "list", Resource: "pods"}
	robot         = explain.Subject{User: "system:serviceaccount:shop:robot"}
)

// TestAllowedAsks shows what a question looks like on the wire.
func TestAllowedAsks(t *testing.T) {
	for name, tc := range map[string]struct {
		who  explain.Subject
		what explain.Access
		path string
		body string
	}{
		"oneself": {
			explain.Subject{},
			updateWidgets, selfReviews,
			`{"apiVersion":"authorization.k8s.io/v1","kind":"SelfSubjectAccessReview","spec":{"resourceAttributes":{"namespace":"shop","verb":"update","group":"example.com","resource":"widgets","subresource":"finalizers","name":"a"}}}`,
		},
		"a user": {
			explain.Subject{User: "jane", Groups: []string{"dev"}},
			listPods, subjectReviews,
			`{"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview","spec":{"resourceAttributes":{"verb":"list","resource":"pods"},"user":"jane","groups":["dev","system:authenticated"]}}`,
		},
		"a service account": {
			robot, listPods, subjectReviews,
			`{"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview","spec":{"resourceAttributes":{"verb":"list","resource":"pods"},"user":"system:serviceaccount:shop:robot","groups":["system:serviceaccounts","system:serviceaccounts:shop","system:authenticated"]}}`,
		},
		"a service account with groups": {
			explain.Subject{User: robot.User, Groups: []string{"system:authenticated", "system:serviceaccounts"}},
			listPods, subjectReviews,
			`{"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview","spec":{"resourceAttributes":{"verb":"list","resource":"pods"},"user":"system:serviceaccount:shop:robot","groups":["system:authenticated","system:serviceaccounts","system:serviceaccounts:shop"]}}`,
		},
		"nobody known": {
			explain.Subject{User: "system:anonymous"},
			listPods, subjectReviews,
			`{"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview","spec":{"resourceAttributes":{"verb":"list","resource":"pods"},"user":"system:anonymous"}}`,
		},
		"a group": {
			explain.Subject{Groups: []string{"dev"}},
			listPods, subjectReviews,
			`{"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview","spec":{"resourceAttributes":{"verb":"list","resource":"pods"},"groups":["dev"]}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got []order
			s := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
				got = append(got, orderOf(t, r))
				writeJSON(t, w, http.StatusCreated, map[string]any{"status": map[string]any{"allowed": true, "reason": "RBAC: allowed by RoleBinding \"x\""}})
			})
			decisions, err := s.Allowed(t.Context(), tc.who, []explain.Access{tc.what})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]explain.Decision{{Allowed: true, Reason: "RBAC: allowed by RoleBinding \"x\""}}, decisions); diff != "" {
				t.Errorf("decisions (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]order{{Method: "POST", URL: tc.path, Media: anyJSON, Accept: anyJSON, Body: tc.body}}, got); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
		})
	}
}

// TestAllowedAnswers reads what a server may say.
func TestAllowedAnswers(t *testing.T) {
	const asking = "asking whether system:serviceaccount:shop:robot may update widgets.example.com/finalizers \"a\" in namespace shop: "
	for name, tc := range map[string]struct {
		code int
		body string
		want explain.Decision
		err  string
	}{
		"yes":                {201, `{"status":{"allowed":true,"reason":"r"}}`, explain.Decision{Allowed: true, Reason: "r"}, ""},
		"no":                 {201, `{"status":{"allowed":false,"reason":"r"}}`, explain.Decision{Reason: "r"}, ""},
		"denied":             {201, `{"status":{"allowed":false,"denied":true}}`, explain.Decision{}, ""},
		"yes, with an error": {201, `{"status":{"allowed":true,"evaluationError":"webhook: no endpoints"}}`, explain.Decision{Allowed: true}, ""},
		"no, with an error":  {201, `{"status":{"allowed":false,"evaluationError":"webhook: no endpoints"}}`, explain.Decision{}, asking + "the authorizer does not tell: webhook: no endpoints"},
		"no status":          {201, `{"kind":"SubjectAccessReview"}`, explain.Decision{}, asking + "the answer to an access review says neither yes nor no"},
		"an empty status":    {201, `{"status":{}}`, explain.Decision{}, asking + "the answer to an access review says neither yes nor no"},
		"no JSON":            {200, `<html>`, explain.Decision{}, asking + "invalid character '<' looking for beginning of value"},
		"another shape":      {200, `[]`, explain.Decision{}, asking + "json: cannot unmarshal array into Go value of type cluster.accessReview"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, Options{}, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(tc.code)
				_, _ = w.Write([]byte(tc.body))
			})
			decisions, err := s.Allowed(t.Context(), robot, []explain.Access{updateWidgets})
			switch {
			case tc.err == "":
				if diff := cmp.Diff([]explain.Decision{tc.want}, decisions); diff != "" || err != nil {
					t.Errorf("error %v, decisions (-want +got):\n%s", err, diff)
				}
			case err == nil || err.Error() != tc.err || decisions != nil:
				t.Errorf("decisions %v, error %v, want %s", decisions, err, tc.err)
			}
		})
	}
}

// TestAllowedOrder has answers that come in another order than the questions, of a server that
// answers none before as many were asked as may be at a time, and counts how many are.
func TestAllowedOrder(t *testing.T) {
	var running, most atomic.Int32
	full := make(chan struct{})
	fill := sync.OnceFunc(func() { close(full) })
	s := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		now := running.Add(1)
		defer running.Add(-1)
		for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
		}
		var review authorizationv1.SubjectAccessReview
		if err := json.NewDecoder(r.Body).Decode(&review); err != nil {
			t.Error(err)
		}
		if now == maxReviews {
			fill()
		}
		select {
		case <-full:
		case <-r.Context().Done():
		}
		name := review.Spec.ResourceAttributes.Name
		time.Sleep(time.Duration(len(name)%3) * 20 * time.Millisecond)
		writeJSON(t, w, http.StatusCreated, map[string]any{"status": map[string]any{"allowed": len(name)%2 == 0, "reason": name}})
	})
	var what []explain.Access
	var want []explain.Decision
	for i := range 40 {
		name := strings.Repeat("x", i)
		what = append(what, explain.Access{Verb: "get", Resource: "pods", Name: name})
		want = append(want, explain.Decision{Allowed: i%2 == 0, Reason: name})
	}
	decisions, err := s.Allowed(t.Context(), explain.Subject{}, what)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, decisions); diff != "" {
		t.Errorf("decisions (-want +got):\n%s", diff)
	}
	if most.Load() != maxReviews {
		t.Errorf("%d reviews at a time", most.Load())
	}
	before := len(s.requests())
	if decisions, err := s.Allowed(t.Context(), explain.Subject{}, nil); err != nil || len(decisions) != 0 || len(s.requests()) != before {
		t.Errorf("no question: decisions %v, error %v", decisions, err)
	}
}

// TestAllowedRefused may not ask.
func TestAllowedRefused(t *testing.T) {
	s := serve(t, Options{}, func(w http.ResponseWriter, _ *http.Request) {
		writeStatus(t, w, 403, metav1.StatusReasonForbidden, `subjectaccessreviews.authorization.k8s.io is forbidden: User "jane" cannot create it`)
	})
	what := make([]explain.Access, 50)
	for i := range what {
		what[i] = listPods
	}
	decisions, err := s.Allowed(t.Context(), robot, what)
	const want = `asking whether system:serviceaccount:shop:robot may list pods: subjectaccessreviews.authorization.k8s.io is forbidden: User "jane" cannot create it`
	if decisions != nil || !apierrors.IsForbidden(err) || fmt.Sprint(err) != want {
		t.Errorf("decisions %v, error %v", decisions, err)
	}
	if asked := len(s.requests()); asked == 0 || asked > 3*maxReviews {
		t.Errorf("asked %d times", asked)
	}
	_, err = s.Allowed(t.Context(), explain.Subject{}, []explain.Access{updateWidgets})
	if err == nil || !strings.HasPrefix(err.Error(), `asking whether you may update widgets.example.com/finalizers "a" in namespace shop: `) {
		t.Errorf("error %v", err)
	}
	_, err = s.Allowed(t.Context(), explain.Subject{Groups: []string{"dev"}}, []explain.Access{listPods})
	if err == nil || !strings.HasPrefix(err.Error(), `asking whether the groups ["dev"] may list pods: `) {
		t.Errorf("error %v", err)
	}
}

// TestAllowedEnds has a server that does not answer.
func TestAllowedEnds(t *testing.T) {
	s := serve(t, Options{Timeout: 100 * time.Millisecond}, func(_ http.ResponseWriter, r *http.Request) { hang(r) })
	began := time.Now()
	decisions, err := s.Allowed(t.Context(), explain.Subject{}, []explain.Access{listPods})
	if decisions != nil || fmt.Sprint(err) != "asking whether you may list pods: no answer within 100ms" || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("bound: decisions %v, error %v", decisions, err)
	}
	s = serve(t, Options{}, func(_ http.ResponseWriter, r *http.Request) { hang(r) })
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	decisions, err = s.Allowed(ctx, explain.Subject{}, make([]explain.Access, 20))
	if decisions != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: decisions %v, error %v", decisions, err)
	}
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("ended after %s", took)
	}
}

// TestAllowedTooBusy asks again, with the whole question, when the server says
// when.
func TestAllowedTooBusy(t *testing.T) {
	var bodies []string
	s := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		bodies = append(bodies, orderOf(t, r).Body)
		if len(bodies) == 1 {
			w.Header().Set("Retry-After", "0")
			writeStatus(t, w, 429, metav1.StatusReasonTooManyRequests, "come back later")
			return
		}
		writeJSON(t, w, http.StatusCreated, map[string]any{"status": map[string]any{"allowed": true}})
	})
	if decisions, err := s.Allowed(t.Context(), explain.Subject{}, []explain.Access{listPods}); err != nil || !decisions[0].Allowed {
		t.Errorf("decisions %v, error %v", decisions, err)
	}
	if len(bodies) != 2 || bodies[0] != bodies[1] || bodies[0] == "" {
		t.Errorf("bodies %q", bodies)
	}
}
