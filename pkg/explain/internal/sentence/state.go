package sentence

import (
	"iter"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/prose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Condition is how a thing is by what somebody writes of it.
type Condition int

const (
	// IsFine is that nothing is told that could keep anybody from anything.
	IsFine Condition = iota
	// IsGone is that it was deleted, or never was there.
	IsGone
	// IsDown is that it is there, and does not run, is not ready, or is not reached.
	IsDown
	// IsOff is that it was switched off.
	IsOff
)

// State is how a thing is, by a sentence of a person.
type State struct {
	Is    Condition
	Thing string
	Said  string
	// Asked says that it is only told what somebody has asked for, which may not be done: I deleted it.
	Asked bool
}

const (
	// someone is who did it.
	someone = `\b(?:i|we|i've|we've|somebody|someone)(?: have| had)? `
	// gone, down and off are how each is told behind a verb.
	gone = `(?:deleted|removed|uninstalled|un-installed|destroyed|terminated|decommissioned|torn down)`
	down = `(?:running|ready|healthy|reachable|accessible|responding|responsive|working|connected)`
	off  = `(?:disabled|turned off|switched off|deactivated)`
	// thing is what is told of, behind the verb.
	thing = `((?:[\w./-]+ ){0,6}?[\w./-]+?)`
	// stops is where what is told of may end.
	stops = `(?:[.,;:!)]?$|[.,;:!)] | (?:and|but|so|then|or|because|that|which|who|where|any ?more|any longer|at all|here|now|there|already|first|before|after|by|with|using|via|for|in|from|on|of|again|since|while|when|yet|anywhere|earlier|last|without|recently|yesterday|today|too|along|together|as|successfully|manually|completely|running|installed|deployed|left|attached|to)\b)`
	// isNot is how it is denied, and gotDone how it is told that something was done to it.
	isNot   = `(?: is not| isn't| was not| wasn't| are not| aren't| were not| weren't| is no longer| was no longer| are no longer) `
	gotDone = ` (?:(?:has|have|had) ` + adverb + `been|was|were|got) ` + adverb
)

// stateForm is one way to tell of a state: what it is told of stands behind the words, or before them.
type stateForm struct {
	is      Condition
	behind  bool
	pattern *regex.Regexp
	asked   bool // it is told who did it
}

var stateForms = []stateForm{
	{is: IsOff, behind: true, pattern: regex.New(`(?i)(?:^|\W)([a-z][\w.-]*)["` + "`" + `]?(?::| from) ` + `"?true"? (?:->|=>|→|to) "?false\b`)},
	{is: IsOff, behind: true, pattern: regex.New(`(?i)\b(?:i|we)(?: have| had)? ` + adverb + `(?:set|changed|switched) (?:the )?(?:value of )?([a-z][\w.-]*)(?: from true)? to false\b`)},
	{is: IsOff, behind: true, asked: true, pattern: regex.New(`(?i)` + someone + adverb + off + ` ` + thing + stops)},
	{is: IsOff, pattern: regex.New(`(?i)` + gotDone + off + stops)},
	{is: IsGone, behind: true, asked: true, pattern: regex.New(`(?i)` + someone + adverb + gone + ` ` + thing + stops)},
	{is: IsGone, behind: true, asked: true, pattern: regex.New(`(?i)^(?:[-*>] |\d+[.)] )? *((?:all|the|my|our|both|its|every) [^.,;:!?]{2,60}?) (?:i|we)(?:'ve| have| had)? ` + adverb + gone + `\b`)},
	{is: IsGone, behind: true, pattern: regex.New(`(?i)\b(?:i|we) (?:do not|don't|no longer) (?:have|run) ` + thing + stops)},
	{is: IsGone, behind: true, pattern: regex.New(`(?i)\bthere (?:is|are) (?:no|no more) ` + thing + stops)},
	{is: IsGone, pattern: regex.New(`(?i)` + gotDone + gone + stops)},
	{is: IsGone, pattern: regex.New(`(?i)` + gotDone + `(?:installed|deployed|set up),? (?:and|but) (?:(?:then|later|afterwards) )*` + `(?:` + gone + `|cleaned up)` + stops)},
	{is: IsGone, pattern: regex.New(`(?i) (?:is|are) (?:already |long |now )+(?:` + gone + `|gone)` + stops)},
	{is: IsGone, pattern: regex.New(`(?i) (?:is|are) (?:gone` + stops + `|` + gone + ` (?:successfully|already|completely)\b)`)},
	{is: IsGone, behind: true, pattern: regex.New(`(?i)(?:^(?:(?:when|after|as soon as) [^,]{2,60}, )?|\b(?:because|since|as|and|but|so|while|when|then) )((?:the|this|my|our) [\w./ -]{1,60}?) is ` + gone + ` (?:properly|cleanly|correctly|(?:just )?(?:fine|all right|alright|ok|okay)|as (?:it should|expected)|without (?:an? |any )?(?:problem|issue|error|trouble)s?)(?:[.,;:!)]?$|[.,;:!)] | (?:and|but|so|then)\b)`)},
	{is: IsGone, pattern: regex.New(`(?i)` + isNot + adverb + `(?:installed|deployed|present|there)` + stops)},
	{is: IsGone, pattern: regex.New(`(?i) (?:(?:does not|doesn't|no longer) exists?|(?:is|are) no more)` + stops)},
	{is: IsDown, pattern: regex.New(`(?i)` + isNot + adverb + down + stops)},
	{is: IsDown, pattern: regex.New(`(?i) (?:is|are|was|were) ` + adverb + `(?:down|offline|unreachable|unavailable|unhealthy|powered off|shut down|stopped)` + stops)},
	{is: IsDown, behind: true, pattern: regex.New(`(?i)\b(?:not-ready|notready|unready|non-ready|unreachable|offline|unhealthy) ` + thing + stops)},
	{is: IsDown, behind: true, asked: true, pattern: regex.New(`(?i)` + someone + adverb + `(?:stopped|shut down|powered off|scaled down) ` + thing + stops)},
}

var (
	// stepsHead is what stands above the acts that somebody tells one by one, and anyHead any line that stands above others.
	stepsHead = regex.New(`(?i)^\W*(?:how reproducible\W*$|(?:steps to reproduce|how to reproduce|reproduction steps|to reproduce|reproduce|steps taken|what (?:did you do|i did|steps did you take))\b)`)
	anyHead   = regex.New(`^(?:#+ |\*\*|__)|:$`)
	// actItem is an item of a list that tells of an act, which is no head even where what it is done with follows.
	actItem = regex.New(`(?i)^(?:[-*] |\d+[.)] ) *(?:now |then |and )?(?:install|create|make|apply|deploy|run|execute|delete|remove|uninstall|destroy|add|set|enable|disable|start|build|scale|patch|wait)\b`)
	// afterSteps is a line that begins what is no step any more, or answers how often it happens.
	afterSteps = regex.New(`(?i)^\W*(?:\d+[.)] )?\W*(?:(?:known |possible |temporary )?(?:work-?arounds?|work around|solutions?|fix(?:es)?|mitigations?|resolutions?|remed(?:y|ies))|(?:what )?(?:i |you |is )?(?:expected|actual|observed)|results?|notes?|environments?|versions?|additional|impact|advice|suggest\w*|recommend\w*|(?:to|for) (?:fix|mitigate|solve|resolve|recover|get rid|clean)|always|every ?time|each time|sometimes|often|rarely|once|consistently|yes|no|n/?a)\b|^\W*\d+ ?(?:%|/ ?\d|out of\b)`)
	// stepForms are acts among them.
	stepForms = []stateForm{
		{is: IsGone, pattern: regex.New(`(?i)^(?:[-*>] |\d+[.)] )? *(?:now |then |and )?(?:delete|remove|uninstall|destroy) ` + thing + stops)},
		{is: IsOff, pattern: regex.New(`(?i)^(?:[-*>] |\d+[.)] )? *(?:now |then |and )?(?:disable|turn off|switch off) ` + thing + stops)},
	}
	// clauseBegins is where the clause begins that tells of something.
	clauseBegins = regex.New(`(?i)[,;:()]|\b(?:because|since|as|and|but|so|while|when|once|until|unless|if|after|although|though|then|where|before|or)\b`)
	// tellsApart is a clause of its own about a thing.
	tellsApart = regex.New(`(?i) (?:that|which|who)\b.*`)
	// ofThing is what a thing is of or where it is, behind its name.
	ofThing = regex.New(`(?i) (?:of|in|for|from|on|with|inside|behind)\b.*`)
	// isBack is how they tell that it was mended since.
	isBack = regex.New(`(?i)\b(?:re-?(?:created|installed|deployed|enabled|started|stored|joined)|restored|brought (?:\w+ )?back|(?:is|are|was|were|came|comes) (?:up |running |ready |online )*(?:back|again)|(?:turned|switched) (?:it )?(?:back )?on|on again|back (?:up|online|to true)|again to true)\b`)
	// nowRuns is how they tell that something runs.
	nowRuns = regex.New(`(?i) (?:is|are) ` + adverb + `(?:up|running|ready|healthy|installed|there)\b`)
	// lingers is how they tell of what is gone that it is there all the same, in the same sentence or in one of its own.
	lingers    = regex.New(`(?i)(?:\b(?:it|they|which|and|but|yet)|,)` + isThereStill)
	lingersToo = regex.New(`(?i)^(?:(?:but|however|yet|and|though),? )?(?:it|they)` + isThereStill)
	// goesStill is how they tell of something that it goes still, behind the name of that.
	goesStill = regex.New(`(?i) (?:(?:is|are) )?(?:still )?(?:terminating|being deleted|hangs?|hanging|stuck)\b`)
	// noMatter is how they tell that it does not depend on that.
	noMatter = regex.New(`(?i)\b(?:even (?:if|when|though|after)|regardless|no matter|whether or not|does not matter|doesn't matter)\b`)
)

// isThereStill is how they tell that something is there all the same, behind a word for it.
const isThereStill = `(?:'s)? (?:(?:is|are|was|were) )?(?:still (?:(?:is|are) )?(?:there|here|present|listed|shown|visible|around|running|exists?|shows?)\b|remains?(?: there)?(?:$|[.,;:!)])|there again\b)`

// notHere is how people speak of what is not so, or not of this: with merely.
const notHere = prose.Advised

// pronouns are no things of which one could tell which is meant.
var pronouns = strings.Fields("it them this that these those one everything all something anything nothing they he she which what both none such")

// StatesIn are the states that a person tells of among lines, in their order. What is asked, only supposed, advised or
// denied is none, and what was mended since is none any more.
func StatesIn(lines []string) (out []State) {
	for said, plain := range toldIn(lines) {
		if isBack.MatchString(plain) && !unreinstalled.MatchString(plain) {
			out = nil // what was brought back is seldom called so again
			continue
		}
		if lingersToo.MatchString(plain) && len(out) > 0 {
			out = out[:len(out)-1]
			continue
		}
		if at := goesStill.FindStringIndex(plain); at != nil {
			out = slices.DeleteFunc(out, func(s State) bool { return s.Is == IsGone && s.among(phrase.WordsOf(before(plain[:at[0]]))) != "" })
		}
		if nowRuns.MatchString(plain) && !merely.MatchString(plain) {
			out = slices.DeleteFunc(out, func(s State) bool { return s.among(phrase.WordsOf(plain)) != "" })
		}
		if s := stateIn(plain); s.Is != IsFine {
			s.Said = strings.TrimRight(said, " \n.")
			out = append(out, s)
		}
	}
	return append(out, actsIn(lines)...)
}

var (
	// endedNow is how a person tells that what was asked to go is gone by now, and solved how that begins where the rest tells
	// no more than that it was deleted.
	endedNow = regex.New(`(?i)\b(?:(now|meanwhile|finally|eventually),? )?(?:the|this|that|my|our) ([\w-]+(?: [\w-]+)?) (?:is|are|was|were|has been|have been|got)( (?:now|meanwhile|finally|eventually|at last))? (?:deleted|removed|gone|terminated)( (?:now|meanwhile|by now|in the meantime))?(?:$|[.,;:!])`)
	solved   = regex.New(`(?i)^\W*(?:(?:update|edit)\W+)?(?:solved|resolved)\b`)
	// notEnded is how they tell that it goes on all the same, or comes again, and endedByForce that they have ended it by hand.
	notEnded     = regex.New(`(?i)\b(?:but|still|however|although|though|reappear\w*|every time|each time|next time|another|comes? back|came back|again (?:stuck|hangs))\b`)
	endedByForce = regex.New(`(?i)\b(?:finali[sz]\w*|patch\w*|forc\w*|manual\w*|by hand|edit(?:ed|ing)|work-?around|etcd)\b`)
)

// EndedNow are the things of which a person tells last that they are gone by now, not by force, each with the sentence.
func EndedNow(lines []string) (out []State) {
	for said, plain := range toldIn(lines) {
		if notEnded.MatchString(plain) {
			out = nil
			continue
		}
		m := endedNow.FindStringSubmatchIndex(plain)
		if m == nil || strings.HasSuffix(plain, "?") || merely.MatchString(plain[:m[1]]) || notHere.MatchString(plain[:m[1]]) || endedByForce.MatchString(plain) {
			continue
		}
		if m[2] >= 0 || m[6] >= 0 || m[8] >= 0 || solved.MatchString(plain) {
			out = append(out, State{Is: IsGone, Thing: plain[m[4]:m[5]], Said: strings.TrimRight(said, " \n.")})
		}
	}
	return out
}

// IsSo reports whether it is told of what is so here, since whenever: not asked, supposed, advised, heard or of another place.
func (s State) IsSo() bool { return !(prose.NotDone | prose.General).MatchString(s.Said) }

// plainSentence is one without what marks words.
func plainSentence(said string) string { return unmarking.Replace(said) }

var unmarking = strings.NewReplacer("’", "'", "`", "", `"`, "", "*", "")

// toldIn are the sentences of a person among lines, each with what it is without what marks words.
func toldIn(lines []string) iter.Seq2[string, string] {
	return func(yield func(said, plain string) bool) {
		for said := range prose.Sentences(ProseIn(lines)) {
			said = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(said), ". "))
			if said != "" && !yield(said, plainSentence(said)) {
				return
			}
		}
	}
}

