package sentence

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// ill are how words begin that tell of trouble, or of what has to happen first: there is none where they are denied.
	ill = []string{
		"fail", "error", "denied", "denies", "deny", "block", "wait", "stuck", "hold", "held", "refus", "reject", "forbid", "forbad", "problem", "issue", "crash",
		"pending", "remain", "left", "attached", "conflict", "warning", "timeout", "cannot", "can't", "unable", "depend",
	}
	// illWhole are those of a few letters.
	illWhole = []string{"use", "uses", "used", "using", "in-use"}
	// denying are words that deny what follows.
	denying = strings.Fields("no not never nothing nobody none neither nor without zero isn't aren't wasn't weren't doesn't don't didn't hasn't haven't hadn't")
	// ableTo are words before a "not" that itself is the trouble: could not.
	ableTo = strings.Fields("can could will would shall should may might must able")
	// between are words that may stand between a "not" and what it denies.
	between = strings.Fields("any a an the being be been to even currently actually really longer seem seems appear appears for in by from on at of with about that it they why how anything something " +
		"see find show shows say says said report reports contain contains have has had log logs print prints get give tell tells mention mentions return throw there is are was were due")
	// needed are nouns and states that something fails without: no response is trouble by itself.
	needed = strings.Fields("response responses reply endpoint endpoints permission permissions access route such space credential credentials connection match matches matching valid " +
		"available healthy ready running active way only")
	// exceptions are words after which an exception is named, so that not all is denied.
	exceptions = []string{"except", "other than", "apart from", "besides", "not only", "not just", "not until", "no longer than", "nothing but", "not yet"}
	// joints are words at which a clause ends.
	joints = strings.Fields("but because since so although though whereas before after when if then while unless as until and yet which where")
)

// mostDenied is how many words may stand between a word that denies and what it denies.
const mostDenied = 5

// Undenied is a sentence without the clauses that deny trouble: no webhook fails, it is not in use by a pod. That
// something needed is not there is not that: not found, no endpoints available.
func Undenied(said string) string {
	low := strings.ToLower(said)
	if slices.ContainsFunc(exceptions, func(words string) bool { return strings.Contains(low, words) }) {
		return said
	}
	words := strings.Fields(said)
	var kept []string
	for i := 0; i < len(words); i++ {
		if end := deniedUntil(words, i); end > i {
			i = end - 1
			continue
		}
		kept = append(kept, words[i])
	}
	if len(kept) == len(words) {
		return said
	}
	return strings.Join(kept, " ")
}

// deniedUntil is where the clause ends that denies trouble from a word on, or the word itself where it denies none.
func deniedUntil(words []string, at int) (end int) {
	deny := plainly(words[at])
	if !slices.Contains(denying, deny) || deny == "not" && at > 0 && slices.Contains(ableTo, plainly(words[at-1])) {
		return at
	}
	bad, closed := false, clauseCloses(words[at])
	for end = at + 1; end < len(words) && !closed; end++ {
		word := plainly(words[end])
		if slices.Contains(joints, word) {
			break
		}
		closed = clauseCloses(words[end])
		if bad = bad || isIll(word); !bad && (end-at > mostDenied || !mayStand(deny, word)) {
			return at
		}
	}
	if !bad {
		return at
	}
	return end
}

// mayStand reports whether a word may stand between one that denies and what that denies.
func mayStand(deny, word string) bool {
	if deny == "no" || deny == "without" || deny == "zero" || deny == "none" {
		return !slices.Contains(needed, word)
	}
	return slices.Contains(between, word) || strings.HasSuffix(word, "ly")
}

func isIll(word string) bool {
	return slices.Contains(illWhole, word) || slices.ContainsFunc(ill, func(stem string) bool { return strings.HasPrefix(word, stem) })
}

// plainly is a word in small letters without the marks around it.
func plainly(word string) string {
	return strings.ToLower(strings.Trim(strings.ReplaceAll(word, "’", "'"), "\"'`*_(),;:.!?"))
}

// clauseCloses reports whether a word has a mark behind it that ends a clause.
func clauseCloses(word string) bool { return strings.ContainsAny(word[len(word)-1:], ",;:.!?)") }

var (
	// forWhatIsGone is a wait for what is said to be gone already.
	forWhatIsGone = regex.New(`(?i)\b(?:wait\w*|block\w*|stuck|hang\w*)\b.*\b(?:which|that) (?:(?:was|were|is|are|has|have|had) (?:been )?(?:already|long) (?:been )?(?:deleted|gone|removed|destroyed|terminated)|no longer exists?)\b`)
	// failsAtIt is how one tells that something fails for that.
	failsAtIt = regex.New(`(?i)\b(?:fail\w*|errors?|cannot|can't|could not|couldn't|unable|not found)\b`)
)

// WithoutDenials is a text without the sentences that tell something only where one does not hear that it is denied,
// or that what is waited for is gone.
func WithoutDenials(text string, tells func(said string) bool) string {
	return without(text, func(said string) bool {
		if forWhatIsGone.MatchString(said) && !failsAtIt.MatchString(said) {
			return true
		}
		rest := Undenied(said)
		return rest != said && !tells(rest)
	})
}
