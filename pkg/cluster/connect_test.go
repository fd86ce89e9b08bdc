package cluster

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/client-go/rest"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// A configuration stays as it was, and what it says of itself counts where the
// options say nothing.
func TestForConfig(t *testing.T) {
	for _, tt := range []struct {
		name    string
		opts    Options
		agent   string
		timeout time.Duration
	}{
		{"its own", Options{}, "shop-operator", 7 * time.Second},
		{"another name", Options{UserAgent: "check", Timeout: time.Second}, "check", 7 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var agent string
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				agent = r.UserAgent()
				writeJSON(t, w, http.StatusOK, map[string]string{"gitVersion": "v1.37.0"})
			}))
			defer server.Close()
			config := &rest.Config{Host: server.URL, UserAgent: "shop-operator", Timeout: 7 * time.Second, QPS: 3}
			before := *config
			c, err := ForConfig(config, tt.opts)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.Version(t.Context()); err != nil {
				t.Fatal(err)
			}
			if agent != tt.agent || c.Timeout() != tt.timeout {
				t.Errorf("agent %q, timeout %s; want %q, %s", agent, c.Timeout(), tt.agent, tt.timeout)
			}
			if diff := cmp.Diff(before.String(), config.String()); diff != "" {
				t.Errorf("the configuration was changed:\n%s", diff)
			}
		})
	}
}

// Where nobody answers its questions, a program that fetches credentials is kept from
// standard input.
func TestUnattended(t *testing.T) {
	for _, unattended := range []bool{true, false} {
		exec := &clientcmdapi.ExecConfig{APIVersion: "client.authentication.k8s.io/v1", Command: "false", InteractiveMode: clientcmdapi.IfAvailableExecInteractiveMode}
		c, err := ForConfig(&rest.Config{Host: "http://127.0.0.1:1", ExecProvider: exec}, Options{Unattended: unattended})
		if err != nil {
			t.Fatal(err)
		}
		if c.config.ExecProvider.StdinUnavailable != unattended || exec.StdinUnavailable {
			t.Errorf("unattended %t: got %t, and in the configuration itself %t", unattended, c.config.ExecProvider.StdinUnavailable, exec.StdinUnavailable)
		}
	}
}
