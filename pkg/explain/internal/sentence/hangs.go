package sentence

import (
	"iter"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/prose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// lasts is how people tell that something goes on without an end that they have seen: for hours, forever, never done.
	lasts = regex.New(`(?i)\b(?:indefinitely|forever|for ever|permanently|perpetually|eternally|endlessly|overnight|no progress)\b` +
		`|\bnever (?:being |been |is |are |was |were |be |actually |really |fully |gets? |got )*(?:deleted|removed|released|terminated|cleaned up|completes?|completed|ends?|finish\w*|terminates?|go(?:es)? away|disappears?|deletes?)\b` +
		`|\b(?:for|over|after|since) (?:the (?:last|past) |more than |over |about |around |at least |almost |nearly |up to |~ ?|> ?)*(?:\d+\+?|an?|two|three|four|five|six|ten|several|many|some|a few|a couple of)? ?(?:hours?|hrs|days?|weeks?|months?)\b` +
		`|\b(?:hours?|days?|weeks?|months?) later\b`)
	// staysThere is how they tell that it does not go on, and refuses that it cannot be deleted.
	staysThere = regex.New(`(?i)\b(?:stuck|stucks|stucking|hangs?|hanging|hung)\b`)
	refuses    = regex.New(`(?i)\b(?:can'?t|can ?not|could ?n[o']t|could not|unable to|not able to|won'?t|will not|impossible to)(?: \w+)? (?:be |get )?(?:deleted?|removed?|terminated?|cleaned up|go away)\b`)
	// notDeleted is how they tell that it is not done, and until what that would be so for.
	notDeleted = regex.New(`(?i)\b(?:is|are|was|were|does|do|did)(?: still)?(?: not|n'?t) (?:being |getting |get |be )?(?:delet(?:ed|ing|e)|remov(?:ed|ing|e)|terminat(?:ed|ing|e)|go(?:ing)? away)\b`)
	onlyUntil  = regex.New(`(?i)\b(?:until|before|while|as long as|so long as|if|yet)\b`)
	// ofGoing is a word for a deletion, and lastingState one for what lasts.
	ofGoing      = regex.New(`(?i)delet|remov|terminat|finali[sz]|destroy|deprovision|tear(?:ing)? ?down`)
	lastingState = regex.New(`(?i)\b(?:stuck|hang\w*|hung|blocked|still|remain\w*|stay\w*|deleting|terminating|pending|being deleted|never|progress|waiting|in (?:this|that|the) (?:state|status))\b`)
	// perhaps is how they speak of what is not so, or not always, or only wanted, and limited of a time that something is given.
	perhaps = regex.New(`(?i)\b(?:may|might|could|would|should|sometimes|from time to time|occasionally|intermittent\w*|rarely|avoids?|prevents?|expect\w*|otherwise|unless|no longer|used to|previously|fixed|fixes|resolved|solved|(?:not|n't|never|without) (?:be |get |getting |being )?(?:stuck|hang\w*|blocked)|time-?outs?|grace period of|retention|by default|every (?:\d+|few|second|minute|hour|day))\b`)
	// supposed is a case that is only supposed: if the pod is stuck.
	supposed = regex.New(`(?i)\b(?:if|in case|when|whenever|once) ((?:[^\s,]+ ){1,4}?)(?:(?:is|are|gets?|becomes?|remains?|stays?) (?:\w+ )?(?:stuck|hung|hanging|blocked|pending|terminating|deleting|in)|hangs?)\b`)
	doing    = regex.New(`(?i)\b(?:I|we|you|delet\w*|remov\w*|try\w*|run\w*|uninstall\w*)\b`)
	// otherStates are those of what does not come to be.
	otherStates = regex.New(`(?i)\b(?:creating|containercreating|attaching|starting|initiali[sz]ing|provisioning|upgrading|updating|installing|crashloop\w*|imagepull\w*|pending|init|not ?ready|unready|unknown)\b`)
)

