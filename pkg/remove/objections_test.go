package remove

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var moment = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// sound is a hold that nothing speaks against removing.
func sound() explain.Hold {
	return explain.Hold{
		Finalizer: "x/y", Holder: explain.Holder{Name: "keeper"}, Health: explain.Missing,
		Verdict: explain.Stuck, Reason: explain.HolderMissing, Message: "no keeper",
		Cost: explain.Cost{Loss: "A line in a book", Risk: explain.RiskLow},
	}
}

// scene is a diagnosis of objects 0, 1, 2 …, the first of which was asked about,
// and their graph.
type scene struct {
	d *explain.Diagnosis
	g *trace.Graph
	// outside says that the graph does not have the object.
	outside bool
}

func newScene(holds ...explain.Hold) *scene {
	s := &scene{d: &explain.Diagnosis{At: moment}, g: &trace.Graph{At: moment}}
	s.add("asked", holds...)
	s.d.Objects[0].Asked = true
	return s
}

func (s *scene) add(name string, holds ...explain.Hold) {
	n := trace.Node{
		Ref:      trace.Ref{Group: things.Group, Kind: things.Kind, Namespace: "shop", Name: name},
		Resource: things.Resource, UID: "uid-" + name, State: trace.Deleting, Since: moment.Add(-time.Hour),
	}
	for _, h := range holds {
		n.Finalizers = append(n.Finalizers, trace.Finalizer{Name: h.Finalizer})
	}
	s.g.Nodes = append(s.g.Nodes, n)
	s.d.Objects = append(s.d.Objects, explain.Object{Node: n, Verdict: explain.Stuck, Holds: holds})
}

// sceneOf makes a scene out of one sound hold.
func sceneOf(f func(h *explain.Hold, s *scene)) *scene {
	s := newScene(sound())
	f(&s.d.Objects[0].Holds[0], s)
	s.g.Nodes[0] = s.d.Objects[0].Node
	if s.outside {
		s.g.Nodes = nil
	}
	return s
}

// stays adds a finalizer that is not asked for.
func (s *scene) stays() {
	s.d.Objects[0].Holds = append(s.d.Objects[0].Holds, explain.Hold{Finalizer: "x/stays"})
}

