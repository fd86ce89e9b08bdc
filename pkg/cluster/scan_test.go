package cluster

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/rowstest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var (
	pods    = trace.Kind{Version: "v1", Kind: "Pod", Resource: "pods", Namespaced: true, Listable: true}
	secrets = trace.Kind{Version: "v1", Kind: "Secret", Resource: "secrets", Namespaced: true, Listable: true}
	widgets = trace.Kind{Group: "example.com", Version: "v1", Kind: "Widget", Resource: "widgets", Listable: true}
)

// namedItems makes objects of these names.
func namedItems(names ...string) []metav1.ObjectMeta {
	items := make([]metav1.ObjectMeta, len(names))
	for i, n := range names {
		items[i] = metav1.ObjectMeta{Name: n, UID: types.UID("uid-" + n)}
	}
	return items
}

// scanNames scans and returns what was visited, sorted, as "resource/name".
func scanNames(ctx context.Context, c *Cluster, scopes ...trace.Scope) ([]string, []trace.Problem) {
	names := []string{}
	problems := c.Scan(ctx, scopes, trace.Want{}, func(k trace.Kind, row *trace.Row) {
		names = append(names, k.Resource+"/"+string(row.Name))
	})
	slices.Sort(names)
	return names, problems
}

func page(next string, names ...string) *metav1.PartialObjectMetadataList {
	list := rowstest.List(namedItems(names...)...)
	list.Continue = next
	return list
}

