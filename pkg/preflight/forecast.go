package preflight

import (
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Forecast is what comes of acts, as far as they reach.
type Forecast struct {
	// At is the moment of reading. AtLeast says that it was then or later.
	At      time.Time
	AtLeast bool
	Acts    []Act
	// Fates are of the named objects first, then of the others by Ref and UID. Each UID
	// stands here once.
	Fates []Fate
	// Incomplete is what could not be read.
	Incomplete []trace.Problem
}

// Fate is what becomes of one object.
type Fate struct {
	trace.Node
	// Count is how many objects it stands for: more than one for those that are alike and
	// that the graph has only counted. These have no Name and no UID.
	Count   int
	Outcome Outcome
	Why     Why
	// By is what takes it along or keeps it: a number in Fates, -1 where nothing does.
	By int
	// Because is one line for a person, no full stop.
	Because string
	// On is what it waits for, hangs on or is refused by; what decides comes first. Of what
	// stays it is what would keep it later, since the act takes that away from its holder.
	On []Hindrance
	// Cost is what is lost when it has gone. It is empty for what stays.
	Cost explain.Cost
	// Turn is the order of going: what has gone in a turn was awaited by none of its own.
	// It is zero for what does not go.
	Turn int
	// Foreground says that it goes after the dependents that block it.
	Foreground bool
}

// Outcome is what becomes of an object. The values are a public contract.
type Outcome string

const (
	// Goes says that nothing is in the way.
	Goes Outcome = "Goes"
	// GoesAfter says that others have to do their part before, and are well and still
	// there then.
	GoesAfter Outcome = "GoesAfter"
	// Hangs says that it is asked to go and does not go.
	Hangs Outcome = "Hangs"
	// Refused says that the request to delete it is refused.
	Refused Outcome = "Refused"
	// Stays says that nobody asks it to go.
	Stays Outcome = "Stays"
	// NotKnown says that what could be read does not decide it.
	NotKnown Outcome = "NotKnown"
)

// Outcomes are all there are, what is worst first.
func Outcomes() []Outcome { return []Outcome{Hangs, Refused, NotKnown, Stays, GoesAfter, Goes} }

// Why says how an act reaches an object, or why it stops there. The values are a public
// contract.
type Why string

const (
	// Named was named in the act.
	Named Why = "Named"
	// Owned is deleted by the garbage collector: no owner of it is left.
	Owned Why = "Owned"
	// Content is deleted with its namespace.
	Content Why = "Content"
	// Instance is deleted with the definition of its kind.
	Instance Why = "Instance"
	// Managed is deleted by the holder of a finalizer, before that one comes off.
	Managed Why = "Managed"
	// Reclaimed is a volume that goes with its claim.
	Reclaimed Why = "Reclaimed"
	// Ran is a pod of a workload that is scaled down.
	Ran Why = "Ran"
	// Hosted is a pod of a node that goes.
	Hosted Why = "Hosted"
	// Ends was being deleted already.
	Ends Why = "Ends"

	// Orphaned is left without an owner.
	Orphaned Why = "Orphaned"
	// OtherOwner is kept by another owner.
	OtherOwner Why = "OtherOwner"
	// Kept is kept by a policy.
	Kept Why = "Kept"
	// Unreached has an ownerReference that the garbage collector cannot follow.
	Unreached Why = "Unreached"
	// Behind is asked to go only once something else has gone, and that hangs or stays.
	Behind Why = "Behind"
	// Left is deleted by nobody, and what looked after it goes.
	Left Why = "Left"
	// NotDeleting was asked to go by nobody.
	NotDeleting Why = "NotDeleting"
)

// Hindrance is one thing that an object waits for, hangs on or is refused by.
type Hindrance struct {
	Sort Sort
	// Finalizer and Holder are those of Held.
	Finalizer string
	Holder    explain.Holder
	// Now is how the holder is now, Then what becomes of it by the act.
	Now  explain.Health
	Then Then
	// Takes is what the act takes away from the holder: a number in Fates, -1 for nothing.
	Takes int
	// Ref is what is waited for or what refuses, and Fate its number in Fates, -1 where it
	// is none of these.
	Ref  trace.Ref
	Fate int
	// Message is one line, no full stop.
	Message string
	// Hold is what the diagnosis says of the finalizer, nil where it says nothing.
	Hold *explain.Hold
	// Decides says that the outcome rests on it.
	Decides bool
}

// Sort is what a hindrance is. The values are a public contract.
type Sort string

const (
	// Held is a finalizer.
	Held Sort = "Held"
	// Dependent is a dependent that blocks a deletion in the foreground.
	Dependent Sort = "Dependent"
	// Inside is content of a namespace, or an object of a definition.
	Inside Sort = "Inside"
	// Owner is what it goes after.
	Owner Sort = "Owner"
	// InUse is a pod that uses a claim, or a claim that is bound to a volume.
	InUse Sort = "InUse"
	// Gate is what refuses a request: a webhook, a policy, missing rights.
	Gate Sort = "Gate"
	// Unlisted is an API that does not answer, so that a namespace cannot be emptied.
	Unlisted Sort = "Unlisted"
	// Grace is the time of a pod on a node.
	Grace Sort = "Grace"
	// Gap is something that could not be read.
	Gap Sort = "Gap"
	// Race is a matter of what comes first.
	Race Sort = "Race"
)

// Then is what becomes of a holder by the act. The values are a public contract.
type Then string

const (
	// StillThere says that the act takes nothing from it.
	StillThere Then = "StillThere"
	// HolderGoes says that what runs it goes.
	HolderGoes Then = "HolderGoes"
	// RightsGo says that it loses the right to write the object.
	RightsGo Then = "RightsGo"
	// WebhookGoes says that a webhook that its write needs is left without its service.
	WebhookGoes Then = "WebhookGoes"
	// SecretGoes says that its credentials go.
	SecretGoes Then = "SecretGoes"
	// ConfigGoes says that what configures it goes, such as a ProviderConfig.
	ConfigGoes Then = "ConfigGoes"
)
