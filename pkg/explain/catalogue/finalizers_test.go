package catalogue

import (
	"slices"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// nobody is a kind of which no entry speaks.
var nobody = trace.Kind{Group: "nobody.example.org", Kind: "Nobody", Resource: "nobodies"}

// kindsOf returns a kind for each pattern of the entry, or one that nobody
// names where the entry is for any.
func kindsOf(f *Finalizer) []trace.Kind {
	if len(f.Kinds) == 0 {
		return []trace.Kind{nobody}
	}
	var out []trace.Kind
	for _, p := range f.Kinds {
		name, group, grouped := strings.Cut(p, ".")
		if !grouped {
			group = "any.example.org"
		}
		if name == "*" {
			name = nobody.Kind
		}
		group = strings.Replace(group, "*", "sub", 1)
		out = append(out, trace.Kind{Kind: name, Group: group, Resource: strings.ToLower(name) + "s"})
	}
	return out
}

// askedAt is the place of an entry in the order of docs/catalogue.md; the lower
// one is asked first.
func askedAt(f *Finalizer) int {
	return slices.Index([]string{"", MatchPrefix, MatchSuffix, MatchOwn, MatchRegex}, strings.TrimSuffix(f.Match, MatchExact))
}

// TestHolders asks the catalogue for samples of each entry, on each kind that
// the entry names. No other may claim one, but an entry that is compared before
// it, and each entry is reached at least once on each kind.
func TestHolders(t *testing.T) {
	c := load(t)
	patterns := map[string]bool{}
	for _, f := range merge(builtin(t)).finalizers {
		patterns[f.Pattern] = true
		for _, kind := range kindsOf(f) {
			reached := false
			for _, s := range samples(t, f) {
				switch got := c.finalizers.find(kind, s); {
				case got == nil:
					t.Errorf("%q on %s.%s: no entry claims it, not even %q", s, kind.Kind, kind.Group, f.EntryID())
				case got.EntryID() == f.EntryID():
					reached = true
				case askedAt(got) >= askedAt(f):
					t.Errorf("%q on %s.%s: entry %q claims it, not %q", s, kind.Kind, kind.Group, got.EntryID(), f.EntryID())
				}
			}
			if !reached {
				t.Errorf("%q is never reached on %s.%s", f.EntryID(), kind.Kind, kind.Group)
			}
		}
	}
	if least := 912; len(patterns) < least {
		t.Errorf("the catalogue has %d patterns, want at least %d", len(patterns), least)
	}
}

// TestHoldersNearMisses asks for what an entry is nearly for: another name on its
// kinds, and its name on a kind of nobody.
func TestHoldersNearMisses(t *testing.T) {
	c := load(t)
	for _, f := range merge(builtin(t)).finalizers {
		for _, kind := range kindsOf(f) {
			for _, s := range nearMisses(t, f) {
				if got := c.finalizers.find(kind, s); got != nil && got.EntryID() == f.EntryID() {
					t.Errorf("%q on %s.%s: entry %q claims it", s, kind.Kind, kind.Group, f.EntryID())
				}
			}
		}
		if len(f.Kinds) == 0 {
			continue
		}
		for _, s := range samples(t, f) {
			if got := c.finalizers.find(nobody, s); got != nil && got.EntryID() == f.EntryID() {
				t.Errorf("%q on a kind of nobody: entry %q claims it", s, f.EntryID())
			}
		}
	}
}

func TestHolder(t *testing.T) {
	kind := func(name string) trace.Kind {
		short, group, _ := strings.Cut(name, ".")
		return trace.Kind{Kind: short, Group: group, Resource: strings.ToLower(short) + "s"}
	}
	tests := map[string]struct{ kind, finalizer, want string }{
		"exact":                              {"PersistentVolumeClaim", "kubernetes.io/pvc-protection", "pvc protection"},
		"any kind":                           {"Widget.example.org", "foregroundDeletion", "garbage collector"},
		"near miss: case":                    {"Widget.example.org", "ForegroundDeletion", ""},
		"near miss: a letter more":           {"PersistentVolumeClaim", "kubernetes.io/pvc-protection2", ""},
		"near miss: a letter less":           {"PersistentVolumeClaim", "kubernetes.io/pvc-protectio", ""},
		"nobody's":                           {"Pod", "example.org/mine", ""},
		"empty":                              {"Pod", "", ""},
		"kubernetes on a namespace":          {"Namespace", "kubernetes", "namespace controller"},
		"kubernetes on anything else":        {"ConfigMap", "kubernetes", ""},
		"a plain word on another kind":       {"ConfigMap", "nfd-finalizer", ""},
		"a plain word on its kind":           {"NodeFeatureDiscovery.nfd.openshift.io", "nfd-finalizer", "node feature discovery operator"},
		"a domain's name on a kind unlisted": {"Widget.tailscale.com", "tailscale.com/finalizer", "tailscale operator"},
		"cluster api":                        {"Cluster.cluster.x-k8s.io", "cluster.cluster.x-k8s.io", "cluster-api core"},
		"one string, by kind: helm":          {"HelmRelease.helm.toolkit.fluxcd.io", "finalizers.fluxcd.io", "flux helm-controller"},
		"one string, by kind: kustomize":     {"Kustomization.kustomize.toolkit.fluxcd.io", "finalizers.fluxcd.io", "flux kustomize-controller"},
		"one string, by kind: source":        {"OCIRepository.source.toolkit.fluxcd.io", "finalizers.fluxcd.io", "flux source-controller"},
		"one string, kind unknown":           {"Widget.example.org", "finalizers.fluxcd.io", ""},
		"one string, two operators: mysql":   {"PerconaXtraDBClusterBackup.pxc.percona.com", "percona.com/delete-backup", "percona xtradb operator"},
		"one string, two operators: mongodb": {"PerconaServerMongoDBBackup.psmdb.percona.com", "percona.com/delete-backup", "percona mongodb operator"},
		"kro definition":                     {"ResourceGraphDefinition.kro.run", "kro.run/finalizer", "kro"},
		"kro revision":                       {"GraphRevision.internal.kro.run", "kro.run/finalizer", "kro"},
		"kro instance, by its UID":           {"WebApp.example.org", "d30b0e74-1c67-43a2-adac-3f55a85dacfb.kro.run/finalizer", "kro"},
		"no UID of anything":                 {"WebApp.example.org", "d30b0e74-1c67-43a2-adac-3f55a85dacf.kro.run/finalizer", ""},
		"argo cd project":                    {"AppProject.argoproj.io", "resources-finalizer.argocd.argoproj.io", "argo cd"},
		"argo cd set":                        {"ApplicationSet.argoproj.io", "resources-finalizer.argocd.argoproj.io", "argo cd applicationset"},
		"kro instance":                       {"WebApp.example.org", "kro.run/finalizer", "kro"},
		"prefix":                             {"VolumeAttachment.storage.k8s.io", "external-attacher/ebs-csi-aws-com", "csi attacher"},
		"prefix on a foreign kind":           {"ConfigMap", "external-attacher/ebs-csi-aws-com", ""},
		"longest prefix":                     {"Node.management.cattle.io", "clusterscoped.controller.cattle.io/user-node-remove_c-1", "rancher"},
		"eck before 1.0":                     {"Elasticsearch.elasticsearch.k8s.elastic.co", "secure-settings.finalizers.elasticsearch.k8s.elastic.co", "elastic operator"},
		"eck before 1.0, without a kind":     {"Elasticsearch.elasticsearch.k8s.elastic.co", "secure-settings.finalizers..k8s.elastic.co", "elastic operator"},
		"eck before 1.0, on a foreign kind":  {"Widget.example.org", "secure-settings.finalizers..k8s.elastic.co", ""},
		"no name of eck":                     {"Elasticsearch.elasticsearch.k8s.elastic.co", "secure-settings.finalizers.elastic.co", ""},
		"aso of old":                         {"ApimService.azure.microsoft.com", "azure.microsoft.com/finalizer", "azure service operator v1"},
		"aso of old, on a kind of today":     {"StorageAccount.storage.azure.com", "azure.microsoft.com/finalizer", ""},
		"terraform-controller":               {"Configuration.terraform.core.oam.dev", "configuration.finalizers.terraform-controller", "terraform-controller"},
		"terraform-controller, on another":   {"Configuration.pkg.crossplane.io", "configuration.finalizers.terraform-controller", ""},
		"serverless":                         {"KnativeServing.operator.knative.dev", "knative-serving-openshift", "openshift serverless operator"},
		"serverless, the other's":            {"KnativeServing.operator.knative.dev", "knativeservings.operator.knative.dev", "knative operator"},
		"suffix":                             {"CephNew.ceph.rook.io", "cephnew.ceph.rook.io", "rook ceph"},
		"suffix on a foreign kind":           {"Widget.example.org", "cephnew.ceph.rook.io", ""},
		"suffix without domain":              {"SeccompProfile.security-profiles-operator.x-k8s.io", "node-1-deleted", "security profiles daemon"},
		"suffix without domain, elsewhere":   {"Pod", "node-1-deleted", ""},
		"specific regex":                     {"DBInstance.rds.services.k8s.aws", "finalizers.rds.services.k8s.aws/DBInstance", "aws ack controller"},
		"a name built from the kind":         {"Wheel.acme.test", "wheels.acme.test/finalizer", "java operator"},
		"one that a project has":             {"FlinkDeployment.flink.apache.org", "flinkdeployments.flink.apache.org/finalizer", "flink operator"},
		"one built from its group alone":     {"Wheel.acme.test", "acme.test/finalizer", ""},
		"one built from another kind":        {"Wheel.acme.test", "mills.acme.test/finalizer", ""},
		"a built-in one on a foreign kind":   {"ConfigMap", "kubernetes.io/pvc-protection", ""},
		"a project's one on a foreign kind":  {"ConfigMap", "resources-finalizer.argocd.argoproj.io", ""},
		"exact before generic regex":         {"ResourceGraphDefinition.kro.run", "kro.run/finalizer", "kro"},
		"regex matches the whole":            {"Widget.example.org", "x/widgets.example.org/finalizer", ""},
		"k3s, before its family":             {"Node", "wrangler.cattle.io/node", "k3s/rke2 server"},
		"k3s, of its etcd":                   {"Node", "wrangler.cattle.io/managed-etcd-controller", "k3s/rke2 server"},
		"k3s, a snapshot":                    {"ETCDSnapshotFile.k3s.cattle.io", "wrangler.cattle.io/managed-etcd-snapshots-controller", "k3s/rke2 server"},
		"rke2":                               {"Node", "wrangler.cattle.io/cisnetworkpolicy-node", "k3s/rke2 server"},
		"another handler of the family":      {"Node", "wrangler.cattle.io/node2", "rancher family controller"},
		"a handler's name on another kind":   {"Node.management.cattle.io", "wrangler.cattle.io/nodes", "rancher family controller"},
		"eks: network policy":                {"NetworkPolicy.networking.k8s.io", "networking.k8s.aws/resources", "amazon network policy controller"},
		"eks: network policy, of a cluster":  {"ClusterNetworkPolicy.networking.k8s.aws", "networking.k8s.aws/cnp-resources", "amazon network policy controller"},
		"eks: a node's interfaces":           {"CNINode.vpcresources.k8s.aws", "networking.k8s.aws/resource-cleanup", "aws vpc resource controller"},
		"one string, two kinds: database":    {"Postgres.db.movetokube.com", "finalizer.db.movetokube.com", "ext-postgres-operator"},
		"one string, two kinds: user":        {"PostgresUser.db.movetokube.com", "finalizer.db.movetokube.com", "ext-postgres-operator"},
		"piraeus of old":                     {"LinstorSatelliteSet.piraeus.linbit.com", "finalizer.linstor-node.linbit.com", "piraeus operator v1"},
		"misspelt: service":                  {"Service", "service.ki8s.aws/resources", "aws gateway controller"},
		"misspelt: import":                   {"ServiceImport.multicluster.x-k8s.io", "serviceimport.k8s.aws/resource", "aws gateway controller"},
		"misspelt: rke2":                     {"RKE2ControlPlane.controlplane.cluster.x-k8s.io", "rke2.controleplane.cluster.x-k8s.io", "cluster-api rke2"},
		"spelt well, so another name":        {"RKE2ControlPlane.controlplane.cluster.x-k8s.io", "rke3.controleplane.cluster.x-k8s.io", ""},
	}
	c := load(t)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := c.Holder(kind(tt.kind), tt.finalizer); got != tt.want {
				t.Errorf("Holder(%s, %q) = %q, want %q", tt.kind, tt.finalizer, got, tt.want)
			}
		})
	}
}

