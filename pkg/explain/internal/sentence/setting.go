package sentence

import (
	"cmp"
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
	// whatIsKept is what nobody wants to lose with what is deleted.
	whatIsKept = `(?:data|databases?|backups?|snapshots?|volumes?|tables?|records?|rows?|files?|messages?)`
	markKey    = `((?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?/)?[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)`
	markValue  = `([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)`
	isSetTo    = "[\"'`]?(?: ?= ?|: ?| to | with value )[\"'`]?"
	quoteOpen  = "[\"'`]?"
	// onWhat is the object on which a mark is to be set, behind it.
	onWhat = "[\"'`]?(?: (?:on|onto) ([\\w./-]+(?: [\\w./-]+)*?)(?: (?:to|in order|so|first|and|or|if|before|again)\\b|[^\\w ./-]|$))?"
)

var (
	// asksMark is as in "annotate it with acme.io/go=true", and "set the annotation acme.io/go to true".
	asksMark   = regex.New(`(?i)^(?:please |manually )*(annotate|label) (?:(it|this|that|(?:the |this )?[A-Za-z][\w./-]*(?: [\w./-]*[\d/-][\w./-]*)?) )??(?:again )?(?:with |by )?(?:the )?(?:annotation |label )?` + quoteOpen + markKey + "[\"'`]?=[\"'`]?" + markValue + onWhat)
	asksToMark = regex.New(`(?i)^(?:please |manually )*(?:set|add|put) (?:the |an? )?(annotation|label) ` + quoteOpen + markKey + isSetTo + markValue + "[\"'`]?(?: (?:on|to|onto) ([\\w ./-]+))?")
	// needsMark is as in "it must be annotated with acme.io/go=true", and "needs the annotation acme.io/go=true". One that is
	// only waited for is often set by another program, once something is saved.
	needsMark = regex.New(`(?i)(?:^|\b([\w./-]+(?: [\w./-]+)*?) )(?:(?:must|has to|needs to) be (annotated|labell?ed) with|(?:requires?|needs?) (?:the |an? )?(annotation|label)) ` + quoteOpen + markKey + "[\"'`]?=[\"'`]?" + markValue + onWhat)
	unlessSet = regex.New(`(?i)\bunless (it|this|that|the object) is (annotated|labell?ed) with ` + quoteOpen + markKey + "[\"'`]?=[\"'`]?" + markValue)
	// notPurpose is what a mark is for, and not on what it is to be set: "to proceed".
	notPurpose = regex.New(`(?i)^(?:proceed|go on|continue|allow|confirm|consent|force|retry|unblock|release|let|delete|remove|skip|finish)\b.*`)
	// needless is how one says before that no mark is needed.
	needless = regex.New(`(?i)\b(?:not|never|no longer|nothing|nobody|[a-z]+n't)$`)
	// asksField is as in "set spec.force to true".
	asksField = regex.New(`(?i)^(?:please |manually )*set (?:the )?(?:field )?` + quoteOpen + `(spec(?:\.[A-Za-z][A-Za-z0-9]*)+)` + isSetTo + `(true|false|\d{1,9}|[A-Za-z][\w-]*)\b` + "[\"'`]?(?: (?:on|of|in) ([\\w ./-]+))?")
)

// SettingIn finds what a request asks to have set, false where it asks for nothing of that sort in plain words.
func SettingIn(asked string) (s Setting, plain bool) {
	if m := asksField.FindStringSubmatch(asked); m != nil {
		return Setting{Sort: "field", Key: m[1], Value: m[2], Of: m[3]}, true
	}
	if m := asksToMark.FindStringSubmatch(asked); m != nil {
		return Setting{Sort: strings.ToLower(m[1]), Key: m[2], Value: m[3], Of: notPurpose.ReplaceAllString(m[4], "")}, true
	}
	if m := asksMark.FindStringSubmatch(asked); m != nil {
		return Setting{Sort: sortOf(m[1]), Key: m[3], Value: m[4], Of: cmp.Or(m[2], m[5])}, true
	}
	if m := unlessSet.FindStringSubmatch(asked); m != nil {
		return Setting{Sort: sortOf(m[2]), Key: m[3], Value: m[4], Of: m[1]}, true
	}
	if m := needsMark.FindStringSubmatch(asked); m != nil && !needless.MatchString(m[1]) {
		return Setting{Sort: sortOf(m[2] + m[3]), Key: m[4], Value: m[5], Of: cmp.Or(m[6], m[1])}, true
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
		`|\b(?:(?:would|will|may|might|could|can) (?:(?:then|also|permanently|irrevocably|irreversibly) )*(?:delete|remove|drop|purge|truncate)|deletes|removes|drops|purges|truncates) (?:(?:all|its|the|any|of|\d+|[a-z]+) ){0,3}?` + whatIsKept + `\b` +
		`|\b(?:loses|destroys|erases|wipes|discards) (?:all|its|the|\d+)\b|\b(?:confirm|approve|acknowledge|accept) (?:the )?(?:deletion|removal|loss|purge) of (?:all|its|the|\d+)\b|\bdata loss\b|\bloss of (?:data|\d+|all)\b` +
		`|\b(?:is|are|has|have) not (?:yet )?(?:been )?(?:backed up|replicated|exported|flushed|uploaded|archived|copied)\b|\bwithout (?:an? )?(?:\w+ )?backup\b|\bun(?:saved|replicated|flushed)\b`)
	// nothingLost is how one says that nothing is.
	nothingLost = regex.New(`(?i)\b(?:no|without)(?: any)? (?:(?:risk|danger|chance) of )?(?:any )?(?:data )?loss\b` +
		`|\b(?:no (?:(?:more|other|user|further) )?[\w-]+|nothing(?: else| at all)?|none(?: of (?:it|them|that|these|(?:the|its) \w+))?) (?:is|are|was|were|would|will|may|might|could|can) (?:(?:then|also) )*(?:be )?(?:lost|deleted|destroyed|erased|wiped|discarded)\b` +
		`|\b(?:nothing|none|no \w+) (?:would|will|may|might|could|can|to) (?:lose|destroy|erase|wipe|discard|delete|remove|drop|purge|truncate)\b`)
	clauseMark = regex.New(`\s*(?:;|\.(?:\s|$)|\n|: | - )\s*`)
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
