package spoken

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/prose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Hangings are what sentences say to hang on its way out.
type Hangings struct {
	words  []string // of the sentences
	kinds  []string // those that they name
	anyone bool     // one of them names no kind
}

var (
	// hangsGoing is how a sentence says of something that its deletion hangs.
	hangsGoing = regex.New("(?i)\\b(?:stuck|hangs?|hanging|hung)\\b[^.;?!]{0,40}?\\b(?:delet|terminat|remov)\\w*|\\b(?:deletes?|deleting|deletion|terminating|termination|removal|removing)\\b[^.;?!]{0,60}?\\b(?:stuck|hangs?|hanging|hung|never (?:complet|end|finish)\\w*|forever|indefinitely)\\b")
	// plainWord is a word that may be one for a kind.
	plainWord = regex.New(`[A-Za-z][A-Za-z0-9.]*[A-Za-z0-9]`)
)

// Hung are those of which sentences say so.
func Hung(lines []string, kindOf KindOf) (h Hangings) {
	for _, line := range prose.WithoutWanted(lines) {
		if notProse(line) {
			continue
		}
		for _, sentence := range sentenceEnd.Split(line, -1) {
			if !hangsGoing.MatchString(sentence) || supposed.MatchString(sentence) {
				continue
			}
			kinds := kindsNamed(sentence, kindOf)
			h.words = append(h.words, strings.FieldsFunc(sentence, betweenWords)...)
			h.kinds = append(h.kinds, kinds...)
			h.anyone = h.anyone || len(kinds) == 0
		}
	}
	return h
}

// kindsNamed are the kinds of which a text has a word, in small letters.
func kindsNamed(text string, kindOf KindOf) (kinds []string) {
	for _, word := range strings.FieldsFunc(text, betweenWords) {
		if _, kind := kindOf(plainWord.FindString(word)); kind != "" && !slices.Contains(shortWords, strings.ToLower(word)) {
			kinds = append(kinds, strings.ToLower(kind))
		}
	}
	return kinds
}

func betweenWords(c rune) bool { return strings.ContainsRune(" \t`\"'*_(),:/#[]", c) }

// Tell reports whether one of the sentences has the word for a kind, one or several of it.
func (h *Hangings) Tell(kind string) bool {
	return slices.ContainsFunc(h.words, func(word string) bool {
		return strings.EqualFold(word, kind) || strings.EqualFold(phrase.SingularOf(word), kind)
	})
}

// Among are those of several objects that are meant: by their names, or else by their kinds, or the one alone where
// no kind is named.
func (h *Hangings) Among(all []Of) []Of {
	if named := among(all, func(of Of) bool { return slices.Contains(h.words, of.Name) }); len(named) > 0 {
		return named
	}
	if len(h.kinds) > 0 {
		return among(all, func(of Of) bool { return slices.Contains(h.kinds, strings.ToLower(of.Kind)) })
	}
	if h.anyone && len(all) == 1 {
		return all
	}
	return nil
}

func among(all []Of, is func(of Of) bool) []Of {
	return slices.DeleteFunc(slices.Clone(all), func(of Of) bool { return !is(of) })
}
