package catalogue

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestEntryForWords finds the holder of a kind that several hold by what words tell of: a
// domain decides, the name of a project only suggests, and neither where both tell of two.
func TestEntryForWords(t *testing.T) {
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	ingress := trace.Kind{Group: "networking.k8s.io", Kind: "Ingress", Resource: "ingresses"}
	for words, want := range map[string]struct{ component, confidence string }{
		`failed calling webhook "vingress.elbv2.k8s.aws"`:      {"aws load balancer controller", "high"},
		"unable to determine AWS Shield subscription state":    {"aws load balancer controller", "low"},
		"the service controller could not balance the load":    {},
		"networking.k8s.io/v1 Ingress could not be reconciled": {},
	} {
		e, ok := c.EntryForWords(ingress, words)
		if ok != (want.component != "") || e.Component != want.component || want.confidence == "low" && e.Confidence != "low" || want.confidence == "high" && e.Confidence == "low" {
			t.Errorf("%s: %q, %q", words, e.Component, e.Confidence)
		}
	}
	service, application := trace.Kind{Kind: "Service", Resource: "services"}, trace.Kind{Kind: "Application"}
	for words, want := range map[string]string{
		"cannot see whether the load balancer is there before cleanup":  "cloud load balancer controller",
		"cannot see whether the load balancer is there\nbefore cleanup": "",
		"the load is in balance before cleanup":                         "",
		"Kubernetes v1.24.10":                                           "",
	} {
		if e, _ := c.EntryForWords(service, words); e.Component != want {
			t.Errorf("%s: %q, want %q", words, e.Component, want)
		}
	}
	for words, low := range map[string]bool{"$ argocd app list": true, "removed from Argo CD": true, "of the argo project": true, "argocdx and argo": true, "we do not use argocd": true, "argocd.zorg.io is our page": true} {
		if e, _ := c.EntryForWords(application, words); e.Component != "argo cd" || (e.Confidence == ConfidenceLow) != low {
			t.Errorf("%s: %q, %q", words, e.Component, e.Confidence)
		}
	}
	if e, ok := c.EntryForWords(application, "$ app list"); ok {
		t.Errorf("no project: %q", e.Component)
	}
}

// TestKindLike finds the kind of a project that a word means.
func TestKindLike(t *testing.T) {
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ project, word, want string }{
		{"Koperator (Kafka)", "topics", "KafkaTopic"},
		{"Koperator (Kafka)", "KafkaUsers", "KafkaUser"},
		{"Koperator (Kafka)", "buckets", ""},
		{"", "topics", ""},
	} {
		if kind, _, _ := c.KindLike(tt.project, tt.word); kind != tt.want {
			t.Errorf("%s of %s: %q, want %q", tt.word, tt.project, kind, tt.want)
		}
	}
	if kind, _, known := c.Spelled("openstackcluster"); !known || kind != "OpenStackCluster" {
		t.Errorf("spelled %q", kind)
	}
}

// TestSpelledGroup tells the group of a kind that a standard has, or that all who name one agree in, and none where
// there are several or the name is a plain word.
func TestSpelledGroup(t *testing.T) {
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{
		"volumesnapshot":        "VolumeSnapshot snapshot.storage.k8s.io",
		"VolumeSnapshotContent": "VolumeSnapshotContent snapshot.storage.k8s.io",
		"eventsource":           "EventSource argoproj.io",
		"postgrescluster":       "PostgresCluster ",
		"ingress":               "Ingress ",
		"gearbox":               " ",
	} {
		if kind, group, _ := c.Spelled(word); kind+" "+group != want {
			t.Errorf("%s: %q of %q, want %s", word, kind, group, want)
		}
	}
}

// TestEntryForSpeaker finds who holds a kind, of those who may, by the name under which it writes.
func TestEntryForSpeaker(t *testing.T) {
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	snapshot := trace.Kind{Group: "snapshot.storage.k8s.io", Version: "v1", Kind: "VolumeSnapshot"}
	for name, want := range map[string]string{"snapshot-controller": "snapshot controller", "csi-provisioner": "csi provisioner", "csi-attacher": "", "gear-controller": "", "": ""} {
		if e, ok := c.EntryForSpeaker(snapshot, name); ok != (want != "") || e.Component != want {
			t.Errorf("%s: %q, want %q", name, e.Component, want)
		}
	}
}

// TestEntryForProgram takes the component that a program of the name runs, unless what it holds is of other kinds than this.
func TestEntryForProgram(t *testing.T) {
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	ungrouped := trace.Kind{Group: "", Version: trace.Unstated, Kind: "SQLDatabase"}
	for name, tt := range map[string]struct {
		kind    trace.Kind
		program string
		want    string
	}{
		"its program":            {ungrouped, "cnrm-controller-manager", "config connector"},
		"in words":               {ungrouped, "CNRM controller manager", "config connector"},
		"of a kind of others":    {trace.Kind{Group: "acme.test", Version: "v1", Kind: "Gear"}, "cnrm-controller-manager", ""},
		"one that nobody has":    {ungrouped, "gear-controller-manager", ""},
		"what many are called":   {ungrouped, "controller-manager", ""},
		"no more than its start": {ungrouped, "cnrm", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if e, ok := c.EntryForProgram(tt.kind, tt.program); ok != (tt.want != "") || e.Component != tt.want {
				t.Errorf("%q, want %q", e.Component, tt.want)
			}
		})
	}
}

