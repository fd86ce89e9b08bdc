//go:build unix

package lab

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// Meet is told of each request that reaches a relay. It may let rivals act before
// it lets the request go on with forward, answer itself, or do both. It may be
// called for several requests at a time.
type Meet func(w http.ResponseWriter, r *http.Request, forward http.Handler)

// Relay stands in front of the API server and speaks to it in the name of the
// cluster's admin. Each path below it has a Meet of its own, so that many tests can
// use one relay.
type Relay struct {
	url    string
	config *rest.Config
	server *http.Server
	ended  chan error

	mu    sync.Mutex
	meets map[string]Meet
}

// Relay starts a relay on a port of its own.
func (l *Lab) Relay(ctx context.Context) (*Relay, error) {
	config, err := clientcmd.BuildConfigFromFlags("", l.Kubeconfig)
	if err != nil {
		return nil, fmt.Errorf("reading the kubeconfig of the control plane: %w", err)
	}
	transport, err := rest.TransportFor(config)
	if err != nil {
		return nil, fmt.Errorf("reaching the API server: %w", err)
	}
	target, err := url.Parse(l.Server())
	if err != nil {
		return nil, fmt.Errorf("reading the address of the API server: %w", err)
	}
	cert, authority, err := l.ServingCertificate()
	if err != nil {
		return nil, err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening: %w", err)
	}
	r := &Relay{url: "https://" + listener.Addr().String(), meets: map[string]Meet{}, ended: make(chan error, 1)}
	r.config = &rest.Config{TLSClientConfig: rest.TLSClientConfig{CAData: authority}}
	forward := &httputil.ReverseProxy{
		Rewrite:   func(p *httputil.ProxyRequest) { p.SetURL(target) },
		Transport: transport,
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			http.Error(w, err.Error(), http.StatusBadGateway)
		},
	}
	r.server = &http.Server{
		Handler:           http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) { r.serve(w, req, forward) }),
		ReadHeaderTimeout: time.Minute,
		TLSConfig:         &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12},
		TLSNextProto:      map[string]func(*http.Server, *tls.Conn, http.Handler){}, // a connection a request can be cut off
	}
	go func() { r.ended <- r.server.ServeTLS(listener, "", "") }()
	return r, nil
}

func (r *Relay) serve(w http.ResponseWriter, req *http.Request, forward http.Handler) {
	name, path, _ := strings.Cut(strings.TrimPrefix(req.URL.Path, "/"), "/")
	r.mu.Lock()
	meet := r.meets[name]
	r.mu.Unlock()
	if meet == nil {
		http.NotFound(w, req)
		return
	}
	req.URL.Path, req.URL.RawPath = "/"+path, ""
	meet(w, req, forward)
}

// Config is how to reach the API server by way of the relay, with every request
// shown to meet. The name must be one word that no other uses.
func (r *Relay) Config(name string, meet Meet) *rest.Config {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.meets[name] = meet
	config := rest.CopyConfig(r.config)
	config.Host = r.url + "/" + name
	return config
}

// Close ends the relay, and the connections that it has.
func (r *Relay) Close() error {
	if err := r.server.Close(); err != nil {
		return fmt.Errorf("ending the relay: %w", err)
	}
	if err := <-r.ended; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("ending the relay: %w", err)
	}
	return nil
}

// Cut ends the connection of a request without an answer.
func Cut(w http.ResponseWriter) {
	if connection, _, err := http.NewResponseController(w).Hijack(); err == nil {
		_ = connection.Close() // it is meant to look broken
	}
}

// Lost takes an answer that nobody gets.
type Lost struct {
	header http.Header
	// Code is the status code, zero before there is one.
	Code int
}

// Header implements http.ResponseWriter.
func (l *Lost) Header() http.Header {
	if l.header == nil {
		l.header = http.Header{}
	}
	return l.header
}

// Write implements http.ResponseWriter.
func (l *Lost) Write(b []byte) (int, error) {
	if l.Code == 0 {
		l.Code = http.StatusOK
	}
	return len(b), nil
}

// WriteHeader implements http.ResponseWriter.
func (l *Lost) WriteHeader(code int) { l.Code = code }
