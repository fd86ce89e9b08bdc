package copyist

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

const (
	mostBesides   = 3  // sentences of a person
	fewestLetters = 24 // of what tells anything
	telling       = 4  // how much a sentence has to tell
	alike         = 70 // percent of the words by which two texts say the same
	longWord      = 4  // letters of a word that counts
	mostOfASort   = 2  // words of a sort that count
	mostLookedAt  = 64 // sentences that tell enough, and lines that seem to tell of a failure
)

var (
	// happened are words for what was done, or what came to pass.
	happened = regex.New(`(?i)\b(?:delet|remov|uninstall|destroy|clear|cancel|migrat|upgrad|downgrad|restart|reboot|recreat|reinstall|renam|restor|scaled|drain|fail|crash|disabl|enabl|chang|switch|detach|disappear|vanish|block|prevent|keep|lost|gone|ran out|expir|never created|not created|not exist|n't exist|no longer exist)\w*`)
	// placed are words that place what is told in time, or that tell why.
	placed = regex.New(`(?i)\b(?:before|after|as soon as|once|then|when(?:ever)?|if|until|because|since|due to|despite|only (?:happens|occurs|with|when)|even (?:though|if|when|after)|although|instead|already|never|still|but|yet|however|always|any ?more|no longer|without|while|(?:not|n't) exist\w*|first|directly|manually|by (?:hand|itself)|(?:in the|at) end|finally|helped|afterwards|later|again|each time|every time|sometimes|(?:to|with|of|on|for|from|by|uses?|using) (?:an? |the |its )?(?:already |previously )?(?:deleted|removed|destroyed|uninstalled|renamed|expired) \w+|(?:is|was|are|were) (?:ready|pending|running|down|unreachable))\b`)
	// concerned are words for what a deletion may hang on.
	concerned = regex.New("(?i)\\b(?:finali[sz]ers?|controllers?|operators?|webhooks?|nodes?|namespaces?|clusters?|secrets?|volumes?|annotations?|owner\\w*|crds?|resources?)\\b|`[^`]+`")
	// wished is what is asked, wanted, guessed or kindly said, and tells nothing.
	wished = regex.New(`(?i)\?|\b(?:should|would|could|please|expect\w*|want(?:ed)?|like to|ideas?|thanks?|hello|hi|help|wonder\w*|suggest\w*|propos\w*|features?|how to|guess\w*|suspect\w*|suppose\w*|assum\w*|presum\w*|probably|maybe|perhaps|might|(?:I|we) (?:think|believe)|(?:my|our) theor(?:y|ies)|looks? like|steps? to|let me know|workaround:?)\b`)
)

// TellBesides adds to the first hold the words beside a copied object that tell most of how it came to be as it is, of those
// that the answer does not have: sentences of whoever copied it, in their order, and a line of a program that fails. Nothing
// rests on them.
func TellBesides(h *hearing.Case, holds []explain.Hold) {
	if !h.View.Copied || len(holds) == 0 || !h.Node.State.Going() && !h.Node.Asked {
		return
	}
	told, out := saidBy(holds), holds[0].Evidence
	for _, said := range accountOf(h, told) {
		fact := holder.AsTold(said)
		fact.Kind = explain.Besides
		out = append(out, fact)
		told += "\n" + fact.Words
	}
	if h.GoesAlone() && h.Node.State.Going() {
		if said := failsBeside(h, told); said != "" {
			out = append(out, explain.Evidence{Kind: explain.Besides, Fact: said, Words: said, Source: holder.LogBeside, Weak: true})
		}
	}
	holds[0].Evidence = out
}

// saidBy is all that the answer has of its own.
func saidBy(holds []explain.Hold) string {
	var all []string
	for i := range holds {
		all = append(all, holds[i].Message, holds[i].Cost.Loss, holds[i].Cost.Contrary)
		for j := range holds[i].Next {
			all = append(all, holds[i].Next[j].Text)
		}
	}
	return strings.Join(all, "\n")
}

