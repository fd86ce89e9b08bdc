package catalogue

import (
	"fmt"
	"strings"
)

// gone is a domain that its project has given up, or an API group that no
// supported Kubernetes serves. Knowing it tells a leftover from something new.
type gone struct{ domain, what string }

// goneDomains are compared from the right; a longer one stands before a shorter
// one that it ends in.
var goneDomains = []gone{
	{"certmanager.k8s.io", "cert-manager before v0.11 used it; today it is cert-manager.io"},
	{"servicecatalog.k8s.io", "it belonged to Service Catalog, which is retired"},
	{"settings.k8s.io", "it was the group of PodPresets, which Kubernetes 1.20 removed"},
	{"auditregistration.k8s.io", "it was the group of AuditSinks, which Kubernetes 1.19 removed"},
	{"federation.k8s.io", "it belonged to the first cluster federation, which is retired"},
	{"kubefed.io", "it belongs to KubeFed, which is archived"},
	{"cluster.k8s.io", "Cluster API used it up to v1alpha1; today it is cluster.x-k8s.io. Gardener and others still serve kinds under it"},
	{"ark.heptio.com", "Heptio Ark used it, which is Velero today, with velero.io"},
	{"longhorn.rancher.io", "Longhorn before v0.7 used it; today it is longhorn.io"},
	{"k8s.ngrok.com", "the ngrok operator used it; today it is ngrok.com"},
	{"metacontroller.app", "Metacontroller used it; today it is metacontroller.io"},
	{"build.knative.dev", "it belonged to Knative Build, which is retired"},
	{"etcd.database.coreos.com", "it belonged to CoreOS's etcd operator, which is archived"},
	{"helm.fluxcd.io", "it belonged to the Helm Operator of Flux 1, which is retired"},
	{"flux.weave.works", "it belonged to the Helm Operator of Flux 1, which is retired"},
	{"kubernetes-client.io", "it belonged to kubernetes-external-secrets, which is archived; External Secrets followed it, with external-secrets.io"},
	{"extensions", "the API group extensions is served by no release since Kubernetes 1.22"},
}

// retired recognises a name whose domain its project has given up.
func retired(finalizer string) (Clue, bool) {
	host := domain(finalizer)
	for _, g := range goneDomains {
		if within(host, g.domain) {
			return Clue{
				Form:  FormRetired,
				Text:  fmt.Sprintf("the domain %s is a former one: %s. A controller of today may not know the name", g.domain, g.what),
				Names: []string{g.domain},
			}, true
		}
	}
	return Clue{}, false
}

// within reports whether a host is the domain or below it.
func within(host, domain string) bool {
	return host == domain || strings.HasSuffix(host, "."+domain)
}
