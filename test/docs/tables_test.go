//go:build unix

package docs_test

// elsewhere are the commands that are not run here, with the reason. They are
// read all the same: kubectl and make have to understand them.
var elsewhere = map[string]string{}

// unreadable are those among them that no program here can read, with the reason.
var unreadable = map[string]string{}

// exits are the exit codes of commands that end with another than 0, in the state
// that the documents speak of.
var exits = map[string]int{}

// endless are commands that a person ends with Ctrl-C: what they follow is not
// gone here. They then end with 1.
var endless = map[string]bool{}