// accountOf are the sentences of a person that tell most, in their order: the title only where nothing else is told, and
// where others go too, those that name the object.
func accountOf(h *hearing.Case, told string) []string {
	type account struct {
		said      string
		at, tells int
	}
	var all []account
	title, alone, ofTitle := titleOf(h), h.GoesAlone(), ""
	looked := 0
	for at, said := range sentencesOf(h) {
		tells, beyond := tellsOf(h, said)
		if tells < telling {
			continue
		}
		if looked++; looked > mostLookedAt { // whether or not it says something else
			break
		}
		repeats := func() bool {
			return saysSame(said, told) || saysSame(beyond, told) || slices.ContainsFunc(all, func(a account) bool { return saysSame(said, a.said) })
		}
		n := utf8.RuneCountInString(said)
		switch {
		case n < fewestLetters || n > longest || !alone && !acts.NamesIt(h, said) || repeats():
		case title != "" && strings.HasPrefix(said, title):
			ofTitle, title = said, ""
		default:
			all = append(all, account{said, at, tells})
		}
	}
	if len(all) == 0 && ofTitle != "" {
		return []string{ofTitle}
	}
	slices.SortStableFunc(all, func(a, b account) int { return cmp.Compare(b.tells, a.tells) })
	all = all[:min(len(all), mostBesides)]
	slices.SortFunc(all, func(a, b account) int { return cmp.Compare(a.at, b.at) })
	var out []string
	for _, a := range all {
		out = append(out, a.said)
	}
	return out
}

// titleOf is the title of the text, empty where it begins with a sentence.
func titleOf(h *hearing.Case) string {
	for _, line := range h.View.Logs.Aside {
		if title := strings.Trim(phrase.OneLine(line.Text), " *#>-"); title != "" {
			if sentence.IsProse(title) && !strings.ContainsAny(title[len(title)-1:], ".!:,;") {
				return title
			}
			return ""
		}
	}
	return ""
}

// sentencesOf are the sentences of a person by their numbers, each without the marks around it.
func sentencesOf(h *hearing.Case) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for at, said := range sentence.Whole(holder.Prose(h)) {
			if !yield(at, strings.Trim(phrase.OneLine(said), " .*#>-")) {
				return
			}
		}
	}
}

// tellsOf is how much a sentence tells of what came to pass, beyond that the object was to go and does not, and what is left
// of it beyond that.
func tellsOf(h *hearing.Case, said string) (tells int, beyond string) {
	if wished.MatchString(said) || strings.HasSuffix(said, ":") && len(strings.Fields(said)) < mostHead {
		return 0, ""
	}
	count := func(sort *regex.Regexp, in string) int { return min(len(sort.FindAllString(in, -1)), mostOfASort) }
	beyond = sentence.Beyond(said, namesOf(h))
	what, when := count(happened, beyond), count(placed, beyond)
	if what == 0 || when == 0 || when < mostOfASort && sentence.WithoutForcing(said) == "" { // by force it may go at any time
		return 0, ""
	}
	whose := count(concerned, said)
	if h.Node.Name != explain.NoName && strings.Contains(said, h.Node.Name) || acts.NamesIt(h, said) {
		whose = min(whose+1, mostOfASort)
	}
	return 2*what + 2*when + whose - 1, beyond
}

// mostHead is how many words the head of a list has at most.
const mostHead = 6

// failsBeside is the first line of a program that tells of a failure, of so many that may.
func failsBeside(h *hearing.Case, told string) string {
	looked := 0
	for _, l := range h.View.Logs.Aside {
		if !seemsToFail.MatchString(l.Text) || sentence.IsProse(ofSort.ReplaceAllString(l.Text, "")) || logline.Typed.MatchString(l.Text) || stackLine.MatchString(l.Text) || ticked.MatchString(l.Text) {
			continue
		}
		if looked++; looked > mostLookedAt {
			break
		}
		read := logline.Parse(l.Text, h.View.Clock.At)
		said := redact.Text(phrase.OneLine(read.Said()))
		if n := utf8.RuneCountInString(said); n >= fewestLetters && n <= longest && failure.Of(said) != nil && !saysSame(said, told) {
			return said
		}
	}
	return ""
}

// ticked is a line of a form, with a box to be ticked.
var ticked = regex.New(`^\s*[-*+] \[[ xX]?\]`)

// seemsToFail is what lines have that tell of a failure.
var seemsToFail = regex.New(`(?i)fail|error|cannot|could not|couldn't|can't|unable|denied|refused|forbidden|invalid|unreachable|not found|time(?:d)? ?out|panic|fatal`)

// ofSort is what a title of a report begins with.
var ofSort = regex.New(`^[\s#]*\[[^\]]*\]:? *`)

// stackLine is a line of where a program was when it failed.
var stackLine = regex.New(`^\s*(?:at |File "|\S+\.go:\d+|\S+\(\S*\)\s*$|goroutine )`)

// saysSame reports whether a text has so many of the words of another one that it says it too.
func saysSame(said, text string) bool {
	words := phrase.WordsOf(text)
	of, in := 0, 0
	for _, word := range phrase.WordsOf(said) {
		if len(word) < longWord {
			continue
		}
		if of++; slices.Contains(words, word) {
			in++
		}
	}
	return 100*in >= alike*of
}
