package failure

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// What texts are matched with is in lower case, and once more with words that are written as one set apart.
const (
	// idOf is how programs call that by which they find again what they made.
	idOf = `(?:ids?|uuid|arn|ident|identifiers?|handle|external[- _]?name|[a-z]+(?:_id|_uuid|_ident|_arn|id\b))`
	// isEmpty is how they say that it is not there.
	isEmpty = `(?:(?:is|are|was) (?:\w+ )?(?:empty|blank|missing|unset|nil|null|required|not set|not specified|not present)|(?:must|may|can|should|cannot|can) ?(?:not )?be (?:empty|blank|nil|null|unset))`
)

var recordsEmpty = []*regex.Regexp{
	regex.New(`(?:^|[\s"'(.])((?:[a-z]+ )?` + idOf + `)["'` + "`" + `]?:? ?(?:""|'')?(?::? )?(?:(?:of|on|in|for) [^:;,]{1,60} )?` + isEmpty + `\b`),
	regex.New(`\b(?:empty|missing|no|blank|unset|without an?) ((?:[a-z]+ )?` + idOf + `)(?: (?:is |was )?(?:set|given|specified|present|provided|recorded)\b| (?:in|on) (?:its |the )?(?:status|spec|state|annotation)|\s*(?:$|\n|[.,;)]))`),
	regex.New(`\bmissing (?:required )?(?:argument|parameter|field)s?\b[^\n]{0,60}?[\s"'(.]([a-z_]*(?:id|uuid|arn|ident|identifier|name))\b`),
	regex.New(`\b(?:input member|minimum field size of 1,|(?:must|has to) contain the parameter|missing required field,) ([\w.]*(?:id|uuid|arn|identifier|name))\b`),
}

// noRecords are words in such a name where it is of whom its controller works for, or is not the ID of one thing.
var noRecords = strings.Fields("request such with matching other correlation trace tenant subscription project account client organization org user group billing customer app application access key valid invalid grid paid void avoid")

// inConfig is how texts say that it is the configuration of the controller which lacks it.
var inConfig = regex.New(`\bin (?:the |its )?(?:[a-z]+ ?)?config`)

// conditional is how texts say that a request lacks a field, which another one may stand in for: that is no record.
var conditional = regex.New(`\b(?:required|specified|given|provided|set) unless\b`)

// OfRecord reports whether a field may be that by which a controller finds again what it made, by its name.
func OfRecord(name string) bool {
	return !slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(joined.ReplaceAllString(name, "$1 $2")), notLetter), ofNoRecord)
}

// RecordEmpty is what a text calls empty of that by which a controller finds again what it made; empty for none.
func RecordEmpty(text string) string {
	text = strings.ToLower(text + "\n" + joined.ReplaceAllString(text, "$1 $2"))
	for _, how := range recordsEmpty {
		m := how.FindStringSubmatch(text)
		if m != nil && !slices.ContainsFunc(strings.FieldsFunc(m[1], notLetter), ofNoRecord) && !inConfig.MatchString(text) && !conditional.MatchString(text) {
			return m[1]
		}
	}
	return ""
}

func notLetter(c rune) bool { return c < 'a' || c > 'z' }

func ofNoRecord(word string) bool {
	return slices.Contains(noRecords, word) || slices.Contains(noRecords, strings.TrimSuffix(word, "id"))
}

func recordEmpty(text string) bool { return RecordEmpty(text) != "" }

// recordLost is how one says that the file in which it keeps what it made is not there.
var recordLost = regex.New(`\bstate (?:file|snapshot)\b[^.;\n]{0,60}\b(?:not found|does not exist|is empty|missing|no such)|\bno (?:such )?state file\b|\btfstate\b[^;\n]{0,80}\b(?:not found|does not exist)|\b(?:not found|no such file)[^;\n]{0,40}\btfstate\b`)

// lookedUpInVain is how one says that what it looks up by a description, before it does anything, is not there.
var lookedUpInVain = regex.New(`\bno matching (?:[\w-]+ ){1,4}(?:was |were )?found\b|\byour query returned no results\b|\bno [a-z][\w -]{2,40} match(?:es|ed)? (?:the |your )?(?:criteria|filters?|query|search|given)\b`)

// unresolved is how one says that what an object refers to could not be made out.
var unresolved = regex.New(`\b(?:resolv\w*|dereferenc\w*) (?:[\w.'-]+ ){0,8}(?:references?\b|referenced\b)|\breferences? [^.;\n]{0,80}\b(?:cannot|could not|can not|can't) be resolved\b|\breferenced (?:field was empty|resource'?s? )[^\n]{0,60}\b(?:unsupported|not (?:yet )?(?:be )?ready|not found|empty|invalid)\b|\bdependencynotfound\b|\bdependencynotready\b`)
