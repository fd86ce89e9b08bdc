//go:build unix

package lab

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// streams is how many requests at a time the API server takes on one connection.
const streams = 100

// Far is the API server behind a link. It remembers what it was asked.
type Far struct {
	// Kubeconfig names it, and nobody: who asks it is the one in whose name it was made.
	Kubeconfig string
	// Answer answers a request in place of the API server, or is false. It is set before
	// anything is asked.
	Answer func(w http.ResponseWriter, r *http.Request) bool

	link    Link
	carrier *carrier
	server  *http.Server
	ended   chan error

	mu    sync.Mutex
	calls []*Call
}

// Call is one request, as the server saw it.
type Call struct {
	Method, URL string
	Code        int
	Bytes       int64
	Began, Done time.Time
}

// Far puts the API server behind a link, in the name of whom a kubeconfig says.
func (l *Lab) Far(ctx context.Context, link Link, as Kubectl) (*Far, error) {
	config, err := clientcmd.BuildConfigFromFlags("", as.Kubeconfig)
	if err != nil {
		return nil, fmt.Errorf("reading the kubeconfig %s: %w", as.Kubeconfig, err)
	}
	forward, err := forwarder(config)
	if err != nil {
		return nil, err
	}
	cert, authority, err := l.ServingCertificate()
	if err != nil {
		return nil, err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening: %w", err)
	}
	f := &Far{link: link, ended: make(chan error, 1)}
	f.server = &http.Server{
		Handler:           http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { f.serve(w, r, forward) }),
		ReadHeaderTimeout: time.Minute,
		TLSConfig:         &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12},
		HTTP2:             &http.HTTP2Config{MaxConcurrentStreams: streams},
	}
	go func() { f.ended <- f.server.ServeTLS(listener, "", "") }()
	if f.carrier, err = carry(ctx, link, listener.Addr().String()); err != nil {
		return nil, errors.Join(err, f.server.Close())
	}
	if err := f.writeKubeconfig(l.Dir, authority); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// forwarder speaks to the API server without a link of its own: over as many connections
// as there are requests, which stay open.
func forwarder(config *rest.Config) (http.Handler, error) {
	target, err := url.Parse(config.Host)
	if err != nil {
		return nil, fmt.Errorf("reading the address of the API server: %w", err)
	}
	secured, err := rest.TLSConfigFor(config)
	if err != nil {
		return nil, fmt.Errorf("reaching the API server: %w", err)
	}
	return &httputil.ReverseProxy{
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(target)
			p.Out.Header.Del("Authorization")
		},
		FlushInterval: -1,
		Transport: &http.Transport{
			TLSClientConfig: secured, MaxIdleConnsPerHost: 1000, DisableCompression: true,
			TLSNextProto: map[string]func(string, *tls.Conn) http.RoundTripper{},
		},
		ErrorLog: log.New(io.Discard, "", 0), // watches end with the server
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			http.Error(w, err.Error(), http.StatusBadGateway)
		},
	}, nil
}

func (f *Far) writeKubeconfig(dir string, authority []byte) error {
	config := clientcmdapi.NewConfig()
	config.Clusters["far"] = &clientcmdapi.Cluster{Server: "https://" + f.carrier.address(), CertificateAuthorityData: authority}
	config.AuthInfos["nobody"] = &clientcmdapi.AuthInfo{Token: "nobody"} // else a name is asked for
	config.Contexts["far"] = &clientcmdapi.Context{Cluster: "far", AuthInfo: "nobody"}
	config.CurrentContext = "far"
	encoded, err := clientcmd.Write(*config)
	if err != nil {
		return fmt.Errorf("encoding the kubeconfig of the link: %w", err)
	}
	_, port, _ := net.SplitHostPort(f.carrier.address())
	f.Kubeconfig = filepath.Join(dir, "far-"+port)
	if err := os.WriteFile(f.Kubeconfig, encoded, 0o600); err != nil {
		return fmt.Errorf("storing the kubeconfig of the link: %w", err)
	}
	return nil
}

