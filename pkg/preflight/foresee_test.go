package preflight

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// kindsOf are the kinds of the scenes, by how they are written there.
var kindsOf = map[string]trace.Kind{
	"cm":   {Version: "v1", Kind: "ConfigMap", Resource: "configmaps", Namespaced: true},
	"pod":  {Version: "v1", Kind: "Pod", Resource: "pods", Namespaced: true},
	"pvc":  {Version: "v1", Kind: "PersistentVolumeClaim", Resource: "persistentvolumeclaims", Namespaced: true},
	"pv":   {Version: "v1", Kind: "PersistentVolume", Resource: "persistentvolumes"},
	"ns":   {Version: "v1", Kind: "Namespace", Resource: "namespaces"},
	"crd":  {Group: "apiextensions.k8s.io", Version: "v1", Kind: "CustomResourceDefinition", Resource: "customresourcedefinitions"},
	"gear": {Group: "example.com", Version: "v1", Kind: "Gear", Resource: "gears", Namespaced: true},
	"top":  {Group: "example.com", Version: "v1", Kind: "Top", Resource: "tops"},
	"dep":  {Group: "apps", Version: "v1", Kind: "Deployment", Resource: "deployments", Namespaced: true},
	"rb":   {Group: "rbac.authorization.k8s.io", Version: "v1", Kind: "ClusterRoleBinding", Resource: "clusterrolebindings"},
	"svc":  {Version: "v1", Kind: "Service", Resource: "services", Namespaced: true},
	"sts":  {Group: "apps", Version: "v1", Kind: "StatefulSet", Resource: "statefulsets", Namespaced: true},
	"sec":  {Version: "v1", Kind: "Secret", Resource: "secrets", Namespaced: true},
	"hook": {Group: "admissionregistration.k8s.io", Version: "v1", Kind: "ValidatingWebhookConfiguration", Resource: "validatingwebhookconfigurations"},
	"node": {Version: "v1", Kind: "Node", Resource: "nodes"},
}

// scene reads a situation. A line is an object, kind/name@namespace, and then what is said
// of it: <owner, <owner! that it blocks, <owner?Fault; +finalizer; ~ going; >rule:target.
func scene(t *testing.T, text string) *Situation {
	t.Helper()
	s := &Situation{Graph: &trace.Graph{}, Diagnosis: &explain.Diagnosis{}}
	for _, k := range kindsOf {
		s.Kinds = append(s.Kinds, k)
	}
	at := map[string]int{}
	lines := strings.Fields(strings.ReplaceAll(strings.TrimSpace(text), "\n", " ; "))
	var name string
	for _, word := range append([]string{";"}, lines...) {
		switch {
		case word == ";":
			name = ""
		case name == "":
			name = word
			at[name] = len(s.Graph.Nodes)
			n := trace.Node{Ref: refOf(t, word), State: trace.Live, UID: word, Resource: kindsOf[strings.Split(word, "/")[0]].Resource}
			s.Graph.Nodes = append(s.Graph.Nodes, n)
		case word[0] == '+':
			n := &s.Graph.Nodes[at[name]]
			n.Finalizers = append(n.Finalizers, trace.Finalizer{Name: word[1:]})
		case word == "~":
			s.Graph.Nodes[at[name]].State = trace.Deleting
		case word == "-":
			s.Graph.Nodes[at[name]].State = trace.Gone
		}
	}
	name = ""
	for _, word := range append([]string{";"}, lines...) {
		switch {
		case word == ";":
			name = ""
		case name == "":
			name = word
		case word[0] == '<':
			e := trace.Edge{To: at[name], Rule: trace.OwnerRule}
			of, fault, _ := strings.Cut(word[1:], "?")
			e.Block = strings.HasSuffix(of, "!")
			e.Fault = trace.Fault(fault)
			e.From = node(t, at, strings.TrimSuffix(of, "!"))
			s.Graph.Edges = append(s.Graph.Edges, e)
		case word[0] == '>':
			rule, to, _ := strings.Cut(word[1:], "=")
			s.Graph.Edges = append(s.Graph.Edges, trace.Edge{From: at[name], To: node(t, at, to), Rule: rule})
		}
	}
	for i := range s.Graph.Nodes {
		o := explain.Object{Node: s.Graph.Nodes[i]}
		for _, f := range o.Finalizers {
			o.Holds = append(o.Holds, holdOf(f.Name))
		}
		s.Diagnosis.Objects = append(s.Diagnosis.Objects, o)
	}
	return s
}