func TestPatterns(t *testing.T) {
	tests := []struct {
		pattern, kind, group string
		want                 bool
	}{
		{"Pod", "Pod", "", true},
		{"Pod", "Pod", "example.org", true},
		{"Pod", "Pods", "", false},
		{"Pod.", "Pod", "", true},
		{"Pod.", "Pod", "example.org", false},
		{"Cluster.cluster.x-k8s.io", "Cluster", "cluster.x-k8s.io", true},
		{"Cluster.cluster.x-k8s.io", "Cluster", "management.cattle.io", false},
		{"*.longhorn.io", "Volume", "longhorn.io", true},
		{"*.longhorn.io", "Volume", "sub.longhorn.io", false},
		{"*.*.azure.com", "Disk", "compute.azure.com", true},
		{"*.*.azure.com", "Disk", "azure.com", false},
		{"*.*.azure.com", "Disk", "notazure.com", false},
		{"*.*", "Disk", "azure.com", true},
	}
	for _, tt := range tests {
		if got := kindFits(tt.pattern, trace.Kind{Kind: tt.kind, Group: tt.group}); got != tt.want {
			t.Errorf("%q on %s in %q: %v, want %v", tt.pattern, tt.kind, tt.group, got, tt.want)
		}
	}
}

func BenchmarkHolder(b *testing.B) {
	c := load(b)
	for name, finalizer := range map[string]string{
		"exact": "finalizers.fluxcd.io", "prefix": "wrangler.cattle.io/x", "regex": "widgets.example.org/finalizer", "unknown": "example.org/none",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				c.Holder(trace.Kind{Group: "example.org", Kind: "Widget"}, finalizer)
			}
		})
	}
}
