package catalogue

// The classes of finalizers: when a finalizer goes, and what becomes of a try that
// fails.
const (
	// ClassWaits goes when what it waits for has come about; what fails is tried
	// again without end.
	ClassWaits = "waits"
	// ClassAsks goes when the deletion of something was asked for and accepted,
	// and does not wait for the end of it.
	ClassAsks = "asks"
	// ClassOnce goes after one try, whatever comes of it.
	ClassOnce = "once"
	// ClassTriesOnce goes when its one try succeeds; what fails is made again only when
	// something changes, or its holder starts anew.
	ClassTriesOnce = "triesOnce"
	// ClassFailsForGood goes when its one try succeeds; where that fails nobody takes it off any more.
	ClassFailsForGood = "failsForGood"
	// ClassGivesUp goes after some tries or some time, whatever came of it.
	ClassGivesUp = "givesUp"
	// ClassOnRequest goes when a person or a command takes it off, and no
	// controller does.
	ClassOnRequest = "onRequest"
	// ClassAtOnce goes as soon as the deletion is seen: nothing is awaited and
	// nothing cleaned up.
	ClassAtOnce = "atOnce"
	// ClassNever is left over from an old release: none in use takes it off.
	ClassNever = "never"
)

// Classes are all of them.
func Classes() []string {
	return []string{ClassWaits, ClassAsks, ClassOnce, ClassTriesOnce, ClassFailsForGood, ClassGivesUp, ClassOnRequest, ClassAtOnce, ClassNever}
}
