package outlook

import (
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Answer is what a person is told. Its order is fixed.
type Answer struct {
	At      time.Time
	AtLeast bool
	// Operation is "delete" or "uninstall", Title what it is done to, in a sentence.
	Operation string
	Title     string
	Verdict   Verdict
	// Reasons are all the verdicts that are true, in their order.
	Reasons  []Verdict
	Forecast *preflight.Forecast
	// Goes is what is gone in the end, Waits of it what others have to let go first.
	Goes []Group
	// Lost is what is lost for good.
	Lost []Loss
	// Hangs, Refused and Unsure are what does not go as it should, by what it rests on.
	Hangs   []Stop
	Refused []Stop
	Unsure  []Stop
	// Behind is what stays, what does harm first.
	Behind []Leftover
	Traps  []Trap
	// Order is the order that works. It is empty where none is known.
	Order []Step
	// Open says why no order is known, one line each.
	Open []string
	// Unseen belongs to it and could not be seen.
	Unseen     []string
	Incomplete []trace.Problem
}

// Clock is the moment of reading.
func (a *Answer) Clock() trace.Clock { return trace.Clock{At: a.At, AtLeast: a.AtLeast} }

// Group are objects of one kind of which the same is said.
type Group struct {
	Group, Kind, Resource string
	Count                 int
	// Objects are those whose names are known, in a fixed order: all of them, unless
	// Count says more.
	Objects []trace.Ref
}

// Type is the word for the kind behind the number of objects, as kubectl takes it: the singular
// for one.
func (g *Group) Type() string {
	if g.Count == 1 && g.Kind != "" {
		return typeOf(trace.Ref{Group: g.Group, Kind: g.Kind}, "")
	}
	return typeOfGroup(g)
}

// Taken reports whether the act takes away from the holder what it needs.
func (s *Stop) Taken() bool {
	_, taken := trapsOf[s.Then]
	return taken
}

// LeftoverSort says what stays behind.
type LeftoverSort string

// The sorts of what stays.
const (
	WebhookLeft    LeftoverSort = "Webhook"    // a webhook configuration whose service goes
	APIServiceLeft LeftoverSort = "APIService" // an API that nobody serves any more
	ConversionLeft LeftoverSort = "Conversion" // a definition whose conversion webhook goes
	BindingLeft    LeftoverSort = "Binding"    // rights of an account that goes
	KeptLeft       LeftoverSort = "Kept"       // by a policy
	OwnedLeft      LeftoverSort = "Owned"      // another owner keeps it
	OrphanedLeft   LeftoverSort = "Orphaned"   // left without an owner
	AloneLeft      LeftoverSort = "Alone"      // nobody looks after it any more
)

// Trap is a known way in which such an act goes wrong, and that it is in the way here.
type Trap struct {
	Name TrapName
	// Message is one sentence without a full stop.
	Message string
	// Objects are those that it is about, Of what makes it one.
	Objects []trace.Ref
	Of      trace.Ref
}

// TrapName names a trap. It is a public contract.
type TrapName string

// The traps.
const (
	HolderInside    TrapName = "HolderInside"    // who has to act goes as well
	RightsFirst     TrapName = "RightsFirst"     // its rights go first
	WebhookFirst    TrapName = "WebhookFirst"    // a webhook in its way is left without its service first
	CredentialFirst TrapName = "CredentialFirst" // its credentials go first
	ConfigFirst     TrapName = "ConfigFirst"     // its configuration goes first
	HolderElsewhere TrapName = "HolderElsewhere" // objects stay that only what goes lets go
	FailClosed      TrapName = "FailClosed"      // a webhook stays that refuses what it cannot ask about
	DeadAPI         TrapName = "DeadAPI"         // an API stays that nobody serves: namespaces then hang
	DeadConversion  TrapName = "DeadConversion"  // objects stay that can no longer be read
	Protected       TrapName = "Protected"       // something is refused, half way
	SecondDelete    TrapName = "SecondDelete"    // deleting again ends the waiting
	PutOnLate       TrapName = "PutOnLate"       // a finalizer is put on until it is asked to go
	MadeAgain       TrapName = "MadeAgain"       // something makes it again
)

// Step is one part of the order that works.
type Step struct {
	// Text is one sentence without a full stop.
	Text string
	// Commands are word by word, not quoted; the plugin itself is "kubectl", "finalizers".
	Commands [][]string
	// Checks are the commands by which one sees that it is done: they then print nothing.
	Checks [][]string
	// Act says that this is what was asked about.
	Act bool
	// Choice says that it is a person's to decide, and not needed.
	Choice bool
}
