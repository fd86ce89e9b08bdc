package dump

import (
	"errors"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestPresume takes what was copied in part for asked to go, and nothing that tells.
func TestPresume(t *testing.T) {
	const part = "It hangs:\n```\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  finalizers: [zorg.io/a]\n"
	const live = "$ kubectl get gear g1 -o yaml\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  uid: u1\n  finalizers: [zorg.io/a]\n"
	for name, tt := range map[string]struct {
		text string
		want bool
	}{
		"a part":                      {part, true},
		"with its uid":                {part + "  uid: 11111111-0000-4000-8000-000000000001\n", false},
		"with a part of status":       {part + "status: {ready: true}\n", true},
		"as it was made":              {part + "  creationTimestamp: \"2024-03-05T12:00:00Z\"\nstatus: {ready: true}\n", false},
		"as it was made, and deleted": {"$ kubectl delete gear g1\n^C\n$ kubectl get gear g1 -o yaml\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  finalizers: [zorg.io/a]\n  creationTimestamp: \"2024-03-05T12:00:00Z\"\nstatus: {ready: true}\n", true},
		"another is deleted":          {"$ kubectl delete gear g2\n^C\n$ kubectl get gear g1 -o yaml\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  finalizers: [zorg.io/a]\n  creationTimestamp: \"2024-03-05T12:00:00Z\"\nstatus: {ready: true}\n", false},
		"the server refuses it":       {"$ kubectl delete gear g1\nError from server: admission webhook \"x\" denied the request: no\n" + live, false},
		"and not the second time":     {"$ kubectl delete gear g1\nError from server (Forbidden): no\n$ kubectl delete gear g1 --as root\n^C\n" + live, true},
		"another is refused":          {"$ kubectl delete gear g1\n^C\n$ kubectl delete gear g2\nError from server (Forbidden): no\n" + live, true},
		"a dry run":                   {"$ kubectl delete gear g1 --dry-run=server\n" + live, false},
		"no dry run":                  {"$ sudo kubectl delete gear g1 --dry-run=none\n" + live, true},
		"a word of one":               {"Do not run `kubectl delete gear g1`.\n" + live, false},
		"a phase of its own":          {"apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: c1, finalizers: [kubernetes.io/pvc-protection]}\nstatus: {phase: Bound}\n", false},
		"a table shows it live":       {"$ kubectl get gears.zorg.io\nNAME   STATUS   AGE\ng1     Ready    5m\n" + part, false},
		"a table alone":               {"$ kubectl get gears.zorg.io -n shop\nNAME   PHASE   AGE\ng1     Ready   160m\n", false},
		"of no kind, made":            {"$ kubectl get gear g1 -o yaml\nmetadata:\n  creationTimestamp: \"2024-03-05T12:00:00Z\"\nstatus: {ready: true}\n", false},
		"said to hang":                {"It is stuck in Terminating.\n" + live, true},
		"by its kind":                 {"# Gears stuck deleting\n" + live, true},
		"of another name":             {"`kubectl delete gear g2` hangs, and the namespace is stuck deleting.\n" + live, false},
		"that it did":                 {"It is no longer stuck in Terminating.\n" + live, false},
		"stuck at something else":     {"It is stuck in Pending. Nothing is deleted.\n" + live, false},
		"a table that shows it stays": {"It is stuck in Terminating.\n$ kubectl get gears.zorg.io\nNAME   STATUS   AGE\ng1     Ready    5m\n" + live, false},
		"no finalizers":               {strings.Replace(part, "  finalizers: [zorg.io/a]\n", "", 1), false},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			obj := soleOf(t, d)
			asked := obj.GetDeletionTimestamp()
			if got := asked != nil && trace.IsPresumed(asked.UTC()); got != tt.want {
				t.Errorf("presumed: %t", got)
			}
		})
	}
}

