package diagnose_test

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// TestWhyPastedNamespaceShown puts what is shown of a namespace before what every namespace has, where its spec was not
// copied.
func TestWhyPastedNamespaceShown(t *testing.T) {
	namespace := func(rest string) string {
		return "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n  uid: u-1\n  deletionTimestamp: \"2026-01-02T03:04:05Z\"\n" + rest
	}
	const shown = "  finalizers: [controller.cattle.io/namespace-auth]\n"
	for name, test := range map[string]struct {
		rest, first string
		presumed    bool
	}{
		"one is shown":        {shown, "controller.cattle.io/namespace-auth", true},
		"the spec is as well": {shown + "spec:\n  finalizers: [kubernetes]\n", "kubernetes", false},
		"none is shown":       {"  labels: {a: b}\n", "kubernetes", false},
		"it is not done": {
			shown + "status:\n  phase: Terminating\n  conditions:\n  - {type: NamespaceContentRemaining, status: \"True\", reason: SomeResourcesRemain, message: 'Some resources are remaining: gears.zorg.io has 1 resource instances'}\n",
			"kubernetes", false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := pasted{text: namespace(test.rest)}.read(t)
			if got := holdOf(o).Finalizer; got != test.first {
				t.Errorf("first is %s, want %s", got, test.first)
			}
			for _, hold := range o.Holds {
				presumed := strings.Contains(hold.Message, "presumed")
				likely := hold.Holder.Confidence == explain.Likely
				if hold.Finalizer == "kubernetes" && (presumed != test.presumed || likely != test.presumed) {
					t.Errorf("held by %+v because %s", hold.Holder, hold.Message)
				}
			}
		})
	}
	if o := (pasted{text: namespace(shown + "spec: {}\n")}.read(t)); len(o.Holds) != 1 {
		t.Errorf("held by %+v, and its spec has none", o.Holds)
	}
}

// TestWhyPastedNamespaceHeaded takes the bare names below a heading for what the metadata of a namespace has, and what
// people say of that as well; never what is no name or said of something else.
func TestWhyPastedNamespaceHeaded(t *testing.T) {
	const stuck = "The namespace shop-a is stuck Terminating.\n"
	const list = "Annotations\nzorg.dev/will-remove=True\nFinalizers\nkopf.zalando.org/KopfFinalizerMarker\n"
	const logged = "Namespaces stay Terminating for ever.\n`[shop-a] namespace shop-a has deletion mark, deleting`\n"
	const is, marker, own = "Namespace shop-a: Stuck", "kopf.zalando.org/KopfFinalizerMarker", "kubernetes"
	checkAll(t, map[string]pasted{
		"a heading without a colon": {text: stuck + list, is: is, holder: "kopf operator", finalizer: marker},
		"a heading in a log's text": {text: logged + list, is: is, holder: "kopf operator", finalizer: marker},
		"nothing but the log":       {text: logged, is: is, holder: "namespace controller", finalizer: own},
		"another heading":           {text: stuck + "Labels\nkopf.zalando.org/KopfFinalizerMarker\n", is: is, holder: "namespace controller", finalizer: own},
		"behind the section":        {text: stuck + "Finalizers\nstay on it, as we think.\nkopf.zalando.org/KopfFinalizerMarker\n", is: is, holder: "namespace controller", finalizer: own},
		"names with values":         {text: stuck + "Finalizers\nkopf.zalando.org/last-seen=1\n", is: is, holder: "namespace controller", finalizer: own},
		"what is left in it": {
			text: stuck + list + "Some resources are remaining: gears.zorg.io has 1 resource instances\n",
			is:   "Namespace shop-a: ", holder: "namespace controller", finalizer: own,
		},
		"sentences of its metadata": {text: stuck + "The namespace has metadata.finalizers [kopf.zalando.org/KopfFinalizerMarker].\n", is: is, holder: "kopf operator", finalizer: marker},
		"no name is told":           {text: stuck + "It is the metadata.finalizers of the namespace that stay.\n", is: is, finalizer: explain.NotCopied},
		"there are none":            {text: stuck + "The metadata.finalizers of the namespace are empty.\n", is: is, holder: "namespace controller", finalizer: own},
		"of what is in it":          {text: stuck + "A gear in it has metadata.finalizers [zorg.io/oil].\n", is: is, holder: "namespace controller", finalizer: own},
	})
}

