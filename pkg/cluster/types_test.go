package cluster

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var someTypes = Types{
	Kinds: []trace.Kind{
		{Version: "v1", Kind: "ConfigMap", Resource: "configmaps", Singular: "configmap", ShortNames: []string{"cm"}, Namespaced: true},
		{Version: "v1", Kind: "Event", Resource: "events", Singular: "event", ShortNames: []string{"ev"}, Namespaced: true},
		{Version: "v1", Kind: "Namespace", Resource: "namespaces", Singular: "namespace", ShortNames: []string{"ns"}},
		{Version: "v1", Kind: "Pod", Resource: "pods", Singular: "pod", ShortNames: []string{"po"}, Namespaced: true},
		{Version: "v1", Kind: "Service", Resource: "services", Singular: "service", ShortNames: []string{"svc"}, Namespaced: true},
		{Group: "apps", Version: "v1", Kind: "Deployment", Resource: "deployments", Singular: "deployment", ShortNames: []string{"deploy"}, Namespaced: true},
		{Group: "cluster.x-k8s.io", Version: "v1beta2", Kind: "Cluster", Resource: "clusters", Singular: "cluster", ShortNames: []string{"cl"}, Namespaced: true},
		{Group: "events.k8s.io", Version: "v1", Kind: "Event", Resource: "events", Singular: "event", ShortNames: []string{"ev"}, Namespaced: true},
		{Group: "gateway.networking.k8s.io", Version: "v1", Kind: "Gateway", Resource: "gateways", Singular: "gateway", ShortNames: []string{"gtw"}, Namespaced: true},
		{Group: "metrics.k8s.io", Version: "v1beta1", Kind: "PodMetrics", Resource: "pods", Namespaced: true},
		{Group: "networking.istio.io", Version: "v1", Kind: "Gateway", Resource: "gateways", Singular: "gateway", ShortNames: []string{"gw"}, Namespaced: true},
		{Group: "odd.example.com", Version: "v1", Kind: "Po", Resource: "poes", Singular: "po"},
		{Group: "postgresql.cnpg.io", Version: "v1", Kind: "Cluster", Resource: "clusters", Singular: "cluster", Namespaced: true},
		{Group: "serving.knative.dev", Version: "v1", Kind: "Service", Resource: "services", Singular: "service", ShortNames: []string{"ksvc"}, Namespaced: true},
		{Group: "storage.k8s.io", Version: "v1", Kind: "StorageClass", Resource: "storageclasses", Singular: "storageclass", ShortNames: []string{"sc"}},
	},
	Others: []trace.Kind{
		{Group: "cluster.x-k8s.io", Version: "v1beta1", Kind: "Cluster", Resource: "clusters", Singular: "cluster", Namespaced: true},
	},
}

func kindName(k trace.Kind) string {
	return fmt.Sprintf("%s.%s.%s", k.Resource, k.Version, k.Group)
}

func TestLookup(t *testing.T) {
	for typ, want := range map[string]string{
		"pods": "pods.v1.", "pod": "pods.v1.", "Pod": "pods.v1.", "PODS": "pods.v1.", "cm": "configmaps.v1.",
		"pods.v1.":                          "pods.v1.",
		"deploy":                            "deployments.v1.apps",
		"deploy.apps":                       "deployments.v1.apps",
		"Deployment.v1.apps":                "deployments.v1.apps",
		"deployments.v1.apps":               "deployments.v1.apps",
		"ev":                                "events.v1.", // the core group counts most
		"events.events.k8s.io":              "events.v1.events.k8s.io",
		"podmetrics":                        "pods.v1beta1.metrics.k8s.io",
		"pods.metrics.k8s.io":               "pods.v1beta1.metrics.k8s.io",
		"pods.metrics":                      "pods.v1beta1.metrics.k8s.io", // the beginning of a group
		"service":                           "services.v1.",
		"ksvc":                              "services.v1.serving.knative.dev",
		"gateway":                           "gateways.v1.gateway.networking.k8s.io", // before custom resources of others
		"gw":                                "gateways.v1.networking.istio.io",
		"po":                                "poes.v1.odd.example.com", // a full name before a short one
		"cl":                                "clusters.v1beta2.cluster.x-k8s.io",
		"cluster.postgresql.cnpg.io":        "clusters.v1.postgresql.cnpg.io",
		"clusters.v1beta2.cluster.x-k8s.io": "clusters.v1beta2.cluster.x-k8s.io",
		"clusters.v1beta1.cluster.x-k8s.io": "clusters.v1beta1.cluster.x-k8s.io", // served, not preferred
		"sc":                                "storageclasses.v1.storage.k8s.io",
	} {
		got, err := someTypes.Lookup(typ)
		if err != nil || kindName(got) != want {
			t.Errorf("%s is %s, %v, want %s", typ, kindName(got), err, want)
		}
	}
	for typ, want := range map[string]string{
		"":                                   `a type is missing in ""`,
		".apps":                              `a type is missing in ".apps"`,
		"cluster":                            `the type "cluster" is ambiguous: use clusters.cluster.x-k8s.io or clusters.postgresql.cnpg.io`,
		"deploymnet":                         `the server serves no type "deploymnet": did you mean deployments.apps?`,
		"evnets":                             `the server serves no type "evnets": did you mean events or events.events.k8s.io?`,
		"class":                              `the server serves no type "class": did you mean storageclasses.storage.k8s.io?`,
		"pods.example.com":                   `the server serves no type "pods.example.com": did you mean pods, pods.metrics.k8s.io or poes.odd.example.com?`,
		"clusters.v1alpha4.cluster.x-k8s.io": `the server serves no type "clusters.v1alpha4.cluster.x-k8s.io": did you mean clusters.cluster.x-k8s.io or clusters.postgresql.cnpg.io?`,
		"foo":                                `the server serves no type "foo": kubectl api-resources lists those that it does`,
		"pos":                                `the server serves no type "pos": did you mean pods, pods.metrics.k8s.io or poes.odd.example.com?`,
		"xy":                                 `the server serves no type "xy": kubectl api-resources lists those that it does`,
	} {
		got, err := someTypes.Lookup(typ)
		if err == nil || err.Error() != want {
			t.Errorf("%q is %s, error %v\nwant %s", typ, kindName(got), err, want)
		}
	}
}

