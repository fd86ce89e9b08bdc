package explain

import "time"

// Moment is something that happened to an object or was said of it, at a time that the
// cluster tells.
type Moment struct {
	At   time.Time
	Kind MomentKind
	// By is who did or said it, empty where nothing tells.
	By string
	// What is one line without a full stop.
	What string
	// Source names the field, the event or the log in which it was read.
	Source string
	// Count is how often it was said until then, 0 for what is not counted.
	Count int
}

// MomentKind says what sort of moment it is.
type MomentKind string

const (
	// WasCreated is when the object was made.
	WasCreated MomentKind = "Created"
	// WasAsked is when it was asked to go.
	WasAsked MomentKind = "Asked"
	// GraceOver is when the time is over that it was given to go.
	GraceOver MomentKind = "GraceOver"
	// WasWritten is the last write of one manager, as the managedFields tell.
	WasWritten MomentKind = "Written"
	// HasTurned is when a condition took the status that it has.
	HasTurned MomentKind = "Turned"
	// WasReported is an event.
	WasReported MomentKind = "Reported"
	// WasPrinted is a line of the holder's log.
	WasPrinted MomentKind = "Printed"
)
