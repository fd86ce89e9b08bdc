package sentence

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/prose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Standing is what people tell of the program that has to act: whether it is there.
type Standing int

const (
	// Untold is that they tell nothing of it.
	Untold Standing = iota
	// Away is that it is not there any more, or does not run.
	Away
	// Runs is that it runs.
	Runs
	// Restarted is that it was started anew, and so runs.
	Restarted
	// Installed is that it was installed again, and so runs.
	Installed
	// PutsBack is that the finalizer comes back where somebody takes it off.
	PutsBack
)

const (
	// actor is a program that acts, with the words before that name it.
	actor = `(?:the |our |its |that |their )?((?:[\w.-]+ ){0,3}?(?:[\w.-]+-)?)(?:operator|controller[ -]manager|controller|provisioner)s?(?:'s)?(?: deployment| (?:helm )?(?:chart|release)| itself| namespace)?`
	// adverb may stand before a verb.
	adverb = `(?:already |also |long |since |first |just |now |then |accidentally |manually |completely |still |actually |currently )*`
	// ends is where a clause may end.
	ends = `(?:$|[.,;:!)]| (?:and|but|so|because|any ?more|any longer|at all|now|there|already|first|before|by|with|using|via|in (?:the|this|our|my) cluster|from (?:the|this|our|my) cluster|fine|again|since|while|when|yet|anywhere|earlier|last|without|recently|yesterday|today|too|together|as well|successfully)\b)`
	// chart is the chart or the release of a program, with what names it.
	chart = `(?:the |our |its |that |their )?((?:[\w-]+ ){0,2}?[\w-]+ )(?:helm )?(?:chart|release)`
	// program is the name of any program.
	program = `([A-Za-z][\w-]+(?: [A-Z][\w-]+)?)`
)

// standings are how people tell of each, with the words that name the program.
var standings = []struct {
	is      Standing
	pattern *regex.Regexp
}{
	{Away, regex.New(`(?i)\b` + actor + ` (?:is not|isn't|was not|wasn't|are not|aren't|is no longer|was no longer|are no longer) ` + adverb + `(?:running|installed|deployed|present|there)` + ends)},
	{Away, regex.New(`(?i)\b` + actor + ` (?:does not|doesn't|no longer) (?:run|runs|exist|exists)` + ends)},
	{Away, regex.New(`(?i)\b` + actor + ` (?:(?:has|have|had) ` + adverb + `been|was|were|is|are) ` + adverb + `(?:deleted|removed|uninstalled|gone|scaled (?:down )?to (?:0|zero)(?: replicas)?)` + ends)},
	{Away, regex.New(`(?i)\b(?:i|we|i've|we've)(?: have| had)? ` + adverb + `(?:deleted|removed|uninstalled|un-installed|scaled down) ` + actor + ends)},
	{Away, regex.New(`(?i)\bafter (?:deleting|removing|uninstalling) ` + actor + ends)},
	{Away, regex.New(`(?i)\b(?:there is|there's|there are|we have|i have) (?:no|no more) ` + actor + `(?: pods?)?(?: running| installed| left| deployed)?` + ends)},
	{Away, regex.New(`(?i)\b(?:i|we) no longer (?:have|run|use) ` + actor + ends)},
	{Away, regex.New(`(?i:\b(?:i|we|i've|we've)(?: have| had)? ` + adverb + `(?:uninstalled|un-installed) (?:the )?)` + program + ends)},
	{Away, regex.New(`(?i)\b(?:i|we|i've|we've)(?: have| had)? ` + adverb + `(?:deleted|removed|uninstalled|un-installed) ` + chart + ends)},
	{Away, regex.New(`(?i)\bafter (?:deleting|removing|uninstalling) ` + chart + ends)},
	{Away, regex.New(`(?i:\bafter (?:the )?(?:uninstalling|uninstallation of|uninstall of) (?:the )?)` + program + ends)},
	{Away, regex.New(`^(?:[-*>] +)?` + program + ` (?:was|has been|had been|is) ` + adverb + `uninstalled` + ends)},
	{Runs, regex.New(`(?i)\b` + actor + `(?: pods?)? (?:is|are|was|were) ` + adverb + `(?:up and running|running|healthy)` + ends)},
	{Restarted, regex.New(`(?i)\b(?:i|we|i've|we've)(?: have| had)? ` + adverb + `(?:tried )?(?:to )?(?:restart(?:ed|ing)?|bounced|redeployed|recreated|re-created) ` + actor)},
	{Restarted, regex.New(`(?i)\b(?:i|we|i've|we've)(?: have| had)? ` + adverb + `(?:deleted|killed|removed) ` + actor + `(?:'s)? pods?\b`)},
	{Restarted, regex.New(`(?i)\b` + actor + `(?: pods?)? (?:was|were|has been|have been) ` + adverb + `restarted\b`)},
	{PutsBack, regex.New(`(?i)\bfinalizers?\b.{0,80}?\b(?:but |and |, )(?:it|they|the finalizers?) (?:just |then |immediately |always |keeps? |will |soon )*(?:came back|comes? back|coming back|re-?appear\w*|(?:gets?|is|are|was|were) (?:immediately |always |just )?(?:re-?added|put back|added (?:back|again)))()`)},
	{PutsBack, regex.New(`(?i)\bfinalizers?\b.{0,80}?` + actor + ` (?:keeps? |kept |then |immediately |always |just )*(?:re-?add\w*|(?:add|put)(?:s|ed|ing|ting)? (?:it|them|the finalizers?) (?:back|again))`)},
}

