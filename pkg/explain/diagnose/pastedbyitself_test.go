package diagnose_test

import (
	"strings"
	"testing"
)

const bare = "apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  creationTimestamp: \"2026-02-01T09:56:20Z\"\n  deletionGracePeriodSeconds: 0\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.io/finalizer]\n"

// TestWhyPastedByName reads the name of a finalizer of which nothing else tells whose it is.
func TestWhyPastedByName(t *testing.T) {
	named := func(finalizer string) string { return strings.Replace(bare, "zorg.io/finalizer", finalizer, 1) }
	managed := func(manager string) string {
		return strings.Replace(bare, "  finalizers:", "  managedFields:\n  - {manager: "+manager+", operation: Update, apiVersion: zorg.io/v1, fieldsType: FieldsV1, fieldsV1: {\"f:metadata\": {\"f:finalizers\": {\".\": {}, \"v:\\\"zorg.io/finalizer\\\"\": {}}}}}\n  finalizers:", 1)
	}
	const none, itself = "by its name", "by its name one that calls itself "
	checkTold(t, map[string]told{
		"a program":             {text: named("zorg.io/gear-operator-ext"), is: "Gear shop/g1: Undecided", says: itself + "gear-operator-ext", first: "see whether a program runs that calls itself gear-operator-ext"},
		"another's program":     {text: named("mill.net/gear-operator"), is: "Gear shop/g1: Undecided", says: itself + "gear-operator", first: "see whether a program runs"},
		"and what for":          {text: named("zorg.io/gear-controller-finalizer"), is: "Gear shop/g1: Undecided", says: itself + "gear-controller\n"},
		"without a domain":      {text: named("gear-operator"), is: "Gear shop/g1: Undecided", says: itself + "gear-operator"},
		"its kind's domain":     {text: named("core.zorg.io/finalizer"), is: "Gear shop/g1: Undecided", says: "by its name one of core.zorg.io's, as its kind is"},
		"a domain in one name":  {text: named("gears.core.zorg.io"), is: "Gear shop/g1: Undecided", says: "by its name one of core.zorg.io's, as its kind is"},
		"the kind before it":    {text: named("gear.core.zorg.io/finalizer"), is: "Gear shop/g1: Undecided", says: "by its name one of core.zorg.io's, as its kind is"},
		"another's domain":      {text: named("mill.net/finalizer"), is: "Gear shop/g1: Undecided", says: "by its name one of mill.net's\n"},
		"of what is done":       {text: named("zorg.io/wait-for-controller"), is: "Gear shop/g1: Undecided", says: "one of zorg.io's", lacks: itself},
		"a word for all":        {text: named("zorg.io/operator-finalizer"), is: "Gear shop/g1: Undecided", says: "one of zorg.io's", lacks: itself},
		"a hash":                {text: named("zorg.io/operator-3f9a1c77e0"), is: "Gear shop/g1: Undecided", lacks: itself},
		"a UID":                 {text: named("7d20c1be-55a3-4f0c-8e1d-20a7b94c6f31"), is: "Gear shop/g1: Undecided", lacks: none},
		"a platform's":          {text: named("storage.kubernetes.io/gear-controller"), is: "Gear shop/g1: Undecided", lacks: none},
		"everybody's":           {text: named("k8s.io/cleanup"), is: "Gear shop/g1: Undecided", lacks: none},
		"a word":                {text: named("cleanup"), is: "Gear shop/g1: Undecided", lacks: none},
		"put there by a person": {text: managed("kubectl-edit"), is: "Gear shop/g1: Undecided", lacks: none},
	})
}