// TestScan scans one list from a server that behaves in some way.
func TestScan(t *testing.T) {
	const first = "/api/v1/namespaces/shop/secrets?limit=500&resourceVersion=0"
	const whole = "/api/v1/namespaces/shop/secrets?resourceVersion=0"
	const rest = "/api/v1/namespaces/shop/secrets?continue=x"
	const fresh = "/api/v1/namespaces/shop/secrets?limit=500"
	second := func(token string) string { return "/api/v1/namespaces/shop/secrets?continue=" + token + "&limit=500" }
	problem := func(reason, message string) []trace.Problem {
		return []trace.Problem{{About: trace.Part{Resource: "secrets", Namespace: "shop"}, Reason: reason, Message: message}}
	}
	status := func(code int, reason metav1.StatusReason, message string) func(*testing.T, http.ResponseWriter, *http.Request) {
		return func(t *testing.T, w http.ResponseWriter, _ *http.Request) { writeStatus(t, w, code, reason, message) }
	}
	list := func(next string, names ...string) func(*testing.T, http.ResponseWriter, *http.Request) {
		return func(t *testing.T, w http.ResponseWriter, _ *http.Request) { writeProtobuf(t, w, page(next, names...)) }
	}
	text := func(code int, contentType, body string) func(*testing.T, http.ResponseWriter, *http.Request) {
		return func(_ *testing.T, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			w.WriteHeader(code)
			_, _ = w.Write([]byte(body))
		}
	}
	const binary = "application/vnd.kubernetes.protobuf"
	type answers map[string]func(*testing.T, http.ResponseWriter, *http.Request)
	for name, tc := range map[string]struct {
		answers  answers
		names    []string
		problems []trace.Problem
		requests []string
	}{
		"one page": {
			answers: answers{first: list("", "a", "b")},
			names:   []string{"secrets/a", "secrets/b"}, requests: []string{first},
		},
		"empty": {answers: answers{first: list("")}, requests: []string{first}},
		"three pages": {
			answers:  answers{first: list("x", "a"), second("x"): list("y", "b"), second("y"): list("", "c")},
			names:    []string{"secrets/a", "secrets/b", "secrets/c"},
			requests: []string{first, second("x"), second("y")},
		},
		"expired token, then the whole list": {
			answers:  answers{first: list("x", "a"), second("x"): status(410, metav1.StatusReasonExpired, "too old"), whole: list("", "a", "b")},
			names:    []string{"secrets/a", "secrets/a", "secrets/b"},
			requests: []string{first, second("x"), whole},
		},
		"expired token twice": {
			answers:  answers{first: list("x", "a"), second("x"): status(410, metav1.StatusReasonExpired, "too old"), whole: list("x", "a"), rest: status(410, metav1.StatusReasonExpired, "too old again")},
			names:    []string{"secrets/a", "secrets/a"},
			problems: problem(trace.ReadFailed, "too old again"),
			requests: []string{first, second("x"), whole, rest},
		},
		"a token that leads nowhere": {
			answers:  answers{first: list("x", "a"), second("x"): list("x", "b")},
			names:    []string{"secrets/a", "secrets/b"},
			problems: problem(trace.Undecodable, "the list does not get ahead: it continues where it is"),
			requests: []string{first, second("x")},
		},
		"no resourceVersion wanted": {
			answers:  answers{first: status(400, metav1.StatusReasonBadRequest, "what is resourceVersion?"), fresh: list("", "a")},
			names:    []string{"secrets/a"},
			requests: []string{first, fresh},
		},
		"cache not filled, object not decodable": {
			answers:  answers{first: status(429, metav1.StatusReasonTooManyRequests, "storage is (re)initializing"), fresh: status(500, metav1.StatusReasonStoreReadError, "failed to read one or more secrets from the storage:\n\tx")},
			problems: problem(trace.Undecodable, "failed to read one or more secrets from the storage: x"),
			requests: []string{first, fresh},
		},
		"forbidden": {
			answers:  answers{first: status(403, metav1.StatusReasonForbidden, "secrets is forbidden: no")},
			problems: problem(trace.Forbidden, "secrets is forbidden: no"), requests: []string{first},
		},
		"second page forbidden": {
			answers:  answers{first: list("x", "a"), second("x"): status(403, metav1.StatusReasonForbidden, "no longer")},
			names:    []string{"secrets/a"},
			problems: problem(trace.Forbidden, "no longer"), requests: []string{first, second("x")},
		},
		"dead API service": {
			answers:  answers{first: text(503, "text/plain; charset=utf-8", "error trying to reach service: dial tcp 10.0.0.1:443: i/o timeout\n")},
			problems: problem(trace.Unavailable, "the server is currently unable to handle the request: error trying to reach service: dial tcp 10.0.0.1:443: i/o timeout"),
			requests: []string{first},
		},
		"dead conversion webhook": {
			answers:  answers{first: status(500, metav1.StatusReasonInternalError, `Internal error occurred: conversion webhook for example.com/v1, Kind=Widget failed: Post "https://w": no endpoints`)},
			problems: problem(trace.Unavailable, `conversion webhook for example.com/v1, Kind=Widget failed: Post "https://w": no endpoints`),
			requests: []string{first},
		},
		"status in protocol buffers": {
			answers: answers{first: func(t *testing.T, w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", binary)
				w.WriteHeader(403)
				_, _ = w.Write(rowstest.Encode(t, &metav1.Status{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Status"}, Status: "Failure", Code: 403, Reason: "Forbidden", Message: "no"}))
			}},
			problems: problem(trace.Forbidden, "no"), requests: []string{first},
		},
		"JSON in spite of the request": {
			answers: answers{first: text(200, "application/json", `{"kind":"SecretList","metadata":{"continue":"x"},"items":[{"metadata":{"name":"a"},"data":{"p":"eA=="}}]}`), second("x"): list("", "b")},
			names:   []string{"secrets/a", "secrets/b"}, requests: []string{first, second("x")},
		},
		"not acceptable": {
			answers: answers{first: func(t *testing.T, w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Accept") != anyJSON {
					writeStatus(t, w, 406, metav1.StatusReasonNotAcceptable, "only application/json")
					return
				}
				text(200, "application/json", `{"items":[{"metadata":{"name":"a"}}]}`)(t, w, r)
			}},
			names: []string{"secrets/a"}, requests: []string{first, first},
		},
		"another type": {
			answers:  answers{first: text(200, "text/html", "<html>log in</html>")},
			problems: problem(trace.Undecodable, "the answer is of type text/html"), requests: []string{first},
		},
		"garbage": {
			answers:  answers{first: text(200, binary, "nonsense")},
			problems: problem(trace.Undecodable, `the answer does not begin as one in protocol buffers: "nons"`), requests: []string{first},
		},
		"cut short": {
			answers: answers{first: func(t *testing.T, w http.ResponseWriter, _ *http.Request) {
				body := rowstest.Encode(t, page("", "a", "b"))
				w.Header().Set("Content-Type", binary)
				w.Header().Set("Content-Length", fmt.Sprint(len(body)))
				_, _ = w.Write(body[:len(body)-12])
			}},
			names:    []string{"secrets/a"},
			problems: problem(trace.ReadFailed, "the answer ends early"), requests: []string{first},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
				answer := tc.answers[r.URL.Path+"?"+r.URL.RawQuery]
				if answer == nil {
					t.Errorf("unexpected request %s", r.URL)
					http.NotFound(w, r)
					return
				}
				answer(t, w, r)
			})
			names, problems := scanNames(t.Context(), s.Cluster, trace.Scope{Kind: secrets, Namespace: "shop"})
			if diff := cmp.Diff(append([]string{}, tc.names...), names); diff != "" {
				t.Errorf("visited (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tc.problems, problems); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tc.requests, s.requests()); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
		})
	}
}

// TestScanRow hands over everything that a row has.
func TestScanRow(t *testing.T) {
	items := rowstest.Items(5, 700)
	s := serve(t, Options{}, func(w http.ResponseWriter, _ *http.Request) { writeProtobuf(t, w, rowstest.List(items...)) })
	var rows []rowstest.Row
	problems := s.Scan(t.Context(), []trace.Scope{{Kind: widgets}}, rowstest.Want, func(k trace.Kind, row *trace.Row) {
		if diff := cmp.Diff(widgets, k); diff != "" {
			t.Errorf("kind (-want +got):\n%s", diff)
		}
		rows = append(rows, rowstest.Plain(row))
	})
	if problems != nil {
		t.Errorf("problems %v", problems)
	}
	if diff := cmp.Diff(rowstest.ExpectedOf(rowstest.List(items...), rowstest.Want), rows, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"/apis/example.com/v1/widgets?limit=500&resourceVersion=0"}, s.requests()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// TestScanHanging shows that lists without an answer end in time, each by
// itself, and that others do not wait for them, however many there are.
func TestScanHanging(t *testing.T) {
	s := serve(t, Options{Timeout: time.Minute, ListTimeout: 5 * time.Second, Parallel: 2}, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/secrets") {
			hang(r)
			return
		}
		writeProtobuf(t, w, page("", "a"))
	})
	s.patience = 50 * time.Millisecond
	var scopes []trace.Scope
	var want []trace.Problem
	for i := range 6 {
		ns := fmt.Sprintf("shop-%d", i)
		scopes = append(scopes, trace.Scope{Kind: secrets, Namespace: ns})
		want = append(want, trace.Problem{About: trace.PartOf(secrets, ns, ""), Reason: trace.TimedOut, Message: "no answer within 5s"})
	}
	scopes = append(scopes, trace.Scope{Kind: pods})
	began := time.Now()
	var visited time.Duration
	problems := s.Scan(t.Context(), scopes, trace.Want{}, func(trace.Kind, *trace.Row) { visited = time.Since(began) })
	if visited == 0 || visited > 4*time.Second {
		t.Errorf("the last list was read after %s, as if it had waited for the hanging ones", visited)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("the hanging lists ended after %s", took)
	}
	if diff := cmp.Diff(want, problems); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

// TestScanHangingInTheBody has a list that stops in the middle.
func TestScanHangingInTheBody(t *testing.T) {
	s := serve(t, Options{Timeout: 300 * time.Millisecond}, func(w http.ResponseWriter, r *http.Request) {
		body := rowstest.Encode(t, page("", "a", "b"))
		w.Header().Set("Content-Type", "application/vnd.kubernetes.protobuf")
		_, _ = w.Write(body[:len(body)-12])
		w.(http.Flusher).Flush()
		hang(r)
	})
	names, problems := scanNames(t.Context(), s.Cluster, trace.Scope{Kind: pods})
	if diff := cmp.Diff([]string{"pods/a"}, names); diff != "" {
		t.Errorf("visited (-want +got):\n%s", diff)
	}
	want := []trace.Problem{{About: trace.Part{Resource: "pods"}, Reason: trace.TimedOut, Message: "no answer within 300ms"}}
	if diff := cmp.Diff(want, problems); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

// TestScanBounds counts how many lists are read at a time, and that no two
// visits overlap.
func TestScanBounds(t *testing.T) {
	var reading, most, visiting atomic.Int32
	s := serve(t, Options{Parallel: 3}, func(w http.ResponseWriter, _ *http.Request) {
		now := reading.Add(1)
		for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
		}
		time.Sleep(5 * time.Millisecond)
		reading.Add(-1)
		writeProtobuf(t, w, page("", "a", "b", "c"))
	})
	var scopes []trace.Scope
	for i := range 30 {
		scopes = append(scopes, trace.Scope{Kind: pods, Namespace: fmt.Sprint("n", i)})
	}
	count := 0
	problems := s.Scan(t.Context(), scopes, trace.Want{}, func(trace.Kind, *trace.Row) {
		if visiting.Add(1) > 1 {
			t.Error("two visits overlap")
		}
		count++
		visiting.Add(-1)
	})
	if problems != nil || count != 90 || most.Load() > 3 || most.Load() < 2 {
		t.Errorf("%d visits, %d lists at a time, problems %v", count, most.Load(), problems)
	}
}

// TestScanCancelled ends with the context and visits nothing afterwards.
func TestScanCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := serve(t, Options{Parallel: 1}, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		hang(r)
	})
	names, problems := scanNames(ctx, s.Cluster, trace.Scope{Kind: pods}, trace.Scope{Kind: secrets})
	if len(names) != 0 || len(problems) != 2 {
		t.Errorf("visited %v, problems %v", names, problems)
	}
}

