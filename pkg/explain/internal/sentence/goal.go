package sentence

import (
	"slices"
	"strings"
)

// Goal is what an object is waited for to do.
type Goal int

const (
	// Unsaid is what a text leaves open.
	Unsaid Goal = iota
	// Gone is that it does not exist any more.
	Gone
	// Unused is that it does not use the other one any more: it may well stay.
	Unused
	// Detached is that nothing holds on to it, or that it lets go: it may well stay.
	Detached
	// Finished is that what it does has come to its end.
	Finished
	// Ready is that it is there and works.
	Ready
	// Settled is that somebody brings it into a state that the text names: closed, signed off, empty.
	Settled
)

// goalStems are how words of a goal begin, the more telling goals first.
var goalStems = []struct {
	goal  Goal
	stems []string
}{
	{Gone, []string{
		"delet", "remov", "gone", "terminat", "destroy", "disappear", "evict", "deprovision", "purge", "uninstall", "finaliz", "cleaned", "cleanup", "clean-up",
		"vanish", "teardown", "torn", "undeploy", "unregister", "deregister", "garbage-collect", "pruned",
	}},
	{Detached, []string{"detach", "unmount", "unpublish", "unbound", "unbind", "disconnect", "unattach", "demot", "drain"}},
	{Unused, []string{"unused", "releas", "freed", "unreferenc", "unlock", "dereferenc"}},
	{Finished, []string{"complet", "finish", "succe", "stop", "stopping", "stopped", "done", "end", "expire", "migrat", "shutdown", "shut", "elapse", "cancel", "abort"}},
	{Ready, []string{
		"ready", "health", "avail", "running", "establish", "provision", "reconcil", "sync", "respon", "reach", "online", "exist", "creat", "appear", "found", "start",
		"bound", "active", "set", "initializ", "report", "schedul", "attach", "mount", "present", "up", "install", "open", "elect", "resum",
	}},
}

// goalOf finds the goal in words of prose.
func goalOf(words []string) Goal {
	for _, g := range goalStems {
		for i, word := range words {
			if slices.ContainsFunc(g.stems, func(stem string) bool { return begins(word, stem) }) && !denied(words[:i]) {
				return g.goal
			}
		}
	}
	for i, word := range words {
		switch {
		case !denied(words[:i]):
		case begins(word, "exist"), begins(word, "present"), begins(word, "running"):
			return Gone
		case word == "use", begins(word, "used"), begins(word, "using"), begins(word, "needed"), begins(word, "attach"), begins(word, "bound"):
			return Unused
		}
	}
	return Unsaid
}

// begins reports whether a word begins with a stem. One of a few letters is a word by
// itself.
func begins(word, stem string) bool {
	if len(stem) <= 4 {
		return word == stem || word == stem+"s" || word == stem+"ed"
	}
	return strings.HasPrefix(word, stem)
}

// denied reports whether what follows the words is denied.
func denied(words []string) bool {
	for _, word := range words[max(0, len(words)-2):] {
		if slices.Contains([]string{"not", "no", "never", "longer", "without", "isn't", "aren't"}, word) {
			return true
		}
	}
	return false
}