// stateIn is what a sentence tells first.
func stateIn(said string) (s State) {
	if strings.HasSuffix(said, "?") || noMatter.MatchString(said) {
		return s
	}
	for _, form := range stateForms {
		m := form.pattern.FindStringSubmatchIndex(said)
		if m == nil || merely.MatchString(said[:m[1]]) || notHere.MatchString(said[:m[1]]) {
			continue
		}
		if form.is == IsGone && lingers.MatchString(said[m[0]:]) {
			return s
		}
		told := before(said[:m[0]])
		if form.behind {
			told = said[m[2]:m[3]]
		}
		if told = thingIn(told); told != "" {
			return State{Is: form.is, Thing: told, Asked: form.asked}
		}
	}
	return s
}

// before is the subject of what follows.
func before(said string) string {
	if at := clauseBegins.FindAllStringIndex(said, -1); len(at) > 0 {
		said = said[at[len(at)-1][1]:]
	}
	return said
}

// mostOfThing is of how many words the name of a thing is at the most.
const mostOfThing = 6

// thingIn is a thing by its name alone, empty where that tells nothing.
func thingIn(told string) string {
	told = strings.TrimSpace(tellsApart.ReplaceAllString(" "+strings.TrimSpace(told), ""))
	if rest := strings.TrimSpace(ofThing.ReplaceAllString(" "+told, "")); rest != "" {
		told = rest
	}
	words := strings.Fields(told)
	for len(words) > 0 && slices.Contains(determiners, strings.ToLower(words[0])) {
		words = words[1:]
	}
	for len(words) > 1 && slices.Contains(blank, phrase.SingularOf(strings.ToLower(words[len(words)-1]))) {
		words = words[:len(words)-1]
	}
	if len(words) == 0 || len(words) > mostOfThing || slices.Contains(blank, phrase.SingularOf(strings.ToLower(words[len(words)-1]))) || slices.Contains(pronouns, strings.ToLower(words[len(words)-1])) {
		return ""
	}
	return strings.Join(words, " ")
}