// TestWhyPastedByItself tells what a pasted object alone does where nothing tells why it stays.
func TestWhyPastedByItself(t *testing.T) {
	status := func(fields string) string { return bare + "spec: {size: 1}\nstatus: " + fields + "\n" }
	const hasty = "asked to go 3m40s after it was made"
	checkTold(t, map[string]told{
		"was being made":        {text: status("{phase: Provisioning}"), is: "Gear shop/g1: Undecided", says: hasty + ", not ready yet (phase: Provisioning): perhaps never made"},
		"it was ready":          {text: status("{phase: Progressing, conditions: [{type: Ready, status: \"True\", reason: Up}]}"), is: "Gear shop/g1: ", lacks: hasty},
		"some were":             {text: status("{phase: Progressing, readyReplicas: 1}"), is: "Gear shop/g1: ", lacks: hasty},
		"it has an address":     {text: status("{phase: Progressing, endpoint: \"10.0.0.7:443\"}"), is: "Gear shop/g1: ", lacks: hasty},
		"it has an identity":    {text: status("{phase: Progressing, gearID: g-17}"), is: "Gear shop/g1: ", lacks: hasty},
		"it works":              {text: status("{phase: Running}"), is: "Gear shop/g1: ", lacks: hasty},
		"it goes":               {text: status("{phase: Deleting}"), is: "Gear shop/g1: ", lacks: hasty},
		"no status":             {text: bare + "spec: {size: 1}\n", is: "Gear shop/g1: ", lacks: hasty},
		"much later":            {text: strings.Replace(status("{phase: Provisioning}"), "10:00:00Z", "10:09:00Z", 1), is: "Gear shop/g1: ", lacks: "asked to go"},
		"a reason is known":     {text: status("{phase: Provisioning, message: \"failed to delete shaft s1: it is bent\"}"), is: "Gear shop/g1: ", lacks: hasty},
		"what has no readiness": {text: strings.Replace(status("{phase: Provisioning}"), "zorg.io/v1\nkind: Gear", "v1\nkind: ConfigMap", 1), is: "ConfigMap shop/g1: ", lacks: hasty},
	})
	const silent = "nothing copied says why"
	const described = "Name:         g1\nNamespace:    shop\nAPI Version:  zorg.io/v1\nKind:         Gear\nMetadata:\n  Deletion Timestamp:  2026-02-01T10:00:00Z\n  Finalizers:\n    zorg.io/release\nSpec:\n  Size:  1\n"
	checkTold(t, map[string]told{
		"and no event":     {text: described + "Events:  <none>\n", is: "Gear shop/g1: Undecided", says: silent + ": no condition, no error, and no event in about an hour before that"},
		"by a command":     {text: "$ kubectl describe gear g1 -n shop\n" + described + "Events:  <none>\n", is: "Gear shop/g1: Undecided", says: silent},
		"an event":         {text: described + "Events:\n  Type    Reason  Age  From  Message\n  ----    ------  ---  ----  -------\n  Normal  Asked   8s   gear-controller  looks at it\n", is: "Gear shop/g1: ", lacks: silent},
		"a condition":      {text: status("{conditions: [{type: Greased, status: \"False\", reason: Dry, message: \"it is dry\"}]}"), is: "Gear shop/g1: ", lacks: silent},
		"words beside it":  {text: bare + "spec: {size: 1}\n---\n" + "2026-02-01T10:01:00Z\tERROR\tcannot delete shaft s1 of g1: it is bent\n", is: "Gear shop/g1: ", lacks: silent},
		"no status":        {text: bare + "spec: {size: 1}\n", is: "Gear shop/g1: ", lacks: silent},
		"cut":              {text: bare + "status:\n  size: 1\n  shafts: \"on t", is: "Gear shop/g1: ", lacks: silent},
		"nothing but meta": {text: bare, is: "Gear shop/g1: ", lacks: silent},
	})
}

// TestWhyPastedAskedOfHolder tells by what its holder was asked already to force or to leave.
func TestWhyPastedAskedOfHolder(t *testing.T) {
	annotated := func(mark string) string {
		return strings.Replace(bare, "  finalizers:", "  annotations: {"+mark+"}\n  finalizers:", 1)
	}
	const not = "that alone does not end it"
	checkTold(t, map[string]told{
		"forced":              {text: annotated(`zorg.io/force-deletion: "true"`), is: "Gear shop/g1: Undecided", says: `zorg.io/force-deletion is "true": that alone does not end it, its holder has to act on that`},
		"a part is skipped":   {text: annotated(`gears.zorg.io/skip-remote-cleanup: "yes"`), is: "Gear shop/g1: Undecided", says: not},
		"left in place":       {text: annotated(`zorg.io/reconcile-policy: detach-on-delete`), is: "Gear shop/g1: Undecided", says: not},
		"by its spec":         {text: bare + "spec: {deletionPolicy: Orphan}\n", is: "Gear shop/g1: Undecided", says: "deletionPolicy is \"Orphan\": " + not},
		"nothing is to be":    {text: bare + "spec: {noopDelete: true}\n", is: "Gear shop/g1: Undecided", says: "noopDelete is \"true\": " + not},
		"it is to be deleted": {text: bare + "spec: {deletionPolicy: Delete}\n", is: "Gear shop/g1: Undecided", lacks: not},
		"off":                 {text: annotated(`zorg.io/force-deletion: "false"`), is: "Gear shop/g1: Undecided", lacks: not},
		"of no end":           {text: annotated(`zorg.io/force-sync: "true"`), is: "Gear shop/g1: Undecided", lacks: not},
		"another's":           {text: annotated(`mill.net/force-deletion: "true"`), is: "Gear shop/g1: Undecided", lacks: not},
		"a tool's":            {text: annotated(`helm.sh/resource-policy: keep`), is: "Gear shop/g1: Undecided", lacks: not},
		"a reason is known":   {text: annotated(`zorg.io/force-deletion: "true"`) + "status: {phase: Failed, message: \"failed to delete shaft s1: it is bent\"}\n", is: "Gear shop/g1: ", lacks: not},
	})
}

