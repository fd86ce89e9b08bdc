package outlook

import (
	"fmt"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
)

// Loss is what is gone for good with objects.
type Loss struct {
	Group
	// Why is one sentence without a full stop.
	Why string
	// Perhaps says that it is not known whether the objects go.
	Perhaps bool
	// Identities are what lives outside the objects: volumes, resources of a cloud.
	Identities []string
	// Risk is low, medium or high, empty where it is not known.
	Risk explain.Risk
}

// lost gathers what is gone for good with objects that go, or that would go once what
// they hang on is out of the way: that the cost is low says that nothing is. Of those of
// which it is not known whether they go, it is what may be lost.
func (t *telling) lost() {
	var all groups[Loss]
	add := func(f *preflight.Fate, why string, risk explain.Risk, identity string) {
		perhaps := f.Outcome == preflight.NotKnown
		l := all.of(fmt.Sprint(kindKey(&f.Node), perhaps, risk, why), func() Loss { return Loss{Group: groupOf(&f.Node), Why: why, Perhaps: perhaps, Risk: risk} })
		l.add(f)
		if identity != "" && !slices.Contains(l.Identities, identity) {
			l.Identities = append(l.Identities, identity)
		}
	}
	for i := range t.f.Fates {
		f := &t.f.Fates[i]
		if !leaves(f) && f.Outcome != preflight.NotKnown {
			continue
		}
		if f.Cost.Loss != "" && f.Cost.Risk != explain.RiskLow {
			add(f, f.Cost.Loss, f.Cost.Risk, f.Cost.StandsFor())
		} else if others := t.othersSpace(f); others {
			add(f, "it is in a namespace that was not named", explain.RiskHigh, "")
		}
	}
	slices.SortStableFunc(all.all, func(a, b Loss) int {
		switch {
		case a.Perhaps != b.Perhaps:
			if a.Perhaps {
				return 1
			}
			return -1
		case b.Risk.Below(a.Risk):
			return -1
		case a.Risk.Below(b.Risk):
			return 1
		}
		return 0
	})
	t.out.Lost = all.all
}

// othersSpace reports whether an object goes with the definition of its kind that is in a
// namespace of which nothing was named: its owners may know nothing of it.
func (t *telling) othersSpace(f *preflight.Fate) bool {
	return f.Why == preflight.Instance && f.Namespace != "" && !t.named(func(o *preflight.Fate) bool {
		return o.Namespace == f.Namespace || o.Group == "" && o.Kind == "Namespace" && o.Name == f.Namespace
	})
}
