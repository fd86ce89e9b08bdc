package kube

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// on makes the condition of a rule for one finalizer on one kind.
func on(group, kind string, finalizers ...string) func(trace.Kind, string) bool {
	return func(k trace.Kind, finalizer string) bool {
		if k.Group != group || k.Kind != kind {
			return false
		}
		for _, name := range finalizers {
			if finalizer == name || strings.HasSuffix(name, "*") && strings.HasPrefix(finalizer, strings.TrimSuffix(name, "*")) {
				return true
			}
		}
		return false
	}
}

// everywhere makes the condition of a rule for a finalizer on any kind.
func everywhere(name string) func(trace.Kind, string) bool {
	return func(_ trace.Kind, finalizer string) bool { return finalizer == name }
}