// TestPresumeShown takes what a server has shown for asked to go where the manifest of another object stands beside it,
// and the manifest of none: it is what somebody has asked for.
func TestPresumeShown(t *testing.T) {
	const manifest = "```\napiVersion: v1\nkind: Service\nmetadata:\n  name: s2\n  namespace: shop\nspec: {type: LoadBalancer}\n```\n"
	const described = "```\nName:                     s1\nNamespace:                shop\nIP Families:              IPv4\n```\n"
	const custom = "```\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g2\n  namespace: shop\nspec: {teeth: 3}\n```\n"
	const said = "It stays on, and kubectl delete never ends:\n"
	serves := strings.Replace(custom, "  name: g2\n", "  name: g2\n  uid: u1\n", 1)
	for name, tt := range map[string]struct{ text, want string }{
		"described":              {manifest + said + described, "s1"},
		"before the manifest":    {said + described + manifest, "s1"},
		"its own manifest":       {strings.ReplaceAll(manifest, "s2", "s1") + said + described, "s1"},
		"no word of a deletion":  {manifest + described, ""},
		"a manifest alone":       {said + manifest, ""},
		"what comes when it is":  {"When this object is deleted from the API the following error appears:\n" + custom, "g2"},
		"of Kubernetes' own":     {"When this object is deleted from the API the following error appears:\n" + manifest, ""},
		"when its kind is":       {"Once a Service is deleted this error appears:\n" + manifest, "s2"},
		"when another kind is":   {"When this Mill is deleted the following error appears:\n" + manifest, ""},
		"when its finalizer is":  {"When the finalizer is removed the following error appears:\n" + manifest, ""},
		"a title of any object":  {"An object that never became a wheel can't be deleted\n" + custom, "g2"},
		"among Kubernetes' own":  {"This resource cannot be deleted.\n" + manifest + custom, "g2"},
		"a title of its kind":    {"[gearer] Gear whose wheel is gone can no longer be deleted\n" + custom, "g2"},
		"a title of another":     {"The wheel of a Gear can't be removed\n" + custom, ""},
		"what then is deleted":   {"When you then delete the object it never clears.\n" + custom, "g2"},
		"its file":               {"I ran kubectl delete -f gear.yaml, and the command hangs.\n" + custom, "g2"},
		"its file, which works":  {"I ran kubectl delete -f gear.yaml, and applied it again.\n" + custom, ""},
		"a deletion that works":  {"The Gear can be deleted, but no wheel is made.\n" + custom, ""},
		"one that hangs beside":  {"The pod web-0 is stuck in Terminating:\n" + custom, "web-0"},
		"the namespace beside":   {"My namespace shop is stuck in Terminating:\n" + custom, "shop"},
		"in a namespace":         {"My cog is stuck deleting in namespace shop:\n" + custom, ""},
		"a namespace that is":    {"It hangs in Pending in the namespace shop. Nothing is deleted.\n" + custom, ""},
		"some kind beside":       {"Pods stuck in Terminating\n" + custom, "NAME"},
		"some kind, which asks":  {"Is a PVC stuck in Terminating while a pod has it?\n" + custom, ""},
		"some kind once":         {"Last month the pod web-0 was stuck in Terminating, and a restart mended it.\n" + custom, ""},
		"some kind of others":    {"The pod web-0 is stuck in Terminating in another cluster. This does not load:\n" + custom, ""},
		"some kind in general":   {"Namespaces stuck in Terminating are a matter for the manual.\n" + custom, ""},
		"some kind in a rule":    {"The alert says that the namespace shop is stuck in Terminating:\n" + custom, ""},
		"some kind, which is no": {"The pod web-0 is stuck in Terminating. My question is not about that, but:\n" + custom, ""},
		"why some of ours hangs": {"Why is my pod web-0 stuck in Terminating?\n" + custom, "web-0"},
		"its file, asked":        {"Does kubectl delete -f gear.yaml hang where nobody runs the gearer?\n" + custom, ""},
		"its file, which is not": {"I ran kubectl delete -f gear.yaml, which is not stuck.\n" + custom, ""},
		"stuck at its start":     {"Pods stuck in ContainerCreating\n" + custom, ""},
		"one beside what serves": {"The pod web-0 is stuck in Terminating:\n" + serves, "web-0"},
		"some beside what does":  {"Every namespace that we delete stays in Terminating:\n" + serves, "NAME"},
		"which they could":       {"Every namespace that we delete should stay in Terminating for a while:\n" + serves, ""},
		"its own kind beside":    {"Every gear that we delete stays in Terminating:\n" + serves, ""},
		"none beside what does":  {"No namespace is stuck in Terminating here:\n" + serves, ""},
		"when one of two is":     {"When this object is deleted the following error appears:\n" + custom + strings.ReplaceAll(custom, "g2", "g1"), ""},
		"two that are described": {manifest + said + described + strings.ReplaceAll(described, "s1", "s3"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, k := range d.kinds {
				d.Scan(t.Context(), []trace.Scope{{Kind: k}}, trace.Want{}, func(_ trace.Kind, row *trace.Row) {
					if !row.Deleted.IsZero() {
						got += string(row.Name)
					}
				})
			}
			if got != tt.want {
				t.Errorf("asked to go: %q, want %q", got, tt.want)
			}
		})
	}
}