// Hangs is the sentence in which a person tells that a deletion does not come to its end, or what is to go: best one that
// tells of a long time. NamesIt reports whether a sentence names that, and own is its name and
// what other names are of no other object: its namespace.
func Hangs(lines []string, namesIt func(said string) bool, own ...string) (said string) {
	for _, line := range prose.WithoutWanted(lines) {
		line = strings.TrimLeft(tagged.ReplaceAllString(strings.TrimSpace(line), ""), "#*->• ")
		if !IsProse(line) || eventRow.MatchString(line) {
			continue
		}
		over := wentOn.MatchString(line)
		for s := range ofItsOwn(line, namesIt, own) {
			switch rest := ofItNow(s, over, namesIt, own); {
			case !ofGoing.MatchString(s) && (otherStates.MatchString(rest) || !namesIt(s)):
			case lasts.MatchString(rest) && lastingState.MatchString(rest) && (namesIt(s) || itself.MatchString(s)):
				return strings.TrimRight(s, " .:!?")
			case said == "" && (isNotGone(rest) && (namesIt(s) || !aboutProgram.MatchString(s)) || staysThere.MatchString(rest) && !otherStates.MatchString(rest)):
				said = strings.TrimRight(s, " .:!?")
			}
		}
	}
	return said
}

// ofItsOwn are the sentences of a line that may tell what hangs here and now, and tell it of nothing else.
func ofItsOwn(line string, namesIt func(said string) bool, own []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		ofOther := false
		for s := range prose.Sentences(line) {
			s = strings.TrimSpace(s)
			ofOther = !namesIt(s) && (ofOther || tellsOfElse(s, namesIt, own))
			if ofOther || prose.General.MatchString(s) || elsewhere(s) || perhaps.MatchString(s) || onlySupposed(s) || deniesToHang(s) {
				continue
			}
			if !yield(s) {
				return
			}
		}
	}
}

