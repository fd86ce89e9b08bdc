package diagnose

import (
	"context"
	"net"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// inCluster is the name of a Service by which the cluster's own DNS knows it.
var inCluster = regex.New(`^([a-z0-9][-a-z0-9]*)\.([a-z0-9][-a-z0-9]*)\.svc(?:\..*)?$`)

// mountServer tells of a pod that its kubelet cannot end which of its volumes is served over the network by a Service of this
// cluster that has nothing behind it: what hangs in such a mount ends once that answers again.
func mountServer(ctx context.Context, h *hearing.Case, f hearing.Finding) hearing.Finding {
	if !h.Kind.IsPod() || f.Reason != explain.KubeletUnfinished || f.Verdict == explain.Waiting || h.View.Copied || h.Object == nil {
		return f
	}
	for _, volume := range manifest.MapsAt(h.Object, "spec", "volumes") {
		service, found := serviceAt(ctx, h, serverOf(ctx, h, volume))
		if !found {
			continue
		}
		if obj := h.View.Look(ctx, service).Object; !selects(obj) {
			continue
		}
		n := gates.Revive(ctx, h, service)
		if len(n.Steps) == 0 {
			continue
		}
		name, _ := volume["name"].(string)
		f.Message += "; its volume " + name + " is mounted from service " + service.Name + " in namespace " + service.Namespace + ", behind which nothing answers: where it hangs in that mount, nothing ends it before that does"
		f.Steps = slices.Concat(n.Steps, f.Steps)
		n.Steps = nil
		f.Join(n)
		return f
	}
	return f
}

// selects reports whether a Service leads to pods, and to those that are ready alone.
func selects(service *unstructured.Unstructured) bool {
	if service == nil {
		return false
	}
	unready, _, _ := unstructured.NestedBool(service.Object, "spec", "publishNotReadyAddresses")
	selector, _, _ := unstructured.NestedStringMap(service.Object, "spec", "selector")
	return !unready && len(selector) > 0
}

// serverOf is the server that a volume of a pod is mounted from over the network, empty where that is not told.
func serverOf(ctx context.Context, h *hearing.Case, volume map[string]any) string {
	if server := serverIn(volume); server != "" {
		return server
	}
	claim, _ := volume["persistentVolumeClaim"].(map[string]any)
	name, _ := claim["claimName"].(string)
	if name == "" {
		return ""
	}
	at := manifest.Str(h.View.Look(ctx, trace.Ref{Kind: "PersistentVolumeClaim", Namespace: h.Node.Namespace, Name: name}).Object, "spec", "volumeName")
	if at == "" {
		return ""
	}
	pv := h.View.Look(ctx, trace.Ref{Kind: "PersistentVolume", Name: at}).Object
	if pv == nil {
		return ""
	}
	spec, _ := pv.Object["spec"].(map[string]any)
	return serverIn(spec)
}

// serverIn is the server in the source of a volume: of NFS, or as a driver's attribute is called so.
func serverIn(source map[string]any) string {
	nfs, _ := source["nfs"].(map[string]any)
	if server, _ := nfs["server"].(string); server != "" {
		return server
	}
	csi, _ := source["csi"].(map[string]any)
	attributes, _ := csi["volumeAttributes"].(map[string]any)
	server, _ := attributes["server"].(string)
	return server
}

// serviceAt is the Service of this cluster that has the name or the address.
func serviceAt(ctx context.Context, h *hearing.Case, server string) (trace.Ref, bool) {
	if net.ParseIP(server) == nil {
		m := inCluster.FindStringSubmatch(server)
		if m == nil {
			return trace.Ref{}, false
		}
		at := trace.Ref{Kind: "Service", Namespace: m[2], Name: m[1]}
		return at, h.View.Look(ctx, at).Object != nil
	}
	for _, service := range h.View.List(ctx, "", "Service", "").Objects {
		if manifest.Str(service, "spec", "clusterIP") == server {
			return manifest.RefOf("", "Service", service), true
		}
	}
	return trace.Ref{}, false
}