// TestKindOfFinalizers tells the kind of an object by its finalizers, where the catalogue knows these on one alone.
func TestKindOfFinalizers(t *testing.T) {
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for finalizers, want := range map[string]string{
		"karpenter.k8s.aws/termination":                         "EC2NodeClass",
		"cephcluster.ceph.rook.io":                              "CephCluster.ceph.rook.io",
		"karpenter.k8s.aws/termination,acme.test/x":             "EC2NodeClass",
		"karpenter.k8s.aws/termination,elbv2.k8s.aws/resources": "",
		"foregroundDeletion":                                    "",
		"acme.test/x":                                           "",
	} {
		group, kind := c.KindOfFinalizers(strings.Split(finalizers, ","))
		if got := strings.TrimSuffix(kind+"."+group, "."); got != want {
			t.Errorf("%s: %q, want %q", finalizers, got, want)
		}
	}
}

// TestKindSaid tells the kind of what lines say to go by its project's word for it, and nothing where they name
// no group of a project, or the project has several kinds of that word.
func TestKindSaid(t *testing.T) {
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	const missing = "failed finalizer for WORD. the server could not find the requested resource (get volumes.rook.io)"
	for name, tt := range map[string]struct{ text, want string }{
		"a word":       {strings.Replace(missing, "WORD", "cluster", 1), "CephCluster.ceph.rook.io"},
		"that it goes": {"op: cluster shop has a deletion timestamp\n(get volumes.rook.io)", "CephCluster.ceph.rook.io"},
		"two words":    {"op: cluster shop has a deletion timestamp\n" + strings.Replace(missing, "WORD", "filesystem", 1), ""},
		"no such word": {strings.Replace(missing, "WORD", "gear", 1), ""},
		"no group":     {"op: cluster shop has a deletion timestamp", ""},
		"nothing goes": {"op: cluster shop is ready (get volumes.rook.io)", ""},
		"of nobody":    {strings.Replace(strings.Replace(missing, "WORD", "cluster", 1), "rook.io", "acme.test", 1), ""},
	} {
		group, kind := c.KindSaid(strings.Split(tt.text, "\n"))
		if got := strings.TrimSuffix(kind+"."+group, "."); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// TestEntryForWordsByKind chooses among the components of the project that words tell of by the kind:
// the one that is for it, by its group or alone, and none where several are for it alike.
func TestEntryForWordsByKind(t *testing.T) {
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	const words = "https://gardener.cloud/docs: failed to remove finalizer"
	for _, tt := range []struct {
		kind        trace.Kind
		words, want string
	}{
		{trace.Kind{Group: "core.gardener.cloud", Kind: "Shoot"}, "Shoot.core.gardener.cloud is invalid", "gardenlet"},
		{trace.Kind{Kind: "Shoot"}, words, "gardenlet"},
		{trace.Kind{Group: "core.gardener.cloud", Kind: "ControllerRegistration"}, words, "gardener controller manager"},
		{trace.Kind{Kind: "Shoot"}, "failed to remove finalizer", ""},
		{trace.Kind{Kind: "Subnet"}, "see kubeovn.github.io", "kube-ovn"},
		{trace.Kind{Kind: "Subnet"}, "Kube-OVN v1.12", "kube-ovn"},
		{trace.Kind{Kind: "Subnet"}, "the kube proxy has an ovn below it", ""},
	} {
		if e, _ := c.EntryForWords(tt.kind, tt.words); e.Component != tt.want {
			t.Errorf("%s, %s: %q, want %q", tt.kind.Kind, tt.words, e.Component, tt.want)
		}
	}
}

// TestProjectOf names no family as the one that a kind is of: what programs of many have in common has no objects.
func TestProjectOf(t *testing.T) {
	c := load(t)
	for group, want := range map[string]string{
		"anywhere.eks.amazonaws.com":  "EKS Anywhere",
		"gears.zalando.org":           "", // the domain of kopf
		"metrics.k8s.io":              "metrics-server",
		"custom.metrics.k8s.io":       "",
		"acme.test":                   "",
		"virtualization.deckhouse.io": "Deckhouse virtualization",
		"gears.deckhouse.io":          "", // of the same makers, and the project is called after its own group
	} {
		if got := c.ProjectOf(group); got != want {
			t.Errorf("%s: %q, want %q", group, got, want)
		}
	}
}

// TestOfOthers knows a program that has nothing to do with the group of a kind, and none of which that is not told.
func TestOfOthers(t *testing.T) {
	c := load(t)
	for _, tt := range []struct {
		group, kind, program string
		want                 bool
	}{
		{"zorg.io", "Gear", "cert-manager", true},
		{"zorg.io", "Gear", "Longhorn manager", true},
		{"zorg.io", "Gear", "zorg-manager", false}, // nobody knows it
		{"", "Gear", "cert-manager", false},        // nobody told the group
		{"acme.cert-manager.io", "Gear", "cert-manager", false},
		{"gateway.networking.k8s.io", "Gateway", "cert-manager", false}, // many have to do with it
	} {
		if got := c.OfOthers(trace.Kind{Group: tt.group, Kind: tt.kind}, tt.program); got != tt.want {
			t.Errorf("%s.%s, %s: %v, want %v", tt.kind, tt.group, tt.program, got, tt.want)
		}
	}
}
