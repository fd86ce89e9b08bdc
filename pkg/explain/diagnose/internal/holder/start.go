package holder

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// QuotaPattern is how a server refuses what a quota has no room for.
var QuotaPattern = regex.New(`exceeded quota: (\S+), requested: (\S+), used: \S+, limited: \S+`)

// What the kubelet, the scheduler and programs say of an object that is not there.
var (
	missingPattern = regex.New(`(?i)\b(secret|configmap|serviceaccount|persistentvolumeclaim)s? "?([a-z0-9][-a-z0-9.]*)"? not found`)
	missingKey     = regex.New(`couldn't find key (\S+) in (Secret|ConfigMap) (\S+)/(\S+)`)
	untolerated    = regex.New(`taint \{([^}:]+)`)
	insufficient   = regex.New(`Insufficient ([^\s,.]+)`)
)

// bringBack is the step that makes what the words say is missing, for a pod of the
// namespace. It has no text where the words name nothing of the kind.
func bringBack(pod *unstructured.Unstructured, namespace, words string) explain.Step {
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

// pulls are the reasons for which a container waits for its image.
var pulls = []string{"ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull", "ImageInspectError", "RegistryUnavailable"}

// letStart is what has a container start that waits for a reason.
func letStart(pod *unstructured.Unstructured, workload trace.Ref, container, reason, said string) explain.Step {
	if slices.Contains(pulls, reason) {
		text := "have container " + container + " pull an image that there is, and that it may pull"
		return explain.Act(explain.Changes, workload, text+phrase.Prefixed(": ", imageOf(pod, container)), "kubectl", "edit", workload.Short(), "-n", workload.Namespace)
	}
	if s := bringBack(pod, pod.GetNamespace(), said); s.Text != "" {
		return s
	}
	return explain.Tell("mend what keeps container " + container + " from starting: " + phrase.OneLine(explain.Joined(": ", reason, said)))
}

func imageOf(pod *unstructured.Unstructured, container string) string {
	for _, c := range manifest.ContainersOf(pod) {
		if name, _ := c["name"].(string); name == container {
			image, _ := c["image"].(string)
			return phrase.OneLine(image)
		}
	}
	return ""
}

// letRun is what ends that a container crashes.
func letRun(pod *unstructured.Unstructured, workload trace.Ref, container string, status map[string]any) explain.Step {
	ended := func(field string) string {
		text, _, _ := unstructured.NestedString(status, "lastState", "terminated", field)
		return phrase.OneLine(text)
	}
	if ended("reason") == "OOMKilled" {
		return moreMemory(pod, workload, container)
	}
	said := ended("message")
	if s := bringBack(pod, pod.GetNamespace(), said); s.Text != "" {
		return s
	}
	if said != "" {
		return explain.Tell("mend what the last words of container " + container + " name: " + phrase.Quoted(said))
	}
	return explain.Tell("mend what ends container " + container + ": the log of its last run says what")
}

// moreMemory raises the limit at which a container was killed.
func moreMemory(pod *unstructured.Unstructured, workload trace.Ref, container string) explain.Step {
	text := "give container " + container + " more memory"
	for _, c := range manifest.ContainersOf(pod) {
		limit, _, _ := unstructured.NestedString(c, "resources", "limits", "memory")
		amount, err := resource.ParseQuantity(limit)
		if name, _ := c["name"].(string); name != container || err != nil || amount.IsZero() {
			continue
		}
		amount.Add(amount.DeepCopy())
		return explain.Act(explain.Changes, workload, text+": it was killed at its limit of "+limit,
			"kubectl", "set", "resources", workload.Short(), "-n", workload.Namespace, "-c", container, "--limits=memory="+amount.String())
	}
	return explain.Tell(text + ", or its node: that ran out of it")
}

// roomFor says what has the scheduler place a pod, by its own words.
func roomFor(ctx context.Context, w *sight.View, pod *unstructured.Unstructured, said string) explain.Step {
	if s := bringBack(pod, pod.GetNamespace(), said); s.Text != "" {
		return s
	}
	var ways []string
	if m := insufficient.FindAllStringSubmatch(said, -1); m != nil {
		var lacks []string
		for _, of := range m {
			lacks = append(lacks, of[1])
		}
		slices.Sort(lacks)
		ways = append(ways, "free "+strings.Join(slices.Compact(lacks), " and ")+" on a node, or add one")
	}
	if m := untolerated.FindStringSubmatch(said); m != nil {
		ways = append(ways, "have a node without the taint "+m[1])
	}
	for _, way := range []struct{ word, text string }{
		{"node affinity/selector", "have a node that fits" + phrase.Prefixed(": it selects ", selectorOf(pod))},
		{"node(s) were unschedulable", "uncordon a node"},
		{"Too many pods", "free a place for a pod on a node, or add one"},
		{"volume node affinity conflict", "bring back the node, or the zone, that its volume is in"},
		{"no nodes available", "add a node"},
	} {
		if strings.Contains(said, way.word) {
			ways = append(ways, way.text)
		}
	}
	if strings.Contains(said, unbound) {
		ways = append(ways, letBind(ctx, w, pod))
	}
	if len(ways) == 0 {
		return explain.Tell("have a node take pod " + pod.GetName() + phrase.Prefixed(": ", said))
	}
	return explain.Tell(strings.Join(ways, "; or ") + ", so that pod " + pod.GetName() + " can be placed")
}

// unbound is how the scheduler says that a pod waits for its claims.
const unbound = "unbound immediate PersistentVolumeClaims"

// letBind has the claims of a pod bound.
func letBind(ctx context.Context, w *sight.View, pod *unstructured.Unstructured) string {
	if _, way := unboundBy(ctx, w, pod); way != "" {
		return way
	}
	return "have the claims of the pod bound" + phrase.Prefixed(": ", phrase.Names(claimsOf(pod)))
}

// unboundBy says what keeps the first claim of a pod from being bound that is not, and what
// has it bound, as far as its class or the events about it tell.
func unboundBy(ctx context.Context, w *sight.View, pod *unstructured.Unstructured) (why, way string) {
	for _, name := range claimsOf(pod) {
		seen := w.Look(ctx, trace.Ref{Kind: "PersistentVolumeClaim", Namespace: pod.GetNamespace(), Name: name})
		switch {
		case seen.Gone():
			return "claim " + name + " does not exist", "create claim " + name + " in namespace " + pod.GetNamespace()
		case seen.Object == nil || manifest.Str(seen.Object, "status", "phase") == "Bound":
			continue
		}
		if class := manifest.Str(seen.Object, "spec", "storageClassName"); class != "" && w.Look(ctx, trace.Ref{Group: "storage.k8s.io", Kind: "StorageClass", Name: class}).Gone() {
			return "claim " + name + " wants StorageClass " + class + ", which does not exist", "create StorageClass " + class + ", which claim " + name + " wants, or make a volume for the claim"
		}
		said := w.Warnings(ctx, pod.GetNamespace(), func(e *sight.Event) bool {
			return e.About.Kind == "PersistentVolumeClaim" && e.About.Name == name && e.Message != ""
		})
		if len(said) > 0 {
			words := phrase.OneLine(redact.Text(said[0].Message))
			return "claim " + name + ": " + words, "have claim " + name + " bound: mend what it says, " + phrase.Quoted(words)
		}
	}
	return "", ""
}

// claimsOf are the names of the claims that a pod uses.
func claimsOf(pod *unstructured.Unstructured) []string {
	volumes, _, _ := unstructured.NestedSlice(pod.Object, "spec", "volumes")
	var out []string
	for _, v := range volumes {
		volume, _ := v.(map[string]any)
		if name, _, _ := unstructured.NestedString(volume, "persistentVolumeClaim", "claimName"); name != "" {
			out = append(out, name)
		}
	}
	return out
}

// selectorOf is the node selector of a pod, or of a workload's pods.
func selectorOf(obj *unstructured.Unstructured) string {
	selector, _, _ := unstructured.NestedStringMap(obj.Object, "spec", "nodeSelector")
	if len(selector) == 0 {
		selector, _, _ = unstructured.NestedStringMap(obj.Object, "spec", "template", "spec", "nodeSelector")
	}
	var out []string
	for key, value := range selector {
		out = append(out, key+"="+value)
	}
	slices.Sort(out)
	return phrase.Names(out)
}

// Exhausted says of what a quota has no room for what was requested, such as
// "pods=1,requests.cpu=500m", and which limits have room for it.
func Exhausted(quota *unstructured.Unstructured, requested string) (what string, enough map[string]string) {
	hard, _, _ := unstructured.NestedStringMap(quota.Object, "status", "hard")
	used, _, _ := unstructured.NestedStringMap(quota.Object, "status", "used")
	for part := range strings.SplitSeq(requested, ",") {
		name, amount, _ := strings.Cut(part, "=")
		want, err := resource.ParseQuantity(amount)
		limit, errLimit := resource.ParseQuantity(hard[name])
		sum, errUsed := resource.ParseQuantity(used[name])
		if err != nil || errLimit != nil || errUsed != nil {
			continue
		}
		if sum.Add(want); sum.Cmp(limit) > 0 {
			if enough == nil {
				what, enough = name+": "+used[name]+" of "+hard[name]+" used", map[string]string{}
			}
			enough[name] = sum.String()
		}
	}
	return what, enough
}

// RaiseQuota is the step that gives a quota room.
func RaiseQuota(w *sight.View, ref trace.Ref, enough map[string]string) explain.Step {
	var limits, names []string
	for name, value := range enough {
		limits, names = append(limits, fmt.Sprintf("%q:%q", name, value)), append(names, name+" to "+value)
	}
	slices.Sort(limits)
	slices.Sort(names)
	return explain.Act(explain.Changes, ref, "raise the quota, "+strings.Join(names, " and ")+", or delete what uses it up",
		w.Command(ref, "patch", "--type=merge", "-p", `{"spec":{"hard":{`+strings.Join(limits, ",")+`}}}`)...)
}

// LetRun is what has a workload run that has no ready pod.
func LetRun(ctx context.Context, w *sight.View, obj *unstructured.Unstructured, ref trace.Ref) explain.Step {
	pods, _ := PodsOf(ctx, w, obj)
	if worst := worstTrouble(ctx, w, pods, ref); worst != nil {
		return worst.mend
	}
	if refused := manifest.ConditionOf(obj, "ReplicaFailure"); refused.Status == "True" {
		return letMake(ctx, w, ref, phrase.OneLine(refused.Message))
	}
	return explain.Tell("have the pods of " + ref.Short() + " in namespace " + ref.Namespace + " come up")
}

// letEventPass is what ends the warnings about a pod.
func letEventPass(pods []*unstructured.Unstructured, e *sight.Event) explain.Step {
	at := slices.IndexFunc(pods, func(pod *unstructured.Unstructured) bool { return pod.GetName() == e.About.Name })
	if s := bringBack(pods[at], pods[at].GetNamespace(), e.Message); s.Text != "" {
		return s
	}
	return explain.Tell("mend what keeps pod " + e.About.Name + " from starting: " + phrase.OneLine(e.Message))
}
