package sentence

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Request is what somebody asked the API server for, by what they say of it.
type Request struct {
	// Verb is create, update or delete.
	Verb string
	// What are the words for the object, as they stand.
	What string
}

var (
	// refusal is how texts begin to tell that a request was refused, or not judged.
	refusal = regex.New(`(?i)\badmission webhook \\*"|\b(?:failed calling|failed to call|rejected by) webhook\b|\bis forbidden: |\bdenied the request`)
	// asked is a request in a text: to create Job shop/clean.
	asked = regex.New(`(?i)\b(creat|updat|patch|delet|remov|add|apply|writ)(?:e|ing|y|ying|s)? (?:the |an? |its )?([^:,({\n]{2,80})`)
	// askedFor is one that begins with the object: Job delete error.
	askedFor = regex.New(`\b([A-Za-z][\w.-]*(?: [\w./-]*[/\d][\w./-]*)?) (creat|updat|patch|delet|remov)(?:e|ion|al|ing)? (?:error|failed|failure|request|was|is)\b`)
	// invalidOne is an object as who refuses it begins to say why: Gear.acme.com "g1" is invalid.
	invalidOne = regex.New(`(?i)\bdenied the request: ([A-Z][A-Za-z]+(?:\.[a-z0-9.-]+)? \\?"[a-z0-9][a-z0-9.-]*\\?") is invalid: `)
	// answered is one as who refuses it names it: update of gears is restricted.
	answered = regex.New(`(?i)\bdenied the request:\W+(?:the )?(creat|updat|patch|delet|remov)(?:e|ion|al|ing|es)? of ([\w./"-]+(?: \\?"[\w./-]+)?)`)
)

var unquoted = strings.NewReplacer(`\"`, "", `"`, "", "'", "", "`", "")

// verbOf is the verb of a request by its stem.
func verbOf(stem string) string {
	switch strings.ToLower(stem) {
	case "creat", "add":
		return "create"
	case "delet", "remov":
		return "delete"
	}
	return "update"
}

// Refused is the request of which a text says that it was refused, as far as the text tells. To
// take a finalizer off, or to put one on, is to update what bears it.
func Refused(text string) (r Request, told bool) {
	at := refusal.FindStringIndex(text)
	if at == nil {
		return r, false
	}
	before := text[:at[0]]
	if m := lastOf(askedFor, before); m != nil {
		r = Request{verbOf(m[2]), m[1]}
	} else if m := lastOf(asked, before); m != nil {
		r = Request{verbOf(m[1]), m[2]}
	} else if m := answered.FindStringSubmatch(text); m != nil {
		r = Request{verbOf(m[1]), m[2]}
	} else if m := invalidOne.FindStringSubmatch(text); m != nil {
		r = Request{"update", m[1]}
	}
	r.What = strings.Trim(unquoted.Replace(r.What), " .")
	if strings.Contains(strings.ToLower(r.What), "finalizer") {
		r.Verb = "update"
	}
	return r, r.What != ""
}

// lastOf is the last place where a pattern is found, nil for none.
func lastOf(pattern *regex.Regexp, text string) []string {
	all := pattern.FindAllStringSubmatch(text, -1)
	if all == nil {
		return nil
	}
	return all[len(all)-1]
}

// ofUpdate is how the API server refuses to store an object.
var ofUpdate = regex.New(`(?i)\b(?:is invalid|was not valid): |\bdenied the request\b|\bno new finalizers can be added\b`)

// UpdateRefused reports whether a text says that an object was not stored.
func UpdateRefused(text string) bool { return ofUpdate.MatchString(text) }

// toMake is how controllers say that something could not be made.
var toMake = regex.New(`(?i)\b(?:fail(?:s|ed|ure)?|unable|cannot|could not|error)(?: to)? (?:creat|provision)(?:e|ing|ion)?\b`)

// FailsToMake reports whether a text says that something could not be made.
func FailsToMake(text string) bool { return toMake.MatchString(text) }

// byState is how a server refuses a change for a state that something is in, and not for what the
// change says: that it is going or, of the object itself, any other.
var byState = regex.New(`(?is)(?:\b(?:is invalid|was not valid|denied the request): |[\w\]]: (?:invalid value|forbidden): ).*\b(?:(?:is|are) (?:already |currently )?(?:in deletion|being (?:deleted|terminated)|marked for deletion|terminating)|immutable (?:while|during|once|after)|(?:(?:once|after|while|when) (?:[^,:;]{0,60}\b(?:delet|terminat)|it )|once the \w+ (?:is|was|has) )[^,:;]{1,60}, no (?:more |further )?(?:updates?|changes?|modifications?) (?:are|is) (?:allowed|permitted|accepted))\b`)

// ofOthers is what a server says so of that is no update of what is there.
var ofOthers = regex.New(`(?i)no new finalizers|unable to create new content`)

// RefusedByState reports whether a text says that an update was refused for a state.
func RefusedByState(text string) bool {
	return byState.MatchString(text) && !FailsToMake(text) && !ofOthers.MatchString(text)
}
