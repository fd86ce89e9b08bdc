package diagnose_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// pasted is a text that somebody has copied, and what is made of it.
type pasted struct {
	text string
	// is what the answer begins with: the object, its verdict and its reason; holder is who
	// holds it.
	is, holder string
	// finalizer is the first one, where that is compared.
	finalizer string
	// says and does are parts of the message and of the first step, lacks is in neither.
	says, does, lacks string
	// then is part of a later step.
	then string
	// costs is part of what is lost if it is forced.
	costs string
	// warns is part of a warning; "-" is for none at all.
	warns string
	// maybe are those of which one holds; "-" is for none at all.
	maybe string
	// of is the name of the one that is asked about, where others were copied beside it.
	of string
	// known is what is known of projects, where it is not the built-in catalogue.
	known *catalogue.Catalogue
	// kinds tells a kind by its finalizers, where that is asked.
	kinds func(finalizers, lines []string) (group, kind string)
}

// catalogue is what is known of projects.
func (p pasted) catalogue(t *testing.T) *catalogue.Catalogue {
	t.Helper()
	if p.known != nil {
		return p.known
	}
	return builtIn(t)
}

// read is the object of the text, as why-stuck reads it.
func (p pasted) read(t *testing.T) *explain.Object {
	t.Helper()
	return &p.diagnosed(t).Objects[0]
}

// diagnosed is all that is found of it.
func (p pasted) diagnosed(t *testing.T) *explain.Diagnosis {
	t.Helper()
	spelled := func(word string) (group, kind string) {
		kind, group, _ = p.catalogue(t).Spelled(word)
		return group, kind
	}
	typed := func(word string, lines []string) (group, kind string) {
		kind, group, _ = p.catalogue(t).Typed(word, lines)
		return group, kind
	}
	shaped := func(obj map[string]any) (group, kind string) {
		shape, _ := p.catalogue(t).Shaped(obj)
		return shape.Group, shape.Kind
	}
	d, err := dump.About{Hangs: true, Kinds: p.kinds, Spelled: spelled, Typed: typed, Listed: p.catalogue(t).GroupListed, Grouped: p.catalogue(t).GroupSaid, Shaped: shaped}.Read(t.Context(), strings.NewReader(p.text))
	if err != nil {
		t.Fatal(err)
	}
	target, sole := d.Sole()
	for _, k := range kindsOf(t, d) {
		d.Scan(t.Context(), []trace.Scope{{Kind: k}}, trace.Want{}, func(k trace.Kind, row *trace.Row) {
			if p.of != "" && string(row.Name) == p.of {
				target, sole = trace.Target{Kind: k, Namespace: string(row.Namespace), Name: p.of}, true
			}
		})
	}
	if !sole {
		t.Fatal("this is not one object")
	}
	tracer := trace.Tracer{Reader: d, Linker: p.catalogue(t), Now: d.Clock().At, AtLeast: d.Clock().AtLeast}
	graph, err := tracer.Trace(t.Context(), []trace.Target{target})
	if err != nil {
		t.Fatal(err)
	}
	diagnoser := diagnose.Diagnoser{Reader: d, Catalogue: p.catalogue(t), Now: d.Clock().At, AtLeast: d.Clock().AtLeast, Aside: d.Aside()}
	diagnosis, err := diagnoser.Diagnose(t.Context(), graph)
	if err != nil {
		t.Fatal(err)
	}
	return diagnosis
}

