// Package hearing is one case while it is judged: the hold with its facts, hints, blockers,
// next steps and outcome, and what is known of the object itself.
package hearing