// merely is how people speak of what is not so, or of which they are not sure.
const merely = prose.Unsure

// backAgain is how they tell that what was taken away is there again.
var backAgain = regex.New(`(?i)\b(?:and|then|but) (?:was |it was |i |we |then |it )*(?:re-?(?:created|installed|deployed|started)|(?:installed|deployed|created|started) (?:it )?again|scaled (?:it )?(?:back )?up)\b`)

// StandingsIn are the sentences of a text that tell such of any program.
func StandingsIn(text string) (told []string) {
	for said := range prose.Sentences(text) {
		said = strings.TrimSpace(said)
		if standingIn(said, func(string) bool { return true }) != Untold {
			told = append(told, said)
		}
	}
	return told
}

// StandingOf is what those sentences tell last of a program that people may call so: by words before operator or
// controller, none where they say only that, or by its name.
func StandingOf(all []string, called func(words string) bool) (s Standing, said string) {
	for _, told := range all {
		is := standingIn(told, called)
		if is == Untold || is == Runs && s > Runs { // which tells less
			continue
		}
		s, said = is, told
	}
	return s, said
}

// standingIn is what one sentence tells.
func standingIn(said string, called func(words string) bool) Standing {
	said = strings.ReplaceAll(said, "’", "'")
	switch {
	case strings.HasSuffix(said, "?"):
		return Untold
	case Reinstalled(said):
		return Installed
	}
	for _, s := range standings {
		at := s.pattern.FindStringSubmatchIndex(said)
		if at == nil || s.is != PutsBack && merely.MatchString(said[:at[1]]) {
			continue
		}
		name, whole := naming(said[:at[0]], said[at[2]:at[3]])
		switch {
		case !whole || name == "helm" || !called(name):
			continue
		case s.is == Away && backAgain.MatchString(said[at[3]:]):
			return Runs
		}
		return s.is
	}
	return Untold
}

// naming are of the words before a program those that name it: what stands before an article is of the rest of the
// sentence. Whole says that the program itself is spoken of, and not something of it.
func naming(earlier, before string) (name string, whole bool) {
	words := strings.Fields(strings.Trim(before, " -"))
	from := 0
	for i, word := range words {
		if slices.Contains(beforeNames, strings.ToLower(word)) {
			from = i + 1
		}
	}
	led := append(strings.Fields(earlier), words[:from]...)
	if len(led) > 0 && from > 0 && slices.Contains(articles, strings.ToLower(led[len(led)-1])) {
		led = led[:len(led)-1]
	}
	return strings.Join(words[from:], " "), len(led) == 0 || !slices.Contains(leading, strings.ToLower(led[len(led)-1]))
}

var (
	articles = strings.Fields("the our its my this that their your")
	// beforeNames are words behind which a name begins.
	beforeNames = append(strings.Fields("and but so because also then now as since while where after though although however both is"), append(articles, leading...)...)
	// leading are words that make of what follows a part of something else.
	leading = strings.Fields("of by from in for on with to")
)
