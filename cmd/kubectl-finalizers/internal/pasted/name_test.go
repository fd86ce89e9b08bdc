package pasted

import (
	"path/filepath"
	"testing"
)

func TestNameOf(t *testing.T) {
	tests := map[string]struct {
		program string
		want    Name
	}{
		"plugin":                {"/usr/bin/kubectl-finalizers", Name{}},
		"nothing":               {"", Name{}},
		"renamed":               {"/tmp/finalizers-v2", Name{}},
		"looks alike":           {"kubectl-why", Name{}},
		"second name":           {"/home/a-b/kubectl-why_stuck", Name{WhyStuck: true}},
		"second name, dashes":   {"kubectl-why-stuck", Name{WhyStuck: true}},
		"completer":             {"/usr/bin/kubectl_complete-finalizers", Name{Completing: true}},
		"completer of second":   {"kubectl_complete-why_stuck", Name{WhyStuck: true, Completing: true}},
		"Windows":               {"kubectl-why_stuck.exe", Name{WhyStuck: true}},
		"Windows, completer":    {"kubectl_complete-finalizers.exe", Name{Completing: true}},
		"folder of second name": {filepath.Join("kubectl-why_stuck", "kubectl-finalizers"), Name{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := NameOf(tt.program); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}
