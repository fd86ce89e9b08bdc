package manifest

import (
	"cmp"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// ContainersOf are the containers of a workload.
func ContainersOf(workload *unstructured.Unstructured) []map[string]any {
	return MapsAt(workload, podsAt(workload, "containers")...)
}

// podsAt is where a workload says of what its pods are made: a CronJob says it of the pods
// of its Jobs.
func podsAt(workload *unstructured.Unstructured, field string) []string {
	if workload.GetKind() == "CronJob" {
		return []string{"spec", "jobTemplate", "spec", "template", "spec", field}
	}
	return []string{"spec", "template", "spec", field}
}

// ContainersOfPod are the containers of a pod.
func ContainersOfPod(pod *unstructured.Unstructured) []map[string]any {
	return MapsAt(pod, "spec", "containers")
}

// ContainerStatusesOf are the states of a pod's containers, those that begin it first.
func ContainerStatusesOf(pod *unstructured.Unstructured) []map[string]any {
	return append(MapsAt(pod, "status", "initContainerStatuses"), MapsAt(pod, "status", "containerStatuses")...)
}

// MapsAt are the maps in a list.
func MapsAt(obj *unstructured.Unstructured, path ...string) []map[string]any {
	list, _, _ := unstructured.NestedFieldNoCopy(obj.Object, path...)
	entries, _ := list.([]any)
	var out []map[string]any
	for _, e := range entries {
		if c, ok := e.(map[string]any); ok {
			out = append(out, c)
		}
	}
	return out
}

// FlagOf finds a command-line flag of any container: "--name=value" or "--name
// value".
func FlagOf(workload *unstructured.Unstructured, name string) string {
	for _, c := range ContainersOf(workload) {
		var words []string
		for _, field := range []string{"command", "args"} {
			list, _ := c[field].([]any)
			for _, w := range list {
				text, _ := w.(string)
				words = append(words, text)
			}
		}
		for i, w := range words {
			flag := strings.TrimPrefix(strings.TrimPrefix(w, "-"), "-")
			if value, ok := strings.CutPrefix(flag, name+"="); ok && flag != w {
				return value
			}
			if flag == name && flag != w && i+1 < len(words) && !strings.HasPrefix(words[i+1], "-") {
				return words[i+1]
			}
		}
	}
	return ""
}

// EnvironmentOf finds a variable of any container; one that is the namespace of
// the pod is that of the workload.
func EnvironmentOf(workload *unstructured.Unstructured, name string) string {
	for _, c := range ContainersOf(workload) {
		list, _ := c["env"].([]any)
		for _, e := range list {
			entry, _ := e.(map[string]any)
			if entry["name"] != name {
				continue
			}
			if value, _ := entry["value"].(string); value != "" {
				return value
			}
			if path, _, _ := unstructured.NestedString(entry, "valueFrom", "fieldRef", "fieldPath"); path == "metadata.namespace" {
				return workload.GetNamespace()
			}
		}
	}
	return ""
}

// AccountOf is the ServiceAccount that the pods of a whole workload run under.
func AccountOf(workload *unstructured.Unstructured) trace.Ref {
	name, _, _ := unstructured.NestedString(workload.Object, podsAt(workload, "serviceAccountName")...)
	return trace.Ref{Kind: "ServiceAccount", Namespace: workload.GetNamespace(), Name: cmp.Or(name, "default")}
}

// WordsOf are the words of the command lines and the values of the variables of a
// workload's containers; of a flag, its value.
func WordsOf(workload *unstructured.Unstructured) (words []string) {
	if workload == nil {
		return nil
	}
	for _, c := range ContainersOf(workload) {
		for _, field := range []string{"command", "args"} {
			list, _ := c[field].([]any)
			for _, w := range list {
				text, _ := w.(string)
				if strings.HasPrefix(text, "-") {
					_, value, _ := strings.Cut(text, "=")
					text = value
				}
				words = append(words, text)
			}
		}
		list, _ := c["env"].([]any)
		for _, e := range list {
			entry, _ := e.(map[string]any)
			value, _ := entry["value"].(string)
			words = append(words, value)
		}
	}
	return words
}
