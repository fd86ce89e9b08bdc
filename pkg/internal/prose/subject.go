package prose

import (
	"slices"
	"strings"
)

var (
	// linking are words between what something is told of and what is told.
	linking = strings.Fields("is are was were be been being has have had gets get got getting stays stay remains remain keeps keep seems now still also just always often then that which who again even all both never not to already")
	// placing are words before where, when or with what something is, and ofOne one before what something is of.
	placing = strings.Fields("in on at from by with via under inside within after before during since because due without for through using when while if as about into")
	ofOne   = "of"
	// determining are words before a noun, and pronouns words for one.
	determining = strings.Fields("the a an my our your its their this that these those each every any some all one two three another other old new same")
	pronouns    = strings.Fields("it this that they them these those everything anything nothing something i we you he she one none there which what")
)

// longestNoun is of how many words what is called is at most, behind what determines it.
const longestNoun = 3

// Noun is what is called in a sentence: what determines it, empty where nothing does, and its words.
type Noun struct {
	Determiner string
	Words      []string
}

// Before is the noun of which a clause tells something, by what stands before that; none where it is a word for one.
func Before(said string) Noun {
	words := strings.Fields(said)
	for len(words) > 0 && isLinking(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	for {
		at := len(words) - 1
		for at >= 0 && !slices.Contains(placing, bare(words[at])) && bare(words[at]) != ofOne {
			at--
		}
		if at < 0 || bare(words[at]) == ofOne {
			return nounOf(words[at+1:])
		}
		words = words[:at] // that was where it is
	}
}

// isLinking reports whether a word stands between a noun and what is told of it.
func isLinking(word string) bool {
	word = bare(word)
	return slices.Contains(linking, word) || len(word) > len("only") && strings.HasSuffix(word, "ly")
}

// Behind is the noun to which something is done, by what stands behind that.
func Behind(said string) Noun {
	words := strings.Fields(said)
	for i, word := range words {
		if slices.Contains(placing, bare(word)) || bare(word) == ofOne || i > 0 && (isLinking(word) || begins(word, words[i-1])) {
			words = words[:i]
			break
		}
		if strings.ContainsAny(word[len(word)-1:], ".,;:!?") {
			words = words[:i+1]
			break
		}
	}
	return nounOf(words[:min(len(words), longestNoun+1)])
}

// begins reports whether another noun begins at a word, by the one before it.
func begins(word, before string) bool {
	return slices.Contains(determining, bare(word)) && !slices.Contains(determining, bare(before))
}

// nounOf is the noun at the end of some words.
func nounOf(words []string) (n Noun) {
	for i := len(words) - 1; i >= 0 && len(n.Words) < longestNoun; i-- {
		word := bare(words[i])
		switch {
		case slices.Contains(determining, word) && len(n.Words) > 0:
			n.Determiner = word
			return n
		case slices.Contains(pronouns, word):
			return n
		case word != "":
			n.Words = append([]string{strings.Trim(words[i], marks)}, n.Words...)
		}
	}
	return n
}

// marks are what may stand around a word.
const marks = "\"'`*_()[],;:.!?“”>#-"

// bare is a word without the marks around it, in small letters.
func bare(word string) string { return strings.ToLower(strings.Trim(word, marks)) }
