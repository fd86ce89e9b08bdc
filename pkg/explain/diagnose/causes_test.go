package diagnose

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// caseObject is one object of a diagnosis whose causes are looked for. It goes
// away unless its state says otherwise.
type caseObject struct {
	name    string
	asked   bool
	state   trace.State
	verdict explain.Verdict
	holds   []explain.Hold
}

// refusedBy is a hold of an object of which no update is accepted, by a webhook of a configuration.
func refusedBy(webhook, what string) explain.Hold {
	h := alone("f", explain.Stuck, explain.WebhookDown, what)
	h.Blockers = []explain.Blocker{{Ref: trace.Ref{Kind: "ValidatingWebhookConfiguration", Name: "acme"}, Object: -1, State: trace.Live, What: what, Part: webhook}}
	return h
}

// waits is a hold that waits for objects by their index.
func waits(finalizer string, objects ...int) explain.Hold {
	h := explain.Hold{Finalizer: finalizer, Verdict: explain.Waiting, Reason: explain.Blocked, Message: "waits"}
	for _, at := range objects {
		h.Blockers = append(h.Blockers, explain.Blocker{Ref: trace.Ref{Kind: "Thing", Name: fmt.Sprint("o", at)}, Object: at, State: trace.Deleting})
	}
	return h
}

// guesses is a hold of which nothing tells that it waits for the objects around it that fail.
func guesses(objects ...int) explain.Hold {
	h := waits("f", objects...)
	h.Verdict, h.Reason, h.Message = explain.Undecided, explain.Failing, "another one fails"
	for i := range h.Blockers {
		h.Blockers[i].Guessed = true
	}
	return h
}

// contains is the hold of a namespace that waits for what is in it.
func contains(objects ...int) explain.Hold {
	h := waits("kubernetes", objects...)
	h.Reason = explain.ContentRemains
	return h
}

func alone(finalizer string, v explain.Verdict, r explain.Reason, message string) explain.Hold {
	return explain.Hold{Finalizer: finalizer, Verdict: v, Reason: r, Message: message}
}

func besideFact(h explain.Hold, what string) explain.Hold {
	h.Blockers = append(h.Blockers, explain.Blocker{Object: -1, What: what})
	return h
}

func besidePod(h explain.Hold, name, what string) explain.Hold {
	h.Blockers = append(h.Blockers, explain.Blocker{Ref: trace.Ref{Kind: "Pod", Namespace: "shop", Name: name}, Object: -1, State: trace.Deleting, What: what})
	return h
}

func runBy(h explain.Hold, name, workload string) explain.Hold {
	h.Holder = explain.Holder{Name: name}
	if workload != "" {
		h.Holder.Workload = trace.Ref{Group: "apps", Kind: "Deployment", Namespace: "ops", Name: workload}
	}
	return h
}

// forPods makes the first of the blockers a pod.
func forPods(h explain.Hold, r explain.Reason) explain.Hold {
	h.Reason, h.Blockers[0].Kind = r, "Pod"
	return h
}

func found(h explain.Hold, c explain.Confidence) explain.Hold {
	h.Holder.Confidence = c
	return h
}

func diagnosisOf(objects []caseObject) *explain.Diagnosis {
	d := &explain.Diagnosis{}
	for _, o := range objects {
		n := trace.Node{Ref: trace.Ref{Kind: "Thing", Name: o.name}, Asked: o.asked, State: trace.Deleting}
		if o.state != "" {
			n.State = o.state
		}
		object := explain.Object{Node: n, Holds: o.holds}
		object.Verdict = ownVerdict(&object)
		if o.verdict != "" {
			object.Verdict = o.verdict
		}
		d.Objects = append(d.Objects, object)
	}
	return d
}

// told writes causes and verdicts in short.
func told(d *explain.Diagnosis) string {
	var b strings.Builder
	for i := range d.Causes {
		c := &d.Causes[i]
		way := func(places []explain.Place) string {
			var out []string
			for _, p := range places {
				out = append(out, d.Objects[p.Object].Name+"/"+d.Of(p).Finalizer)
			}
			return strings.Join(out, " ")
		}
		fmt.Fprintf(&b, "%s %s frees %d [%s] by %s\n", c.Verdict, c.Reason, c.Frees, way(c.Holds), way(c.Chain))
	}
	for i := range d.Objects {
		fmt.Fprintf(&b, "%s %s\n", d.Objects[i].Name, d.Objects[i].Verdict)
	}
	return b.String()
}

