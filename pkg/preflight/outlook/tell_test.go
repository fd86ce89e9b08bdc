package outlook

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/install"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// scene is a cluster in which a package is uninstalled: its revision owns the definition
// and what runs the holder, and a claim has made a bucket that the holder has to let go.
type scene struct {
	graph *trace.Graph
	f     *preflight.Forecast
	rest  *Rest
	q     *Question
}

var (
	packageRef    = trace.Ref{Group: "pkg.example.org", Kind: "Package", Name: "lab"}
	definitionRef = trace.Ref{Group: "apiextensions.k8s.io", Kind: "CustomResourceDefinition", Name: "buckets.lab.example.org"}
	workloadRef   = trace.Ref{Group: "apps", Kind: "Deployment", Namespace: "system", Name: "lab"}
	bucketRef     = trace.Ref{Group: "lab.example.org", Kind: "Bucket", Namespace: "shop", Name: "logs"}
	claimRef      = trace.Ref{Group: "shop.example.org", Kind: "Claim", Namespace: "shop", Name: "logs"}
)

const finalizer = "lab.example.org/cleanup"

func newScene() *scene {
	node := func(ref trace.Ref, resource string) trace.Node {
		return trace.Node{Ref: ref, Resource: resource, UID: ref.Kind + "-" + ref.Name, State: trace.Live}
	}
	s := &scene{rest: &Rest{}}
	bucket := node(bucketRef, "buckets")
	bucket.Finalizers = []trace.Finalizer{{Name: finalizer}}
	s.graph = &trace.Graph{
		Nodes: []trace.Node{node(packageRef, "packages"), node(definitionRef, "customresourcedefinitions"), node(workloadRef, "deployments"), bucket, node(claimRef, "claims")},
		Edges: []trace.Edge{
			{From: 0, To: 1, Rule: trace.OwnerRule},
			{From: 0, To: 2, Rule: trace.OwnerRule},
			{From: 1, To: 3, Rule: "crd:instances"},
			{From: 4, To: 3, Rule: "crossplane:claim"},
		},
	}
	held := preflight.Hindrance{
		Sort: preflight.Held, Finalizer: finalizer, Holder: explain.Holder{Name: "lab", Workload: workloadRef, Confidence: explain.Certain},
		Now: explain.Running, Then: preflight.HolderGoes, Takes: 2, Fate: -1, Decides: true, Message: "its holder goes",
	}
	s.f = &preflight.Forecast{Acts: []preflight.Act{{Verb: preflight.Delete, Objects: []trace.Ref{packageRef}}}, Fates: []preflight.Fate{
		{Node: s.graph.Nodes[0], Count: 1, Outcome: preflight.Goes, Why: preflight.Named, By: -1},
		{Node: s.graph.Nodes[1], Count: 1, Outcome: preflight.Hangs, Why: preflight.Owned, By: 0, On: []preflight.Hindrance{{Sort: preflight.Inside, Ref: bucketRef, Fate: 3, Takes: -1}}},
		{Node: s.graph.Nodes[2], Count: 1, Outcome: preflight.Goes, Why: preflight.Owned, By: 0},
		{Node: bucket, Count: 1, Outcome: preflight.Hangs, Why: preflight.Instance, By: 1, On: []preflight.Hindrance{held}, Cost: explain.Cost{Loss: "what it stands for", Identity: "external name logs-42", Risk: explain.RiskHigh}},
	}}
	s.q = &Question{
		Operation: "uninstall", Commands: [][]string{{"kubectl", "delete", "packages/lab"}},
		Checks: [][]string{{"kubectl", "get", "packages/lab"}}, Installation: &install.Installation{Title: "packages/lab"},
	}
	return s
}

func (s *scene) tell() *Answer { return Tell(s.q, s.graph, s.f, s.rest) }

