package failure

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Undone is what somebody says that he could not do.
type Undone struct {
	// Doing is the act as the words have it: "delete" or "deleting".
	Doing string
	// Thing is what it was to be done to, with its name where that is told.
	Thing string
	// Done is the act as one that is done, where it takes something away: "deleted".
	Done string
	// Cause is what stands behind it, empty for nothing.
	Cause string
}

// notDone is how one says that something could not be done, before the act and the thing.
var notDone = regex.New(`(?i)\b(?:(?:failed|unable|not able|failing) to|can ?not|can't|could not|couldn't)(?: (?:fully|cleanly|completely|successfully))? ([a-z]+(?: (?:up|down)\b)?) |\b(?:errors?|failed|failure|problems?)(?: while| when| in| on)? ([a-z]+ing(?: (?:up|down)\b)?) `)

// takenAway are the acts that take something away, by how their words begin.
var takenAway = [...]struct{ begins, done string }{
	{"delet", "deleted"},
	{"remov", "removed"},
	{"destroy", "destroyed"},
	{"terminat", "terminated"},
	{"releas", "released"},
	{"detach", "detached"},
	{"revok", "revoked"},
	{"deprovision", "deprovisioned"},
	{"drop", "dropped"},
	{"uninstall", "uninstalled"},
	{"unregister", "unregistered"},
	{"deregister", "deregistered"},
	{"unmount", "unmounted"},
	{"unmap", "unmapped"},
	{"unpublish", "unpublished"},
	{"disassociat", "disassociated"},
	{"purg", "purged"},
	{"clean up", "cleaned up"},
	{"cleanup", "cleaned up"},
	{"cleaning up", "cleaned up"},
	{"tear", "torn down"},
	{"unbind", "unbound"},
}

// endThing are words before which the name of a thing ends.
var endThing = strings.Fields("due because as since after before with while when until which that by via using and or is are was were has have had cannot could failed would will may err error not it this")

// Why asks why it could not be done.
func (u Undone) Why() string {
	if strings.HasSuffix(u.Doing, "ing") {
		return "why " + u.Doing + " " + The(u.Thing) + " fails"
	}
	return "why it could not " + u.Doing + " " + The(u.Thing)
}

// saysGone reports whether words say that what they could not take away is not there.
func saysGone(words string) bool {
	words = strings.ToLower(words)
	return sentence.NamedGone(words) || sentence.EndedAlready(words, "") || sentence.Answered404(words) || sentence.OutsideGone(words)
}

// mostThing is how many words a thing has; more are a sentence.
const mostThing = 9

// AllUndone are the acts that words say could not be done, the innermost last: what a chain of errors begins with is
// mostly the least of it.
func AllUndone(words string) (all []Undone) {
	words = noBlank.ReplaceAllString(strings.ReplaceAll(phrase.OneLine(words), `\"`, `"`), "$1 $2")
	for _, at := range notDone.FindAllStringSubmatchIndex(words, -1) {
		doing := ""
		for i := 2; i+1 < len(at); i += 2 {
			if at[i] >= 0 {
				doing = words[at[i]:at[i+1]]
			}
		}
		thing, cause := thingOf(words[at[1]:])
		if thing != "" && !slices.Contains(noActs, strings.ToLower(doing)) {
			all = append(all, Undone{Doing: strings.ToLower(doing), Thing: thing, Done: doneBy(doing), Cause: cause})
		}
	}
	return all
}

// noBlank is a thing with its cause, between which a blank was left out: failed to delete disk:Fault of it.
var noBlank = regex.New(`( [a-z]{3,}:)([A-Z][a-z]+ )`)

// noActs are words at the place of an act that are none.
var noActs = strings.Fields("be do have been during being processing reconciling syncing following")

// doneBy is the act as one that is done, empty where it takes nothing away.
func doneBy(doing string) string {
	doing = strings.ToLower(doing)
	for _, act := range takenAway {
		if strings.HasPrefix(doing, act.begins) {
			return act.done
		}
	}
	return ""
}

// thingOf is the thing that a text begins with, and what stands behind it as the cause.
func thingOf(text string) (thing, cause string) {
	var words []string
	rest := text
	for rest = strings.TrimLeft(rest, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		word, behind, _ := strings.Cut(rest, " ")
		bare := strings.Trim(word, `"'`+"`"+`,;:.()[]{}`)
		if bare == "" || slices.Contains(endThing, strings.ToLower(bare)) || strings.ContainsAny(word, "{}<>%=") || strings.HasPrefix(word, "(") {
			break
		}
		if !slices.Contains(articlesOf, strings.ToLower(bare)) {
			words = append(words, bare)
		}
		rest = behind
		if strings.ContainsAny(word[len(word)-1:], ":;,.") || strings.HasSuffix(word, `:"`) {
			break
		}
	}
	if len(words) > mostThing || len(words) == 0 {
		return "", ""
	}
	before := text[:len(text)-len(rest)]
	if colon := strings.TrimRight(before, ` "`); strings.HasSuffix(colon, ":") || strings.HasPrefix(rest, ":") {
		cause = strings.Trim(rest, " :")
	}
	return strings.Join(words, " "), cause
}

