package remove

// guard looks for one kind of objection.
type guard func(m *maker, a *Action) []Objection

// Guard names one kind of objection. The values are a public contract.
type Guard string

// The guards. Where overriding one can be right, a flag of its own does so.
const (
	// NotDeleting: nobody has asked the object to go, so that its controller
	// would put the finalizer back.
	NotDeleting Guard = "NotDeleting"
	// HolderAble: the holder is there and well, and would do it.
	HolderAble Guard = "HolderAble"
	// HolderWorking: the holder did something a moment ago.
	HolderWorking Guard = "HolderWorking"
	// InGrace: the object still has the time that it was given.
	InGrace Guard = "InGrace"
	// Progressing: the deletion is progressing.
	Progressing Guard = "Progressing"
	// Undecided: the diagnosis could not tell.
	Undecided Guard = "Undecided"
	// BlockedElsewhere: the holder waits for another object, which a removal
	// here would only leave behind.
	BlockedElsewhere Guard = "BlockedElsewhere"
	// Loss: something is lost or left running.
	Loss Guard = "Loss"
	// CostUnknown: nobody here knows what the finalizer protects.
	CostUnknown Guard = "CostUnknown"
	// Dependents: objects that depend on this one would go or be left behind.
	Dependents Guard = "Dependents"
	// Collector: the finalizer is one of the garbage collector's own.
	Collector Guard = "Collector"
	// Incomplete: not everything could be read, so that nothing is sure.
	Incomplete Guard = "Incomplete"
	// Content: what the object contains would be stranded.
	Content Guard = "Content"
)

// Guards returns all guards, in no order that matters.
func Guards() []Guard {
	return []Guard{
		NotDeleting, HolderAble, HolderWorking, InGrace, Progressing, Undecided, BlockedElsewhere, Loss, CostUnknown,
		Dependents, Collector, Incomplete, Content,
	}
}

// Flag is the flag of the command that overrides the guard, empty where nothing
// does.
func (g Guard) Flag() string {
	switch g {
	case NotDeleting:
		return "--delete-first"
	case HolderAble:
		return "--despite-able-holder"
	case Progressing:
		return "--despite-progress"
	case Undecided:
		return "--despite-doubt"
	case BlockedElsewhere:
		return "--despite-blockers"
	case Loss:
		return "--accept-loss"
	case CostUnknown:
		return "--despite-unknown-cost"
	case Dependents:
		return "--despite-dependents"
	case Collector:
		return "--despite-collector"
	case Incomplete:
		return "--despite-gaps"
	case Content:
		return "--strand-content"
	default:
		return ""
	}
}