// TestScanBadName sends no request for what cannot be a namespace.
func TestScanBadName(t *testing.T) {
	s := serve(t, Options{}, func(http.ResponseWriter, *http.Request) {})
	_, problems := scanNames(t.Context(), s.Cluster, trace.Scope{Kind: pods, Namespace: "../x"})
	if len(problems) != 1 || len(s.requests()) != 0 {
		t.Errorf("problems %v, requests %v", problems, s.requests())
	}
}

// TestScanTooBusy comes back when the server asks for it, but not for ever.
func TestScanTooBusy(t *testing.T) {
	for busy, wantProblems := range map[int32]int{1: 0, 100: 1} {
		var asked atomic.Int32
		s := serve(t, Options{}, func(w http.ResponseWriter, _ *http.Request) {
			if asked.Add(1) <= busy {
				w.Header().Set("Retry-After", "0")
				writeStatus(t, w, 429, metav1.StatusReasonTooManyRequests, "come back later")
				return
			}
			writeProtobuf(t, w, page("", "a"))
		})
		names, problems := scanNames(t.Context(), s.Cluster, trace.Scope{Kind: pods})
		if len(problems) != wantProblems || len(names) != 1-wantProblems || asked.Load() > 6 {
			t.Errorf("busy %d times: asked %d times, visited %v, problems %v", busy, asked.Load(), names, problems)
		}
	}
}
