package hearing

import (
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

// HolderName is what messages call the holder. One that nothing but words suggest is not named as
// if it were known.
func (h *Case) HolderName() string {
	if h.Holder.Name == "" || h.Finalizer == explain.NotCopied && h.Holder.Confidence == explain.Possible {
		return "its holder"
	}
	return h.Holder.Name
}

// WaitsFor is what the catalogue knows of what the holder waits for, and of when it
// lets go all the same.
func (h *Case) WaitsFor() string { return h.lets("it waits for ") }

// Known is what the catalogue knows of that beside a message that tells of something else; false where nothing is known
// for certain of whoever acts, or that is Kubernetes itself.
func (h *Case) Known(message string) (known explain.Evidence, is bool) {
	lets := strings.TrimPrefix(h.WaitsFor(), "; ")
	if lets == "" || h.Holder.BuiltIn || !h.Holder.Sure() || h.Entry.Class == catalogue.ClassNever || strings.Contains(message, lets) {
		return known, false
	}
	if h.longAgo(1) && !strings.HasPrefix(lets, ofPresent) {
		lets = ofPresent + lets
	}
	return explain.Evidence{Kind: explain.Awaited, Fact: lets, Source: "catalogue: " + h.Entry.Source, Weak: true}, true
}

// Usually is the same, said as what is usual and not what was seen, with what would
// make it wait for ever and could not be looked up.
func (h *Case) Usually() string { return h.lets("usually for ") + h.Without() }

// Without is what the holder needs and could not be looked up.
func (h *Case) Without() string {
	if h.Entry.Needs == "" || h.Entry.NeedsRefs != "" {
		return ""
	}
	return "; without " + h.Entry.Needs + " nobody takes it off"
}

// ofPresent leads to what need not be so of an older release.
const ofPresent = "in its present releases "

// longUnderway is how long ago an API that was not finished may have been another one than that of today.
const longUnderway = 5

// ofOldRelease reports whether the object is of so long ago, and of a version of its API that was not finished then, that
// what was read in the source of today may not be true of its controller.
func (h *Case) ofOldRelease() bool {
	if h.Object == nil || !h.Kind.MayBeCustom() {
		return false
	}
	version := h.Object.GetAPIVersion()
	return (strings.Contains(version, "alpha") || strings.Contains(version, "beta")) && h.longAgo(longUnderway)
}

// longAgo reports whether a copy is more years older than that which its entry tells.
func (h *Case) longAgo(years int) bool {
	read, err := time.Parse(time.DateOnly, h.Entry.Verified)
	return err == nil && !h.Entry.Outdated && h.View.Copied && h.View.Clock.At.Unix() > 1 && h.View.Clock.At.AddDate(years, 0, 0).Before(read)
}

// late is after how long nothing that only has to be looked at is still on its way.
const late = time.Hour

// Overdue says what follows where who lets go as soon as it has looked, or has tried once, should have done so long ago; it
// is empty for all others.
func (h *Case) Overdue(follows string) string {
	if !h.overdue() {
		return ""
	}
	return "it should have done so long ago: " + follows
}

// overdue is so where no other finalizer is left that it could wait for.
func (h *Case) overdue() bool {
	lets := h.Entry.Class == catalogue.ClassAtOnce || h.Entry.Class == catalogue.ClassOnce
	alone := h.Object != nil && len(h.Object.GetFinalizers()) == 1
	return lets && alone && h.Entry.Confidence == catalogue.ConfidenceHigh && h.View.Clock.Passed(h.Node.Since, late)
}

// lets begins with the given words where what is awaited is all that there is to say.
func (h *Case) lets(begin string) string {
	e := &h.Entry
	if e.WaitsFor == "" {
		return ""
	}
	waits := h.Filled(e.WaitsFor)
	if h.ofOldRelease() {
		begin = ofPresent + begin
	}
	text := begin + waits
	switch e.Class {
	case catalogue.ClassAsks:
		text = "it only asks, and lets go when that is accepted: it waits for " + waits
	case catalogue.ClassOnce:
		text = "it tries once and lets go, whatever comes of it: it waits for " + waits
	case catalogue.ClassTriesOnce:
		text += "; what fails is not tried again by itself"
	case catalogue.ClassFailsForGood:
		text += "; it tries once, and where that fails nobody takes it off any more"
	case catalogue.ClassGivesUp:
		text += "; it gives up after " + e.GivesUpAfter
	case catalogue.ClassAtOnce:
		why, all := strings.CutPrefix(waits, "nothing: ")
		if !all {
			why = "it waits for " + waits
		}
		text = "it lets go as soon as it looks: " + why
	case catalogue.ClassOnRequest:
		text = "no controller takes it off by itself: it waits for " + waits
	case catalogue.ClassNever:
		text = "no release in use takes it off: it waits for " + waits
	}
	return "; " + text
}
