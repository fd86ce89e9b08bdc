package gates

import (
	"cmp"
	"context"
	"fmt"
	"time"

	admission "k8s.io/api/admissionregistration/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	discoveryGroup = "discovery.k8s.io"
	serviceLabel   = "kubernetes.io/service-name"
	// httpsPort is what the API server calls where no port is given.
	httpsPort = 443
	// freshPod is how young a pod may be and still be on its way to be ready.
	freshPod = time.Minute
)

// backend is what serves a webhook, a conversion or an aggregated API. It is
// comparable.
type backend struct {
	url     string // empty where it is a Service
	service trace.Ref
	port    int64
	// noBundle says that no authority is named by which it could prove itself.
	noBundle bool
}

func backendOf(c *admission.WebhookClientConfig) *backend {
	b := &backend{noBundle: len(c.CABundle) == 0}
	if c.URL != nil {
		b.url = *c.URL
	}
	if c.Service != nil {
		b.service = trace.Ref{Kind: "Service", Namespace: c.Service.Namespace, Name: c.Service.Name}
		b.port = httpsPort
		if c.Service.Port != nil {
			b.port = int64(*c.Service.Port)
		}
	}
	return b
}

// Answering is what can be seen of a backend.
type Answering struct {
	// down says that it is sure not to answer. That it is not seen to be down
	// does not mean that it answers.
	down bool
	// starting says that it is down because it has just been started.
	starting bool
	// uninstalled says that even the namespace of the service is gone.
	uninstalled bool
	// what completes "the service …" or says what is called instead.
	what string
	// source is where that was read.
	source string
	// workloads are those that should run behind it; none is known to exist
	// where there are none.
	workloads []trace.Ref
	// selector is the service's, as kubectl takes it.
	selector string
	state    trace.State // of the service
}

// AnswersOf says whether a backend can answer, once for each.
func AnswersOf(ctx context.Context, w *sight.View, b backend) Answering {
	return sight.Memory[memory](w).backends.Get(b, func() Answering {
		if b.service.Name == "" {
			return Answering{what: "is no service of this cluster, and not looked into", source: "clientConfig.url"}
		}
		s := w.Look(ctx, b.service)
		a := Answering{state: s.State, source: w.NameOf(b.service)}
		switch {
		case s.Gone():
			a.down, a.what = true, "does not exist"
			if w.Look(ctx, trace.Ref{Kind: "Namespace", Name: b.service.Namespace}).Gone() {
				a.uninstalled, a.what = true, "does not exist, nor does its namespace"
			}
		case s.Object == nil:
			a.what = "could not be read"
		default:
			a.selector = selectorWords(s.Object)
			readService(ctx, w, b, s.Object, &a)
		}
		return a
	})
}

// readService looks at the ports and endpoints of a service.
func readService(ctx context.Context, w *sight.View, b backend, service *unstructured.Unstructured, a *Answering) {
	kind, _, _ := unstructured.NestedString(service.Object, "spec", "type")
	switch {
	case kind == "ExternalName":
		a.what = "leads out of the cluster, where nothing is looked into"
		return
	case !hasPort(service, b.port):
		a.down, a.what, a.source = true, fmt.Sprintf("has no port %d", b.port), a.source+": .spec.ports"
		return
	}
	if _, served := w.Kind(discoveryGroup, "EndpointSlice"); !served {
		a.what = "may have endpoints, which this server does not show"
		return
	}
	slices := w.List(ctx, discoveryGroup, "EndpointSlice", b.service.Namespace)
	ready, waiting := 0, []trace.Ref{}
	for _, slice := range slices.Objects {
		if slice.GetLabels()[serviceLabel] == b.service.Name {
			r, not := endpointsOf(slice)
			ready += r
			waiting = append(waiting, not...)
		}
	}
	a.source += " and its EndpointSlices"
	switch {
	case ready > 0:
		a.what = "has " + phrase.Count(ready, "endpoint", "endpoints")
		return
	case !slices.Complete:
		a.what = "may have endpoints, which could not be read"
		return
	}
	a.down, a.what = true, "has no endpoints"
	if len(waiting) > 0 {
		a.what = "has no endpoint that is ready, of " + fmt.Sprint(len(waiting))
		a.starting = anyYoung(ctx, w, waiting)
	}
	a.workloads = holder.WorkloadsBehind(ctx, w, service)
}

func hasPort(service *unstructured.Unstructured, port int64) bool {
	ports, _, _ := unstructured.NestedSlice(service.Object, "spec", "ports")
	for _, item := range ports {
		if entry, ok := item.(map[string]any); ok {
			if number, _, _ := unstructured.NestedInt64(entry, "port"); number == port {
				return true
			}
		}
	}
	return len(ports) == 0
}

// endpointsOf counts what is ready, and names the pods that are not. An
// endpoint that says nothing of it is to be taken for ready.
func endpointsOf(slice *unstructured.Unstructured) (ready int, waiting []trace.Ref) {
	endpoints, _, _ := unstructured.NestedSlice(slice.Object, "endpoints")
	for _, item := range endpoints {
		entry, ok := item.(map[string]any)
		if !ok {
			continue
		}
		is, said, _ := unstructured.NestedBool(entry, "conditions", "ready")
		if is || !said {
			ready++
			continue
		}
		name, _, _ := unstructured.NestedString(entry, "targetRef", "name")
		waiting = append(waiting, trace.Ref{Kind: "Pod", Namespace: slice.GetNamespace(), Name: name})
	}
	return ready, waiting
}