// shown is an answer in a few words.
func (a *Answer) shown() string {
	var b strings.Builder
	b.WriteString(string(a.Verdict) + "\n")
	for _, t := range a.Traps {
		b.WriteString("trap " + string(t.Name) + "\n")
	}
	for _, s := range a.Order {
		for _, c := range s.Commands {
			b.WriteString("run " + strings.Join(c, " ") + "\n")
		}
	}
	for _, o := range a.Open {
		b.WriteString("open " + o + "\n")
	}
	return b.String()
}

func TestTell(t *testing.T) {
	const act = "run kubectl delete packages/lab\n"
	for _, tt := range []struct {
		name   string
		change func(s *scene)
		want   string
	}{
		{"the holder goes: what made the bucket goes first", func(*scene) {}, "Hangs\ntrap HolderInside\nrun kubectl delete claims.shop.example.org logs -n shop\n" + act},
		{"nothing made the bucket", func(s *scene) { s.graph.Edges = s.graph.Edges[:3] }, "Hangs\ntrap HolderInside\nrun kubectl delete buckets.lab.example.org logs -n shop\n" + act},
		{"the holder stays", func(s *scene) {
			s.f.Fates[3].Outcome, s.f.Fates[1].Outcome = preflight.GoesAfter, preflight.GoesAfter
			s.f.Fates[3].Cost = explain.Cost{}
			s.f.Fates[3].Namespace = ""
		}, "Safe\n" + act},
		{"in a namespace of which nothing was named", func(s *scene) {
			s.f.Fates[3].Outcome, s.f.Fates[1].Outcome = preflight.GoesAfter, preflight.GoesAfter
			s.f.Fates[3].Cost = explain.Cost{}
		}, "Loses\n" + act},
		{"the holder is down already", func(s *scene) {
			h := &s.f.Fates[3].On[0]
			h.Then, h.Takes, h.Now = preflight.StillThere, -1, explain.ScaledDown
			h.Hold = &explain.Hold{Next: []explain.Step{explain.Act(explain.Starts, workloadRef, "scale it up", "kubectl", "scale", "deployment/lab", "--replicas=1")}}
		}, "Hangs\nrun kubectl scale deployment/lab --replicas=1\n" + act},
		{"two holders are down, and the same words tell to start them", func(s *scene) {
			on := slices.Repeat(s.f.Fates[3].On, 3) // one of them twice
			for i, name := range []string{"lab", "rig", "rig"} {
				on[i].Then, on[i].Takes, on[i].Now, on[i].Holder.Name = preflight.StillThere, -1, explain.ScaledDown, name
				on[i].Finalizer += strconv.Itoa(i)
				on[i].Hold = &explain.Hold{Next: []explain.Step{explain.Act(explain.Starts, workloadRef, "scale it up", "kubectl", "scale", "deployment/"+name, "--replicas=1")}}
			}
			s.f.Fates[3].On = on
		}, "Hangs\nrun kubectl scale deployment/lab --replicas=1\nrun kubectl scale deployment/rig --replicas=1\n" + act},
		{"nobody knows the holder", func(s *scene) {
			h := &s.f.Fates[3].On[0]
			h.Then, h.Takes, h.Holder, h.Message = "", -1, explain.Holder{}, "nothing tells who takes it off"
		}, "Hangs\nopen bucket.lab.example.org/logs in namespace shop: " + finalizer + ": nothing tells who takes it off\n"},
		{"deleting first hangs too", func(s *scene) {
			s.q.Foresee = func([]trace.Ref) *preflight.Forecast {
				f := &preflight.Forecast{Fates: []preflight.Fate{s.f.Fates[3]}}
				f.Fates[0].On = []preflight.Hindrance{{Sort: preflight.Held, Finalizer: finalizer, Message: "it fails", Takes: -1, Fate: -1, Decides: true}}
				return f
			}
		}, "Hangs\ntrap HolderInside\nopen bucket.lab.example.org/logs in namespace shop: " + finalizer + ": it fails\n"},
		{"refused half way", func(s *scene) {
			s.f.Fates[3].Outcome, s.f.Fates[1].Outcome = preflight.Refused, preflight.Goes
			s.f.Fates[3].On = []preflight.Hindrance{{Sort: preflight.Gate, Message: "a Usage protects it", Takes: -1, Fate: -1, Decides: true}}
		}, "Refused\ntrap Protected\n" + act},
		{"held elsewhere", func(s *scene) {
			s.f.Fates = s.f.Fates[:3]
			s.f.Fates[1].Outcome = preflight.Goes
			s.rest.Held = []Held{{Group: oneOf(bucketRef, "buckets"), Finalizer: finalizer, Holder: explain.Holder{Name: "lab", Workload: workloadRef, Confidence: explain.Certain}}}
		}, "Hangs\ntrap HolderElsewhere\nrun kubectl delete claims.shop.example.org logs -n shop\n" + act},
		{"what stays beside it is held by what goes", func(s *scene) {
			h := s.f.Fates[3].On[0]
			h.Decides = false
			s.f.Fates[3].Outcome, s.f.Fates[3].Why, s.f.Fates[3].On = preflight.Stays, preflight.OtherOwner, []preflight.Hindrance{h}
			s.f.Fates[1].Outcome, s.f.Fates[1].On = preflight.Goes, nil
		}, "Hangs\ntrap HolderElsewhere\nrun kubectl delete claims.shop.example.org logs -n shop\n" + act},
		{"what stays beside it is held by what stays", func(s *scene) {
			s.f.Fates[3].Outcome, s.f.Fates[3].Why, s.f.Fates[3].On = preflight.Stays, preflight.OtherOwner, nil
			s.f.Fates[1].Outcome, s.f.Fates[1].On = preflight.Goes, nil
		}, "Safe\n" + act},
		{"there is a way in which its holder is told", func(s *scene) {
			h := &s.f.Fates[3].On[0]
			h.Then, h.Takes, h.Message = "", -1, "nobody tells it"
			h.Hold = &explain.Hold{Verdict: explain.NotDeleting, Next: []explain.Step{explain.Act(explain.Stops, workloadRef, "scale it down first", "kubectl", "scale", "bucketset/logs", "--replicas=0")}}
			s.f.Fates[3].Outcome, s.f.Fates[1].Outcome, s.f.Fates[3].Cost = preflight.NotKnown, preflight.NotKnown, explain.Cost{}
		}, "NotKnown\nrun kubectl scale bucketset/logs --replicas=0\n" + act},
		{"a webhook is left that refuses", func(s *scene) {
			s.f.Fates = s.f.Fates[:1]
			s.rest.Backed = []Backed{{Ref: trace.Ref{Group: "admissionregistration.k8s.io", Kind: "ValidatingWebhookConfiguration", Name: "lab"}, Resource: "validatingwebhookconfigurations", Sort: WebhookLeft, Closed: true}}
		}, "Hangs\ntrap FailClosed\nrun kubectl delete validatingwebhookconfigurations.admissionregistration.k8s.io lab\n" + act},
		{"an API is left that nobody serves", func(s *scene) {
			s.f.Fates = s.f.Fates[:1]
			s.rest.Backed = []Backed{{Ref: trace.Ref{Group: "apiregistration.k8s.io", Kind: "APIService", Name: "v1.lab"}, Resource: "apiservices", Sort: APIServiceLeft, Closed: true}}
		}, "Hangs\ntrap DeadAPI\nrun kubectl delete apiservices.apiregistration.k8s.io v1.lab\n" + act},
		{"objects are left that can no longer be read", func(s *scene) {
			s.f.Fates = s.f.Fates[:1]
			s.rest.Backed = []Backed{{Ref: definitionRef, Resource: "customresourcedefinitions", Sort: ConversionLeft, Closed: true}}
		}, "Hangs\ntrap DeadConversion\n" + act + "run kubectl delete customresourcedefinitions.apiextensions.k8s.io buckets.lab.example.org\n"},
		{"its rights go first", func(s *scene) { s.f.Fates[3].On[0].Then = preflight.RightsGo }, "Hangs\ntrap RightsFirst\nrun kubectl delete claims.shop.example.org logs -n shop\n" + act},
		{"its webhook goes first", func(s *scene) { s.f.Fates[3].On[0].Then = preflight.WebhookGoes }, "Hangs\ntrap WebhookFirst\nrun kubectl delete claims.shop.example.org logs -n shop\n" + act},
		{"its credentials go first", func(s *scene) { s.f.Fates[3].On[0].Then = preflight.SecretGoes }, "Hangs\ntrap CredentialFirst\nrun kubectl delete claims.shop.example.org logs -n shop\n" + act},
		{"its configuration goes first", func(s *scene) { s.f.Fates[3].On[0].Then = preflight.ConfigGoes }, "Hangs\ntrap ConfigFirst\nrun kubectl delete claims.shop.example.org logs -n shop\n" + act},
		{"a webhook is left that lets through", func(s *scene) {
			s.f.Fates = s.f.Fates[:1]
			s.rest.Backed = []Backed{{Ref: trace.Ref{Group: "admissionregistration.k8s.io", Kind: "ValidatingWebhookConfiguration", Name: "lab"}, Resource: "validatingwebhookconfigurations", Sort: WebhookLeft}}
		}, "Safe\n" + act + "run kubectl delete validatingwebhookconfigurations.admissionregistration.k8s.io lab\n"},
		{"something could not be read", func(s *scene) {
			s.f.Fates = s.f.Fates[:1]
			s.rest.Incomplete = []trace.Problem{{About: trace.Part{Resource: "secrets"}, Reason: trace.Forbidden}}
		}, "NotKnown\n" + act},
		{"something stays that makes it again", func(s *scene) {
			s.f.Fates = s.f.Fates[:1]
			s.graph.Nodes = append(s.graph.Nodes, trace.Node{Ref: trace.Ref{Group: "kustomize.toolkit.fluxcd.io", Kind: "Kustomization", Namespace: "flux-system", Name: "apps"}, State: trace.Live})
			s.graph.Edges = append(s.graph.Edges, trace.Edge{From: 5, To: 0, Rule: "flux:inventory"})
		}, "Safe\ntrap MadeAgain\n" + act},
		{"a second delete", func(s *scene) {
			s.f.Fates = s.f.Fates[:1]
			s.f.Fates[0].Foreground, s.f.Fates[0].Outcome = true, preflight.GoesAfter
		}, "Safe\ntrap SecondDelete\n" + act},
		{"a second delete of what waits now, which lets it go", func(s *scene) {
			s.f.Fates = s.f.Fates[:1]
			s.f.Fates[0].State, s.f.Fates[0].Finalizers = trace.Deleting, []trace.Finalizer{{Name: "foregroundDeletion"}}
		}, "Safe\ntrap SecondDelete\n" + act},
		{"a delete of what waits for nothing below", func(s *scene) {
			s.f.Fates = s.f.Fates[:1]
			s.f.Fates[0].State, s.f.Fates[0].Foreground = trace.Deleting, true
		}, "Safe\n" + act},
		{"a finalizer that comes late", func(s *scene) {
			s.f.Fates[3].On[0].Then, s.f.Fates[3].On[0].Takes = preflight.StillThere, -1
			s.f.Fates[3].Outcome, s.f.Fates[1].Outcome = preflight.GoesAfter, preflight.GoesAfter
			other := s.f.Fates[3]
			other.Name, other.UID, other.Finalizers, other.On, other.Outcome = "other", "o", nil, nil, preflight.Goes
			s.f.Fates = append(s.f.Fates, other)
		}, "Loses\ntrap PutOnLate\n" + act},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newScene()
			tt.change(s)
			if diff := cmp.Diff(tt.want, s.tell().shown()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What waits for what hangs is counted with it, and what is lost is told with its name
// outside of the cluster.
func TestStops(t *testing.T) {
	a := newScene().tell()
	if len(a.Hangs) != 1 || a.Hangs[0].Count != 1 || a.Hangs[0].Waiting != 1 || a.Hangs[0].Takes != workloadRef {
		t.Errorf("got %+v", a.Hangs)
	}
	want := []Loss{{Group: oneOf(bucketRef, "buckets"), Why: "what it stands for", Identities: []string{"external name logs-42"}, Risk: explain.RiskHigh}}
	if diff := cmp.Diff(want, a.Lost); diff != "" {
		t.Errorf("lost (-want +got):\n%s", diff)
	}
}

// Many objects of a kind that goes whole are deleted by one command; a few are named, and
// so are those of a kind of which others stay.
func TestManyFirst(t *testing.T) {
	s := newScene()
	s.graph.Edges = s.graph.Edges[:3]
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		more := s.f.Fates[3]
		more.Name, more.UID = name, name
		s.f.Fates = append(s.f.Fates, more)
	}
	if got, want := s.tell().shown(), "run kubectl delete buckets.lab.example.org --all --all-namespaces\n"; !strings.Contains(got, want) {
		t.Errorf("got %s", got)
	}
	stays := s.f.Fates[4]
	stays.Name, stays.UID, stays.Outcome, stays.Why = "z", "z", preflight.Stays, preflight.OtherOwner
	s.f.Fates = append(s.f.Fates, stays)
	if got, want := s.tell().shown(), "run kubectl delete buckets.lab.example.org a b c d e logs -n shop\n"; !strings.Contains(got, want) {
		t.Errorf("got %s", got)
	}
}

// Who is told that something can be deleted no more reads what takes that away; and what is
// to be done in another way says when it is done.
func TestWithout(t *testing.T) {
	s := newScene()
	h := s.f.Fates[3].On[0]
	h.Decides, h.Then = false, preflight.ConfigGoes
	s.f.Fates[3].Outcome, s.f.Fates[3].Why, s.f.Fates[3].On = preflight.Stays, preflight.OtherOwner, []preflight.Hindrance{h}
	s.f.Fates[1].Outcome, s.f.Fates[1].On = preflight.Goes, nil
	if got, want := s.tell().Order[0].Text, "once deployment.apps/lab in namespace system is gone, nobody can"; !strings.Contains(got, want) {
		t.Errorf("got %q", got)
	}
	s = newScene()
	s.f.Fates[3].Outcome, s.f.Fates[1].Outcome = preflight.NotKnown, preflight.NotKnown
	on := &s.f.Fates[3].On[0]
	on.Then, on.Takes = "", -1
	on.Hold = &explain.Hold{Verdict: explain.NotDeleting, Next: []explain.Step{explain.Act(explain.Stops, workloadRef, "scale it down first", "kubectl", "scale", "a/b", "--replicas=0")}}
	want := [][]string{{"kubectl", "get", "buckets.lab.example.org", "logs", "-n", "shop", "--ignore-not-found"}}
	if diff := cmp.Diff(want, s.tell().Order[0].Checks); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	on.Hold.Verdict = explain.Undecided // what is going already does not end by it for certain
	if a := s.tell(); len(a.Order) != 0 || len(a.Open) == 0 {
		t.Errorf("got %+v", a.Order)
	}
}

// TestMayBeLost has an object of which it is not known whether it goes: what is lost with it may
// be lost, and is no verdict.
func TestMayBeLost(t *testing.T) {
	for _, outcome := range []preflight.Outcome{preflight.NotKnown, preflight.Hangs, preflight.Goes} {
		s := newScene()
		s.f.Fates[3].Outcome = outcome
		a := s.tell()
		perhaps := outcome == preflight.NotKnown
		if len(a.Lost) != 1 || a.Lost[0].Perhaps != perhaps || slices.Contains(a.Reasons, Loses) == perhaps {
			t.Errorf("%s: %v, lost %+v", outcome, a.Reasons, a.Lost)
		}
	}
}
