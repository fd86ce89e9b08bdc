package explain

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"

// Around is what the writes of a deletion rest on, beside what holds the object.
type Around struct {
	// Gates are, by UID of an object, the webhooks that are asked about a write of it, and
	// the policies that refuse that.
	Gates map[string][]Gate
	// Grants are what gives an account the right to change objects of a kind.
	Grants map[GrantKey][]Grant
	// Needs are, by object and finalizer, what the holder does nothing without.
	Needs map[NeedKey][]trace.Ref
	// Withheld says, by object and finalizer, why whoever takes that off will not, although
	// they run: they are told to leave the object alone, or to protect it, or are told nothing.
	Withheld map[NeedKey]Withholding
	// Losses are, by UID, what goes for good with objects that were not judged themselves.
	Losses map[string]Cost
	// APIs are those of other servers.
	APIs []RemoteAPI
}

// RemoteAPI is a version of an API group that another server serves.
type RemoteAPI struct {
	// Registration is its APIService, Service what leads to it.
	Registration, Service trace.Ref
	Group, Version        string
	// Down says why it does not answer, empty where it does.
	Down string
}

// GroupVersion is how a person names it.
func (a RemoteAPI) GroupVersion() string { return a.Group + "/" + a.Version }

// Gate is a webhook that is asked.
type Gate struct {
	// Config is what registers it, Name its name there.
	Config trace.Ref
	Name   string
	// Deletes and Updates say which requests it is asked about.
	Deletes, Updates bool
	// Service serves it, the zero Ref where that is none of this cluster.
	Service trace.Ref
	// Down says why it is sure not to answer, empty where nothing says so.
	Down string
	// Unsure says that it may not apply.
	Unsure bool
	// Open says that a request passes where it does not answer.
	Open bool
	// Says is what it is known to say to a delete of the object as that is now, empty where
	// nothing is known. It says so as long as one of For is there, and for good where that
	// is empty.
	Says string
	For  []trace.Ref
	// Perhaps says that it may say so, and not that it surely does.
	Perhaps bool
}

// GrantKey is an account, and the kind of objects that it has to write.
type GrantKey struct {
	Account         trace.Ref
	Group, Resource string
	Namespace       string
}

// Grant is a binding and its role. Both have to be there.
type Grant struct{ Binding, Role trace.Ref }

// NeedKey is a finalizer of an object.
type NeedKey struct{ UID, Finalizer string }

// Withholding is why a holder does not do its part.
type Withholding struct {
	// Says is one line, no full stop.
	Says string
	// Sure says that it is certain, and not only usual.
	Sure bool
	// For are those for which it is so, as long as one of them is there; without any it is so
	// for good.
	For []trace.Ref
	// Next are the steps that end it, for this object.
	Next []Step
}

// Tending says that the holder of a finalizer deletes what an edge leads to, before it
// takes the finalizer off.
type Tending struct {
	// Rule is that of the edge.
	Rule       string
	Finalizers []string
	// Kinds are those of what it deletes; nil means all.
	Kinds []string
	// Awaits says that it also waits until that has gone.
	Awaits bool
	// Cascade is what it asks to become of the dependents of that: background, foreground,
	// orphan, or default, which leaves it to the server; empty where nobody knows.
	Cascade string
	// Perhaps says that nobody knows whether it does.
	Perhaps bool
}
