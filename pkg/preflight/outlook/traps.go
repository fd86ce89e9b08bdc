package outlook

import (
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// trapsOf are the traps that a holder falls into.
var trapsOf = map[preflight.Then]TrapName{
	preflight.HolderGoes:  HolderInside,
	preflight.RightsGo:    RightsFirst,
	preflight.WebhookGoes: WebhookFirst,
	preflight.SecretGoes:  CredentialFirst,
	preflight.ConfigGoes:  ConfigFirst,
}

func (t *telling) traps() {
	for _, stops := range [][]Stop{t.out.Hangs, t.out.Unsure} {
		for i := range stops {
			t.holderTrap(&stops[i])
		}
	}
	for i := range t.out.Behind {
		l := &t.out.Behind[i]
		name, harmful := map[LeftoverSort]TrapName{WebhookLeft: FailClosed, APIServiceLeft: DeadAPI, ConversionLeft: DeadConversion}[l.Sort]
		if harmful && l.Harm {
			t.trap(Trap{Name: name, Message: named(l.Objects[0]) + " stays: " + l.Because, Objects: l.Objects})
		}
	}
	t.halfway()
	t.second()
	t.late()
	t.again()
}

func (t *telling) trap(trap Trap) {
	same := func(o Trap) bool { return o.Name == trap.Name && o.Message == trap.Message }
	if at := slices.IndexFunc(t.out.Traps, same); at >= 0 {
		t.out.Traps[at].Objects = append(t.out.Traps[at].Objects, trap.Objects...)
		return
	}
	t.out.Traps = append(t.out.Traps, trap)
}

// holderTrap says that who has to act loses what it needs for that.
func (t *telling) holderTrap(s *Stop) {
	name, found := trapsOf[s.Then]
	if !found {
		return
	}
	if s.Later {
		name = HolderElsewhere
	}
	t.trap(Trap{Name: name, Message: s.Finalizer + ": " + s.Message, Objects: s.Objects, Of: s.Takes})
}

// halfway says that a part is refused while others go.
func (t *telling) halfway() {
	if len(t.out.Goes) == 0 && len(t.out.Hangs) == 0 {
		return // nothing is done at all
	}
	for i := range t.out.Refused {
		s := &t.out.Refused[i]
		t.trap(Trap{Name: Protected, Message: "it is refused half way: " + s.Message, Objects: s.Objects, Of: s.Ref})
	}
}

// second says that a second delete would end the waiting of the first.
func (t *telling) second() {
	var waits []trace.Ref
	for i := range t.f.Fates {
		f := &t.f.Fates[i]
		now := f.State.Going() && slices.ContainsFunc(f.Finalizers, func(z trace.Finalizer) bool { return z.Name == metav1.FinalizerDeleteDependents })
		waiting := now || f.Foreground && f.Outcome != preflight.Goes // what waits now, this very delete would let go
		if f.Why == preflight.Named && waiting && f.Outcome != preflight.Refused {
			waits = append(waits, f.Ref)
		}
	}
	if len(waits) > 0 {
		t.trap(Trap{Name: SecondDelete, Message: "do not delete twice: a second, plain delete ends the waiting in the foreground, and what is below is left to itself", Objects: waits})
	}
}

// late says that a finalizer is on some objects of a kind and not on others: who puts it
// on may come to these before they are asked to go.
func (t *telling) late() {
	marks := t.marks()
	for i := range t.f.Fates {
		f := &t.f.Fates[i]
		if f.State != trace.Live || f.Name == "" || !leaves(f) || f.Why == preflight.Named {
			continue
		}
		of := marks[kindKey(&f.Node)]
		for _, name := range slices.Sorted(maps.Keys(of)) {
			if slices.ContainsFunc(f.Finalizers, func(z trace.Finalizer) bool { return z.Name == name }) {
				continue
			}
			t.trap(Trap{Name: PutOnLate, Message: of[name] + " puts " + name + " on others of the kind, and may do so on what does not have it yet before that is asked to go", Objects: []trace.Ref{f.Ref}})
		}
	}
}

// marks are, by kind and finalizer, the holders that run and put theirs on.
func (t *telling) marks() map[string]map[string]string {
	out := map[string]map[string]string{}
	for i := range t.f.Fates {
		kind := kindKey(&t.f.Fates[i].Node)
		for _, h := range t.f.Fates[i].On {
			if h.Sort != preflight.Held || h.Holder.BuiltIn || !h.Holder.Sure() || h.Now != explain.Running {
				continue
			}
			if out[kind] == nil {
				out[kind] = map[string]string{}
			}
			out[kind][h.Finalizer] = h.Holder.Name
		}
	}
	return out
}

// appliers are the rules by which something is made again from what is written elsewhere.
var appliers = []string{"flux:inventory", "flux:release", "argocd:resource"}

// again says that something that stays makes it again.
func (t *telling) again() {
	for i := range t.f.Fates {
		f := &t.f.Fates[i]
		at, known := t.graph.index[f.Ref]
		if f.Why != preflight.Named || !known {
			continue
		}
		for _, e := range t.graph.edges[at] {
			from := &t.graph.graph.Nodes[e.From]
			makes := slices.Contains(appliers, e.Rule) || e.Rule == trace.OwnerRule && e.Controller
			if makes && from.State == trace.Live && !t.gone.has(from.Ref) {
				t.trap(Trap{Name: MadeAgain, Message: named(from.Ref) + " stays, and makes it again", Objects: []trace.Ref{f.Ref}, Of: from.Ref})
			}
		}
	}
}

// named is an object in a sentence.
func named(r trace.Ref) string {
	name := strings.ToLower(r.Kind)
	if r.Group != "" {
		name += "." + r.Group
	}
	name += "/" + r.Name
	return phrase.OneLine(name) + phrase.Prefixed(" in namespace ", r.Namespace)
}
