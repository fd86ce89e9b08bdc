package signs

import (
	"regexp"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// Mechanism is a way in which deletions fail, whoever reports it: the words by
// which it is known, and what helps.
type Mechanism struct {
	name  string
	words []string // lower case; a text that has one of them tells of it
	// fits reports whether a text tells of it that has none of the words; nil for none.
	fits func(text string) bool
	// step is what a person has to do, where none of ways fits.
	step string
	// quotes says that the step is said with the whole of the words.
	quotes bool
	// ways are what to do by what the words name; the first that fits is taken.
	ways []way
	// passing says that a retry often succeeds by itself.
	passing bool
	// outside says that the step is about what the object stands for.
	outside bool
	// lasting says that no retry succeeds before somebody has mended it.
	lasting bool
}

// way is an act with what a pattern finds in the words.
type way struct {
	pattern *regexp.Regexp
	step    string // $1 is the first group of the pattern
}

func ways(patternsAndSteps ...string) []way {
	var out []way
	for i := 0; i < len(patternsAndSteps); i += 2 {
		out = append(out, way{regexp.MustCompile(patternsAndSteps[i]), patternsAndSteps[i+1]})
	}
	return out
}

// advice is what to do, naming what the text names. Where it names nothing, that helps most
// often which helps against failures of the sort, and the words tell the rest.
func (m *Mechanism) advice(text string) string {
	text = phrase.OneLine(text)
	for _, w := range m.ways {
		if at := w.pattern.FindStringSubmatchIndex(text); at != nil {
			return string(w.pattern.ExpandString(nil, w.step, text, at))
		}
	}
	if m.quotes {
		return m.step + ": " + phrase.Quoted(text)
	}
	return m.step + "; that helps most often where it says: " + phrase.Quoted(text)
}

// callingFailed is how the API server names a webhook that does not answer.
const callingFailed = `failed (?:calling|to call) webhook \\?"([^"\\]+)`

// mechanisms are asked in order: the more specific come first. The words are
// those of cloud interfaces, of the API server and of the Go standard library.
var mechanisms = []Mechanism{
	{
		name: "another writer was faster", passing: true,
		words: []string{"the object has been modified", "please apply your changes to the latest version"},
		step:  "wait for the next attempt; only if it goes on, find the other writer in managedFields",
	},
	{
		name: "throttled", passing: true,
		words: []string{"throttl", "rate exceeded", "rate limit", "too many requests", "toomanyrequests", "requestlimitexceeded", answered + "429"},
		step:  "wait; if it goes on, find what uses up the rate limit",
	},
	{
		name: "the namespace refuses new objects", lasting: true,
		words: []string{"because it is being terminated", "namespace is terminating"},
		step:  "do by hand what the controller would have done: it has to create something first, and a namespace that goes takes nothing new",
	},
	{
		name:  "a conversion webhook does not answer",
		words: []string{"conversion webhook for"},
		step:  "have what serves the conversion webhook answer again, until the last object of the kind is gone",
		ways: ways(
			`conversion webhook for ([^,\s]+), Kind=(\w+) failed: (?:Post|Get) \\?"?https?://([a-z0-9][-a-z0-9]*)\.([a-z0-9][-a-z0-9]*)\.svc`, "have Service $3 in namespace $4 answer again, which converts $2 of $1: bring back what serves it, until the last $2 is gone",
			`conversion webhook for .*https?://([a-z0-9][-a-z0-9]*)\.([a-z0-9][-a-z0-9]*)\.svc`, "have Service $1 in namespace $2 answer again, which converts the objects: bring back what serves it, until the last of them is gone",
			`conversion webhook for ([^,\s]+), Kind=(\w+) failed`, "have what converts $2 of $1 answer again, until the last $2 is gone",
		),
	},
	{
		name:  "a webhook does not answer",
		words: []string{"failed calling webhook", "failed to call webhook"},
		step:  "have what serves the webhook answer again, or delete its configuration if that is gone for good",
		ways:  ways(callingFailed, "have webhook $1 answer again: run or update what serves it, or delete its configuration if that is gone for good"),
	},
	{
		name: "a webhook refuses it", lasting: true,
		words: []string{"denied the request"},
		step:  "do what the webhook demands",
		ways:  ways(`admission webhook "([^"]+)" denied the request(?:: (.+))?`, "do what webhook $1 demands: $2"),
	},
	{
		name: "over a quota", lasting: true,
		words: []string{"exceeded quota"},
		step:  "raise the quota, or free what uses it up",
		ways:  ways(`exceeded quota: ([^\s,]+), requested: ([^\s,]+)`, "raise quota $1 by $2, or free what uses it up"),
	},
	{
		name: "the configuration or the credentials are gone", lasting: true,
		words: []string{"credentials secret", "get credentials", "extract credentials", "secret not found", "no such secret", "nocredentialproviders", "no valid providers in chain", "could not find default credentials", "no valid credential", "cannot get referenced", "identity not found", "unable to locate credentials"},
		step:  "bring back the configuration and the credentials that it names, until the deletion is through",
		ways: ways(
			`(?i)\b(secret|configmap|[a-z]*providerconfig)s?(?:\.[a-z0-9.]+)?:? "?([^"\s]+)"? not found`, `bring back $1 $2, until the deletion is through`,
			`(?i)\bno such secret:? "?([^\s",;]+)`, "bring back Secret $1, until the deletion is through",
			`(?i)(nocredentialproviders|no valid providers in chain|could not find default credentials|unable to locate credentials)`, "give its controller credentials again, those of its service account or of a Secret, until the deletion is through ($1)",
		),
	},
	{
		// The API server calls it forbidden, and no right would help.
		name: "a finalizer is put on what is being deleted", lasting: true,
		words: []string{"no new finalizers can be added if the object is being deleted"},
		step:  "run a release of its controller that puts no finalizer on what is being deleted",
		ways:  ways(`no new finalizers can be added if the object is being deleted`, "run a release of its controller that puts no finalizer on what is being deleted: the API server refuses that each time"),
	},
	{
		name: "not allowed", lasting: true,
		words: []string{
			"accessdenied", "access denied", "unauthorizedoperation", "not authorized", "unauthorized", "forbidden",
			"authorizationfailed", "permission denied", "permission_denied", "invalidclienttokenid", "expiredtoken", "signaturedoesnotmatch", "invalid_client", "invalid_grant", "token expired", "token is expired", "token has expired", "secret expired", "credentials expired", "credentials have expired", answered + "403", answered + "401",
		},
		step: "give the account that it works with the right that the message names, or renew its credentials",
		ways: ways(
			`User "([^"]+)" cannot (\w+) resource "([^"]+)" in API group "([^"]+)" in the namespace "([^"]+)"`, "give $1 the right to $2 $3.$4 in namespace $5",
			`User "([^"]+)" cannot (\w+) resource "([^"]+)" in API group "" in the namespace "([^"]+)"`, "give $1 the right to $2 $3 in namespace $4",
			`User "([^"]+)" cannot (\w+) resource "([^"]+)" in API group "([^"]*)" at the cluster scope`, "give $1 the right to $2 $3 ($4) in all namespaces",
			`(?:User:? )?(arn:\S+) is not authorized to perform:? (\S+) on resource:? (\S+)`, "give $1 the right $2 on $3",
			`(?:User:? )?(arn:\S+) is not authorized to perform:? (\S+)`, "give $1 the right $2",
			`(?i)not authorized to perform:? ([a-z0-9-]+:[a-z0-9]+)`, "give the account that it works with the right $1",
			`client '([^']+)' with object id '[^']*' does not have authorization to perform action '([^']+)' over scope '([^']+)'`, "give client $1 the right $2 over $3",
			`[Rr]equired ["']([^"']+)["'] permission for ["']([^"']+)["']`, "give the account that it works with the permission $1 for $2",
			`[Pp]ermission ["']?([a-zA-Z]+\.[a-zA-Z.]+)["']? denied on (?:resource )?["']?([^\s"',]+)`, "give the account that it works with the permission $1 on $2",
			`(?i)((?:client )?(?:token|secret|credentials?)(?: is| has| have)? expired|expiredtoken|invalidclienttokenid|signaturedoesnotmatch|invalid_client|invalid_grant)`, "renew the credentials that it works with ($1)",
		),
	},
	{
		name: "protected from deletion", lasting: true, outside: true,
		words: []string{"deletion protection", "deletionprotection", "termination protection", "operationnotpermitted", "delete protection", "is protected"},
		step:  "turn the protection off where the message says it is, if it may really go",
		ways:  ways(`instance '([^']+)' may not be terminated\. Modify its '([^']+)'`, "if it may really go, turn off $2 of instance $1"),
	},
	{
		name: "still in use", outside: true,
		words: []string{
			"bucketnotempty", "not empty", "dependencyviolation", "dependency violation", "has dependencies", "dependent object", "depend on it", "resourceinuse",
			"in use", "inuse", "still attached", "still referenced", "is being used", "cannot be deleted while", "deleteconflict", "has a dependent", "still exist", "still has",
		},
		step: "remove what still uses it, or empty it, so that the controller goes on",
		ways: ways(
			`(?i)\bbucket\b.*(?:not empty|notempty)|bucketnotempty`, "empty the bucket, its old versions too, so that the controller goes on",
			`resource '?([\w-]+)'? has a dependent object`, "remove what still uses $1, so that the controller goes on",
			`(?i)dependency ?violation,? [^:]*: ([a-z]+-[0-9a-f]{8,17})\b`, "remove what still uses $1, so that the controller goes on",
			`[Tt]he (\w+) '([^']+)' has dependencies`, "remove what is left in $1 $2, so that the controller goes on",
			`'([^']+)' is already being used by '([^']+)'`, "delete $2, or have it use $1 no more",
			`(?i)\bstill attached to (?:the )?((?:[a-z]+ )?[\w.:/-]*\w)`, "have it detached from $1: end what uses it there",
			`(?i)\b(?:in use|used|referenced) by:? (.+?)(?:,? and (?:cannot|can't|could not)\b.*)?(?:\n|$)`, "end this use of it: $1",
			`\b((?:[A-Z][a-z]+ )?[A-Za-z]+) ([0-9a-f]{8}-[0-9a-f-]{27}|[a-z]+-[0-9a-f]{8,17}) (?:is )?(?:still )?in use`, "end what still uses $1 $2, so that the controller goes on",
			`(?i)\b(\w+) .*\b(?:is )?not empty`, "empty the $1, so that the controller goes on",
		),
	},
	{
		name:  "a job of it failed",
		words: []string{"backofflimitexceeded", "backoff limit", "has reached the specified backoff"},
		step:  "see why the job that it names failed, mend that, and have it run again",
		ways:  ways(`\bjob(?:\.batch)?[/ ]"?([a-z0-9][\w.-]*)`, "see why Job $1 failed, which the log of its pod tells, mend that, and have it run again"),
	},
	{
		name: "what is to go first does not go in time", outside: true,
		words: []string{"timed out waiting for the condition"},
		step:  "see what still uses what it waits for, and end that",
		ways:  ways(`(?i)\b(?:delete|deleting|remove|removing|detach|detaching) (?:the )?([\w -]+?)(?: "?([\w./:-]*\d[\w./:-]*)"?)?: .*timed out waiting for the condition`, "see what still uses the $1 $2 or keeps it, and end that: it does not go in the time that the controller waits"),
	},
	{
		name:  "over a quota",
		words: []string{"quotaexceeded", "quota exceeded", "quota has been exceeded", "limitexceeded", "limit exceeded", "insufficient capacity", "insufficientinstancecapacity"},
		step:  "raise the quota, or free what uses it up",
	},
	{
		name: "what it talks to is not reached",
		words: []string{
			"no such host", "connection refused", "i/o timeout", "context deadline exceeded", "timed out", "no route to host",
			"network is unreachable", "connectionerror", "connecttimeout", "connectexception", "max retries exceeded with url", "tls handshake", "x509", "certificate has expired", "dial tcp", "connection reset", "unexpected eof", ": eof", "service unavailable", answered + "503",
		},
		step: "have what it talks to answer again: the address in the message has to be up, and to be reached from the controller's pod",
		ways: ways(
			`lookup ([^\s:]+).*: no such host`, "have the name $1 resolve again, or name the right host in the configuration",
			`(?:Get|Post|Put|Patch|Delete|Head) "?https?://([^/"\s]+).*x509: (.+)`, "mend the certificate of $1, or what the controller trusts: $2",
			`(?:Get|Post|Put|Patch|Delete|Head) "?https?://([^/"\s]+)`, "have $1 answer again, so that the controller's pod reaches it",
			`dial tcp:? ([^\s]+:\d+)`, "have $1 answer again, so that the controller's pod reaches it",
			`(?i)\bhost=["']?([a-z0-9][\w.-]+)["']?, ?port=(\d+)`, "have $1:$2 answer again, so that the controller's pod reaches it",
			`(?i)\b(?:reach|contact|(?:connect(?:ing|ion)?|dial(?:ing)?)(?: to)?) (?:the )?(?:server |host |at )*["'(]*((?:https?://)?[a-z0-9][\w-]*\.[\w.-]*\w(?::\d+)?)`, "have $1 answer again, so that the controller's pod reaches it",
		),
	},
	{
		// A server says so of what is gone and of what the one who asks may not see.
		name: "the deletion was answered by 404", lasting: true, quotes: true,
		fits: sentence.Answered404,
		step: "look whether it is still there, as somebody who may see it: it is gone already, or what its controller works with may not see it; only if it is gone, have its controller take that for done",
	},
	{
		// To bring it back would bring back what is to go.
		name: "what it is to delete is not there, by these words", lasting: true, quotes: true,
		fits: func(text string) bool { return sentence.NamedGone(text) || sentence.EndedAlready(text, "") },
		step: "make sure, where it was, that what it is to delete is gone, and nothing of it is left; only then have its controller take that for done, as a later release of it may, and let go of its finalizer only if it cannot",
	},
	{
		name: "something is not there", quotes: true,
		fits: goneOrNeeded,
		step: "find out whether what is not there is what is to go, or something that is needed for that, and bring nothing back before that is clear",
	},
	{
		name:  "something that it needs is not there",
		words: []string{"not found", "notfound", "does not exist", "no such", "no matches for kind", "could not find the requested resource", "cannot find", "could not find", answered + "404"},
		step:  "bring back what the message names, or take off the reference to it if it is really gone for good",
		ways: ways(
			`(?i)\bnamespaces? "([^"]+)" not found`, "find out where namespace $1 should be: what it names is not there, and may be gone for good",
			`\b([A-Za-z][A-Za-z0-9.-]*) "([^"]+)" not found`, "bring back $1 $2, or take off the reference to it if it is really gone for good",
			`(?i)\b(?:cannot|could not) find ((?:[a-z]+ ){0,2}[a-z]+) "?([\w.:/-]*[\d-][\w.:/-]*)"?`, "bring back $1 $2, or have its controller do without it if it is gone for good",
			`could not find the requested resource \(\w+ ([a-z0-9.-]+)\)`, "have the server serve $1 again: install its definition, as its controller still asks for it, or run a release of that which does not",
			`no matches for kind "([^"]+)" in version "([^"]+)"`, "install the definition of $1 ($2) again",
		),
	},
	{
		name: "it would drop who it works as", lasting: true, outside: true,
		words: []string{"current user cannot be dropped", "session user cannot be dropped", "cannot drop the currently open database"},
		step:  "have its controller work as another user, or on another database, than the one that it is to drop: name another one in the object, or tell it there to keep this one",
		ways:  ways(`(?:current user|session user|currently open database)`, "have its controller work as another user, or on another database, than the one that it is to drop: name another one in the object, or tell it there to keep this one"),
	},
	{
		name: "the request is not valid", lasting: true,
		words: []string{"invalid value", "is invalid", "failed validation", "validation failed", "validationerror", "is immutable", "required value", "malformed"},
		step:  "mend what the message names",
		ways:  ways(`\b([a-z][\w.\[\]]*): (?:Invalid|Required|Forbidden)(?: value)?: (.+)`, "mend the field $1: $2"),
	},
}

var (
	// absent is how texts say that something is not there.
	absent = regexp.MustCompile(`not ?found|does not exist|no such|(?:cannot|could not) find`)
	// unserved is how the API server says that it does not serve a kind.
	unserved = regexp.MustCompile(`no matches for kind|could not find the requested resource`)
	// prerequisite is what a deletion reads, and seldom takes away.
	prerequisite = regexp.MustCompile(`\b(?:secret|configmap|serviceaccount|namespace|[a-z]*providerconfig|[a-z]+class)(?:s|es)?(?:\.[a-z0-9.-]+)? \\?"[^"\\]+\\?" not found`)
	// takesPrerequisite is a deletion of such a thing itself.
	takesPrerequisite = regexp.MustCompile(`(?:delet|remov|destroy)\w* (?:[\w-]+ ){0,3}(?:secret|configmap|serviceaccount|namespace|[a-z]*providerconfig|[a-z]+class)`)
)

// goneOrNeeded reports whether what is not there may be the very thing that is to go: to
// bring that back is no way out.
func goneOrNeeded(text string) bool {
	if !sentence.Deletes(text) || !absent.MatchString(text) || unserved.MatchString(text) {
		return false
	}
	at := prerequisite.FindStringIndex(text)
	return at == nil || takesPrerequisite.MatchString(text[:at[0]])
}

// answered stands before the number of an answer of HTTP, which means nothing elsewhere.
const answered = "HTTP "

// numbered is how texts give such a number.
var numbered = regexp.MustCompile(`\b(?:http(?:/[\d.]+)?|status(?:[ _]?code)?|code|error|response|got)\b["']?[ :=(]*["']?(\d{3})\b`)

// notValid is how the API server says that a field must not be as it is, which no right
// would change: "a" is invalid: spec.size: Forbidden.
var notValid = regexp.MustCompile(`(\bis invalid: .*?[\w.\[\]]+:) forbidden\b`)

// joined is where two words are written as one.
var joined = regexp.MustCompile(`([a-z])([A-Z][a-z])`)

// mechanismOf recognises a controller's words, nil where nothing is known.
func mechanismOf(text string) *Mechanism {
	text += "\n" + joined.ReplaceAllString(text, "$1 $2") // NotEmpty says not empty
	text = notValid.ReplaceAllString(strings.ToLower(text), "$1 invalid value")
	for i := range mechanisms {
		if fits := mechanisms[i].fits; fits != nil && fits(text) {
			return &mechanisms[i]
		}
		for _, word := range mechanisms[i].words {
			if number, is := strings.CutPrefix(word, answered); is && gives(text, number) || !is && saysWord(text, word) {
				return &mechanisms[i]
			}
		}
	}
	return nil
}

// gives reports whether a text gives the number of an answer.
func gives(text, number string) bool {
	for _, m := range numbered.FindAllStringSubmatch(text, -1) {
		if m[1] == number {
			return true
		}
	}
	return false
}

// saysWord finds a word in a text, and not in a name. A number must stand by itself, and so
// must a word so short that it is part of many others; several words begin with a whole one.
func saysWord(text, word string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		at += from
		end := at + len(word)
		named := partAt(text, at-1) || partAt(text, end) // of a name: forbidden-zone
		several := strings.Contains(word, " ")
		begins := len(word) > 4 && !several || !letterAt(text, at-1)
		ends := len(word) > 4 && (!several || len(word) > len("in use")) || !letterAt(text, end)
		if !named && begins && ends {
			return true
		}
		from = end
	}
}

// partAt reports whether a mark that joins the parts of a name stands there.
func partAt(text string, at int) bool {
	return at >= 0 && at < len(text) && (text[at] == '-' || text[at] == '_')
}

func letterAt(text string, at int) bool {
	if at < 0 || at >= len(text) {
		return false
	}
	c := text[at]
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}