// TestWhyPastedNamespaceDescribed leads from a namespace that goes to what describe printed of an object in it, though
// the end of that was not copied.
func TestWhyPastedNamespaceDescribed(t *testing.T) {
	text := func(state, in, rest string) string {
		return "$ kubectl get namespace shop-a\nNAME     STATUS        AGE\nshop-a   " + (state + "        ")[:11] + "   26d\n\nThe namespace does not go away.\n\n" +
			"$ kubectl -n " + in + " describe kafkatopics bus\nName:         bus\nNamespace:    " + in + "\nLabels:       app=bus\n" + rest
	}
	checkAll(t, map[string]pasted{
		"in it":                    {text: text("Terminating", "shop-a", ""), of: "shop-a", is: "Namespace shop-a: Waiting ContentRemains", holder: "namespace controller", says: "kafkatopics/bus"},
		"whose end is seen":        {text: text("Terminating", "shop-a", ""), of: "bus", is: "Kafkatopic shop-a/bus: Undecided"},
		"in another one":           {text: text("Terminating", "shop-b", ""), of: "shop-a", is: "Namespace shop-a: Stuck", holder: "namespace controller", lacks: "bus"},
		"of a namespace that is":   {text: text("Active", "shop-a", "Annotations:  a=b\n"), of: "bus", is: "Kafkatopic shop-a/bus: Undecided"},
		"as nobody has deleted it": {text: text("Terminating", "shop-a", "API Version:  kafka.strimzi.io/v1beta2\nKind:  KafkaTopic\nMetadata:\n  Creation Timestamp:  2026-01-02T03:04:05Z\n"), of: "bus", is: "KafkaTopic shop-a/bus: NotAsked", holder: "namespace controller"},
	})
	for state, presumed := range map[string]bool{"Terminating": false, "Active": true} {
		if o := (pasted{text: text(state, "shop-a", ""), of: "bus"}.read(t)); o.Presumed != presumed {
			t.Errorf("%s: that it was asked to go is presumed: %t", state, o.Presumed)
		}
	}
}

// TestWhyPastedApplied has the name that was not copied from the annotation that tells how the object was applied, if
// that is of this one.
func TestWhyPastedApplied(t *testing.T) {
	gear := func(applied string) string {
		return "apiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.example.org/cleanup]\n" +
			"  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: |\n      " + applied + "\n"
	}
	const whole = `{"apiVersion":"acme.test/v1","kind":"Gear","metadata":{"annotations":{},"name":"g1","namespace":"shop"},"spec":{}}`
	checkAll(t, map[string]pasted{
		"of this one":    {text: gear(whole), is: "Gear shop/g1: "},
		"as an item":     {text: "apiVersion: v1\nkind: List\nitems:\n- " + strings.ReplaceAll(strings.TrimSpace(gear(whole)), "\n", "\n  ") + "\n", is: "Gear shop/g1: "},
		"of another one": {text: gear(strings.Replace(whole, "Gear", "Wheel", 1)), is: "Gear NAME: "},
		"of no name":     {text: gear(`{"apiVersion":"acme.test/v1","kind":"Gear","metadata":{}}`), is: "Gear NAME: "},
		"not whole":      {text: gear(whole[:len(whole)-10]), is: "Gear shop/g1: "},
		"by an ellipsis": {text: gear(whole[:len(whole)-10] + "..."), is: "Gear shop/g1: "},
		"not its place":  {text: gear(whole[:len(whole)-20]), is: "Gear g1: "},
		"not its name":   {text: gear(whole[:strings.Index(whole, "g1")+1]), is: "Gear NAME: "},
		"only a child":   {text: gear(`{"apiVersion":"acme.test/v1","kind":"Gear","metadata":{"labels":{"name":"g1"},"ann`), is: "Gear NAME: "},
		"before its end": {text: gear(strings.Replace(whole[:len(whole)-10], "Gear", "Wheel", 1)), is: "Gear NAME: "},
	})
}
