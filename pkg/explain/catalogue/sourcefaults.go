package catalogue

import (
	"cmp"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// readLines is a source that names lines of a commit or release.
var readLines = regex.New(`^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+@[A-Za-z0-9_.-]+ [^ :]+:[0-9]`)

// isMark is what an object may be known by: a field, the beginning of a controller's name, the reason of an event.
var isMark = regex.New(`^(?:spec|status)(?:\.[A-Za-z]\w*)+$|^[a-z][a-z-]*/$|^[A-Z][A-Za-z]+$`)

// setting is what is set on an object.
var setting = regex.New(`^(?:annotation [a-z0-9][-a-z0-9./]*|field spec(?:\.[A-Za-z][A-Za-z0-9]*)+)=[A-Za-z0-9][-\w.]*$`)

// retry is the annotation that asks for another try.
var retry = regex.New(`^[a-z0-9][-A-Za-z0-9./]*=(?:[a-z]+|\{now\})$`)

// marks refuses what is no mark by which an object is known.
func (c *validator) marks(entry string, toldBy []string) {
	for _, mark := range toldBy {
		if !isMark.MatchString(mark) {
			c.report(entry, "unknown mark %q in toldBy: write a field as spec.name, what controllers call themselves as name/, or the Reason of an event", mark)
		}
	}
}

// reading refuses what would pass for read in the source and was not, or the
// other way round.
func (c *validator) reading(entry string, f *Finalizer) {
	c.oneOf(entry, "class", f.Class, Classes()...)
	if (f.Class == ClassGivesUp) != (f.GivesUpAfter != "") {
		c.report(entry, "class %s and givesUpAfter belong together", ClassGivesUp)
	}
	if f.Keeps != "" && !setting.MatchString(f.Keeps) {
		c.report(entry, "keeps is %q: write annotation KEY=VALUE or field spec.PATH=VALUE", f.Keeps)
	}
	if f.Retry != "" && !retry.MatchString(f.Retry) {
		c.report(entry, "retry is %q: write the annotation as KEY=VALUE, with {now} for a time", f.Retry)
	}
	if f.Needs != "" && f.WaitsFor == "" {
		c.report(entry, "needs is given and no waitsFor: what waits for nothing needs nothing")
	}
	if f.NeedsSeveral && f.NeedsRefs == "" {
		c.report(entry, "needsSeveral is given and no needsRefs: that says how it is told that one is gone")
	}
	if f.NeedsRefs != "" {
		if f.Needs == "" {
			c.report(entry, "needsRefs is given and no needs: say what they are")
		}
		if err := newCheckRule(needsCheck(f, f.Needs), "").compile(); err != nil {
			c.report(entry, "needsRefs: %w", err)
		}
	}
	c.marks(entry, f.ToldBy)
	if f.Verified != "" {
		c.dated(entry, "verified", f.Verified)
	}
	for i := range f.Earlier {
		c.earlier(entry, f, &f.Earlier[i])
	}
	named := readLines.MatchString(f.Source)
	switch {
	case named && (f.Verified == "" || f.Class == ""):
		c.report(entry, "the source names the lines that were read: say what they do with class, and when they were read with verified")
	case !named && f.Verified != "":
		c.report(entry, "verified is given, and the source names no lines: write owner/repository@commit path:lines")
	}
}

// dated refuses what is no day.
func (c *validator) dated(entry, field, day string) {
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		c.report(entry, "unknown date %q: write %s as 2006-01-02", day, field)
	}
}

// earlier refuses what is of no time, or was not read.
func (c *validator) earlier(entry string, f *Finalizer, was *Earlier) {
	c.oneOf(entry, "class", cmp.Or(was.Class, f.Class), Classes()...)
	c.oneOf(entry, "risk", cmp.Or(string(was.Risk), string(f.Risk)), namesOf(explain.Risks())...)
	c.dated(entry, "before", was.Before)
	if was.Class == ClassGivesUp {
		c.report(entry, "earlier has the class %s, which needs givesUpAfter", ClassGivesUp)
	}
	if !readLines.MatchString(was.Source) {
		c.report(entry, "earlier has no source that names lines: write owner/repository@commit path:lines")
	}
}
