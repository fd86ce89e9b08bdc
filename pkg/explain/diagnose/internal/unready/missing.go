package unready

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// What the kubelet, the scheduler and programs say of an object that is not there.
var (
	missingPattern = regex.New(`(?i)\b(secret|configmap|serviceaccount|persistentvolumeclaim)s? "?([a-z0-9][-a-z0-9.]*)"? not found`)
	missingKey     = regex.New(`couldn't find key (\S+) in (Secret|ConfigMap) (\S+)/(\S+)`)
	untolerated    = regex.New(`taint \{([^}:]+)`)
	insufficient   = regex.New(`Insufficient ([^\s,.]+)`)
)

// BringBack is the step that makes what the words say is missing, for a pod of the
// namespace. It has no text where the words name nothing of the kind.
func BringBack(pod *unstructured.Unstructured, namespace, words string) explain.Step {
	if m := missingKey.FindStringSubmatch(words); m != nil {
		return explain.Tell("put the key " + m[1] + " into " + m[2] + " " + m[4] + " in namespace " + m[3])
	}
	m := missingPattern.FindStringSubmatch(words)
	if m == nil {
		return explain.Step{}
	}
	kind, name := strings.ToLower(m[1]), m[2]
	in := " in namespace " + namespace
	switch kind {
	case "serviceaccount":
		ref := trace.Ref{Kind: "ServiceAccount", Namespace: namespace, Name: name}
		return explain.Act(explain.Changes, ref, "create ServiceAccount "+name+in+" again", "kubectl", "create", "serviceaccount", name, "-n", namespace)
	case "persistentvolumeclaim":
		return explain.Tell("create claim " + name + in + " again, bound to the volume that held its data")
	}
	ref := trace.Ref{Kind: "Secret", Namespace: namespace, Name: name}
	create := []string{"kubectl", "create", "secret", "generic", name, "-n", namespace}
	if kind == "configmap" {
		ref.Kind, create = "ConfigMap", []string{"kubectl", "create", "configmap", name, "-n", namespace}
	}
	text := "create " + ref.Kind + " " + name + in + " again"
	keys := keysOf(pod, ref)
	if len(keys) == 0 {
		return explain.Tell(text + ", with all that it held")
	}
	for _, key := range keys {
		create = append(create, "--from-file="+key)
	}
	return explain.Act(explain.Changes, ref, text+": write "+phrase.Plural(len(keys), "its value into a file called ", "its values into files called ")+strings.Join(keys, ", ")+" first", create...)
}

// keysOf are the keys that the containers of a pod want of a Secret or a ConfigMap. There
// are none where it is wanted whole.
func keysOf(pod *unstructured.Unstructured, ref trace.Ref) []string {
	if pod == nil {
		return nil
	}
	field := map[string]string{"Secret": "secretKeyRef", "ConfigMap": "configMapKeyRef"}[ref.Kind]
	var keys []string
	for _, list := range []string{"initContainers", "containers"} {
		containers, _, _ := unstructured.NestedSlice(pod.Object, "spec", list)
		for _, c := range containers {
			container, _ := c.(map[string]any)
			env, _, _ := unstructured.NestedSlice(container, "env")
			for _, e := range env {
				variable, _ := e.(map[string]any)
				name, _, _ := unstructured.NestedString(variable, "valueFrom", field, "name")
				key, _, _ := unstructured.NestedString(variable, "valueFrom", field, "key")
				if name == ref.Name && key != "" && !slices.Contains(keys, key) {
					keys = append(keys, key)
				}
			}
		}
	}
	slices.Sort(keys)
	return keys
}
