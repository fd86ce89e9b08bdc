package sentence

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	endingWords = []string{"delet", "detach", "unmount", "unpublish", "destroy", "remov", "releas", "deprovision", "terminat", "purge", "uninstall", "unstage", "tear"}
	absentWords = []string{"not found", "notfound", "could not be found", "cannot be found", "does not exist", "doesn't exist", "no longer exists", "no such", "nosuch", "unknown topic", "already deleted", "already detached", "not attached", "already gone"}
	// neededWords are of what a controller needs to act. Where that is not there, nothing
	// is known of what it is to delete.
	neededWords = []string{
		"secret", "credential", "config", "account", "identity", "role", "tenant", "subscription", "token", "key", "certificate", "permission",
		"namespace", "kind", "crd", "definition", "api", "server", "service", "host", "endpoint", "address", "url", "dns", "resolve", "driver", "plugin", "provider", "class",
		"webhook", "node", "cluster", "persistentvolume", "file", "directory", "executable", "command", "image", "region", "zone", "project", "owner", "parent", "reference", "referenced", "dependency", "policy", "method", "route", "template",
	}
)

// grouped is how the API server says of an object of a kind with a group that it is not
// there.
var grouped = regex.New(`\b[a-z][a-z0-9]*\.[a-z0-9-]+(?:\.[a-z0-9-]+)+ \\?"[^"]+" not found`)

// EndedAlready reports whether the error of a deletion says that what it is to take away
// is not there any more. Where the words may as well be of something that is needed for
// it, they do not, unless that is one of the spared. What stands beside the text tells
// too that it is a deletion.
func EndedAlready(text, beside string, spared ...string) bool {
	text = strings.ToLower(text)
	if doubted.MatchString(text) || deleted404.MatchString(text) {
		return false
	}
	if grouped.MatchString(text) {
		return false // an object of the cluster, which it looks up
	}
	both := text + "\n" + strings.ToLower(beside)
	needed := slices.DeleteFunc(slices.Clone(neededWords), func(word string) bool { return slices.Contains(spared, word) })
	return said(both, endingWords) && said(both, absentWords) && !said(notNeeded.Replace(text), needed)
}

// notNeeded are words that begin as what is needed does, and are none of that.
var notNeeded = strings.NewReplacer("keycloak", "", "router", "", "nodeunstage", "", "nodeunpublish", "", "node unstage", "", "node unpublish", "")

var (
	// doubted is what makes something absent that only cannot be seen, or that is looked up.
	doubted = regex.New(`authoriz|authoris|permission|access|denied|forbidden|client|fetch|\blook(?:ing)? ?up\b|\bget(?:ting)? `)
	// deleted404 is a request to delete something that was answered by 404.
	deleted404 = regex.New(`\bdelete "?https?://\S+?"?:? (?:giving up.*|unexpected.*|got.*|status.*|response.*)?\b404\b`)
	// takingAway is what was to be deleted, and at once what is not there.
	takingAway = regex.New(`\b(?:delet|remov|destroy)(?:e|ed|ing) (?:the )?((?:[a-z]+ ){0,3}[a-z]+)(?: \\?"?([\w.:/-]+?)\\?"?)?: ([a-z]+)(?:\.[a-z0-9.-]+)? \\?"([^"\\]+)\\?" not found`)
	// lookedUp are the kinds that a controller reads to be able to delete at all.
	lookedUp = []string{"secret", "configmap", "node", "namespace", "cluster"}
)

// Answered404 reports whether a request to delete something was answered by 404, as of what
// is gone, and of what the one who asks may not see.
func Answered404(text string) bool {
	return deleted404.MatchString(strings.ToLower(text))
}

// NamedGone reports whether what was to be deleted is the very thing that is not there: could
// not delete disruption budget: disruptionbudgets.policy "a" not found.
func NamedGone(text string) bool {
	text = strings.ToLower(text)
	m := takingAway.FindStringSubmatch(text)
	if m == nil || doubted.MatchString(text) {
		return false
	}
	kind := strings.ReplaceAll(m[1], " ", "")
	if m[3] != kind && m[3] != phrase.PluralOf(kind) {
		return false
	}
	return !said(m[3], lookedUp) && (m[2] == "" || m[2] == m[4])
}

// Deletes reports whether a text has a word of an end: of a deletion, or of what comes before it.
func Deletes(text string) bool {
	text = strings.ToLower(text)
	return said(text, endingWords) || said(text, []string{"deregister", "unregister", "drop"})
}

func said(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

// outsideGone is how somebody of a cluster says that what an object stands for outside of it is not there
// any more.
var outsideGone = regex.New(`(?i)\b(?:does not|doesn't|no longer) exists? (?:in|at|on) (?:the |its )?(?:cloud|provider|backend|infrastructure)\b` +
	`|\b` + outsideThing + `(?: ?id)?(?: "?[\w./:-]*[\d-][\w./:-]*"?)?:? (?:was |is |could |can )?(?:not (?:be )?found|does not exist|no longer exists|is gone)\b` +
	`|\b(?:unable to|cannot|can't|could not|failed to) (?:find|locate) (?:the )?` + outsideThing + `(?: (?:by|with|for|id|uuid)\b| "?[\w./:-]*\d|[:.;,]|$)` +
	`|\b` + outsideThing + `(?: "?[\w./:-]*\d[\w./:-]*"?)? (?:was|has been) (?:removed|deleted|terminated|destroyed) (?:from|in|at|outside of) (?:the |its )?(?:cloud|provider|backend|infra|infrastructure|account|region|vsphere|vcenter|aws|azure|gcp|openstack)\b` +
	`|\b(?:Invalid)?(?:Instance|LoadBalancer|Volume|Disk)(?:ID)?\.?NotFound\b`)

// outsideThing is what an object may stand for.
const outsideThing = `(?:(?:cloud )?(?:instance|virtual machine|vm|load ?balancer|volume|disk|access point|file ?system))`

// OutsideGone reports whether words say that what an object stands for outside of the cluster is not
// there any more.
func OutsideGone(words string) bool {
	return outsideGone.MatchString(words) && !strings.Contains(strings.ToLower(words), "credential")
}