func kindsOf(t *testing.T, d *dump.Dump) []trace.Kind {
	t.Helper()
	kinds, _, err := d.Kinds(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return kinds
}

// holdOf is what holds an object before all else.
func holdOf(o *explain.Object) *explain.Hold {
	if len(o.Holds) > 0 {
		return &o.Holds[0]
	}
	return &explain.Hold{Verdict: o.Verdict}
}

// check reads the text and compares.
func (p pasted) check(t *testing.T) {
	t.Helper()
	o := p.read(t)
	first := holdOf(o)
	step, later := "", ""
	for i := range first.Next {
		if i == 0 {
			step = first.Next[0].Text
			continue
		}
		later += first.Next[i].Text + "\n"
	}
	if !strings.Contains(later, p.then) {
		t.Errorf("later steps %q, want %q", later, p.then)
	}
	is := o.Kind + " " + strings.TrimPrefix(o.Namespace+"/"+o.Name, "/") + ": " + string(first.Verdict) + " " + string(first.Reason)
	if !strings.HasPrefix(is, p.is) || first.Holder.Name != p.holder || p.finalizer != "" && first.Finalizer != p.finalizer || !strings.Contains(first.Message, p.says) || !strings.Contains(step, p.does) || !strings.Contains(first.Cost.Loss, p.costs) ||
		p.lacks != "" && strings.Contains(first.Message+"\n"+step, p.lacks) {
		t.Errorf("%s\nheld by %q of %q\nbecause %s\nfirst %s\nwant %+v", is, first.Finalizer, first.Holder.Name, first.Message, step, p)
	}
	if maybe := strings.Join(first.Maybe, " "); p.maybe == "-" && maybe != "" || p.maybe != "-" && !strings.Contains(maybe, p.maybe) {
		t.Errorf("may be held by %q, want %q", maybe, p.maybe)
	}
	warned := ""
	for _, w := range first.Warnings {
		warned += w.Text + "\n"
	}
	if p.warns == "-" && warned != "" || p.warns != "-" && !strings.Contains(warned, p.warns) {
		t.Errorf("warns %q, want %q", warned, p.warns)
	}
}

func checkAll(t *testing.T, all map[string]pasted) {
	t.Helper()
	for name, p := range all {
		t.Run(name, func(t *testing.T) { p.check(t) })
	}
}

// TestWhyPastedLine tells which of several lines is the cause: what fails before what was said
// last, and never what says no more than that the object is being deleted or that all is well.
func TestWhyPastedLine(t *testing.T) {
	const fails = `{"level":"error","msg":"Reconciler error","controllerKind":"Gear","controllerGroup":"acme.test","name":"g1","namespace":"shop","error":"deleting the shaft: AccessDenied: not authorized"}` + "\n"
	const making = "Warning  Bent  2m (x20 over 14m)  shafts  failed to create the shaft, │\n│  403 QuotaReached\n"
	const refused = `{"level":"error","msg":"Reconciling failed","error":"Gear.acme.test \"g1\" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{\"acme.test/x\"}"}` + "\n"
	const datedInfo = `{"level":"info","ts":"2026-02-01T10:00:05Z","msg":"Skipping the request because one was sent before","controllerKind":"Gear","controllerGroup":"acme.test","name":"g1","namespace":"shop"}` + "\n"
	const node = "NAME   STATUS     ROLES    AGE   VERSION\nn1     NotReady   <none>   5h    v1.35\n\nEvents:\n  Type    Reason   Age   From   Message\n  ----    ------   ----  ----   -------\n"
	const held = "\n  finalizers:\n  - karpenter.sh/termination\n"
	checkAll(t, map[string]pasted{
		"an error without a date before a dated line": {text: fails + datedInfo, is: "Gear shop/g1: Stuck Failing", says: "AccessDenied", does: "give the account"},
		"the making of something":                     {text: making + refused, is: "Gear g1: Stuck", says: "no new finalizers", does: "run a release"},
		"behind it":                                   {text: datedInfo + fails, is: "Gear shop/g1: Stuck Failing", says: "AccessDenied", does: "give the account"},
		"an error that did not come again": {
			text: strings.Replace(fails, `{`, `{"ts":"2026-02-01T08:00:05Z",`, 1) + datedInfo,
			is:   "Gear shop/g1: Undecided", does: "see which finalizers",
		},
		"no error": {text: datedInfo, is: "Gear shop/g1: Undecided", does: "see which finalizers"},
		"what restates the deletion": {
			text: node + "  Normal  DisruptionBlocked  75s (x109 over 3h)  karpenter  Node is deleting or marked for deletion\n" + held,
			is:   "Node n1: Undecided", holder: "karpenter", lacks: "karpenter waits",
		},
		"a named thing that goes": {
			text: node + "  Normal  DisruptionBlocked  75s (x109 over 3h)  karpenter  Pod shop/a is being deleted and blocked\n" + held,
			is:   "Node n1: Undecided Blocked", holder: "karpenter", says: "waits for Pod a",
		},
		"what waits": {
			text: node + "  Normal  DisruptionBlocked  75s (x109 over 3h)  karpenter  Node waits for 3 pods to be evicted\n" + held,
			is:   "Node n1: Waiting Blocked", holder: "karpenter", says: "karpenter waits",
		},
		"a condition that is well": {
			text: "NamespaceDeletionDiscoveryFailure   False   Wed, 04 Feb 2026 15:04:37 +0200   ResourcesDiscovered   All resources successfully discovered and not bent\n",
			is:   "Namespace NAME", holder: "namespace controller", lacks: "successfully",
		},
	})
}

// TestWhyPastedLeads tells which of several failures leads: a refused change of the object, then what
// fails of its deletion, and last that something could not be made.
func TestWhyPastedLeads(t *testing.T) {
	line := func(level, said string) string {
		return `{"level":"` + level + `","msg":"` + said + `","controllerKind":"Gear","controllerGroup":"acme.test","name":"g1","namespace":"shop"}` + "\n"
	}
	refused := line("error", `Gear.acme.test \"g1\" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted`)
	cleans := line("error", "deleting the shaft: AccessDenied: not authorized")
	makes := line("error", "failed to create the belt: quota exceeded")
	other := line("error", "dial tcp 10.0.0.1:80: connection refused")
	waits := line("info", "waiting for the shafts to be deleted")
	const stuck = "Gear shop/g1: Stuck Failing"
	checkAll(t, map[string]pasted{
		"a refused change":          {text: cleans + refused + makes, is: stuck, does: "puts no finalizer"},
		"what fails of the end":     {text: makes + cleans + other, is: stuck, says: "AccessDenied", does: "give the account"},
		"whatever fails, and waits": {text: waits + other, is: stuck, says: "connection refused"},
		"a drain that goes on":      {text: "Events:\n\nWarning  FailedDraining     Failed to drain node, 2 pods are waiting to be evicted\nNormal   DisruptionBlocked  Node is deleting or marked for deletion\n", is: "Object NAME: Waiting Blocked", says: "2 pods are waiting to be evicted"},
		"what could not be made":    {text: makes, is: stuck, says: "failed to create the belt"},
	})
}

// TestWhyPastedUnready leads to what somebody says is not ready: to the kinds that the words name, or
// to what its holder needs by the catalogue. Whether it gets ready while all of that goes is not known.
func TestWhyPastedUnready(t *testing.T) {
	line := func(said, kind, group string) string {
		return `{"level":"info","msg":"` + said + `","controllerKind":"` + kind + `","controllerGroup":"` + group + `","name":"a","namespace":"shop","reason":"deletion"}` + "\n"
	}
	checkAll(t, map[string]pasted{
		"kinds":             {text: line("AWSCluster or AWSManagedControlPlane is not ready yet", "Machine", "cluster.x-k8s.io"), is: "Machine shop/a: Undecided Blocked", holder: "cluster-api core", does: "see whether these are there"},
		"what is no kind":   {text: line("Rack or AWSCluster is not ready yet", "Machine", "cluster.x-k8s.io"), is: "Machine shop/a: Undecided Blocked", holder: "cluster-api core", does: "see to what it waits for"},
		"by the catalogue":  {text: line("provisioner is not ready", "BareMetalHost", "metal3.io"), is: "BareMetalHost shop/a: Undecided Blocked", holder: "baremetal operator", does: "see to Ironic as its provisioner: it waits for that"},
		"a kind that it is": {text: line("BareMetalHost is not ready", "BareMetalHost", "metal3.io"), is: "BareMetalHost shop/a: Undecided Blocked", holder: "baremetal operator", does: "see to what it waits for"},
	})
}

// TestWhyPastedRefused tells what a webhook refuses of whom: it refuses a removal by hand too only
// where it refused a change of the very object.
func TestWhyPastedRefused(t *testing.T) {
	line := func(tried, reason string) string {
		return `{"level":"error","msg":"Reconciler error","controllerKind":"Gear","controllerGroup":"acme.test","name":"g1","namespace":"shop","error":"` + tried + `: admission webhook \"w.acme.test\" denied the request: ` + reason + "\"}\n"
	}
	const stuck = "Gear shop/g1: Stuck Failing"
	checkAll(t, map[string]pasted{
		"a change of it":          {text: line("failed to update gear g1", "it turns"), is: stuck, does: "do what webhook w.acme.test demands", warns: "asked about a removal by hand too"},
		"its finalizer":           {text: line("failed to remove finalizer", "it turns"), is: stuck, does: "do what webhook w.acme.test demands", warns: "asked about a removal by hand too"},
		"its finalizer by name":   {text: line("failed to remove acme.test/cleanup finalizer", "it turns"), is: stuck, does: "do what webhook w.acme.test demands", warns: "asked about a removal by hand too"},
		"what is added to it":     {text: line("failed to add annotation to gear g1", "it turns"), is: stuck, does: "do what webhook w.acme.test demands", warns: "asked about a removal by hand too"},
		"a reason like a right":   {text: line("failed to update gear g1", "Unauthorized registry in spec.image"), is: stuck, lacks: "the right", warns: "asked about a removal by hand too"},
		"another that is made":    {text: line("failed to create cleanup Job shop/g1", "no limit is set"), is: stuck, does: "have its controller make cleanup Job shop/g1 as webhook w.acme.test wants it, by a setting or a later release, or make that by hand under the same name", warns: "-"},
		"a change of another":     {text: line("failed to patch Rack g1", "it is full"), is: stuck, does: "let its controller update Rack g1", warns: "-"},
		"nobody says of what":     {text: line("clean up failed", "it is full"), is: stuck, does: "do what webhook w.acme.test demands", warns: "the words do not tell"},
		"of a kind beside":        {text: strings.ReplaceAll(line("clean up failed", "it is full"), "w.acme.test", "vmetalgear.kb.io"), is: stuck, does: "do what webhook vmetalgear.kb.io demands", warns: "-"},
		"of its own kind":         {text: strings.ReplaceAll(line("clean up failed", "it is full"), "w.acme.test", "vgear.kb.io"), is: stuck, warns: "the words do not tell"},
		"what is gone for good":   {text: line("clean up failed", "no turn found: turn 7 not found"), is: stuck, does: "bring back what webhook w.acme.test does not find or, where that is gone for good, have it let this object through", warns: "the words do not tell"},
		"a right that is missing": {text: line("RackMapping delete error", "Unauthorized"), is: stuck, does: "give the account that its controller works with the right that webhook w.acme.test asks for, which it needs to delete RackMapping", warns: "-"},
		"a state that refuses":    {text: line("failed to patch gear g1", `spec.rack: Invalid value: \"r1\": rack is in deletion`), is: stuck, says: "every update of it is refused", does: "have webhook w.acme.test let finalizers be taken off"},
		"a state, and no webhook": {text: `{"level":"error","msg":"Gear.acme.test \"g1\" is invalid: spec.rack: Invalid value: \"r1\": rack is in deletion","controllerKind":"Gear","controllerGroup":"acme.test","name":"g1","namespace":"shop"}`, is: stuck, does: "see to r1, which spec.rack names", lacks: "mend the field"},
		"a value, and no state":   {text: `{"level":"error","msg":"Gear.acme.test \"g1\" is invalid: spec.rack: Invalid value: \"r1\": rack is no number","controllerKind":"Gear","controllerGroup":"acme.test","name":"g1","namespace":"shop"}`, is: stuck, does: "mend the field spec.rack"},
		"a field that is refused": {text: line("failed to update gear g1", "Forbidden: spec.size is fixed"), is: stuck, lacks: "the right", warns: "asked about a removal by hand too"},
	})
}

// TestWhyPastedInvalid leads to the very field by which the server finds an object not valid, and has who
// holds objects of its kind be the holder: what another kind of the project would lose is not told.
func TestWhyPastedInvalid(t *testing.T) {
	line := func(kind, said string) string {
		return `{"level":"error","ts":"2026-02-01T10:00:05Z","msg":"Reconciler error","controller":"shoot","namespace":"shop","name":"g1","error":"failed to remove finalizer: ` + kind + ` \"g1\" is invalid: ` + said + "\"}\n"
	}
	const shoot, stuck = "Shoot.core.gardener.cloud", "Shoot shop/g1: Stuck Failing"
	checkAll(t, map[string]pasted{
		"an annotation":            {text: line(shoot, "metadata.annotations[upkeep.acme.test/turn]: Forbidden: not now"), is: stuck, holder: "gardenlet", does: "take off the annotation upkeep.acme.test/turn", lacks: "one release"},
		"one that has to be there": {text: line(shoot, "metadata.annotations[upkeep.acme.test/turn]: Required value: say who"), is: stuck, holder: "gardenlet", does: "set the annotation upkeep.acme.test/turn", lacks: "one release"},
		"a field of a schema":      {text: line(shoot, "spec.size: Invalid value: 3: spec.size in body must be a string"), is: stuck, holder: "gardenlet", does: "be of one release, or mend the field spec.size"},
		"no project":               {text: line("Shoot.acme.test", "metadata.labels[upkeep.acme.test/turn]: Forbidden: not now"), is: stuck, holder: "shoot controller", does: "take off the label upkeep.acme.test/turn", lacks: "one release"},
		"all is well":              {text: strings.Replace(line(shoot, "metadata.annotations[upkeep.acme.test/turn]: Forbidden: not now"), `failed to remove finalizer: Shoot.core.gardener.cloud \"g1\" is invalid: `, "", 1), is: "Shoot shop/g1: "},
	})
}

// TestWhyPastedFrame reads what stood in the frame of a terminal's program as what stands in none.
func TestWhyPastedFrame(t *testing.T) {
	const volume = "│ Name:         pv-1                           │\n│ Finalizers:   [kubernetes.io/pv-protection]  │\n│ Status:       Terminating (lasts 3h)         │\n│ Claim:        shop/data-0                    │\n"
	plain := strings.NewReplacer("│ ", "", "│", "").Replace(volume)
	checkAll(t, map[string]pasted{
		"in a frame":         {text: "┌────── Describe(pv-1) ──────┐\n" + volume + "└───────────────────────────┘\n", is: "PersistentVolume pv-1: Undecided InUse", holder: "pv protection", does: "claim shop/data-0"},
		"without its border": {text: volume, is: "PersistentVolume pv-1: Undecided InUse", holder: "pv protection", does: "claim shop/data-0"},
		"without a frame":    {text: plain, is: "PersistentVolume pv-1: Undecided InUse", holder: "pv protection", does: "claim shop/data-0"},
		"one that stays":     {text: strings.Replace(volume, "Terminating (lasts 3h)", "Bound                 ", 1), is: "PersistentVolume pv-1: NotDeleting", holder: "pv protection", does: "look whether it is being deleted"},
	})
}

// TestWhyPastedFramedLog reads a log in a frame below words, of which the lines were broken at its edge.
func TestWhyPastedFramedLog(t *testing.T) {
	const line = `2026-02-01T10:00:00Z ERROR cannot end it {"controllerKind": "Gear", "controllerGroup": "acme.test", "Gear": {"name":"g1","namespace":"shop"}, "error": "the shaft is bent"}`
	log := ""
	for at := 0; at < len(line); at += 90 {
		log += fmt.Sprintf("│ %-90s │\n", line[at:min(at+90, len(line))])
	}
	checkAll(t, map[string]pasted{
		"below words":     {text: "Logs\n```\n" + log + "```\n", is: "Gear shop/g1: Stuck Failing", says: "the shaft is bent"},
		"alone":           {text: log, is: "Gear shop/g1: Stuck Failing", says: "the shaft is bent"},
		"below an object": {text: "apiVersion: acme.test/v1\nkind: Gear\nmetadata: {name: g2, namespace: shop}\n---\n" + log, is: "Gear shop/g2: NotDeleting", lacks: "bent"},
	})
}

// TestWhyPastedAnswer hears the answer of Azure that a message has on lines of its own.
func TestWhyPastedAnswer(t *testing.T) {
	rule := strings.Repeat("-", 80) + "\n"
	const asked = "Name:  g1\nNamespace:  shop\nAPI Version:  acme.test/v1\nKind:  Gear\nMetadata:\n  Deletion Timestamp:  2026-02-01T10:00:00Z\n  Finalizers:\n    zorg.example.org/cleanup\nStatus:\n  Conditions:\n    Last Transition Time:  2026-02-01T10:00:05Z\n    Message:               deleting it: DELETE https://azure.test/gears/g1\n"
	const locked = "RESPONSE 409: 409 Conflict\nERROR CODE: ScopeLocked\n"
	const end = "    Reason:                ScopeLocked\n    Status:                False\n    Type:                  Ready\n"
	checkAll(t, map[string]pasted{
		"whole":          {text: asked + rule + locked + rule + "{\n  \"error\": {\"message\": \"remove the lock of the mill\"}\n}\n" + rule + end, is: "Gear shop/g1: ", says: "remove the lock of the mill", does: "turn the protection off"},
		"of its head":    {text: asked + rule + locked, is: "Gear shop/g1: ", says: "ScopeLocked", does: "turn the protection off"},
		"of another one": {text: asked + end + "\n" + rule + locked + rule, is: "Gear shop/g1: ", lacks: "409 Conflict"},
	})
}

// TestWhyPastedWrapped hears what a log says in whatever a container runtime or a logger has put around it.
func TestWhyPastedWrapped(t *testing.T) {
	const pairs = `E0201 10:00:00.000000 1 controller.go:1] \"Reconciler error\" err=\"the shaft is bent\" controllerKind=\"Gear\" Gear=\"shop/g1\"`
	const fields = `"controller":"purge","controllerGroup":"acme.test","controllerKind":"Gear","Gear":{"name":"g1","namespace":"shop"},"namespace":"shop","name":"g1","error":"the shaft is bent"`
	const head = `{"level":"ERROR","date":"2026-02-01T10:00:00.000188058Z","msg":"Reconciler error",`
	checkAll(t, map[string]pasted{
		"by Docker":           {text: `{"log":"` + pairs + `\n","stream":"stderr","time":"2026-02-01T10:00:00.5Z"}` + "\n", is: "Gear shop/g1: Stuck Failing", says: "the shaft is bent", lacks: "stream"},
		"by a runtime":        {text: "2026-02-01T10:00:00.000188058Z stderr F " + strings.ReplaceAll(pairs, `\"`, `"`) + "\n", is: "Gear shop/g1: Stuck Failing", says: "the shaft is bent", lacks: "stderr"},
		"fields in a context": {text: head + `"context":{` + fields + "}}\n", is: "Gear shop/g1: Stuck Failing", holder: "purge controller", says: "the shaft is bent", lacks: "date"},
		"fields in others":    {text: head + `"former":{` + fields + "}}\n", is: "Purge shop/g1: ", says: "former.error"},
		"of another":          {text: head + `"context":{` + strings.ReplaceAll(fields, "g1", "g2") + "}}\n---\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T08:00:00Z\"\n  finalizers: [acme.test/x]\n", is: "Gear shop/g1: ", lacks: "bent"},
	})
}

// TestWhyPastedEachTime mends what a controller that creates or updates has met, and not what one met that creates.
func TestWhyPastedEachTime(t *testing.T) {
	const gear = "kubectl delete gear g1 -n shop hangs\n(...)\nstatus:\n  conditions:\n  - lastTransitionTime: \"2026-02-01T10:00:00Z\"\n    message: 'could not find it; Err: Secret \"oil\" not found'\n    reason: FailedCreateOrUpdate\n    status: \"False\"\n    type: Ready\n"
	checkAll(t, map[string]pasted{
		"each time":   {text: gear, is: "Gear shop/g1: Stuck", says: "Secret \"oil\" not found", does: "bring back Secret oil"},
		"once":        {text: strings.Replace(gear, "CreateOrUpdate", "Create", 1), is: "Gear shop/g1: Stuck", says: "Secret \"oil\" not found", lacks: "bring back"},
		"all is well": {text: strings.NewReplacer("could not find it; Err: Secret \"oil\" not found", "oiled", "FailedCreateOrUpdate", "CreatedOrUpdated", "False", "True").Replace(gear), is: "Gear shop/g1: Stuck", lacks: "bring back"},
	})
}

// TestWhyPastedWriter takes for the kind of an object that after which the controller is called that writes of it.
func TestWhyPastedWriter(t *testing.T) {
	const event = "To delete it hangs:\n`  Warning  InternalError    4s (x14 over 45s)  broker-controller  failed to delete topic t1: it is bent`\n"
	checkAll(t, map[string]pasted{
		"of a kind":        {text: event, is: "Broker NAME: Stuck Failing", holder: "broker-controller", says: "it is bent"},
		"of no kind":       {text: strings.Replace(event, "broker-", "zorg-", 1), is: "Object NAME: Stuck Failing", holder: "zorg-controller", says: "it is bent"},
		"of a built-in":    {text: strings.Replace(event, "broker-", "service-", 1), is: "Object NAME: Stuck Failing", holder: "service-controller", says: "it is bent"},
		"of two":           {text: event + "`  Warning  InternalError    4s (x14 over 45s)  trigger-controller  failed to delete topic t1: it is bent`\n", is: "Object NAME: "},
		"beside a command": {text: "$ kubectl delete gears.zorg.io g1 -n shop\n" + event, is: "Gear shop/g1: Stuck Failing", holder: "broker-controller"},
	})
}

// TestWhyPastedPassedOver takes no line for a refusal that only passes over a change of another object.
func TestWhyPastedPassedOver(t *testing.T) {
	const of = `I0901 10:00:00.000000 1 gear.go:1] "Reconciling the deletion" controllerKind="Gear" controllerGroup="acme.test" Gear="shop/g1" namespace="shop" name="g1"` + "\n"
	about := func(said string) string {
		return of + `I0901 10:00:01.000000 1 gear.go:2] "GearPlane ` + said + `" controllerKind="GearPlane" GearPlane="shop/g1-plane"` + "\n"
	}
	const again = "look at GearPlane g1-plane"
	checkAll(t, map[string]pasted{
		"a change": {text: about("has a deletion timestamp, skipping mapping"), is: "Gear shop/g1: Undecided", lacks: again},
		"an event": {text: about("is old, ignoring the update event"), is: "Gear shop/g1: Undecided", lacks: again},
	})
}

// TestWhyPastedCutRow finds the pod in a row that was cut, behind a command with no blank before its pipe.
func TestWhyPastedCutRow(t *testing.T) {
	const command = "kubectl get po -A -o wide| grep Termin\n"
	checkAll(t, map[string]pasted{
		"cut":      {text: command + "shop   web-0   0/1   Terminating   0\n", is: "Pod shop/web-0: Undecided KubeletUnfinished", holder: "kubelet"},
		"whole":    {text: command + "shop   web-0   0/1   Terminating   0   5m\n", is: "Pod shop/web-0: Undecided KubeletUnfinished", holder: "kubelet"},
		"of words": {text: command + "shop   web-0   it    Terminating   0\n", is: "Pod NAME: ", lacks: "web-0 in"},
	})
}

// TestWhyPastedCutFinalizer does not take half a finalizer for a whole one.
func TestWhyPastedCutFinalizer(t *testing.T) {
	const namespace = "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, deletionTimestamp: \"2026-02-01T10:00:00Z\"}\nspec: {finalizers: [kubernetes]}\nstatus:\n  phase: Terminating\n  conditions:\n" +
		"  - {type: NamespaceContentRemaining, status: \"True\", reason: SomeResourcesRemain, message: \"Some resources are remaining: persistentvolumeclaims. has 1 resource instances\"}\n" +
		"  - {type: NamespaceFinalizersRemaining, status: \"True\", reason: SomeFinalizersRemain, message: \"Some content in the namespace has finalizers remaining: FINALIZER\"}\n"
	said := func(finalizer string) string { return strings.ReplaceAll(namespace, "FINALIZER", finalizer) }
	checkAll(t, map[string]pasted{
		"half":           {text: said("kubernetes.io/pvc-prot"), is: "Namespace shop: Waiting ContentRemains", holder: "namespace controller", says: "kubernetes.io/pvc-prot…"},
		"whole, known":   {text: said("kubernetes.io/pvc-protection"), is: "Namespace shop: Waiting ContentRemains", holder: "namespace controller", says: "kubernetes.io/pvc-protection", lacks: "…"},
		"whole, unknown": {text: said("zorg.example.org/cleanup in 1 resource"), is: "Namespace shop: Waiting ContentRemains", holder: "namespace controller", says: "zorg.example.org/cleanup", lacks: "…"},
	})
}

// TestWhyPastedGoneAlong says that who takes the finalizers off may have gone with the namespace, where
// that is called after the project of what is left in it.
func TestWhyPastedGoneAlong(t *testing.T) {
	left := func(namespace, typ string) string {
		return "apiVersion: v1\nkind: Namespace\nmetadata: {name: " + namespace + ", deletionTimestamp: \"2026-02-01T10:00:00Z\"}\nspec: {finalizers: [kubernetes]}\nstatus:\n  phase: Terminating\n  conditions:\n" +
			"  - {type: NamespaceContentRemaining, status: \"True\", reason: SomeResourcesRemain, message: \"Some resources are remaining: " + typ + " has 1 resource instances\"}\n"
	}
	const gone = "it went with it"
	checkAll(t, map[string]pasted{
		"its own":           {text: left("zorg-system", "gears.mill.zorg.io"), is: "Namespace zorg-system: Waiting ContentRemains", holder: "namespace controller", does: "controller of mill.zorg.io ran in this very namespace, " + gone},
		"another's":         {text: left("shop", "gears.mill.zorg.io"), is: "Namespace shop: Waiting ContentRemains", holder: "namespace controller", lacks: gone},
		"of a plain word":   {text: left("shop-system", "gears.system.zorg.io"), is: "Namespace shop-system: Waiting ContentRemains", holder: "namespace controller", lacks: gone},
		"what has no group": {text: left("pods", "pods."), is: "Namespace pods: Waiting ContentRemains", holder: "namespace controller", lacks: gone},
	})
}

// TestWhyPastedKubelet knows who ends a pod by who speaks: what a kubelet and the runtime of its
// node say is about that node. What a controller says of a pod, and a kubelet of its start, is not.
func TestWhyPastedKubelet(t *testing.T) {
	const syncing = `Nov 03 07:54:19 n1 kubelet[27]: E1103 07:54:19.6 27 pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \"KillContainer\" for \"gears\" with KillContainerError: \"rpc error: code = DeadlineExceeded desc = context deadline exceeded\"" pod="shop/web-0" podUID="0aa0"` + "\n"
	const sent = `Nov 07 08:20:45 n1 containerd[27]: time="2026-02-07T08:20:45.8Z" level=info msg="Skipping the sending of signal terminated to container \"0bb0\" because a prior stop already sent the signal"` + "\n"
	const network = `Warning  FailedKillPod  41s (x2 over 42s)  kubelet  error killing pod: failed to "KillPodSandbox" for "0aa0" with KillPodSandboxError: "rpc error: code = Unknown desc = failed to destroy network for pod sandbox k8s_web-0_shop_0aa00aa0-0000-4000-8000-000000000001_0(0bb0): network \"gear-net\" has no teeth"` + "\n"
	const mounted = `E1104 10:00:00.0 1 nestedpendingoperations.go:348] Operation for "{volumeName:kubernetes.io/csi/x podName:0aa0 nodeName:}" failed. Error: UnmountVolume.TearDown failed for volume "data" (UniqueName: "kubernetes.io/csi/x") pod "web-0" (UID: "0aa0") : device or resource busy` + "\n"
	const killing = "It stays in Terminating:\nEvents:\n  Type     Reason     Age                  From             Message\n  ----     ------     ----                 ----             -------\n" +
		"  Normal   Killing    18m (x231 over 8h)   kubelet, n1.zorg   Stopping container gears\n  Warning  Unhealthy  91s (x2877 over 8h)  kubelet, n1.zorg   Readiness probe failed: cannot exec in a stopped state: unknown\n"
	const whole = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web-0\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  deletionGracePeriodSeconds: 30\nspec:\n  containers: [{name: gears}]\n"
	checkAll(t, map[string]pasted{
		"a container":          {text: sent + syncing, is: "Pod shop/web-0: Stuck KubeletUnfinished", holder: "kubelet", says: "the kubelet on n1 fails: Error syncing pod", does: "on node n1, see in what", lacks: "finalizer"},
		"a network":            {text: network, is: "Pod shop/web-0: Stuck KubeletUnfinished", holder: "kubelet", says: "gear-net", does: "network plugin gear-net"},
		"the API, for one":     {text: strings.Replace(network, "has no teeth", "asked: Get \\\"https://10.0.0.1:443/apis/x\\\": dial tcp 10.0.0.1:443: i/o timeout", 1), is: "Pod shop/web-0: Stuck KubeletUnfinished", holder: "kubelet", does: "have the API server answer at 10.0.0.1:443", lacks: "plugin gear-net work"},
		"the API, refused":     {text: strings.Replace(network, "has no teeth", "asked: Get \\\"https://10.0.0.1:443/apis/x\\\": Unauthorized", 1), is: "Pod shop/web-0: Stuck KubeletUnfinished", holder: "kubelet", does: "network plugin gear-net", lacks: "API server answer"},
		"of CRI-O":             {text: strings.NewReplacer("k8s_web-0", "web-0", "has no teeth", "is bent: error removing pod shop_web-0 from CNI network").Replace(network), is: "Pod shop/web-0: Stuck KubeletUnfinished", holder: "kubelet"},
		"of CRI-O, in none":    {text: strings.NewReplacer("k8s_web-0", "web-0", "has no teeth", "is bent: error removing pod web-0 from CNI network").Replace(network), is: "Pod web-0: Stuck KubeletUnfinished", holder: "kubelet"},
		"by umount":            {text: "The pod stays in Terminating:\numount: /var/lib/kubelet/pods/0aa0/volumes/kubernetes.io~csi/data/mount: target is busy.\n", is: "Pod NAME: Undecided KubeletUnfinished", holder: "kubelet"},
		"by umount, not its":   {text: "umount: /mnt/data: target is busy.\n", is: "Object NAME: ", lacks: "kubelet"},
		"a network, nameless":  {text: strings.Replace(network, "k8s_web-0", "web-0", 1), is: "Pod NAME: Stuck KubeletUnfinished", holder: "kubelet", does: "network plugin gear-net"},
		"a mount":              {text: mounted, is: "Pod web-0: Stuck KubeletUnfinished", holder: "kubelet", says: "device or resource busy", does: "end what still uses the mount"},
		"an orphan":            {text: `E1104 10:00:00.0 1 kubelet_volumes.go:1] orphaned pod "0aa0" found, but volume paths are still present on disk: failed to remove them` + "\n" + network, is: "Pod shop/web-0: Stuck KubeletUnfinished", holder: "kubelet", does: "network plugin gear-net", lacks: "/var/lib/kubelet/pods"},
		"a hook":               {text: "Warning  FailedPreStopHook  41s (x2 over 42s)  kubelet  PreStopHook failed: context deadline exceeded\n", is: "Pod NAME: Undecided KubeletUnfinished", holder: "kubelet", does: "holds no pod", lacks: "restart"},
		"its start":            {text: strings.ReplaceAll(syncing, "Kill", "Start"), is: "Pod shop/web-0: Stuck Failing", lacks: "kubelet"},
		"a controller of it":   {text: `E1104 10:00:00.0 1 drain.go:1] "cannot evict it: disruption budget allows none" pod="shop/web-0"` + "\n", is: "Pod shop/web-0: ", lacks: "kubelet"},
		"one that is not told": {text: killing, is: "Pod NAME: Stuck KubeletUnfinished", holder: "kubelet", says: "the kubelet on n1.zorg fails: Killing: Stopping container gears (231 times over 8h, last 18m before this was copied); and the container runtime says: cannot exec in a stopped state", does: "on node n1.zorg, compare what"},
		"killed once":          {text: strings.NewReplacer(" (x231 over 8h)", "").Replace(killing), is: "Pod NAME: Undecided KubeletUnfinished", holder: "kubelet", says: "the kubelet on n1.zorg has to end it"},
		"killed to restart":    {text: strings.ReplaceAll(killing, "Stopping container gears", "Container gears failed liveness probe, will be restarted"), is: "Pod NAME: Undecided KubeletUnfinished", holder: "kubelet", says: "the kubelet on n1.zorg has to end it"},
		"on no host":           {text: strings.ReplaceAll(killing, ", n1.zorg", ""), is: "Pod NAME: Stuck KubeletUnfinished", holder: "kubelet", says: "the kubelet of its node fails"},
		"one that stays":       {text: strings.NewReplacer("  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  deletionGracePeriodSeconds: 30\n", "").Replace(whole) + "---\n" + syncing, is: "Pod shop/web-0: NotDeleting", lacks: "kubelet"},
	})
}

// TestWhyPastedFields takes from the fields of a line what it is about and what it says, however
// they are written.
func TestWhyPastedFields(t *testing.T) {
	const refused = `{"level":"info","ts":1770000000.5,"logger":"validators.Gear","msg":"Handled","op":"DELETE","allowed":false,"code":403,"reason":"Forbidden","message":"Cannot delete object propagated from namespace \"gears\""}` + "\n"
	const failed = `time="2026-02-01T08:16:33Z" level=error msg="Reconciler error" controller=gear controllerGroup=acme.test controllerKind=Gear error="deleting the shaft: it is bent" name=g1 namespace=shop` + "\n"
	checkAll(t, map[string]pasted{
		"a refusal":        {text: refused, is: "Object NAME: Stuck Failing", says: "Cannot delete object propagated", does: "what it is a copy of, in namespace gears, stays as it is"},
		"what is accepted": {text: strings.NewReplacer("false", "true", "403", "200", "Cannot delete", "may delete").Replace(refused), is: "Object NAME: Undecided", lacks: "who copies"},
		"why it failed":    {text: `{"level":"error","msg":"delete failed","reason":"still referenced by Tooth t1"}` + "\n", is: "Object NAME: Stuck Failing", does: "Tooth t1", lacks: "t1)"},
		"pairs":            {text: failed, is: "Gear shop/g1: Stuck Failing", holder: "gear controller", says: "it is bent", does: "mend what it names"},
		"pairs of another": {text: failed + "apiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g2\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T08:00:00Z\"\n  finalizers: [acme.test/x]\n", is: "Gear shop/g2: ", lacks: "bent"},
	})
}

// TestWhyPastedHome has the namespace of an object made again where that answers as not there.
func TestWhyPastedHome(t *testing.T) {
	const gear = "$ kubectl get gear g1 -n shop -o yaml\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.example.org/cleanup]\n"
	const gone = "$ kubectl get ns shop\nError from server (NotFound): namespaces \"shop\" not found\n"
	checkAll(t, map[string]pasted{
		"gone":             {text: gone + gear, is: "Gear shop/g1: Stuck PrerequisiteGone", says: "by an answer that the same shell was given", does: "create namespace shop again: until then"},
		"of a host":        {text: strings.ReplaceAll(gone+gear, "$ kubectl", "[me@mill ~]# kubectl"), is: "Gear shop/g1: Stuck PrerequisiteGone", does: "create namespace shop again"},
		"another prompt":   {text: "me@rack:~" + gone + gear, is: "Gear shop/g1: Undecided PrerequisiteGone", says: "of which cluster that is, nothing tells", does: "create namespace shop again, if"},
		"another block":    {text: "```\n" + gone + "```\n\nThe gear is there still:\n\n```\n" + gear + "```\n", is: "Gear shop/g1: Undecided PrerequisiteGone", does: "create namespace shop again, if"},
		"another one":      {text: strings.ReplaceAll(gone, "shop", "mill") + gear, is: "Gear shop/g1: Undecided", lacks: "create namespace"},
		"another cluster":  {text: strings.Replace(gone, "get ns", "--context other get ns", 1) + gear, is: "Gear shop/g1: Undecided", lacks: "create namespace"},
		"nothing about it": {text: gear, is: "Gear shop/g1: Undecided", lacks: "create namespace"},
	})
}

// TestWhyPastedManifest tells of a finalizer that somebody has applied that it may be nobody's.
func TestWhyPastedManifest(t *testing.T) {
	const gear = "apiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.example.org/cleanup]\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: |\n      {\"metadata\":{\"finalizers\":[\"zorg.example.org/cleanup\"],\"name\":\"g1\"}}\n"
	checkAll(t, map[string]pasted{
		"applied with it":    {text: gear, is: "Gear shop/g1: Undecided", says: "it stands in the manifest that was applied"},
		"applied without it": {text: strings.Replace(gear, `["zorg.example.org/cleanup"]`, `[]`, 1), is: "Gear shop/g1: Undecided", says: "nothing tells which controller removes it", lacks: "manifest"},
	})
}

// TestWhyPastedForce tells whoever has deleted with force that no finalizer goes by that.
func TestWhyPastedForce(t *testing.T) {
	const gear = "apiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.example.org/cleanup]\n"
	for text, want := range map[string]bool{
		"$ kubectl delete gear g1 -n shop --force\ngear.acme.test \"g1\" force deleted\n":    true,
		"$ kubectl delete gear g1 -n shop --grace-period=0\ngear.acme.test \"g1\" deleted\n": true,
		"$ kubectl delete gear g1 -n shop\ngear.acme.test \"g1\" deleted\n":                  false,
		"$ kubectl delete gear g2 -n g1 --force\ngear.acme.test \"g2\" force deleted\n":      false,
		"$ kubectl delete gear --force g1 -n shop\ngear.acme.test \"g1\" force deleted\n":    true,
		"$ kubectl delete gear g1 -n shop --force=false\ngear.acme.test \"g1\" deleted\n":    false,
		"$ kubectl delete gear g2 -n shop --force\ngear.acme.test \"g2\" force deleted\n":    false,
	} {
		warned := false
		for _, w := range holdOf(pasted{text: text + "$ kubectl get gear g1 -n shop -o yaml\n" + gear}.read(t)).Warnings {
			warned = warned || strings.Contains(w.Text, "--force")
		}
		if warned != want {
			t.Errorf("%q: warned %t", text, warned)
		}
	}
}

// TestWhyPastedLasting takes what no retry mends for the cause, and not a conflict before it.
func TestWhyPastedLasting(t *testing.T) {
	const gear = "apiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [acme.test/release]\n\n"
	const conflict = `time="2026-02-01T10:12:00Z" level=warning msg="Error syncing gear shop/g1" error="the object has been modified; please apply your changes to the latest version and try again"` + "\n"
	const lasts = `time="2026-02-01T10:12:30Z" level=error msg="Failed to delete tooth" tooth=t1 error="rack r9 is not running" gear=g1` + "\n"
	checkAll(t, map[string]pasted{
		"a failure after it": {text: gear + conflict + lasts, is: "Gear shop/g1: Stuck Failing", says: "rack r9 is not running", does: `mend what these words name, "rack r9 is not running"`},
		"of another gear":    {text: gear + conflict + strings.Replace(lasts, "gear=g1", "gear=g2", 1), is: "Gear shop/g1: Undecided Failing", says: "another writer was faster", does: "wait for the next"},
		"the conflict alone": {text: gear + conflict, is: "Gear shop/g1: Undecided Failing", says: "another writer was faster", does: "wait for the next"},
	})
}

// TestWhyPastedAwaiting takes an error that says what it waits for as a wait, and not what it did in vain: nor for an obstacle
// or what is missing what only sounds so.
func TestWhyPastedAwaiting(t *testing.T) {
	line := func(said string) string {
		return `{"level":"error","msg":"Reconciler error","controllerKind":"Gear","controllerGroup":"acme.test","name":"g1","namespace":"shop","error":"` + said + `"}` + "\n"
	}
	checkAll(t, map[string]pasted{
		"a wait":              {text: line("failed to delete gear: waiting for 2 gear teeth to be removed"), is: "Gear shop/g1: Waiting Blocked", says: "waiting for 2 gear teeth", lacks: "mend what it names"},
		"a wait in vain":      {text: line("failed to delete gear: timed out waiting for the condition"), is: "Gear shop/g1: Stuck Failing"},
		"what may be there":   {text: line("failed to delete gear: if there are existing teeths they will be kept: 500 internal error"), is: "Gear shop/g1: Stuck Failing", lacks: "see which"},
		"what nobody ends":    {text: line("failed to delete gear: there are existing backups"), is: "Gear shop/g1: Stuck Failing", lacks: "see which"},
		"what is not there":   {text: line("failed to delete gear: gear rack not found, there are related wheels in the mill"), is: "Gear shop/g1: Stuck Failing", lacks: "see which"},
		"one of something":    {text: line("failed to remove finalizer: update refused, there is remaining process"), is: "Gear shop/g1: Stuck Failing", lacks: "see which"},
		"what may be empty":   {text: line("delete failed: missing non-empty secret name in spec.rack"), is: "Gear shop/g1: Stuck Failing", lacks: "bring back"},
		"an option of it":     {text: line("delete failed: missing oil-enabled configmap option"), is: "Gear shop/g1: Stuck Failing", lacks: "bring back"},
		"a right to go on":    {text: line("no grip on this: the right to retry was refused by the lock"), is: "Gear shop/g1: Stuck Failing", lacks: "give the account"},
		"no budget":           {text: line("failed to drain n1: check if PDB settings is preventing evictions"), is: "Gear shop/g1: Stuck Failing", lacks: "allow one less"},
		"no budgets":          {text: line("no pod disruption budgets found is preventing eviction: failed to drain n1"), is: "Gear shop/g1: Stuck Failing", lacks: "allow one less"},
		"a time that is over": {text: line("failed to update finalizers: admission webhook \\\"w.acme.test\\\" denied the request: after the trial is over, no changes are allowed"), is: "Gear shop/g1: Stuck Failing", does: "do what webhook w.acme.test demands"},
		"why the wait failed": {text: line("waiting for 2 gear teeth to be removed: AccessDenied: not authorized"), is: "Gear shop/g1: Stuck Failing", does: "give the account"},
		"no error":            {text: strings.Replace(line("waiting for 2 gear teeth to be removed"), `"error",`, `"info",`, 1), is: "Gear shop/g1: Waiting Blocked", says: "waiting for 2 gear teeth"},
	})
}

// TestWhyPastedState says what is told of a failure beside one that is a single word, which names
// nothing.
func TestWhyPastedState(t *testing.T) {
	gear := func(annotation, status string) string {
		return "apiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [acme.test/release]\n  annotations: {" + annotation + "}\nstatus: {" + status + "}\n"
	}
	const failed = `lastFailure: {reason: ReleaseFailed, time: "2026-02-01T10:40:00Z"}`
	checkAll(t, map[string]pasted{
		"a failure beside it": {text: gear("acme.test/last-release-error: 'rack: 401 Unauthorized'", failed), is: "Gear g1: Stuck Failing", says: "rack: 401 Unauthorized", does: "renew the credentials", lacks: "no more than"},
		"of somebody else":    {text: gear("audit.corp/error: 'rack: 401 Unauthorized'", failed), is: "Gear g1: Stuck Failing", does: "it says no more than", lacks: "401"},
		"all is well":         {text: gear("acme.test/last-release-result: 'rack is free'", "phase: Released"), is: "Gear g1: Undecided", lacks: "fails"},
	})
}

// TestWhyPastedAbandoned looks for an old release that still takes a finalizer off before anybody does so
// by hand, where what runs was not copied.
func TestWhyPastedAbandoned(t *testing.T) {
	const made = "apiVersion: kuadrant.io/v1beta1\nkind: Kuadrant\nmetadata:\n  name: k1\n  namespace: shop\n  finalizers: [kuadrant.io/finalizer]\n"
	const asked = "  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n"
	checkAll(t, map[string]pasted{
		"what runs was not copied": {text: made + asked, is: "Kuadrant shop/k1: Undecided NobodyRemoves", holder: "kuadrant operator", says: "whether an old one runs", does: "see whether a release of Kuadrant runs"},
		"one that is in use":       {text: strings.Replace(made, "kuadrant.io/finalizer", "acme.test/release", 1) + asked, is: "Kuadrant shop/k1: Undecided HolderUnknown", lacks: "see whether a release"},
		"one that stays":           {text: made + "  resourceVersion: \"7\"\n  creationTimestamp: \"2026-02-01T09:00:00Z\"\n  uid: 12cfdcbe-57bf-11ea-8af7-525400af16b7\nspec: {}\n", is: "Kuadrant shop/k1: NotDeleting", holder: "kuadrant operator", lacks: "by hand"},
	})
}

// TestWhyPastedCheck says what helps against the words that a check of the catalogue shows.
func TestWhyPastedCheck(t *testing.T) {
	challenge := func(reason string) string {
		return "apiVersion: acme.cert-manager.io/v1\nkind: Challenge\nmetadata:\n  name: c1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [finalizer.acme.cert-manager.io]\nspec: {type: DNS-01}\nstatus: {state: pending, presented: true, reason: '" + reason + "'}\n"
	}
	checkAll(t, map[string]pasted{
		"a right":       {text: challenge("Error cleaning up challenge: AccessDenied: User: arn:aws:sts::1:assumed-role/n1 is not authorized to perform: sts:AssumeRole on resource: arn:aws:iam::1:role/dns"), is: "Challenge shop/c1: Undecided Failing", holder: "cert-manager", does: "give arn:aws:sts::1:assumed-role/n1 the right sts:AssumeRole on arn:aws:iam::1:role/dns"},
		"nothing known": {text: challenge("Error cleaning up challenge: the zorg is bent"), is: "Challenge shop/c1: Undecided Failing", holder: "cert-manager", does: "mend what the message names"},
		"all is well":   {text: challenge(""), is: "Challenge shop/c1: Undecided", holder: "cert-manager", lacks: "fails"},
	})
}

// TestWhyPastedUnreadyServer has an API server get ready that answers so, and takes that for nothing that
// forbids; of several things that are forbidden the first is told.
func TestWhyPastedUnreadyServer(t *testing.T) {
	namespace := func(words string) string {
		return "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, deletionTimestamp: \"2026-02-01T10:00:00Z\"}\nspec: {finalizers: [kubernetes]}\nstatus:\n  phase: Terminating\n  conditions:\n" +
			"  - {type: NamespaceDeletionContentFailure, status: \"True\", reason: ContentDeletionFailed, message: 'Failed to delete all resource types, 2 remaining: " + words + "'}\n"
	}
	const gears, teeth = `gears.zorg.example.org "Unknown" is forbidden: `, `teeth.zorg.example.org "Unknown" is forbidden: `
	const unready = "not yet ready to handle request"
	checkAll(t, map[string]pasted{
		"not ready":   {text: namespace(gears + unready + ", " + teeth + unready), is: "Namespace shop: Stuck ContentNotAsked", holder: "namespace controller", does: "have the API server that serves zorg.example.org get ready"},
		"a policy":    {text: namespace(gears + "a ticket is needed, " + teeth + "a ticket is needed"), is: "Namespace shop: Stuck ContentNotAsked", holder: "namespace controller", does: `end what forbids to delete gears.zorg.example.org "Unknown": a ticket is needed`, lacks: "get ready"},
		"all is well": {text: strings.Replace(namespace(gears+unready), `status: "True", reason`, `status: "False", reason`, 1), is: "Namespace shop: ", holder: "namespace controller", lacks: "get ready"},
	})
}

// TestWhyPastedPointing names the object that somebody asks to delete, and gives the command.
func TestWhyPastedPointing(t *testing.T) {
	gear := func(words string) string {
		return "apiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [acme.test/protection]\nstatus: {conditions: [{type: Released, status: \"False\", reason: Referenced, message: '" + words + "', lastTransitionTime: \"2026-02-01T10:00:01Z\"}]}\n"
	}
	checkAll(t, map[string]pasted{
		"an object":       {text: gear("Tooth t1 still references this Gear; delete it first"), is: "Gear shop/g1: Stuck Blocked", does: "delete Tooth t1 first"},
		"nothing named":   {text: gear("something still references this Gear; delete it first"), is: "Gear shop/g1: Stuck Blocked", does: `do what it asks for, if that may go with all that it keeps: "delete it first"`},
		"another request": {text: gear("Tooth t1 still references this Gear; approve the removal"), is: "Gear shop/g1: Stuck Blocked", does: `do what it asks for: "approve the removal"`},
		"all is well":     {text: gear("nothing references this Gear"), is: "Gear shop/g1: Undecided", lacks: "delete Tooth"},
	})
}

// TestWhyPastedAPIService tells of an API that does not answer what was copied of it: the row of a table has
// its Service, and the namespace says what is the matter.
func TestWhyPastedAPIService(t *testing.T) {
	const namespace = "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, deletionTimestamp: \"2026-02-01T10:00:00Z\"}\nspec: {finalizers: [kubernetes]}\nstatus:\n  phase: Terminating\n  conditions:\n" +
		"  - {type: NamespaceDeletionDiscoveryFailure, status: \"True\", reason: DiscoveryFailed, message: 'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: zorg.example.org/v1: stale GroupVersion discovery: zorg.example.org/v1'}\n"
	row := func(available string) string {
		return "\n$ kubectl get apiservice | grep zorg\nv1.zorg.example.org   mill/zorg   " + available + "   63d\n"
	}
	const is, holder = "Namespace shop: Stuck DiscoveryFails", "namespace controller"
	checkAll(t, map[string]pasted{
		"a row":              {text: namespace + row("False (MissingEndpoints)"), is: is, holder: holder, says: "zorg.example.org/v1 (MissingEndpoints: stale GroupVersion discovery)", does: "have service zorg in namespace mill serve zorg.example.org/v1 again: it leads to no pod"},
		"one that is there":  {text: namespace + row("True"), is: is, holder: holder, says: "zorg.example.org/v1 (stale GroupVersion discovery)", does: "what it answers is out of date"},
		"the row of another": {text: namespace + strings.Replace(row("False"), "v1.zorg", "v1.mill", 1), is: is, holder: holder, says: "(stale GroupVersion discovery)", does: "APIService v1.zorg.example.org names its Service"},
		"nothing of it":      {text: namespace, is: is, holder: holder, says: "(stale GroupVersion discovery)", lacks: "it does not answer"},
		"all that is served": {text: strings.Replace(namespace, `status: "True"`, `status: "False"`, 1) + row("True"), is: "Namespace shop: ", holder: holder, lacks: "zorg"},
	})
}

// TestWhyPastedDone has a controller look again whose log says that it is done, and installs it only where
// none has spoken.
func TestWhyPastedDone(t *testing.T) {
	const gear = "apiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [acme.test/finalizer]\nstatus: {phase: Deleting}\n\n"
	const done = "[2026-02-01 10:15:42,659] kopf.objects         [INFO    ] [shop/g1] Handler 'delete_gear' succeeded.\n"
	checkAll(t, map[string]pasted{
		"it is done":   {text: gear + done, is: "Gear shop/g1: Undecided HolderUnknown", says: "succeeded", does: "have its controller, which has spoken in the log copied beside it, look at g1 again", lacks: "install"},
		"in a status":  {text: strings.Replace(gear, "{phase: Deleting}", `{conditions: [{type: Ready, status: "False", reason: Ending, message: the end was seen, lastTransitionTime: "2026-02-01T10:00:05Z"}]}`, 1), is: "Gear shop/g1: Undecided HolderUnknown", does: "which has spoken in status.conditions[Ready], look at g1 again", lacks: "install"},
		"of another":   {text: gear + strings.Replace(done, "shop/g1", "shop/g2", 1), is: "Gear shop/g1: Undecided HolderUnknown", does: "install its operator again"},
		"nobody spoke": {text: gear, is: "Gear shop/g1: Undecided HolderUnknown", does: "install its operator again"},
		"by a key":     {text: gear + "time=\"2026-02-01T10:00:05Z\" level=error msg=\"connection refused\" gear=g2\n", is: "Gear shop/g1: Undecided HolderUnknown", does: "install its operator again"},
		"by its name":  {text: gear + "time=\"2026-02-01T10:00:05Z\" level=error msg=\"connection refused\" namespace=shop name=g2\n", is: "Gear shop/g1: Undecided HolderUnknown", does: "install its operator again"},
		"of something": {text: gear + "time=\"2026-02-01T10:00:05Z\" level=error msg=\"connection refused\" bucket=g2\n", is: "Gear shop/g1: Undecided Failing"},
	})
}

// TestWhyPastedConverted leads to what converts the objects of a definition, where the words name that.
func TestWhyPastedConverted(t *testing.T) {
	definition := func(strategy, words string) string {
		return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: gears.acme.test\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [customresourcecleanup.apiextensions.k8s.io]\n" +
			"spec: {group: acme.test, scope: Namespaced, names: {kind: Gear, plural: gears}, versions: [{name: v1, served: true, storage: true}], conversion: {" + strategy + "}}\n" +
			"status: {conditions: [{type: Terminating, status: \"True\", reason: InstanceDeletionFailed, message: 'could not list instances: " + words + "', lastTransitionTime: \"2026-02-01T10:00:05Z\"}]}\n"
	}
	const hook = "strategy: Webhook, webhook: {clientConfig: {service: {name: turner, namespace: mill}}, conversionReviewVersions: [v1]}"
	const words = `conversion webhook for acme.test/v2, Kind=Gear failed: Post "https://turner.mill.svc:9443/convert?timeout=30s": service "turner" not found`
	const is, holder = "CustomResourceDefinition gears.acme.test: Stuck InstancesUnreadable", "crd finalizer (kube-apiserver)"
	checkAll(t, map[string]pasted{
		"a webhook":   {text: definition(hook, words), is: is, holder: holder, does: "bring back service turner in namespace mill"},
		"other words": {text: definition(hook, "etcdserver: request timed out"), is: is, holder: holder, does: "be listed again"},
		"no webhook":  {text: definition("strategy: None", words), is: is, holder: holder, does: "be listed again"},
	})
}

// A pod that was copied in its grace period says by itself only when that ends.
func TestWhyPastedGrace(t *testing.T) {
	pod := `apiVersion: v1
kind: Pod
metadata: {name: web-0, namespace: shop, deletionTimestamp: "2024-03-05T10:00:30Z", deletionGracePeriodSeconds: 30}
spec: {nodeName: n1, containers: [{name: app, image: x}]}
`
	checkAll(t, map[string]pasted{
		"alone": {is: "Pod shop/web-0: Undecided KubeletUnfinished", holder: "kubelet", text: pod, says: "its grace period ends on 2024-03-05 10:00 UTC, which may have been later than the copy", lacks: "ended"},
		"later": {is: "Pod shop/web-0: Undecided KubeletUnfinished", holder: "kubelet", text: pod + "status: {containerStatuses: [{name: app, lastState: {terminated: {finishedAt: \"2024-03-05T10:05:00Z\"}}}]}\n", says: "its grace period ended on 2024-03-05 10:00 UTC", lacks: "ends on"},
		"dated": {is: "Pod shop/web-0: Undecided KubeletUnfinished", holder: "kubelet", text: "$ date\nTue Mar  5 10:20:30 UTC 2024\n$ kubectl get pod web-0 -n shop -o yaml\n" + pod, says: "its grace period ended 20m ago", lacks: "ends on"},
	})
}