// articlesOf are words before a thing that do not tell which.
var articlesOf = strings.Fields("the a an this its")

// Named reports whether a thing is called by a name, and not only by what it is.
func Named(thing string) bool {
	return slices.ContainsFunc(strings.Fields(thing), func(word string) bool {
		return strings.ContainsAny(word, "0123456789-_/.:")
	})
}

// The is a thing within a sentence: with an article, where it is called by more than its name.
func The(thing string) string {
	if len(sortIn(thing)) == 0 {
		return thing
	}
	return "the " + thing
}

var (
	// nothings are parts of an object, and words for things of every sort.
	nothings = strings.Fields("finalizer finalizers label labels annotation annotations resource resources cr crs event events status condition reference references")
	// unsaid are words that do not tell which is meant, where no name stands with them.
	unsaid = strings.Fields("it them all object objects content contents everything instance item items dependents children entry key field owner")
)

// LeftBehind is what words say that could not be taken away, and how: the innermost that has a name, or else the innermost.
// Where the thing has no name, and the cause begins with that of one of its sort, that is it.
func LeftBehind(words string) (thing, done string) {
	thing, done, _ = leftBehind(words)
	return thing, done
}

// leftBehind is LeftBehind with what stands behind it as the cause.
func leftBehind(words string) (thing, done, cause string) {
	for _, u := range AllUndone(words) {
		if u.Done == "" {
			continue
		}
		is := withName(u.Thing, u.Cause)
		sort := sortIn(is)
		vague := slices.ContainsFunc(sort, func(word string) bool { return slices.Contains(nothings, word) }) ||
			!Named(is) && (len(sort) == 0 || slices.Contains(unsaid, sort[len(sort)-1]))
		if vague || Named(thing) && !Named(is) || strings.HasSuffix(thing, " "+is) {
			continue
		}
		thing, done, cause = is, u.Done, u.Cause
	}
	return thing, done, cause
}

// sortIn are the words of a thing that say what it is: those before a name or a preposition.
func sortIn(thing string) []string {
	words := strings.Fields(strings.ToLower(thing))
	if end := slices.IndexFunc(words, func(word string) bool { return slices.Contains(relating, word) || Named(word) }); end >= 0 {
		return words[:end]
	}
	return words
}

// relating are words that say where a thing is, or of what.
var relating = strings.Fields("of in from on at for to")

// subject is what a cause tells of: "pool is busy", "load balancer 9476 is not ACTIVE".
var subject = regex.New(`^(?i)["']?((?:the )?(?:[a-z]+ ){0,2}[a-z]+)(?: ["']?([\w.:/-]*[\d-][\w.:/-]*\w)["']?)? (?:is|are|has|have|was|still|cannot|could)\b`)

// byServer is how an API server begins what it says of an object: gears.acme.io "g1" is forbidden.
var byServer = regex.New(`^([A-Za-z]+)(?:\.[a-z0-9.-]+)? "([^"]+)" (?:is|was|not|cannot)\b`)

// nameBehind is the name of a thing in quotes behind that: failed to delete volume: "9c31-0d6c".
var nameBehind = regex.New(`^"([\w./:-]*\d[\w./:-]{7,})"`)

// withName is a thing with its sort and its name, as far as the thing or what its cause begins with tells them.
func withName(thing, cause string) string {
	if m := byServer.FindStringSubmatch(cause); m != nil && strings.EqualFold(phrase.SingularOf(strings.ToLower(m[1])), phrase.SingularOf(strings.ToLower(thing))) {
		return thing + " " + m[2]
	}
	if m := nameBehind.FindStringSubmatch(cause); m != nil && !Named(thing) {
		return thing + " " + m[1]
	}
	m := subject.FindStringSubmatch(cause)
	if m == nil {
		return thing
	}
	sort := strings.TrimPrefix(strings.ToLower(m[1]), "the ")
	switch {
	case m[2] != "" && !Named(thing) && strings.HasSuffix(strings.ToLower(thing), sort):
		return thing + " " + m[2]
	case m[2] == "" && Named(thing) && !strings.Contains(thing, " ") && !strings.Contains(sort, " "):
		return sort + " " + thing
	}
	return thing
}
