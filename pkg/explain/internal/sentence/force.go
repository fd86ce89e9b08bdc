package sentence

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// clause is where a message goes on with something else.
	clause = regex.New(`\s*(?:;|\.(?:\s|$)|, (?:then|or|and)\b)\s*`)
	// forcing is a clause that asks a person to take a finalizer off, or to force the deletion.
	forcing = regex.New(`(?i)^(?:(?:please|manually|you (?:can|may|must|should|have to|need to)|to \w+,?|try to|then|or|and) )*(?:(?:remove|delete|clear|patch|strip|drop|take|edit|consider (?:remov|delet|clear)ing) (?:[\w-]+ ){0,4}[\w.]*finalizers?\b|force[- ](?:delete|remove)\b|(?:use|set|add) --?force\b)`)
	// handOff is how one tells of a finalizer that a person takes off, or waits for that.
	handOff = regex.New(`(?i)\b(?:manual(?:ly)?|by hand|human|yourself|workarounds?)\b[^;]{0,120}\bfinali[sz]ers?\b|\bfinali[sz]ers?\b[^;]{0,120}\b(?:manual(?:ly)?|by hand|human|yourself)\b` +
		`|\b(?:until|unless|once|after|if|when)\b[^;]{0,120}\bfinali[sz]ers?\b[^;]{0,120} (?:is|are|gets?|got|was|were|be|been|being) (?:\w+ ){0,2}?(?:removed|deleted|cleared|patched|taken off|edited|emptied|nulled|stripped|dropped)\b` +
		`|\bfinali[sz]ers\\?"?: ?(?:null|\[ ?\])`)
	// past is how a person tells of a deletion that is forced, or goes past the API.
	past = regex.New(`(?i)(?:^|[^/\w])forc(?:e|ing|ibly|ed|eful|efully)[- ]?(?:delet|remov)\w*|\bkubectl [^;]*--force\b|--grace-period=0|/finalize\b|\betcdctl\b|\bfrom etcd\b|\bspec\.finali[sz]ers\b|\bwithout (?:\w+ )?(?:human|manual) \w+` +
		`|\bedit(?:ing|ed)? (?:the |its |this |that |an? )?(?:[\w-]+ )?(?:namespace|ns|object|resource|cr|yaml|manifest|json|metadata)\b|\bkubectl (?:edit|patch|replace)\b`)
	// takesOff is a verb before a finalizer, and triedTo what stands before one of somebody who fails at it.
	takesOff = regex.New("(?i)\\b(?:remove|removing|delete|deleting|clear|clearing|patch|patching|strip|stripping|drop|dropping|take|taking|edit|editing|empty|emptying|nulling|unset|reset|kill|get rid of)\\b(?: [\\w`'\"./*-]+){0,5}? [\\w`'\"./]*finali[sz]ers?\\b")
	triedTo  = regex.New(`(?i)(?:\b(?:fail\w*|errors?|unable|cannot|could not|not|never|try|tries|tried|trying|attempts?|attempted|wait\w*|before|denied|refus\w*|allowed|able)|n't)\b[^.;,]*$`)
)

// WithoutForcing is what a person writes without the sentences that tell how this or another object was ended past its
// holder, or is to be: no holder asks for that, whoever has done it.
func WithoutForcing(text string) string { return without(text, forces) }

// forces reports whether words tell of a finalizer that is taken off by hand, or of a deletion that is forced.
func forces(said string) bool {
	if forcing.MatchString(strings.TrimSpace(said)) || handOff.MatchString(said) || past.MatchString(said) {
		return true
	}
	at := takesOff.FindStringIndex(said)
	return at != nil && !triedTo.MatchString(said[:at[0]])
}

// WithoutForce is what a message says beside its advice to take a finalizer off by hand or to
// force the deletion, and whether it gives such advice.
func WithoutForce(text string) (rest string, advised bool) {
	from := 0
	var kept []string
	for _, at := range append(clause.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		part := text[from:at[0]]
		from = at[1]
		if forcing.MatchString(strings.TrimSpace(part)) {
			advised = true
		} else if strings.TrimSpace(part) != "" {
			kept = append(kept, part)
		}
	}
	if !advised {
		return text, false
	}
	return strings.Join(kept, "; "), true
}
