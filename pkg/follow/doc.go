// Package follow follows a deletion to its end: it reads the same objects again
// and again, and tells what is gone, what holds the rest, and what is stuck.
//
// Fill a Follower, call Begin for the first reading and Run for all others:
//
//	follower := follow.Follower{Open: open, Targets: targets, Catalogue: catalogue, Now: time.Now, Show: show}
//	err := follower.Begin(ctx)
//	outcome, err := follower.Run(ctx)
//
// What happens is told to Show as events, with how things stand; how that looks
// is not known here. Something counts as gone only when the server says so, and
// as stuck when two judgements in a row find it so.
package follow