// Of a file no server serves the types: what it holds is said.
func TestLookupHeld(t *testing.T) {
	types := someTypes
	types.Held = func() string { return "Gear g1" }
	for typ, want := range map[string]string{
		"foo":        `the file holds no object of type "foo": it holds Gear g1`,
		"deploymnet": `the file holds no object of type "deploymnet": did you mean deployments.apps? It holds Gear g1`,
		"cluster":    `the type "cluster" is ambiguous: use clusters.cluster.x-k8s.io or clusters.postgresql.cnpg.io`,
	} {
		if _, err := types.Lookup(typ); err == nil || err.Error() != want {
			t.Errorf("%q: error %v\nwant %s", typ, err, want)
		}
	}
	if _, err := types.Lookup("pods"); err != nil {
		t.Error(err)
	}
}

// Where the server has said in which order its groups count, that decides, as it does for
// kubectl; nobody is told of what a built-in kind goes before.
func TestShared(t *testing.T) {
	types := someTypes
	types.Groups = []string{"", "apps", "events.k8s.io", "storage.k8s.io", "postgresql.cnpg.io", "serving.knative.dev", "networking.istio.io", "gateway.networking.k8s.io", "cluster.x-k8s.io", "odd.example.com", "metrics.k8s.io"}
	for typ, want := range map[string]string{
		"cluster":                  "clusters.v1.postgresql.cnpg.io, not clusters.v1beta2.cluster.x-k8s.io",
		"cluster.cluster.x-k8s.io": "clusters.v1beta2.cluster.x-k8s.io",
		"gateways":                 "gateways.v1.networking.istio.io, not gateways.v1.gateway.networking.k8s.io",
		"gateways.networking":      "gateways.v1.networking.istio.io",
		"cl":                       "clusters.v1beta2.cluster.x-k8s.io",
		"pods":                     "pods.v1.",
		"events":                   "events.v1.",
		"services":                 "services.v1.",
	} {
		kind, err := types.Lookup(typ)
		got := kindName(kind)
		for _, other := range types.Shared(typ) {
			got += ", not " + kindName(other)
		}
		if err != nil || got != want {
			t.Errorf("%s is %s, %v, want %s", typ, got, err, want)
		}
	}
	if others := someTypes.Shared("cluster"); others != nil {
		t.Errorf("without an order of groups there is %v", others)
	}
	if others := types.Shared(""); others != nil {
		t.Errorf("nothing is %v", others)
	}
}

func TestLookupAll(t *testing.T) {
	kinds, err := someTypes.LookupAll("po.metrics,pods,deploy,pod,ns")
	if err == nil {
		t.Errorf("po.metrics is %v", kinds)
	}
	kinds, err = someTypes.LookupAll("pods,deploy,pod,ns")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, k := range kinds {
		names = append(names, kindName(k))
	}
	if diff := cmp.Diff([]string{"pods.v1.", "deployments.v1.apps", "namespaces.v1."}, names); diff != "" {
		t.Errorf("kinds (-want +got):\n%s", diff)
	}
}

