package explain

import (
	"time"
)

// Placing is who put a finalizer where it is, as the managedFields show it.
type Placing struct {
	Manager string
	At      time.Time
	// Sole says that the finalizer is all that this manager has written, so that
	// the time is that of the finalizer. Else it may be that of another field.
	Sole bool
	// Applied says that it was put there by server-side apply, where one manager
	// can take an entry over from another that stays where it is.
	Applied bool
}