// blank are nouns behind the name of a thing that tell nothing of it.
var blank = strings.Fields("object resource instance cr item itself")

// determiners stand before a name and are none of it.
var determiners = strings.Fields("the our my its a an any this that all these those their such whole entire corresponding every each also now already first old previous existing existent")

// actsIn are the states that follow from acts which are told one by one, below what says so.
func actsIn(lines []string) (out []State) {
	steps := false
	for _, line := range lines {
		line = strings.TrimSpace(line)
		switch {
		case stepsHead.MatchString(line):
			steps = true
			continue
		case afterSteps.MatchString(line), anyHead.MatchString(line) && !actItem.MatchString(line):
			steps = false
		}
		said := plainSentence(line)
		if !steps || !IsProse(line) || merely.MatchString(said) || notHere.MatchString(said) {
			continue
		}
		for _, act := range stepForms {
			m := act.pattern.FindStringSubmatch(said)
			if m == nil {
				continue
			}
			if told := thingIn(m[1]); told != "" {
				out = append(out, State{Is: act.is, Thing: told, Said: strings.TrimRight(line, " ."), Asked: true})
			}
		}
	}
	return out
}

// conditionWords are how a short text in plain words tells each state of something that stands before.
var conditionWords = map[Condition]*regex.Regexp{
	IsGone: regex.New(`(?i)\b(?:is|are|was|were|be|been|went|has|have)(?: \w+)? (?:gone|deleted|removed|uninstalled|missing|destroyed|unjoined)\b|\bwent (?:without|first|by|with)\b|\b(?:is|are) not (?:there|installed)\b|\bdoes not exist\b|\b(?:is|are) gone\b|\bno longer exists?\b|\bwas taken away\b`),
	IsDown: regex.New(`(?i)\b(?:is|are) not (?:\w+ or (?:not )?)?(?:reachable|ready|healthy)\b|\b(?:does|do) not (?:run|answer)\b|\bcannot be reached\b|\b(?:is|are) (?:down|unreachable|unhealthy|not available)\b`),
	IsOff:  regex.New(`(?i)\b(?:is|are|was|were)(?: \w+)? (?:turned|switched) off\b|\b(?:is|are|was|were) (?:disabled|off)\b`),
}

