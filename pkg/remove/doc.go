// Package remove takes finalizers off by hand, the guarded way: it makes a plan
// from a diagnosis, with everything that speaks against each removal, and
// carries a plan out as one exact write an object, with a backup before it, a
// line in a log around it, and a look at what came of it.
//
// Make makes the plan and changes nothing. Show it to somebody. Where
// Plan.Refused is true, an action meets a guard that nobody has overridden:
//
//	plan, err := remove.Make(graph, kinds, diagnosis, remove.Request{})
//	executor := remove.Executor{Writer: cluster, Now: time.Now, Backups: backups}
//	results := executor.Run(ctx, plan)
//
// Run does not carry out an action that is refused. It goes through the Writer,
// which is a cluster.Cluster, and never changes anything but the named entries on
// the objects with the planned UIDs. With Executor.Try the server only tries it out.
//
// The guards are there because most finalizers that are taken off by hand leave
// something behind. A program should not override them: the Permits are for a
// person who has read the plan.
package remove
