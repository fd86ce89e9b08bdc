package sentence

import (
	"regexp"
	"slices"
	"strings"
)

var (
	endingWords = []string{"delet", "detach", "unmount", "unpublish", "destroy", "remov", "releas", "deprovision", "terminat", "purge", "uninstall", "tear"}
	absentWords = []string{"not found", "notfound", "could not be found", "cannot be found", "does not exist", "doesn't exist", "no longer exists", "no such", "nosuch", "unknown topic", "already deleted", "already detached", "not attached", "already gone"}
	// neededWords are of what a controller needs to act. Where that is not there, nothing
	// is known of what it is to delete.
	neededWords = []string{
		"secret", "credential", "config", "account", "identity", "role", "tenant", "subscription", "token", "key", "certificate", "permission",
		"namespace", "kind", "crd", "definition", "api", "server", "service", "host", "endpoint", "address", "url", "dns", "resolve", "driver", "plugin", "provider", "class",
		"webhook", "node", "file", "directory", "executable", "command", "image", "region", "zone", "project", "owner", "parent", "reference", "referenced", "dependency", "policy", "method", "route", "template",
	}
)

// grouped is how the API server says of an object of a kind with a group that it is not
// there.
var grouped = regexp.MustCompile(`\b[a-z][a-z0-9]*\.[a-z0-9-]+(?:\.[a-z0-9-]+)+ \\?"[^"]+" not found`)

// EndedAlready reports whether the error of a deletion says that what it is to take away
// is not there any more. Where the words may as well be of something that is needed for
// it, they do not, unless that is one of the spared. What stands beside the text tells
// too that it is a deletion.
func EndedAlready(text, beside string, spared ...string) bool {
	text = strings.ToLower(text)
	if answeredGone.MatchString(text) || namedGone(text) {
		return true
	}
	if grouped.MatchString(text) {
		return false // an object of the cluster, which it looks up
	}
	both := text + "\n" + strings.ToLower(beside)
	needed := slices.DeleteFunc(slices.Clone(neededWords), func(word string) bool { return slices.Contains(spared, word) })
	return said(both, endingWords) && said(both, absentWords) && !said(text, needed)
}

var (
	// answeredGone is a request to delete something that was answered by 404.
	answeredGone = regexp.MustCompile(`\bdelete "?https?://\S+?"?:? (?:giving up.*|unexpected.*|got.*|status.*|response.*)?\b404\b`)
	// takingAway is what was to be deleted, and what is not there.
	takingAway = regexp.MustCompile(`\b(?:delet|remov|destroy)(?:e|ed|ing) (?:the )?((?:[a-z]+ ){0,3}[a-z]+)(?: "?([\w.:/-]+)"?)?: [^:]*?\b([a-z]+)(?:\.[a-z0-9.-]+)? \\?"([^"\\]+)\\?" not found`)
)

// namedGone reports whether what was to be deleted is the very thing that is not there: could
// not delete disruption budget: disruptionbudgets.policy "a" not found.
func namedGone(text string) bool {
	m := takingAway.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	kind := strings.ReplaceAll(m[1], " ", "")
	return strings.HasSuffix(m[3], kind) || strings.HasSuffix(m[3], kind+"s") || strings.HasSuffix(kind, strings.TrimSuffix(m[3], "s")) || m[2] == m[4]
}

func said(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}