// TestShown takes an object that was copied in part for one that was asked to go where its status, an
// event or a log tells so.
func TestShown(t *testing.T) {
	const part = "apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  finalizers: [zorg.io/a]\n"
	const described = "Name:         g1\nNamespace:    shop\nAPI Version:  zorg.io/v1\nKind:         Gear\nEvents:\n  Type     Reason        Age                From     Message\n  ----     ------        ----               ----     -------\n  Warning  FailedDelete  5m (x3 over 17m)   gearer   it still turns\n"
	const line = `{"level":"error","msg":"Reconciler error","controllerKind":"Gear","name":"g1","error":"deleting the shaft: it is bent"}` + "\n"
	for name, tt := range map[string]struct {
		text string
		want bool
	}{
		"a part":               {part, false},
		"a phase":              {part + "status: {phase: Terminating}\n", true},
		"an act":               {"status:\n  lastOperation:\n    type: Delete\n    state: Failed\n  conditions: []\n", true},
		"another act":          {"status:\n  lastOperation:\n    type: Create\n    state: Failed\n  conditions: []\n", false},
		"an event":             {described, true},
		"an event of another":  {strings.Replace(described, "it still turns", "failed to delete pod g1-0", 1), false},
		"a log":                {part + "\n" + line, true},
		"a log of another":     {part + "\n" + strings.Replace(line, "g1", "g2", 1), false},
		"a log of its parts":   {part + "\n" + strings.Replace(line, "the shaft", "pod g1-0", 1), false},
		"one that says it not": {part + "status: {conditions: [{type: Deleting, status: \"False\", reason: NotDeleting}]}\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			asked := soleOf(t, d).GetDeletionTimestamp()
			if asked == nil || trace.IsPresumed(asked.UTC()) == tt.want {
				t.Errorf("asked to go at %v", asked)
			}
		})
	}
}

// TestPresumeLogged takes the one of several objects for asked to go of which a log says that its deletion fails, whatever
// manifest was copied of it.
func TestPresumeLogged(t *testing.T) {
	const both = "apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\nspec: {teeth: 3}\n---\napiVersion: zorg.io/v1\nkind: Wheel\nmetadata:\n  name: g1\n  namespace: shop\nspec: {}\n\n"
	const line = `gearer-0 gearer {"level":"error","ts":"2024-03-05T12:00:00Z","msg":"failed to delete gear","controllerGroup":"zorg.io","controllerKind":"Gear","Gear":{"name":"g1","namespace":"shop"},"namespace":"shop","name":"g1","error":"Error 500"}` + "\n"
	for name, tt := range map[string]struct{ text, want string }{
		"its deletion":          {both + line, "Gear"},
		"its finalizer":         {both + strings.Replace(line, "failed to delete gear", "Reconciler error", 1), ""},
		"its finalization":      {both + strings.Replace(line, "failed to delete gear", "cannot remove finalizer", 1), "Gear"},
		"of another name":       {both + strings.ReplaceAll(line, `"g1"`, `"g2"`), ""},
		"of another namespace":  {both + strings.ReplaceAll(line, `"shop"`, `"mall"`), ""},
		"of what it is made of": {both + strings.Replace(line, "failed to delete gear", "failed to delete tooth t1", 1), ""},
		"that succeeds":         {both + strings.NewReplacer("failed to delete gear", "deleting gear", `,"error":"Error 500"`, "", `"error",`, `"info",`).Replace(line), ""},
		"its creation":          {both + strings.Replace(line, "failed to delete", "failed to create", 1), ""},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, k := range d.kinds {
				d.Scan(t.Context(), []trace.Scope{{Kind: k}}, trace.Want{}, func(_ trace.Kind, row *trace.Row) {
					if !row.Deleted.IsZero() {
						got += k.Kind
					}
				})
			}
			if got != tt.want {
				t.Errorf("asked to go: %q, want %q", got, tt.want)
			}
		})
	}
}

