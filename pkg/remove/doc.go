// Package remove takes finalizers off by hand, the guarded way: it makes a plan
// from a diagnosis, with everything that speaks against each removal, and
// carries a plan out as one exact write an object, with a backup before it, a
// line in a log around it, and a look at what came of it.
//
// The plan is pure. Carrying it out goes through the Writer, and never changes
// anything but the named entries on the objects with the planned UIDs.
package remove
