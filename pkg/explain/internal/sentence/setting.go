package sentence

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Setting is what a request asks to have set on an object.
type Setting struct {
	Sort  string // annotation, label or field
	Key   string // of a field its path, with dots
	Value string
	Of    string // on what by its words, empty where they do not say
}

const (
	markKey   = `((?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?/)?[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)`
	markValue = `([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)`
	isSetTo   = "[\"'`]?(?: ?= ?|: ?| to | with value )[\"'`]?"
	quoteOpen = "[\"'`]?"
)

var (
	// asksMark is as in "annotate it with acme.io/go=true", and "set the annotation acme.io/go to true".
	asksMark   = regex.New(`(?i)^(?:please |manually )*(annotate|label) (?:(it|this|that|(?:the |this )?[A-Za-z][\w./-]*(?: [\w./-]*[\d/-][\w./-]*)?) )??(?:again )?(?:with |by )?(?:the )?(?:annotation |label )?` + quoteOpen + markKey + "[\"'`]?=[\"'`]?" + markValue)
	asksToMark = regex.New(`(?i)^(?:please |manually )*(?:set|add|put) (?:the |an? )?(annotation|label) ` + quoteOpen + markKey + isSetTo + markValue + "[\"'`]?(?: (?:on|to|onto) ([\\w ./-]+))?")
	// needsMark is as in "must be annotated with acme.io/go=true", and "needs the annotation acme.io/go=true".
	needsMark = regex.New(`(?i)\b(?:(?:must|has to|needs to) be (annotated|labell?ed) with|unless (?:it|this|that|the object) is (annotated|labell?ed) with|(?:requires?|needs?|waits for|awaiting) (?:the |an? )?(annotation|label)) ` + quoteOpen + markKey + "[\"'`]?=[\"'`]?" + markValue)
	// asksField is as in "set spec.force to true".
	asksField = regex.New(`(?i)^(?:please |manually )*set (?:the )?(?:field )?` + quoteOpen + `(spec(?:\.[A-Za-z][A-Za-z0-9]*)+)` + isSetTo + `(true|false|\d{1,9}|[A-Za-z][\w-]*)\b` + "[\"'`]?(?: (?:on|of|in) ([\\w ./-]+))?")
)

// SettingIn finds what a request asks to have set, false where it asks for nothing of that sort in plain words.
func SettingIn(asked string) (s Setting, plain bool) {
	if m := asksField.FindStringSubmatch(asked); m != nil {
		return Setting{Sort: "field", Key: m[1], Value: m[2], Of: m[3]}, true
	}
	if m := asksToMark.FindStringSubmatch(asked); m != nil {
		return Setting{Sort: strings.ToLower(m[1]), Key: m[2], Value: m[3], Of: m[4]}, true
	}
	if m := asksMark.FindStringSubmatch(asked); m != nil {
		return Setting{Sort: sortOf(m[1]), Key: m[3], Value: m[4], Of: m[2]}, true
	}
	if m := needsMark.FindStringSubmatch(asked); m != nil {
		return Setting{Sort: sortOf(m[1] + m[2] + m[3]), Key: m[4], Value: m[5]}, true
	}
	return s, false
}

// sortOf is the sort of a mark by the word for it, or for putting it on.
func sortOf(word string) string {
	if strings.HasPrefix(strings.ToLower(word), "annot") {
		return "annotation"
	}
	return "label"
}

var (
	// lost is how a clause says that something is lost for good.
	lost = regex.New(`(?i)\b(?:would|will|may|might|could|can|to) (?:(?:then|also|all|permanently|irrevocably|irreversibly) )*(?:lose|destroy|erase|wipe|discard)\b` +
		`|\b(?:would|will|may|might|could|can) (?:(?:then|also|all) )*be (?:(?:then|also|all|permanently|irrevocably|irreversibly) )*(?:lost|deleted|destroyed|erased|wiped|discarded)\b` +
		`|\b(?:loses|destroys|erases|wipes|discards) (?:all|its|the|\d+)\b|\bdata loss\b|\bloss of (?:data|\d+|all)\b` +
		`|\b(?:is|are|has|have) not (?:yet )?(?:been )?(?:backed up|replicated|exported|flushed|uploaded|archived|copied)\b|\bwithout (?:an? )?(?:\w+ )?backup\b|\bun(?:saved|replicated|flushed)\b`)
	// nothingLost is how one says that nothing is.
	nothingLost = regex.New(`(?i)\b(?:no|nothing|none|never|without any|without)\b[^,;]*\b(?:lost|loss|lose|deleted|destroyed|erased|wiped|discarded)\b`)
	clauseMark  = regex.New(`\s*(?:;|\.(?:\s|$)|\n|: | - )\s*`)
)

// Loses is the part of a text that says what is lost by what it tells of, empty where it says so of nothing.
func Loses(text string) string {
	for _, part := range clauseMark.Split(text, -1) {
		if lost.MatchString(part) && !nothingLost.MatchString(part) {
			return strings.TrimSpace(part)
		}
	}
	return ""
}
