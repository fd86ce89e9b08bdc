package unready

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// QuotaPattern is how a server refuses what a quota has no room for.
var QuotaPattern = regex.New(`exceeded quota: (\S+), requested: (\S+), used: \S+, limited: \S+`)

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
	return explain.Act(explain.Changes, ref, "raise the quota, "+strings.Join(names, " and ")+", or delete what uses it up and nobody needs",
		w.Command(ref, "patch", "--type=merge", "-p", `{"spec":{"hard":{`+strings.Join(limits, ",")+`}}}`)...)
}

// LetMake is what has a workload's pods made, which the server refuses in these words.
func LetMake(ctx context.Context, w *sight.View, workload trace.Ref, said string) explain.Step {
	if m := QuotaPattern.FindStringSubmatch(said); m != nil {
		ref := trace.Ref{Kind: "ResourceQuota", Namespace: workload.Namespace, Name: m[1]}
		if quota := w.Look(ctx, ref).Object; quota != nil {
			if _, enough := Exhausted(quota, m[2]); enough != nil {
				return RaiseQuota(w, ref, enough)
			}
		}
		return explain.Tell("make room in quota " + m[1] + " of namespace " + workload.Namespace + ": raise it, or delete what uses it up and nobody needs")
	}
	if s := BringBack(nil, workload.Namespace, said); s.Text != "" {
		return s
	}
	return explain.Tell("have its pods allowed: " + said)
}
