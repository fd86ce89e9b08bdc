package cluster

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"k8s.io/client-go/rest"
)

// TestTakenAhead holds that of a long answer no more is taken than is read, but for a bound,
// on each of the connections.
func TestTakenAhead(t *testing.T) {
	const size = 3 << 20
	sent := make(chan struct{}, 1)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(make([]byte, size)) // the client that ends too soon fails the test
		sent <- struct{}{}
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	c, err := ForConfig(&rest.Config{Host: server.URL, TLSClientConfig: rest.TLSClientConfig{Insecure: true}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, one := range c.lanes.each {
		client, err := one.client()
		if err != nil {
			t.Fatal(err)
		}
		resp, err := client.Get(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		select {
		case <-sent:
			t.Errorf("connection %d: all of the answer was taken although nobody reads it", i)
			sent <- struct{}{}
		case <-time.After(300 * time.Millisecond):
		}
		if n, err := io.Copy(io.Discard, resp.Body); n != size || err != nil {
			t.Errorf("connection %d: read %d bytes of %d: %v", i, n, size, err)
		}
		done(resp)
		<-sent
	}
}
