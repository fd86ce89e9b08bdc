// Package explain has the words of an answer: a Diagnosis with its Objects, Holds and
// Causes, the Reasons and Verdicts, and the Reader that a diagnosis asks.
//
// The answer is in Diagnosis.Verdict, in the Causes, which are what has to be mended,
// and in the Holds of each object. Reasons and verdicts are constants to branch on;
// messages are for people and change. A diagnosis with entries in Incomplete says
// nothing of what it does not show.
//
// Package catalogue, below, is what is known of projects; package diagnose makes the
// diagnosis of both.
package explain