// take plans to take the first finalizer off.
func (s *scene) take(t *testing.T) *Plan {
	t.Helper()
	p, err := Make(s.g, []trace.Kind{things, namespaces, definitions}, s.d, Request{Holds: []explain.Place{{}}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (s *scene) plan(t *testing.T, permits Permits) *Plan {
	t.Helper()
	p, err := Make(s.g, []trace.Kind{things, namespaces, definitions}, s.d, Request{Permits: permits})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var (
	namespaces  = trace.Kind{Version: "v1", Kind: "Namespace", Resource: "namespaces"}
	definitions = trace.Kind{Group: "apiextensions.k8s.io", Version: "v1", Kind: "CustomResourceDefinition", Resource: "customresourcedefinitions"}
)

// become makes the asked object one of another kind.
func (s *scene) become(kind trace.Kind, finalizer string) {
	o := &s.d.Objects[0]
	o.Group, o.Kind, o.Resource, o.Namespace = kind.Group, kind.Kind, kind.Resource, ""
	o.Holds[0].Finalizer = finalizer
}

func state(st trace.State) func(*explain.Hold, *scene) {
	return func(_ *explain.Hold, s *scene) { s.d.Objects[0].State = st }
}

func verdict(v explain.Verdict, r explain.Reason) func(*explain.Hold, *scene) {
	return func(h *explain.Hold, _ *scene) { h.Verdict, h.Reason = v, r }
}

// TestGuards has, for each guard, where it speaks and where it nearly does.
func TestGuards(t *testing.T) {
	running := func(h *explain.Hold) { h.Health = explain.Running }
	blocker := func(state trace.State) explain.Blocker {
		return explain.Blocker{Ref: trace.Ref{Kind: "Pod", Namespace: "shop", Name: "p"}, Resource: "pods", Object: -1, State: state}
	}
	edge := func(rule string) func(*explain.Hold, *scene) {
		return func(_ *explain.Hold, s *scene) {
			s.add("child")
			s.g.Nodes[1].State = trace.Live
			s.g.Edges = []trace.Edge{{From: 0, To: 1, Rule: rule}}
		}
	}
	tests := map[string]struct {
		change func(*explain.Hold, *scene)
		want   string
	}{
		"sound":                          {func(*explain.Hold, *scene) {}, ""},
		"live":                           {state(trace.Live), "NotDeleting"},
		"in grace":                       {state(trace.Grace), "InGrace"},
		"live, its holder runs":          {func(h *explain.Hold, s *scene) { running(h); state(trace.Live)(h, s) }, "NotDeleting HolderAble"},
		"the holder is at it":            {verdict(explain.Progressing, explain.Working), "HolderWorking"},
		"progress":                       {verdict(explain.Progressing, explain.InstancesRemain), "Progressing"},
		"unknown":                        {verdict(explain.Undecided, explain.Silent), "Undecided"},
		"no verdict at all":              {verdict("", ""), "Undecided"},
		"not asked about by the verdict": {verdict(explain.NotAsked, explain.NotAskedYet), "Undecided"},
		"runs and is silent":             {func(h *explain.Hold, _ *scene) { running(h); h.Verdict, h.Reason = explain.Undecided, explain.Silent }, "Undecided HolderAble"},
		"runs and is refused":            {func(h *explain.Hold, _ *scene) { running(h); h.Reason = explain.WebhookDown }, "HolderAble"},
		"runs and fails":                 {func(h *explain.Hold, _ *scene) { running(h); h.Reason = explain.Failing }, "HolderAble"},
		"runs and was told not to":       {func(h *explain.Hold, _ *scene) { running(h); h.Reason = explain.Excluded }, "HolderAble"},
		"was told not to, out of sight":  {func(h *explain.Hold, _ *scene) { h.Health, h.Reason = "", explain.Excluded }, "HolderAble"},
		"was told not to, and is down":   {func(h *explain.Hold, _ *scene) { h.Reason = explain.Excluded }, ""},
		"was told not to, with proof":    {func(h *explain.Hold, _ *scene) { running(h); h.Reason, h.Cost.Proven = explain.Excluded, true }, ""},
		"runs and waits in a circle":     {func(h *explain.Hold, _ *scene) { running(h); h.Reason = explain.Circle }, ""},
		"waits for nothing with a name":  {verdict(explain.Waiting, explain.HookWaits), "HolderAble"},
		"waits for an object": {func(h *explain.Hold, _ *scene) {
			h.Reason, h.Blockers = explain.Blocked, []explain.Blocker{blocker(trace.Deleting)}
		}, "BlockedElsewhere"},
		"a part of Kubernetes waits for an object": {func(h *explain.Hold, _ *scene) {
			h.Verdict, h.Reason, h.Health, h.Holder.BuiltIn = explain.Waiting, explain.InUse, explain.Running, true
			h.Blockers = []explain.Blocker{blocker(trace.Live)}
		}, "BlockedElsewhere"},
		"what it waited for has gone": {func(h *explain.Hold, _ *scene) { h.Blockers = []explain.Blocker{blocker(trace.Gone)} }, ""},
		"what it waits for cannot be read": {func(h *explain.Hold, _ *scene) {
			h.Blockers = []explain.Blocker{blocker(trace.Unreadable)}
		}, "BlockedElsewhere"},
		"high risk":              {func(h *explain.Hold, _ *scene) { h.Cost.Risk = explain.RiskHigh }, "Loss"},
		"high risk, no words":    {func(h *explain.Hold, _ *scene) { h.Cost = explain.Cost{Risk: explain.RiskHigh} }, "Loss"},
		"a loss without a grade": {func(h *explain.Hold, _ *scene) { h.Cost.Risk = "" }, "Loss"},
		"only an identity":       {func(h *explain.Hold, _ *scene) { h.Cost = explain.Cost{Identity: "volume v"} }, "Loss"},
		"medium risk":            {func(h *explain.Hold, _ *scene) { h.Cost.Risk = explain.RiskMedium }, ""},
		"cost not known":         {func(h *explain.Hold, _ *scene) { h.Cost = explain.Cost{} }, "CostUnknown"},
		"owns a live object":     {edge(trace.OwnerRule), "Dependents"},
		"manages a live object":  {edge("crossplane:composed"), "Dependents"},
		"is only used by one":    {edge("pvc:mounted"), ""},
		"owns one that is going": {func(h *explain.Hold, s *scene) {
			edge(trace.OwnerRule)(h, s)
			s.g.Nodes[1].State = trace.Deleting
		}, ""},
		"owns many that are alike": {func(_ *explain.Hold, s *scene) {
			s.d.Objects[0].Folded = []trace.Fold{{Resource: "pods", Rule: trace.OwnerRule, Count: 9}}
		}, "Dependents"},
		"manages many that are alike": {func(_ *explain.Hold, s *scene) {
			s.d.Objects[0].Folded = []trace.Fold{{Resource: "pods", Rule: "kro:applyset", Count: 9}}
		}, "Dependents"},
		"owns what the graph does not lead to": {func(_ *explain.Hold, s *scene) {
			s.d.Objects[0].Owned = []trace.Ref{{Kind: "ConfigMap", Namespace: "far", Name: "c"}}
		}, "Dependents"},
		"owns what the graph leads to as well": {func(h *explain.Hold, s *scene) {
			edge(trace.OwnerRule)(h, s)
			s.d.Objects[0].Owned = []trace.Ref{s.g.Nodes[1].Ref}
		}, "Dependents"},
		"owns a claim": {func(_ *explain.Hold, s *scene) {
			s.d.Objects[0].Owned = []trace.Ref{{Kind: "PersistentVolumeClaim", Namespace: "shop", Name: "data-0"}}
		}, "Loss Dependents"},
		"owns what is called a claim elsewhere": {func(_ *explain.Hold, s *scene) {
			s.d.Objects[0].Owned = []trace.Ref{{Group: "example.com", Kind: "PersistentVolumeClaim", Namespace: "shop", Name: "data-0"}}
		}, "Dependents"},
		"owns a claim, and is held by another": {func(_ *explain.Hold, s *scene) {
			s.d.Objects[0].Owned = []trace.Ref{{Kind: "PersistentVolumeClaim", Namespace: "shop", Name: "data-0"}}
			s.stays()
		}, ""},
		"owns nothing, wherever that is": {func(_ *explain.Hold, s *scene) { s.d.Objects[0].Owned = []trace.Ref{} }, ""},
		"a namespace owns what is in it": {func(_ *explain.Hold, s *scene) {
			s.become(namespaces, "x/y")
			s.d.Objects[0].Owned = []trace.Ref{{Kind: "ConfigMap", Namespace: "asked", Name: "c"}}
		}, ""},
		"a namespace owns what is elsewhere": {func(_ *explain.Hold, s *scene) {
			s.become(namespaces, "x/y")
			s.d.Objects[0].Owned = []trace.Ref{{Kind: "ConfigMap", Namespace: "far", Name: "c"}}
		}, "Dependents"},
		"owns something, and is held by another": {func(_ *explain.Hold, s *scene) {
			s.d.Objects[0].Owned = []trace.Ref{{Kind: "ConfigMap", Namespace: "far", Name: "c"}}
			s.stays()
		}, ""},
		"a volume goes with it": {func(_ *explain.Hold, s *scene) {
			s.d.Objects[0].Goes = explain.Cost{Loss: "A volume goes with all its data", Risk: explain.RiskHigh}
		}, "Loss"},
		"a volume would go with it once another lets go": {func(_ *explain.Hold, s *scene) {
			s.d.Objects[0].Goes = explain.Cost{Loss: "A volume goes with all its data", Risk: explain.RiskHigh}
			s.stays()
		}, ""},
		"a volume goes with it, for what stays lets go by itself": {func(_ *explain.Hold, s *scene) {
			s.d.Objects[0].Goes = explain.Cost{Loss: "A volume goes with all its data", Risk: explain.RiskHigh}
			s.stays()
			s.d.Objects[0].Holds[1].Verdict, s.d.Objects[0].Holds[1].Health = explain.Waiting, explain.Running
		}, "Loss"},
		"what stays waits for something": {func(_ *explain.Hold, s *scene) {
			s.d.Objects[0].Goes = explain.Cost{Loss: "A volume goes with all its data", Risk: explain.RiskHigh}
			s.stays()
			s.d.Objects[0].Holds[1].Verdict, s.d.Objects[0].Holds[1].Health = explain.Waiting, explain.Running
			s.d.Objects[0].Holds[1].Blockers = []explain.Blocker{blocker(trace.Live)}
		}, ""},
		"owns something, and what stays lets go by itself": {func(_ *explain.Hold, s *scene) {
			s.d.Objects[0].Owned = []trace.Ref{{Kind: "ConfigMap", Namespace: "far", Name: "c"}}
			s.stays()
			s.d.Objects[0].Holds[1].Verdict, s.d.Objects[0].Holds[1].Holder.BuiltIn = explain.Waiting, true
		}, "Dependents"},
		"a name goes with it": {func(_ *explain.Hold, s *scene) {
			s.d.Objects[0].Goes = explain.Cost{Loss: "Its volume stays", Risk: explain.RiskLow}
		}, ""},
		"foreground deletion": {func(h *explain.Hold, _ *scene) { h.Finalizer = "foregroundDeletion" }, "Collector"},
		"orphaning":           {func(h *explain.Hold, _ *scene) { h.Finalizer = "orphan" }, "Collector"},
		"nearly orphaning":    {func(h *explain.Hold, _ *scene) { h.Finalizer = "example.com/orphan" }, ""},
		"something not read": {func(_ *explain.Hold, s *scene) {
			s.d.Incomplete = []trace.Problem{{About: trace.Part{Resource: "secrets"}}}
		}, "Incomplete"},
		"not in the graph": {func(_ *explain.Hold, s *scene) { s.outside = true }, "Incomplete"},
		"a namespace with content": {func(_ *explain.Hold, s *scene) {
			s.become(namespaces, "kubernetes")
			edge("namespace:content")(nil, s)
		}, "Content"},
		"a namespace with content alike": {func(_ *explain.Hold, s *scene) {
			s.become(namespaces, "kubernetes")
			s.d.Objects[0].Folded = []trace.Fold{{Resource: "pods", Rule: "namespace:content", Count: 9}}
		}, "Content"},
		"a namespace that could not be seen whole": {func(_ *explain.Hold, s *scene) {
			s.become(namespaces, "kubernetes")
			s.d.Incomplete = []trace.Problem{{About: trace.Part{Resource: "secrets"}}}
		}, "Content Incomplete"},
		"an empty namespace": {func(_ *explain.Hold, s *scene) { s.become(namespaces, "kubernetes") }, ""},
		"another finalizer of a namespace with content": {func(_ *explain.Hold, s *scene) {
			s.become(namespaces, "openshift.io/origin")
			edge("namespace:content")(nil, s)
		}, ""},
		"a definition with instances": {func(_ *explain.Hold, s *scene) {
			s.become(definitions, "customresourcecleanup.apiextensions.k8s.io")
			edge("crd:instances")(nil, s)
		}, "Content"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := sceneOf(tt.change)
			p := s.take(t)
			var got []string
			for _, o := range p.Actions[0].Objections {
				got = append(got, string(o.Guard))
				if o.Overridden || o.Message == "" || o.Flag != o.Guard.Flag() {
					t.Errorf("%+v", o)
				}
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
				t.Error(diff)
			}
			if p.Refused() != (tt.want != "") {
				t.Errorf("refused: %t", p.Refused())
			}
		})
	}
}

// Each guard gives way to its own flag and to no other.
func TestOverrides(t *testing.T) {
	all := []Guard{HolderAble, Progressing, Undecided, BlockedElsewhere, CostUnknown, Dependents, Collector, Incomplete, Content}
	for _, g := range all {
		m := &maker{permits: Permits{Despite: []Guard{g}}}
		for _, other := range append(all, HolderWorking, InGrace, NotDeleting, Loss) {
			if got := m.object(other, "x")[0].Overridden; got != (other == g) {
				t.Errorf("the flag of %s against %s: %t", g, other, got)
			}
		}
	}
	for _, g := range []Guard{HolderWorking, InGrace} {
		if g.Flag() != "" {
			t.Errorf("%s can be overridden by %s", g, g.Flag())
		}
	}
	every := &maker{permits: Permits{Despite: Guards()}}
	for _, g := range []Guard{HolderWorking, InGrace, NotDeleting, Loss} {
		if every.object(g, "x")[0].Overridden {
			t.Errorf("%s gives way to a list of guards", g)
		}
	}
	s := sceneOf(state(trace.Live))
	if s.plan(t, Permits{DeleteFirst: true}).Refused() {
		t.Error("--delete-first does not override NotDeleting")
	}
}

// What more than one rule leads to is left behind once.
func TestDependentsOnce(t *testing.T) {
	s := sceneOf(func(_ *explain.Hold, s *scene) {
		s.add("part")
		s.g.Nodes[1].State = trace.Live
		s.g.Edges = []trace.Edge{{From: 0, To: 1, Rule: "kro:instance"}, {From: 0, To: 1, Rule: "kro:applyset"}}
	})
	p := s.plan(t, Permits{})
	o := p.Actions[0].Objections
	if len(o) != 1 || !strings.HasSuffix(o[0].Message, ": thing/part") {
		t.Errorf("%+v", o)
	}
}

func TestAcceptLoss(t *testing.T) {
	s := sceneOf(func(h *explain.Hold, _ *scene) {
		h.Cost = explain.Cost{Loss: "A bucket keeps billing", Risk: explain.RiskHigh, Identity: "external name\n logs"}
	})
	p := s.plan(t, Permits{AcceptLoss: []string{"external name logs"}})
	if p.Refused() {
		t.Errorf("refused: %+v", p.Actions[0].Objections)
	}
	for _, named := range []string{"logs", "shop/things/asked", ""} {
		_, err := Make(s.g, nil, s.d, Request{Permits: Permits{AcceptLoss: []string{named}}})
		if wrong, ok := errors.AsType[*LossError](err); !ok || !cmp.Equal(wrong.Losses, []string{"external name logs"}) {
			t.Errorf("%q: %v", named, err)
		}
	}
	// Who names one loss has not named another.
	other := sound()
	other.Cost = explain.Cost{Loss: "A disk is wiped", Risk: explain.RiskHigh}
	s.add("other", other)
	s.d.Objects[1].Asked = true
	p = s.plan(t, Permits{AcceptLoss: []string{"external name logs"}})
	if p.Actions[0].Refused() || !p.Actions[1].Refused() {
		t.Errorf("%+v, %+v", p.Actions[0].Objections, p.Actions[1].Objections)
	}
}

// A chain is planned from its end, and what the plan removes blocks nobody.
func TestChain(t *testing.T) {
	waits := func(object int) explain.Hold {
		h := sound()
		h.Reason = explain.Blocked
		h.Blockers = []explain.Blocker{{Ref: trace.Ref{Kind: "Thing", Name: "next"}, Object: object, State: trace.Deleting}}
		return h
	}
	s := newScene(waits(1))
	s.add("middle", waits(2))
	s.add("leaf", sound())
	s.d.Objects[1].Asked, s.d.Objects[2].Asked = true, true
	p := s.plan(t, Permits{})
	var got []string
	for _, a := range p.Actions {
		got = append(got, a.Object.Name)
	}
	if diff := cmp.Diff("leaf middle asked", strings.Join(got, " ")); diff != "" || p.Refused() {
		t.Error(diff, p.Refused())
	}
	// The near miss: something else holds the leaf too, and stays.
	s.d.Objects[2].Holds = append(s.d.Objects[2].Holds, explain.Hold{Reason: explain.KubeletSilent, Verdict: explain.Stuck})
	p = s.plan(t, Permits{})
	if !p.Actions[1].Refused() || p.Actions[1].Objections[0].Guard != BlockedElsewhere {
		t.Errorf("%+v", p.Actions[1].Objections)
	}
	if diff := cmp.Diff([]string{"kubectl", "finalizers", "remove", "thing/next"}, p.Actions[1].Objections[0].Instead); diff != "" {
		t.Error(diff)
	}
}

func TestMakeErrors(t *testing.T) {
	s := newScene(sound())
	if _, err := Make(s.g, nil, s.d, Request{Finalizers: []string{"x/z"}}); err == nil || !strings.Contains(err.Error(), `"x/z" is not on things.example.com/asked`) {
		t.Errorf("got %v", err)
	}
	s.d.Objects[0].Holds = nil
	if _, err := Make(s.g, nil, s.d, Request{}); !errors.Is(err, ErrNothing) {
		t.Errorf("got %v", err)
	}
}

// TestWarnings keeps every warning of the diagnosis: of the hold that is taken
// off first, of what else holds the object, and of other objects apart.
func TestWarnings(t *testing.T) {
	first, second := sound(), sound()
	first.Warnings = []explain.Warning{{Text: "wake it", Never: true}}
	second.Finalizer, second.Warnings = "x/z", []explain.Warning{{Text: "the data goes too"}, {Text: "wake it", Never: true}}
	s := newScene(first, second)
	above := sound()
	above.Warnings = []explain.Warning{{Text: "the data goes too"}}
	s.add("above", above)
	p := s.plan(t, Permits{})
	if diff := cmp.Diff([]string{"never wake it", "the data goes too"}, p.Actions[0].Warnings); diff != "" {
		t.Errorf("of the object (-want +got):\n%s", diff)
	}
	want := []Warning{{Text: "the data goes too", Objects: []trace.Ref{s.d.Objects[1].Ref}}}
	if diff := cmp.Diff(want, p.Warnings, cmp.AllowUnexported(Warning{})); diff != "" {
		t.Errorf("of other objects (-want +got):\n%s", diff)
	}
}

// TestWarningsAhead tells what goes on once the plan is done from what only stands
// beside it.
func TestWarningsAhead(t *testing.T) {
	waits := func(object int) explain.Hold {
		return explain.Hold{Finalizer: "w", Warnings: []explain.Warning{{Text: "all goes"}}, Blockers: []explain.Blocker{{Object: object, State: trace.Deleting}}}
	}
	s := newScene(sound())
	s.add("above", waits(0))
	s.add("top", waits(1))
	s.add("beside", waits(-1))
	p := s.plan(t, Permits{})
	want := []Warning{{
		Text: "all goes", Objects: []trace.Ref{s.d.Objects[1].Ref, s.d.Objects[2].Ref, s.d.Objects[3].Ref},
		waiting: []trace.Ref{s.d.Objects[1].Ref, s.d.Objects[2].Ref},
	}}
	if diff := cmp.Diff(want, p.Warnings, cmp.AllowUnexported(Warning{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Two objects of one name are two: in different namespaces, and of kinds of different
// groups. Who was shown one has not been shown the other.
func TestSameNames(t *testing.T) {
	others := map[string]trace.Ref{
		"another namespace": {Group: things.Group, Kind: things.Kind, Namespace: "far", Name: "child"},
		"another group":     {Group: "other.example.com", Kind: things.Kind, Namespace: "shop", Name: "child"},
	}
	for guard, tt := range map[string]struct {
		kind            trace.Kind
		finalizer, rule string
	}{
		"owned":   {trace.Kind{Group: "example.com", Kind: "Root", Resource: "roots"}, "x/y", trace.OwnerRule},
		"managed": {trace.Kind{Group: "example.com", Kind: "Root", Resource: "roots"}, "x/y", "crossplane:composed"},
		"content": {definitions, "customresourcecleanup.apiextensions.k8s.io", "crd:instances"},
	} {
		for name, other := range others {
			t.Run(guard+" in "+name, func(t *testing.T) {
				s := sceneOf(func(_ *explain.Hold, s *scene) {
					s.become(tt.kind, tt.finalizer)
					s.add("child")
					s.g.Nodes[1].State = trace.Live
					s.g.Edges = []trace.Edge{{From: 0, To: 1, Rule: tt.rule}}
				})
				one := s.take(t).Show()
				s.add("child")
				s.g.Nodes[2].Ref, s.g.Nodes[2].UID, s.g.Nodes[2].State = other, "uid-other", trace.Live
				s.g.Edges = append(s.g.Edges, trace.Edge{From: 0, To: 2, Rule: tt.rule})
				both := s.take(t)
				if len(both.Actions[0].Objections[0].Over) != 2 || both.Show().Digest() == one.Digest() {
					t.Errorf("it speaks of %v", both.Actions[0].Objections[0].Over)
				}
			})
		}
	}
}

// Who is asked to go by the plan loses what goes with that, whoever holds it
// afterwards.
func TestAskedFirstLoses(t *testing.T) {
	inside := func(kind trace.Kind, rule string) func(*explain.Hold, *scene) {
		return func(_ *explain.Hold, s *scene) {
			s.become(kind, "x/y")
			s.stays()
			s.add("child")
			s.g.Nodes[1].State = trace.Live
			s.g.Edges = []trace.Edge{{From: 0, To: 1, Rule: rule}}
		}
	}
	for name, tt := range map[string]struct {
		change func(*explain.Hold, *scene)
		want   string
	}{
		"nothing":                      {func(*explain.Hold, *scene) {}, "NotDeleting"},
		"a namespace":                  {inside(namespaces, "namespace:content"), "NotDeleting Loss Dependents"},
		"a definition":                 {inside(definitions, "crd:instances"), "NotDeleting Loss Dependents"},
		"a definition without objects": {func(_ *explain.Hold, s *scene) { s.become(definitions, "x/y") }, "NotDeleting"},
		"an owner":                     {inside(things, trace.OwnerRule), "NotDeleting Dependents"},
		"an owner of a claim": {func(_ *explain.Hold, s *scene) {
			s.d.Objects[0].Owned = []trace.Ref{{Kind: "PersistentVolumeClaim", Namespace: "shop", Name: "data-0"}}
			s.stays()
		}, "NotDeleting Loss Dependents"},
		"a claim": {func(_ *explain.Hold, s *scene) {
			s.stays()
			s.d.Objects[0].Goes = explain.Cost{Loss: "A volume goes with all its data", Risk: explain.RiskHigh}
		}, "NotDeleting Loss"},
	} {
		t.Run(name, func(t *testing.T) {
			s := sceneOf(tt.change)
			request := Request{Holds: []explain.Place{{}}, Permits: Permits{DeleteFirst: true}}
			for _, live := range []bool{true, false} {
				want := ""
				if live {
					want = tt.want
					s.d.Objects[0].State, s.g.Nodes[0].State = trace.Live, trace.Live
				} else { // the twin was asked to go before, by somebody else
					s.d.Objects[0].State, s.g.Nodes[0].State = trace.Deleting, trace.Deleting
				}
				p, err := Make(s.g, nil, s.d, request)
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, o := range p.Actions[0].Objections {
					got = append(got, string(o.Guard))
				}
				if strings.Join(got, " ") != want {
					t.Errorf("live %t: %v, want %s", live, got, want)
				}
				if live && strings.Contains(want, "Dependents") && len(p.Actions[0].Objections[len(got)-1].Over) != 1 {
					t.Errorf("%+v", p.Actions[0].Objections)
				}
			}
			// What is lost by asking is no news once it was asked.
			shown, err := Make(s.g, nil, s.d, request)
			if err != nil {
				t.Fatal(err)
			}
			s.d.Objects[0].State = trace.Live
			live, err := Make(s.g, nil, s.d, request)
			if err != nil {
				t.Fatal(err)
			}
			if why := newly(&live.Actions[0], shown); why != "" {
				t.Errorf("once it was asked: %s", why)
			}
		})
	}
}
