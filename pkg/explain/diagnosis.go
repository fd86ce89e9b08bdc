package explain

import (
	"slices"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Sureness orders confidences, the surest highest.
func Sureness(c Confidence) int {
	return slices.Index([]Confidence{Possible, Likely, Certain}, c)
}

// Diagnosis says who has to act, why they have not, and what to do first.
// Printers read it and change nothing; its order is fixed.
type Diagnosis struct {
	// At is the moment of reading, against which every age is taken.
	At time.Time
	// AtLeast says that it was then or later: what was read does not say when.
	AtLeast bool
	// Objects are those that were asked about, those that are going away around
	// them, and those that these wait for: in the order of the graph, then those
	// found outside of it. Each UID stands here once.
	Objects []Object
	// Causes are the roots: what waits for nothing else. What is stuck comes first,
	// then what pods wait for that a namespace needs gone before anything else,
	// then what frees the most objects.
	Causes []Cause
	// Incomplete lists what could not be read or asked. An answer with entries
	// here must never be shown as a complete one.
	Incomplete []trace.Problem
	// Graph is what the objects were found by; nil where that is not known.
	Graph *trace.Graph
}

// Verdict is the judgement on one object, or on one hold.
type Verdict string

const (
	// NotDeleting is an object that nobody has asked to go.
	NotDeleting Verdict = "NotDeleting"
	// InGrace is an object that still has the time it was given.
	InGrace Verdict = "InGrace"
	// Progressing says that there is recent activity, and it is in the evidence.
	Progressing Verdict = "Progressing"
	// Waiting says that a healthy holder waits for a named blocker.
	Waiting Verdict = "Waiting"
	// Stuck says that nobody will act without help.
	Stuck Verdict = "Stuck"
	// Undecided says that what could be read does not decide it.
	Undecided Verdict = "Undecided"
	// NotAsked is an object in a namespace that is going away, which nobody has
	// asked to go yet.
	NotAsked Verdict = "NotAsked"
	// Absent is an object that was asked about or waited for and does not exist.
	Absent Verdict = "Absent"
)

// Words are what a person calls the verdict, in every answer.
func (v Verdict) Words() string {
	switch v {
	case NotDeleting:
		return "not being deleted"
	case InGrace:
		return "in grace"
	case Progressing:
		return "progressing"
	case Waiting:
		return "waiting"
	case Stuck:
		return "stuck"
	case Undecided:
		return "undecided"
	case NotAsked:
		return "not asked to go yet"
	case Absent:
		return "gone"
	}
	return string(v)
}

// Object is one object with all that holds it.
type Object struct {
	trace.Node
	Verdict Verdict
	// AskedBy is a moment by which it had been asked to go, where no more is known of when that
	// was, and else zero.
	AskedBy time.Time
	// Goes is what goes with the object once its last finalizer is off, whosever
	// that is: a claim's volume, a volume's disk, a definition's objects. The cost
	// of a hold that is the only finalizer counts it already.
	Goes Cost
	// Lost is what goes for good where it is deleted as it should be: what it stands for
	// outside of the cluster, a volume with its data. It is empty where that was not asked.
	Lost Cost
	// Owned are the live objects that name it as their owner, wherever they are. It
	// is nil where that was not asked; what could not be read is in Incomplete.
	Owned []trace.Ref
	// Written is what was written in it, without the times: by it a later look sees whether more changed. It is empty
	// where no later one was announced.
	Written string
	// Holds are in the order of the object's finalizers. One that is no
	// finalizer (its Finalizer is empty) comes after them.
	Holds []Hold
	// Timeline is what was written to it and said of it, the earliest first. It is nil
	// where that was not asked.
	Timeline []Moment
}

// Hold is one thing that keeps an object: a finalizer, or what has the same
// effect, such as a kubelet that does not answer.
type Hold struct {
	// Finalizer is empty where the hold is none.
	Finalizer string
	// Maybe are those that its holder is known to put on such objects, where it was not copied which it is.
	Maybe   []string
	Holder  Holder
	Health  Health
	Verdict Verdict
	Reason  Reason
	// Message completes the reason for a person: one line, no full stop.
	Message string
	// Blockers are the objects and facts that the holder waits for.
	Blockers []Blocker
	// Evidence is all that the judgement rests on, the strongest first.
	Evidence []Evidence
	// Next are the steps that end the hold the right way, in order.
	Next []Step
	// Warnings say what would make things worse.
	Warnings []Warning
	// Cost is the price of taking the finalizer off by hand.
	Cost Cost

	// Placed is compared with that of another reading.
	Placed Placing
	// Acted is when its holder last wrote to the object since it was asked to go, zero
	// where that was not seen. It is compared as well.
	Acted time.Time
	// Spoke is when its holder last said something since it was asked to go, as far as a copy
	// tells, and else zero: it ran then.
	Spoke time.Time
	// Heard says that a copy holds words of its holder about the object, whenever that was: it ran then.
	Heard bool
}

// Holder is the controller that has to take a finalizer off.
type Holder struct {
	// Name is what a person calls it. Empty where nothing is known.
	Name string
	// Component is what the catalogue calls the part of the project that it is, empty where
	// the finalizer is not known. A graph names the holder so.
	Component string
	Project   string
	// Workload is what runs it, the zero Ref where that is not known.
	Workload trace.Ref
	// Account is its ServiceAccount, the zero Ref where that is not known.
	Account    trace.Ref
	Confidence Confidence
	// BuiltIn says that it is a part of Kubernetes itself.
	BuiltIn bool
}

// Sure reports whether the evidence decides who it is. Nothing is concluded from how
// well any other one is.
func (h *Holder) Sure() bool { return h.Confidence == Certain || h.Confidence == Likely }

// Confidence says how sure a holder is.
type Confidence string

// From one on, the evidence decides; below, it only suggests.
const (
	Certain  Confidence = "certain"
	Likely   Confidence = "likely"
	Possible Confidence = "possible"
	NotKnown Confidence = "unknown"
)

// Evidence is one fact, and where it was read.
type Evidence struct {
	// Fact is one line without a full stop.
	Fact string
	// Source names the object and field, the catalogue entry or the question.
	Source string
	// Weak says that the fact alone proves little.
	Weak bool
	// Telling says that the outcome rests on it, or that it was asked for.
	Telling bool
	// Kind is empty for a fact that was read in the cluster and is like any other.
	Kind EvidenceKind
	// Log says where and when it was printed, nil for what is no line of a log.
	Log *Printed
	// Words are those of the cluster that the fact quotes, without when they were said.
	Words string
	// Field is the field of the object itself that the fact gives the value of, empty where
	// Words have that, and for all else.
	Field string
}

// EvidenceKind says what sort of fact it is, where that makes a difference.
type EvidenceKind string

const (
	// Written is who wrote a field of the object and when, as its managedFields tell.
	Written EvidenceKind = "Written"
	// OutOfDate says that a text of the cluster speaks of what is gone by now.
	OutOfDate EvidenceKind = "OutOfDate"
	// Said is what somebody says of the object in the cluster, in their own words.
	Said EvidenceKind = "Said"
	// WouldAccept says that the server would take the removal. It explains nothing.
	WouldAccept EvidenceKind = "WouldAccept"
	// Documented is known of the project in general, and was not read in the cluster.
	Documented EvidenceKind = "Documented"
	// Awaited is what its holder is known to wait for, where the message tells why it does not go in other words.
	Awaited EvidenceKind = "Awaited"
	// Known is known of such an object, as it stands, and decides nothing.
	Known EvidenceKind = "Known"
	// Logged was printed by the holder, or says what it has not printed.
	Logged EvidenceKind = "Logged"
	// Related is what else the object is about: its owner, its claim, its node. Words name that.
	Related EvidenceKind = "Related"
	// Besides is what stands beside a copied object and nothing rests on. Words are those of whoever wrote or printed it.
	Besides EvidenceKind = "Besides"
	// Presumed says that what holds was not copied, and why it is presumed to.
	Presumed EvidenceKind = "Presumed"
)

// Blocker is something that a holder waits for.
type Blocker struct {
	trace.Ref
	Resource string
	// Object is its index in Diagnosis.Objects, and -1 where it is not there.
	Object int
	// State is what it is now, not what a condition said of it.
	State trace.State
	// What says what is the matter with it, such as "running on node-3". A
	// blocker that is no object has only this.
	What string
	// Part is what of it is in the way where others of it may not be, such as
	// one webhook of a configuration; empty where it is the whole.
	Part string
	// Guessed says that nothing tells that the holder waits for it: it is around the
	// object, and in trouble.
	Guessed bool
}

// Cause is a root: something that waits for nothing else, so that it has to be
// mended first.
type Cause struct {
	Reason  Reason
	Verdict Verdict
	// Holder and Message are those of the first hold.
	Holder  Holder
	Message string
	// Holds are all the holds that have this cause.
	Holds []Place
	// Frees counts the objects that wait for this cause, those it holds itself
	// included.
	Frees int
	// Chain leads from an asked object to one of Holds: from the one farthest away,
	// and to the first of Holds where it can.
	Chain []Place
}

// Place is one hold of one object.
type Place struct {
	Object int // in Diagnosis.Objects
	Hold   int // in its Holds
}

// Of returns the hold at a place.
func (d *Diagnosis) Of(p Place) *Hold { return &d.Objects[p.Object].Holds[p.Hold] }

// Clock is the moment of reading.
func (d *Diagnosis) Clock() trace.Clock { return trace.Clock{At: d.At, AtLeast: d.AtLeast} }

// Verdict is the worst that is true of the asked objects, and of all where none
// was asked about. What an object waits for is in its own verdict already.
func (d *Diagnosis) Verdict() Verdict {
	worst, asked := NotDeleting, false
	for i := range d.Objects {
		o := &d.Objects[i]
		if o.Asked && !asked {
			worst, asked = NotDeleting, true
		}
		if o.Asked != asked {
			continue
		}
		verdict := o.Verdict
		if verdict == NotAsked {
			verdict = d.worstCause() // it goes when its namespace gets to it
		}
		if Rank(verdict) > Rank(worst) {
			worst = verdict
		}
	}
	return worst
}

// worstCause is the worst verdict of the roots, NotAsked where there are none.
func (d *Diagnosis) worstCause() Verdict {
	worst := NotAsked
	for i := range d.Causes {
		if v := d.Causes[i].Verdict; Rank(v) > Rank(worst) {
			worst = v
		}
	}
	return worst
}

// Rank orders verdicts by how much they need a person.
func Rank(v Verdict) int {
	switch v {
	case NotDeleting:
		return 1
	case NotAsked:
		return 2
	case Progressing:
		return 3
	case InGrace:
		return 4
	case Waiting:
		return 5
	case Undecided:
		return 6
	case Stuck:
		return 7
	case Absent:
	}
	return 0
}
