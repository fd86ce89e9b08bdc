package explain

// Reason says why a hold lasts. The values are a public contract: programs
// branch on them, and each stands in a test.
type Reason string

// The ladder of a holder's health, from the worst.
const (
	// NobodyRemoves says that no controller in existence takes this finalizer
	// off any more.
	NobodyRemoves Reason = "NobodyRemoves"
	// HolderUninstalled says that what the holder belongs to, such as its
	// namespace, was removed.
	HolderUninstalled Reason = "HolderUninstalled"
	// HolderMissing says that no workload was found that could be the holder.
	HolderMissing Reason = "HolderMissing"
	// HolderScaledDown says that the holder is scaled to zero.
	HolderScaledDown Reason = "HolderScaledDown"
	// HolderNotReady says that the holder's pods crash, wait or cannot be placed.
	HolderNotReady Reason = "HolderNotReady"
	// HolderNotLeading says that the holder's leader election has come to a stop.
	HolderNotLeading Reason = "HolderNotLeading"
	// HolderNotAllowed says that the holder lacks a right that it needs.
	HolderNotAllowed Reason = "HolderNotAllowed"
	// Excluded says that the holder was told to leave this object alone.
	Excluded Reason = "Excluded"
	// Failing says that the holder tries and fails.
	Failing Reason = "Failing"
	// Blocked says that the holder waits for something that can be named.
	Blocked Reason = "Blocked"
	// Working says that the holder did something a moment ago.
	Working Reason = "Working"
	// Silent says that the holder runs and tells nothing of what it waits for.
	Silent Reason = "Silent"
	// HolderUnknown says that nothing tells who the holder is.
	HolderUnknown Reason = "HolderUnknown"
	// JustAsked says that the deletion is so young that silence means nothing.
	JustAsked Reason = "JustAsked"
	// Circle says that what the holder waits for waits for the object in turn.
	Circle Reason = "Circle"
	// WouldHold says that the object is not being deleted; the finalizer would
	// hold it if it were.
	WouldHold Reason = "WouldHold"
)

// What projects' own rules find, and what waits before any deletion.
const (
	// PrerequisiteGone says that the holder does nothing for the object as long
	// as something that it needs first, and that is gone, is not back.
	PrerequisiteGone Reason = "PrerequisiteGone"
	// HookWaits says that the finalizer is a hook: the one who set it has to take
	// it off, and the controller that manages the object never does.
	HookWaits Reason = "HookWaits"
	// DeleteAwaited says that the object is chosen to be deleted, and that
	// something has to happen before anybody asks for it.
	DeleteAwaited Reason = "DeleteAwaited"
	// DeleteRefused says that a request to delete the object would be refused.
	DeleteRefused Reason = "DeleteRefused"
	// LifecycleStalled says that the object could go on to its next state, and
	// that its controller has not noticed.
	LifecycleStalled Reason = "LifecycleStalled"
)