var (
	// itself is how a sentence speaks of what goes without its name.
	itself = regex.New(`(?i)\b(?:it|this|(?:this|the|its|my|our|each|every|any) (?:deletion|delete|removal|termination|objects?|resources?|custom resources?|crs?|instances?)|finali[sz]ers?)(?:'s|’s)? (?:\w+ ){0,2}?(?:has|have|is|are|was|were|gets?|never|hangs?|hung|stays?|remains?|keeps?|takes?|still|been|does|do|goes|just|stuck|blocked)\b` +
		`|\b(?:this|the|it)['’]s (?:been|still|stuck|in|deleting|terminating)\b` +
		`|\bthey (?:\w+ ){0,3}?(?:stuck|terminating|never|remain|stay|being deleted|deleting (?:for|since|over|forever))\b` +
		`|^(?:deletion|deleting|delete|removal|removing|terminating|termination|stuck|still|hangs|hanging|never|been|has been)\b`)
	// asking is how a question begins, and presupposing one in which that it hangs is no question.
	asking       = regex.New(`(?i)^(?:how\b|(?:is|are|was|were|does|do|did|has|have|had|can|will) (?:it|this|that|these|they|there|the|my|our|your|an?|any\w*|some\w*|I|we|you)\b)`)
	presupposing = regex.New(`(?i)\b(?:why|how (?:to|do|does|can|could|should|come)|what (?:to|do|can|could|should|causes?|keeps?|makes?|blocks?|holds?|is (?:keeping|holding|blocking|causing|wrong|going on|the (?:reason|cause|way|best way))|else)|any (?:ideas?|clues?|help|ways?|solutions?|workarounds?|suggestions?)|a way to)\b`)
	// asksWhether is a question of which that is the question.
	asksWhether = regex.New(`(?i)\b(?:whether|make sure|be sure|ensure|how (?:long|often|likely)|(?:how (?:do|does|can|could|would|should) \w+|to|you|any(?:one|body)|some(?:one|body)) (?:know|tell|see|check|recogni[sz]e|find out|detect|notice|verify)(?: me| us)? (?:if|that|when|whether|for|it|this|an?|the|my|our|something|anything|stuck|hanging)|do you (?:think|say|believe|assume))\b`)
	// noDenial are words that deny nothing of what follows.
	noDenial = regex.New(`(?i)\b(?:no (?:matter|idea|clue|reason|doubt)|without (?:a )?doubt|nothing but|not only)\b`)
	// deniedToHang is a clause that denies that something hangs, or leaves it open.
	deniedToHang = regex.New(`(?i)(?:` +
		`\b(?:nothing|nobody|no ?one|none|neither|hardly|doubt\w*|whether|wonder\w*|no (?:signs?|evidence|indications?|hints?|proof|trace)|(?:know|tell|see|check\w*|tests?|sure|asks?|asked) (?:me |us )?if)\b.*|` +
		`\bno (?:\S+ ){0,1}|\bno (?:\S+ ){1,3}?(?:is|are|was|were|gets?|has|have|had|seems?|remains?|stays?) (?:\S+ ){0,2}|` +
		`(?:\bnot|n't|\bnever) (?:\w+ ){0,2}?(?:think|thought|believe|look|looks|seem|appear|sure|certain|clear|convinced|say|saying|said|mean|meaning|assume|suspect|suppose|feel|consider|call|claim|because|as (?:if|though)|that)\b.*|` +
		`(?:\bnot|n't|\bnever) (?:\w+ ){0,2}?(?:see|seen|notice|noticed|find|found|had|have) (?:\S+ ){0,3}|` +
		`(?:\bnot|n't|\bnever) (?:(?:really|actually|yet|currently|even|at|all|be|been|being|gets?|getting|got|just|an?|the|any|to|\w+ly) ){0,3}|` +
		`\b(?:only|just|merely) (?:looks?|seems?|appears?)\b.*|` +
		`\b(?:rather than|instead of|as opposed to) (?:\w+ )?` +
		`)\b(?:stuck|stucks|stucking|hangs?|hanging|hung|blocked|indefinitely|forever)\b`)
	// asksReason is what makes of such a clause one that knows no reason: I do not know why it is stuck.
	asksReason = regex.New(`(?i)\b(?:why|what|how)\b`)
	// backThen is a clause of what was so once, sinceThen a time since which it is so, and wentOn tells that it goes on.
	backThen  = regex.New(`(?i)\b(?:was|were|had been|had|got|hung)\b.*\b(?:last|yesterday|earlier|ago|before|once|at first|at the beginning|in the past)\b|\b(?:last|yesterday|earlier|ago|once|at first|in the past)\b.*\b(?:was|were|had been|had|got|hung)\b`)
	sinceThen = regex.New(`(?i)\bsince (?:the )?(?:yesterday|earlier|last \w+|\S+ \S+ ago)\b`)
	wentOn    = regex.New(`(?i)\b(?:goes|went|going|moves|moved|moving) (?:on|through|away|ahead|well|fine)\b|\b(?:it|that|this|all|everything|deletion|deleting|now|today|again) (?:\w+ )?works?\b|\b(?:now|today|is|are|was|all|this time) (?:it is |it's |is |are )?(?:ok|okay|fine|well|good|gone|finished|over|recovered)\b`)
	// clauseJoint is between two clauses.
	clauseJoint = regex.New(`[,;:()]\s|\s[-–—]+\s|\s(?:and|but|while|because|although|though|whereas|yet|so)\s`)
	// ofOther are words for others than what is spoken of, and noOther those that are for none.
	ofOther = regex.New(`(?i)\b(?:(?:the|some|all|any|many|most|two|three|my|our) others?|another|^others?)\b`)
	noOther = regex.New(`(?i)\bon the other hand\b|\b(?:for|after) another (?:\S+ )?(?:hours?|days?|weeks?|minutes?)\b|\bany other (?:way|idea)\b`)
	// otherBehind is such a word behind what hangs.
	otherBehind = regex.New(`(?i)\b(?:stuck|hangs?|hanging|hung|delet\w*|remov\w*|terminat\w*)\b.*\b(?:the other|another|others) ?(\S*)`)
	// hyphened is a name as objects have it, and wordWithHyphen one that is a word of the language.
	hyphened       = regex.New(`^[a-z0-9]+(?:[.-][a-z0-9]+)*-[a-z0-9]+(?:[.-][a-z0-9]+)*$`)
	wordWithHyphen = regex.New(`^(?:re|non|un|pre|post|sub|auto|self|co|de|force|soft|hard|long|so|in|cluster|tear|clean|roll|add|dry)-[a-z]+$`)
	// hangsItself is how words go on that tell of what stands before them that it hangs.
	hangsItself = regex.New(`(?i)^(?:(?:is|are|was|were|has|have|had|been|be|being|still|also|now|just|that|which|only|always|gets?|got|remains?|stays?|seems?|to|\w+ly)\W+){0,5}(?:stuck|hangs?|hanging|hung|blocked|cannot|can't|can not|could not|couldn't|won't|never|not|isn't|deleting|terminating|remains?|stays?|in|for|pending)\b`)
	// toDelete is a word behind which what is deleted is named, and ofProgram one behind the name of something else.
	toDelete  = regex.New(`(?i)^(?:delet(?:e|es|ing|ion)|remov(?:e|es|ing|al)|terminat(?:e|es|ing)|of|called|named|objects?|resources?)$`)
	ofProgram = regex.New(`(?i)^(?:finali[sz]ers?|controllers?|operators?|annotations?|webhooks?)\b`)
)

