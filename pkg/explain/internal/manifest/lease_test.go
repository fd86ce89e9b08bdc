package manifest

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// TestIsHost knows the pod by a hostname that was cut, or that more stands behind.
func TestIsHost(t *testing.T) {
	long := strings.Repeat("gear-webhook-", 5) + "6c9f7d-abcde"
	for _, tt := range []struct {
		pod, host string
		is        bool
	}{
		{"gear-6c9f7d-abcde", "gear-6c9f7d-abcde", true},
		{long, long[:63], true},
		{"gear-6c9f7d-abcde", "gear-6c9f7d-abcde-1b2c", true},
		{"gear-6c9f7d-abcde", "gear-6c9f7d-zzzzz", false},
	} {
		pod := &unstructured.Unstructured{}
		pod.SetName(tt.pod)
		if IsHost(pod, tt.host) != tt.is {
			t.Errorf("%s of %s: %t", tt.host, tt.pod, !tt.is)
		}
	}
}