func (f *Far) serve(w http.ResponseWriter, r *http.Request, forward http.Handler) {
	call := &Call{Method: r.Method, URL: r.URL.RequestURI(), Began: time.Now()}
	f.mu.Lock()
	f.calls = append(f.calls, call)
	f.mu.Unlock()
	counted := &counting{ResponseWriter: w}
	if f.Answer == nil || !f.Answer(counted, r) {
		forward.ServeHTTP(counted, r)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	call.Code, call.Bytes, call.Done = counted.code, counted.bytes, time.Now()
}

// counting counts what is answered.
type counting struct {
	http.ResponseWriter
	code  int
	bytes int64
}

// Unwrap lets a controller of the response find what it wraps.
func (c *counting) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (c *counting) WriteHeader(code int) {
	c.code = code
	c.ResponseWriter.WriteHeader(code)
}

// Write implements http.ResponseWriter.
func (c *counting) Write(b []byte) (int, error) {
	c.bytes += int64(len(b))
	return c.ResponseWriter.Write(b)
}

// Calls returns what was asked since it was last called, in the order in which it came. What
// still goes on, as a watch does, is done by now.
func (f *Far) Calls() Calls {
	f.mu.Lock()
	defer f.mu.Unlock()
	var calls []Call
	for _, call := range f.calls {
		if call.Done.IsZero() {
			call.Done = time.Now()
		}
		calls = append(calls, *call)
	}
	f.calls = nil
	slices.SortFunc(calls, func(a, b Call) int { return a.Began.Compare(b.Began) })
	return Calls{All: calls, apart: f.link.RoundTrip * 9 / 10}
}

// Close ends it, and the connections that it has.
func (f *Far) Close() error {
	err := f.carrier.close()
	if closing := f.server.Close(); closing != nil {
		err = errors.Join(err, closing)
	}
	if ended := <-f.ended; !errors.Is(ended, http.ErrServerClosed) {
		err = errors.Join(err, ended)
	}
	if err != nil {
		return fmt.Errorf("ending the link: %w", err)
	}
	return nil
}

// Calls are requests of one run.
type Calls struct {
	All []Call
	// apart is how long after an answer has left the server a request arrives at the
	// least that was sent because of it.
	apart time.Duration
}

// InARow is the longest chain of requests of which each can have waited for the answer to
// the one before: what a run takes in round trips.
func (c Calls) InARow() []Call {
	depth, before := make([]int, len(c.All)), make([]int, len(c.All))
	last := -1
	for i := range c.All {
		before[i] = -1
		for j := range i {
			if depth[j] > depth[i] && !c.All[i].Began.Before(c.All[j].Done.Add(c.apart)) {
				depth[i], before[i] = depth[j], j
			}
		}
		depth[i]++
		if last < 0 || depth[i] > depth[last] {
			last = i
		}
	}
	var chain []Call
	for ; last >= 0; last = before[last] {
		chain = append(chain, c.All[last])
	}
	slices.Reverse(chain)
	return chain
}

// Bytes is how much was answered.
func (c Calls) Bytes() (sum int64) {
	for i := range c.All {
		sum += c.All[i].Bytes
	}
	return sum
}

// Most is how many requests were under way at a time.
func (c Calls) Most() (most int) {
	type edge struct {
		at   time.Time
		step int
	}
	var edges []edge
	for i := range c.All {
		edges = append(edges, edge{c.All[i].Began, 1}, edge{c.All[i].Done, -1})
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.step, b.step)) })
	now := 0
	for _, e := range edges {
		now += e.step
		most = max(most, now)
	}
	return most
}

// String says, a line each, when a request of a chain came, and how long it took to be
// answered.
func (c Call) String() string {
	return fmt.Sprintf("%s  %6s  %d  %s %s", c.Began.Format("05.000"), c.Done.Sub(c.Began).Round(time.Millisecond), c.Code, c.Method, c.URL)
}