func TestCauses(t *testing.T) {
	missing := func(f string) explain.Hold {
		return runBy(alone(f, explain.Stuck, explain.HolderMissing, "not there"), "op", "")
	}
	tests := map[string]struct {
		objects []caseObject
		want    string
	}{
		"nothing": {},
		"a pod that has to go first, and more that waits behind it": {
			objects: []caseObject{
				{name: "shop", asked: true, holds: []explain.Hold{forPods(waits("kubernetes", 1, 2, 3, 4), explain.PodsFirst)}},
				{name: "pod", holds: []explain.Hold{missing("drain")}},
				{name: "a", holds: []explain.Hold{alone("f", explain.Stuck, explain.NobodyRemoves, "left over")}},
				{name: "b", holds: []explain.Hold{alone("f", explain.Stuck, explain.NobodyRemoves, "left over")}},
				{name: "c", holds: []explain.Hold{alone("f", explain.Stuck, explain.NobodyRemoves, "left over")}},
			},
			want: `Stuck HolderMissing frees 2 [pod/drain] by shop/kubernetes pod/drain
Stuck NobodyRemoves frees 4 [a/f b/f c/f] by shop/kubernetes a/f
shop Stuck
pod Stuck
a Stuck
b Stuck
c Stuck
`,
		},
		"a pod beside others that waits like them": {
			objects: []caseObject{
				{name: "shop", asked: true, holds: []explain.Hold{forPods(waits("kubernetes", 1, 2, 3), explain.ContentRemains)}},
				{name: "pod", holds: []explain.Hold{missing("drain")}},
				{name: "a", holds: []explain.Hold{alone("f", explain.Stuck, explain.NobodyRemoves, "left over")}},
				{name: "b", holds: []explain.Hold{alone("f", explain.Stuck, explain.NobodyRemoves, "left over")}},
			},
			want: `Stuck NobodyRemoves frees 3 [a/f b/f] by shop/kubernetes a/f
Stuck HolderMissing frees 2 [pod/drain] by shop/kubernetes pod/drain
shop Stuck
pod Stuck
a Stuck
b Stuck
`,
		},
		"a pod of which less is known than of what is stuck": {
			objects: []caseObject{
				{name: "shop", asked: true, holds: []explain.Hold{forPods(waits("kubernetes", 1, 2), explain.PodsFirst)}},
				{name: "pod", holds: []explain.Hold{alone("drain", explain.Undecided, explain.HolderUnknown, "not known")}},
				{name: "a", holds: []explain.Hold{alone("f", explain.Stuck, explain.NobodyRemoves, "left over")}},
			},
			want: `Stuck NobodyRemoves frees 2 [a/f] by shop/kubernetes a/f
Undecided HolderUnknown frees 2 [pod/drain] by shop/kubernetes pod/drain
shop Stuck
pod Undecided
a Stuck
`,
		},
		"chain": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{waits("f", 1)}},
				{name: "b", holds: []explain.Hold{waits("f", 2)}},
				{name: "c", holds: []explain.Hold{missing("f")}},
			},
			want: `Stuck HolderMissing frees 3 [c/f] by a/f b/f c/f
a Stuck
b Stuck
c Stuck
`,
		},
		"a guess that leads back to what waits for it makes no circle": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{waits("f", 1)}},
				{name: "b", holds: []explain.Hold{guesses(0)}},
			},
			want: `Undecided Failing frees 2 [b/f] by a/f b/f
a Undecided
b Undecided
`,
		},
		"a guess that leads on is followed": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{guesses(1)}},
				{name: "b", holds: []explain.Hold{missing("f")}},
			},
			want: `Stuck HolderMissing frees 2 [b/f] by a/f b/f
a Stuck
b Stuck
`,
		},
		"two that guess each other": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{guesses(1)}},
				{name: "b", holds: []explain.Hold{guesses(0)}},
			},
			want: `Undecided Failing frees 2 [b/f] by a/f b/f
a Undecided
b Undecided
`,
		},
		"two that surely wait for each other": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{waits("f", 1)}},
				{name: "b", holds: []explain.Hold{waits("f", 0)}},
			},
			want: `Stuck Circle frees 2 [a/f] by a/f
a Stuck
b Stuck
`,
		},
		"a chain of nobody's asking begins at the cause": {
			objects: []caseObject{
				{name: "a", holds: []explain.Hold{waits("f", 1)}},
				{name: "b", holds: []explain.Hold{missing("f")}},
			},
			want: `Stuck HolderMissing frees 2 [b/f] by b/f
a Stuck
b Stuck
`,
		},
		"from a namespace the chain goes by what waits in it too": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{contains(1, 2)}},
				{name: "b", holds: []explain.Hold{missing("f")}},
				{name: "c", holds: []explain.Hold{waits("f", 1)}},
			},
			want: `Stuck HolderMissing frees 3 [b/f] by a/kubernetes c/f b/f
a Stuck
b Stuck
c Stuck
`,
		},
		"from a namespace to what nothing else waits for": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{contains(1, 2)}},
				{name: "b", holds: []explain.Hold{missing("f")}},
				{name: "c", holds: []explain.Hold{alone("f", explain.Stuck, explain.Failing, "fails")}},
			},
			want: `Stuck HolderMissing frees 2 [b/f] by a/kubernetes b/f
Stuck Failing frees 2 [c/f] by a/kubernetes c/f
a Stuck
b Stuck
c Stuck
`,
		},
		"what nobody removes is one cause only where the same is said of it": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{alone("f", explain.Stuck, explain.NobodyRemoves, "old; nothing is left")}},
				{name: "b", asked: true, holds: []explain.Hold{alone("f", explain.Stuck, explain.NobodyRemoves, "old; nothing is left")}},
				{name: "c", asked: true, holds: []explain.Hold{alone("f", explain.Stuck, explain.NobodyRemoves, "old; something is left")}},
			},
			want: `Stuck NobodyRemoves frees 2 [a/f b/f] by a/f
Stuck NobodyRemoves frees 1 [c/f] by c/f
a Stuck
b Stuck
c Stuck
`,
		},
		"a name is not looked for inside of words, nor a short one at all": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{alone("f", explain.Stuck, explain.NobodyRemoves, "nobody has a key")}},
				{name: "bod", asked: true, holds: []explain.Hold{alone("f", explain.Stuck, explain.NobodyRemoves, "nobody has a key")}},
				{name: "web-1", asked: true, holds: []explain.Hold{alone("f", explain.Stuck, explain.NobodyRemoves, "nobody has the key of web-1")}},
				{name: "web-2", asked: true, holds: []explain.Hold{alone("f", explain.Stuck, explain.NobodyRemoves, "nobody has the key of web-2")}},
			},
			want: `Stuck NobodyRemoves frees 2 [a/f bod/f] by a/f
Stuck NobodyRemoves frees 2 [web-1/f web-2/f] by web-1/f
a Stuck
bod Stuck
web-1 Stuck
web-2 Stuck
`,
		},
		"of several asked, the chain begins at the farthest": {
			objects: []caseObject{
				{name: "c", asked: true, holds: []explain.Hold{missing("f")}},
				{name: "b", asked: true, holds: []explain.Hold{waits("f", 0)}},
				{name: "a", asked: true, holds: []explain.Hold{waits("f", 1), waits("g", 0)}},
				{name: "d", asked: true, holds: []explain.Hold{waits("f", 4)}},
				{name: "e", holds: []explain.Hold{waits("f", 1)}},
			},
			want: `Stuck HolderMissing frees 5 [c/f] by d/f e/f b/f c/f
c Stuck
b Stuck
a Stuck
d Stuck
e Stuck
`,
		},
		"what is sure of some is not said of all": {
			objects: []caseObject{
				{name: "toy", asked: true, holds: []explain.Hold{found(runBy(alone("f", explain.Undecided, explain.HolderMissing, "may be gone"), "op", ""), explain.Possible)}},
				{name: "a", asked: true, holds: []explain.Hold{found(missing("f"), explain.Likely)}},
				{name: "b", asked: true, holds: []explain.Hold{found(missing("f"), explain.Certain)}},
			},
			want: `Stuck HolderMissing frees 2 [b/f a/f] by b/f
Undecided HolderMissing frees 1 [toy/f] by toy/f
toy Undecided
a Stuck
b Stuck
`,
		},
		"one cause for two": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{waits("f", 2)}},
				{name: "b", asked: true, holds: []explain.Hold{waits("f", 2)}},
				{name: "c", holds: []explain.Hold{missing("f")}},
			},
			want: `Stuck HolderMissing frees 3 [c/f] by a/f c/f
a Stuck
b Stuck
c Stuck
`,
		},
		"one blocker leads on and one is a root": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{besideFact(waits("f", 1), "an API does not answer")}},
				{name: "b", holds: []explain.Hold{missing("f")}},
			},
			want: `Stuck HolderMissing frees 2 [b/f] by a/f b/f
Waiting Blocked frees 1 [a/f] by a/f
a Stuck
b Stuck
`,
		},
		"a blocker that nobody deletes is where it ends": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{waits("f", 1)}},
				{name: "b", state: trace.Live, holds: []explain.Hold{alone("f", explain.NotDeleting, explain.WouldHold, "would")}},
			},
			want: `Waiting Blocked frees 1 [a/f] by a/f
a Waiting
b NotDeleting
`,
		},
		"a blocker that is gone by now adds nothing": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{func() explain.Hold {
					h := waits("f", 1)
					h.Blockers = append(h.Blockers, explain.Blocker{Ref: trace.Ref{Kind: "Thing", Name: "x"}, Object: -1, State: trace.Gone})
					return h
				}()}},
				{name: "b", holds: []explain.Hold{missing("f")}},
			},
			want: `Stuck HolderMissing frees 2 [b/f] by a/f b/f
a Stuck
b Stuck
`,
		},
		"circle": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{waits("f", 1)}},
				{name: "b", holds: []explain.Hold{waits("g", 2)}},
				{name: "c", holds: []explain.Hold{waits("h", 0)}},
			},
			want: `Stuck Circle frees 3 [a/f] by a/f
a Stuck
b Stuck
c Stuck
`,
		},
		"a circle behind which there is a root is none to mend": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{waits("f", 1)}},
				{name: "b", holds: []explain.Hold{waits("g", 0), missing("h")}},
			},
			want: `Stuck HolderMissing frees 2 [b/h] by a/f b/h
a Stuck
b Stuck
`,
		},
		"what waits for a circle is not of it": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{waits("f", 1)}},
				{name: "b", holds: []explain.Hold{waits("g", 2)}},
				{name: "c", holds: []explain.Hold{waits("h", 1)}},
			},
			want: `Stuck Circle frees 3 [b/g] by a/f b/g
a Stuck
b Stuck
c Stuck
`,
		},
		"a circle that waits for a circle": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{waits("f", 1)}},
				{name: "b", holds: []explain.Hold{waits("g", 0, 2)}},
				{name: "c", holds: []explain.Hold{waits("h", 3)}},
				{name: "d", holds: []explain.Hold{waits("i", 2)}},
			},
			want: `Stuck Circle frees 4 [c/h] by a/f b/g c/h
a Stuck
b Stuck
c Stuck
d Stuck
`,
		},
		"a circle of which one acts is not sure": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{waits("f", 1)}},
				{name: "b", holds: []explain.Hold{func() explain.Hold {
					h := waits("g", 0)
					h.Verdict, h.Reason = explain.Progressing, explain.Working
					return h
				}()}},
			},
			want: `Undecided Circle frees 2 [a/f] by a/f
a Undecided
b Undecided
`,
		},
		"a grace period is waited out whatever comes then": {
			objects: []caseObject{
				{name: "a", asked: true, state: trace.Grace, holds: []explain.Hold{missing("f")}},
				{name: "b", state: trace.Live, verdict: explain.NotAsked, holds: []explain.Hold{alone("", explain.NotAsked, explain.NotAskedYet, "not asked"), waits("", 0)}},
				{name: "c", holds: []explain.Hold{waits("f", 0)}},
			},
			want: `Stuck HolderMissing frees 3 [a/f] by a/f
NotAsked NotAskedYet frees 1 [b/] by b/
a InGrace
b NotAsked
c Stuck
`,
		},
		"a holder that is not there is one cause, another is another": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{missing("f"), missing("g")}},
				{name: "b", asked: true, holds: []explain.Hold{missing("f")}},
				{name: "c", asked: true, holds: []explain.Hold{runBy(alone("f", explain.Stuck, explain.HolderMissing, "not there"), "other", "")}},
			},
			want: `Stuck HolderMissing frees 2 [a/f a/g b/f] by a/f
Stuck HolderMissing frees 1 [c/f] by c/f
a Stuck
b Stuck
c Stuck
`,
		},
		"a workload counts for more than what it is called": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{runBy(alone("f", explain.Stuck, explain.HolderNotReady, "crashes"), "op", "w")}},
				{name: "b", asked: true, holds: []explain.Hold{runBy(alone("g", explain.Stuck, explain.HolderNotReady, "crashes"), "controller", "w")}},
			},
			want: `Stuck HolderNotReady frees 2 [a/f b/g] by a/f
a Stuck
b Stuck
`,
		},
		"two finalizers of one silent holder are one cause, whatever each waits for": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{
					found(runBy(alone("f", explain.Undecided, explain.Silent, "op does not say; usually for x"), "op", "w"), explain.Likely),
					found(runBy(alone("g", explain.Undecided, explain.Silent, "op does not say; usually for y"), "op", "w"), explain.Likely),
				}},
				{name: "b", asked: true, holds: []explain.Hold{found(runBy(alone("g", explain.Undecided, explain.Silent, "op does not say; usually for y"), "op", "w"), explain.Likely)}},
			},
			want: `Undecided Silent frees 1 [a/f a/g] by a/f
Undecided Silent frees 1 [b/g] by b/g
a Undecided
b Undecided
`,
		},
		"two finalizers for which one workload is only near are two causes": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{
					found(runBy(alone("f", explain.Undecided, explain.HolderUnknown, "not known"), "op", "w"), explain.Possible),
					found(runBy(alone("g", explain.Undecided, explain.HolderUnknown, "not known"), "op", "w"), explain.Possible),
				}},
			},
			want: `Undecided HolderUnknown frees 1 [a/f] by a/f
Undecided HolderUnknown frees 1 [a/g] by a/g
a Undecided
`,
		},
		"of two holders each has its own cause": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{
					found(runBy(alone("f", explain.Stuck, explain.HolderScaledDown, "scaled to zero"), "op", "w"), explain.Certain),
					found(runBy(alone("g", explain.Stuck, explain.HolderScaledDown, "scaled to zero"), "op", "v"), explain.Certain),
				}},
			},
			want: `Stuck HolderScaledDown frees 1 [a/f] by a/f
Stuck HolderScaledDown frees 1 [a/g] by a/g
a Stuck
`,
		},
		"messages that differ in names and numbers are one cause": {
			objects: []caseObject{
				{name: "a1", asked: true, holds: []explain.Hold{runBy(alone("f", explain.Stuck, explain.Failing, "cannot delete a1 after 3 tries"), "op", "w")}},
				{name: "b2", asked: true, holds: []explain.Hold{runBy(alone("f", explain.Stuck, explain.Failing, "cannot delete b2 after 17 tries"), "op", "w")}},
				{name: "c3", asked: true, holds: []explain.Hold{runBy(alone("f", explain.Stuck, explain.Failing, "c3 is protected"), "op", "w")}},
			},
			want: `Stuck Failing frees 2 [a1/f b2/f] by a1/f
Stuck Failing frees 1 [c3/f] by c3/f
a1 Stuck
b2 Stuck
c3 Stuck
`,
		},
		"what keeps an object is one cause, whatever is said of that": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{besidePod(alone("f", explain.Stuck, explain.InUse, "in use"), "web-0", "going for 5m")}},
				{name: "b", asked: true, holds: []explain.Hold{besidePod(alone("f", explain.Stuck, explain.InUse, "in use"), "web-0", "going for 6m")}},
				{name: "c", asked: true, holds: []explain.Hold{besidePod(alone("f", explain.Stuck, explain.InUse, "in use"), "web-1", "going for 6m")}},
			},
			want: `Stuck InUse frees 2 [a/f b/f] by a/f
Stuck InUse frees 1 [c/f] by c/f
a Stuck
b Stuck
c Stuck
`,
		},
		"a webhook is one cause for all holders": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{besideFact(runBy(alone("f", explain.Stuck, explain.WebhookDown, "a is refused"), "op", "w"), "webhook x")}},
				{name: "b", asked: true, holds: []explain.Hold{besideFact(runBy(alone("g", explain.Stuck, explain.WebhookDown, "b is refused"), "other", "v"), "webhook x")}},
				{name: "c", asked: true, holds: []explain.Hold{besideFact(runBy(alone("g", explain.Stuck, explain.WebhookDown, "c is refused"), "other", "v"), "webhook y")}},
			},
			want: `Stuck WebhookDown frees 2 [a/f b/g] by a/f
Stuck WebhookDown frees 1 [c/g] by c/g
a Stuck
b Stuck
c Stuck
`,
		},
		"of one configuration each webhook is a cause, whatever is the matter with it": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{refusedBy("x.acme.io", "no endpoints")}},
				{name: "b", asked: true, holds: []explain.Hold{refusedBy("x.acme.io", "the call fails")}},
				{name: "c", asked: true, holds: []explain.Hold{refusedBy("y.acme.io", "no endpoints")}},
			},
			want: `Stuck WebhookDown frees 2 [a/f b/f] by a/f
Stuck WebhookDown frees 1 [c/f] by c/f
a Stuck
b Stuck
c Stuck
`,
		},
		"the worst comes first, and of equals what frees more": {
			objects: []caseObject{
				{name: "a", asked: true, holds: []explain.Hold{alone("f", explain.Progressing, explain.Working, "works")}},
				{name: "b", asked: true, holds: []explain.Hold{alone("f", explain.Undecided, explain.Silent, "silent")}},
				{name: "c", asked: true, holds: []explain.Hold{missing("f")}},
				{name: "d", asked: true, holds: []explain.Hold{waits("f", 4)}},
				{name: "e", holds: []explain.Hold{alone("f", explain.Stuck, explain.NobodyRemoves, "old")}},
			},
			want: `Stuck NobodyRemoves frees 2 [e/f] by d/f e/f
Stuck HolderMissing frees 1 [c/f] by c/f
Undecided Silent frees 1 [b/f] by b/f
Progressing Working frees 1 [a/f] by a/f
a Progressing
b Undecided
c Stuck
d Stuck
e Stuck
`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			d := diagnosisOf(tt.objects)
			findCauses(d)
			if diff := cmp.Diff(tt.want, told(d)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			checkCausesOf(t, d)
		})
	}
}