// anyYoung reports whether one of the pods was made a moment ago.
func anyYoung(ctx context.Context, w *sight.View, pods []trace.Ref) bool {
	for _, pod := range pods[:min(len(pods), phrase.MostNamed)] {
		if pod.Name == "" {
			continue
		}
		if s := w.Look(ctx, pod); s.Object != nil && w.Clock.Within(s.Object.GetCreationTimestamp().Time, freshPod) {
			return true
		}
	}
	return false
}

func selectorWords(service *unstructured.Unstructured) string {
	selector, _, _ := unstructured.NestedStringMap(service.Object, "spec", "selector")
	return labels.Set(selector).String()
}

// restore adds the steps that bring back the backend that the configuration
// leads to.
func restore(ctx context.Context, h *hearing.Case, config trace.Ref, b backend, a Answering) (n hearing.Notes) {
	service := []string{"-n", b.service.Namespace}
	switch {
	case len(a.workloads) > 0:
		first := a.workloads[0]
		if obj := h.View.Look(ctx, first).Object; obj != nil && scaledToZero(obj) {
			n.Do(explain.Act(explain.Starts, first, "start what serves it again: "+first.Short()+" is scaled to zero",
				"kubectl", "scale", first.Short(), "-n", first.Namespace, "--replicas=1"))
			return n
		}
		if obj := h.View.Look(ctx, first).Object; obj != nil {
			n.Do(holder.LetRun(ctx, h.View, obj, first))
		}
		n.Next("see why "+first.Short()+", which serves it, has no ready pod", "kubectl", "describe", first.Short(), "-n", first.Namespace)
	case a.uninstalled:
		n.Remake(ctx, h, "service "+b.service.Name, b.service.Namespace, "install again, until this is done, what served it"+phrase.Prefixed(": ", broughtBy(h.View.Look(ctx, config).Object))+"; that brings back service "+b.service.Name+" in namespace "+b.service.Namespace, false)
		n.Next("see by its labels whose it is", h.View.AsYAML(config)...)
	case a.state == trace.Gone:
		n.Remake(ctx, h, "service "+b.service.Name, b.service.Namespace, "bring back service "+b.service.Name+" in namespace "+b.service.Namespace+", with what it leads to", false)
		n.Next("see what is left in the namespace that served it",
			append([]string{"kubectl", "get", "deployments,services"}, service...)...)
	case !a.down && a.selector != "":
		n.Mend("have " + b.servedBy() + " answer: it seems to run, so see to its certificate, which the caBundle has to vouch for, and to what keeps the API server from reaching it")
		n.Next("read its log",
			append([]string{"kubectl", "logs", "-l", a.selector, "--tail=50"}, service...)...)
	case a.selector != "":
		n.Mend("start again what service " + b.service.Name + " in namespace " + b.service.Namespace + " leads to: it selects " + a.selector)
		n.Next("see whether anything of it runs",
			append([]string{"kubectl", "get", "pods", "-l", a.selector}, service...)...)
	default:
		n.Mend("have " + b.servedBy() + " lead to what answers for it")
		n.Next("see where service/"+b.service.Name+" should lead", append([]string{"kubectl", "describe", "service/" + b.service.Name}, service...)...)
	}
	return n
}

// homeClosed tells of a Service that cannot come up again, as its namespace is being deleted and takes no new pods. It is
// empty where that is not so.
func (b *backend) homeClosed(ctx context.Context, h *hearing.Case) string {
	told, closed := hearing.Closed(ctx, h, b.service.Namespace)
	if !closed {
		return ""
	}
	return b.servedBy() + ", which is being deleted" + told + " and takes nothing new, cannot come up again"
}

// Revive are the steps that bring back a Service which does not answer, none where nothing
// shows that.
func Revive(ctx context.Context, h *hearing.Case, service trace.Ref) (n hearing.Notes) {
	b := backend{service: service, port: httpsPort}
	if obj := h.View.Look(ctx, service).Object; obj != nil && !hasPort(obj, b.port) {
		ports, _, _ := unstructured.NestedSlice(obj.Object, "spec", "ports")
		entry, _ := ports[0].(map[string]any)
		b.port, _, _ = unstructured.NestedInt64(entry, "port")
	}
	if a := AnswersOf(ctx, h.View, b); a.down {
		n.Fact(a.source, b.servedBy()+" "+a.what)
		n.Join(restore(ctx, h, service, b, a))
	}
	return n
}

// broughtBy names what an object was installed by, as its labels and annotations tell.
func broughtBy(obj *unstructured.Unstructured) string {
	if obj == nil {
		return ""
	}
	if release := obj.GetAnnotations()["meta.helm.sh/release-name"]; release != "" {
		return "Helm release " + phrase.OneLine(release) + phrase.Prefixed(" in namespace ", phrase.OneLine(obj.GetAnnotations()["meta.helm.sh/release-namespace"]))
	}
	for _, label := range []string{"app.kubernetes.io/instance", "app.kubernetes.io/part-of", "app.kubernetes.io/name", "app"} {
		if name := obj.GetLabels()[label]; name != "" {
			return name
		}
	}
	return ""
}

func scaledToZero(workload *unstructured.Unstructured) bool {
	replicas, said, _ := unstructured.NestedInt64(workload.Object, "spec", "replicas")
	return said && replicas == 0
}

// servedBy is how a message names a backend.
func (b *backend) servedBy() string {
	return cmp.Or(b.url, "service "+b.service.Name+" in namespace "+b.service.Namespace)
}
