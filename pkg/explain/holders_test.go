package explain

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// regexSamples gives each regex of the catalogue a finalizer that it is for.
var regexSamples = map[string]string{
	`finalizers\.[a-z0-9-]+\.services\.k8s\.aws/.+`: "finalizers.rds.services.k8s.aws/DBInstance",
	`direct\.csi\.min\.io(\.volume)?/.+`:            "direct.csi.min.io.volume/pvc-1",
	`deletion\.finalizers\.[a-z]+\.rabbitmq\.com`:   "deletion.finalizers.queues.rabbitmq.com",
	`[a-z]+\.[a-z0-9.-]+\.(knative|tekton)\.dev`:    "widgets.example.knative.dev",
}

// sample returns a finalizer that the entry is for.
func sample(t *testing.T, f *Finalizer) string {
	t.Helper()
	switch f.Match {
	case MatchPrefix:
		return f.Pattern + "sample-0"
	case MatchSuffix:
		return "sample-0" + f.Pattern
	case MatchOwn:
		return strings.NewReplacer("{plural}", "nobodies", "{group}", "nobody.example.org").Replace(f.Pattern)
	case MatchRegex:
		s, ok := regexSamples[f.Pattern]
		if !ok {
			t.Fatalf("no sample for the regex %q: add one", f.Pattern)
		}
		return s
	}
	return f.Pattern
}

// kindsOf returns a kind for each pattern of the entry, or one that nobody
// names where the entry is for any.
func kindsOf(f *Finalizer) []trace.Kind {
	if len(f.Kinds) == 0 {
		return []trace.Kind{{Group: "nobody.example.org", Kind: "Nobody", Resource: "nobodies"}}
	}
	var out []trace.Kind
	for _, p := range f.Kinds {
		name, group, grouped := strings.Cut(p, ".")
		if !grouped {
			group = "any.example.org"
		}
		if name == "*" {
			name = "Nobody"
		}
		out = append(out, trace.Kind{Kind: name, Group: strings.Replace(group, "*", "sub", 1)})
	}
	return out
}

// TestHolders asks the catalogue for a sample of each entry, on each kind that
// the entry names: no other may claim it.
func TestHolders(t *testing.T) {
	c := load(t)
	rows := 0
	for _, f := range merge(builtin(t)).finalizers {
		rows++
		for _, kind := range kindsOf(f) {
			got := c.holders.find(kind, sample(t, f))
			if got == nil {
				t.Errorf("%q on %s.%s: nobody claims it", sample(t, f), kind.Kind, kind.Group)
				continue
			}
			if got.id() != f.id() {
				t.Errorf("%q on %s.%s: entry %q claims it, not %q", sample(t, f), kind.Kind, kind.Group, got.id(), f.id())
			}
		}
	}
	// 901 strings and patterns, of which one belongs to six controllers and
	// three to two.
	if want := 901 + 5 + 3; rows != want {
		t.Errorf("the catalogue has %d finalizers, want %d", rows, want)
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
		"kro instance":                       {"WebApp.example.org", "kro.run/finalizer", "kro"},
		"prefix":                             {"VolumeAttachment.storage.k8s.io", "external-attacher/ebs-csi-aws-com", "csi attacher"},
		"prefix on a foreign kind":           {"ConfigMap", "external-attacher/ebs-csi-aws-com", ""},
		"longest prefix":                     {"Node.management.cattle.io", "clusterscoped.controller.cattle.io/user-node-remove_c-1", "rancher"},
		"suffix":                             {"CephNew.ceph.rook.io", "cephnew.ceph.rook.io", "rook ceph"},
		"suffix on a foreign kind":           {"Widget.example.org", "cephnew.ceph.rook.io", ""},
		"suffix without domain":              {"SeccompProfile.security-profiles-operator.x-k8s.io", "node-1-deleted", "security profiles operator"},
		"suffix without domain, elsewhere":   {"Pod", "node-1-deleted", ""},
		"specific regex":                     {"DBInstance.rds.services.k8s.aws", "finalizers.rds.services.k8s.aws/DBInstance", "aws ack controller"},
		"a name built from the kind":         {"FlinkDeployment.flink.apache.org", "flinkdeployments.flink.apache.org/finalizer", "java operator"},
		"one built from its group alone":     {"FlinkDeployment.flink.apache.org", "flink.apache.org/finalizer", ""},
		"one built from another kind":        {"FlinkDeployment.flink.apache.org", "flinksessionjobs.flink.apache.org/finalizer", ""},
		"a built-in one on a foreign kind":   {"ConfigMap", "kubernetes.io/pvc-protection", ""},
		"a project's one on a foreign kind":  {"ConfigMap", "resources-finalizer.argocd.argoproj.io", ""},
		"exact before generic regex":         {"ResourceGraphDefinition.kro.run", "kro.run/finalizer", "kro"},
		"regex matches the whole":            {"Widget.example.org", "x/widgets.example.org/finalizer", ""},
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