// deniesToHang reports whether a sentence denies that something hangs, or asks whether it does. Who asks why it does, or
// how to delete what is stuck, tells that it is.
func deniesToHang(said string) bool {
	said = noDenial.ReplaceAllString(strings.ReplaceAll(said, "’", "'"), "")
	if (strings.HasSuffix(said, "?") || asking.MatchString(said)) && (asksWhether.MatchString(said) || !presupposing.MatchString(said)) {
		return true
	}
	return slices.ContainsFunc(clausesOf(said), func(clause string) bool {
		denied := deniedToHang.FindString(clause)
		return denied != "" && !asksReason.MatchString(denied)
	})
}

// ofItNow is a sentence without the clauses that are of another object, or of what is over.
func ofItNow(said string, over bool, namesIt func(said string) bool, own []string) string {
	all := clausesOf(said)
	kept := slices.DeleteFunc(slices.Clone(all), func(clause string) bool {
		return over && backThen.MatchString(sinceThen.ReplaceAllString(clause, "")) || isOfOther(clause, namesIt) || prose.Others.MatchString(clause) || tellsOfElse(clause, namesIt, own) || namesOther(strings.Fields(clause), namesIt, own)
	})
	if len(kept) == len(all) {
		return said
	}
	return strings.Join(kept, ", ")
}

var (
	// deletesIt is the end of words that tell of what stands behind them.
	deletesIt = regex.New(`(?i)(?:delete|remove|terminate)$`)
	// anyProcess are words for what goes on when something is deleted, and for all of it.
	anyProcess = regex.New(`(?i)^(?:uninstall\w*|cleanup|teardown|operations?|requests?|things?|custom|whole|cluster|pipelines?|scripts?|terminals?|shell|cli|client|api|yaml|manifests?|files?|stack|setup|kubectl|helm|oc|terraform|destroy|deprovision\w*)$`)
)

// elsewhere reports whether a sentence is of another place, in a clause that tells no more than where.
func elsewhere(said string) bool {
	return slices.ContainsFunc(clausesOf(said), func(clause string) bool { return atPlace.MatchString(clause) && prose.Others.MatchString(clause) })
}

// atPlace is how such a clause begins.
var atPlace = regex.New(`(?i)^\W*(?:but |and )?(?:in|on|at|with|for|from) `)

// tellsOfElse reports whether a clause that does not name the object tells of something else, by a name or a kind of its own,
// that it hangs or is not deleted. An object of which the kind is not known may be called by any.
func tellsOfElse(clause string, namesIt func(said string) bool, own []string) bool {
	for _, tells := range []*regex.Regexp{refuses, notDeleted, staysThere} {
		at := tells.FindStringIndex(clause)
		if at == nil {
			continue
		}
		noun := prose.Before(clause[:at[0]])
		if tells == refuses && deletesIt.MatchString(clause[:at[1]]) {
			noun = prose.Behind(clause[at[1]:])
		}
		if isElse(noun, tells == staysThere, own) {
			return !namesIt(clause) && !namesIt("object")
		}
	}
	return false
}

// isElse reports whether a noun is of something that people delete beside the object: one with a name, or of a kind. Where
// it is only said to hang, any program may be meant that has to do with it, unless it is their own.
func isElse(noun prose.Noun, onlyHangs bool, own []string) bool {
	if slices.ContainsFunc(noun.Words, func(word string) bool {
		return anyThing.MatchString(word) || anyProcess.MatchString(word) || slices.Contains(own, word)
	}) {
		return false
	}
	switch {
	case len(noun.Words) > 1 && strings.ContainsAny(noun.Words[len(noun.Words)-1], "0123456789"), noun.Determiner == "my" || noun.Determiner == "our":
		return len(noun.Words) > 0
	case onlyHangs || len(noun.Words) == 0:
		return false
	}
	return noun.Determiner != "" || strings.HasSuffix(noun.Words[len(noun.Words)-1], "s")
}