// clauses are the parts of a text in which one thing is told.
var clauses = regex.New(`[;:]|, or |, and (?:then )?`)

// ToldIn are the words of a text that stand before what tells that things are in this state, where the thing is among
// them, with the noun for it and the part of the text.
func (s State) ToldIn(text string) (subject []string, head, part string) {
	for _, part = range clauses.Split(text, -1) {
		at := conditionWords[s.Is].FindStringIndex(part)
		if at == nil {
			continue
		}
		told := part[:at[0]]
		if s.Is == IsOff {
			told = part // the setting may be named behind it
		}
		if head = s.among(phrase.WordsOf(told)); head != "" {
			return phrase.WordsOf(told), head, strings.TrimSpace(part)
		}
	}
	return nil, "", ""
}

// among is the noun for the thing that is among words, empty where none is.
func (s State) among(words []string) string {
	for _, head := range s.Heads() {
		if len(head) > 0 && !slices.ContainsFunc(head, func(word string) bool {
			return !slices.ContainsFunc(words, func(w string) bool { return phrase.SingularOf(w) == word })
		}) {
			return strings.Join(head, " ")
		}
	}
	return ""
}

// Heads are the nouns by which the thing is called, of a/b both: the last word of each, with its parts.
func (s State) Heads() (out [][]string) {
	fields := strings.Fields(s.Thing)
	for head := range strings.SplitSeq(fields[len(fields)-1], "/") {
		var parts []string
		for _, word := range phrase.WordsOf(head) {
			parts = append(parts, phrase.SingularOf(word))
		}
		out = append(out, parts)
	}
	return out
}