func node(t *testing.T, at map[string]int, name string) int {
	t.Helper()
	i, known := at[name]
	if !known {
		t.Fatalf("there is no %s", name)
	}
	return i
}

func refOf(t *testing.T, word string) trace.Ref {
	t.Helper()
	kind, rest, _ := strings.Cut(word, "/")
	name, namespace, _ := strings.Cut(rest, "@")
	k, known := kindsOf[kind]
	if !known {
		t.Fatalf("there is no kind %s", kind)
	}
	if k.Namespaced && namespace == "" {
		namespace = "shop"
	}
	return trace.Ref{Group: k.Group, Kind: k.Kind, Namespace: namespace, Name: name}
}

// holdOf is what is known of a finalizer: its holder is called like it.
func holdOf(finalizer string) explain.Hold {
	h := explain.Hold{Finalizer: finalizer, Holder: explain.Holder{Name: finalizer, Confidence: explain.Certain}, Verdict: explain.NotDeleting}
	switch finalizer {
	case "alive", "own":
		h.Health = explain.Running
	case "dead":
		h.Health = explain.ScaledDown
	case "hidden":
		h.Health = explain.Hidden
	case "unsure":
		h.Health, h.Holder.Confidence = explain.Running, explain.Possible
	}
	if finalizer == "own" {
		h.Holder.Workload = trace.Ref{Group: "apps", Kind: "Deployment", Namespace: "sys", Name: "own"}
		h.Holder.Account = trace.Ref{Kind: "ServiceAccount", Namespace: "sys", Name: "own"}
	}
	return h
}

// told is a forecast in short: each object with its outcome and why.
func told(f *Forecast) string {
	var out []string
	for i := range f.Fates {
		x := &f.Fates[i]
		name := x.UID
		if name == "" {
			name = fmt.Sprint(x.Count, " ", x.Resource)
		}
		out = append(out, name+" "+string(x.Outcome)+" "+string(x.Why))
	}
	return strings.Join(out, "\n")
}