// clausesOf are the clauses of a sentence; names that stand side by side are in one.
func clausesOf(said string) (out []string) {
	from := 0
	for _, at := range clauseJoint.FindAllStringIndex(said, -1) {
		next, _, _ := strings.Cut(said[at[1]:], " ")
		if strings.TrimSpace(said[at[0]:at[1]]) == "and" && hyphened.MatchString(bareName(next)) {
			continue
		}
		out = append(out, said[from:at[0]])
		from = at[1]
	}
	return append(out, said[from:])
}

// isOfOther reports whether a clause tells of another: the other one hangs, it hangs for another gear.
func isOfOther(clause string, namesIt func(said string) bool) bool {
	clause = noOther.ReplaceAllString(clause, "")
	if m := otherBehind.FindStringSubmatch(clause); m != nil && (m[1] == "" || strings.HasPrefix(m[1], "one") || namesIt(m[1])) {
		return true
	}
	at := ofOther.FindStringIndex(clause)
	return at != nil && (staysThere.MatchString(clause[at[1]:]) || lasts.MatchString(clause[at[1]:]) || isNotGone(clause[at[1]:]))
}

// namesOther reports whether words name another object as what is deleted, or hangs, and the own one nowhere.
func namesOther(words []string, namesIt func(said string) bool, own []string) (other bool) {
	for i, word := range words {
		kind, name, slashed := strings.Cut(bareName(word), "/")
		if !slashed {
			kind, name = "", kind
			if i > 0 {
				kind = bareName(words[i-1])
			}
		}
		switch {
		case name == "":
		case len(own) > 0 && name == own[0]:
			return false
		case slices.ContainsFunc(own, func(o string) bool { return o == name || hyphened.MatchString(name) && strings.HasPrefix(o, name+"-") }):
		case strings.HasPrefix(word, "`") && !slashed && namesIt(kind):
			other = other || !namesIt(name) && hyphened.MatchString("a-"+name) && !ofGoing.MatchString(name) && !staysThere.MatchString(name)
		case hyphened.MatchString(name) && !wordWithHyphen.MatchString(name):
			other = other || isDeleted(kind, strings.Join(words[i+1:], " "), namesIt)
		}
	}
	return other
}

// isDeleted reports whether a name is of what is deleted, or hangs, by the word before it and those behind.
func isDeleted(before, behind string, namesIt func(said string) bool) bool {
	if ofProgram.MatchString(behind) {
		return false
	}
	next, _, _ := strings.Cut(behind, " ")
	return toDelete.MatchString(before) || namesIt(before) || namesIt(next) || !inPlace.MatchString(before) && hangsItself.MatchString(behind)
}

// inPlace is a word before the name of where something is, or by whom.
var inPlace = regex.New(`(?i)^(?:in|on|at|from|by|with|via|under|namespace|cluster|node)$`)

// bareName is a word without the marks around it.
func bareName(word string) string { return strings.Trim(word, "\"'`*_()[],;:.!?“”") }

// isNotGone reports whether a sentence tells that something is not deleted, or cannot be.
func isNotGone(said string) bool {
	return refuses.MatchString(said) || notDeleted.MatchString(said) && !onlyUntil.MatchString(said)
}

// aboutProgram is a word for what has to act, of which such a sentence may be.
var aboutProgram = regex.New(`(?i)\b(?:operators?|controllers?|charts?|releases?|managers?|deployments?|plugins?|providers?)\b`)

// eventRow is a row of events, which a program has written.
var eventRow = regex.New(`^(?:Warning|Normal)\s+[A-Z][a-z]+[A-Z]`)

// tagged is a tag in the head of a text.
var tagged = regex.New(`\[[^\]]*\] ?`)

func onlySupposed(said string) bool {
	m := supposed.FindStringSubmatch(said)
	return m != nil && !doing.MatchString(m[1])
}
