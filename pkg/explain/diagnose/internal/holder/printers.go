package holder

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// mostPods bounds how many pods of a holder are listened to.
const mostPods = 4

// Printer is one run of a container in which the holder runs.
type Printer struct {
	explain.LogOf
	// Began is when the run began, zero where that is not known.
	Began time.Time
	// Leads says that the pod leads, or that no other one does.
	Leads bool
}

// Printers are the runs whose logs tell what the holder does: those of the pods that
// lead first, and of each the present one before the one that ended.
func Printers(ctx context.Context, h *hearing.Case) []Printer {
	pods := slices.DeleteFunc(podsOfHolder(ctx, h), func(p *unstructured.Unstructured) bool {
		return manifest.Str(p, "spec", "nodeName") == "" // it has never run
	})
	leaders := leadersOf(ctx, h.View, h.Holder.Workload)
	if !slices.ContainsFunc(pods, func(p *unstructured.Unstructured) bool { return leaders[p.GetName()] }) {
		leaders = nil
	}
	var out []Printer
	for _, pod := range listenedTo(pods, leaders, manifest.Str(h.Object, "spec", "nodeName")) {
		of := explain.LogOf{Namespace: pod.GetNamespace(), Pod: pod.GetName(), Container: speakerOf(h, pod)}
		began, ended := runsOf(pod, of.Container)
		out = append(out, Printer{LogOf: of, Began: began, Leads: leaders == nil || leaders[pod.GetName()]})
		if ended.After(h.View.LogsSince()) {
			of.Previous = true
			out = append(out, Printer{LogOf: of})
		}
	}
	return out
}

// listenedTo are those of the pods that have most to say: the leader's and what is on the node of the
// object first, then what is ready, then the youngest; so many and no more.
func listenedTo(pods []*unstructured.Unstructured, leaders map[string]bool, node string) []*unstructured.Unstructured {
	near := func(p *unstructured.Unstructured) bool {
		return leaders[p.GetName()] || node != "" && manifest.Str(p, "spec", "nodeName") == node
	}
	slices.SortStableFunc(pods, func(a, b *unstructured.Unstructured) int {
		return cmp.Or(first(near(a), near(b)), first(manifest.Ready(a), manifest.Ready(b)), b.GetCreationTimestamp().Compare(a.GetCreationTimestamp().Time))
	})
	return pods[:min(len(pods), mostPods)]
}

// first orders what is so before what is not.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// podsOfHolder are the pods in which the holder runs, as far as they could be read.
func podsOfHolder(ctx context.Context, h *hearing.Case) []*unstructured.Unstructured {
	whole := h.View.Look(ctx, h.Holder.Workload).Object
	switch {
	case h.Holder.Workload.Name == "" || whole == nil:
		return nil
	case h.Holder.Workload.Kind == "Pod":
		return []*unstructured.Unstructured{whole}
	}
	pods, _ := PodsOf(ctx, h.View, whole)
	if node, _, _ := nodeOf(ctx, h); whole.GetKind() == "DaemonSet" && node != "" {
		pods = onNode(pods, node)
	}
	return pods
}

// leadersOf are the names of the pods of a workload that hold a Lease which they
// renew.
func leadersOf(ctx context.Context, w *sight.View, workload trace.Ref) map[string]bool {
	leaders := map[string]bool{}
	for _, lease := range w.List(ctx, manifest.LeaseGroup, "Lease", workload.Namespace).Objects {
		identity, renewed := manifest.LeaseHolder(lease), manifest.LeaseRenewed(lease)
		if leads(ctx, w, identity, workload) && !w.ClockOf(ctx).Passed(renewed, manifest.LeasePatience(lease)) {
			leaders[manifest.HostOf(identity)] = true
		}
	}
	return leaders
}

// defaultContainer is the annotation that says which container kubectl logs means.
const defaultContainer = "kubectl.kubernetes.io/default-container"

// proxies are containers that stand beside a program, and are not it.
var proxies = []string{"proxy", "envoy", "vault-agent", "fluent", "filebeat", "promtail", "liveness-probe", "node-driver-registrar", "registrar", "reloader", "telegraf", "otel", "exporter", "cloudsql", "linkerd", "istio"}

// speakerOf is the container of a pod that the holder runs in: the one that the pod
// names, else the one whose name or image has most of the words by which the
// finalizer and the holder are called. A container that stands beside others is
// taken last.
func speakerOf(h *hearing.Case, pod *unstructured.Unstructured) string {
	if named := pod.GetAnnotations()[defaultContainer]; named != "" {
		return named
	}
	wanted := map[string]bool{}
	for _, name := range []string{h.Finalizer, h.Holder.Name, h.Entry.Component, h.Holder.Workload.Name} {
		for _, word := range phrase.WordsOf(name) {
			wanted[word] = true
		}
	}
	best, most := "", -1
	for _, c := range manifest.ContainersOfPod(pod) {
		name, _ := c["name"].(string)
		image, _ := c["image"].(string)
		image, _, _ = strings.Cut(image[strings.LastIndexByte(image, '/')+1:], ":")
		points := 1
		for _, word := range phrase.WordsOf(name + "-" + image) {
			if wanted[word] {
				points += 2
			}
		}
		if slices.ContainsFunc(proxies, func(p string) bool { return strings.Contains(name, p) }) {
			points = 0
		}
		if points > most {
			best, most = name, points
		}
	}
	return best
}

// runsOf says since when a container runs, and when its run before that ended.
func runsOf(pod *unstructured.Unstructured, container string) (began, ended time.Time) {
	for _, status := range manifest.ContainerStatusesOf(pod) {
		if status["name"] != container {
			continue
		}
		text := func(path ...string) string {
			s, _, _ := unstructured.NestedString(status, path...)
			return s
		}
		return manifest.FirstTime(text("state", "running", "startedAt")), manifest.FirstTime(text("lastState", "terminated", "finishedAt"))
	}
	return began, ended
}