// TestPresumeNothing asks of none why it hangs: nothing is presumed, and nothing is made of words that
// are of no deletion.
func TestPresumeNothing(t *testing.T) {
	for name, text := range map[string]string{
		"a part":         "apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  finalizers: [zorg.io/a]\n",
		"a status":       "$ kubectl get gear g1 -n shop -o yaml\nstatus:\n  conditions:\n  - {type: Ready, status: \"False\", message: no}\n",
		"described":      "Name:             i1\nNamespace:        shop\nAddress:\nDefault backend:  a:80\nEvents:           <none>\n",
		"a table":        "$ kubectl get gears.zorg.io -n shop\nNAME   PHASE   AGE\ng1     Ready   160m\n",
		"a log":          `{"level":"error","msg":"Reconciler error","controllerKind":"Gear","Gear":{"name":"g1","namespace":"shop"},"error":"no blade"}`,
		"words of one":   "The gear should be deleted.\n" + `{"level":"error","msg":"cannot delete it","controllerKind":"Gear","Gear":{"name":"g1","namespace":"shop"},"error":"no blade"}`,
		"an error alone": "Error from server (InternalError): failed calling webhook \"gears.zorg.io\": no endpoints",
	} {
		t.Run(name, func(t *testing.T) {
			about, _ := AboutNamed("gears.zorg.io", "g1", "shop")
			d, err := about.Read(t.Context(), strings.NewReader(text))
			if _, empty := errors.AsType[*EmptyError](err); empty {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range d.kinds {
				d.Scan(t.Context(), []trace.Scope{{Kind: k}}, trace.Want{}, func(_ trace.Kind, row *trace.Row) {
					if !row.Deleted.IsZero() {
						t.Errorf("%s %s was asked to go at %s", k.Kind, row.Name, row.Deleted)
					}
				})
			}
		})
	}
}

// TestEventsOfAnother leaves events with the object that the command before them described.
func TestEventsOfAnother(t *testing.T) {
	const table = "Events:\n  Type     Reason   Age   From   Message\n  Warning  Failed   3m (x5 over 3m)   gearer   cannot delete it\n"
	for name, tt := range map[string]struct{ command, want string }{
		"its own":        {"$ kubectl describe gear g1 -n shop", "Gear/g1"},
		"another type's": {"$ kubectl describe toothgears -n shop", "Toothgear/NAME"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := Read(t.Context(), strings.NewReader("$ kubectl get gears -n shop\nNAME   PHASE\ng1     Deleting\n\n"+tt.command+"\n...\n"+table))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range d.entries(trace.Kind{Version: "v1", Kind: "Event", Resource: "events"}, "") {
				obj, err := e.object()
				if err != nil {
					t.Fatal(err)
				}
				about, _ := obj.Object["involvedObject"].(map[string]any)
				got = append(got, spoken.Text(about, "kind")+"/"+spoken.Text(about, "name"))
			}
			if len(got) != 1 || got[0] != tt.want {
				t.Errorf("events of %v, want %s", got, tt.want)
			}
		})
	}
}

// TestEventsBehindLine hears events that stand as a document of their own behind an object, and passes over other words there.
func TestEventsBehindLine(t *testing.T) {
	const gear = "apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  finalizers: [zorg.io/x]\n---\n"
	const table = "Events:\n  Type     Reason   Age              From     Message\n  ----     ------   ----             ----     -------\n  Warning  Failed   3m (x5 over 3m)  gearer   Error: cannot delete it\n"
	for text, want := range map[string]int{
		gear + table: 1,
		gear + "Events: there are none: really\n":              0,
		gear + "Last night, from the other cluster:\n" + table: 0,
	} {
		d, err := Read(t.Context(), strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := len(d.entries(trace.Kind{Version: "v1", Kind: "Event", Resource: "events"}, "")); got != want {
			t.Errorf("%d events, want %d, of:\n%s", got, want, text)
		}
	}
}

// soleOf is the one object of a dump.
func soleOf(t *testing.T, d *Dump) *unstructured.Unstructured {
	t.Helper()
	at, is := d.Sole()
	if !is {
		t.Fatal("no object was read")
	}
	obj, err := d.Get(t.Context(), at.Kind, at.Namespace, at.Name)
	if err != nil {
		t.Fatal(err)
	}
	return obj
}

// TestCopiedTwice takes the later one of two copies of an object in a text, unless its version tells.
func TestCopiedTwice(t *testing.T) {
	one := func(version, teeth string) string {
		return "apiVersion: zorg.io/v1\nkind: Gear\nmetadata: {name: g1, uid: u1" + version + "}\nstatus: {teeth: \"" + teeth + "\"}\n---\n"
	}
	for name, tt := range map[string]struct{ text, want string }{
		"in order":     {one("", "212") + one("", "31"), "31"},
		"the more now": {one("", "31") + one("", "212"), "212"},
		"by version":   {one(", resourceVersion: \"9\"", "31") + one(", resourceVersion: \"5\"", "212"), "31"},
	} {
		d, err := Read(t.Context(), strings.NewReader(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		if got, _, _ := unstructured.NestedString(soleOf(t, d).Object, "status", "teeth"); got != tt.want {
			t.Errorf("%s: %s teeth", name, got)
		}
	}
}
