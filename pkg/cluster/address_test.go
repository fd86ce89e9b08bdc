package cluster_test

import (
	"strings"
	"testing"

	"k8s.io/client-go/rest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
)

func TestWithoutUser(t *testing.T) {
	for address, want := range map[string]string{
		"https://bob:hunter2@host:6443/path?a=b@c": "https://host:6443/path?a=b@c",
		"https://bob:hun@ter2@[::1]:6443":          "https://[::1]:6443",
		"bob:hunter2@host":                         "host",
		"https://token@host":                       "https://host",
		"https://host:6443":                        "https://host:6443",
		"https://host/a@b":                         "https://host/a@b",
		"host":                                     "host",
		"":                                         "",
	} {
		if got := cluster.WithoutUser(address); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}

// What is said of the server is read by others, and is in the log.
func TestHostWithoutUser(t *testing.T) {
	c, err := cluster.ForConfig(&rest.Config{Host: "https://bob:hunter2@host:6443"}, cluster.Options{})
	if err != nil || c.Host() != "https://host:6443" {
		t.Errorf("%v, %v", c.Host(), err)
	}
	_, err = cluster.ForConfig(&rest.Config{Host: "https://bob:hunter2@host:6443", TLSClientConfig: rest.TLSClientConfig{CAFile: "none"}}, cluster.Options{})
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("%v", err)
	}
}
