package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedKnownNetworkAndSecurity tells what is publicly known of a project's stuck deletion from the object alone, and not
// of one that only looks like it.
func TestWhyPastedKnownNetworkAndSecurity(t *testing.T) {
	of := func(kind, name, namespace, finalizers, rest string) string {
		if namespace != "" {
			namespace = "\n  namespace: " + namespace
		}
		return "```\napiVersion: " + strings.Replace(kind, " ", "\nkind: ", 1) + "\nmetadata:\n  name: " + name + namespace +
			"\n  creationTimestamp: \"2026-01-01T10:00:00Z\"\n  deletionTimestamp: \"2026-02-01T09:00:00Z\"\n  deletionGracePeriodSeconds: 0\n  finalizers:\n  - " +
			strings.ReplaceAll(finalizers, " ", "\n  - ") + "\n" + rest + "```\n"
	}
	push := func(policy string) string {
		return of("external-secrets.io/v1alpha1 PushSecret", "p1", "shop", "pushsecret.externalsecrets.io/finalizer", "spec:\n"+policy+"  secretStoreRefs:\n  - name: vault\n")
	}
	realm := func(name, says, annotations string) string {
		return strings.Replace(of("v1.edp.epam.com/v1 KeycloakRealm", "r1", "shop", "keycloak.realm.operator.finalizer.name",
			"spec:\n  realmName: "+name+"\n  keycloakRef:\n    kind: Keycloak\n    name: kc\nstatus:\n  value: \""+says+"\"\n"), "metadata:\n", "metadata:\n"+annotations, 1)
	}
	installation := func(finalizers string) string {
		return of("operator.tigera.io/v1 Installation", "default", "", finalizers, "spec:\n  variant: Calico\n")
	}
	subnet := func(finalizer, status string) string {
		return of("kubeovn.io/v1 Subnet", "s1", "", finalizer, "spec:\n  cidrBlock: 10.1.0.0/24\nstatus:\n"+status)
	}
	address := func(reason, status string) string {
		return of("netbox.dev/v1 IpAddress", "a1", "shop", "ipaddress.netbox.dev/finalizer", "spec:\n  ipAddress: 10.1.0.7/32\nstatus:\n  conditions:\n  - type: Ready\n    status: \""+status+"\"\n    reason: "+reason+"\n    message: \"500 from NetBox\"\n    lastTransitionTime: \"2026-02-01T09:01:00Z\"\n")
	}
	const (
		deleting = "failed to delete realm: error during keycloak resource deletion: failed to delete keycloak realm: "
		keep     = "  annotations:\n    edp.epam.com/preserve-resources-on-deletion: \"true\"\n"
		cleanup  = "tigera.io/operator-cleanup operator.tigera.io/installation-controller"
	)
	checkAll(t, map[string]pasted{
		"pushed and kept": {
			text: push("  deletionPolicy: None\n"), is: "PushSecret shop/p1: Undecided Excluded", holder: "external secrets operator",
			says: "releases before v0.9.20 never take it off", does: "see which release of the operator runs", costs: "stays at the provider",
		},
		"pushed and kept by default": {text: push(""), is: "PushSecret shop/p1: Undecided Excluded", holder: "external secrets operator", says: "before v0.9.20"},
		"pushed and not kept":        {text: push("  deletionPolicy: Delete\n"), is: "PushSecret shop/p1: Undecided Silent", holder: "external secrets operator", lacks: "v0.9.20"},

		"the realm master": {
			text: realm("master", deleting+"400 Bad Request", ""), is: "KeycloakRealm shop/r1: Undecided Failing", holder: "edp keycloak operator",
			says: "which Keycloak never deletes", does: "have the operator leave the realm alone",
		},
		"the realm master, left alone": {text: realm("master", "OK", keep), is: "KeycloakRealm shop/r1: Undecided Silent", holder: "edp keycloak operator", lacks: "which Keycloak never deletes"},
		"a realm that is gone": {
			text: realm("shop", deleting+"404 Not Found: Realm not found.", ""), is: "KeycloakRealm shop/r1: Undecided Failing", holder: "edp keycloak operator",
			says: "Keycloak answers 404: that it is not there", does: "update the operator to v1.30.0 or later",
		},
		"a realm of that number":  {text: realm("shop", deleting+"403 Forbidden: realm r4041", ""), is: "KeycloakRealm shop/r1: Undecided Failing", holder: "edp keycloak operator", says: "403 Forbidden", lacks: "v1.30.0"},
		"a realm that is refused": {text: realm("shop", deleting+"403 Forbidden", ""), is: "KeycloakRealm shop/r1: Undecided Failing", holder: "edp keycloak operator", says: "403 Forbidden", lacks: "v1.30.0"},
		"a realm that is well":    {text: realm("shop", "OK", ""), is: "KeycloakRealm shop/r1: Undecided Silent", holder: "edp keycloak operator", lacks: "fails"},

		"Calico in the foreground": {
			text: installation(cleanup + " foregroundDeletion"), is: "Installation default: Stuck Excluded", holder: "tigera operator",
			says: "neither goes first", does: "only where Calico may go",
		},
		"Calico with its API server": {
			text: installation("operator.tigera.io/apiserver-controller"), is: "Installation default: Undecided Blocked", holder: "tigera operator",
			says: "does not delete the APIServer object", does: "see whether the APIServer object is still there",
		},
		"Calico in the background": {text: installation(cleanup), is: "Installation default: Undecided Silent", holder: "tigera operator", lacks: "in the background"},

		"a resource with its Service": {
			text: of("netbird.io/v1 NBResource", "web", "shop", "netbird.io/cleanup", "spec:\n  networkID: n1\n"), is: "NBResource shop/web: Undecided Blocked",
			holder: "netbird operator", says: "as long as the Service web is there", does: "where it is before v0.3.0, update it", costs: "Its resource stays",
		},
		"a resource of a newer release": {
			text: of("netbird.io/v1 NBResource", "web", "shop", "gateway.netbird.io/resource", "spec:\n  networkID: n1\n"), is: "NBResource shop/web: Undecided Silent",
			holder: "netbird operator", lacks: "v0.3.0",
		},

		"a subnet in use": {
			text: subnet("kubeovn.io/kube-ovn-controller", "  v4usingIPs: 2\n  v6usingIPs: 0\n"), is: "Subnet s1: Undecided Blocked", holder: "kube-ovn",
			says: "addresses of it are still in use", does: "see whose addresses these are",
		},
		"a subnet in use, as of old":    {text: subnet("kube-ovn-controller", "  v4usingIPs: 1\n"), is: "Subnet s1: Undecided Blocked", holder: "kube-ovn", says: "addresses of it are still in use"},
		"a subnet with its own address": {text: subnet("kubeovn.io/kube-ovn-controller", "  v4usingIPs: 1\n  u2oInterconnectionIP: 10.1.0.2\n"), is: "Subnet s1: Undecided Silent", holder: "kube-ovn", lacks: "still in use by its status"},
		"a subnet that is free":         {text: subnet("kubeovn.io/kube-ovn-controller", "  v4usingIPs: 0\n  v6usingIPs: 0\n"), is: "Subnet s1: Undecided Silent", holder: "kube-ovn", lacks: "still in use by its status"},

		"an address that NetBox keeps": {text: address("FailedToDeleteIpInNetbox", "False"), is: "IpAddress shop/a1: Undecided Failing", holder: "netbox operator", says: "500 from NetBox"},
		"an address that is there":     {text: address("IpReservedInNetbox", "True"), is: "IpAddress shop/a1: Undecided Silent", holder: "netbox operator", lacks: "500 from NetBox"},

		"rules of nodes": {
			text: of("artifact.falcosecurity.dev/v1alpha1 Rulesfile", "rules", "shop", "rulesfile.artifact.falcosecurity.dev/finalizer-n1 rulesfile.artifact.falcosecurity.dev/finalizer-n2", "spec: {}\n"),
			is:   "Rulesfile shop/rules: Undecided Blocked", holder: "falco artifact operator", says: "each of its finalizers is of one node", does: "see which of these nodes are still there",
		},
		"a pool with a name of old": {
			text: of("multinic.fms.io/v1 IPPool", "p1", "", "finalizers.cidr.multinic.fms.io", "spec: {}\n"), is: "IPPool p1: Undecided NobodyRemoves", holder: "multi-nic cni", says: "takes it off any more",
		},
		"a block of addresses": {
			text: of("coil.cybozu.com/v2 AddressBlock", "b1", "", "coil.cybozu.com", "index: 1\n"), is: "AddressBlock b1: Undecided", holder: "coild", costs: "given out a second time",
		},
		"a configuration that its operator let go": {
			text: of("redhatcop.redhat.io/v1alpha1 NamespaceConfig", "n1", "", "foregroundDeletion", "spec:\n  templates: []\n"), is: "NamespaceConfig n1: Undecided", holder: "garbage collector",
			warns: "holds nothing: it is through with it",
		},
		"a configuration that it holds": {
			text: of("redhatcop.redhat.io/v1alpha1 NamespaceConfig", "n1", "", "namespaceconfig-controller", "spec:\n  templates: []\n"), is: "NamespaceConfig n1: Undecided Silent", holder: "namespace configuration operator",
			warns: "-",
		},
		"a binding of a cluster that goes": {
			text: of("management.cattle.io/v3 ClusterRoleTemplateBinding", "c1", "c-1", "wrangler.cattle.io/cluster-crtb-remove-handler", "clusterName: c-1\n"),
			is:   "ClusterRoleTemplateBinding c-1/c1: Undecided Silent", holder: "rancher", says: "from v2.14 on nobody takes it off",
		},
	})
}
