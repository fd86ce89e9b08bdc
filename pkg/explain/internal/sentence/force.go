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
	past = regex.New(`(?i)(?:^|[^/\w])forc(?:e|ing|ibly|ed|eful|efully)[- ]?(?:delet|remov)\w*|\b(?:delet|remov)\w* (?:[\w-]+ ){1,3}(?:with|by) force\b|\bkubectl [^;]*--force\b|--grace-period=0|/finalize\b|\betcdctl\b|\bfrom etcd\b|\bspec\.finali[sz]ers\b|\bwithout (?:\w+ )?(?:human|manual) \w+` +
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

var (
	// lettingGo is how a person tells that they have taken a finalizer off by hand, or forced a deletion.
	lettingGo = regex.New(`(?i)\b(?:tak(?:e|es|ing|en)|took|remov(?:e|es|ing|ed)|clear(?:s|ing|ed)?|patch(?:es|ing|ed)?|strip(?:s|ping|ped)?|edit(?:s|ing|ed)?|delet(?:ing|ed))\b[^.;]{0,60}?\bfinali[sz]ers?\b|\bfinali[sz]ers?\b[^.;]{0,60}?\b(?:removed|taken (?:off|out)|cleared|patched|by hand|manually)\b|\bforc(?:ed|ing)(?: (?:the|its|this|that|a|an))? (?:delet\w+|remov\w+)\b|\bforc(?:e|ibly|efully)[- ](?:delet|remov)(?:ed|ing)\b`)
	// notLetting is how a sentence begins that says of something that it does not do that, or in brackets what that would be.
	notLetting = regex.New(`(?i)\b(?:(?:do(?:es)?|did|can|could|will)(?: not|n't)|cannot|never|fail(?:s|ed)? to|unable to) (?:\w+ (?:[^.;:()]*\()?)?$`)
	// leftSo is how they tell what is there still after that.
	leftSo = regex.New(`(?i)\b(?:but|then|however|though|which|this|that|it|after(?:wards)?|while|and)\b[^;?]*?\b(?:(?:is|are|was|were|stays?|remains?|keeps?|kept) (?:still |then |left |there )?(?:listed|registered|running|there|left|around|attached|mounted|billed|visible|orphaned|undeleted|behind|in (?:the )?[\w-]+)|(?:still|remain\w*|stay\w*) (?:exists?|lists?|shows?|runs?|listed|there|registered|running|attached|mounted)|(?:leaves?|left|leaving) [^.;?]{2,60}? (?:behind|undeleted|orphaned|running|there)|(?:leaks?|orphans?|leaked|orphaned)\b)`)
	// unexpected is how they tell that they did not think of that, or that it comes each time.
	unexpected = regex.New(`(?i),? ?(?:which|what|that) (?:I|we) (?:did not|didn't) expect\w*|\bunexpected\w*|\b(?:if|when|once) (?:I|we|you) `)
	// stillHeld is what is left where that did not help.
	stillHeld = regex.New(`(?i)\b(?:stuck|terminating|hang\w*|finali[sz]ers? (?:is|are|was|were|stays?|remains?|comes?|came)|does not help|doesn't help|no effect|makes no difference)\b`)
)

// LeftByForce is the sentence in which a person tells what stayed where they, or others, have let go of an object by hand: it
// is what that costs. It is empty where nobody tells of it, or only supposes it.
func LeftByForce(lines []string) string {
	forced := false
	for said, plain := range toldIn(lines) {
		plain = unexpected.ReplaceAllString(plain, "")
		tells := isSo(plain)
		at := lettingGo.FindStringIndex(plain)
		now := tells && at != nil && !triedTo.MatchString(plain[at[0]:at[1]]) && !notLetting.MatchString(plain[:at[0]])
		if tells && (forced || now) && leftSo.MatchString(plain) && !stillHeld.MatchString(plain) {
			return strings.TrimRight(said, " \n.")
		}
		forced = now
	}
	return ""
}

var (
	// withForce is how a person speaks of a deletion with force.
	withForce = regex.New(`(?i)(?:^|[\s(])--force\b|--grace-period(?:=| of | )0\b|\bforc(?:e|ed|ing|efully|ibly)[ -](?:delet|remov)\w*|\b(?:delet|remov)\w* (?:\S+ ){0,3}?(?:with|by|using) force\b`)
	// inVain is how one tells that something has done nothing.
	inVain = regex.New(`(?i)\b(?:(?:did|does|do|has|have|is|was)(?: not|n't)|cannot|can't|could not|couldn't|won't|never) (?:\w+ ){0,3}?(?:remov|delet|help|work|chang|go|let|make|take|terminat|possible|able|effect|do)\w*|\bno (?:effect|luck|avail|success|help|difference|change|result)\b|\bin vain\b|\bnothing (?:happen|chang|help|work)\w*|\bfails?\b|\bstill (?:\w+ )?(?:stuck|hang\w*|there|terminating|exists?)\b|\b(?:stays?|remains?|hangs?) (?:\w+ )?(?:stuck|hang\w*|there|terminating|as well|too)\b|\bneither\b`)
	// notForced is how one tells that no force was used.
	notForced = regex.New(`(?i)\b(?:without|not|never|avoid|rather than|instead of|n't|before|unless)(?: \w+)? (?:(?:using|use|used|tr\w+|a|the|any) )*(?:--force|--grace-period|forc\w+)`)
)

// ForcedInVain is the sentence in which a person tells that the object does not go with force either. Names reports whether
// words name it.
func ForcedInVain(lines []string, names func(said string) bool) string {
	plain := strings.Split(plainFlags.Replace(strings.Join(lines, "\n")), "\n")
	return toldSo(plain, surely(func(plain string) bool {
		if notForced.MatchString(plain) {
			return false
		}
		clauses := clausesOf(plain)
		for i, clause := range clauses {
			if !withForce.MatchString(clause) {
				continue
			}
			forced := strings.Join(clauses[i:min(i+2, len(clauses))], ", the ") // what came of it is told at once, or next
			if inVain.MatchString(withForce.ReplaceAllString(forced, " ")) && !ofElse("the "+forced, names) {
				return true
			}
		}
		return false
	}))
}

var (
	// toldOf is a word of which something may be told, with the next, and ofNoOne one that names nothing there.
	toldOf  = regex.New(`(?i)\b(?:the|my|our|an?|its|their|each|every|all|this|these|those|on|of|for|against|(?:delet|remov)(?:e|ed|es|ing|ion)) \W{0,3}([\w./-]+)(?: ([\w./-]+))?`)
	ofNoOne = regex.New(`(?i)^-*(?:i|we|they|you|which|nor|neither|even|forc[\w-]*|using|used|tried|try\w*|grace[\w-]*|kubectl|flags?|options?|that|can\w*|could\w*|will|won|still|always|just|nothing|no|hours?|days?|weeks?|minutes?|a|if|when|then|also|after|plus|together)$`)
)

// ofElse reports whether words tell of anything but the object, and of who tries.
func ofElse(said string, names func(said string) bool) bool {
	for at := 0; at < len(said); {
		m := toldOf.FindStringSubmatchIndex(said[at:])
		if m == nil {
			return false
		}
		word := said[at+m[2] : at+m[3]]
		if !anyThing.MatchString(word) && !ofNothing.MatchString(word) && !ofNoOne.MatchString(word) && !names(said[at+m[2]:at+m[1]]) {
			return true
		}
		at += m[2]
	}
	return false
}

// plainFlags has flags written in one way, of which a line may be prose.
var plainFlags = strings.NewReplacer("--grace-period=0", "--grace-period 0", "--force=true", "--force")

// ofNothing are words behind a deletion that name nothing.
var ofNothing = regex.New(`(?i)^(?:does|did|do|with|is|was|has|by|via|also|either|too|and|but|in|on|not|never|fails?|hangs?|helps?|stays?|still|makes?|brings?|them)\b`)
