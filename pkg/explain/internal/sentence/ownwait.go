package sentence

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

var (
	// ownWait is how a program that somebody has called, such as kubectl, helm or terraform, says that it has waited in
	// vain. Controllers print no line that begins so.
	ownWait = regex.New(`^[\s>│|]*(?i:error): (?:` +
		`(?:(?:uninstallation completed with \d+ error\(s\)|[A-Z]+ FAILED|(?:failed|unable) to (?:delete|uninstall|destroy|wait)[^:]*|(?:error|release|resource|waiting)[^:]*|[a-z0-9][a-z0-9.-]*): )*` +
		`(?:timed out waiting for the condition(?: on \S+)?|(?:client rate limiter Wait returned an error: )?context deadline exceeded|timed out waiting for [\w ]+ to be (?:deleted|destroyed|removed))[.\s]*$` +
		`|(?i:an error occurred while waiting for the object to be deleted)\b)`)
	// lostWatch is how whoever watches says that it has to begin anew.
	lostWatch = regex.New(`\bunable to decode an event from the watch stream\b`)
	// goesOnWaiting is how terraform says that it waits.
	goesOnWaiting = regex.New(`: Still (?:destroying|creating|modifying)\.\.\. \[`)
)

// OwnWait reports whether a line is what a program has printed of its own wait, that somebody has called: what it waits
// for may be done by anybody, and nobody has failed at it by that.
func OwnWait(line string) bool {
	return ownWait.MatchString(line) || lostWatch.MatchString(line) || goesOnWaiting.MatchString(line)
}
