package outlook

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Leftover is what stays behind.
type Leftover struct {
	Group
	Sort LeftoverSort
	// Harm says that something fails by it, which Because then tells.
	Harm    bool
	Because string
}

// behind gathers what stays, what does harm first.
func (t *telling) behind() {
	var out []Leftover
	for _, b := range t.rest.Backed {
		l := Leftover{Group: oneOf(b.Ref, b.Resource), Sort: b.Sort, Harm: b.Closed, Because: b.because()}
		out = append(out, l)
	}
	var all groups[Leftover]
	for i := range t.f.Fates {
		f := &t.f.Fates[i]
		sort, told := leftSorts[f.Why]
		if f.Outcome != preflight.Stays || !told {
			continue
		}
		all.of(kindKey(&f.Node)+string(sort)+f.Because, func() Leftover {
			return Leftover{Group: groupOf(&f.Node), Sort: sort, Because: f.Because}
		}).add(f)
	}
	out = append(out, all.all...)
	for _, k := range t.q.Installation.Kept {
		ref := trace.Ref{Group: k.Kind.Group, Kind: k.Kind.Kind, Namespace: k.Namespace, Name: k.Name}
		l := slices.IndexFunc(out, func(l Leftover) bool {
			return l.Sort == KeptLeft && l.Because == k.Because && l.Kind == ref.Kind && l.Group.Group == ref.Group
		})
		if l < 0 {
			l = len(out)
			out = append(out, Leftover{Group: Group{Group: ref.Group, Kind: ref.Kind, Resource: k.Kind.Resource}, Sort: KeptLeft, Because: k.Because})
		}
		out[l].Count++
		out[l].Objects = append(out[l].Objects, ref)
	}
	for _, b := range t.rest.Bound {
		out = append(out, Leftover{Group: oneOf(b.Ref, b.Resource), Sort: BindingLeft, Because: "it gives rights to the account " + b.Account.Name + " in namespace " + b.Account.Namespace + ", which goes: whoever makes an account of that name has them"})
	}
	slices.SortStableFunc(out, func(a, b Leftover) int { return harm(b) - harm(a) })
	t.out.Behind = out
}

func harm(l Leftover) int {
	if l.Harm {
		return 1
	}
	return 0
}

// leftSorts are what is told of what stays.
var leftSorts = map[preflight.Why]LeftoverSort{
	preflight.Orphaned: OrphanedLeft, preflight.OtherOwner: OwnedLeft, preflight.Kept: KeptLeft,
	preflight.Unreached: AloneLeft, preflight.Left: AloneLeft,
}

func oneOf(ref trace.Ref, resource string) Group {
	return Group{Group: ref.Group, Kind: ref.Kind, Resource: resource, Count: 1, Objects: []trace.Ref{ref}}
}

func (b *Backed) because() string {
	service := "the service " + b.Service.Name + " in namespace " + b.Service.Namespace + " goes"
	switch {
	case b.Sort == APIServiceLeft:
		return service + ": nobody serves " + b.What + " then, and every namespace that is deleted hangs"
	case b.Sort == ConversionLeft:
		return service + ": objects that are stored in another version cannot be read then, nor deleted"
	case b.Closed:
		return service + ": " + b.What + " is refused then, for everybody"
	}
	return service + "; what it is asked about goes through without it"
}