// A category stands for its kinds, but not for those that cannot be listed; a
// type of the same name comes first.
func TestCategories(t *testing.T) {
	managed := []string{"managed"}
	types := Types{Kinds: []trace.Kind{
		{Version: "v1", Kind: "Pod", Resource: "pods", Listable: true, Categories: []string{"all"}},
		{Group: "a.example.com", Version: "v1", Kind: "Bucket", Resource: "buckets", Listable: true, Categories: managed},
		{Group: "a.example.com", Version: "v1", Kind: "Review", Resource: "reviews", Categories: managed},
		{Group: "a.example.com", Version: "v1", Kind: "All", Resource: "alls", Singular: "all", Listable: true},
	}}
	for arg, want := range map[string]string{
		"managed":      "buckets",
		"Managed,pods": "buckets pods",
		"all":          "alls",
		"unmanaged":    "",
	} {
		kinds, err := types.LookupAll(arg)
		var got []string
		for _, k := range kinds {
			got = append(got, k.Resource)
		}
		if strings.Join(got, " ") != want || (err == nil) != (want != "") {
			t.Errorf("%s: got %v, %v; want %q", arg, got, err, want)
		}
	}
}

func TestCheckArgs(t *testing.T) {
	for args, want := range map[string]string{
		"pods":           "<nil>",
		"pods,svc":       "<nil>",
		"pods a b":       "<nil>",
		"pods,svc a":     "<nil>",
		"nonsense/a":     "<nil>", // only the server can tell
		"pods/a svc/b":   "<nil>",
		"pods,":          `a type is missing in "pods,"`,
		".apps a":        `a type is missing in ".apps"`,
		"pods,,svc a":    `a type is missing in "pods,,svc"`,
		"pods/":          `"pods/" names no object: use TYPE/NAME with one type, one slash and one name`,
		"pods svc/a":     "TYPE/NAME and TYPE NAME cannot be mixed: use one of the two for all objects",
		"pods/a/b svc/a": `"pods/a/b" names no object: use TYPE/NAME with one type, one slash and one name`,
	} {
		if got := fmt.Sprint(CheckArgs(strings.Fields(args))); got != want {
			t.Errorf("%s: got %s, want %s", args, got, want)
		}
	}
}

func TestTargets(t *testing.T) {
	for name, tc := range map[string]struct {
		args []string
		want []string
		err  string
	}{
		"type and name":       {[]string{"pod", "web"}, []string{"pods/shop/web"}, ""},
		"type and names":      {[]string{"pod", "web", "db", "web"}, []string{"pods/shop/web", "pods/shop/db"}, ""},
		"type/name":           {[]string{"pod/web", "ns/shop"}, []string{"pods/shop/web", "namespaces//shop"}, ""},
		"types and names":     {[]string{"pod,svc", "a", "b"}, []string{"pods/shop/a", "pods/shop/b", "services/shop/a", "services/shop/b"}, ""},
		"the same twice":      {[]string{"pod/web", "po.v1./web", "pods/web"}, []string{"pods/shop/web"}, ""},
		"dots in names":       {[]string{"pods.v1./web.1"}, []string{"pods/shop/web.1"}, ""},
		"nothing":             {nil, nil, "no object is named: use TYPE/NAME or TYPE NAME"},
		"no name":             {[]string{"pods"}, nil, `no name is given for the type "pods": use pods/NAME`},
		"empty name":          {[]string{"pods", ""}, nil, `a name for the type "pods" is empty`},
		"mixed":               {[]string{"pods", "svc/a"}, nil, "TYPE/NAME and TYPE NAME cannot be mixed: use one of the two for all objects"},
		"two slashes":         {[]string{"pods/a/b"}, nil, `"pods/a/b" names no object: use TYPE/NAME with one type, one slash and one name`},
		"no type":             {[]string{"/a"}, nil, `"/a" names no object: use TYPE/NAME with one type, one slash and one name`},
		"no name after slash": {[]string{"pods/"}, nil, `"pods/" names no object: use TYPE/NAME with one type, one slash and one name`},
		"types before slash":  {[]string{"pods,svc/a"}, nil, `"pods,svc/a" names no object: use TYPE/NAME with one type, one slash and one name`},
		"unknown":             {[]string{"pods,unheardof", "a"}, nil, `the server serves no type "unheardof": kubectl api-resources lists those that it does`},
		"trailing comma":      {[]string{"pods,", "a"}, nil, `a type is missing in ""`},
	} {
		t.Run(name, func(t *testing.T) {
			targets, err := someTypes.Targets("shop", tc.args)
			if fmt.Sprint(err) != tc.err && (err != nil || tc.err != "") {
				t.Errorf("error %v, want %s", err, tc.err)
			}
			var got []string
			for _, x := range targets {
				got = append(got, x.Kind.Resource+"/"+x.Namespace+"/"+x.Name)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("targets (-want +got):\n%s", diff)
			}
		})
	}
}