// TestWhyPastedWays has looked at what leads to that which its holder has to clean up.
func TestWhyPastedWays(t *testing.T) {
	const see, plain = "see whether Secret blue-kubeconfig is still there", "  cluster: {kubeconfigSecretRef: {name: blue-kubeconfig, key: value}}\n"
	owned := strings.Replace(bare, "  finalizers:", "  ownerReferences: [{apiVersion: zorg.io/v1, kind: Cluster, name: blue, uid: 28b60f17-95ce-4d03-8a72-e3d1c74b9f60}]\n  finalizers:", 1)
	lists := func(clusters ...string) string {
		text := bare + "spec:\n  parts:\n"
		for _, c := range clusters {
			text += "  - {apiVersion: v1, kind: ConfigMap, name: c, namespace: shop" + c + "}\n"
		}
		return text
	}
	const secret = "---\napiVersion: v1\nkind: Secret\nmetadata: {name: blue-kubeconfig, namespace: shop}\n"
	checkTold(t, map[string]told{
		"a kubeconfig":         {text: bare + "spec:\n" + plain, is: "Gear shop/g1: Undecided", says: "whether Secret blue-kubeconfig is still there is not known from here: it leads to its cluster", first: see},
		"of its owner":         {text: owned + "spec:\n" + plain, is: "Gear shop/g1: Undecided", says: "Secret blue-kubeconfig may have gone with its owner Cluster blue", first: see},
		"of another's name":    {text: strings.Replace(owned, "name: blue,", "name: blu,", 1) + "spec:\n" + plain, is: "Gear shop/g1: Undecided", says: "is not known from here", lacks: "its owner Cluster"},
		"it points elsewhere":  {text: bare + "spec:\n" + plain + "status: {message: \"Error (see .status.trouble for details)\"}\n", is: "Gear shop/g1: ", first: see},
		"it is there":          {text: bare + "spec:\n" + plain + secret, of: "g1", is: "Gear shop/g1: Undecided", lacks: see},
		"it is written":        {text: bare + "spec: {writeKubeconfigSecretRef: {name: blue-kubeconfig}}\n", is: "Gear shop/g1: Undecided", lacks: see},
		"credentials":          {text: bare + "spec: {credentials: {source: Secret, secretRef: {name: keys}}}\n", is: "Gear shop/g1: Undecided", says: "whether Secret keys is still there is not known from here: its cleanup may need that", lacks: "a Secret (spec.credentials)"},
		"of images":            {text: bare + "spec: {imagePullSecrets: [{name: keys}], tlsSecretName: cert}\n", is: "Gear shop/g1: Undecided", lacks: "its cleanup may need"},
		"in another cluster":   {text: lists("", ", cluster: north"), is: "Gear shop/g1: Undecided", says: "part of what it lists is in cluster north; whether that can be reached is not known from here", first: "see whether cluster north can still be reached"},
		"in others":            {text: lists(", cluster: north", ", clusterName: east"), is: "Gear shop/g1: Undecided", says: "what it lists is in clusters north, east"},
		"in the very one":      {text: lists(", cluster: local"), is: "Gear shop/g1: Undecided", lacks: "what it lists"},
		"its status says why":  {text: bare + "spec:\n" + plain + "status: {message: \"failed to delete shaft s1: it is bent\"}\n", is: "Gear shop/g1: ", lacks: "it leads to its cluster"},
		"a policy that blocks": {text: bare + "spec:\n" + plain + "  paused: true\n", is: "Gear shop/g1: ", lacks: "it leads to its cluster"},
	})
}

// TestWhyPastedUnguarded tells of a volume or a claim that who uses it does not hold it any more.
func TestWhyPastedUnguarded(t *testing.T) {
	object := func(kind, finalizers, made string) string {
		return "apiVersion: v1\nkind: " + kind + "\nmetadata:\n  name: v1\n  creationTimestamp: \"" + made + "\"\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [" + finalizers + "]\nspec: {capacity: {storage: 1Gi}}\n"
	}
	const off = "is off it"
	checkTold(t, map[string]told{
		"a volume":     {text: object("PersistentVolume", "zorg.io/disk", "2025-02-01T10:00:00Z"), is: "PersistentVolume v1: ", says: "kubernetes.io/pv-protection, which every volume has, is off it: its claim holds it no more"},
		"a claim":      {text: object("PersistentVolumeClaim", "zorg.io/disk", "2025-02-01T10:00:00Z"), is: "PersistentVolumeClaim ", says: "kubernetes.io/pvc-protection, which every claim has, is off it: no pod holds it any more"},
		"it is on":     {text: object("PersistentVolume", "zorg.io/disk, kubernetes.io/pv-protection", "2025-02-01T10:00:00Z"), is: "PersistentVolume v1: ", lacks: off},
		"long ago":     {text: object("PersistentVolume", "zorg.io/disk", "2018-02-01T10:00:00Z"), is: "PersistentVolume v1: ", lacks: off},
		"another kind": {text: object("ConfigMap", "zorg.io/disk", "2025-02-01T10:00:00Z"), is: "ConfigMap ", lacks: off},
		"cut":          {text: strings.Split(object("PersistentVolume", "zorg.io/disk", "2025-02-01T10:00:00Z"), "spec:")[0], is: "PersistentVolume v1: ", lacks: off},
	})
}
