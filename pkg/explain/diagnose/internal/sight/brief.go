package sight

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// StateOfBrief is the true state of an object of which only metadata was read.
func (w *View) StateOfBrief(b *Brief) trace.State {
	switch {
	case b.Deleted.IsZero():
		return trace.Live
	case w.Clock.Before(b.Deleted):
		return trace.Grace
	}
	return trace.Deleting
}

// BlocksOwner reports whether one of the object's references to the owner says
// that the owner has to wait for it.
func (b *Brief) BlocksOwner(uid string) bool {
	return slices.ContainsFunc(b.Owners, func(o Owner) bool { return o.UID == uid && o.Block })
}

// CompareBriefs orders objects by kind, then by name.
func CompareBriefs(a, b Brief) int {
	return cmp.Or(a.Compare(b.Ref), cmp.Compare(a.UID, b.UID))
}

// Split separates what was asked to go from what was not.
func Split(rows []Brief) (going, live []Brief) {
	for i := range rows {
		if rows[i].Deleted.IsZero() {
			live = append(live, rows[i])
		} else {
			going = append(going, rows[i])
		}
	}
	return going, live
}

// Mixed returns at most so many of the rows that of every kind and set of
// finalizers one is there before another comes twice: objects of one sort
// mostly wait for one cause.
func Mixed(rows []Brief, most int) []Brief {
	var sorts [][]Brief
	at := map[string]int{}
	for i := range rows {
		key := rows[i].Group + "/" + rows[i].Kind + " " + strings.Join(rows[i].Finalizers, " ")
		n, known := at[key]
		if !known {
			n = len(sorts)
			at[key] = n
			sorts = append(sorts, nil)
		}
		sorts[n] = append(sorts[n], rows[i])
	}
	var out []Brief
	for turn := 0; len(out) < min(most, len(rows)); turn++ {
		for _, sort := range sorts {
			if turn < len(sort) && len(out) < most {
				out = append(out, sort[turn])
			}
		}
	}
	return out
}

// Brief is one object's metadata.
type Brief struct {
	trace.Ref
	UID        string
	Created    time.Time
	Deleted    time.Time
	Finalizers []string
	Owners     []Owner
}

// Owner is one ownerReference.
type Owner struct {
	Group, Kind, Name, UID string
	Controller, Block      bool
}

// BriefOfListed takes over what was listed for the graph.
func BriefOfListed(l *trace.Listed) Brief {
	b := Brief{
		Ref: trace.Ref{Group: l.Group, Kind: l.Kind.Kind, Namespace: l.Namespace, Name: l.Name},
		UID: l.UID, Created: l.Created, Deleted: l.Deleted, Finalizers: l.Finalizers,
	}
	for _, o := range l.Owners {
		b.Owners = append(b.Owners, Owner{Group: trace.GroupOf(o.APIVersion), Kind: o.Kind, Name: o.Name, UID: o.UID, Controller: o.Controller, Block: o.Block})
	}
	return b
}

// BriefOf takes over what a row says.
func BriefOf(kind trace.Kind, row *trace.Row) Brief {
	b := Brief{
		Ref: trace.Ref{Group: kind.Group, Kind: kind.Kind, Namespace: string(row.Namespace), Name: string(row.Name)},
		UID: string(row.UID), Created: row.Created, Deleted: row.Deleted,
	}
	for _, f := range row.Finalizers {
		b.Finalizers = append(b.Finalizers, string(f))
	}
	for i := range row.Owners {
		o := &row.Owners[i]
		b.Owners = append(b.Owners, Owner{
			Group: trace.GroupOf(string(o.APIVersion)), Kind: string(o.Kind), Name: string(o.Name), UID: string(o.UID),
			Controller: o.Controller, Block: o.Block,
		})
	}
	return b
}