// TestForesee has the rules of the API server and its controllers, each with a near miss.
func TestForesee(t *testing.T) {
	for name, c := range map[string]struct {
		scene, del string
		cascade    Cascade
		acts       []Act
		facts      func(*Situation)
		want       string
	}{
		"background": {
			scene: "cm/a\ncm/b <cm/a\ncm/c <cm/b!", del: "cm/a", want: "cm/a Goes Named\ncm/b Goes Owned\ncm/c Goes Owned",
		},
		"another owner keeps": {
			scene: "cm/a\ncm/o\ncm/b <cm/a <cm/o", del: "cm/a", want: "cm/a Goes Named\ncm/b Stays OtherOwner",
		},
		"both owners go": {
			scene: "cm/a\ncm/o\ncm/b <cm/a <cm/o", del: "cm/a cm/o", want: "cm/a Goes Named\ncm/o Goes Named\ncm/b Goes Owned",
		},
		"an owner that hangs keeps its dependents in the background": {
			scene: "cm/a +dead\ncm/b <cm/a!", del: "cm/a", want: "cm/a Hangs Named\ncm/b Stays Behind",
		},
		"in the foreground they go first": {
			scene: "cm/a +dead\ncm/b <cm/a!", del: "cm/a", cascade: Foreground, want: "cm/a Hangs Named\ncm/b Goes Owned",
		},
		"orphans": {
			scene: "cm/a\ncm/b <cm/a\ncm/c <cm/b", del: "cm/a", cascade: Orphan, want: "cm/a Goes Named\ncm/b Stays Orphaned",
		},
		"what is collected orphans where it says so itself": {
			scene: "cm/a\ncm/b <cm/a +orphan\ncm/c <cm/b", del: "cm/a", want: "cm/a Goes Named\ncm/b Goes Owned\ncm/c Stays Orphaned",
		},
		"foreground waits for what blocks": {
			scene: "cm/a\ncm/b <cm/a! +dead", del: "cm/a", cascade: Foreground, want: "cm/a Hangs Named\ncm/b Hangs Owned",
		},
		"whether foreground takes along what does not block where its owner hangs is a race": {
			scene: "cm/a +dead\ncm/b <cm/a", del: "cm/a", cascade: Foreground, want: "cm/a Hangs Named\ncm/b NotKnown Owned",
		},
		"it does where another dependent keeps the owner waiting": {
			scene: "cm/a +dead\ncm/b <cm/a\ncm/c <cm/a! +dead", del: "cm/a", cascade: Foreground,
			want: "cm/a Hangs Named\ncm/b Goes Owned\ncm/c Hangs Owned",
		},
		"foreground without a dependent": {
			scene: "cm/a", del: "cm/a", cascade: Foreground, want: "cm/a Goes Named",
		},
		"and not for what does not": {
			scene: "cm/a\ncm/b <cm/a +dead", del: "cm/a", cascade: Foreground, want: "cm/a Goes Named\ncm/b Hangs Owned",
		},
		"foreground takes the reference out of what another owner keeps": {
			scene: "cm/a\ncm/o\ncm/b <cm/a! <cm/o", del: "cm/a", cascade: Foreground, want: "cm/a Goes Named\ncm/b Stays OtherOwner",
		},
		"foreground through a circle": {
			scene: "cm/a <cm/b!\ncm/b <cm/a!", del: "cm/a", cascade: Foreground, want: "cm/a Goes Named\ncm/b Goes Owned",
		},
		"a reference that cannot be followed keeps the dependent": {
			scene: "top/a\ncm/x\ntop/b <top/a <cm/x?WrongScope", del: "top/a", want: "top/a Goes Named\ntop/b Stays Unreached",
		},
		"and blocks its owner in the foreground": {
			scene: "cm/a\ntop/b <cm/a!?WrongScope", del: "cm/a", cascade: Foreground, want: "cm/a Hangs Named\ntop/b Stays Unreached",
		},
		"an owner that is not there counts for nothing": {
			scene: "cm/a\ncm/x -\ncm/b <cm/a <cm/x?TargetGone", del: "cm/a", want: "cm/a Goes Named\ncm/b Goes Owned",
		},
		"a holder that runs": {
			scene: "cm/a +alive\ncm/b <cm/a", del: "cm/a", want: "cm/a GoesAfter Named\ncm/b GoesAfter Owned",
		},
		"a holder of which nothing is seen": {
			scene: "cm/a +hidden\ncm/b <cm/a", del: "cm/a", want: "cm/a NotKnown Named\ncm/b NotKnown Owned",
		},
		"a holder that is only possible": {
			scene: "cm/a +unsure", del: "cm/a", want: "cm/a NotKnown Named",
		},
		"a namespace": {
			scene: "ns/shop +kubernetes\ncm/a\ncm/b <cm/a\ncm/c@other", del: "ns/shop", want: "ns/shop Goes Named\ncm/a Goes Content\ncm/b Goes Content",
		},
		"a namespace with what hangs": {
			scene: "ns/shop +kubernetes\ncm/a +dead\ncm/b", del: "ns/shop", want: "ns/shop Hangs Named\ncm/a Hangs Content\ncm/b Goes Content",
		},
		"pods go first": {
			scene: "ns/shop +kubernetes\ncm/a\npod/p +dead", del: "ns/shop", want: "ns/shop Hangs Named\ncm/a Stays Behind\npod/p Hangs Content",
		},
		"an API that does not answer": {
			scene: "ns/shop +kubernetes\ncm/a", del: "ns/shop",
			facts: func(s *Situation) {
				s.Facts.Around.APIs = []explain.RemoteAPI{{Group: "m", Version: "v1", Down: "no endpoints"}}
			},
			want: "ns/shop Hangs Named\ncm/a Goes Content",
		},
		"the holder is in the namespace": {
			scene: "ns/sys +kubernetes\ndep/own@sys\ngear/g@sys +own\ngear/h +own", del: "ns/sys", want: "ns/sys Hangs Named\ndep/own@sys Goes Content\ngear/g@sys Hangs Content",
		},
		"what is asked beside the namespace of its holder is a race": {
			scene: "ns/sys +kubernetes\ndep/own@sys\ngear/h\ngear/g +own <gear/h", del: "ns/sys gear/h",
			want: "ns/sys Goes Named\ngear/h Goes Named\ndep/own@sys Goes Content\ngear/g NotKnown Owned",
		},
		"what goes after the content of that namespace comes too late": {
			scene: "ns/sys +kubernetes\ndep/own@sys\ncm/a@sys\ntop/t <cm/a@sys +own", del: "ns/sys",
			want: "ns/sys Goes Named\ndep/own@sys Goes Content\ncm/a@sys Goes Content\ntop/t Hangs Owned",
		},
		"and so does what the namespace itself owns": {
			scene: "ns/sys +kubernetes\ndep/own@sys\ntop/t <ns/sys +own", del: "ns/sys",
			want: "ns/sys Goes Named\ndep/own@sys Goes Content\ntop/t Hangs Owned",
		},
		"a pod beside that of its holder is a race": {
			scene: "ns/sys +kubernetes\ndep/own@sys\npod/p@sys +own", del: "ns/sys",
			want: "ns/sys NotKnown Named\ndep/own@sys NotKnown Content\npod/p@sys NotKnown Content",
		},
		"the holder stays": {
			scene: "ns/shop +kubernetes\ndep/own@sys\ngear/g +own", del: "ns/shop", want: "ns/shop GoesAfter Named\ngear/g GoesAfter Content",
		},
		"a definition": {
			scene: "crd/gears.example.com +customresourcecleanup.apiextensions.k8s.io\ngear/a\ngear/b@other +alive\ncm/c <gear/a",
			del:   "crd/gears.example.com",
			want:  "crd/gears.example.com GoesAfter Named\ncm/c Goes Owned\ngear/b@other GoesAfter Instance\ngear/a Goes Instance",
		},
		"a definition takes no notice of the cascade": {
			scene: "crd/gears.example.com\ngear/a\ncm/c <crd/gears.example.com!", del: "crd/gears.example.com", cascade: Orphan,
			want: "crd/gears.example.com Goes Named\ngear/a Goes Instance\ncm/c Goes Owned",
		},
		"a definition with what hangs": {
			scene: "crd/gears.example.com +customresourcecleanup.apiextensions.k8s.io\ngear/a +dead", del: "crd/gears.example.com",
			want: "crd/gears.example.com Hangs Named\ngear/a Hangs Instance",
		},
		"a claim in use": {
			scene: "pvc/c +kubernetes.io/pvc-protection >pvc:mounted=pod/p\npod/p", del: "pvc/c",
			facts: func(s *Situation) { s.Facts.Pods = map[string]PodFacts{"pod/p": {Node: "n"}} },
			want:  "pvc/c Hangs Named",
		},
		"a claim in use by a pod without a node": {
			scene: "pvc/c +kubernetes.io/pvc-protection >pvc:mounted=pod/p\npod/p", del: "pvc/c",
			facts: func(s *Situation) { s.Facts.Pods = map[string]PodFacts{"pod/p": {}} },
			want:  "pvc/c Goes Named",
		},
		"its volume is kept": {
			scene: "pvc/c >pvc:bound=pv/v\npv/v +kubernetes.io/pv-protection", del: "pvc/c",
			facts: func(s *Situation) { s.Facts.Volumes = map[string]VolumeFacts{"pv/v": {Policy: "Retain"}} },
			want:  "pvc/c Goes Named\npv/v Stays Kept",
		},
		"and one of which nobody else knows how to delete it": {
			scene: "pvc/c >pvc:bound=pv/v\npv/v", del: "pvc/c",
			facts: func(s *Situation) { s.Facts.Volumes = map[string]VolumeFacts{"pv/v": {Policy: "Delete"}} },
			want:  "pvc/c Goes Named\npv/v Stays Left",
		},
		"whether its provisioner does its part is not known": {
			scene: "pvc/c >pvc:bound=pv/v\npv/v", del: "pvc/c",
			facts: func(s *Situation) {
				s.Facts.Volumes = map[string]VolumeFacts{"pv/v": {Policy: "Delete", Reclaimer: External}}
			},
			want: "pvc/c Goes Named\npv/v NotKnown Reclaimed",
		},
		"whoever could delete it, its policy keeps it": {
			scene: "pvc/c >pvc:bound=pv/v\npv/v", del: "pvc/c",
			facts: func(s *Situation) {
				s.Facts.Volumes = map[string]VolumeFacts{"pv/v": {Policy: "Retain", Reclaimer: Internal}}
			},
			want: "pvc/c Goes Named\npv/v Stays Kept",
		},
		"its volume goes": {
			scene: "pvc/c >pvc:bound=pv/v\npv/v +kubernetes.io/pv-protection", del: "pvc/c",
			facts: func(s *Situation) {
				s.Facts.Volumes = map[string]VolumeFacts{"pv/v": {Policy: "Delete", Reclaimer: Internal}}
			},
			want: "pvc/c Goes Named\npv/v Goes Reclaimed",
		},
		"a volume that is bound": {
			scene: "pvc/c >pvc:bound=pv/v\npv/v +kubernetes.io/pv-protection", del: "pv/v", want: "pv/v Hangs Named",
		},
		"a pod on a node that is ready": {
			scene: "pod/p", del: "pod/p",
			facts: func(s *Situation) {
				s.Facts.Pods, s.Facts.Nodes = map[string]PodFacts{"pod/p": {Node: "n"}}, map[string]bool{"n": true}
			},
			want: "pod/p GoesAfter Named",
		},
		"a pod on one that is not": {
			scene: "pod/p", del: "pod/p",
			facts: func(s *Situation) {
				s.Facts.Pods, s.Facts.Nodes = map[string]PodFacts{"pod/p": {Node: "n"}}, map[string]bool{"n": false}
			},
			want: "pod/p Hangs Named",
		},
		"a webhook whose service goes": {
			scene: "ns/sys +kubernetes\nsvc/hook@sys\ncm/a +alive <top/t\ntop/t", del: "ns/sys top/t",
			facts: func(s *Situation) {
				s.Facts.Around.Gates = map[string][]explain.Gate{"cm/a": {{Name: "hook", Updates: true, Service: trace.Ref{Kind: "Service", Namespace: "sys", Name: "hook"}}}}
			},
			want: "ns/sys Goes Named\ntop/t Goes Named\ncm/a Hangs Owned\nsvc/hook@sys Goes Content",
		},
		"the server refuses": {
			scene: "cm/a\ncm/b <cm/a", del: "cm/a",
			facts: func(s *Situation) { s.Facts.Answers = map[string]Answer{"cm/a": {Words: "no"}} },
			want:  "cm/a Refused Named",
		},
		"a policy stops the emptying of a namespace": {
			scene: "ns/shop +kubernetes\ncm/a\ncm/b\ncm/c", del: "ns/shop",
			facts: saying(explain.Gate{Down: "it says: no"}),
			want:  "ns/shop Hangs Named\ncm/a Goes Content\ncm/b Refused Content\ncm/c Stays Behind",
		},
		"a webhook that is known to protect what nobody named": {
			scene: "ns/shop +kubernetes\ncm/a\ncm/b", del: "ns/shop",
			facts: saying(explain.Gate{Says: "its label keeps it"}),
			want:  "ns/shop Hangs Named\ncm/a Goes Content\ncm/b Refused Content",
		},
		"the same where it may fail, which it does not": {
			scene: "ns/shop +kubernetes\ncm/a\ncm/b", del: "ns/shop",
			facts: saying(explain.Gate{Says: "its label keeps it", Open: true}),
			want:  "ns/shop Hangs Named\ncm/a Goes Content\ncm/b Refused Content",
		},
		"and where it is not certain that it is asked": {
			scene: "ns/shop +kubernetes\ncm/b", del: "ns/shop",
			facts: saying(explain.Gate{Says: "its label keeps it", Unsure: true}),
			want:  "ns/shop NotKnown Named\ncm/b NotKnown Content",
		},
		"what may fail keeps nothing where it does not answer": {
			scene: "ns/shop +kubernetes\ncm/b", del: "ns/shop",
			facts: saying(explain.Gate{Down: "no endpoints", Open: true}),
			want:  "ns/shop Goes Named\ncm/b Goes Content",
		},
		"one that is not there any more says nothing": {
			scene: "ns/shop +kubernetes\ncm/b\nhook/p -", del: "ns/shop", facts: saying(explain.Gate{Says: "its label keeps it"}),
			want: "ns/shop Goes Named\ncm/b Goes Content",
		},
		"of what is named the server knows better": {
			scene: "cm/b", del: "cm/b",
			facts: func(s *Situation) {
				saying(explain.Gate{Says: "its label keeps it"})(s)
				s.Facts.Answers = map[string]Answer{"cm/b": {Allowed: true}}
			},
			want: "cm/b Goes Named",
		},
		"a protection ends with those that it is for": {
			scene: "ns/shop +kubernetes\ncm/b\ngear/use", del: "ns/shop",
			facts: saying(explain.Gate{Says: "a use protects it", For: inUse.For}),
			want:  "ns/shop Goes Named\ncm/b Goes Content\ngear/use Goes Content",
		},
		"and not before": {
			scene: "ns/shop +kubernetes\ncm/b\ngear/use +dead", del: "ns/shop",
			facts: saying(explain.Gate{Says: "a use protects it", For: inUse.For}),
			want:  "ns/shop Hangs Named\ncm/b Refused Content\ngear/use Hangs Content",
		},
		"a holder that may never come to know": {
			scene: "pod/alive +alive\npod/dead +dead", del: "pod/alive pod/dead",
			facts: withholding(explain.Withholding{Says: "nobody tells it"}, "alive", "dead"),
			want:  "pod/alive NotKnown Named\npod/dead Hangs Named",
		},
		"one that is told to leave it alone": {
			scene: "pod/alive +alive\npod/q +alive", del: "pod/alive pod/q",
			facts: withholding(explain.Withholding{Says: "it is paused", Sure: true}, "alive"),
			want:  "pod/alive Hangs Named\npod/q GoesAfter Named",
		},
		"as long as one is there that it is for": {
			scene: "pod/alive +alive\ngear/use", del: "pod/alive", facts: withholding(inUse, "alive"),
			want: "pod/alive Hangs Named",
		},
		"and no longer": {
			scene: "pod/alive +alive\ngear/use", del: "pod/alive gear/use", facts: withholding(inUse, "alive"),
			want: "pod/alive GoesAfter Named\ngear/use Goes Named",
		},
		"what is on its way is judged by that": {
			scene: "pod/alive +alive ~", del: "pod/alive", facts: withholding(explain.Withholding{Says: "it is paused", Sure: true}, "alive"),
			want: "pod/alive NotKnown Named",
		},
		"what its holder needs goes beside it, and what comes first decides": {
			scene: "ns/shop +kubernetes\ncm/c\ngear/g +alive", del: "ns/shop", facts: needing("cm/c"),
			want: "ns/shop NotKnown Named\ncm/c Goes Content\ngear/g NotKnown Content",
		},
		"it goes before it": {
			scene: "cm/c\ngear/g +alive <cm/c", del: "cm/c", facts: needing("cm/c"),
			want: "cm/c Goes Named\ngear/g Hangs Owned",
		},
		"it stays": {
			scene: "ns/shop +kubernetes\ncm/c@sys\ngear/g +alive", del: "ns/shop", facts: needing("cm/c@sys"),
			want: "ns/shop GoesAfter Named\ngear/g GoesAfter Content",
		},
		"rights that go": {
			scene: "rb/r\ngear/g +own", acts: []Act{
				{Verb: Delete, Objects: []trace.Ref{{Group: "rbac.authorization.k8s.io", Kind: "ClusterRoleBinding", Name: "r"}}},
				{Verb: Delete, Objects: []trace.Ref{{Group: "example.com", Kind: "Gear", Namespace: "shop", Name: "g"}}},
			},
			facts: func(s *Situation) {
				key := explain.GrantKey{Account: trace.Ref{Kind: "ServiceAccount", Namespace: "sys", Name: "own"}, Group: "example.com", Resource: "gears", Namespace: "shop"}
				s.Facts.Around.Grants = map[explain.GrantKey][]explain.Grant{key: {{Binding: trace.Ref{Group: "rbac.authorization.k8s.io", Kind: "ClusterRoleBinding", Name: "r"}}}}
			},
			want: "gear/g NotKnown Named\nrb/r Goes Named",
		},
		"a finalizer is taken off": {
			scene: "cm/a +dead ~\ncm/b <cm/a", acts: []Act{{Verb: Release, Finalizers: []string{"dead"}, Objects: []trace.Ref{{Kind: "ConfigMap", Namespace: "shop", Name: "a"}}}},
			want: "cm/a Goes Ends\ncm/b Goes Owned",
		},
		"of what nobody deletes": {
			scene: "cm/a +dead\ncm/b <cm/a", acts: []Act{{Verb: Release, Objects: []trace.Ref{{Kind: "ConfigMap", Namespace: "shop", Name: "a"}}}},
			want: "cm/a Stays NotDeleting",
		},
		"what its holder deletes": {
			scene: "gear/g +alive >kro:applyset=cm/a\ncm/a +dead", del: "gear/g",
			facts: tending(explain.Tending{Rule: "kro:applyset", Awaits: true}),
			want:  "gear/g Hangs Named\ncm/a Hangs Managed",
		},
		"in the foreground, where its holder asks for that": {
			scene: "gear/g +alive >crossplane:claim=top/x\ntop/x\ncm/a +dead <top/x!", del: "gear/g",
			facts: tending(explain.Tending{Rule: "crossplane:claim", Awaits: true, Cascade: "foreground"}),
			want:  "gear/g Hangs Named\ntop/x Hangs Managed\ncm/a Hangs Owned",
		},
		"in the background, where it asks for that": {
			scene: "gear/g +alive >crossplane:claim=top/x\ntop/x\ncm/a +dead <top/x!", del: "gear/g",
			facts: tending(explain.Tending{Rule: "crossplane:claim", Awaits: true, Cascade: "background"}),
			want:  "gear/g GoesAfter Named\ntop/x Goes Managed\ncm/a Hangs Owned",
		},
		"not known, where nobody knows what it asks for": {
			scene: "gear/g +alive >crossplane:claim=top/x\ntop/x\ncm/a +dead <top/x!", del: "gear/g",
			facts: tending(explain.Tending{Rule: "crossplane:claim", Awaits: true}),
			want:  "gear/g NotKnown Named\ntop/x NotKnown Managed\ncm/a Hangs Owned",
		},
		"as the object says, where it leaves that to the server": {
			scene: "gear/g +alive >crossplane:claim=top/x\ntop/x +foregroundDeletion\ncm/a +dead <top/x!", del: "gear/g",
			facts: tending(explain.Tending{Rule: "crossplane:claim", Awaits: true, Cascade: "default"}),
			want:  "gear/g Hangs Named\ntop/x Hangs Managed\ncm/a Hangs Owned",
		},
		"whether its holder was started so is not known": {
			scene: "gear/g +alive >kro:definition=cm/a\ncm/a", del: "gear/g",
			facts: tending(explain.Tending{Rule: "kro:definition", Cascade: "default", Perhaps: true}),
			want:  "gear/g GoesAfter Named\ncm/a NotKnown Managed",
		},
		"what its holder spares": {
			scene: "gear/g +alive >flux:inventory=cm/a >flux:inventory=cm/b\ncm/a\ncm/b", del: "gear/g",
			facts: func(s *Situation) {
				tending(explain.Tending{Rule: "flux:inventory", Cascade: "background"})(s)
				s.Facts.Spared = map[string]bool{"cm/a": true}
			},
			want: "gear/g GoesAfter Named\ncm/a Stays Kept\ncm/b Goes Managed",
		},
		"a workload is scaled to nothing, and with it a holder": {
			scene: "dep/own@sys\npod/p@sys <dep/own@sys\ngear/g +own", acts: []Act{
				{Verb: Scale, Objects: []trace.Ref{{Group: "apps", Kind: "Deployment", Namespace: "sys", Name: "own"}}},
				{Verb: Delete, Objects: []trace.Ref{{Group: "example.com", Kind: "Gear", Namespace: "shop", Name: "g"}}},
			},
			want: "dep/own@sys Stays NotDeleting\npod/p@sys Goes Ran\ngear/g Hangs Named",
		},
		"one that is scaled up takes nothing along": {
			scene: "dep/own@sys\npod/p@sys <dep/own@sys", acts: []Act{
				{Verb: Scale, Replicas: 3, Objects: []trace.Ref{{Group: "apps", Kind: "Deployment", Namespace: "sys", Name: "own"}}},
			},
			want: "dep/own@sys Stays NotDeleting",
		},
		"the highest pods of a set are scaled away, with their claims where it says so": {
			scene: setWithClaims, acts: scaledSet,
			facts: func(s *Situation) { s.Facts.Scaled = map[string]bool{"sts/db": true} },
			want:  "sts/db Stays NotDeleting\npod/db-1 Goes Ran\npvc/data-db-1 Goes Owned",
		},
		"and without where it does not": {
			scene: setWithClaims, acts: scaledSet, want: "sts/db Stays NotDeleting\npod/db-1 Goes Ran",
		},
		"the pods of a node that is deleted are ended without it": {
			scene: "node/n\npod/p\npod/q +dead\npod/r", del: "node/n",
			facts: func(s *Situation) {
				s.Facts.Pods = map[string]PodFacts{"pod/p": {Node: "n"}, "pod/q": {Node: "n"}, "pod/r": {Node: "other"}}
				s.Facts.Nodes = map[string]bool{"n": true, "other": true}
			},
			want: "node/n Goes Named\npod/p Goes Hosted\npod/q Hangs Hosted",
		},
		"what nobody looks after any more": {
			scene: "gear/g >kro:applyset=cm/a\ncm/a", del: "gear/g", want: "gear/g Goes Named\ncm/a Stays Left",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := scene(t, c.scene)
			if c.facts != nil {
				c.facts(s)
			}
			acts := c.acts
			if acts == nil {
				a := Act{Verb: Delete, Cascade: c.cascade}
				for word := range strings.FieldsSeq(c.del) {
					a.Objects = append(a.Objects, refOf(t, word))
				}
				acts = []Act{a}
			}
			if got := told(Foresee(s, acts...)); !sameLines(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// tending says what the holder of the finalizer alive of gear/g deletes below it.
func tending(rule explain.Tending) func(*Situation) {
	rule.Finalizers = []string{"alive"}
	return func(s *Situation) { s.Facts.Tended = map[string][]explain.Tending{"gear/g": {rule}} }
}

// withholding says why the holder of the finalizer of each of some pods, which is called as
// they are, will not take it off.
func withholding(why explain.Withholding, pods ...string) func(*Situation) {
	return func(s *Situation) {
		s.Facts.Around.Withheld = map[explain.NeedKey]explain.Withholding{}
		for _, name := range pods {
			s.Facts.Around.Withheld[explain.NeedKey{UID: "pod/" + name, Finalizer: name}] = why
		}
	}
}

// needing has the holder of the finalizer alive do nothing for gear/g without an object.
func needing(uid string) func(*Situation) {
	return func(s *Situation) {
		at := slices.IndexFunc(s.Graph.Nodes, func(n trace.Node) bool { return n.UID == uid })
		s.Facts.Around.Needs = map[explain.NeedKey][]trace.Ref{{UID: "gear/g", Finalizer: "alive"}: {s.Graph.Nodes[at].Ref}}
	}
}

// saying has a gate for deletes of cm/b.
func saying(g explain.Gate) func(*Situation) {
	g.Name, g.Deletes, g.Config = "p", true, trace.Ref{Group: "admissionregistration.k8s.io", Kind: "ValidatingWebhookConfiguration", Name: "p"}
	return func(s *Situation) { s.Facts.Around.Gates = map[string][]explain.Gate{"cm/b": {g}} }
}

// TestLater: of what stays it is said what would keep it then, where the act takes that away,
// and nothing where its holder stays, or nobody holds it.
func TestLater(t *testing.T) {
	s := scene(t, "dep/own@sys\ntop/o\ngear/g <dep/own@sys <top/o +own +alive\ngear/h <dep/own@sys <top/o +alive\ngear/i <dep/own@sys <top/o +dead\ngear/j <dep/own@sys <top/o +hidden\nsec/s <dep/own@sys\ngear/k <dep/own@sys <top/o +alive\ncm/u <dep/own@sys +unsure\ngear/l <dep/own@sys <top/o +alive")
	s.Facts.Around.Needs = map[explain.NeedKey][]trace.Ref{
		{UID: "gear/h", Finalizer: "alive"}: {refOf(t, "dep/own@sys")}, {UID: "gear/i", Finalizer: "dead"}: {refOf(t, "top/o")},
		{UID: "gear/k", Finalizer: "alive"}: {refOf(t, "sec/s@shop")}, {UID: "gear/l", Finalizer: "alive"}: {refOf(t, "cm/u@shop")}, // whether cm/u goes is not known
	}
	f := Foresee(s, Act{Verb: Delete, Objects: []trace.Ref{refOf(t, "dep/own@sys")}})
	var got []string
	for i := range f.Fates {
		x := &f.Fates[i]
		for _, h := range x.On {
			if x.Outcome != Stays {
				continue
			}
			got = append(got, fmt.Sprintf("%s %s %s %s %s %t", x.UID, x.Outcome, h.Finalizer, h.Then, f.Fates[h.Takes].UID, h.Decides))
		}
	}
	want := []string{"gear/g Stays own HolderGoes dep/own@sys false", "gear/h Stays alive ConfigGoes dep/own@sys false", "gear/k Stays alive SecretGoes sec/s false"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// inUse is why one is kept for another.
var inUse = explain.Withholding{Says: "it is used", Sure: true, For: []trace.Ref{{Group: "example.com", Kind: "Gear", Namespace: "shop", Name: "use"}}}

// setWithClaims is a set of two pods with a claim each, and scaledSet leaves it one.
const setWithClaims = "sts/db\npod/db-0 <sts/db!\npod/db-1 <sts/db!\npvc/data-db-0 >pvc:mounted=pod/db-0\npvc/data-db-1 >pvc:mounted=pod/db-1"

var scaledSet = []Act{{Verb: Scale, Replicas: 1, Objects: []trace.Ref{{Group: "apps", Kind: "StatefulSet", Namespace: "shop", Name: "db"}}}}

// sameLines compares without the order.
func sameLines(a, b string) bool {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}