// checkCausesOf holds that as many objects wait for a cause as it says it frees.
func checkCausesOf(t *testing.T, d *explain.Diagnosis) {
	t.Helper()
	frees := make([]int, len(d.Causes))
	for i := range d.Objects {
		for _, c := range d.CausesOf(i) {
			frees[c]++
		}
	}
	for i := range d.Causes {
		if frees[i] != d.Causes[i].Frees {
			t.Errorf("%d objects have the cause %s, which frees %d", frees[i], d.Causes[i].Message, d.Causes[i].Frees)
		}
	}
}

// TestCausesOfMany holds that what waits for a circle is not walked through once
// for each that does: a chain of many is done at once.
func TestCausesOfMany(t *testing.T) {
	const many = 20_000
	objects := make([]caseObject, many)
	for i := range objects {
		objects[i] = caseObject{name: fmt.Sprint("o", i), asked: i == 0, holds: []explain.Hold{waits("f", min(i+1, many-1))}}
	}
	objects[many-1].holds = []explain.Hold{waits("f", many-2)}
	d := diagnosisOf(objects)
	begin := time.Now()
	findCauses(d)
	if took := time.Since(begin); took > 30*time.Second {
		t.Errorf("took %s", took)
	}
	if len(d.Causes) != 1 || d.Causes[0].Reason != explain.Circle || d.Causes[0].Frees != many || len(d.Causes[0].Chain) != many-1 {
		t.Errorf("%d causes, the first of which is %s and frees %d by a chain of %d",
			len(d.Causes), d.Causes[0].Reason, d.Causes[0].Frees, len(d.Causes[0].Chain))
	}
}
