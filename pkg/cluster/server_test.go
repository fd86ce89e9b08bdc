package cluster

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/cli-runtime/pkg/genericclioptions"
	"k8s.io/client-go/rest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/rowstest"
)

// fakeServer answers GETs by a function and remembers them.
type fakeServer struct {
	*Cluster
	mu   sync.Mutex
	seen []string // path and query of each request
}

// serve starts a server on loopback and connects to it.
func serve(t *testing.T, opts Options, answer http.HandlerFunc) *fakeServer {
	t.Helper()
	s := &fakeServer{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.seen = append(s.seen, strings.TrimSuffix(r.URL.Path+"?"+r.URL.RawQuery, "?"))
		s.mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(server.Close)
	c, err := Connect(restConfig{config: &rest.Config{Host: server.URL}}, opts)
	if err != nil {
		t.Fatal(err)
	}
	s.Cluster = c
	return s
}

func (s *fakeServer) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen
}

// restConfig is a kubeconfig of which nothing but the result is needed.
type restConfig struct {
	genericclioptions.RESTClientGetter
	config *rest.Config
}

func (r restConfig) ToRESTConfig() (*rest.Config, error) { return r.config, nil }

func writeProtobuf(tb testing.TB, w http.ResponseWriter, list *metav1.PartialObjectMetadataList) {
	tb.Helper()
	w.Header().Set("Content-Type", "application/vnd.kubernetes.protobuf")
	_, _ = w.Write(rowstest.Encode(tb, list)) // the client may have gone
}

func writeJSON(tb testing.TB, w http.ResponseWriter, code int, v any) {
	tb.Helper()
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	if err := json.NewEncoder(w).Encode(v); err != nil {
		tb.Log(err) // the client may have gone
	}
}

func writeStatus(tb testing.TB, w http.ResponseWriter, code int, reason metav1.StatusReason, message string) {
	tb.Helper()
	writeJSON(tb, w, code, metav1.Status{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Status"},
		Status:   metav1.StatusFailure, Code: int32(code), Reason: reason, Message: message,
	})
}

// hang does not answer before the client gives up.
func hang(r *http.Request) {
	// As long as the body is not read, a server does not notice that.
	_, _ = io.Copy(io.Discard, r.Body)
	select {
	case <-r.Context().Done():
	case <-time.After(20 * time.Second):
	}
}

// order is what a request asked for, in full.
type order struct {
	Method, URL, Media, Accept, User string
	Groups                           []string
	Body                             string
}

// orderOf reads a request.
func orderOf(tb testing.TB, r *http.Request) order {
	tb.Helper()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		tb.Error(err)
	}
	return order{
		Method: r.Method, URL: r.URL.String(), Media: r.Header.Get("Content-Type"), Accept: r.Header.Get("Accept"),
		User: r.Header.Get("Impersonate-User"), Groups: r.Header.Values("Impersonate-Group"), Body: string(body),
	}
}
